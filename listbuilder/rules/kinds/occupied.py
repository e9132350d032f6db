"""Certain transports must start the battle with a unit embarked.

Checked against the declarations. Without declarations it only warns about a transport in which no unit of the army could
embark.

Parameters: ``where``: the transports.

Passes: an Impulsor with Intercessors embarked.
Fails: an empty Impulsor.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from listbuilder.army import Unit
from listbuilder.catalogue.vocabulary import DEPLOYED
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.transport import Rider, fill
from listbuilder.rules.where import Where

MOST_RIDERS = 12  # fixes offered for one transport; more are not readable and take long to find in a huge army


class Params(Parameters, frozen=True):
    where: Where = Where()


# transports that admit the same units -> the units that could embark
Known = dict[tuple[str, frozenset[str]], tuple[Unit, ...]]


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    known: Known = {}
    for transport in muster.matching(rule.params.where):
        names = {"transport": transport.name}
        if muster.declared:
            load = muster.formation.loads.get(transport.id)
            if (load is None or not load.groups) and not _named(muster, transport):
                text = Text("{transport}: starts the battle empty; at least one unit must embark in it", names)
                yield rule.finding(text, transport, fixes=Proposals(partial(_filled, muster, transport, known)))
        elif not (transport.transport_unread or _fits_any(transport, muster)):
            text = Text("{transport}: no unit of the army can embark in it", names)
            yield rule.finding(text, transport, severity="warning")


def _named(muster: Muster, transport: Unit) -> bool:
    """Whether a unit of the army is declared to embark in it, validly or not; other rules check that."""
    embark = muster.declarations.embark
    return any(there == transport.id and muster.army.unit(who) for who, there in embark.items())


def _fits_any(transport: Unit, muster: Muster) -> bool:
    return any(fits(transport, (unit,)) for unit in muster.units if unit is not transport)


def fits(transport: Unit, units: tuple[Unit, ...]) -> bool:
    """Whether the units fit in the transport when it is otherwise empty."""
    riders = [Rider(unit, units[0] if number else None) for number, unit in enumerate(units)]
    bays, refused = fill(transport, riders)
    return bool(bays) and not refused and all(bay.used <= bay.capacity for bay in bays)


def _filled(muster: Muster, transport: Unit, known: Known) -> tuple[Fix, ...]:
    """Fixes that embark a unit; at last the transport goes. ``known``: transports with the same datasheet and wargear admit the
    same units."""
    sort = (transport.datasheet_id, transport.held)
    if sort not in known:
        known[sort] = tuple(riders_for(muster, transport))
    riders = tuple(fixes.embark(rider, transport) for rider in known[sort] if rider is not transport)
    return (*riders, *fixes.remove((transport,)))


def riders_for(muster: Muster, transport: Unit) -> Iterator[Unit]:
    """Units on the table that fit in the transport when it is empty; only the first ones."""
    groups = muster.formation.groups
    found = (group.units for group in groups if group.state == DEPLOYED and fits(transport, group.units))
    return (units[0] for units in islice(found, MOST_RIDERS) if units[0] is not transport)
