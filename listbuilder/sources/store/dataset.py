"""A data set: the files of one game system, loaded as they are needed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.sources.bsdata.header import Header
from listbuilder.sources.bsdata.reader import read_bytes
from listbuilder.sources.bsdata.texts import BSDataTextReader
from listbuilder.sources.cache import Cache, digest
from listbuilder.sources.dataset import Loaded, Offer
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store.files import files_at, modified
from listbuilder.sources.store.index import IndexedFile, index, problem_of


class FileSet:
    """A folder, a git clone or a .zip of BSData files."""

    def __init__(
        self,
        path: Path | str,
        name: str = "",
        *,
        revision: str = "",
        date: str = "",
        cache: Cache | None = None,
        rules: Callable[[str], System | None] | None = None,
    ) -> None:
        """``rules`` finds the rules that apply to a game system, by its id."""
        self.path = Path(path)
        self.files = files_at(self.path)
        self.name = name or self.path.stem
        self.cache = cache or Cache()
        self._revision = revision
        self._date = date
        self._rules = rules
        self._loaded: dict[str, Catalogue] = {}
        self._failed: dict[str, SourceError] = {}

    def __repr__(self) -> str:
        return f"<FileSet {self.name!r} {self.path}>"

    @cached_property
    def indexed(self) -> tuple[IndexedFile, ...]:
        """What each file is."""
        return index(self.files, self.cache).files

    @property
    def revision(self) -> str:
        return self._revision or self._system.header.revision

    @cached_property
    def date(self) -> str:
        return self._date or max((modified(item.file) for item in self.indexed), default="")

    @cached_property
    def sha256(self) -> str:
        # Names without folders, so that a folder and the .zip that a git host makes of it are the same set.
        return digest(
            *sorted(f"{PurePosixPath(item.file.name).name}:{item.sha256}" for item in self.indexed if item.header)
        )

    @property
    def game_system_id(self) -> str:
        """The id that catalogues and saved rosters name the game system by."""
        return self._system.header.id

    def game_system(self) -> Catalogue:
        """The game system; `SourceError` when there is none."""
        return self._load(self._system)

    def catalogues(self) -> list[Header]:
        """The heads of its catalogues by name, without the game system."""
        found = [part.header for part in self._parts.values() if not part.header.is_game_system]
        return sorted(found, key=lambda header: (header.name.casefold(), header.id))

    def catalogue(self, catalogue_id: str) -> Catalogue:
        """One catalogue; `SourceError` when it is not there or cannot be read."""
        part = self._parts.get(catalogue_id)
        if part is None:
            message = Text("there is no catalogue {id} in {name}", {"id": catalogue_id, "name": self.name})
            raise SourceError(message, str(self.path))
        return self._load(part)

    def systems(self) -> list[Offer]:
        return [Offer(self.name, {"en": self._system.header.name}, self.date)]

    def has_system(self, word: str) -> bool:
        return fold(word) == fold(self.name)

    def factions(self, system: str = "") -> list[Offer]:
        """Its catalogues without libraries. The system may have any name: the set has one."""
        return [Offer(info.id, {"en": info.name}) for info in self.catalogues() if not info.library]

    def load(self, system: str, faction: str) -> Loaded:
        offers = self.factions()
        faction_id = _match(faction, offers)
        if faction_id is None:
            message = Text("unknown faction: {name}", {"name": faction}) if faction else Text("no faction is named")
            raise InputError(message, hint=suggestion(faction, [offer.names["en"] for offer in offers]))
        game_system, catalogue, *linked = with_links(self, faction_id)
        library = Library(game_system, [catalogue, *linked])
        library.text_reader = BSDataTextReader(library)
        rules = self._rules_of(game_system)
        library.glossary = rules.glossary
        pin = DataPin(self.name, self.date, str(self.revision), self.sha256)
        stated = {"set": pin.set, "date": pin.date, "revision": pin.revision, "sha256": pin.sha256}
        return Loaded(
            system=rules,
            faction=catalogue,
            library=library,
            pin=pin,
            form="forces",
            faction_word=catalogue.name,  # ids of community data say nothing to a reader
            stated={key: value for key, value in stated.items() if value or key != "date"},
        )

    def _rules_of(self, game_system: Catalogue) -> System:
        """The rules that apply; bare ones when there are none."""
        found = self._rules(game_system.id) if self._rules else None
        return found or System(id=self.name, name={"en": game_system.name or self.name})

    @property
    def problems(self) -> list[Problem]:
        broken = (
            Problem(error.text, error.path, error.line, error.column, rule="broken-file")
            for error in self._failed.values()
        )
        return [*self._index_problems, *broken]

    # --- the files ---------------------------------------------------------------------------------------------------

    @cached_property
    def _candidates(self) -> list[_Part]:
        return [_Part(item, item.header) for item in self.indexed if item.header]

    @cached_property
    def _system(self) -> _Part:
        """The game system; if there are several, the one that most catalogues belong to."""
        systems = [part for part in self._candidates if part.header.is_game_system]
        if not systems:
            raise SourceError(Text("there is no game system (.gst) among the files"), str(self.path))
        members = Counter(part.header.game_system_id for part in self._candidates)
        return max(systems, key=lambda part: members[part.header.id])

    @cached_property
    def _parts(self) -> dict[str, _Part]:
        """The game system and its catalogues by id; of files with the same id, the first counts."""
        system = self._system
        parts = {system.header.id: system}
        for part in self._candidates:
            if not part.header.is_game_system and part.header.game_system_id in (system.header.id, ""):
                parts.setdefault(part.header.id, part)
        return parts

    def _load(self, part: _Part) -> Catalogue:
        name = part.item.file.name
        if name in self._failed:
            known = self._failed[name]
            raise SourceError(known.text, known.path, known.line, known.column)
        if name not in self._loaded:
            try:
                self._loaded[name] = self._compiled(part.item)
            except SourceError as error:
                self._failed[name] = error
                raise
        return self._loaded[name]

    def _compiled(self, item: IndexedFile) -> Catalogue:
        found = self.cache.get(f"catalogue/{item.sha256}", item.sha256, Catalogue)
        if found is None:
            place = str(self.path / item.file.name)
            try:
                data = self.files.read(item.file.name)
            except (OSError, KeyError):
                raise SourceError(Text("cannot be read"), place) from None
            found = read_bytes(data, place)
            sha256 = hashlib.sha256(data).hexdigest()  # the file may have changed since it was indexed
            self.cache.put(f"catalogue/{sha256}", sha256, found)
        return found

    # --- findings ----------------------------------------------------------------------------------------------------

    @cached_property
    def _index_problems(self) -> list[Problem]:
        problems = [problem_of(item, self.files) for item in self.indexed if not item.header and not _is_foreign(item)]
        try:
            parts = self._parts
        except SourceError as error:
            return [*problems, Problem(error.text, error.path, rule="missing-game-system")]
        return problems + self._left_out(parts) + self._missing(parts)

    def _left_out(self, parts: dict[str, _Part]) -> list[Problem]:
        problems = []
        for part in self._candidates:
            twin = parts.get(part.header.id)
            if twin is part:
                continue
            if twin is not None:
                message = Text("has the same id as {other}; ignored", {"other": twin.item.file.name})
                problems.append(Problem(message, self._place(part), rule="repeated-id"))
            else:
                message = Text("belongs to another game system; ignored")
                problems.append(Problem(message, self._place(part), rule="other-system"))
        return problems

    def _missing(self, parts: dict[str, _Part]) -> list[Problem]:
        wanted: dict[str, str] = {}
        linking: dict[str, list[str]] = {}
        for part in parts.values():
            for target, name in part.header.links:
                if target not in parts:
                    wanted.setdefault(target, name)
                    linking.setdefault(target, []).append(part.header.name)
        return [
            Problem(
                Text(
                    "catalogue {name} ({id}) is missing; {count} others link to it",
                    {"name": name, "id": target, "count": len(linking[target])},
                ),
                str(self.path),
                rule="missing-catalogue",
            )
            for target, name in wanted.items()
        ]

    def _place(self, part: _Part) -> str:
        return str(self.path / part.item.file.name)


class _Part(NamedTuple):
    """A file that is a game system or a catalogue."""

    item: IndexedFile
    header: Header


def _is_foreign(item: IndexedFile) -> bool:
    """Whether it is a .json file of another kind, such as a tool's settings: no problem of the set."""
    return not item.is_data and item.file.name.lower().endswith(".json")


def _match(word: str, offers: list[Offer]) -> str | None:
    """The id of what the word names: an id, a whole name, or the last part of one name only ("… - Space Marines")."""
    wanted = fold(word)
    names = [(offer.id, offer.names["en"]) for offer in offers]
    exact = next((key for key, name in names if word == key or wanted == fold(name)), None)
    if exact is not None:
        return exact
    parts = [key for key, name in names if any(fold(part) == wanted for part in name.split(" - "))]
    return parts[0] if len(parts) == 1 else None


def with_links(data: FileSet, catalogue_id: str) -> list[Catalogue]:
    """What an army of this catalogue needs: the game system, the catalogue and those it links to, transitively.

    Linked catalogues that are missing or broken are skipped and listed in the set's ``problems``; the first two must exist.
    """
    loaded = [data.game_system(), data.catalogue(catalogue_id)]
    seen = {catalogue.id for catalogue in loaded}
    for catalogue in loaded:  # grows during the loop
        for link in catalogue.catalogue_links:
            if link.target_id not in seen:
                seen.add(link.target_id)
                try:
                    loaded.append(data.catalogue(link.target_id))
                except SourceError:
                    continue
    return loaded
