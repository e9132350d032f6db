"""Finds the files of the native set: the shipped ones, and those in the user's own folders.

The environment variable ``LISTBUILDER_FACTIONS`` adds folders (separated as in ``PATH``), laid out like ``factions/``. They
may add systems, factions of known systems, and single datasheets; the last file of an id is used.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

from msgspec import Struct, field

from listbuilder.expressions import expression
from listbuilder.files import typed
from listbuilder.naming import fold
from listbuilder.resources import shipped

VARIABLE = "LISTBUILDER_FACTIONS"
SYSTEM_FILE = "system.yaml"
FACTION_FILE = "faction.yaml"
SUFFIX = ".yaml"
_OTHER = expression(r"[^a-z0-9]+")  # what is no part of the name of a file
EVENTS = "events"  # folder of a system's event packs
POINTS = "points"  # and of the versions of its points document


class FactionFiles(Struct, dict=True):
    """The files of one faction, in the folders of its name; the last file of a name counts. They are looked for when
    they are asked for."""

    folders: list[Path] = field(default_factory=list)

    @cached_property
    def faction(self) -> Path | None:
        """Its `faction.yaml`, if it has one."""
        found = (folder / FACTION_FILE for folder in reversed(self.folders))
        return next((path for path in found if os.path.lexists(path)), None)

    @cached_property
    def datasheets(self) -> dict[str, Path]:
        """The files of its datasheets by their names without suffix."""
        return {
            name.removesuffix(SUFFIX): folder / name
            for folder in self.folders
            for name in names(folder, lambda item: item.name.endswith(SUFFIX) and item.name != FACTION_FILE)
        }


class SystemFiles(Struct, dict=True):
    """The files of one system, in the folders of its name; those of its factions are looked for when they are asked for."""

    folders: list[Path] = field(default_factory=list)

    @cached_property
    def system(self) -> Path | None:
        """Its `system.yaml`, if it has one."""
        found = (folder / SYSTEM_FILE for folder in reversed(self.folders))
        return next((path for path in found if path.is_file()), None)

    @cached_property
    def factions(self) -> dict[str, FactionFiles]:
        """Its factions by the names of their folders."""
        found: dict[str, FactionFiles] = {}
        for folder in self.folders:
            for inner in _folders(folder):
                found.setdefault(inner.name, FactionFiles()).folders.append(inner)
        return {name: faction for name, faction in found.items() if faction.faction is not None}


def folders() -> list[Path]:
    """Where to look: the shipped data, then the user's own."""
    own = os.environ.get(VARIABLE, "")
    return [shipped("factions"), *(typed(part) for part in own.split(os.pathsep) if part)]


def find(roots: list[Path]) -> dict[str, SystemFiles]:
    """Every system that has a `system.yaml` somewhere."""
    found: dict[str, SystemFiles] = {}
    for root in roots:
        for folder in _folders(root):
            found.setdefault(folder.name, SystemFiles()).folders.append(folder)
    return {name: files for name, files in found.items() if files.system is not None}


def packs(roots: list[Path]) -> dict[str, Path]:
    """The event packs of all systems, by the names of their files."""
    found = (file for root in roots for folder in _folders(root) for file in sorted((folder / EVENTS).glob("*.yaml")))
    return {file.stem: file for file in found}


@lru_cache(4096)
def file_name(word: str) -> str:
    """What the file of a datasheet of this id or English name is called, without its extension."""
    return _OTHER.sub("-", fold(word).replace("'", "")).strip("-")


def _folders(folder: Path) -> list[Path]:
    return [
        folder / name for name in names(folder, lambda item: not item.name.startswith((".", "_")) and item.is_dir())
    ]


def names(folder: Path, wanted: Callable[[os.DirEntry[str]], bool] = lambda _item: True) -> list[str]:
    """The names in a folder that are wanted, sorted; none where it cannot be read."""
    try:
        with os.scandir(folder) as found:
            return sorted(item.name for item in found if wanted(item))
    except OSError:
        return []
