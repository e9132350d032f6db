"""The hand-written part of a faction: what the community data do not say, or say only in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from listbuilder import strictyaml

COMMON = "system.yaml"
DIFFERENCES = "differences.yaml"
FOLDER = Path(__file__).parent / "overlays"


def load(system: str, faction: str) -> dict[str, Any]:
    """The overlay of a faction. Raises `errors.InputError` for a broken file, `FileNotFoundError` where there is none."""
    path = FOLDER / system / f"{faction}.yaml"
    value = strictyaml.load(path.read_bytes(), str(path)).value
    assert isinstance(value, dict)
    return value


def common(system: str) -> dict[str, Any]:
    """What holds for all factions of a system: ``leave_out``, parts of names of datasheets -> why they are left out;
    ``leave_out_keywords``, keywords of such datasheets -> why; ``leave_aside``, regular
    expressions of names of entries and groups that no unit is given; ``helpers``, categories of the data that are no keywords;
    ``allegiances``, choices that give their bearer the keyword of their name; ``datasheets``, overlays of datasheets that
    several factions have."""
    path = FOLDER / system / COMMON
    value = strictyaml.load(path.read_bytes(), str(path)).value if path.exists() else {}
    assert isinstance(value, dict)
    return value


def differences(system: str, faction: str) -> list[dict[str, str]]:
    """Where units and armies of a faction are known to be judged differently: ``what``, a regular expression, and ``why``; those
    of the faction that it extends as well."""
    path = FOLDER / system / DIFFERENCES
    value = strictyaml.load(path.read_bytes(), str(path)).value if path.exists() else {}
    wider = load(system, faction).get("extends") if faction in names(system) else None
    return [one for key in ("all", wider, faction) for one in value.get(key, ())]


def reason(known: list[dict[str, str]], difference: str) -> str:
    """Why a difference is there, if it is a known one; else empty."""
    return next((one["why"] for one in known if re.search(one["what"], difference)), "")


def names(system: str) -> list[str]:
    """The factions that have one."""
    return sorted(path.stem for path in (FOLDER / system).glob("*.yaml") if path.name not in {COMMON, DIFFERENCES})


def merged(made: Any, given: Any) -> Any:
    """What was made, with what is given put over it: maps are merged, everything else is replaced, null takes away."""
    if not isinstance(made, Mapping) or not isinstance(given, Mapping):
        return given
    found = dict(made)
    for key, value in given.items():
        if value is None:
            found.pop(key, None)
        else:
            found[key] = merged(found[key], value) if key in found else value
    return found
