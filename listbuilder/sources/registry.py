"""All data sets of the user: the native one and those installed, and which of them a list is judged by."""

from __future__ import annotations

import contextlib
import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.catalogue.system import System
from listbuilder.errors import InputError
from listbuilder.files import is_folder, typed
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.replacing import replace
from listbuilder.sources.dataset import NATIVE, DataSet, Loaded, Offer
from listbuilder.sources.errors import SourceError
from listbuilder.sources.native.dataset import NativeSet
from listbuilder.sources.native.locate import SYSTEM_FILE, VARIABLE
from listbuilder.sources.places import data_dir

if TYPE_CHECKING:
    from listbuilder.sources.points.documents import Document
    from listbuilder.sources.store.dataset import FileSet
    from listbuilder.sources.store.installed import Installed, Store


Sets = tuple[DataSet, ...]  # that lists are judged by; empty: whichever of the user's fits


def native() -> NativeSet:
    """The shipped data and the user's own folders beside it."""
    return _native(os.environ.get(VARIABLE, ""))


@lru_cache(maxsize=4)
def _native(_folders: str) -> NativeSet:
    return NativeSet()


def store() -> Store:
    """The installed data sets."""
    from listbuilder.sources.store.installed import Store  # a list that names the native set never needs it

    return Store(rules=_rules, documents=_documents, changed_in=_changed_in)


def _rules(game_system_id: str) -> System | None:
    return native().rules_for(game_system_id)


def _documents(system: str) -> tuple[Document, ...]:
    return native().documents(system)


def _changed_in(system: str) -> tuple[str, ...]:
    return native().changed_in(system)


def systems() -> list[Offer]:
    """What lists can be built for: native systems that have factions first, then installed sets by their names. One that shares
    the name of a native system is offered by it: `factions` has those of both."""
    installed, own = store().list(), [replace(offer, source=NATIVE) for offer in native().systems()]
    shared = Counter(fold(word) for item in installed for word, _ in item.systems)
    known = {offer.id for offer in own}
    return own + [
        # Where two sets have a system of the same name, the name of the set goes before it.
        Offer(word if shared[fold(word)] == 1 else f"{item.name}/{name}", {"en": name}, item.date, source=item.name)
        for item in installed
        for word, name in item.systems
        if word not in known
    ]


def factions(system: str) -> list[Offer]:
    """The factions of a system, of an installed set, or of both where they share the name, each with the set that has it. Raises
    `InputError` when there is neither."""
    found = [offer for data in _having(system) for offer in _offered(data, system)]
    return found or _offered(named(system), system)


def _offered(data: DataSet, system: str) -> list[Offer]:
    return [replace(offer, source=data.name, date=offer.date or data.date) for offer in data.factions(system)]


def named(name: str) -> DataSet:
    """The native set, an installed one, or a points document alone. Raises `InputError` when there is none of that name."""
    if name == NATIVE:
        return native()
    alone = _points_called(name)
    return alone if alone is not None else _opened(store(), store().get(name))


def _points_called(name: str) -> DataSet | None:
    """The points document of that name, where no installed set is called so."""
    if is_known(name):
        return None
    own = native()
    systems = (one.id for one in own.all_systems() if one.points_document is not None)
    return next((found for one in systems for found in _points(own, one, frozenset()) if found.name == name), None)


def points_alone(game_system_id: str, version: str = "") -> Sets:
    """The points document of a community game system, the newest or that of a version, for the factions that no installed set
    has whole; empty where the game has none."""
    rules = native().rules_for(game_system_id)
    if rules is None or rules.points_document is None:
        return ()
    from listbuilder.sources.points.dataset import pages_of

    document = _document(native(), rules.id, version)
    if document is None:
        return ()
    sets = [(data, offer) for data in _of_game(game_system_id) for offer in data.factions(game_system_id)]
    whole = (offer for data, offer in sets if not data.lacking(game_system_id, offer.id))
    known = pages_of(document, (one.names["en"] for one in whole))
    return _points(native(), rules.id, known, version)


def lacking(game_system_id: str, page_id: str) -> tuple[str, ...]:
    """The names of the catalogues that installed sets of a game lack for the faction of a page of its points document."""
    from listbuilder.sources.points.dataset import pages_of

    rules = native().rules_for(game_system_id)
    document = _document(native(), rules.id, "") if rules is not None else None
    if document is None:
        return ()
    return tuple(
        dict.fromkeys(
            name
            for data in _of_game(game_system_id)
            for offer in data.factions(game_system_id)
            if page_id in pages_of(document, (offer.names["en"],))
            for name in data.lacking(game_system_id, offer.id)
        )
    )


