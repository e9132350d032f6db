"""Which unit leads a force."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from listbuilder.army import ForceView, Unit
from listbuilder.catalogue.facts import FOLLOWER
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


def units_of(force: ForceView, muster: Muster) -> list[Unit]:
    """The units of a force, without those of forces inside it, in the order of the roster."""
    return [unit for unit in muster.units if unit.force == force.id]


def leader_of(units: Sequence[Unit], filters: Iterable[Where], muster: Muster) -> Unit | None:
    """The unit that leads: the first that matches the first filter that any of them matches; none that only follows."""
    able = [unit for unit in units if unit.force_role != FOLLOWER]
    for where in filters:
        found = next((unit for unit in able if where.matches(unit, muster)), None)
        if found is not None:
            return found
    return None


def led(of: str, filters: Sequence[Where], muster: Muster) -> Iterator[tuple[ForceView, list[Unit], Unit | None]]:
    """Each force of a kind, its units and its leader."""
    for force in muster.forces(of):
        units = units_of(force, muster)
        yield force, units, leader_of(units, filters, muster)
