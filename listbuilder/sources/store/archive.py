"""The data files in a .zip."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path, PurePosixPath

from listbuilder.i18n import Text
from listbuilder.sources.bsdata.loading import MAX_BYTES
from listbuilder.sources.bsdata.packed import BROKEN_ZIP, check_ratio, read_member
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store.listing import DataFile, is_data, limited

MAX_MEMBERS = 20_000  # data files or not


def is_archive(path: Path) -> bool:
    """Whether a file is a .zip."""
    return zipfile.is_zipfile(path)


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
        found = limited(names, self.path)
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
            raise SourceError(Text("broken zip file: {why}", {"why": str(error)}), str(self.path)) from None


def safe_name(name: str, archive: Path) -> str:
    """A member's name, refused when it leads out of the folder it is unpacked to."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or ":" in name or "\0" in name:
        raise SourceError(Text("a name in the zip leads out of it: {name}", {"name": repr(name)}), str(archive))
    return name


def _is_link(member: zipfile.ZipInfo) -> bool:
    return stat.S_ISLNK(member.external_attr >> 16)
