"""Numbers that a game counts in a list without limiting them, such as the drops of an army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from listbuilder.army import Army, ForceView
from listbuilder.catalogue.base import Names
from listbuilder.catalogue.system import Figure, System
from listbuilder.i18n import in_language


class Counted(Struct, frozen=True):
    """A figure of one army; as text its name and number in the language in use."""

    figure: str
    name: Names
    number: int

    def __str__(self) -> str:
        return f"{in_language(self.name)} {self.number}"


def figures(army: Army, system: System) -> Iterator[Counted]:
    """Each figure of the system that is not 0 in the army: where a list states no forces, nothing is known of them. Forces that
    hold no unit do not count."""
    if not system.figures:
        return
    held = Counter(unit.force for unit in army.units)
    for figure in system.figures:
        found = sum(_of_force(figure, force, held[force.id], system) for force in army.forces if held[force.id])
        if found:
            yield Counted(figure.id, figure.name, found)


def _of_force(figure: Figure, force: ForceView, units: int, system: System) -> int:
    """What one force with so many units adds."""
    kind = system.force_kind(force.kind_id if force.inside else force.kind)
    if kind is None:
        return int(figure.other_forces and bool(force.parent))
    if not set(kind.ids).isdisjoint(figure.units_of):
        return units
    return int(not set(kind.ids).isdisjoint(figure.forces))
