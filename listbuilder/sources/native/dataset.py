"""The native set: systems and factions compiled from YAML files and loaded when a roster needs them."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from msgspec import Struct, msgpack

from listbuilder import files
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.sources import compilers
from listbuilder.sources.cache import Cache, Loads, digest
from listbuilder.sources.dataset import NATIVE, Loaded, Offer
from listbuilder.sources.native import locate, meanings, stamps
from listbuilder.sources.native.others import Others

if TYPE_CHECKING:
    from listbuilder.strictyaml import Source

Contents = list[tuple[Path, bytes]]
T = TypeVar("T")


class SystemRecord(Struct, frozen=True):
    """A compiled system: its facts, its records, and its factions."""

    system: System
    catalogue: Catalogue
    factions: tuple[Offer, ...]


class NativeSet:
    """The shipped `factions/` together with the user's own folders."""

    name = NATIVE
    revision = ""  # its factions have revisions, the set has none

    def __init__(self, roots: Iterable[Path] | None = None, cache: Cache | None = None) -> None:
        self.roots = list(roots) if roots is not None else locate.folders()
        self.files = locate.find(self.roots)
        self.cache = cache or Cache()
        self.problems: list[Problem] = []
        self._records: dict[str, SystemRecord] = {}
        self._catalogues: dict[tuple[str, str], Catalogue] = {}
        self._libraries: dict[tuple[str, str], Library] = {}
        self._digests: dict[str, str] = {}  # by system, and by system/faction
        self._called: dict[str, dict[str, str]] = {}  # ids of the factions of each system by their folded names

    # --- what there is ----------------------------------------------------------------------------------------------------

    def systems(self) -> list[Offer]:
        """The systems that have factions."""
        return [Offer(system.id, system.name) for system in self.all_systems() if self.record(system.id).factions]

    def all_systems(self) -> list[System]:
        """Every system whose rules are known, including those with community data only."""
        return [self.record(name).system for name in self.files]

    def has_system(self, word: str) -> bool:
        """Whether lists can be built for the system of that id or name."""
        if word in self.files:
            return bool(self.record(word).factions)
        return any(offer.is_called(word) for offer in self.systems())

    def has_faction(self, system: str, word: str) -> bool:
        """Whether it has the system, and the faction of that id or name in it."""
        return self.has_system(system) and fold(word) in self._names(self.system_id(system))

    def has_game_system(self, game_system_id: str) -> bool:
        """Never: its catalogues are its own."""
        return False

    def rules_for(self, game_system_id: str) -> System | None:
        """The system whose rules apply to a community data set, by the id of its game system."""
        return next((system for system in self.all_systems() if game_system_id in system.game_system_ids), None)

    def system(self, system_id: str) -> System:
        """A system's facts and rules, by id or name. Raises `InputError`."""
        return self.record(self.system_id(system_id)).system

    def factions(self, system: str) -> list[Offer]:
        """The factions of a system."""
        return list(self.record(self.system_id(system)).factions)

    def units(self, system: str) -> dict[str, tuple[str, ...]]:
        """The names of its datasheets as those of their files, without punctuation; a faction that extends another one has that
        one's, too."""
        found: dict[str, tuple[str, ...]] = {}
        system_id = self.system_id(system)
        files = self.files[system_id].factions
        for faction in files:
            host = self._host(system_id, faction)
            for name in {**files[faction].datasheets, **(files[host].datasheets if host else {})}:
                found[name] = (*found.get(name, ()), faction)
        return found

    @property
    def date(self) -> str:
        """The latest date of the points of any faction."""
        return max((line.date for name in self.files for line in self.record(name).factions), default="")

    @property
    def sha256(self) -> str:
        """A hash over every file of the set."""
        return digest(
            *(
                self.fingerprint(name, faction)
                for name, found in sorted(self.files.items())
                for faction in sorted(found.factions)
            )
        )

    def fingerprint(self, system_id: str, faction_id: str) -> str:
        """A hash over the files that a list of one faction is judged by, in hexadecimal, as they were when read."""
        return digest(self._system_digest(system_id) + self._faction_digest(system_id, faction_id))

    def _system_digest(self, system_id: str) -> str:
        return self._digest(system_id, self._system_paths(system_id))

    def _faction_digest(self, system_id: str, faction_id: str) -> str:
        """A hash over the files of a faction, and of the one that it extends."""
        found = ""
        for name in filter(None, (faction_id, self._host(system_id, faction_id))):
            found += self._digest(f"{system_id}/{name}", self._faction_paths(system_id, name))
        return found

    # --- loading ----------------------------------------------------------------------------------------------------------

    def load(self, system: str, faction: str) -> Loaded:
        """The data for a list of one faction. Raises `InputError` for unknown names (with the nearest one) and for data files
        with mistakes."""
        system_id = self.system_id(system)
        if not self.record(system_id).factions:
            message = Text("no game data of {system} are installed", {"system": system_id})
            raise InputError(message, hint=Text("listbuilder data add installs a community data set"), rule="no-data")
        known = (system_id, self.faction_id(system_id, faction))
        catalogue = self.catalogue(*known)
        if known not in self._libraries:
            others = Others(self, system_id, catalogue)
            self._libraries[known] = Library(self.record(system_id).catalogue, [catalogue], others)
        revision = str(catalogue.revision or "")
        return Loaded(
            system=self.record(system_id).system,
            faction=catalogue,
            library=self._libraries[known],
            pin=DataPin(self.name, catalogue.date, revision, self.fingerprint(*known)),
            form="units",
            faction_word=catalogue.local_id,
            stated={"set": self.name, **({"date": catalogue.date} if catalogue.date else {})},
        )

    def check(self) -> list[Problem]:
        """Compiles everything; returns every mistake in the data files."""
        for name, found in self.files.items():
            with contextlib.suppress(InputError):  # `_refuse` keeps the problems
                self.record(name)
                for faction in found.factions:
                    with contextlib.suppress(InputError):
                        self.catalogue(name, faction)
        return self.problems

    def system_id(self, word: str) -> str:
        """The id of the system of that id or name. Raises `InputError`."""
        if word in self.files:
            return word
        systems = [Offer(system.id, system.name) for system in self.all_systems()]
        return _chosen(word, systems, Text("unknown game system: {name}", {"name": word}))

    def faction_id(self, system_id: str, word: str) -> str:
        """The id of the faction of that id or name. Raises `InputError`."""
        known = self._names(system_id).get(fold(word))
        if known is not None:
            return known
        message = Text("unknown faction: {name}", {"name": word}) if word else Text("no faction is named")
        return _chosen(word, self.record(system_id).factions, message)

    def _names(self, system_id: str) -> dict[str, str]:
        """The ids of the factions by their ids and names, folded; of several that share a name, the first."""
        if system_id not in self._called:
            lines = reversed(self.record(system_id).factions)
            self._called[system_id] = {fold(name): one.id for one in lines for name in (one.id, *one.names.values())}
        return self._called[system_id]

    def record(self, system_id: str) -> SystemRecord:
        """A compiled system, from the cache if that is current. Raises `InputError` for mistakes in its files."""
        found = self._records.get(system_id)
        if found is None:
            found = self._records[system_id] = self._compiled(
                f"{system_id}-system",
                lambda: self._system_digest(system_id),
                SystemRecord,
                lambda: self._compile_system(self._contents(system_id, self._system_paths(system_id))),
            )
        return found

    def catalogue(self, system_id: str, faction_id: str) -> Catalogue:
        """A compiled faction, from the cache if that is current. Raises `InputError` for mistakes in its files."""
        known = (system_id, faction_id)
        if known not in self._catalogues:
            system = self.record(system_id).system
            names = tuple(filter(None, (faction_id, self._host(system_id, faction_id))))

            def compiled() -> Catalogue:
                read = [self._contents(f"{system_id}/{one}", self._faction_paths(system_id, one)) for one in names]
                return self._compile_faction(system, read[0], read[1] if len(read) > 1 else [])

            def files() -> str:
                return "".join(self._meant(f"{system_id}/{one}", self._faction_paths(system_id, one)) for one in names)

            of_system = hashlib.sha256(msgpack.encode(system)).hexdigest()
            self._catalogues[known] = self._compiled(
                f"{system_id}-{faction_id}",
                lambda: digest(of_system, files()),
                Catalogue,
                compiled,
            )
        return self._catalogues[known]

    def _host(self, system_id: str, faction_id: str) -> str:
        """The id of the faction that a faction extends; empty where it extends none that there is."""
        found = next((line.extends for line in self.record(system_id).factions if line.id == faction_id), "")
        return found if found in self.files[system_id].factions else ""

    def narrowed(self, system: str, faction: str, names: Iterable[str]) -> str:
        """See `DataSet`. Ids and English names are recognised."""
        system_id = self.system_id(system)
        lines, files = self.record(system_id).factions, self.files[system_id].factions
        host = next((line.id for line in lines if line.is_called(faction)), "")
        extending = [line for line in lines if host and line.extends == host]
        if not extending:
            return faction
        words = {locate.file_name(name) for name in names} - files[host].datasheets.keys()
        has = {line.id: len(words & {*files[line.id].datasheets, *line.detachments}) for line in extending}
        most = max(has, key=has.__getitem__)
        return most if has[most] else faction

    def _compiled(self, name: str, key: Callable[[], str], kind: type[T], compiled: Callable[[], T]) -> T:
        """The cached record if it is current, else a new one, exactly as the cache will return it later. ``key``: of the files as
        they are known, once ``compiled`` has read them as they were read."""
        name, version = self._cached(name), compilers.version_of(compilers.NATIVE, self.cache)
        found = self.cache.get(name, digest(key(), version), kind)
        if found is None:
            new = compiled()
            self.cache.put(name, digest(key(), version), new)
            found = msgpack.decode(msgpack.encode(new), type=kind)
        Loads.number += 1
        return found

    def _cached(self, name: str) -> str:
        """The name of a record in the cache; other folders have other records."""
        return f"native/{digest(*(root.absolute() for root in self.roots))[:8]}-{name}"

    # --- files ------------------------------------------------------------------------------------------------------------

    def _system_paths(self, system_id: str) -> list[Path]:
        """The system's file and those of its factions."""
        found = self.files[system_id]
        assert found.system is not None
        return [found.system, *(faction.faction for faction in found.factions.values() if faction.faction)]

    def _faction_paths(self, system_id: str, faction_id: str) -> list[Path]:
        """The faction's file and those of its datasheets."""
        found = self.files[system_id].factions[faction_id]
        return [path for path in (found.faction, *found.datasheets.values()) if path is not None]

    def _digest(self, name: str, paths: list[Path]) -> str:
        """The hash of files, which are read where they may have changed since they were hashed last."""
        if name not in self._digests:
            known = stamps.known(self.cache, self._stamped(name), paths)
            if known:
                self._digests[name] = known
            else:
                self._contents(name, paths)
        return self._digests[name]

    def _meant(self, name: str, paths: list[Path]) -> str:
        """The hash of files; that of others which mean the same, where those were compiled."""
        key = compilers.version_of(compilers.NATIVE, self.cache)
        found = self._digest(name, paths)
        return meanings.compiled(self.cache, self._meaning(name), key, found, lambda: self._contents(name, paths))

    def _note(self, contents: Contents, sources: Sequence[Source]) -> None:
        """Keeps what the files of a faction mean that is compiled now."""
        name = "/".join(contents[0][0].parent.parts[-2:])
        key = compilers.version_of(compilers.NATIVE, self.cache)
        values = (source.value for source in sources)
        meanings.remember(self.cache, self._meaning(name), key, stamps.of_contents(contents), contents, values)

    def _meaning(self, name: str) -> str:
        return self._cached(f"{name.replace('/', '-')}-meanings")

    def _contents(self, name: str, paths: list[Path]) -> Contents:
        """The files, whose hash is then that of what was read."""
        before = time.time_ns()
        found = [(path, files.read(path)) for path in paths]
        self._digests[name] = stamps.of_contents(found)
        stamps.remember(self.cache, self._stamped(name), paths, self._digests[name], before)
        return found

    def _stamped(self, name: str) -> str:
        return self._cached(f"{name.replace('/', '-')}-files")

    # --- compiling --------------------------------------------------------------------------------------------------------

    def _compile_system(self, contents: Contents) -> SystemRecord:
        from listbuilder.sources.native.system import SystemReader

        (path, data), *others = contents
        try:
            source = self._read("system", path, data)
        except InputError as error:
            self._refuse(error.problems)
        reader = SystemReader(source)
        system = reader.system()
        lines = self._lines(others)
        if reader.file.problems:
            self._refuse(reader.file.problems)
        return SystemRecord(system, reader.catalogue(system), lines)

    def _lines(self, contents: Contents) -> tuple[Offer, ...]:
        """The factions. One that extends another has the keyword that is its name to itself."""
        lines = [self._line(path, data) for path, data in contents]
        extending = [line for line in lines if line.extends]
        for place, line in enumerate(lines):
            taken = [one for one in extending if one.extends == line.id]
            free = (word for word in line.keywords if not any(one.is_called(word) for one in taken))
            lines[place] = line._replace(keywords=tuple(free))
        return tuple(lines)

    @staticmethod
    def _line(path: Path, data: bytes) -> Offer:
        """A faction's names. Its file is checked when the faction is loaded, so that a broken one does not hide the others."""
        from listbuilder import strictyaml
        from listbuilder.sources.native.parse import names_of, texts

        value: dict[str, Any] = {}
        with contextlib.suppress(InputError):
            loaded = strictyaml.load(data, str(path)).value
            value = loaded if isinstance(loaded, dict) else {}
        names = names_of(value.get("name") or path.parent.name)
        date, extends = str(value.get("points_date") or ""), str(value.get("extends") or "")
        keywords = (*texts(value.get("keyword")), *texts(value.get("exclusive_keywords")))
        if not extends:
            return Offer(path.parent.name, names, date, keywords)
        detachments = value.get("detachments")
        own = tuple(map(str, detachments)) if isinstance(detachments, dict) else ()
        return Offer(path.parent.name, names, date, texts(value.get("subfaction")), extends, own)

    def _compile_faction(self, system: System, contents: Contents, inherited: Contents) -> Catalogue:
        """``inherited``: the files of the faction that it extends; of those with the name of one of its own none is read."""
        from listbuilder.sources.native.faction import FactionCompiler

        (faction, *sheets) = self._sources(contents)
        self._note(contents, (faction, *sheets))
        own = {path.name for path, _ in contents if path.name != locate.FACTION_FILE}
        host = self._sources([(path, data) for path, data in inherited if path.name not in own])
        self._check_host(faction, [host[0]] if host else [])
        compiler = FactionCompiler(faction, sheets, system, (host[0], host[1:]) if host else None)
        compiled = compiler.compile()
        if compiler.file.problems:
            self._refuse(compiler.file.problems)
        return compiled

    def _sources(self, contents: Contents) -> list[Source]:
        """The files of a faction, read. Raises `InputError` with the mistakes of all of them."""
        problems: list[Problem] = []
        sources: list[Source] = []
        for path, data in contents:
            kind = "faction" if path.name == locate.FACTION_FILE else "datasheet"
            try:
                sources.append(self._read(kind, path, data))
            except InputError as error:
                problems.extend(error.problems)
        if problems:
            self._refuse(problems)
        return sources

    def _check_host(self, faction: Source, hosts: Sequence[Source]) -> None:
        """Refuses a faction that extends one that is unknown, or that extends another one itself."""
        word = faction.value.get("extends")
        if not word or (hosts and not hosts[0].value.get("extends")):
            return
        message = Text("unknown faction: {name}", {"name": word})
        if hosts:
            message = Text("{name} extends another faction itself", {"name": word})
        self._refuse([Problem(message, *faction.place(faction.value, "extends"), rule="data")])

    def _read(self, kind: str, path: Path, data: bytes) -> Source:
        """A data file, checked against its schema and its place. Raises `InputError`."""
        from listbuilder import schemas, strictyaml

        source = strictyaml.load(data, str(path))
        problems = schemas.check(kind, source)
        expected = path.stem if kind == "datasheet" else path.parent.name
        if kind == "faction" and not problems and source.value["system"] != path.parent.parent.name:
            params = {"found": source.value["system"], "expected": path.parent.parent.name}
            message = Text("system: {found} differs from the folder's name {expected}", params)
            problems = [Problem(message, *source.place(source.value, "system"), rule="data")]
        if not problems and source.value["id"] != expected:
            params = {"found": source.value["id"], "expected": expected}
            message = Text("id: {found} differs from the name of its file or folder, {expected}", params)
            problems.append(Problem(message, *source.place(source.value, "id"), "", "data"))
        if problems:
            raise InputError(problems=problems)
        return source

    def _refuse(self, problems: Iterable[Problem]) -> NoReturn:
        """Raises `InputError` for these problems and keeps them."""
        found = list(problems)
        self.problems.extend(one for one in found if one not in self.problems)
        raise InputError(problems=found)


def _chosen(word: str, offers: Sequence[Offer], message: Text) -> str:
    """The id of the offer of that id or name, in any language. Raises `InputError` with the message if there is none."""
    for offer in offers:
        if offer.is_called(word):
            return offer.id
    known = [text for offer in offers for text in (offer.id, *offer.names.values())]
    hint = suggestion(word, known) or Text("known: {names}", {"names": tuple(o.id for o in offers)})
    raise InputError(message, hint=hint, rule="no-data")
