"""A data set: the files of one game system, loaded as they are needed."""

from __future__ import annotations

import hashlib
from collections import Counter
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple, Protocol

from listbuilder.catalogue.model import Catalogue
from listbuilder.errors import Problem
from listbuilder.i18n import Text
from listbuilder.sources.bsdata.header import Header
from listbuilder.sources.bsdata.reader import read_bytes
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store.cache import Cache, digest
from listbuilder.sources.store.files import files_at, modified
from listbuilder.sources.store.index import Indexed, index, problem_of


class CatalogueInfo(NamedTuple):
    """A catalogue that may be loaded; ``library``: it is only there for others to link to."""

    id: str
    name: str
    library: bool = False
    revision: str = ""


class DataSet(Protocol):
    """What everything behind the sources knows of a data set, native or BSData."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    @property
    def revision(self) -> str:
        """Its version, as its authors count them."""

    @property
    def date(self) -> str:
        """The day it is of, ISO 8601."""

    @property
    def sha256(self) -> str:
        """The hash of all its files."""

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with it, as far as is known by now, each thing once."""

    def game_system(self) -> Catalogue:
        """The game system; `SourceError` when there is none."""

    def catalogues(self) -> list[CatalogueInfo]:
        """Its catalogues by name, without the game system."""

    def load(self, catalogue_id: str) -> Catalogue:
        """One catalogue; `SourceError` when it is not there or cannot be read."""


class FileSet:
    """A folder, a git clone or a .zip of BSData files."""

    def __init__(
        self, path: Path | str, name: str = "", *, revision: str = "", date: str = "", cache: Cache | None = None
    ) -> None:
        self.path = Path(path)
        self.files = files_at(self.path)
        self.name = name or self.path.stem
        self.cache = cache or Cache()
        self._revision = revision
        self._date = date
        self._loaded: dict[str, Catalogue] = {}
        self._failed: dict[str, Problem] = {}

    def __repr__(self) -> str:
        return f"<FileSet {self.name!r} {self.path}>"

    @cached_property
    def indexed(self) -> tuple[Indexed, ...]:
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
        # Names without folders: a folder and the .zip that a host makes of it are the same set.
        return digest(
            *sorted(f"{PurePosixPath(item.file.name).name}:{item.sha256}" for item in self.indexed if item.header)
        )

    def game_system(self) -> Catalogue:
        return self._load(self._system)

    def catalogues(self) -> list[CatalogueInfo]:
        infos = [
            CatalogueInfo(part.header.id, part.header.name, part.header.library, part.header.revision)
            for part in self._parts.values()
            if not part.header.is_game_system
        ]
        return sorted(infos, key=lambda info: (info.name.casefold(), info.id))

    def load(self, catalogue_id: str) -> Catalogue:
        part = self._parts.get(catalogue_id)
        if part is None:
            message = Text("there is no catalogue {id} in {name}", {"id": catalogue_id, "name": self.name})
            raise SourceError(message, str(self.path))
        return self._load(part)

    @property
    def problems(self) -> list[Problem]:
        return [*self._index_problems, *self._failed.values()]

    # --- the files ---------------------------------------------------------------------------------------------------

    @cached_property
    def _candidates(self) -> list[_Part]:
        return [_Part(item, item.header) for item in self.indexed if item.header]

    @cached_property
    def _system(self) -> _Part:
        """The game system; where there are several, the one that most catalogues belong to."""
        systems = [part for part in self._candidates if part.header.is_game_system]
        if not systems:
            raise SourceError("there is no game system (.gst) among the files", str(self.path))
        members = Counter(part.header.game_system_id for part in self._candidates)
        return max(systems, key=lambda part: members[part.header.id])

    @cached_property
    def _parts(self) -> dict[str, _Part]:
        """The game system and its catalogues by id; of files with one id the first counts."""
        system = self._system
        parts = {system.header.id: system}
        for part in self._candidates:
            if not part.header.is_game_system and part.header.game_system_id in (system.header.id, ""):
                parts.setdefault(part.header.id, part)
        return parts

    def _load(self, part: _Part) -> Catalogue:
        name = part.item.file.name
        if name in self._failed:
            problem = self._failed[name]
            raise SourceError(problem.message, problem.file, problem.line, problem.column)
        if name not in self._loaded:
            try:
                self._loaded[name] = self._compiled(part.item)
            except SourceError as error:
                self._failed[name] = Problem(error.text, error.path, error.line, error.column, rule="broken-file")
                raise
        return self._loaded[name]

    def _compiled(self, item: Indexed) -> Catalogue:
        found = self.cache.get("catalogue", item.sha256, Catalogue)
        if found is None:
            place = str(self.path / item.file.name)
            try:
                data = self.files.read(item.file.name)
            except (OSError, KeyError):
                raise SourceError("cannot be read", place) from None
            found = read_bytes(data, place)
            self.cache.put("catalogue", hashlib.sha256(data).hexdigest(), found)
        return found

    # --- findings ----------------------------------------------------------------------------------------------------

    @cached_property
    def _index_problems(self) -> list[Problem]:
        problems = [problem_of(item, self.files) for item in self.indexed if not item.header and not _foreign(item)]
        try:
            parts = self._parts
        except SourceError as error:
            return [*problems, Problem(error.text, error.path, rule="missing-game-system")]
        return problems + self._left_out(parts) + self._missing(parts)

    def _left_out(self, parts: dict[str, _Part]) -> list[Problem]:
        problems = []
        for part in self._candidates:
            if parts.get(part.header.id) is part:
                continue
            twin = parts.get(part.header.id)
            if twin is not None:
                message = Text("has the id of {other}; left out", {"other": twin.item.file.name})
                problems.append(Problem(message, self._place(part), rule="repeated-id"))
            else:
                problems.append(
                    Problem("belongs to another game system; left out", self._place(part), rule="other-system")
                )
        return problems

    def _missing(self, parts: dict[str, _Part]) -> list[Problem]:
        wanted: dict[str, str] = {}
        seekers: dict[str, list[str]] = {}
        for part in parts.values():
            for target, name in part.header.links:
                if target not in parts:
                    wanted.setdefault(target, name)
                    seekers.setdefault(target, []).append(part.header.name)
        return [
            Problem(
                Text(
                    "catalogue {name} ({id}) is missing; {count} others link to it",
                    {"name": name, "id": target, "count": len(seekers[target])},
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

    item: Indexed
    header: Header


def _foreign(item: Indexed) -> bool:
    """A .json file that never was a catalogue, such as a tool's settings, is no finding."""
    return item.file.name.lower().endswith(".json") and item.error.startswith("not a game system or catalogue")


def with_links(data: DataSet, catalogue_id: str) -> list[Catalogue]:
    """What an army of this catalogue needs: the game system, the catalogue and those it links to, transitively.

    Linked catalogues that are missing or broken are left out (the set's ``problems`` tell); the first two must be there.
    """
    loaded = [data.game_system(), data.load(catalogue_id)]
    seen = {catalogue.id for catalogue in loaded}
    for catalogue in loaded:  # grows while it is walked
        for link in catalogue.catalogue_links:
            if link.target_id not in seen:
                seen.add(link.target_id)
                try:
                    loaded.append(data.load(link.target_id))
                except SourceError:
                    continue
    return loaded
