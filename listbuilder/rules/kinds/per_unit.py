"""A limit on the enhancements of one unit: their number, their points, or how many of each type.

Examples: one enhancement per unit, one artefact per hero, a points allowance for magic items.

Parameters: ``of``: ``enhancements`` (default), ``enhancement-points`` or ``types``; ``at_most``; ``where``: the units to check.
Of ``types``: how many of a type a unit may have says the type itself, where it says more than ``at_most``; where it says any
number, the unit has each of them once.

Passes: a Captain with one enhancement.
Fails: a Captain with two.
"""

from typing import Literal

from listbuilder.army import Enhancement, Unit
from listbuilder.catalogue.base import Number
from listbuilder.i18n import Localised, Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import ClearEnhancement, Fix
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import ENHANCED, Where


class Params(Parameters, frozen=True):
    of: Literal["enhancements", "enhancement-points", "types"] = "enhancements"
    at_most: int = 1
    where: Where = Where()


def judged(_params: Params) -> Where:
    return ENHANCED


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    params, taken = rule.params, unit.enhancements
    if not params.where.matches(unit, muster):
        return
    if params.of == "types":
        yield from _by_types(rule, muster, unit)
        return
    found: Number = len(taken) if params.of == "enhancements" else sum((one.points for one in taken), 0)
    if found <= params.at_most:
        return
    text = Text("{unit}: {rule}: {found} found, at most {bound}")
    offered = (
        _fewer(unit, taken, params.at_most) if params.of == "enhancements" else _cheaper(unit, found - params.at_most)
    )
    yield rule.finding(text, unit, found=found, bound=params.at_most, fixes=offered)


def _by_types(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    """Too many of one type; a type that the game does not name has no limit."""
    found: dict[str, list[Enhancement]] = {}
    for one in unit.enhancements:
        found.setdefault(one.type, []).append(one)
    for type_id, taken in found.items():
        kind = muster.vocabulary.item_type(type_id)
        bound = max(kind.per_unit, rule.params.at_most) if kind is not None and kind.per_unit else 0
        if kind is not None and not bound:
            yield from _twice(rule, unit, taken)
        if kind is None or not bound or len(taken) <= bound:
            continue
        names = {"type": Localised(kind.name), "enhancements": [one.name for one in taken]}
        text = Text("{unit}: {type}: {found} found ({enhancements}), at most {bound}", names)
        yield rule.finding(text, unit, found=len(taken), bound=bound, fixes=_fewer(unit, tuple(taken), bound))


def _twice(rule: BoundRule[Params], unit: Unit, taken: list[Enhancement]) -> Findings:
    """The same one several times, of a type of which a unit may have any number."""
    same: dict[str, list[Enhancement]] = {}
    for one in taken:
        same.setdefault(one.name.casefold(), []).append(one)
    for found in same.values():
        if len(found) > 1:
            text = Text("{unit}: {enhancement}: {found} found, at most {bound}", {"enhancement": found[0].name})
            fewer = fixes.together(ClearEnhancement(unit.id, one.id) for one in found[1:])
            yield rule.finding(text, unit, found=len(found), bound=1, fixes=(fewer,))


def _fewer(unit: Unit, taken: tuple[Enhancement, ...], most: int) -> tuple[Fix, ...]:
    """Keep one of the enhancements, where that is all that is allowed, else remove the last ones."""
    if most != 1:
        return fixes.clear_some([(unit, one) for one in taken], len(taken) - most)
    others = [[other for place, other in enumerate(taken) if place != kept] for kept in range(len(taken))]
    return tuple(fixes.together(ClearEnhancement(unit.id, one.id) for one in some) for some in others)


def _cheaper(unit: Unit, over: Number) -> tuple[Fix, ...]:
    """Remove an enhancement that costs at least so much, the cheapest first, else all."""
    found = sorted((one for one in unit.enhancements if one.points >= over), key=lambda one: one.points)
    return fixes.clear(unit, *found) or (
        fixes.together(ClearEnhancement(unit.id, one.id) for one in unit.enhancements),
    )
