"""How many units of each role a force has: HQ 1 to 2, Troops 2 to 6.

Parameters:

- ``of``: role or keyword -> ``[least, most]``; ``most`` may be null for no limit. ``*`` matches every unit.
- ``force``: the kind of force to check; the whole army when left out.
- ``uncounted``: units that take no slot.

Passes: ``{of: {HQ: [1, 2], Troops: [2, 6]}}`` with one HQ and two Troops.
Fails: the same with one HQ and one Troops.
"""

from __future__ import annotations

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName, Word
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    of: dict[Word, tuple[int, int | None]]
    force: ForceName = ""
    uncounted: Where | None = None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    counted = [unit for unit in muster.units if params.uncounted is None or not params.uncounted.matches(unit, muster)]
    if not params.force:
        yield from _table(rule, muster, muster.army.name, counted)
        return
    for force in muster.forces(params.force):
        yield from _table(rule, muster, force.name, [unit for unit in counted if unit.force == force.id])


def _table(rule: BoundRule[Params], muster: Muster, force: str, units: list[Unit]) -> Findings:
    for role, (least, most) in rule.params.of.items():
        found = [unit for unit in units if role == "*" or muster.has(unit, role)]
        names = {"force": force, "role": role}
        if len(found) < least:
            text = Text("{force}: {role}: {found} found, at least {bound} needed", names)
            yield rule.finding(text, found=len(found), bound=least)
        elif most is not None and len(found) > most:
            text = Text("{force}: {role}: {found} found, at most {bound}", names)
            offered = fixes.remove_some(found, len(found) - most)
            yield rule.finding(text, found[most], found=len(found), bound=most, fixes=offered)
