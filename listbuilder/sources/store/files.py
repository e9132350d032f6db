"""The data files of a folder or a .zip, as bytes. Nothing outside it is ever read."""

from __future__ import annotations

import os
import stat
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import msgspec

from listbuilder.files import reason
from listbuilder.i18n import Text
from listbuilder.sources.bsdata.reader import BROKEN_ZIP, MAX_BYTES, SUFFIXES, check_ratio, load_bytes, read_member
from listbuilder.sources.errors import SourceError

MAX_FILES = 5_000
MAX_MEMBERS = 20_000  # of a .zip, data files or not
MAX_LEVELS = 6  # nested folders
MAX_TOTAL = 1024 * 1024 * 1024


class DataFile(msgspec.Struct, frozen=True):
    """A file by its path within the set. ``changed`` (nanoseconds) and ``size`` show whether it must be read again."""

    name: str
    size: int
    changed: int


def files_at(path: Path) -> Files:
    """The data files of a folder or of a .zip."""
    if path.is_dir():
        return Folder(path)
    if path.is_file() and zipfile.is_zipfile(path):
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
        return _limited(self._walk(self.path, "", MAX_LEVELS), self.path)

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


class Archive:
    """The data files in a .zip."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def list(self) -> list[DataFile]:
        changed = self.path.stat().st_mtime_ns
        with self._open() as archive:
            everything = archive.infolist()
            if len(everything) > MAX_MEMBERS:
                raise SourceError(Text("more than {files} files in the zip", {"files": MAX_MEMBERS}), str(self.path))
            members = [
                member
                for member in everything
                if is_data(member.filename) and not member.is_dir() and not _is_link(member)
            ]
        names = (DataFile(safe_name(one.filename, self.path), one.file_size, changed) for one in members)
        found = _limited(names, self.path)
        for member in members:
            if member.file_size <= MAX_BYTES:  # a larger one is refused as that
                check_ratio(member, f"{self.path}/{member.filename}")
        return found

    def read(self, name: str) -> bytes:
        with self._open() as archive:
            return read_member(archive, archive.getinfo(name), f"{self.path}/{name}")

    def _open(self) -> zipfile.ZipFile:
        try:
            return zipfile.ZipFile(self.path)
        except BROKEN_ZIP as error:
            raise SourceError(Text("broken zip file: {why}", {"why": error}), str(self.path)) from None


Files = Folder | Archive


def safe_name(name: str, archive: Path) -> str:
    """A member's name, refused when it leads out of the folder it is unpacked to."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        raise SourceError(Text("a name in the zip leads out of it: {name}", {"name": repr(name)}), str(archive))
    return name


def modified(file: DataFile) -> str:
    """The day on which a file was last changed."""
    return time.strftime("%Y-%m-%d", time.gmtime(file.changed / 1e9))


def _is_link(member: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(member.external_attr >> 16)


def _limited(found: Iterator[DataFile], path: Path) -> list[DataFile]:
    files: list[DataFile] = []
    total = 0
    for file in found:
        files.append(file)
        total += min(file.size, MAX_BYTES)
        if len(files) > MAX_FILES or total > MAX_TOTAL:
            message = Text("more than {files} data files or {size} MB", {"files": MAX_FILES, "size": MAX_TOTAL >> 20})
            raise SourceError(message, str(path))
    return sorted(files, key=lambda file: file.name)
