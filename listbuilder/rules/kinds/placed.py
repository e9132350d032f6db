"""Every unit stands in a force of the army: in a regiment, in a detachment.

Only lists over native data, in which units may stand outside of forces, are checked.

Parameters: ``where``: the units that have to, all when left out; ``of``: the kinds of force that they may stand in, any when left
out.

Passes: a captain in a Battalion.
Fails: a captain in none.
"""

from collections.abc import Iterator
from functools import partial

from listbuilder.army import Unit
from listbuilder.i18n import Localised, Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    where: Where = Where()
    of: tuple[ForceName, ...] = ()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    if not muster.system.forces or any(force.parent == "" and not force.frame for force in muster.army.forces):
        return
    for unit in muster.matching(params.where):
        force = muster.force_of(unit)
        if force is None or (params.of and not any(force in muster.forces(kind) for kind in params.of)):
            text = Text("{unit}: stands in no {force}", {"force": _wanted(params, muster)})
            if force is not None:
                text = Text("{unit}: may not stand in {force}", {"force": force.name})
            yield rule.finding(text, unit, fixes=Proposals(partial(_moves, params, unit)))


def _wanted(params: Params, muster: Muster) -> object:
    """What units that stand in no force lack: a force of the one kind that they may stand in, else any."""
    kind = muster.system.force_kind(params.of[0]) if len(params.of) == 1 else None
    return Localised(kind.name) if kind is not None else muster.vocabulary.terms.force


def _moves(params: Params, unit: Unit, muster: Muster) -> Iterator[Fix]:
    """Move the unit into a force of the army, else into a new one."""
    named = [kind for kind in muster.system.forces if not params.of or any(map(kind.has_name, params.of))]
    kinds = [kind for kind in named if not kind.contingents and kind.contingent is None]
    there = [force for force in muster.army.forces if force.inside and muster.kind_of(force) in kinds]
    yield from fixes.transfer(unit, there)
    yield from fixes.transfer_to_new(unit, (kind for kind in kinds if not kind.inside))
