"""A data set: the files of one or several game systems, loaded as they are needed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from functools import cached_property, partial
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from listbuilder import hashing
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError, Problem
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.sources import compilers, folded
from listbuilder.sources.cache import Cache, Loads, digest
from listbuilder.sources.dataset import Loaded, Offer
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store.armies import factions_of, match, only, part_of
from listbuilder.sources.store.files import files_at
from listbuilder.sources.store.game import GameFiles, Part
from listbuilder.sources.store.index import IndexedFile, index, problem_of
from listbuilder.sources.store.listing import modified
from listbuilder.sources.store.recent import RECENT

if TYPE_CHECKING:
    from listbuilder.sources.points.deviation import Deviation
    from listbuilder.sources.points.documents import Document


class UnitNames(msgspec.Struct, frozen=True):
    """Units of a game system by name or id -> ids or names of the catalogues that have them."""

    names: dict[str, tuple[str, ...]]


class FileSet:
    """A folder, a git clone or a .zip of BSData files. Its ``games`` are the game systems in it."""

    def __init__(
        self,
        path: Path | str,
        name: str = "",
        *,
        revision: str = "",
        date: str = "",
        cache: Cache | None = None,
        rules: Callable[[str], System | None] | None = None,
        documents: Callable[[str], tuple[Document, ...]] | None = None,
        changed_in: Callable[[str], tuple[str, ...]] | None = None,
        version: str = "",
    ) -> None:
        """``rules`` finds the rules that apply to a game system, by its id; ``documents`` the points documents of a system, of
        which the one of that version goes over the data, the newest where none is named; ``changed_in`` the user's folders that
        change what is shipped of both."""
        self.path = Path(path)
        self.files = files_at(self.path)
        self.name = name or self.path.stem
        self.cache = cache or Cache()
        self._revision = revision
        self._date = date
        self._rules = rules
        self._documents = documents
        self._changed_in = changed_in
        self.version = version
        self._opened: dict[str, Catalogue] = {}
        self._loaded: dict[tuple[str, str], Loaded] = {}  # by ids of game system and faction
        self._failed: dict[str, SourceError] = {}
        self._offers: dict[str, dict[str, tuple[str, ...]]] = {}  # of each game system that was asked
        self._bare_rules: dict[str, System] = {}  # by id of the game system

    def __repr__(self) -> str:
        return f"<FileSet {self.name!r} {self.path}>"

    @cached_property
    def indexed(self) -> tuple[IndexedFile, ...]:
        """What each file is."""
        return index(self.files, self.cache).files

    @property
    def revision(self) -> str:
        """The commit, or the revision of its game system where it has only one."""
        return self._revision or (self.games[0].header.revision if len(self.games) == 1 else "")

    @cached_property
    def date(self) -> str:
        return self._date or max((modified(item.file) for item in self.indexed), default="")

    @cached_property
    def sha256(self) -> str:
        # Names without folders, so that a folder and the .zip that a git host makes of it are the same set.
        return digest(
            *sorted(f"{PurePosixPath(item.file.name).name}:{item.sha256}" for item in self.indexed if item.header)
        )

    @cached_property
    def games(self) -> tuple[GameFiles, ...]:
        """Its game systems by name. Raises `SourceError` when there is none."""
        heads = [part for part in self._candidates if part.header.is_game_system]
        if not heads:
            raise SourceError(Text("there is no game system (.gst) among the files"), str(self.path))
        first = {part.header.id: part for part in reversed(heads)}
        found = [GameFiles(self.path, part, self._members(part, len(first)), self._open) for part in first.values()]
        return tuple(sorted(found, key=lambda game: (game.header.name.casefold(), game.header.id)))

    def _members(self, system: Part, systems: int) -> list[Part]:
        """The catalogues of a game system; those that name none belong to the only one."""
        own = (system.header.id, "") if systems == 1 else (system.header.id,)
        parts = [part for part in self._candidates if not part.header.is_game_system]
        return [part for part in parts if part.header.game_system_id in own]

    def game(self, word: str = "") -> GameFiles:
        """The game system that is called this: by its name or id, or the id or name of the rules that apply to it. A set that
        has one system gives that, whatever the word. Raises `InputError`."""
        if len(self.games) == 1:
            return self.games[0]
        found = self._called(word)
        if found is not None:
            return found
        names = [game.header.name for game in self.games]
        if not word or fold(word) == fold(self.name):
            params = {"name": self.name, "systems": ", ".join(names)}
            raise InputError(Text("the data set {name} has several game systems: {systems}; name one", params))
        raise InputError(
            Text("the data set {name} has no game system {system}", {"name": self.name, "system": word}),
            hint=suggestion(word, names) or Text("it has: {systems}", {"systems": ", ".join(names)}),
        )

    def _called(self, word: str) -> GameFiles | None:
        wanted = fold(word)
        for game in self.games:
            rules = self._rules(game.header.id) if self._rules else None
            ruled = (rules.id, *rules.name.values()) if rules else ()
            own = (game.header.name, game.header.id, f"{self.name}/{game.header.name}")
            if wanted in map(fold, (*own, *ruled)):
                return game
        return None

    def systems(self) -> list[Offer]:
        return [Offer(self._word(game), {"en": game.header.name}, self.date) for game in self.games]

    def _word(self, game: GameFiles) -> str:
        """What lists call a game system: the name of the set if it has only this one, else its own name."""
        if len(self.games) == 1:
            return self.name
        names = [one.header.name for one in self.games]
        return game.header.name if names.count(game.header.name) == 1 else game.header.id

    def has_system(self, word: str) -> bool:
        return fold(word) == fold(self.name) or self._called(word) is not None

    def has_game_system(self, game_system_id: str) -> bool:
        return any(game.header.id == game_system_id for game in self.games)

    def system(self, word: str) -> System:
        return self._rules_of(self.game(word))

    def factions(self, system: str = "") -> list[Offer]:
        """The catalogues of a game system without libraries."""
        return factions_of(self.game(system))

    def lacking(self, system: str = "", faction: str = "") -> tuple[str, ...]:
        game = self.game(system)
        return tuple(name for name, _number in game.lacking(game.linked(faction) if faction else None).values())

    def units(self, system: str = "") -> dict[str, tuple[str, ...]]:
        game = self.game(system)
        armies = {offer.id for offer in factions_of(game)}
        return self._kept("units", game, lambda: only(game.units(), armies))

    def _offering(self, game: GameFiles, unit: str) -> tuple[str, ...]:
        """The names of the catalogues that offer a unit of this name or id."""
        if game.header.id not in self._offers:
            self._offers[game.header.id] = self._kept("offers", game, game.offers)
        return self._offers[game.header.id].get(fold(unit), ())

    def _kept(
        self, kind: str, game: GameFiles, names: Callable[[], dict[str, tuple[str, ...]]]
    ) -> dict[str, tuple[str, ...]]:
        """Names over all catalogues of a game, from the cache: they take opening each."""
        name = f"{kind}/{digest(self.sha256, game.header.id)}"
        key = compilers.version_of(compilers.BSDATA, self.cache)
        found = self.cache.get(name, key, UnitNames)
        if found is None:
            found = UnitNames(names())
            self.cache.put(name, key, found)
        return found.names

    def narrowed(self, system: str, faction: str, names: Iterable[str]) -> str:
        """The faction itself: what one catalogue has of another is in both."""
        return faction

    def load(self, system: str, faction: str) -> Loaded:
        game = self._game_of(system, faction)
        offers = factions_of(game)
        faction_id = match(faction, offers)
        if faction_id is None:
            message = Text("unknown faction: {name}", {"name": faction}) if faction else Text("no faction is named")
            raise InputError(message, hint=suggestion(faction, [offer.names["en"] for offer in offers]))
        known = (game.header.id, faction_id)
        rules = self._rules_of(game)
        found = self._loaded.get(known)
        if found is None or found.library.has_included or found.system is not rules:
            found = self._loaded[known] = self._read(game, faction_id, rules)
        RECENT.use(self, known)
        return found

    def drop(self, key: tuple[str, str]) -> None:
        """Forgets the library of a faction (ids of game system and faction), and the files that no other one needs."""
        if self._loaded.pop(key, None) is not None:
            kept = {id(file) for one in self._loaded.values() for file in one.library.files}
            for name in [
                name for name, file in self._opened.items() if id(file) not in kept and not file.is_game_system
            ]:
                del self._opened[name]
            Loads.dropped += 1

    def _read(self, game: GameFiles, faction_id: str, rules: System) -> Loaded:
        """The data for lists of one faction, with a library of their own."""
        from listbuilder.sources.bsdata.texts import (
            BSDataTextReader,
        )  # its patterns take a while, and native data need none

        document = self.document(rules)
        game_system, catalogue, *linked = self._files_of(game, faction_id, rules)
        library = Library(game_system, [catalogue, *linked], foreign=lambda word: self._foreign(game, word, rules))
        library.text_reader = BSDataTextReader(library, rules.read_as)
        library.glossary = rules.glossary
        library.offering = partial(self._offering, game)
        library.part_of = part_of(catalogue.name, (header.name for header in game.catalogues()))
        priced = (document.version, document.date) if document else ("", "")
        pin = DataPin(self.name, self.date, self._revision or game.header.revision, self.sha256, *priced)
        stated = {"set": pin.set, "date": pin.date, "revision": pin.revision, "sha256": pin.sha256}
        stated |= {"points": pin.document} if document else {}
        return Loaded(
            system=rules,
            faction=catalogue,
            library=library,
            pin=pin,
            form="forces",
            faction_word=catalogue.name,  # ids of community data say nothing to a reader
            stated={key: value for key, value in stated.items() if value or key != "date"},
            changed_in=self._changed_in(rules.id) if self._changed_in else (),
        )

    # --- the points document ----------------------------------------------------------------------------------------------

    def document(self, rules: System) -> Document | None:
        """The points document that goes over the data; None where the game has none. Raises `InputError` when it has none of
        the set's version."""
        known = self._documents(rules.id) if self._documents and rules.points_document else ()
        if not self.version:
            return next(iter(known), None)
        found = next((one for one in known if one.version == self.version), None)
        if found is None:
            names = {"version": self.version, "system": rules.id}
            hint = Text("known: {names}", {"names": ", ".join(one.version for one in known)}) if known else ""
            raise InputError(Text("{system} has no points document {version}", names), hint=hint)
        return found

    def at(self, version: str) -> FileSet:
        """The same set with the points of that version."""
        found = copy(self)
        found.version, found._loaded = version, {}
        return found

    def deviations(self, system: str, faction: str) -> tuple[Deviation, ...]:
        """What the data of one faction say otherwise than the points document. Raises `InputError`."""
        from listbuilder.sources.points import laying

        game = self._game_of(system, faction)
        rules, found = self._rules_of(game), match(faction, factions_of(game))
        document = self.document(rules)
        if document is None or found is None:
            return ()
        return laying.deviations(game.with_links(found), document, rules, self.cache, self.sha256)

    def _files_of(self, game: GameFiles, catalogue_id: str, rules: System) -> Sequence[Catalogue]:
        """The game system, a catalogue and those that it links to, with the points of the document."""
        files = game.with_links(catalogue_id)
        document = self.document(rules)
        if document is None:
            return files
        from listbuilder.sources.points import laying  # few games have a document

        return laying.laid_over(files, document, rules, self.cache, self.sha256)

    def _foreign(self, game: GameFiles, word: str, rules: System) -> Sequence[Catalogue]:
        """The catalogue that a word names (also one that no army starts with) and those that it links to; empty where there is
        none, or it cannot be read."""
        found = match(word, [Offer(info.id, {"en": info.name}) for info in game.catalogues()])
        with contextlib.suppress(SourceError):
            return self._files_of(game, found, rules)[1:] if found is not None else ()
        return ()

    def _game_of(self, system: str, faction: str) -> GameFiles:
        """The game system of a list. One that names only the set means the only system that has its faction. Raises
        `InputError`."""
        if len(self.games) > 1 and (not system or fold(system) == fold(self.name)):
            having = [game for game in self.games if match(faction, factions_of(game)) is not None]
            if len(having) == 1:
                return having[0]
        return self.game(system)

    def _rules_of(self, game: GameFiles) -> System:
        """The rules that apply; bare ones when there are none."""
        found = self._rules(game.header.id) if self._rules else None
        return found or self._bare_rules.setdefault(
            game.header.id, System(id=self._word(game), name={"en": game.header.name or self.name})
        )

    @property
    def problems(self) -> list[Problem]:
        broken = (
            Problem(error.text, error.path, error.line, error.column, rule="broken-file")
            for error in self._failed.values()
        )
        return [*self._index_problems, *broken]

    # --- the files ---------------------------------------------------------------------------------------------------

    @cached_property
    def _candidates(self) -> list[Part]:
        return [Part(item, item.header) for item in self.indexed if item.header]

    def _open(self, item: IndexedFile) -> Catalogue:
        name = item.file.name
        if name in self._failed:
            known = self._failed[name]
            raise SourceError(known.text, known.path, known.line, known.column)
        if name not in self._opened:
            try:
                self._opened[name] = self._compiled(item)
                Loads.number += 1
            except SourceError as error:
                self._failed[name] = error
                raise
        return self._opened[name]

    def _compiled(self, item: IndexedFile) -> Catalogue:
        key = compilers.version_of(compilers.BSDATA, self.cache)
        found = folded.get(self.cache, f"catalogue/{item.sha256}", key, Catalogue, lambda: self._parsed(item)[0])
        if found is None:
            new, sha256 = self._parsed(item)
            found = folded.put(self.cache, f"catalogue/{sha256}", key, new)
        return found

    def _parsed(self, item: IndexedFile) -> tuple[Catalogue, str]:
        """A file, and its hash, which is another one than that of the index where it changed since."""
        place = str(self.path / item.file.name)
        try:
            data = self.files.read(item.file.name)
        except (OSError, KeyError):
            raise SourceError(Text("cannot be read"), place) from None
        from listbuilder.sources.bsdata.reader import read_bytes  # the cache has what was read before

        return read_bytes(data, place), hashing.sha256(data)

    # --- findings ----------------------------------------------------------------------------------------------------

    @cached_property
    def _index_problems(self) -> list[Problem]:
        problems = [problem_of(item, self.files) for item in self.indexed if not item.header and not _is_foreign(item)]
        try:
            missing = [problem for game in self.games for problem in (*game.missing(), *game.overlinked())]
        except SourceError as error:
            return [*problems, Problem(error.text, error.path, rule="missing-game-system")]
        return [*problems, *self._left_out(), *missing]

    def _left_out(self) -> list[Problem]:
        taken = {part.item.file.name: part for game in self.games for part in game.parts.values()}
        twins = {part.header.id: part for part in reversed(taken.values())}
        problems = []
        for part in self._candidates:
            if part.item.file.name in taken:
                continue
            twin = twins.get(part.header.id)
            if twin is not None:
                message = Text("has the same id as {other}; ignored", {"other": twin.item.file.name})
                problems.append(Problem(message, self._place(part), rule="repeated-id"))
            else:
                message = Text("belongs to a game system that the set does not have; ignored")
                problems.append(Problem(message, self._place(part), rule="other-system"))
        return problems

    def _place(self, part: Part) -> str:
        return str(self.path / part.item.file.name)


def _is_foreign(item: IndexedFile) -> bool:
    """Whether it is a .json file of another kind, such as a tool's settings: no problem of the set."""
    return not item.is_data and item.file.name.lower().endswith(".json")
