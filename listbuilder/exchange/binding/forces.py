"""Where the units of a read list stand: the army's force, and the forces inside it that hold regiments and bundles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from listbuilder import budget
from listbuilder.army import roles
from listbuilder.army.roles import plain_title
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Condition, ConditionGroup, ForceEntry
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force, copied
from listbuilder.engine.force_choices import offered_force
from listbuilder.errors import InputError
from listbuilder.exchange.binding.names import Names, plain
from listbuilder.exchange.reading.record import UnitRecord, Word
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.tree import Force, Roster, Selection

INSIDE = frozenset(("regiment", "auxiliary", "renown"))  # sections whose units stand in a force of their own
HOLDERS = {"regiment": ("Regiment",), "auxiliary": ("Auxiliary Units", "Auxillary Units")}  # as spelled by data
PRINTED = expression(r"\*\*(?P<bold>[^*^\n]+)\*\*|^[^\S\n]*+•\s*+(?:\d++\s++)?(?P<line>[^*^\n]++)$", re.MULTILINE)


def army_force(library: Library, catalogue_id: str, header: Iterable[Word]) -> tuple[ForceEntry, str]:
    """The force that an army of the catalogue is, and the line of the header that names it: by that name, else the first that
    is not hidden, in the order that the data's authors give them. Raises `InputError` where the data have none."""
    entries = sorted(library.forces.at_root(catalogue_id), key=_place)
    if not entries:
        catalogue = library.catalogue(catalogue_id)
        faction = catalogue.name if catalogue is not None else catalogue_id
        text = Text("the game data offer {faction} no force, so no list can be made of it", {"faction": faction})
        raise InputError(text, rule="no-data")
    names = Names((plain_title(entry.name), entry) for entry in entries)
    for word in header:
        found = names.find(word.text)
        if found:
            return found[0], word.text
    return next((entry for entry in entries if not entry.hidden), entries[0]), ""


def _place(entry: ForceEntry) -> tuple[bool, int]:
    """Sorts forces; those without a place of their own come last."""
    return entry.sort_index is None, entry.sort_index or 0


def new_army(library: Library, entry: ForceEntry, catalogue_id: str) -> Force:
    """A new army with the settings that the data require, without the units that it would start with: a list names its own.
    Evaluated once for all lists over the library."""
    return copied(library.kept_of(_new_army, (entry.id, catalogue_id)))


def _new_army(library: Library, key: tuple[str, str]) -> Force:
    entry_id, catalogue_id = key
    entry = next(one for one in library.forces.at_root(catalogue_id) if one.id == entry_id)
    _edit, force = add_force(Engine(Roster(library)), entry, catalogue_id)
    force.selections = [node for node in force.selections if not roles.is_unit(node.option)]
    return copied(force)  # without the engine that it was evaluated by


class Forces:
    """Gives each unit its force; forces inside the army's are made when a unit needs one."""

    def __init__(self, roster: Roster, army: Force) -> None:
        self.roster = roster
        self.army = army
        self.entries = Names((plain_title(entry.name), entry) for entry in roster.library.forces.below(army.entry))
        self._made: dict[tuple[str, int], Force] = {}
        self._bundle: Force | None = None
        self._expected: list[Selection] = []  # units that a bundle consists of and no line has named yet

    def of(self, unit: UnitRecord) -> Force:
        """The force of a unit: that of its regiment or bundle, where the data have such forces."""
        if unit.section not in INSIDE:
            return self.army
        if unit.section == "renown":
            return self._bundle or self.army
        key = unit.section, unit.regiment if unit.section == "regiment" else 0
        if key not in self._made:
            found = next((entries[0] for name in HOLDERS[unit.section] if (entries := self.entries.find(name))), None)
            if found is None:
                return self.army
            budget.allow("forces", len(self.army.forces) + 1)
            self._made[key] = self._make(found, f"@{unit.section}-{key[1]}")
        return self._made[key]

    def begins_bundle(self, unit: UnitRecord) -> bool:
        """Whether a line names a bundle of units, which is a force of the data; the units below it stand in that. A bundle may be
        called like its only unit: the bundle has the price."""
        if unit.section != "renown" or (unit.points is None and self._bundle is not None):
            return False
        self._bundle, found = None, self.entries.find(unit.name) or self.entries.find(unit.also)
        if found:
            self._begin(found[0], f"@bundle-{unit.line}")
        return bool(found)

    def is_printed(self, unit: UnitRecord) -> bool:
        """Whether a line names something that the bundle above it has by its printed rules alone, such as a manifestation: the
        data offer nothing to select."""
        if unit.section != "renown" or unit.points or self._bundle is None:
            return False
        key = self._bundle.entry.id, self._bundle.catalogue_id
        return plain(unit.name) in self.roster.library.kept_of(_printed, key)

    def _begin(self, entry: ForceEntry, force_id: str) -> None:
        """Adds a bundle with the units that it consists of, of the catalogue that the data have it for."""
        budget.allow("forces", len(self.army.forces) + 1)
        choice = offered_force(Engine.of(self.roster), self.army, entry, self.army.catalogue_id)
        known = self.roster.library.include(choice.catalogue_id)
        catalogue_id = known.id if known is not None else self.army.catalogue_id
        edit, force = add_force(Engine.of(self.roster), entry, catalogue_id, self.army)
        force.id = force_id
        edit.apply(self.roster)
        self._bundle, self._expected = force, list(force.selections)

    def insert(self, unit: Selection, force: Force) -> None:
        """Adds a unit to a force, in place of the one that the force started with."""
        expected = next((one for one in self._expected if one.parent is force and one.option is unit.option), None)
        if expected is not None:
            self._expected.remove(expected)
            Remove(expected).apply(self.roster)
        Insert(unit, force).apply(self.roster)

    def _make(self, entry: ForceEntry, force_id: str) -> Force:
        force = Force(entry, self.army.catalogue_id, force_id)
        Insert(force, self.army).apply(self.roster)
        return force


def _printed(library: Library, key: tuple[str, str]) -> frozenset[str]:
    """The plain names, in bold letters or on a line of their own, in the texts that the data show for a force of this entry."""
    entry_id, catalogue_id = key
    own = (option for option in library.root_options(catalogue_id) if entry_id in _conditions(option))
    found = (match for option in own for text in _texts(option) for match in PRINTED.finditer(text))
    return frozenset(plain(match["bold"] or match["line"]) for match in found)


def _conditions(option: Option) -> set[str]:
    """What the conditions are about under which an option is shown."""
    changes = [one for one in option.merged.modifiers if one.field == "hidden"]
    groups: list[ConditionGroup] = [group for one in changes for group in one.condition_groups]
    conditions: list[Condition] = [condition for one in changes for condition in one.conditions]
    for group in groups:  # grows during the loop
        groups.extend(group.groups)
        conditions.extend(group.conditions)
    return {condition.child_id for condition in conditions}


def _texts(option: Option) -> Iterator[str]:
    for profile in option.merged.profiles:
        yield from (one.value for one in profile.characteristics)
    yield from (rule.description for rule in option.merged.rules)
