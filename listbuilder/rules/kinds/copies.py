"""How many copies of a datasheet or enhancement, or units with a keyword, an army may have, with limits by keyword.

Parameters:

- ``of``: ``datasheet`` (default; units with the same datasheet, by name) or ``enhancement`` (units with the same one).
  With ``item-type``: enhancements of one of the game's types of items. With ``keyword``: units that have a keyword, each
  keyword of ``max`` by itself.
- ``where``: the units that are counted; all when left out.
- ``max``: keyword or role -> limit; ``default`` is for all other units. When several apply, the highest counts; when
  none applies, there is no limit. Enhancements of a type of items that the game lets several units have are not limited.
- ``by_size``: battle size -> limits that replace ``max`` in that size.

Passes: ``{max: {default: 3, Battleline: 6}}`` with three Redemptor Dreadnoughts and six Intercessor Squads.
Fails: the same with a fourth Redemptor Dreadnought.
"""

from typing import Literal

from listbuilder.army import Enhancement, Unit
from listbuilder.i18n import Localised, Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic, Proposal
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import SizeName, Word
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    of: Literal["datasheet", "enhancement", "item-type", "keyword"] = "datasheet"
    where: Where = Where()
    max: dict[Word, int] = {}
    by_size: dict[SizeName, dict[Word, int]] = {}


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    limits = params.by_size.get(muster.size, params.max)
    if params.of == "enhancement":
        yield from _enhancements(rule, muster, limits.get("default"))
    elif params.of == "item-type":
        yield from _types(rule, muster, limits.get("default"))
    elif params.of == "keyword":
        yield from _bearers(rule, muster, limits)


def check_datasheet(rule: BoundRule[Params], muster: Muster, alike: tuple[Unit, ...]) -> Findings:
    params = rule.params
    if params.of != "datasheet":
        return
    limits = params.by_size.get(muster.size, params.max)
    if len(alike) == 1 and 0 not in limits.values():
        return
    units = [unit for unit in alike if params.where.matches(unit, muster)]
    bound = limit(limits, units[0], muster) if len(units) > 1 or (units and 0 in limits.values()) else None
    if bound is not None and len(units) > bound:
        yield _too_many(rule, muster, units, bound)


def is_enhanced(unit: Unit) -> bool:
    """Whether the unit has an enhancement."""
    return bool(unit.enhancements)


def limit(limits: dict[str, int], unit: Unit, muster: Muster) -> int | None:
    """The highest of the limits whose keyword the unit has, else the default."""
    found = [most for word, most in limits.items() if word != "default" and muster.has(unit, word)]
    return max(found) if found else limits.get("default")


def _too_many(rule: BoundRule[Params], muster: Muster, units: list[Unit], bound: int) -> Diagnostic:
    unit = units[bound]  # the first one too many
    names = {"unit": unit.datasheet, "datasheet": muster.vocabulary.terms.datasheet}
    text = Text("{unit}: {found} units, at most {bound} with the same {datasheet}", names)
    return rule.finding(text, unit, found=len(units), bound=bound, fixes=fixes.remove_some(units, len(units) - bound))


def _bearers(rule: BoundRule[Params], muster: Muster, limits: dict[str, int]) -> Findings:
    for word, bound in limits.items():
        units = [unit for unit in muster.bearers(word) if rule.params.where.matches(unit, muster)]
        if len(units) > bound:
            text = Text("{rule} ({keyword}): {found} found, at most {bound}", {"keyword": muster.word(word)})
            over = len(units) - bound
            offered: tuple[Proposal, ...] = (
                *fixes.retake(Where(keywords=(word,)), -over),
                *fixes.remove_some(units, over),
            )
            yield rule.finding(text, units[bound], found=len(units), bound=bound, fixes=offered)


def _enhancements(rule: BoundRule[Params], muster: Muster, bound: int | None) -> Findings:
    bearers: dict[str, dict[str, tuple[Unit, Enhancement]]] = {}
    for unit in muster.those(is_enhanced):
        for one in unit.enhancements if rule.params.where.matches(unit, muster) else ():
            bearers.setdefault(one.name.casefold(), {})[unit.id] = (unit, one)
    for found in bearers.values():
        kind = muster.vocabulary.item_type(next(iter(found.values()))[1].type)
        if (kind is not None and kind.repeated) or bound is None or len(found) <= bound:
            continue
        borne = list(found.values())
        unit, taken = borne[bound]
        text = Text("{enhancement}: {found} times in the army, at most {bound}", {"enhancement": taken.name})
        offered = fixes.clear_some(borne, len(borne) - bound)
        yield rule.finding(text, unit, found=len(found), bound=bound, fixes=offered)


def _types(rule: BoundRule[Params], muster: Muster, bound: int | None) -> Findings:
    """Too many enhancements of one type of items; of one that the game does not name any number is allowed."""
    borne: dict[str, list[tuple[Unit, Enhancement]]] = {}
    for unit in muster.those(is_enhanced):
        for one in unit.enhancements if rule.params.where.matches(unit, muster) else ():
            borne.setdefault(one.type, []).append((unit, one))
    for type_id, found in borne.items():
        kind = muster.vocabulary.item_type(type_id)
        if kind is None or bound is None or len(found) <= bound:
            continue
        names = {"type": Localised(kind.name), "enhancements": [one.name for _, one in found]}
        text = Text("{type}: {found} in the army ({enhancements}), at most {bound}", names)
        offered = fixes.clear_some(found, len(found) - bound)
        yield rule.finding(text, found[bound][0], found=len(found), bound=bound, fixes=offered)
