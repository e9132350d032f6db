"""One game system of a data set: its file and its catalogues, loaded as they are needed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from listbuilder.catalogue.model import Catalogue, EntryLink
from listbuilder.errors import TOO_LARGE, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.sources.bsdata.header import Header
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store.index import IndexedFile

MOST_LINKED = (
    400  # catalogues that one links to, with those that these link to: real data have 40, and sets of 133 in all
)
UNITS = ("unit", "model", "unit-group")  # types of entries that are units at the root of a force


class Part(NamedTuple):
    """A file that is a game system or a catalogue."""

    item: IndexedFile
    header: Header


class GameFiles:
    """The game system of one id and the catalogues that belong to it."""

    def __init__(
        self, place: Path, system: Part, members: list[Part], load: Callable[[IndexedFile], Catalogue]
    ) -> None:
        """``place`` is for messages; of ``members`` with the same id the first counts."""
        self.place = place
        self.header = system.header
        self.parts: dict[str, Part] = {system.header.id: system}
        for part in members:
            self.parts.setdefault(part.header.id, part)
        self._system = system
        self._load = load

    def __repr__(self) -> str:
        return f"<GameFiles {self.header.name!r} {self.place}>"

    def game_system(self) -> Catalogue:
        """The game system; `SourceError` when it cannot be read."""
        return self._load(self._system.item)

    def opens(self) -> bool:
        """Whether the game system can be read."""
        try:
            self.game_system()
        except SourceError:
            return False
        return True

    def catalogues(self) -> list[Header]:
        """The heads of its catalogues by name, without the game system."""
        found = [part.header for part in self.parts.values() if not part.header.is_game_system]
        return sorted(found, key=lambda header: (header.name.casefold(), header.id))

    def catalogue(self, catalogue_id: str) -> Catalogue:
        """One catalogue; `SourceError` when it is not there or cannot be read."""
        part = self.parts.get(catalogue_id)
        if part is None:
            message = Text("there is no catalogue {id} in {name}", {"id": catalogue_id, "name": self.header.name})
            raise SourceError(message, str(self.place))
        return self._load(part.item)

    def all(self) -> list[Catalogue]:
        """The game system and every catalogue that opens; the others are listed in the set's ``problems``."""
        loaded = []
        for part in self.parts.values():
            with contextlib.suppress(SourceError):
                loaded.append(self._load(part.item))
        return loaded

    def offers(self) -> dict[str, tuple[str, ...]]:
        """Folded name or id of a unit -> the names of the catalogues that offer it; those of libraries only if no other does."""
        files = [file for file in self.all() if not file.is_game_system]
        units = {e.id: e for file in files for e in (*file.entries, *file.shared_entries) if e.type in UNITS}
        found: dict[str, dict[str, bool]] = {}
        for file in files:
            for record in (*file.entries, *file.links):
                unit = units.get(record.target_id if isinstance(record, EntryLink) else record.id)
                for word in {unit.name or record.name, record.id, unit.id} if unit is not None else ():
                    found.setdefault(fold(word), {})[file.name] = file.library
        return {word: tuple(name for name in names if not names[name]) or tuple(names) for word, names in found.items()}

    def units(self) -> dict[str, tuple[str, ...]]:
        """The units of its catalogues by name -> ids of the catalogues that have them or link to one that has."""
        files = [file for file in self.all() if not file.is_game_system]
        entries = {entry.id: entry for file in files for entry in (*file.entries, *file.shared_entries)}
        own: dict[str, set[str]] = {}
        for file in files:
            roots = ((record, entries.get(record.target_id)) for record in file.links)
            named = [(record.name or unit.name, unit) for record, unit in roots if unit is not None]
            named += [(entry.name, entry) for entry in file.entries]
            own[file.id] = {name for name, unit in named if unit.type in UNITS}
        found: dict[str, list[str]] = {}
        for header in self.catalogues():
            for name in sorted(set().union(*(own.get(other, ()) for other in self.linked(header.id)))):
                found.setdefault(name, []).append(header.id)
        return {name: tuple(ids) for name, ids in found.items()}

    def linked(self, catalogue_id: str) -> list[str]:
        """The id, and those of the catalogues that it links to, transitively."""
        found, waiting = {catalogue_id: None}, [catalogue_id]
        for known in waiting:  # grows during the loop
            part = self.parts.get(known)
            new = dict.fromkeys(target for target, _ in (part.header.links if part else ()) if target not in found)
            found |= new
            waiting += new
            if len(found) > MOST_LINKED:
                break
        return list(found)

    def with_links(self, catalogue_id: str) -> list[Catalogue]:
        """What an army of this catalogue needs: the game system, the catalogue and those it links to, transitively.

        Linked catalogues that are missing or broken are skipped and listed in the set's ``problems``; the first two must exist.
        Raises `SourceError` where there are more than any data need.
        """
        loaded = [self.game_system(), self.catalogue(catalogue_id)]
        seen = {catalogue.id for catalogue in loaded}
        for catalogue in loaded:  # grows during the loop
            for link in catalogue.catalogue_links:
                if link.target_id not in seen:
                    seen.add(link.target_id)
                    if len(seen) > MOST_LINKED:
                        raise SourceError(_overlinked(self.catalogue(catalogue_id).name), str(self.place))
                    try:
                        loaded.append(self.catalogue(link.target_id))
                    except SourceError:
                        continue
        return loaded

    def overlinked(self) -> list[Problem]:
        """The catalogues that link to more others than any data need: no army of theirs is read."""
        heads = self.catalogues()
        return [
            Problem(_overlinked(head.name), str(self.place), rule=TOO_LARGE)
            for head in heads
            if len(heads) > MOST_LINKED and len(self.linked(head.id)) > MOST_LINKED
        ]

    def lacking(self, among: Collection[str] | None = None) -> dict[str, tuple[str, int]]:
        """The ids of the catalogues that others link to and that are not there: their names, and how many link to each.
        ``among``: the ids of these others; all by default."""
        found: dict[str, tuple[str, int]] = {}
        for part in (part for name, part in self.parts.items() if among is None or name in among):
            for target, name in part.header.links:
                if target not in self.parts:
                    known, number = found.get(target, (name, 0))
                    found[target] = known, number + 1
        return found

    def missing(self) -> list[Problem]:
        """The catalogues that others link to and that are not there, each once."""
        return [
            Problem(
                Text(
                    "catalogue {name} ({id}) is missing; {count} others link to it",
                    {"name": name, "id": target, "count": number},
                ),
                str(self.place),
                rule="missing-catalogue",
            )
            for target, (name, number) in self.lacking().items()
        ]


def _overlinked(name: str) -> Text:
    return Text("{name} links to more than {limit} catalogues", {"name": name, "limit": MOST_LINKED})
