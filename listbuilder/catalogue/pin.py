"""Which game data something was made with."""

from __future__ import annotations

from msgspec import Struct


class DataPin(Struct, frozen=True):
    """A data set at one moment: its name, its date (ISO 8601), its authors' version and the sha256 of its files."""

    set: str
    date: str = ""
    revision: str = ""
    sha256: str = ""
