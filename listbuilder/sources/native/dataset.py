"""The native set: systems and factions compiled from YAML files and loaded when a roster needs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import msgpack

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError, Problem
from listbuilder.hashing import sha256
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.sources import compilers, folded
from listbuilder.sources.cache import Cache, Loads, digest
from listbuilder.sources.dataset import NATIVE, Loaded, Offer
from listbuilder.sources.native import locate
from listbuilder.sources.native.contents import Folders
from listbuilder.sources.native.others import Others
from listbuilder.sources.native.record import RecordHead, SystemHead, SystemRecord

if TYPE_CHECKING:
    from listbuilder.sources.points.documents import Document

T = TypeVar("T")


class NativeSet:
    """The shipped `factions/` together with the user's own folders."""

    name = NATIVE
    revision = ""  # its factions have revisions, the set has none

    def __init__(self, roots: Iterable[Path] | None = None, cache: Cache | None = None) -> None:
        self.cache = cache or Cache()
        self._folders = Folders(roots, self.cache)
        self.files = self._folders.systems
        self.problems: list[Problem] = []
        self._records: dict[str, SystemRecord] = {}
        self._heads: dict[str, SystemHead] = {}
        self._catalogues: dict[tuple[str, str], Catalogue] = {}
        self._loaded: dict[tuple[str, str], Loaded] = {}
        self._documents: dict[str, tuple[Document, ...]] = {}
        self._called: dict[str, dict[str, str]] = {}  # ids of the factions of each system by their folded names

    # --- what there is ----------------------------------------------------------------------------------------------------

    def systems(self) -> list[Offer]:
        """The systems that have factions."""
        return [one for one in self.named_systems() if self.factions(one.id)]

    def all_systems(self) -> list[System]:
        """Every system whose rules are known, including those with community data only."""
        return [self.record(name).system for name in self.files]

    def named_systems(self) -> list[Offer]:
        """What each of these systems is called."""
        return [Offer(head.id, head.name) for head in map(self._head, self.files)]

    def known_system(self, system_id: str) -> System | None:
        """The system of that id, where its rules are known."""
        return self.record(system_id).system if system_id in self.files else None

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
        heads = map(self._head, self.files)
        return next((self.record(one.id).system for one in heads if game_system_id in one.game_system_ids), None)

    def documents(self, system_id: str) -> tuple[Document, ...]:
        """The points documents of a system, the newest first."""
        from listbuilder.sources.points.documents import documents  # few games have one

        if system_id not in self._documents:
            folders = self.files[system_id].folders if system_id in self.files else []
            self._documents[system_id] = documents(system_id, folders, self.cache)
        return self._documents[system_id]

    def changed_in(self, system_id: str) -> tuple[str, ...]:
        """The user's folders that change the rules or the points documents of a shipped system."""
        return self._folders.rules_changed_in(system_id) if system_id in self.files else ()

    def system(self, system_id: str) -> System:
        """A system's facts and rules, by id or name. Raises `InputError`."""
        return self.record(self.system_id(system_id)).system

    def factions(self, system: str) -> list[Offer]:
        """The factions of a system that lists can be of."""
        return [one for one in self.record(self.system_id(system)).factions if one.has_armies]

    def lacking(self, _system: str, _faction: str = "") -> tuple[str, ...]:
        """None: a native faction is whole or has mistakes."""
        return ()

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
        parts = (f"{system_id}/{name}" for name in self._with_host(system_id, faction_id))
        return digest(self._folders.digest(system_id) + "".join(map(self._folders.digest, parts)))

    # --- loading ----------------------------------------------------------------------------------------------------------

    def load(self, system: str, faction: str) -> Loaded:
        """The data for a list of one faction. Raises `InputError` for unknown names (with the nearest one) and for data files
        with mistakes."""
        system_id = self.system_id(system)
        if not self.record(system_id).factions:
            message = Text("no game data of {system} are installed", {"system": system_id})
            raise InputError(message, hint=Text("listbuilder data add installs a community data set"), rule="no-data")
        known = (system_id, self.faction_id(system_id, faction))
        if known not in self._loaded:
            self._loaded[known] = self._load(*known)
        return self._loaded[known]

    def _load(self, system_id: str, faction_id: str) -> Loaded:
        record, catalogue = self.record(system_id), self.catalogue(system_id, faction_id)
        folders = self.files[system_id].factions
        others = Others(record, catalogue, folders, lambda other: self.catalogue(system_id, other))
        pinned = self.fingerprint(system_id, faction_id)
        return Loaded(
            system=record.system,
            faction=catalogue,
            library=Library(record.catalogue, [catalogue], others),
            pin=DataPin(self.name, catalogue.date, str(catalogue.revision or ""), pinned),
            form="units",
            faction_word=catalogue.local_id,
            stated={"set": self.name, **({"date": catalogue.date} if catalogue.date else {})},
            changed_in=self._folders.changed_in(system_id, self._with_host(system_id, faction_id)),
        )

    def check(self) -> list[Problem]:
        """Compiles everything; returns every mistake in the data files."""
        found = list[Problem]()
        for name, files in self.files.items():
            try:
                self.record(name)
            except InputError as error:
                found += error.problems
                continue
            for faction in files.factions:
                try:
                    self.catalogue(name, faction)
                except InputError as error:
                    found += error.problems
        return [
            *self.problems,
            *(one for one in found if one not in self.problems),
        ]  # files that cannot be read as well

    def system_id(self, word: str) -> str:
        """The id of the system of that id or name. Raises `InputError`."""
        if word in self.files:
            return word
        return _chosen(word, self.named_systems(), Text("unknown game system: {name}", {"name": word}))

    def faction_id(self, system_id: str, word: str) -> str:
        """The id of the faction of that id or name. Raises `InputError`."""
        known = self._names(system_id).get(fold(word))
        if known is not None:
            return known
        message = Text("unknown faction: {name}", {"name": word}) if word else Text("no faction is named")
        return _chosen(word, self.factions(system_id), message)

    def _names(self, system_id: str) -> dict[str, str]:
        """The ids of the factions by their ids and names, folded; of several that share a name, the first."""
        if system_id not in self._called:
            lines = reversed(self.factions(system_id))
            self._called[system_id] = {fold(name): one.id for one in lines for name in (one.id, *one.names.values())}
        return self._called[system_id]

    def record(self, system_id: str) -> SystemRecord:
        """A compiled system, from the cache if that is current. Raises `InputError` for mistakes in its files."""

        def compiled() -> SystemRecord:
            from listbuilder.sources.native.compiling import compile_system  # not needed once the cache has the data

            return compile_system(self._folders.contents(system_id))

        found = self._records.get(system_id)
        if found is None:
            found = self._records[system_id] = self._compiled(
                self._folders.cached(system_id, "system"),
                lambda: self._folders.digest(system_id),
                SystemRecord,
                compiled,
            )
        return found

    def _head(self, system_id: str) -> SystemHead:
        """What a system is called, read alone where the cache has the rest. Raises `InputError` as `record`."""
        if system_id not in self._heads:
            known = self._records.get(system_id) or self.cache.get(
                self._folders.cached(system_id, "system"), self._key(self._folders.digest(system_id)), RecordHead
            )
            system = (known or self.record(system_id)).system
            self._heads[system_id] = SystemHead(system.id, system.name, system.game_system_ids)
        return self._heads[system_id]

    def catalogue(self, system_id: str, faction_id: str) -> Catalogue:
        """A compiled faction, from the cache if that is current. Raises `InputError` for mistakes in its files."""
        known = (system_id, faction_id)
        if known not in self._catalogues:
            system = self.record(system_id).system
            own, *hosts = [f"{system_id}/{name}" for name in self._with_host(system_id, faction_id)]

            def compiled() -> Catalogue:
                from listbuilder.sources.native.compiling import compile_faction

                contents = self._folders.contents(own)
                inherited = [one for host in hosts for one in self._folders.contents(host)]
                return compile_faction(
                    system, contents, inherited, lambda read: self._folders.note(own, contents, read)
                )

            of_system = sha256(msgpack.encode(system))
            self._catalogues[known] = self._compiled(
                self._folders.cached(own, ""),
                lambda: digest(of_system, "".join(map(self._folders.meant, (own, *hosts)))),
                Catalogue,
                compiled,
            )
        return self._catalogues[known]

    def _with_host(self, system_id: str, faction_id: str) -> tuple[str, ...]:
        """The id of a faction, and of the one that it extends."""
        return tuple(filter(None, (faction_id, self._host(system_id, faction_id))))

    def _host(self, system_id: str, faction_id: str) -> str:
        """The id of the faction that a faction extends; empty where it extends none that there is."""
        found = next((line.extends for line in self.record(system_id).factions if line.id == faction_id), "")
        return found if found in self.files[system_id].factions else ""

    def narrowed(self, system: str, faction: str, names: Iterable[str]) -> str:
        """See `DataSet`. Ids and English names are recognised."""
        system_id = self.system_id(system)
        lines, files = self.record(system_id).factions, self.files[system_id].factions
        host = self._names(system_id).get(fold(faction), "")
        extending = [line for line in lines if host and line.extends == host]
        if not extending:
            return faction
        words = {locate.file_name(name) for name in names} - files[host].datasheets.keys()
        if not words:
            return faction
        has = {line.id: len(words & {*files[line.id].datasheets, *line.detachments}) for line in extending}
        most = max(has, key=has.__getitem__)
        return most if has[most] else faction

    def _compiled(self, name: str, key: Callable[[], str], kind: type[T], compiled: Callable[[], T]) -> T:
        """The cached record if it is current, else a new one, exactly as the cache will return it later. ``key``: of the files as
        they are known, once ``compiled`` has read them as they were read."""
        found = folded.get(self.cache, name, self._key(key()), kind, compiled)
        if found is None:
            try:
                new = compiled()
            except InputError as error:
                self.problems.extend(one for one in error.problems if one not in self.problems)
                raise
            found = folded.put(self.cache, name, self._key(key()), new)
        Loads.number += 1
        return found

    def _key(self, files: str) -> str:
        return digest(files, compilers.version_of(compilers.NATIVE, self.cache))


def _chosen(word: str, offers: Sequence[Offer], message: Text) -> str:
    """The id of the offer of that id or name, in any language. Raises `InputError` with the message if there is none."""
    for offer in offers:
        if offer.is_called(word):
            return offer.id
    known = [text for offer in offers for text in (offer.id, *offer.names.values())]
    hint = suggestion(word, known) or Text("known: {names}", {"names": tuple(o.id for o in offers)})
    raise InputError(message, hint=hint, rule="no-data")
