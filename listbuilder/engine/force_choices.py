"""Which forces may stand below another, and of which catalogue they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from listbuilder.catalogue.model import ForceEntry
    from listbuilder.engine.engine import Engine
    from listbuilder.engine.state import ForceChoice
    from listbuilder.roster.tree import Force, Roster


def offered_forces(engine: Engine, parent: Force | Roster, catalogue_id: str) -> Iterator[ForceChoice]:
    """The forces that the data have for a parent; ``catalogue_id`` is that of an army, for forces at the root."""
    library = engine.roster.library
    at_root = parent is engine.roster
    entries = library.forces.at_root(catalogue_id) if at_root else library.forces.below(parent.entry)  # type: ignore[union-attr]
    for entry in entries:
        yield offered_force(engine, parent, entry, catalogue_id)


def offered_force(engine: Engine, parent: Force | Roster, entry: ForceEntry, catalogue_id: str) -> ForceChoice:
    """A force as it may stand below a parent: of that catalogue, else of another for which the data unhide it. Hidden where it
    may not stand there at all."""
    choice = engine.force_choice(parent, entry, catalogue_id)
    if not choice.hidden:
        return choice
    others = (engine.force_choice(parent, entry, other) for other in catalogues_of(entry) if other != catalogue_id)
    return next((other for other in others if not other.hidden), choice)


def catalogues_of(entry: ForceEntry) -> list[str]:
    """The ids of the catalogues that the conditions of a force name as its own: those whose forces it is meant for."""
    gates: list[Any] = [*entry.modifiers, *entry.modifier_groups]
    found: dict[str, None] = {}
    while gates:
        gate = gates.pop(0)
        for condition in gate.conditions:
            if condition.scope == "primary-catalogue" and condition.type == "instanceOf":
                found[condition.child_id] = None
        for name in ("condition_groups", "groups", "modifiers"):
            gates.extend(getattr(gate, name, ()))
    return list(found)
