"""Each force of a kind has a unit that leads it; or the Warlord is one of these leaders.

Parameters:

- ``of``: the kind or name of force.
- ``leader``: filters of units. The first unit that matches the first filter that any unit of the force matches leads it.
- ``warlord``: when true, what is checked is that a Warlord who could lead such a force does (default false).

Passes: ``{of: Regiment, leader: [{keywords: [Hero]}]}`` with a regiment of a Hero and two units.
Fails: the same with a regiment of two units without a Hero; with ``warlord``, a Warlord who is the second Hero of a regiment.
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposal, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.leading import led
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    of: ForceName
    leader: tuple[Where, ...]
    warlord: bool = False


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    if params.warlord:
        leaders = {unit.id for _, _, unit in led(params.of, params.leader, muster) if unit is not None}
        for unit in muster.warlords:
            able = any(where.matches(unit, muster) for where in params.leader)  # else it cannot be the Warlord anyway
            if able and unit.id not in leaders:
                text = Text("{unit}: leads no {force}", {"force": muster.vocabulary.terms.force})
                yield rule.finding(text, unit, fixes=Proposals(partial(_leading, params, unit)))
        return
    for force, units, leader in led(params.of, params.leader, muster):
        if leader is None:
            text = Text("{force}: no unit can lead it", {"force": force.name})
            wanted = chain.from_iterable(fixes.more(where, 1, "units", force.id) for where in params.leader)
            offered: tuple[Proposal, ...] = (*wanted, *fixes.remove_forces((force,)))
            first = units[0] if units else None
            yield rule.finding(text, first, found=0, bound=1, place=force.place, fixes=offered)


def _leading(params: Params, unit: Unit, muster: Muster) -> Iterator[Fix]:
    """Make a leader the Warlord, or give the Warlord a force of its own."""
    able = [unit for _, _, unit in led(params.of, params.leader, muster) if unit is not None and not unit.never_warlord]
    yield from fixes.make_warlord(able, safe=len(able) == 1)
    kind = muster.system.force_kind(params.of)
    if kind is not None and not kind.inside:
        yield from fixes.transfer_to_new(unit, [kind])
