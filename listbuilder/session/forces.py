"""Forces of a list: armies with detachments or regiments below them. A native army has just one."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army import roles
from listbuilder.army.forces import force_title
from listbuilder.engine import Engine, ForceChoice, actions
from listbuilder.engine.force_choices import offered_forces
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.roster.edits import Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force
from listbuilder.session.rows import LAST
from listbuilder.session.views import ForceLine, Named


class Forces:
    """Finds, adds and removes forces; every edit goes through the history."""

    def __init__(self, engine: Engine, history: History, points_type: str, catalogue_id: str) -> None:
        self.engine = engine
        self.history = history
        self.points_type = points_type
        self.catalogue_id = catalogue_id

    def lines(self) -> Iterator[ForceLine]:
        """Every force, followed by those below it."""
        for force in self.engine.roster.forces_in_order():
            state = self.engine.state(force)
            yield ForceLine(
                force.id,
                force_title(self.engine, force),
                roles.plain_title(force.entry.name),
                _depth(force),
                state.total_costs.get(self.points_type, 0),
            )

    def choices(self, parent_id: str = "") -> list[Named]:
        """Forces that may be added to the roster, or below one of its forces, in the order of the data's authors."""
        found = [choice for choice in self._offered(parent_id) if not choice.hidden]
        found.sort(key=lambda choice: LAST if choice.entry.sort_index is None else choice.entry.sort_index)
        return [Named(choice.entry.id, roles.plain_title(choice.name)) for choice in found]

    def _offered(self, parent_id: str) -> Iterator[ForceChoice]:
        parent = self.get(parent_id) if parent_id else None
        catalogue_id = self.catalogue_id if parent is None else parent.catalogue_id
        return offered_forces(self.engine, parent or self.engine.roster, catalogue_id)

    def add(self, entry_id: str, parent_id: str = "") -> Force:
        """Adds a force with its required choices. Raises LookupError when it is not offered there."""
        choice = next((item for item in self._offered(parent_id) if item.entry.id == entry_id), None)
        if choice is None:
            raise LookupError(entry_id)
        if self.engine.roster.library.include(choice.catalogue_id) is None:
            raise LookupError(entry_id)
        parent = self.get(parent_id) if parent_id else None
        edit, force = actions.add_force(self.engine, choice.entry, choice.catalogue_id, parent)
        self.history.do(edit)
        return force

    def begin(self) -> None:
        """Adds the first force that the data offer an army. Raises `InputError` when they offer none."""
        choices = self.choices()
        if not choices:
            faction = self.engine.roster.library.catalogue(self.catalogue_id)
            names = {"faction": faction.name if faction is not None else self.catalogue_id}
            raise InputError(Text("the game data offer {faction} no force, so no list can be made of it", names))
        self.add(choices[0].id)

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
