"""The native set: systems and factions compiled from YAML files, loaded as a roster needs them."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from listbuilder import files
from listbuilder.catalogue.base import Names
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.sources.native import cache, locate

if TYPE_CHECKING:
    from listbuilder.strictyaml import Source

Contents = list[tuple[Path, bytes]]


class FactionLine(Struct, frozen=True):
    """What is known of a faction without loading it."""

    id: str
    names: Names
    date: str = ""


class SystemRecord(Struct, frozen=True):
    """A compiled system: its facts, its records, and its factions."""

    system: System
    catalogue: Catalogue
    factions: tuple[FactionLine, ...]


class NativeLibrary(Library):
    """A library that can bring in the other factions of its system, for lists that hold units of theirs."""

    def __init__(self, owner: NativeSet, system_id: str, game_system: Catalogue, faction: Catalogue) -> None:
        super().__init__(game_system, [faction])
        self._owner: NativeSet | None = owner
        self._system_id = system_id

    def widen(self) -> bool:
        """Adds what the system has beyond the faction asked for, except for factions whose files have mistakes; False when
        that was done already."""
        if self._owner is None:
            return False
        owner, self._owner = self._owner, None
        for line in owner.record(self._system_id).factions:
            if line.id not in self.catalogues:
                with contextlib.suppress(InputError):  # told by whoever asks for that faction, and by `check`
                    self._add(owner.catalogue(self._system_id, line.id))
        return True

    def _add(self, catalogue: Catalogue) -> None:
        self.catalogues[catalogue.id] = catalogue
        self._index(catalogue)
        self._kept.clear()  # categories may have got names


class NativeSet:
    """The data set made of `factions/` and the user's folders beside it."""

    name = "native"

    def __init__(self, roots: Iterable[Path] | None = None) -> None:
        self.roots = list(roots) if roots is not None else locate.folders()
        self.files = locate.find(self.roots)
        self.problems: list[Problem] = []
        self._records: dict[str, SystemRecord] = {}
        self._catalogues: dict[tuple[str, str], Catalogue] = {}
        self._libraries: dict[tuple[str, str], NativeLibrary] = {}
        self._digests: dict[str, str] = {}  # by system, and by system/faction

    # --- what there is ----------------------------------------------------------------------------------------------------

    def systems(self) -> list[tuple[str, Names]]:
        """Ids and names of the systems."""
        return [(name, self.system(name).name) for name in self.files]

    def system(self, system_id: str) -> System:
        """A system's facts and rules, by id or name. Raises `InputError`."""
        return self.record(self.system_id(system_id)).system

    def factions(self, system_id: str) -> list[tuple[str, Names]]:
        """Ids and names of the factions of a system."""
        return [(line.id, line.names) for line in self.record(self.system_id(system_id)).factions]

    @property
    def date(self) -> str:
        """The latest date of the points of any faction."""
        return max((line.date for name in self.files for line in self.record(name).factions), default="")

    @property
    def sha256(self) -> str:
        """A hash over every file of the set."""
        digest = hashlib.sha256()
        for name, found in sorted(self.files.items()):
            for faction in sorted(found.factions):
                digest.update(self.fingerprint(name, faction).encode())
        return digest.hexdigest()

    def fingerprint(self, system_id: str, faction_id: str) -> str:
        """A hash over the files that a list of one faction is judged by, in hexadecimal: as they were when they were read."""
        if system_id not in self._digests:
            self._system_contents(system_id)
        if f"{system_id}/{faction_id}" not in self._digests:
            self._faction_contents(system_id, faction_id)
        both = self._digests[system_id] + self._digests[f"{system_id}/{faction_id}"]
        return hashlib.sha256(both.encode()).hexdigest()

    # --- loading ----------------------------------------------------------------------------------------------------------

    def load(self, system_id: str, faction_id: str) -> Library:
        """The library of one faction, by ids or names. Raises `InputError` for unknown names (with the nearest one) and
        for data files with mistakes."""
        system_id = self.system_id(system_id)
        faction_id = self.faction_id(system_id, faction_id)
        known = (system_id, faction_id)
        if known not in self._libraries:
            faction = self.catalogue(system_id, faction_id)
            self._libraries[known] = NativeLibrary(self, system_id, self.record(system_id).catalogue, faction)
        return self._libraries[known]

    def check(self) -> list[Problem]:
        """Compiles everything; returns every mistake in the data files."""
        for name, found in self.files.items():
            try:
                self.record(name)
            except InputError:
                continue
            for faction in found.factions:
                try:
                    self.catalogue(name, faction)
                except InputError:
                    continue
        return list(dict.fromkeys(self.problems))

    def system_id(self, word: str) -> str:
        """The id of the system that is meant by an id or a name."""
        if word in self.files:
            return word
        names = [(name, record.name) for name in self.files for record in (self.record(name).system,)]
        return _chosen(word, names, Text("unknown game system: {name}", {"name": word}))

    def faction_id(self, system_id: str, word: str) -> str:
        """The id of the faction that is meant by an id or a name."""
        lines = self.record(system_id).factions
        names = [(line.id, line.names) for line in lines]
        message = Text("unknown faction: {name}", {"name": word}) if word else Text("no faction is named")
        return _chosen(word, names, message)

    def record(self, system_id: str) -> SystemRecord:
        """A compiled system, from the cache where that is current."""
        found = self._records.get(system_id)
        if found is None:
            contents = self._system_contents(system_id)
            key = cache.key_of(self._digests[system_id])
            name = self._cache_name(system_id, "system")
            found = cache.load(name, key, SystemRecord)
            if found is None:
                found = cache.store(name, key, self._compile_system(contents))
            self._records[system_id] = found
        return found

    def catalogue(self, system_id: str, faction_id: str) -> Catalogue:
        """A compiled faction, from the cache where that is current."""
        known = (system_id, faction_id)
        if known not in self._catalogues:
            system = self.record(system_id).system
            contents = self._faction_contents(system_id, faction_id)
            key = cache.key_of(f"{system.points_name} {self._digests[f'{system_id}/{faction_id}']}")
            name = self._cache_name(system_id, faction_id)
            found = cache.load(name, key, Catalogue)
            if found is None:
                found = cache.store(name, key, self._compile_faction(system, contents))
            self._catalogues[known] = found
        return self._catalogues[known]

    # --- files ------------------------------------------------------------------------------------------------------------

    def _cache_name(self, system_id: str, part: str) -> str:
        """The same folders share a cache file, others do not get in its way."""
        roots = hashlib.sha256("\0".join(str(root.absolute()) for root in self.roots).encode()).hexdigest()[:8]
        return f"native-{roots}-{system_id}-{part}.msgpack"

    def _system_contents(self, system_id: str) -> Contents:
        """The system's file and those of its factions."""
        found = self.files[system_id]
        assert found.system is not None
        paths = [found.system, *(faction.faction for faction in found.factions.values() if faction.faction)]
        return self._contents(system_id, paths)

    def _faction_contents(self, system_id: str, faction_id: str) -> Contents:
        """The faction's file and those of its datasheets."""
        found = self.files[system_id].factions[faction_id]
        paths = [path for path in (found.faction, *found.datasheets.values()) if path is not None]
        return self._contents(f"{system_id}/{faction_id}", paths)

    def _contents(self, name: str, paths: list[Path]) -> Contents:
        found = [(path, files.read(path)) for path in paths]
        digest = hashlib.sha256()
        for path, data in found:
            digest.update(f"{path.parent.name}/{path.name}\0{len(data)}\0".encode() + data)
        self._digests[name] = digest.hexdigest()
        return found

    # --- compiling --------------------------------------------------------------------------------------------------------

    def _compile_system(self, contents: Contents) -> SystemRecord:
        from listbuilder.sources.native.system import SystemReader

        (path, data), *others = contents
        source = self._read("system", path, data)
        reader = SystemReader(source)
        system = reader.system()
        lines = tuple(self._line(path, data) for path, data in others)
        self._raise(reader.unit.problems)
        return SystemRecord(system, reader.catalogue(system), lines)

    @staticmethod
    def _line(path: Path, data: bytes) -> FactionLine:
        """A faction's names. Its file is judged when the faction is loaded, so that a broken one does not hide the others."""
        from listbuilder import strictyaml
        from listbuilder.sources.native.parse import names_of

        value: dict[str, Any] = {}
        try:
            loaded = strictyaml.load(data, str(path)).value
            value = loaded if isinstance(loaded, dict) else {}
        except InputError:
            pass
        return FactionLine(
            path.parent.name, names_of(value.get("name") or path.parent.name), str(value.get("points_date") or "")
        )

    def _compile_faction(self, system: System, contents: Contents) -> Catalogue:
        from listbuilder.sources.native.faction import FactionCompiler

        problems: list[Problem] = []
        sources: list[Source] = []
        for path, data in contents:
            kind = "faction" if path.name == locate.FACTION_FILE else "datasheet"
            try:
                sources.append(self._read(kind, path, data))
            except InputError as error:
                problems.extend(error.problems)
        self._raise(problems)
        compiler = FactionCompiler(sources[0], sources[1:], system.id, system.points_name)
        compiled = compiler.compile()
        self._raise(compiler.unit.problems)
        return compiled

    def _read(self, kind: str, path: Path, data: bytes) -> Source:
        """A data file of the right shape, under the right name."""
        from listbuilder import schemas, strictyaml

        source = strictyaml.load(data, str(path))
        problems = schemas.check(kind, source)
        expected = path.stem if kind == "datasheet" else path.parent.name
        if kind == "faction" and not problems and source.value["system"] != path.parent.parent.name:
            params = {"found": source.value["system"], "expected": path.parent.parent.name}
            message = Text("system: {found} is not {expected}, as the file's place says", params)
            problems = [Problem(message, *source.place(source.value, "system"), rule="data")]
        if not problems and source.value["id"] != expected:
            params = {"found": source.value["id"], "expected": expected}
            message = Text("id: {found} is not {expected}, as the file's place says", params)
            problems.append(Problem(message, *source.place(source.value, "id"), "", "data"))
        if problems:
            raise InputError(problems=problems)
        return source

    def _raise(self, problems: list[Problem]) -> None:
        if problems:
            self.problems.extend(problems)
            raise InputError(problems=problems)


def _chosen(word: str, names: list[tuple[str, Names]], message: Text) -> str:
    """The id of what the word names, in any language."""
    wanted = fold(word)
    for name, translations in names:
        if wanted == fold(name) or any(wanted == fold(text) for text in translations.values()):
            return name
    known = [text for name, translations in names for text in (name, *translations.values())]
    raise InputError(
        message, hint=suggestion(word, known) or Text("known: {names}", {"names": tuple(n for n, _ in names)})
    )
