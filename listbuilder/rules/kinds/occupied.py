"""Certain transports must start the battle with a unit embarked.

Checked against the declarations. Without declarations it only warns about a transport in which no unit of the army could
embark.

Parameters: ``where``: the transports.

Passes: an Impulsor with Intercessors embarked.
Fails: an empty Impulsor.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice

from listbuilder.army import Unit
from listbuilder.catalogue.states import DEPLOYED
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.transport import Rider, fill
from listbuilder.rules.where import Where

MOST_RIDERS = 12  # fixes offered for one transport; more are not readable and take long to find in a huge army


Sort = tuple[str, frozenset[str]]  # datasheet and wargear: transports that admit the same units


class Params(Parameters, frozen=True):
    where: Where = Where()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    if muster.declared:
        return
    known: dict[Sort, list[Unit]] = {}
    for transport in muster.matching(rule.params.where):
        if not (transport.transport_unread or _fits_any(transport, muster.units, known)):
            text = Text("{transport}: no unit of the army can embark in it", {"transport": transport.name})
            yield rule.finding(text, transport, severity="warning")


def judged(params: Params) -> Where:
    return params.where


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    if muster.declared and unit.id not in muster.boarded:
        text = Text("{transport}: starts the battle empty; at least 1 unit must embark in it", {"transport": unit.name})
        # too few of something: a unit to embark may still be added
        yield rule.finding(text, unit, found=0, bound=1, fixes=Proposals(partial(_filled, unit)))


def _fits_any(transport: Unit, units: tuple[Unit, ...], known: dict[Sort, list[Unit]]) -> bool:
    """Whether another unit fits in the transport. ``known``: two units that fit in those of its sort, where there are."""
    sort = (transport.datasheet_id, transport.held)
    if sort not in known:
        known[sort] = list(islice((unit for unit in units if fits(transport, (unit,))), 2))
    return any(unit is not transport for unit in known[sort])


def fits(transport: Unit, units: tuple[Unit, ...]) -> bool:
    """Whether the units fit in the transport when it is otherwise empty."""
    riders = [Rider(unit, units[0] if number else None) for number, unit in enumerate(units)]
    bays, refused = fill(transport, riders)
    return bool(bays) and not refused and all(bay.used <= bay.capacity for bay in bays)


def _filled(transport: Unit, muster: Muster) -> tuple[Fix, ...]:
    """Fixes that embark a unit; at last the transport goes."""
    riders = tuple(fixes.embark(rider, transport) for rider in riders_for(muster, transport))
    return (*riders, *fixes.remove((transport,)))


def riders_for(muster: Muster, transport: Unit) -> Iterator[Unit]:
    """Units on the table that fit in the transport when it is empty; only the first ones."""
    groups = muster.formation.groups
    found = (group.units for group in groups if group.state == DEPLOYED and fits(transport, group.units))
    return (units[0] for units in islice(found, MOST_RIDERS) if units[0] is not transport)
