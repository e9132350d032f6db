"""Who may join whom: every unit of a page with every other, as the rules decide it and as the page states it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from listbuilder.army import Unit
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.sources.points.record import Joins, UnitLine
from tools.points_document.proof.army import PageArmy
from tools.points_document.proof.findings import Difference, PageProof, Part, Reason


def measure(army: PageArmy, units: Mapping[str, Sequence[Unit]], proof: PageProof) -> None:
    """``units``: name of a line -> the units of the set that it is about."""
    lines = {line.name: line for line in army.page.units}
    lacking = {name for name in lines if name not in units}
    for line in army.page.units:
        if line.name in lacking:
            proof.unmeasured += len(_joins(line).names)
            continue
        proof.unmeasured += sum(not _is_there(name, units, army) for name in _joins(line).names)
        for leader in units[line.name]:
            for name, targets in units.items():
                for target in targets:
                    if target is not leader:
                        _compare(army, line, leader, name, target, proof)


def _compare(army: PageArmy, line: UnitLine, leader: Unit, name: str, target: Unit, proof: PageProof) -> None:
    stated, allowed = is_stated(army, _joins(line), name, target), may_lead(leader, target)
    if stated and allowed:
        proof.agree(Part.PAIRS)
    elif stated or allowed:
        reason = Reason.REFUSED if stated else Reason.UNSTATED
        proof.differ(Difference(Part.PAIRS, reason, leader.name, target.name))


def is_stated(army: PageArmy, joins: Joins, name: str, target: Unit) -> bool:
    """Whether these are the units, one of which has the name on the page and is the target in the army."""
    called = army.called(name)
    if any(called & army.called(one) for one in joins.names):
        return True
    return any(target.has_all(words) for words in joins.keywords)


def _joins(line: UnitLine) -> Joins:
    return line.supports or line.leads


def _is_there(name: str, units: Mapping[str, Sequence[Unit]], army: PageArmy) -> bool:
    called = army.called(name)
    return any(called & army.called(one) for one in units)
