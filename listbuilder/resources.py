"""Where the shipped files are: `factions/` and `schemas/` at the repository's top, or `_data/` inside an installed package."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
USUAL_SYSTEM = "wh40k-10e"  # of a new list, where nobody has said another


@lru_cache
def shipped(name: str) -> Path:
    """The folder of that name: ``factions`` or ``schemas``."""
    installed = PACKAGE / "_data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name
