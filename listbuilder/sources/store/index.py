"""The cached index of a data set: what each file is, without building its records."""

from __future__ import annotations

import time

import msgspec

from listbuilder import hashing
from listbuilder.errors import Problem
from listbuilder.i18n import Text
from listbuilder.sources import compilers
from listbuilder.sources.bsdata.header import Header
from listbuilder.sources.cache import Cache, digest
from listbuilder.sources.errors import NotDataError, SourceError
from listbuilder.sources.store.listing import DataFile, Files

# A file that changed just before it was indexed may change again without getting a new time stamp.
MIN_AGE = 2_000_000_000  # nanoseconds


class IndexedFile(msgspec.Struct, frozen=True):
    """A file as it was found: the hash of its content, and its head or why it has none. ``is_data``: it is a game system or
    catalogue, or a broken one."""

    file: DataFile
    sha256: str
    header: Header | None = None
    error: Text | None = None
    line: int = 0
    column: int = 0
    is_data: bool = True


class SetIndex(msgspec.Struct, frozen=True):
    """All files of a set, and when they were indexed (nanoseconds)."""

    written: int
    files: tuple[IndexedFile, ...]


def index(files: Files, cache: Cache) -> SetIndex:
    """The index of these files; only those that have changed since the last time are read."""
    name = f"index/{digest(files.path.resolve())}"
    key = compilers.version_of(compilers.BSDATA, cache)
    old = cache.get(name, key, SetIndex)
    known = {item.file: item for item in old.files if item.file.changed + MIN_AGE < old.written} if old else {}
    now = time.time_ns()
    found = tuple(known.get(file) or _indexed(files, file) for file in files.list())
    if old is None or found != old.files or len(known) < len(old.files):
        old = SetIndex(now, found)
        cache.put(name, key, old)
    return old


def problem_of(item: IndexedFile, files: Files) -> Problem:
    """The finding for a file that cannot be read."""
    return Problem(item.error or "", str(files.path / item.file.name), item.line, item.column, rule="broken-file")


def _indexed(files: Files, file: DataFile) -> IndexedFile:
    from listbuilder.sources.bsdata.header_reader import read_header  # the index is kept

    try:
        data = files.read(file.name)
    except SourceError as error:
        return IndexedFile(file, "", error=error.text)
    except (OSError, KeyError):
        return IndexedFile(file, "", error=Text("cannot be read"))
    sha256 = hashing.sha256(data)
    try:
        return IndexedFile(file, sha256, read_header(data, file.name))
    except SourceError as error:
        is_data = not isinstance(error, NotDataError)
        return IndexedFile(file, sha256, None, error.text, error.line, error.column, is_data)
