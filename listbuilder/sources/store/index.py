"""The index of a data set: what each file is, without building its records; itself cached."""

from __future__ import annotations

import hashlib
import time

import msgspec

from listbuilder.errors import Problem
from listbuilder.sources.bsdata.header import Header, read_header
from listbuilder.sources.cache import Cache, digest
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store.files import DataFile, Files

# A file changed just before it was looked at may change again without a new time stamp.
SETTLED = 2_000_000_000  # nanoseconds


class Indexed(msgspec.Struct, frozen=True):
    """A file as it was found: its content's hash, its head, or why it cannot be read."""

    file: DataFile
    sha256: str
    header: Header | None = None
    error: str = ""
    line: int = 0
    column: int = 0


class Index(msgspec.Struct, frozen=True):
    """All files of a set, and when they were looked at (nanoseconds)."""

    written: int
    files: tuple[Indexed, ...]


def index(files: Files, cache: Cache) -> Index:
    """The index of these files; only what has changed since the last time is read."""
    key = digest(files.path.resolve())
    old = cache.get(f"index/{key}", key, Index)
    known = {item.file: item for item in old.files if item.file.changed + SETTLED < old.written} if old else {}
    now = time.time_ns()
    found = tuple(known.get(file) or _look_at(files, file) for file in files.list())
    if old is None or found != old.files or len(known) < len(old.files):
        old = Index(now, found)
        cache.put(f"index/{key}", key, old)
    return old


def problem_of(item: Indexed, files: Files) -> Problem:
    """The finding for a file that cannot be read."""
    return Problem(item.error, str(files.path / item.file.name), item.line, item.column, rule="broken-file")


def _look_at(files: Files, file: DataFile) -> Indexed:
    try:
        data = files.read(file.name)
    except (SourceError, OSError, KeyError) as error:
        message = error.message if isinstance(error, SourceError) else "cannot be read"
        return Indexed(file, "", error=message)
    sha256 = hashlib.sha256(data).hexdigest()
    try:
        return Indexed(file, sha256, read_header(data, file.name))
    except SourceError as error:
        return Indexed(file, sha256, None, error.message, error.line, error.column)
