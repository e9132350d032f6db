"""Finds the files of the native set: the shipped ones, and those in the user's own folders.

The environment variable ``LISTBUILDER_FACTIONS`` adds folders (separated as in ``PATH``), laid out like ``factions/``. They
may add systems, factions of known systems, and single datasheets; the last file of an id is used.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field

from listbuilder.naming import fold
from listbuilder.resources import shipped

VARIABLE = "LISTBUILDER_FACTIONS"
SYSTEM_FILE = "system.yaml"
FACTION_FILE = "faction.yaml"
EVENTS = "events"  # folder of a system's event packs


class FactionFiles(Struct, dict=True):
    """The files of one faction, by the name of its folder."""

    faction: Path | None = None
    datasheets: dict[str, Path] = field(default_factory=dict)  # stem -> file


class SystemFiles(Struct, dict=True):
    """The files of one system, by the name of its folder."""

    system: Path | None = None
    factions: dict[str, FactionFiles] = field(default_factory=dict)


def folders() -> list[Path]:
    """Where to look: the shipped data, then the user's own."""
    own = os.environ.get(VARIABLE, "")
    return [shipped("factions"), *(Path(part).expanduser() for part in own.split(os.pathsep) if part)]


def find(roots: list[Path]) -> dict[str, SystemFiles]:
    """Every system that has a `system.yaml` somewhere, with its factions."""
    found: dict[str, SystemFiles] = {}
    for root in roots:
        for folder in _folders(root):
            _gather_system(folder, found.setdefault(folder.name, SystemFiles()))
    for files in found.values():
        files.factions = {name: faction for name, faction in files.factions.items() if faction.faction is not None}
    return {name: files for name, files in found.items() if files.system is not None}


def packs(roots: list[Path]) -> dict[str, Path]:
    """The event packs of all systems, by the names of their files."""
    found = (file for root in roots for folder in _folders(root) for file in sorted((folder / EVENTS).glob("*.yaml")))
    return {file.stem: file for file in found}


def file_name(word: str) -> str:
    """What the file of a datasheet of this id or English name is called, without its extension."""
    return re.sub(r"[^a-z0-9]+", "-", fold(word).replace("'", "")).strip("-")


def _gather_system(folder: Path, files: SystemFiles) -> None:
    if (folder / SYSTEM_FILE).is_file():
        files.system = folder / SYSTEM_FILE
    for inner in _folders(folder):
        faction = files.factions.setdefault(inner.name, FactionFiles())
        for name in _names(inner, lambda item: item.name.endswith(".yaml")):
            if name == FACTION_FILE:
                faction.faction = inner / name
            else:
                faction.datasheets[name.removesuffix(".yaml")] = inner / name


def _folders(folder: Path) -> list[Path]:
    return [
        folder / name for name in _names(folder, lambda item: not item.name.startswith((".", "_")) and item.is_dir())
    ]


def _names(folder: Path, wanted: Callable[[os.DirEntry[str]], bool]) -> list[str]:
    """The names in a folder that are wanted, sorted; none where it cannot be read."""
    try:
        with os.scandir(folder) as found:
            return sorted(item.name for item in found if wanted(item))
    except OSError:
        return []
