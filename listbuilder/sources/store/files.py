"""The data files of a folder or a .zip, as bytes. Nothing outside it is ever read."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from listbuilder.files import reason
from listbuilder.i18n import Text
from listbuilder.sources.bsdata.loading import load_bytes
from listbuilder.sources.errors import SourceError
from listbuilder.sources.store.listing import DataFile, Files, is_data, limited

MAX_LEVELS = 6  # nested folders


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
