"""What a set's data files are called, and how many and how large they may be."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Protocol

import msgspec

from listbuilder.i18n import Text
from listbuilder.sources.bsdata.loading import MAX_BYTES, SUFFIXES
from listbuilder.sources.errors import SourceError

MAX_FILES = 5_000
MAX_TOTAL = 1024 * 1024 * 1024
LAST = 253_402_300_799  # seconds: the end of the last year of four digits; days are compared as texts


class DataFile(msgspec.Struct, frozen=True):
    """A file by its path within the set. ``changed`` (nanoseconds) and ``size`` show whether it must be read again."""

    name: str
    size: int
    changed: int


class Files(Protocol):
    """The data files of a set. Raises `SourceError` for what cannot be read, and for more than a set may have."""

    path: Path

    def list(self) -> list[DataFile]:
        """What there is."""

    def read(self, name: str) -> bytes:
        """The bytes of one."""


def is_data(name: str) -> bool:
    """Whether the name is that of a data file."""
    path = PurePosixPath(name)
    return path.suffix.lower() in SUFFIXES and not any(part.startswith(".") and part[:2] != ".." for part in path.parts)


def modified(file: DataFile) -> str:
    """The day on which a file was last changed; empty where its time is one that no calendar has."""
    seconds = file.changed // 10**9
    return time.strftime("%Y-%m-%d", time.gmtime(seconds)) if 0 <= seconds <= LAST else ""


def limited(found: Iterator[DataFile], path: Path) -> list[DataFile]:
    """The files by name; refused when there are too many, or too much is in them."""
    files: list[DataFile] = []
    total = 0
    for file in found:
        files.append(file)
        total += min(file.size, MAX_BYTES)
        if len(files) > MAX_FILES or total > MAX_TOTAL:
            message = Text("more than {files} data files or {size} MB", {"files": MAX_FILES, "size": MAX_TOTAL >> 20})
            raise SourceError(message, str(path))
    return sorted(files, key=lambda file: file.name)


def refuse_twins(files: Iterable[DataFile], source: str) -> None:
    """Refuses two files of one path, also where only the case or how accents are written differs: copied, one would take the
    other's place, on every system or on some."""
    met: dict[str, PurePosixPath] = {}
    for file in files:
        place = PurePosixPath(file.name)
        other = met.setdefault(unicodedata.normalize("NFC", str(place)).casefold(), place)
        if other is not place:
            both = {"name": str(place), "other": str(other)}
            twice = Text("{name} is there twice", both)
            if place != other:
                twice = Text("{name} and {other} are one file on some systems: rename one of them", both)
            raise SourceError(twice, source)
