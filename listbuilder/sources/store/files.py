"""The data files of a folder or a .zip, as bytes. Nothing outside it is ever read."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Protocol

import msgspec

from listbuilder.files import reason
from listbuilder.i18n import Text
from listbuilder.sources.bsdata.loading import MAX_BYTES, SUFFIXES, load_bytes
from listbuilder.sources.errors import SourceError

MAX_FILES = 5_000
MAX_LEVELS = 6  # nested folders
MAX_TOTAL = 1024 * 1024 * 1024


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


def files_at(path: Path) -> Files:
    """The data files of a folder or of a .zip."""
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        from listbuilder.sources.store.archive import Archive, is_archive  # most sets are folders

        if is_archive(path):
            return Archive(path)
    if not path.exists():
        raise SourceError(Text("does not exist"), str(path))
    raise SourceError(Text("neither a folder nor a .zip of data files"), str(path))


def is_data(name: str) -> bool:
    """Whether the name is that of a data file."""
    path = PurePosixPath(name)
    return path.suffix.lower() in SUFFIXES and not any(part.startswith(".") and part[:2] != ".." for part in path.parts)


class Folder:
    """The data files below a folder; hidden folders and symbolic links are skipped."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def list(self) -> list[DataFile]:
        return limited(self._walk(self.path, "", MAX_LEVELS), self.path)

    def _walk(self, folder: Path, prefix: str, levels: int) -> Iterator[DataFile]:
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    name = prefix + entry.name
                    if entry.is_dir(follow_symlinks=False):
                        if levels and not entry.name.startswith("."):
                            yield from self._walk(folder / entry.name, name + "/", levels - 1)
                    elif is_data(name) and entry.is_file(follow_symlinks=False):
                        status = entry.stat(follow_symlinks=False)
                        yield DataFile(name, status.st_size, status.st_mtime_ns)
        except OSError as error:
            raise SourceError(Text("cannot be read: {reason}", {"reason": reason(error)}), str(folder)) from None

    def read(self, name: str) -> bytes:
        path = self.path / name
        if not stat.S_ISREG(path.lstat().st_mode):
            raise SourceError(Text("not a plain file"), str(path))
        return load_bytes(path)


def modified(file: DataFile) -> str:
    """The day on which a file was last changed."""
    return time.strftime("%Y-%m-%d", time.gmtime(file.changed / 1e9))


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
