"""Brings data of older formats into the vocabulary of format 2.03, which the reader knows: one module for each step.

BattleScribe wrote the version of its data format into every file (``battleScribeVersion``). A step turns a whole file of one
version, in the neutral form of the front ends, into a file of the next. What a step does not know it leaves as it is; the
builder then reports it as unknown vocabulary. Rosters have steps of their own (`exchange.ros_migration`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from listbuilder.i18n import Text
from listbuilder.sources.bsdata.migration import from_1_15, from_2_00, from_2_01
from listbuilder.sources.errors import SourceError

Element = dict[str, Any]
Version = tuple[int, int]

CURRENT: Version = (2, 3)
# Version -> the step to the next. 2.03 only added to 2.02: modifier groups, information groups, imported root entries.
STEPS: dict[Version, Callable[[str, Element], None]] = {
    (1, 15): from_1_15.migrate,
    (2, 0): from_2_00.migrate,
    (2, 1): from_2_01.migrate,
    (2, 2): lambda _kind, _root: None,
}

_VERSION = re.compile(r"(\d{1,3})\.(\d{1,3})[a-z]?")


def version_of(written: object, path: str) -> Version:
    """The version that a file states; the current one where it states none. Raises `SourceError` for one that is not known."""
    if written is None or written == "":
        return CURRENT
    found = _VERSION.fullmatch(str(written))
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    if version != CURRENT and version not in STEPS:
        message = Text(
            "data format {version} is not known; {known} can be read", {"version": written, "known": known()}
        )
        raise SourceError(message, path, 1)
    return version


def known() -> str:
    """The versions that can be read, for a message."""
    return ", ".join(f"{major}.{minor:02}" for major, minor in [*STEPS, CURRENT])


def migrate(kind: str, root: Element, path: str) -> None:
    """Brings a file in the neutral form up to the current version, in place. ``kind``: gameSystem or catalogue."""
    version = version_of(root.get("battleScribeVersion"), path)
    for start, step in STEPS.items():
        if version <= start:
            step(kind, root)
