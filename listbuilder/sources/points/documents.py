"""The points documents of a game: their versions in the shipped factions and the user's own folders, and their pages.

A version is a folder ``points/<version>/`` of a game, with one file a page. Where several folders have the same page of a
version, the last one's counts, as of datasheets.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Raw, msgpack

from listbuilder import files
from listbuilder.catalogue.base import Record
from listbuilder.errors import InputError, Problem
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.sources import compilers
from listbuilder.sources.cache import Cache, digest
from listbuilder.sources.native import locate, stamps
from listbuilder.sources.points.record import Page

_VERSION = expression(r"[0-9]{1,6}(?:[.][0-9]{1,6}){0,3}")  # as the schema has it
_DECODER = msgpack.Decoder(Page)


class Line(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What is said of a page without reading it."""

    id: str
    name: str
    parent: str = ""
    date: str = ""


class Compiled(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The pages of a document as the cache has them: each is decoded when somebody looks at it."""

    lines: tuple[Line, ...]
    pages: tuple[Raw, ...]


class Document:
    """One version of a game's points document. Its files are read when they are asked for."""

    def __init__(self, system: str, version: str, paths: dict[str, Path], name: str, cache: Cache) -> None:
        """``system``: id of the game. ``paths``: of the pages, by their ids. ``name``: under which it is cached."""
        self.system = system
        self.version = version
        self.paths = paths
        self._name = name
        self._cache = cache
        self._pages: dict[str, Page] = {}
        self._read: tuple[str, Compiled, tuple[Problem, ...]] | None = None

    # --- what it says -----------------------------------------------------------------------------------------------------

    @property
    def lines(self) -> tuple[Line, ...]:
        """Its pages without mistakes, by their ids."""
        return self._compiled[1].lines

    @property
    def pages(self) -> Iterator[Page]:
        """The same, read."""
        return (self._page(place) for place in range(len(self.lines)))

    def page(self, word: str) -> Page | None:
        """The page of that id or name; None where there is none. Raises `InputError` for one with mistakes."""
        place = self._places.get(fold(word))
        if place is not None:
            return self._page(place)
        broken = next((path for name, path in self.paths.items() if fold(name) == fold(word)), None)
        if broken is not None:
            raise InputError(problems=[one for one in self.problems if one.file == str(broken)] or self.problems)
        return None

    @property
    def date(self) -> str:
        """The day on which the last of its pages appeared."""
        return max((line.date for line in self.lines), default="")

    @property
    def sha256(self) -> str:
        """A hash over its files, in hexadecimal, as they were when read."""
        return self._compiled[0]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every mistake in its files."""
        return self._compiled[2]

    # --- reading ----------------------------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> dict[str, int]:
        """The places of the pages by their names and ids, folded."""
        lines = self.lines
        names = {fold(line.name): place for place, line in enumerate(lines)}
        return names | {fold(line.id): place for place, line in enumerate(lines)}

    def _page(self, place: int) -> Page:
        line = self.lines[place]
        if line.id not in self._pages:
            self._pages[line.id] = _DECODER.decode(self._compiled[1].pages[place])
        return self._pages[line.id]

    @property
    def _compiled(self) -> tuple[str, Compiled, tuple[Problem, ...]]:
        """The hash of its files, its pages, and the mistakes. Only pages without mistakes are cached."""
        if self._read is None:
            paths = list(self.paths.values())
            known = stamps.known(self._cache, self._stamped, paths)
            kept = self._cache.get(self._name, self._key(known), Compiled) if known else None
            self._read = (known, kept, ()) if kept is not None else self._anew(paths)
        return self._read

    def _anew(self, paths: Sequence[Path]) -> tuple[str, Compiled, tuple[Problem, ...]]:
        before, contents, problems = time.time_ns(), list[tuple[Path, bytes]](), list[Problem]()
        for path in paths:
            try:
                contents.append((path, files.read(path, named=False)))
            except InputError as error:
                problems += error.problems
        found = stamps.of_contents(contents)
        kept = self._cache.get(self._name, self._key(found), Compiled)
        if kept is None:
            from listbuilder.sources.points import reading  # not needed once the cache has the pages

            pages, mistakes = reading.read(contents)
            problems += mistakes
            lines = tuple(Line(id=one.id, name=one.name, parent=one.parent, date=one.date) for one in pages)
            kept = Compiled(lines=lines, pages=tuple(Raw(msgpack.encode(one)) for one in pages))
            if not problems:
                self._cache.put(self._name, self._key(found), kept)
        if not problems:
            stamps.remember(self._cache, self._stamped, paths, found, before)
        return found, kept, tuple(problems)

    def _key(self, sha256: str) -> str:
        return digest(sha256, compilers.version_of(compilers.POINTS, self._cache))

    @property
    def _stamped(self) -> str:
        return f"{self._name}-files"


def documents(system: str, folders: Sequence[Path], cache: Cache | None = None) -> tuple[Document, ...]:
    """The points documents of a system, the newest version first. ``folders``: those of the system, the shipped one first
    (`locate.SystemFiles`)."""
    found: dict[str, dict[str, Path]] = {}
    for folder in _versions(folders):
        if is_version(folder.name):
            names = locate.names(folder, lambda item: item.name.endswith(locate.SUFFIX))
            pages = {name.removesuffix(locate.SUFFIX): folder / name for name in names}
            found.setdefault(folder.name, {}).update(pages)
    cache = cache or Cache()
    where = digest(*(folder.absolute() for folder in folders))[:8]  # other folders, other records
    return tuple(
        Document(system, version, dict(sorted(found[version].items())), f"points/{where}-{system}-{version}", cache)
        for version in sorted(found, key=order, reverse=True)
        if found[version]
    )


def misnamed(folders: Iterable[Path]) -> list[Problem]:
    """The folders among those of versions whose names are none."""
    return [
        Problem(
            Text("{name} is no version of a points document", {"name": folder.name}),
            str(folder),
            hint=Text("call the folder by its version, such as 1.1"),
            rule="data",
        )
        for folder in _versions(folders)
        if not is_version(folder.name)
    ]


def is_version(word: str) -> bool:
    """Whether a word is the version of a document: numbers, with dots between them."""
    return _VERSION.fullmatch(word) is not None


def order(version: str) -> tuple[int, ...]:
    """By what versions are sorted: 1.10 is later than 1.9, and 1.0 than 1."""
    return tuple(map(int, version.split(".")))


def _versions(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        inside = folder / locate.POINTS
        for name in locate.names(inside, lambda item: not item.name.startswith((".", "_")) and item.is_dir()):
            yield inside / name