def standing_in(system: str, set_name: str) -> Sets:
    """The points documents that judge a list of a system (its id or name) whose data are not there. ``set_name``: the data set
    that the list names; none where it is installed and cannot be read."""
    rules = called(system)
    games = rules.game_system_ids if rules is not None else ()
    if (
        set_name
        and is_known(set_name)
        and not any(fold(data.name) == fold(set_name) for game in games for data in _of_game(game))
    ):
        return ()
    return tuple(data for game in games for data in points_alone(game))


@lru_cache(maxsize=8)
def _points(own: NativeSet, system: str, without: frozenset[str], version: str = "") -> Sets:
    """The points document of a system without some of its pages."""
    from listbuilder.sources.points.dataset import PointsSet  # few lists need it

    rules, document = own.known_system(system), _document(own, system, version)
    if document is None or rules is None:
        return ()
    return (PointsSet(document, rules, without, own.changed_in(system)),)


def _document(own: NativeSet, system: str, version: str) -> Document | None:
    """The points document of a system of that version; the newest where none is named."""
    return next((one for one in own.documents(system) if version in {"", one.version}), None)


def given(words: Iterable[str]) -> Sets:
    """The data sets of these names. A name may be the path of a folder that is laid out as the shipped ``factions/``, or the
    version of a points document: the installed sets with its points, and itself for factions that none of these has. Raises
    `InputError` for one that is none of these."""
    return tuple(data for word in words for data in at_version(word) or (_given(word),))


def at_version(version: str) -> Sets:
    """The installed sets whose game has a points document of that version, with its points, then the document alone for what
    they lack; none where a set is called so."""
    if not version[:1].isdigit() or is_known(version):
        return ()
    systems = [one for one in native().all_systems() if one.points_document is not None]
    having = [one for one in systems if any(found.version == version for found in native().documents(one.id))]
    games = [game for one in having for game in one.game_system_ids]
    priced = tuple(data.at(version) for game in games for data in _of_game(game))
    return (*priced, *(data for game in games for data in points_alone(game, version)))


def is_known(word: str) -> bool:
    """Whether this is the name of the native set or of an installed one."""
    if word == NATIVE or store().find(word) is not None:
        return True
    return any(fold(item.name) == fold(word) for item in store().list())


def _given(word: str) -> DataSet:
    folder = typed(word)
    if not is_folder(folder) or is_known(word):
        return named(word)
    found = _of_folder(folder.resolve())
    if not found.files:
        text = Text("no native data in the folder: it has no game system with a system.yaml")
        hint = Text("listbuilder data add installs a community data set")
        if (folder / SYSTEM_FILE).is_file():
            hint = Text("name the folder that holds it: {folder}", {"folder": str(folder.parent)})
        raise InputError(text, word, hint=hint)
    return found


@lru_cache(maxsize=8)
def _of_folder(folder: Path) -> NativeSet:
    return NativeSet([folder])


def of_sha256(sha256: str, version: str = "") -> DataSet | None:
    """The installed set whose files have this hash, with the points of that version where one is named."""
    installed = store()
    found = next((item for item in installed.list() if item.sha256 == sha256), None)
    with contextlib.suppress(SourceError):
        data = _opened(installed, found) if found is not None else None
        return data.at(version) if data is not None and version else data
    return None


def of_game_system(game_system_id: str, among: Sets = ()) -> list[DataSet]:
    """The sets of a community game system, those given or all that are installed, the newest first; sets that cannot be read
    are skipped."""
    if not among:
        return list(_of_game(game_system_id))
    found: list[DataSet] = []
    for data in among:
        with contextlib.suppress(SourceError):
            if data.has_game_system(game_system_id):
                found.append(data)
    return found


def _of_game(game_system_id: str) -> list[FileSet]:
    """The installed sets of a game system that can be read, the newest first."""
    found: list[FileSet] = []
    for data in _installed(game_system_id):
        with contextlib.suppress(SourceError):
            if data.has_game_system(game_system_id):
                found.append(data)
    return sorted(found, key=lambda data: data.date, reverse=True)


def _installed(game_system_id: str) -> Iterator[FileSet]:
    """The installed sets that may have a game system, as their descriptions tell; none other is opened."""
    installed = store()
    for item in installed.list():
        if not item.games or game_system_id in item.games:
            with contextlib.suppress(SourceError):
                yield _opened(installed, item)


def called(word: str) -> System | None:
    """The game system of that id or name, as far as its rules are known."""
    known = {fold(name): system for system in native().all_systems() for name in (system.id, *system.name.values())}
    return known.get(fold(word))


