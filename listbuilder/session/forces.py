"""Forces of a list: armies with detachments or regiments below them. A native 40k army has just one."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.model import ForceEntry
from listbuilder.engine import Engine, actions
from listbuilder.roster.edits import Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force
from listbuilder.session.views import ForceLine, Named


class Forces:
    """Finds and changes them; every edit goes through the history."""

    def __init__(self, engine: Engine, history: History, points_type: str, catalogue_id: str) -> None:
        self.engine = engine
        self.history = history
        self.points_type = points_type
        self.catalogue_id = catalogue_id

    def lines(self) -> Iterator[ForceLine]:
        """Every force, those below another behind it."""
        for force in self.engine.roster.walk_forces():
            state = self.engine.state(force)
            name = force.custom_name or state.name
            yield ForceLine(force.id, name, force.entry.name, _depth(force), state.total_costs.get(self.points_type, 0))

    def choices(self, parent_id: str = "") -> list[Named]:
        """Forces that may be added to the roster, or below one of its forces."""
        return [Named(entry.id, entry.name) for entry in self._entries(parent_id) if not entry.hidden]

    def _entries(self, parent_id: str) -> tuple[ForceEntry, ...]:
        if parent_id:
            return self.get(parent_id).entry.force_entries
        return self.engine.roster.library.force_entries(self.catalogue_id)

    def add(self, entry_id: str, parent_id: str = "") -> Force:
        """Adds a force with what it must have. Raises LookupError when it is not offered there."""
        entry = next((entry for entry in self._entries(parent_id) if entry.id == entry_id), None)
        if entry is None:
            raise LookupError(entry_id)
        parent = self.get(parent_id) if parent_id else None
        catalogue = parent.catalogue_id if parent is not None else self.catalogue_id
        edit, force = actions.add_force(self.engine, entry, catalogue, parent)
        self.history.do(edit)
        return force

    def remove(self, force_id: str) -> None:
        self.history.do(Remove(self.get(force_id)))

    def get(self, force_id: str) -> Force:
        """The force of that id; empty: the first. Raises LookupError."""
        if not force_id and self.engine.roster.forces:
            return self.engine.roster.forces[0]
        node = self.engine.roster.nodes.get(force_id)
        if isinstance(node, Force):
            return node
        raise LookupError(force_id)


def _depth(force: Force) -> int:
    return 1 + _depth(force.parent) if isinstance(force.parent, Force) else 0
