"""Binds the names of a roster file to the choices of a library: the file becomes a selection tree.

What the data do not know becomes a problem (`unknown-name`) at its place; everything else is bound even where it is not
allowed, so that the engine and the rules can say why it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, ForceEntry
from listbuilder.catalogue.system import System
from listbuilder.errors import WARNING, Place, Problem
from listbuilder.i18n import N_, Text
from listbuilder.listfile import shape
from listbuilder.listfile.declared import bind_declarations
from listbuilder.listfile.generic import GenericBinder
from listbuilder.listfile.names import NameIndex
from listbuilder.listfile.units import UnitBinder
from listbuilder.naming import listing, nearest, suggestion
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.strictyaml import Source

SLIP = 75  # how much a key must look like one of ours to be taken for a slip of the pen
MOST_GUESSES = 200  # problems of a list for which a likely name is looked for
FORCE_ID = "@army"
KINDS = (  # what a name may stand for, for the translators
    N_("battle size"),
    N_("catalogue"),
    N_("datasheet"),
    N_("detachment"),
    N_("enhancement"),
    N_("entry"),
    N_("faction"),
    N_("force"),
    N_("item"),
    N_("kind of cost"),
    N_("model"),
    N_("unit"),
)
BATTLE_SIZE, DETACHMENT = "battle-size", "detachment"


class Binder:
    """Binds one file. ``places`` collects where the file says what; ``problems`` what it says wrongly."""

    def __init__(self, source: Source, library: Library, system: System | None = None) -> None:
        self.source = source
        self.library = library
        self.system = system
        self.facts: dict[str, Any] = source.value
        self.roster = Roster(library, str(self.facts.get("name") or ""))
        self.problems: list[Problem] = []
        self.places: dict[str, Place] = {}
        self.detachments: list[str] = []  # ids of those chosen
        self.skipped: set[str] = set()  # ids of units whose datasheet is unknown
        self._numbers: dict[str, int] = {}  # of ids that were made up
        self._others: dict[str, list[NameIndex[Option]]] = {}  # what all factions of the system have, by kind
        self.entries: dict[int, str] = {}  # identity of a unit's record in the file -> id of its selection

    def bind(self) -> Roster:
        self.check_keys(self.facts, shape.ROSTER)
        for key in self.facts:
            self.places[key] = self.source.place(self.facts, key)
        if "forces" in self.facts:
            GenericBinder(self).bind()
        else:
            self._army()
        self._limits()
        declared = self.facts.get("declarations")
        if declared:
            self.check_keys(declared, shape.DECLARED)
            self.roster.declarations = bind_declarations(self, declared)
        return self.roster

    # --- native armies ----------------------------------------------------------------------------------------------------

    def _army(self) -> None:
        catalogue = self._catalogue()
        entry = next(iter(self.library.force_entries(catalogue.id)), None)
        force = Force(entry or ForceEntry(id="army", name="Army"), catalogue.id, FORCE_ID)
        force.parent = self.roster
        self.roster.forces.append(force)
        self.register(force)
        roots = self.library.root_options(catalogue.id)
        self._choose(force, roots, BATTLE_SIZE, "battle_size", "battle size")
        self._choose(force, roots, DETACHMENT, "detachment", "detachment")
        units = NameIndex(
            ((option.target.id, option.name, option) for option in roots if option.type == "unit"), self.library
        )
        for index, unit in enumerate(self.facts.get("units") or ()):
            self._unit(force, units, unit, index)

    def _catalogue(self) -> Catalogue:
        """The catalogue of the faction named, else the first."""
        known = [item for item in self.library.catalogues.values() if not item.library] or [self.library.game_system]
        word = self.facts.get("faction")
        if word is None:
            return known[0]
        names = NameIndex(
            ((item.id, name, item) for item in known for name in (item.name, *item.names.values())), self.library
        )
        found = names.find(str(word))
        if found is None:
            self.unknown("faction", str(word), self.source.place(self.facts, "faction"), names.words())
        return found or known[0]

    def _choose(self, force: Force, roots: Iterable[Option], root_id: str, key: str, what: str) -> None:
        """The choices under a root entry such as the detachment; left out, the default of the data is taken."""
        root = next((option for option in roots if option.target.id == root_id), None)
        if root is None:
            return
        names = NameIndex(((option.target.id, option.name, option) for option in root.entries), self.library)
        value = self.facts.get(key)
        words = value if isinstance(value, list) else [value] if value is not None else self._defaults(root)
        chosen = []
        for index, word in enumerate(words):
            place = self.source.place(value, index) if isinstance(value, list) else self.source.place(self.facts, key)
            option = names.find(str(word)) or self._foreign(root_id, str(word))
            if option is None:
                self.unknown(what, str(word), place, names.words())
            else:
                chosen.append((option, place))
        if not chosen:
            return
        holder = self.put(force, root, f"@{root_id}", chosen[0][1])
        for index, (option, place) in enumerate(chosen):
            self.put(holder, option, f"@{root_id}/{option.target.id}" + (f"#{index}" if index else ""), place)
            if root_id == DETACHMENT:
                self.detachments.append(option.target.id)

    @staticmethod
    def _defaults(root: Option) -> list[str]:
        return [group.default_id for group in root.groups if group.default_id]

    def _unit(self, force: Force, units: NameIndex[Option], entry: dict[str, Any], index: int) -> None:
        self.check_keys(entry, dict.fromkeys(shape.UNIT_KEYS))
        word = str(entry["datasheet"])
        option = units.find(word) or self._elsewhere(word)
        place = self.source.place(entry, "datasheet")
        if option is None:
            self.skipped.add(str(entry.get("id") or word))
            self.unknown("datasheet", word, place, units.words(), str(entry.get("id") or ""))
            return
        unit_id = self._unit_id(entry, option.target.id)
        unit = UnitBinder(self, entry, option, unit_id).bind()
        unit.parent = force
        force.selections.append(unit)
        for node in unit.walk():
            self.register(node)
        self.entries[id(entry)] = unit_id
        self.places[f"units.{unit_id}"] = self.source.place(self.facts["units"], index)

    def _elsewhere(self, word: str) -> Option | None:
        """A datasheet of another faction of the system: the army cannot have it, and the rules shall say so."""
        return self._of_others("unit", word, lambda roots: (option for option in roots if option.type == "unit"))

    def _foreign(self, root_id: str, word: str) -> Option | None:
        """A detachment of another faction of the system: as above."""
        if root_id != DETACHMENT:
            return None
        return self._of_others(
            root_id, word, lambda roots: (o for root in roots if root.target.id == root_id for o in root.entries)
        )

    def _of_others(self, kind: str, word: str, within: Callable[[Iterable[Option]], Iterable[Option]]) -> Option | None:
        """What all factions of the system have by that name, where the library can bring them in."""
        if not self.library.widen():
            return None
        if kind not in self._others:
            roots = (within(self.library.root_options(catalogue)) for catalogue in list(self.library.catalogues))
            self._others[kind] = [
                NameIndex(((option.target.id, option.name, option) for option in options), self.library)
                for options in roots
            ]
        return next((found for names in self._others[kind] if (found := names.find(word)) is not None), None)

    def _unit_id(self, entry: dict[str, Any], datasheet: str) -> str:
        """The unit's own id, else that of its datasheet, numbered from the second on."""
        stated = entry.get("id")
        if stated is not None:
            if str(stated) not in self.roster.nodes:
                return str(stated)
            message = Text("the id {name} stands for two units", {"name": stated})
            self.problem(message, self.source.place(entry, "id"), rule="duplicate-id", unit=str(stated))
        return self.free_id(datasheet)

    def free_id(self, base: str) -> str:
        """An id that neither a node nor a unit of the file has."""
        nodes, stated = self.roster.nodes, self._stated_ids
        number = self._numbers.get(base, 1)  # ids are never given back, so the search goes on where it ended
        while (name := f"{base}-{number}" if number > 1 else base) in nodes or name in stated:
            number += 1
        self._numbers[base] = number
        return name

    @property
    def _stated_ids(self) -> set[str]:
        known = getattr(self, "_stated", None)
        if known is None:
            known = self._stated = {
                str(unit["id"]) for unit in self.facts.get("units") or () if unit.get("id") is not None
            }
        return known

    # --- shared -----------------------------------------------------------------------------------------------------------

    def put(self, parent: Selection | Force, option: Option, node_id: str, place: Place) -> Selection:
        """A selection without children under a parent."""
        selection = Selection(option, 1, node_id)
        selection.place, selection.parent = place, parent
        parent.selections.append(selection)
        self.register(selection)
        return selection

    def register(self, node: Selection | Force) -> None:
        self.roster.nodes[node.id] = node

    def _limits(self) -> None:
        limits = self.facts.get("limits") or {}
        types = NameIndex(((item.id, item.name, item.id) for item in self.library.cost_types.values()), self.library)
        for word, value in limits.items():
            found = types.find(word)
            if found is None:
                self.unknown("kind of cost", word, self.source.key_place(limits, word), types.words())
            else:
                self.roster.cost_limits[found] = value

    def check_keys(self, container: dict[str, Any], known: Iterable[str]) -> None:
        """Keys that are not ours may be anybody's; one that is nearly ours is a slip of the pen."""
        names = list(known)
        for key in container:
            if key in names or key.startswith("x-"):
                continue
            place = self.source.key_place(container, key)
            if nearest(key, names, SLIP):
                self.problem(Text("unknown key {key}", {"key": key}), place, suggestion(key, names), rule="unknown-key")
            else:
                hint = Text("allowed: {names}", {"names": listing(names)})
                self.problem(Text("unknown key {key}", {"key": key}), place, hint, rule="unknown-key", severity=WARNING)

    def unknown(self, what: str, word: str, place: Place, known: Iterable[str], unit: str = "") -> None:
        """Notes a name that the data do not know, with the nearest one that they do."""
        message = Text("unknown {what}: {name}", {"what": Text(what), "name": word})
        hint = suggestion(word, known) if len(self.problems) < MOST_GUESSES else ""
        self.problem(message, place, hint, unit=unit)

    def problem(
        self,
        message: Text,
        place: Place,
        hint: Text | str = "",
        *,
        rule: str = "unknown-name",
        unit: str = "",
        severity: str = "unjudged",
    ) -> None:
        self.problems.append(Problem(message, *place, hint, rule, severity, unit))
