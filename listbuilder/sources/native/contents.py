"""The files of the native set: their contents, their hashes, and the names of what is cached of them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder import files, resources
from listbuilder.sources import compilers
from listbuilder.sources.cache import Cache, digest
from listbuilder.sources.native import locate, meanings, stamps

if TYPE_CHECKING:
    from listbuilder.strictyaml import Source

Contents = list[tuple[Path, bytes]]


class Folders:
    """The folders of a native set. ``systems``: the files of each system by its id. What is called ``name`` is a system, or a
    faction as ``system/faction``."""

    def __init__(self, roots: Iterable[Path] | None, cache: Cache) -> None:
        self.roots = list(roots) if roots is not None else locate.folders()
        self.systems = locate.find(self.roots)
        self._cache = cache
        self._digests: dict[str, str] = {}

    def paths(self, name: str) -> list[Path]:
        """The system's file and those of its factions; or the faction's file and those of its datasheets."""
        system_id, _, faction_id = name.partition("/")
        found = self.systems[system_id]
        if not faction_id:
            assert found.system is not None
            return [found.system, *(faction.faction for faction in found.factions.values() if faction.faction)]
        faction = found.factions[faction_id]
        return [path for path in (faction.faction, *faction.datasheets.values()) if path is not None]

    def changed_in(self, system_id: str, factions: Iterable[str]) -> tuple[str, ...]:
        """The folders other than the shipped one that change a shipped system, or add to one of these factions of it."""
        return self._changing(system_id, {*locate.names(_home(system_id)), *factions} - {locate.EVENTS})

    def rules_changed_in(self, system_id: str) -> tuple[str, ...]:
        """The same of those that change its rules or its points documents, by which lists over other data are judged, too."""
        return self._changing(system_id, {locate.SYSTEM_FILE, locate.POINTS})

    def _changing(self, system_id: str, taken: set[str]) -> tuple[str, ...]:
        home = _home(system_id)
        if not home.is_dir():
            return ()
        changing = (one for one in self.systems[system_id].folders if not taken.isdisjoint(locate.names(one)))
        return tuple(str(folder) for folder in changing if folder.resolve() != home)

    def digest(self, name: str) -> str:
        """The hash of files, which are read where they may have changed since they were hashed last."""
        if name not in self._digests:
            known = stamps.known(self._cache, self._stamped(name), self.paths(name))
            if known:
                self._digests[name] = known
            else:
                self.contents(name)
        return self._digests[name]

    def meant(self, name: str) -> str:
        """The hash of files; that of others which mean the same, where those were compiled."""
        found = self.digest(name)
        return meanings.compiled(self._cache, self._meaning(name), self._version, found, lambda: self.contents(name))

    def note(self, name: str, contents: Contents, sources: Sequence[Source]) -> None:
        """Keeps what the files mean that are compiled now."""
        values = (source.value for source in sources)
        meanings.remember(
            self._cache, self._meaning(name), self._version, stamps.of_contents(contents), contents, values
        )

    def contents(self, name: str) -> Contents:
        """The files, whose hash is then that of what was read."""
        paths, before = self.paths(name), time.time_ns()
        found = [(path, files.read(path, named=False)) for path in paths]
        self._digests[name] = stamps.of_contents(found)
        stamps.remember(self._cache, self._stamped(name), paths, self._digests[name], before)
        return found

    def cached(self, name: str, what: str) -> str:
        """The name of a record in the cache; other folders of its system, other records. ``what``: empty for the whole record."""
        of_folders = digest(*(folder.absolute() for folder in self.systems[name.partition("/")[0]].folders))[:8]
        return f"native/{of_folders}-{name.replace('/', '-')}{what and '-' + what}"

    def _stamped(self, name: str) -> str:
        return self.cached(name, "files")

    def _meaning(self, name: str) -> str:
        return self.cached(name, "meanings")

    @property
    def _version(self) -> str:
        return compilers.version_of(compilers.NATIVE, self._cache)


def _home(system_id: str) -> Path:
    """The shipped folder of a system."""
    return resources.shipped("factions") / system_id
