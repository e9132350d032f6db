"""Forces of a list: armies with detachments or regiments below them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from listbuilder.army import roles
from listbuilder.army.forces import force_title
from listbuilder.catalogue.model import ForceEntry
from listbuilder.catalogue.purpose import ARMIES, EntryPurpose
from listbuilder.catalogue.system import Contingent, ForceKind, System
from listbuilder.engine import Engine, ForceChoice, actions
from listbuilder.engine.force_choices import offered_forces
from listbuilder.errors import InputError
from listbuilder.i18n import Text, in_language
from listbuilder.roster.edits import Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.rules.diagnostic import ADDED
from listbuilder.session.rows import LAST
from listbuilder.session.units import Units
from listbuilder.session.views import ForceLine, Named

OWN, OTHER = "own", "other"  # whose units a kind of force has


class _Offer(NamedTuple):
    """A force that may be added, with the id and name of this choice. ``contingent``: the units that it comes with."""

    id: str
    choice: ForceChoice
    name: str
    note: str
    contingent: Contingent | None = None


class Forces:
    """Finds, adds and removes forces; every edit goes through the history."""

    def __init__(
        self,
        engine: Engine,
        history: History,
        points_type: str,
        catalogue_id: str,
        system: System | None = None,
    ) -> None:
        self.engine = engine
        self.history = history
        self.points_type = points_type
        self.catalogue_id = catalogue_id
        self.system = system

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

    def choices(self, parent_id: str = "", *, to_fill: bool = False) -> list[Named]:
        """Forces that may be added to the roster, or below one of its forces: kinds that the game names first, as it names them,
        then in the order of the data's authors; one of several factions once for each. ``to_fill``: only those whose units the
        player chooses."""
        found = [offer for offer in self._offered(parent_id) if not offer.choice.hidden]
        found.sort(key=lambda one: (self._place(one), _index(one.choice.entry)))
        return [
            Named(one.id, one.name, one.note, points=one.contingent.points if one.contingent is not None else 0)
            for one in found
            if one.contingent is None or not to_fill
        ]

    def _offered(self, parent_id: str) -> Iterator[_Offer]:
        parent = self.get(parent_id) if parent_id else None
        catalogue_id = self.catalogue_id if parent is None else parent.catalogue_id
        for choice in offered_forces(self.engine, parent or self.engine.roster, catalogue_id):
            if choice.entry.purpose in ARMIES and self.engine.roster.forces:
                continue  # there is but one
            kind = self._kind(choice.entry)
            name = roles.plain_title(choice.name)
            note = in_language(kind.note) if kind is not None else ""
            if kind is not None and kind.contingent is not None:
                yield from self._contingent(choice, kind.contingent, name)
                continue
            if kind is None or kind.faction != OTHER:
                yield _Offer(choice.entry.id, choice, name, note)
            if kind is not None and kind.faction != OWN:
                for other in self.engine.roster.library.other_factions():
                    foreign = replace(choice, catalogue_id=other.id)
                    title = f"{name}: {in_language(other.names) or other.name}"
                    yield _Offer(f"{choice.entry.id}@{other.id}", foreign, title, note)

    def _contingent(self, choice: ForceChoice, contingent: Contingent, name: str) -> Iterator[_Offer]:
        """A contingent, where an army of the list's faction may have it."""
        own = self.engine.roster.library.catalogue(self.catalogue_id)
        if own is not None and contingent.joins((own.local_id, own.name, own.faction_keyword)):
            lent = replace(choice, catalogue_id=contingent.faction)
            units = ", ".join(f"{number} {unit}" if number > 1 else unit for unit, number in contingent.units.items())
            yield _Offer(choice.entry.id, lent, name, units, contingent)

    def _place(self, offer: _Offer) -> int:
        """Of its kind among those that the game names; behind them where it names none."""
        kinds = self.system.forces if self.system is not None else ()
        names = offer.choice.entry.local_id, offer.name
        return next((place for place, kind in enumerate(kinds) if any(map(kind.has_name, names))), len(kinds))

    def _kind(self, entry: ForceEntry) -> ForceKind | None:
        if self.system is None or entry.purpose is not EntryPurpose.FORCE:
            return None
        return self.system.force_kind(entry.local_id)

    def add(self, entry_id: str, parent_id: str = "") -> Force:
        """Adds a force with its required choices and units. Raises LookupError when it is not offered there."""
        offer = next((offer for offer in self._offered(parent_id) if offer.id == entry_id), None)
        if offer is None:
            raise LookupError(entry_id)
        library, catalogue_id = self.engine.roster.library, offer.choice.catalogue_id
        if not library.factions((catalogue_id,)) and library.include(catalogue_id) is None:
            raise LookupError(entry_id)
        parent = self.get(parent_id) if parent_id else None
        edit, force = actions.add_force(self.engine, offer.choice.entry, catalogue_id, parent)
        self.history.do(edit)
        if offer.contingent is not None:
            self._fill(force, offer.contingent)
        return force

    def beside(self, unit: Selection) -> Force:
        """Adds a force like that of the unit, of the same faction, beside it. Raises LookupError when it may not stand there."""
        assert isinstance(unit.parent, Force)
        return self.another(unit.parent)

    def another(self, force: Force) -> Force:
        """Adds a force like this one, of the same faction, beside it. Raises LookupError when it may not stand there."""
        own = force.catalogue_id == self.catalogue_id
        around = force.parent.id if isinstance(force.parent, Force) else ""
        return self.add(force.entry.id if own else f"{force.entry.id}@{force.catalogue_id}", around)

    def _fill(self, force: Force, contingent: Contingent) -> None:
        """Adds the units of a contingent."""
        units = Units(self.engine, self.history)
        options = {option.name: option for option in self.engine.roster.library.root_options(force.catalogue_id)}
        for name, number in contingent.units.items():
            for _ in range(number if name in options else 0):
                units.add(force, options[name])

    def of_kind(self, kind: str) -> Force:
        """Adds a force of that kind to the first army; community data may call it otherwise. Raises LookupError when it may not
        stand there."""
        army = self.get("")
        meant = self.system.force_kind(kind) if self.system is not None else None
        offered = list(self._offered(army.id))
        own = (offer.id for offer in offered if offer.choice.entry.local_id == kind)
        alike = (offer.id for offer in offered if meant is not None and meant.has_name(offer.choice.entry.name))
        return self.add(next(chain(own, alike), kind), army.id)

    def start(self) -> None:
        """Adds the forces that a new army of the game has; community data begin theirs themselves."""
        if self.get("").entry.purpose is not EntryPurpose.FRAME:
            return
        for kind in self.system.forces if self.system is not None else ():
            for _ in range(kind.at_start):
                self.of_kind(kind.id)

    def is_frame(self, force_id: str) -> bool | None:
        """Whether units stand in the forces inside that force and never in itself; None where the data do not say."""
        purpose = self.get(force_id).entry.purpose
        return purpose is EntryPurpose.FRAME if purpose is not None else None

    def begin(self) -> None:
        """Adds the first force that the data offer an army, one that is no mere collection where there is one. Raises
        `InputError` when they offer none."""
        collections = self.system.collections if self.system is not None else ()
        choices = sorted(self.choices(), key=lambda one: one.name in collections)
        if not choices:
            faction = self.engine.roster.library.catalogue(self.catalogue_id)
            names = {"faction": faction.name if faction is not None else self.catalogue_id}
            raise InputError(Text("the game data offer {faction} no force, so no list can be made of it", names))
        self.add(choices[0].id)

    def remove(self, force_id: str) -> None:
        """Removes a force and what is in it. Raises LookupError for the only one: no file states a list without any."""
        force = self.get(force_id)
        if self.engine.roster.forces == [force]:
            raise LookupError(force_id)
        self.history.do(Remove(force))

    def takes(self, force_id: str, unit_id: str) -> bool:
        """Whether a unit of the list may be moved into a force. In community data what is offered to one faction is something
        else than what is offered to another by the same name."""
        force, unit = self.get(force_id), self.engine.roster.nodes.get(unit_id)
        if force.entry.purpose is not None:
            return True
        options = self.engine.roster.library.root_options(force.catalogue_id)
        return isinstance(unit, Selection) and any(option is unit.option for option in options)

    def set_subfaction(self, force_id: str, name: str) -> None:
        """Gives a force of native data the subfaction of that id alone. Raises LookupError when its faction has none such."""
        force = self.get(force_id)
        options = self.engine.roster.library.root_options(force.catalogue_id)
        root = next((one for one in options if one.purpose is EntryPurpose.SUBFACTION), None)
        found = next((entry for entry in root.entries if entry.local_id == name), None) if root is not None else None
        if root is None or found is None:
            raise LookupError(name)
        holder = next((node for node in force.selections if node.option.id == root.id), None)
        if holder is None:
            edit, holder = actions.select(self.engine, force, root)
            self.history.do(edit)
        for node in list(holder.selections):
            self.history.do(Remove(node))
        edit, _selection = actions.select(self.engine, holder, found)
        self.history.do(edit)

    def get(self, force_id: str) -> Force:
        """The force of that id; empty: the first, `ADDED`: the one added last. Raises LookupError."""
        if force_id == ADDED:
            return next(node for node in reversed(self.engine.roster.nodes.values()) if isinstance(node, Force))
        if not force_id and self.engine.roster.forces:
            return self.engine.roster.forces[0]
        node = self.engine.roster.nodes.get(force_id)
        if isinstance(node, Force):
            return node
        raise LookupError(force_id)


def _depth(force: Force) -> int:
    return 1 + _depth(force.parent) if isinstance(force.parent, Force) else 0


def _index(entry: ForceEntry) -> int:
    """Where the data's authors want it."""
    return LAST if entry.sort_index is None else entry.sort_index