def system_of(word: str) -> tuple[System, list[DataSet]]:
    """The game system of that id or name, or of the installed set of that name, and the sets that have data for it: the native
    one first. Raises `InputError`, with the nearest name, when there is none."""
    system = called(word)
    if system is None:
        found = _having(word)
        if not found:
            words = [name for offer in systems() for name in (offer.id, *offer.names.values())]
            hint = suggestion(word, [*words, *(one.id for one in native().named_systems())])
            raise InputError(Text("unknown game system: {name}", {"name": word}), hint=hint)
        return found[0].system(word), found
    own: list[DataSet] = [native()] if native().has_system(system.id) else []
    return system, [*own, *(data for game in system.game_system_ids for data in of_game_system(game))]


def load(system: str, faction: str, set_name: str = "", among: Sets = (), held: Collection[str] = ()) -> Loaded:
    """The data for a list of one faction. ``among`` other than empty: the first of these sets that has its system. ``set_name``
    empty: native where the native data have the faction, else the installed set that the system names. ``held``: names of
    datasheets and detachments in the list, which can tell a narrower faction than the one named. Raises `InputError`, with the
    nearest name, when something is not there."""
    if among:
        return _first(system, faction, among, held)
    data = _chosen(system, faction, set_name)
    return data.load(system, data.narrowed(system, faction, held))


def _ids_of(name: str) -> tuple[str, ...]:
    """The ids of the game systems of an installed set: lists may name their game by the set."""
    installed = store()
    found = installed.find(name) or next((item for item in installed.list() if fold(item.name) == fold(name)), None)
    return tuple(game.header.id for game in _opened(store(), found).games) if found else ()


def _chosen(system: str, faction: str, set_name: str) -> DataSet:
    if set_name:
        return named(set_name)
    own = native()
    if own.has_faction(system, faction):
        return own  # whatever else is installed
    *preferred, last = _having(system) or [_native_or_refused(system)]
    return next((data for data in preferred if _offers(data, system, faction)), last)


def usual(system: str, faction: str) -> str:
    """The name of the set that judges a list which names none; empty where that is not decided."""
    with contextlib.suppress(InputError):
        data = _chosen(system, faction, "")
        return data.name if data.has_system(system) else ""
    return ""


def _first(system: str, faction: str, among: Sets, held: Collection[str]) -> Loaded:
    """The faction from the first of the sets that has it. Raises `InputError`, that of the first set which has the system."""
    names = {"set": ", ".join(data.name for data in among), "system": system}
    refused: list[InputError] = []
    ids = _ids_of(system)
    for data in among:
        if data.has_system(system) or any(map(data.has_game_system, ids)):
            try:
                return data.load(system, data.narrowed(system, faction, held))
            except InputError as error:
                refused.append(error)
    raise (
        refused[0]
        if refused
        else InputError(Text("the data set {set} has no game system {system}", names), rule="no-data")
    )


def _native_or_refused(system: str) -> DataSet:
    """The native set, which says what it lacks. Raises `InputError` where an installed system has a name like the one meant."""
    known = native()
    words = [word for offer in systems() for word in (offer.id, *offer.names.values())]
    near = suggestion(system, [word for word in dict.fromkeys(words) if not known.has_system(word)])
    if near:
        raise InputError(Text("unknown game system: {name}", {"name": system}), hint=near, rule="no-data")
    return known


def _having(system: str) -> list[DataSet]:
    """The sets that have a system, the native one first: the installed set of that name, else the one that has a game system of
    that name. Raises `InputError` when several have it."""
    data = native()
    found: list[DataSet] = [data] if data.has_system(system) else []
    if not (data_dir() / "sets").is_dir():
        return found  # nothing was ever installed: no need to import the store
    installed = store()
    sets = installed.list()
    found += [_opened(installed, item) for item in sets if fold(item.name) == fold(system)]
    if found:
        return found
    having = [item for item in sets if fold(system) in _words(item)]
    if len(having) > 1:
        names = ", ".join(f"{item.name}/{system}" for item in having)
        message = Text("several data sets have the game system {system}", {"system": system})
        raise InputError(message, hint=Text("name one: {names}", {"names": names}), rule="no-data")
    return [_opened(installed, item) for item in having]


def _words(item: Installed) -> set[str]:
    """What the game systems of an installed set may be called."""
    words = {word for word, _ in item.systems} | {name for _, name in item.systems}
    return {fold(found) for word in words for found in (word, f"{item.name}/{word}")}


def _offers(data: DataSet, system: str, faction: str) -> bool:
    return any(offer.is_called(faction) for offer in data.factions(system))


def _opened(installed: Store, item: Installed) -> FileSet:
    """The set as it is now; after an update the record differs and the set is opened again."""
    return _open_set(installed.folder, item)


@lru_cache(maxsize=8)
def _open_set(_folder: object, item: Installed) -> FileSet:
    return store().open(item.name)
