"""Binds the names in a list file to the choices of a library: the file becomes a selection tree.

What the data do not know becomes a problem (`unknown-name`) at its place. Everything else is bound, even where it is not
allowed, so that the engine and the rules can report it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder import budget
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, ForceEntry
from listbuilder.catalogue.purpose import ARMIES, EntryPurpose
from listbuilder.catalogue.terms import Terms
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.listfile import offered, records, shape
from listbuilder.listfile.context import BindingContext, label
from listbuilder.listfile.declared import bind_declarations
from listbuilder.listfile.names import NameIndex
from listbuilder.listfile.offered import names_of
from listbuilder.listfile.repeated import Repeated
from listbuilder.naming import suggestion
from listbuilder.roster.tree import Force, Roster
from listbuilder.strictyaml import Source

ARMY_ID = "@army"  # of nodes that no line of the file names; ids in files have no @


class Binder:
    """Binds one file; see `BindingContext` for what it collects."""

    def __init__(
        self, source: Source, library: Library, terms: Terms | None = None, roster: Roster | None = None
    ) -> None:
        """``roster``: one whose army is bound already."""
        self.context = BindingContext(source, library, roster, terms)
        self.source = source
        self.library = library
        self._detachments: list[NameIndex[Option]] | None = None  # those of the other factions of the system

    def bind(self) -> Roster:
        """The roster that the file states. Raises `TooLarge` where it exceeds the list's budget."""
        context = self.context
        facts, roster = context.facts, context.roster
        stated = self.source.place(facts, "units" if "units" in facts else "forces")
        budget.allow("forces", sum(1 for _ in records.forces_in(facts)), stated)
        budget.allow("units", sum(map(len, records.unit_lists(facts))), stated)
        is_tree = self._is_tree()
        self._keys(is_tree=is_tree)
        if is_tree:
            from listbuilder.listfile.generic import GenericBinder  # what lists over native data need not import

            GenericBinder(context).bind()
        else:
            self._army()
        self._rest()
        return roster

    def bind_around(self) -> None:
        """What the file states besides its army, for a roster that has its units by their ids."""
        self._keys(is_tree=True)
        self._rest()

    def _keys(self, *, is_tree: bool) -> None:
        context = self.context
        facts = context.facts
        context.check_keys(facts, [key for key in shape.ROSTER if not (is_tree and key in shape.OF_ARMIES)])
        for key, value in facts.items():
            place = self.source.key_place if isinstance(value, dict | list) else self.source.place
            context.places[key] = place(facts, key)

    def _rest(self) -> None:
        """Limits, notes and declarations."""
        context = self.context
        self._limits()
        context.roster.notes = str(context.facts.get("notes") or "")
        declared = context.facts.get("declarations")
        if declared:
            context.check_keys(declared, shape.DECLARED)
            context.roster.declarations = bind_declarations(context, declared)

    def _is_tree(self) -> bool:
        """Whether the forces hold selections and not units."""
        native = any(one.purpose in ARMIES for one in self.library.game_system.force_entries)
        return "forces" in self.context.facts and not (native and not records.is_tree(self.context.facts))

    # --- native armies ----------------------------------------------------------------------------------------------------

    def _army(self) -> None:
        context = self.context
        catalogue = self._catalogue()
        entry = next(iter(self.library.forces.at_root(catalogue.id)), None)
        force = Force(entry or ForceEntry(id="army", name="Army"), catalogue.id, ARMY_ID)
        force.parent = context.roster
        context.roster.forces.append(force)
        context.register(force)
        roots = self.library.kept_of(_settings, catalogue.id)
        self._choose(force, roots, EntryPurpose.BATTLE_SIZE, "battle_size", "battle size")
        context.detachments = self._choose(force, roots, EntryPurpose.DETACHMENT, "detachment", "detachment")
        self._choices(force, roots)
        self._units(force, context.facts)
        for record in context.facts.get("forces") or ():
            self._force(force, record)

    def _choices(self, force: Force, roots: Iterable[Option]) -> None:
        """Selects what the file states under ``choices``. Each kind of choice has its root, also where nothing is chosen."""
        context, stated = self.context, self.context.facts.get("choices") or {}
        kinds = [option for option in roots if option.purpose is EntryPurpose.CHOICE]
        if not kinds and not stated:
            return
        known = names_of(kinds, self.library)
        keys: dict[str, list[str]] = {
            root.id: [] for root in kinds
        }  # a kind may be named twice, by its id and by its name
        for key in stated:
            kind = known.find(key)
            if kind is None:
                context.unknown("choice", key, self.source.key_place(stated, key), known.words, of_army=True)
            else:
                keys[kind.id].append(key)
        for root in kinds:
            named, root_id = keys[root.id], f"@choice-{root.local_id}"
            place = self.source.key_place(stated, named[0]) if named else self.source.place(context.facts, "choices")
            holder, names = context.put(force, root, root_id, place), self.library.kept_of(_names_below, root)
            words = (found for key in named for found in context.each(stated, key))
            for index, (word, where) in enumerate(words):
                option = names.find(str(word))
                if option is None:
                    context.unknown("choice", str(word), where, names.words, of_army=True)
                else:
                    context.put(holder, option, f"{root_id}/{option.local_id}" + (f"#{index}" if index else ""), where)

    def _units(self, force: Force, holder: dict[str, Any]) -> None:
        units = holder.get("units") or ()
        for index, unit in enumerate(units):
            self._unit(force, unit, self.source.place(units, index))

    # --- forces inside the army -------------------------------------------------------------------------------------------

    def _force(self, parent: Force, record: dict[str, Any]) -> None:
        """A force with its units, wherever it may stand; one of a kind that the game does not have keeps them as well."""
        context, word = self.context, str(record["force"])
        context.check_keys(record, [key for key in shape.FORCE if key not in shape.OF_TREES])
        here = {one.id: one for one in self.library.forces.below(parent.entry)}
        known = {**self.library.kept(_kinds), **here}.values()
        names = NameIndex(((one.local_id, one.name, one) for one in known), self.library)
        entry, place = names.find(word), self.source.place(record, "force")
        if entry is None:
            context.unknown("force", word, place, names.words)
            entry = ForceEntry(id=word, name=word, local_id=word, purpose=EntryPurpose.FORCE)
        force = Force(entry, self._faction_of(record, entry, parent), context.free_id(f"@{entry.local_id}"))
        force.place, force.parent = place, parent
        label(force, record)
        parent.forces.append(force)
        context.register(force)
        self._subfaction(force, record)
        self._units(force, record)
        for inner in record.get("forces") or ():
            self._force(force, inner)

    def _subfaction(self, force: Force, record: dict[str, Any]) -> None:
        """The subfaction that a force names, else the usual one of its faction; none where that has no such."""
        context, roots = self.context, self.library.root_options(force.catalogue_id)
        root = next((option for option in roots if option.purpose is EntryPurpose.SUBFACTION), None)
        word, place = record.get("subfaction"), self.source.place(record, "subfaction")
        names = names_of(root.entries if root is not None else (), self.library)
        usual = _defaults(root) if root is not None else []
        found = names.find(str(word)) if word is not None else next(iter(usual), None)
        if found is None and word is not None:
            context.unknown("subfaction", str(word), place, names.words, of_army=True)
        if root is not None:
            holder = context.put(force, root, f"{force.id}/{root.local_id}", place)
            if found is not None:
                context.put(holder, found, f"{holder.id}/{found.local_id}", place)

    def _faction_of(self, record: dict[str, Any], entry: ForceEntry, parent: Force) -> str:
        """The id of the catalogue of a force: that of its entry or of the faction it names, else that of what holds it."""
        word = entry.catalogue_id or record.get("faction")
        if word is None:
            return parent.catalogue_id
        found = self._named(str(word), self.source.place(record, "faction"))
        return found.id if found is not None else parent.catalogue_id

    def _named(self, word: str, place: Place, unit: str = "") -> Catalogue | None:
        """The faction that a word of the file means."""
        found = offered.faction_named(self.library, word)
        if found is None:
            words = offered.factions(offered.every_faction(self.library), self.library).words
            self.context.unknown("faction", word, place, words, unit)
        return found

    def _catalogue(self) -> Catalogue:
        """The catalogue of the faction named, else the first, as well where that extends a faction: the list may name the wider
        one."""
        known = [item for item in self.library.catalogues.values() if not item.library] or [self.library.game_system]
        facts = self.context.facts
        word = facts.get("faction")
        if word is None or known[0].extends:
            return known[0]
        names = offered.factions(known, self.library)
        found = names.find(str(word))
        if found is None:
            place = self.source.place(facts, "faction")
            self.context.unknown("faction", str(word), place, names.words, of_army=True)
        return found or known[0]

    def _choose(self, force: Force, roots: Iterable[Option], purpose: EntryPurpose, key: str, what: str) -> list[str]:
        """Selects what the file states under a root entry such as the detachment, or else the data's default. Returns the
        local ids of what is chosen."""
        root = next((option for option in roots if option.purpose is purpose), None)
        if root is None:  # the game has none, so nothing else depends on it
            for word, place in self.context.each(self.context.facts, key):
                self.context.unknown(what, str(word), place, ())
            return []
        chosen = self._stated(root, key, what)
        if not chosen:
            return []
        context, root_id = self.context, f"@{root.local_id}"
        holder = context.put(force, root, root_id, chosen[0][1])
        for index, (option, place) in enumerate(chosen):
            context.put(holder, option, f"{root_id}/{option.local_id}" + (f"#{index}" if index else ""), place)
        return [option.local_id for option, _ in chosen]

    def _stated(self, root: Option, key: str, what: str) -> list[tuple[Option, Place]]:
        """The choices under a root entry that the file names, and where."""
        facts = self.context.facts
        if facts.get(key) is None:
            usual = self._size_for_limit(root) or _defaults(root)
            return [(option, self.source.place(facts, key)) for option in usual]
        names = self.library.kept_of(_names_below, root)
        found, unknown = [], None
        for word, place in self.context.each(facts, key):
            option = names.find(str(word)) or self._foreign(root, str(word))
            if option is None:
                self.context.unknown(what, str(word), place, names.words, of_army=True)
                unknown = unknown or place
            else:
                found.append((option, place))
        if unknown is not None:  # whatever is lacking is lacking here
            self.context.places[key] = unknown
        return found

    def _unit(self, force: Force, entry: dict[str, Any], where: Place) -> None:
        context = self.context
        context.check_keys(entry, shape.UNIT)
        word = str(entry["datasheet"])
        option = self._datasheet(force, entry, word)
        place = self.source.place(entry, "datasheet")
        if option is None:
            context.skipped.add(str(entry.get("id") or word))
            return
        unit_id = self._unit_id(entry, option.local_id)
        nodes = self.library.kept(Repeated).bound(context, entry, option, unit_id)
        nodes[0].parent = force
        force.selections.append(nodes[0])
        budget.allow("unit_selections", len(nodes), place, unit_id)
        context.roster.nodes.update([(node.id, node) for node in nodes])
        context.entries[id(entry)] = unit_id
        context.places[f"units.{unit_id}"] = where

    def _datasheet(self, force: Force, entry: dict[str, Any], word: str) -> Option | None:
        """The datasheet of a unit; of the faction that it names, where it names one that there is."""
        context, library, unit = self.context, self.library, str(entry.get("id") or "")
        stated, place = entry.get("faction"), self.source.place(entry, "datasheet")
        named = self._named(str(stated), self.source.place(entry, "faction"), unit) if stated is not None else None
        if named is None:
            option = offered.datasheet(library, force, word)
            known = library.kept_of(offered.datasheets, force.catalogue_id)
            if option is None:
                context.unknown("datasheet", word, place, known.words, unit)
            return option
        known = library.kept_of(offered.datasheets, named.id)
        option = library.kept_of(offered.datasheets, offered.narrowest(library, named).id).find(word) or known.find(
            word
        )
        if option is None:
            message = Text("{faction}: no datasheet {name}", {"faction": named.name, "name": word})
            context.problem(message, place, suggestion(word, known.words), unit=unit)
        return option

    def _foreign(self, root: Option, word: str) -> Option | None:
        """A detachment of another faction of the system, where the library can read the other factions."""
        purpose = root.purpose
        if purpose is not EntryPurpose.DETACHMENT:
            return None
        if self._detachments is None:
            roots = (self.library.root_options(catalogue.id) for catalogue in self.library.other_factions())
            held = ((o for one in options if one.purpose is purpose for o in one.entries) for options in roots)
            self._detachments = [names_of(options, self.library) for options in held]
        return next((found for names in self._detachments if (found := names.find(word)) is not None), None)

    def _unit_id(self, entry: dict[str, Any], datasheet: str) -> str:
        """The unit's own id, else that of its datasheet, numbered from the second on."""
        stated = entry.get("id")
        if stated is not None:
            if str(stated) not in self.context.roster.nodes:
                return str(stated)
            message = Text("duplicate unit id: {name}", {"name": stated})
            self.context.problem(message, self.source.place(entry, "id"), rule="duplicate-id", unit=str(stated))
        return self.context.free_id(datasheet)

    def _size_for_limit(self, root: Option) -> list[Option]:
        """The size of game that the points limit of the file means: the smallest that has so many points, else the largest. None
        where the file limits no points."""
        if root.purpose is not EntryPurpose.BATTLE_SIZE:
            return []
        points = next(iter(self.library.cost_types), None)  # other currencies follow
        limit = next((value for _, found, value in self._stated_limits() if found == points), None)
        sizes = [(one.facts.size, one) for one in root.entries if one.facts is not None and one.facts.size is not None]
        sizes.sort(key=lambda pair: pair[0])
        if limit is None:
            return []
        return [one for size, one in sizes if size >= limit][:1] or [one for _, one in sizes[-1:]]

    # --- limits -----------------------------------------------------------------------------------------------------------

    def _limits(self) -> None:
        limits = self.context.facts.get("limits") or {}
        for word, found, value in self._stated_limits():
            if found is None:
                known = self._cost_types().words
                self.context.unknown("kind of cost", word, self.source.key_place(limits, word), known)
            else:
                self.context.roster.cost_limits[found] = value

    def _stated_limits(self) -> Iterator[tuple[str, str | None, Any]]:
        """Each limit of the file: its word, the cost type that it means, None where the data know none, and the number."""
        types = self._cost_types()
        for word, value in (self.context.facts.get("limits") or {}).items():
            yield word, types.find(word), value

    def _cost_types(self) -> NameIndex[str]:
        return self.library.kept(_cost_types)


def _cost_types(library: Library) -> NameIndex[str]:
    return NameIndex(((item.id, item.name, item.id) for item in library.cost_types.values()), library)


def _kinds(library: Library) -> dict[str, ForceEntry]:
    """Every kind of force that may stand inside an army, by its id."""
    found: dict[str, ForceEntry] = {}
    waiting = list(library.game_system.force_entries)
    while waiting:
        below = library.forces.below(waiting.pop())
        waiting.extend(below)
        found.update((one.id, one) for one in below)
    return found


def _settings(library: Library, catalogue_id: str) -> tuple[Option, ...]:
    """The root entries of a catalogue that stand for something else than units."""
    return tuple(option for option in library.root_options(catalogue_id) if option.purpose is not None)


def _names_below(library: Library, root: Option) -> NameIndex[Option]:
    """The choices directly under a root."""
    return names_of(root.entries, library)


def _defaults(root: Option) -> list[Option]:
    return [option for group in root.groups for option in group.entries if option.target.id == group.default_id]
