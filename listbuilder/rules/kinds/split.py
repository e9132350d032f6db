"""Only units whose own datasheet or whose transport allows it are split in two, and those that must be split are.

A datasheet may allow it at one size only, name the models of each half, or demand it. A transport may split one unit of those
that it names; one half then starts the battle in it. When the data do not state what may be split, the finding is ``unjudged``.

Parameters: none.

Passes: a Tactical Squad of ten models with the halves ``alpha`` and ``beta``.
Fails: a split Redemptor Dreadnought.
"""

from collections.abc import Iterable

from listbuilder.army import Unit
from listbuilder.army.halves import halves
from listbuilder.i18n import Text
from listbuilder.matching import assign
from listbuilder.roster.declarations import half_names
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    split = muster.declarations.split
    for unit in muster.those(_must_split):
        if unit.id not in split and _both_have_models(unit):
            text = Text("{unit}: must be split in two; the declarations name no halves of it")
            yield rule.finding(text, unit, fixes=fixes.split(unit, True), place=muster.place("declarations"))
    by_transport: list[Unit] = []
    carriers = _splitting(muster) if split else ()
    unread = any(one.transport_unread for one in muster.units) if split else False
    for unit in muster.units if split else ():
        place = muster.place(f"declarations.split.{unit.id}")
        if unit.id not in split:
            continue
        if unit.split is None:
            if _carriers(carriers, unit):
                by_transport.append(unit)
            else:
                unknown = unit.split_unread or unread
                text = Text("{unit}: cannot be split in two")
                if unknown:
                    text = Text("{unit}: the data do not say whether it may be split in two")
                offered = () if unknown else fixes.split(unit, False)
                yield rule.finding(text, unit, fixes=offered, place=place, severity="unjudged" if unknown else "")
        elif unit.split.size and unit.model_count != unit.split.size:
            text = Text("{unit}: only a unit of {bound} models may be split in two, it has {found}")
            yield rule.finding(
                text, unit, found=unit.model_count, bound=unit.split.size, fixes=fixes.split(unit, False), place=place
            )
        elif not _both_have_models(unit):
            text = Text("{unit}: has no models for one of its halves")
            yield rule.finding(text, unit, fixes=fixes.split(unit, False), place=place)
    yield from _carried(rule, muster, by_transport, carriers)


def _must_split(unit: Unit) -> bool:
    return unit.split is not None and unit.split.must


def _both_have_models(unit: Unit) -> bool:
    return all(half.model_count for half in halves(unit, half_names(unit.id)))


def _splitting(muster: Muster) -> tuple[Unit, ...]:
    """The transports of the army that may split a unit."""
    return tuple(one for one in muster.units if any(bay.splits for bay in one.transport))


def _carriers(transports: Iterable[Unit], unit: Unit) -> tuple[str, ...]:
    """Those of these transports that may split the unit."""
    return tuple(one.id for one in transports if any(unit.has(word) for bay in one.transport for word in bay.splits))


def _carried(rule: BoundRule[Parameters], muster: Muster, units: list[Unit], transports: Iterable[Unit]) -> Findings:
    """Units that only a transport may split: each has one of its own, which carries one of the halves."""
    declared = muster.declarations
    known = {one.id: one for one in transports}
    wishes = []
    for unit in units:
        names = dict.fromkeys(declared.embark.get(name, "") for name in (unit.id, *declared.split[unit.id]))
        wishes.append(list(_carriers((known[name] for name in names if name in known), unit)))
    given = assign(wishes, {carrier: 1 for wish in wishes for carrier in wish})
    for unit, carrier in zip(units, given, strict=True):
        if carrier is None:
            text = Text(
                "{unit}: is split, so one half must start in a transport that splits it, and each splits one unit"
            )
            place = muster.place(f"declarations.split.{unit.id}")
            yield rule.finding(text, unit, fixes=fixes.split(unit, False), place=place)
