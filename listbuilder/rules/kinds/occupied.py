"""Certain transports must start the battle with a unit aboard.

Judged against the declarations. Without any it only warns, about a transport that no unit of the army could ride in.

Parameters: ``where``: the transports.

Passes: an Impulsor in which Intercessors ride.
Fails: an empty Impulsor.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.rules.formation import Group
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster
from listbuilder.rules.transport import Rider, fill
from listbuilder.rules.where import Where

KIND = "occupied"
MOST_RIDERS = 12  # offered for one transport: nobody reads more, and trying all of a huge army takes long


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which transports."""

    where: Where = Where()


Known = dict[tuple[str, frozenset[str]], tuple[Group, ...]]  # sort of transport -> who might ride in it


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    known: Known = {}
    for transport in muster.where(rule.params.where):
        names: dict[str, object] = {"transport": transport.name}
        if muster.declared:
            load = muster.formation.loads.get(transport.id)
            if (load is None or not load.groups) and not _named(muster, transport):
                text = Text("{transport}: starts the battle empty, at least one unit must ride in it", names)
                yield rule.finding(text, transport, fixes=_riders(muster, transport, known))
        elif not transport.transport_unread and not any(
            fits(transport, (u,)) for u in muster.units if u is not transport
        ):
            text = Text("{transport}: no unit of the army could ride in it", names)
            yield rule.finding(text, transport, severity="warning")


def _named(muster: Muster, transport: Unit) -> bool:
    """Whether a unit is declared aboard after all; what is wrong with that is another rule's to say."""
    return any(
        there == transport.id and muster.army.unit(who) for who, there in muster.army.declarations.embark.items()
    )


def fits(transport: Unit, units: tuple[Unit, ...]) -> bool:
    """Whether the units could ride in the transport when nothing else does."""
    riders = [Rider(unit, unit.model_count, units[0] if number else None) for number, unit in enumerate(units)]
    bays, refused = fill(transport, riders)
    return bool(bays) and not refused and all(bay.used <= bay.capacity for bay in bays)


def _riders(muster: Muster, transport: Unit, known: Known) -> tuple[Fix, ...]:
    """Who might ride. Transports of one datasheet that carry the same take the same, so each sort is tried out once."""
    sort = (transport.datasheet_id, transport.held)
    if sort not in known:
        groups = muster.formation.groups
        found = (group for group in groups if group.state == "deployed" and fits(transport, group.units))
        known[sort] = tuple(islice(found, MOST_RIDERS))
    free = (group for group in known[sort] if group.bodyguard != transport.id)
    return tuple(fixes.embark(group.units[0], transport) for group in free)
