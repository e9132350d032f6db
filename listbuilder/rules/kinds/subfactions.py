"""Each force has a subfaction, and holds units of others only where their datasheets allow it.

The subfactions are data of a force's faction (``subfactions``); forces of factions without any are not checked. A datasheet
that states some stands in a force that has one of them.

Parameters: ``needed``: true: every force names one.

Passes: a named character of a dynasty in a detachment of that dynasty.
Fails: the same in a detachment of another dynasty.
"""

from collections.abc import Iterator
from functools import partial

from listbuilder.army import ForceView, Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


class Params(Parameters, frozen=True):
    needed: bool = False


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    bound = [unit for unit in muster.units if unit.subfactions]
    for force in muster.army.forces:
        if not force.subfactions:
            continue
        inside = [unit for unit in bound if unit.force == force.id]
        wrong = [unit for unit in inside if force.subfaction is None or force.subfaction.id not in unit.subfactions]
        for unit in wrong:
            known = tuple(one.name for one in force.subfactions if one.id in unit.subfactions)
            names: dict[str, object] = {"force": muster.vocabulary.terms.force, "names": known}
            text = Text("{unit}: only stands in a {force} of {names}", names)
            yield rule.finding(text, unit, fixes=Proposals(partial(_fixes, unit, force)))
        if rule.params.needed and force.subfaction is None and not wrong:
            names = {"force": force.name, "subfaction": muster.vocabulary.terms.subfaction}
            offered = fixes.subfactions(force, (one.id for one in force.subfactions))
            yield rule.finding(Text("{force}: no {subfaction} is chosen", names), place=force.place, fixes=offered)


def _fixes(unit: Unit, force: ForceView, muster: Muster) -> Iterator[Fix]:
    """Give the force a subfaction that the unit may stand in, or move the unit to one that has such, or remove it."""
    yield from fixes.subfactions(force, unit.subfactions)
    others = (one for one in muster.army.forces if one.subfaction and one.subfaction.id in unit.subfactions)
    yield from fixes.transfer(unit, others)
    yield from fixes.remove((unit,))
