"""Which data a list is judged by: the native set or one that the user installed, behind one small face."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from listbuilder.army import DataPin
from listbuilder.catalogue.base import Names
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError
from listbuilder.i18n import Text, in_language
from listbuilder.naming import fold, suggestion
from listbuilder.session.views import Named
from listbuilder.sources.native.dataset import NativeSet

if TYPE_CHECKING:
    from listbuilder.sources.store.dataset import FileSet
    from listbuilder.sources.store.installed import Store

NATIVE = "native"


@dataclass(frozen=True, slots=True)
class Loaded:
    """The data that one list needs."""

    system: System
    faction: Catalogue
    library: Library
    pin: DataPin


def native() -> NativeSet:
    """The shipped data and the user's own folders beside it."""
    return _native(os.environ.get("LISTBUILDER_FACTIONS", ""))


@lru_cache(maxsize=4)
def _native(_folders: str) -> NativeSet:
    return NativeSet()


def store() -> Store:
    """The installed data sets. Imported late: a list over native data never needs it."""
    from listbuilder.sources.store.installed import Store

    return Store()


def systems() -> list[Named]:
    """What lists can be built for: native systems that have factions first, then installed sets by their names."""
    own = [Named(system_id, in_language(names)) for system_id, names in native().systems() if _own(system_id)]
    return own + [Named(item.name, item.game_system, item.date) for item in store().list()]


def _own(system: str) -> list[tuple[str, Names]]:
    """The native factions of a system; none where its data are the community's, or where there is no such system."""
    for system_id, names in native().systems():
        if fold(system) in (fold(system_id), *map(fold, names.values())):
            return native().factions(system_id)
    return []


def factions(system: str) -> list[Named]:
    """Factions (catalogues that are no libraries) of a system, of an installed set, or of both where they share the name."""
    found = [Named(faction_id, in_language(names)) for faction_id, names in _own(system)]
    if _installed(system) or not found:
        found += [Named(info.id, info.name) for info in open_set(system).catalogues() if not info.library]
    return found


@lru_cache(maxsize=8)
def open_set(name: str) -> FileSet:
    """An installed set. Raises `InputError` when there is none of that name."""
    return store().open(name)


def load(system: str, faction: str, set_name: str = "") -> Loaded:
    """The data for a list of one faction. ``set_name`` empty: native where the native data have the faction, else the installed
    set that the system names. Raises `InputError`, with the nearest name, when something is not there."""
    if set_name not in ("", NATIVE):
        return _load_installed(set_name, faction)
    if set_name == NATIVE or not _installed(system) or _has(system, faction):
        return _load_native(system, faction)
    return _load_installed(system, faction)


def _has(system: str, faction: str) -> bool:
    return any(fold(faction) in (fold(item), *map(fold, names.values())) for item, names in _own(system))


def _installed(name: str) -> bool:
    return any(fold(item.name) == fold(name) for item in store().list())


def _load_native(system_name: str, faction_name: str) -> Loaded:
    data = native()
    system_id = data.system_id(system_name)
    if not data.factions(system_id):
        message = Text("no game data of {system} are installed", {"system": system_id})
        raise InputError(message, hint=Text("listbuilder data add installs a community data set"))
    faction_id = data.faction_id(system_id, faction_name)
    library = data.load(system_id, faction_id)
    faction = library.catalogue(faction_id)
    assert faction is not None
    pin = DataPin(NATIVE, faction.date, str(faction.revision or ""), data.fingerprint(system_id, faction_id))
    return Loaded(data.system(system_id), faction, library, pin)


def _load_installed(set_name: str, faction_name: str) -> Loaded:
    from listbuilder.sources.store.dataset import with_links

    data = open_set(set_name)
    infos = [info for info in data.catalogues() if not info.library]
    found = _match(faction_name, [(info.id, info.name) for info in infos])
    if found is None:
        message = (
            Text("unknown faction: {name}", {"name": faction_name}) if faction_name else Text("no faction is named")
        )
        raise InputError(message, hint=suggestion(faction_name, [info.name for info in infos]))
    catalogues = with_links(data, found)
    library = Library(catalogues[0], catalogues[1:])
    pin = DataPin(data.name, data.date, str(data.revision), data.sha256)
    return Loaded(system_of(catalogues[0], data.name), catalogues[1], library, pin)


def _match(word: str, names: Iterable[tuple[str, str]]) -> str | None:
    """The id of what the word names: an id, a whole name, or the last part of one name only ("… - Space Marines")."""
    known = list(names)
    wanted = fold(word)
    exact = next((item for item, name in known if word == item or wanted == fold(name)), None)
    if exact is not None:
        return exact
    parts = [item for item, name in known if any(fold(part) == wanted for part in name.split(" - "))]
    return parts[0] if len(parts) == 1 else None


def system_of(game_system: Catalogue, set_name: str) -> System:
    """The native system whose rules apply to a community data set; a bare one when there is none."""
    data = native()
    for system_id, _names in data.systems():
        system = data.system(system_id)
        if game_system.id in system.game_system_ids:
            return system
    return System(id=set_name, name={"en": game_system.name or set_name})
