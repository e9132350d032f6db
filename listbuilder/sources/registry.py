"""All data sets of the user: the native one and those installed, and which of them a list is judged by."""

from __future__ import annotations

import contextlib
import os
from functools import lru_cache
from typing import TYPE_CHECKING

from listbuilder.catalogue.system import System
from listbuilder.naming import fold
from listbuilder.sources.dataset import NATIVE, DataSet, Loaded, Offer
from listbuilder.sources.errors import SourceError
from listbuilder.sources.native.dataset import NativeSet
from listbuilder.sources.places import data_dir

if TYPE_CHECKING:
    from listbuilder.sources.store.dataset import FileSet
    from listbuilder.sources.store.installed import Installed, Store


def native() -> NativeSet:
    """The shipped data and the user's own folders beside it."""
    return _native(os.environ.get("LISTBUILDER_FACTIONS", ""))


@lru_cache(maxsize=4)
def _native(_folders: str) -> NativeSet:
    return NativeSet()


def store() -> Store:
    """The installed data sets."""
    from listbuilder.sources.store.installed import Store  # a list that names the native set never needs it

    return Store(rules=_rules)


def _rules(game_system_id: str) -> System | None:
    return native().rules_for(game_system_id)


def systems() -> list[Offer]:
    """What lists can be built for: native systems that have factions first, then installed sets by their names."""
    return native().systems() + [Offer(item.name, {"en": item.game_system}, item.date) for item in store().list()]


def factions(system: str) -> list[Offer]:
    """The factions of a system, of an installed set, or of both where they share the name. Raises `InputError` when there is
    neither."""
    found = [offer for data in _having(system) for offer in data.factions(system)]
    return found or named(system).factions(system)


def named(name: str) -> DataSet:
    """The native set or an installed one. Raises `InputError` when there is none of that name."""
    return native() if name == NATIVE else _opened(store(), store().get(name))


def of_game_system(game_system_id: str) -> list[DataSet]:
    """The installed sets of a community game system; sets that cannot be read are skipped."""
    installed = store()
    found: list[DataSet] = []
    for item in installed.list():
        with contextlib.suppress(SourceError):
            data = _opened(installed, item)
            if data.game_system_id == game_system_id:
                found.append(data)
    return found


def load(system: str, faction: str, set_name: str = "") -> Loaded:
    """The data for a list of one faction. ``set_name`` empty: native where the native data have the faction, else the installed
    set that the system names. Raises `InputError`, with the nearest name, when something is not there."""
    return _chosen(system, faction, set_name).load(system, faction)


def _chosen(system: str, faction: str, set_name: str) -> DataSet:
    if set_name:
        return named(set_name)
    *preferred, last = _having(system) or [native()]
    return next((data for data in preferred if _offers(data, system, faction)), last)


def _having(system: str) -> list[DataSet]:
    """The sets that have a system, the native one first. An installed set is called like its system."""
    data = native()
    found: list[DataSet] = [data] if data.has_system(system) else []
    if not (data_dir() / "sets").is_dir():
        return found  # nothing was ever installed: no need to import the store
    installed = store()
    return found + [_opened(installed, item) for item in installed.list() if fold(item.name) == fold(system)]


def _offers(data: DataSet, system: str, faction: str) -> bool:
    return any(offer.is_called(faction) for offer in data.factions(system))


def _opened(installed: Store, item: Installed) -> FileSet:
    """The set as it is now; after an update the record differs and the set is opened again."""
    return _open_set(installed.folder, item)


@lru_cache(maxsize=8)
def _open_set(_folder: object, item: Installed) -> FileSet:
    return store().open(item.name)
