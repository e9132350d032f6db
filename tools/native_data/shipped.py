"""What armies of a shipped faction may have: its own files, and those of the faction that it extends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from listbuilder import strictyaml
from listbuilder.sources.native.extension import Extension
from listbuilder.sources.native.locate import FACTION_FILE


def faction_facts(folder: Path) -> dict[str, Any]:
    """The faction's file, with the detachments of the faction that it extends."""
    own = _read(folder / FACTION_FILE)
    if "extends" not in own:
        return own
    inherited = Extension(own, _read(folder.parent / own["extends"] / FACTION_FILE)).detachments()
    return own | {"detachments": {**(own.get("detachments") or {}), **inherited}}


def sheet_files(folder: Path) -> dict[str, Path]:
    """The files of the datasheets, by id; of the faction that it extends, those as well that its armies may not have."""
    host = _read(folder / FACTION_FILE).get("extends")
    found = {path.stem: path for one in (host, folder.name) if one for path in (folder.parent / one).glob("*.yaml")}
    return {name: path for name, path in found.items() if path.name != FACTION_FILE}


def stems_of_others(folder: Path) -> set[str]:
    """The ids of the datasheets that only other factions have; none of those that extend the faction, which a list with such a
    unit would be of."""
    folders = [path.parent for path in folder.parent.glob(f"*/{FACTION_FILE}")]
    apart = [one for one in folders if one != folder and _read(one / FACTION_FILE).get("extends") != folder.name]
    return {name for one in apart for name in sheet_files(one)} - sheet_files(folder).keys()


def _read(path: Path) -> dict[str, Any]:
    facts = strictyaml.load(path.read_bytes(), str(path)).value
    assert isinstance(facts, dict)
    return facts
