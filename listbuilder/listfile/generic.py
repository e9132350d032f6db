"""Binds lists over community data: forces with nested selections, each named by its entry.

An entry is named by its name, by a path of group names and its name (`Wargear / Bolt rifle`) where the name is ambiguous, or
by an id. Such lists are complete: what they do not state is not selected.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, ForceEntry
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.listfile import shape
from listbuilder.listfile.context import BindingContext, label, put
from listbuilder.listfile.foreign import not_offered
from listbuilder.listfile.names import NameIndex
from listbuilder.naming import fold
from listbuilder.roster.tree import Force, Roster, Selection

SEPARATOR = " / "


class Choices:
    """The choices at one place of the tree by id, name and path, and an unambiguous word for each. The names of links to a
    choice, which older lists may use, are understood where nothing else has them."""

    def __init__(self, options: Iterable[Option]) -> None:
        self.options = list(options)
        self._ids: dict[str, list[Option]] = {}
        self._names: dict[str, list[Option]] = {}
        self._links: dict[str, list[Option]] = {}
        for option in self.options:
            for name in option.ids:
                self._ids.setdefault(name, []).append(option)
            for path in paths_of(option):
                self._names.setdefault(fold(path), []).append(option)
            for name in {fold(part.name) for part in option.parts[:-1] if part.name}:
                self._links.setdefault(name, []).append(option)

    def find(self, word: str) -> list[Option]:
        """What a word may mean: nothing, one option, or several."""
        exact = [option for option in self.options if option.id == word]
        if exact:
            return exact[:1]
        named = self._names.get(fold(word), [])
        return named or self._ids.get(word, []) or self._links.get(fold(word), [])

    def word_for(self, option: Option) -> str:
        """The shortest name that means this option alone; its id when no name does."""
        for path in paths_of(option):
            if path and self.find(path) == [option]:
                return path
        return option.id


def paths_of(option: Option) -> list[str]:
    """The names of an option: its own, then with the names of the groups around it, one more at a time."""
    found = [option.name]
    for group in option.group_chain:
        found.append(f"{group.name}{SEPARATOR}{found[-1]}")
    return found


def choices_below(option: Option) -> Choices:
    """The choices below an option; computed once."""
    found: Choices | None = vars(option).get("_choices")
    if found is None:
        found = vars(option)["_choices"] = Choices(option.entries)
    return found


def root_choices(library: Library, catalogue_id: str) -> Choices:
    """The choices of a force of a catalogue; computed once."""
    return library.kept_of(_root_choices, catalogue_id)


def _root_choices(library: Library, catalogue_id: str) -> Choices:
    return Choices(library.root_options(catalogue_id))


class GenericBinder:
    """Binds `forces` of a roster file."""

    def __init__(self, context: BindingContext) -> None:
        self.context = context
        self.library = context.library
        self._known: dict[str, Catalogue | None] = {}  # that forces are of, by the words for them

    def bind(self) -> None:
        for entry in self.context.facts["forces"]:
            self._force(entry, self.context.roster)

    def _force(self, entry: dict[str, Any], parent: Roster | Force) -> None:
        context = self.context
        context.check_keys(entry, [key for key in shape.FORCE if key not in shape.OF_UNITS])
        catalogue = self._catalogue(entry, parent)
        if catalogue is None:
            return
        library = self.library
        known = (
            library.forces.below(parent.entry) if isinstance(parent, Force) else library.forces.at_root(catalogue.id)
        )
        found = self._force_entry(entry, known)
        if found is None:
            return
        force = Force(found, catalogue.id, self._id(entry, f"@{found.id}"))
        force.place = context.source.key_place(entry, "force")
        label(force, entry)
        force.parent = parent
        parent.forces.append(force)
        context.register(force)
        choices = root_choices(library, catalogue.id)
        for index, item in enumerate(entry.get("selections") or ()):
            self._selection(entry["selections"], index, item, choices, force)
        for item in entry.get("forces") or ():
            self._force(item, force)

    def _catalogue(self, entry: dict[str, Any], parent: Roster | Force) -> Catalogue | None:
        word = entry.get("catalogue")
        if word is None:
            word = parent.catalogue_id if isinstance(parent, Force) else self.context.facts.get("faction")
        if word is None:
            found = next((item for item in self.library.catalogues.values() if not item.library), None)
        elif str(word) in self._known:
            found = self._known[str(word)]
        else:
            found = self._known[str(word)] = self._names().find(str(word)) or self.library.include(str(word))
        if found is None:
            container = entry if "catalogue" in entry else self.context.facts
            key = "catalogue" if "catalogue" in entry else "faction"
            self.context.unknown("catalogue", str(word), self.context.source.place(container, key), self._names().words)
        return found

    def _names(self) -> NameIndex[Catalogue]:
        known = self.library.catalogues.values()
        return NameIndex(((item.id, item.name, item) for item in known), self.library)

    def _force_entry(self, entry: dict[str, Any], known: Iterable[ForceEntry]) -> ForceEntry | None:
        names = NameIndex(((item.id, item.name, item) for item in known), self.library)
        found = names.find(str(entry["force"]))
        if found is None:
            place = self.context.source.place(entry, "force")
            self.context.unknown("force", str(entry["force"]), place, names.words)
        return found

    def _selection(
        self, container: list[Any], index: int, entry: Any, choices: Choices, parent: Selection | Force
    ) -> None:
        record: dict[str, Any] = entry if isinstance(entry, dict) else {"entry": entry}
        source = self.context.source
        self.context.check_keys(record, shape.SELECTION)
        place = source.place(entry, "entry") if isinstance(entry, dict) else source.place(container, index)
        word = str(record["entry"])
        found = choices.find(word)
        if len(found) != 1:
            foreign = (
                not_offered(self.library, parent.catalogue_id, word)
                if isinstance(parent, Force) and not found
                else None
            )
            if foreign is not None:
                self.context.problem(foreign, place, rule="not-offered", severity="error")
            else:
                self._unclear(word, found, choices, place, parent)
            return
        option = found[0]
        base = fold(option.name).replace(" ", "-").replace("/", "-") or option.target.id
        default = f"{parent.id}/{base}" if isinstance(parent, Selection) else base
        selection = put(parent, option, record.get("amount") or 1, self._id(record, default), place)
        label(selection, record)
        self.context.register(selection)
        inner = record.get("selections") or ()
        if inner:
            below = choices_below(option)
            for number, item in enumerate(inner):
                self._selection(inner, number, item, below, selection)

    def _unclear(
        self, word: str, found: list[Option], choices: Choices, place: Place, parent: Selection | Force
    ) -> None:
        unit = parent.root.id if isinstance(parent, Selection) else ""
        if not found:
            known = [path for option in choices.options for path in paths_of(option)]
            self.context.unknown("entry", word, place, known, unit)
            return
        names = tuple(choices.word_for(option) for option in found[:6])
        message = Text("{name} is ambiguous", {"name": word})
        hint = Text("write one of: {names}", {"names": names})
        self.context.problem(message, place, hint, unit=unit)

    def _id(self, record: dict[str, Any], default: str) -> str:
        stated = record.get("id")
        if stated is not None and str(stated) not in self.context.roster.nodes:
            return str(stated)
        return self.context.free_id(default)
