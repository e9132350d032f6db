"""Compiled data in the user's cache folder; a record that is damaged, foreign or of another version counts as absent.

A record has a name (what it is) and is valid for one key (the hash of what it was compiled from, and of the compiler). Its file
holds a mark, a signature over name, key and content (see `signing`), and the content as msgpack. Nothing in here can fail the
program, and nothing in the folder can change a verdict: without a cache everything is compiled anew.
"""

from __future__ import annotations

import contextlib
import gc
import os
import stat
import time
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from listbuilder.hashing import SIZE, is_same, sha256
from listbuilder.sources import signing
from listbuilder.sources.places import cache_dir, state_dir

T = TypeVar("T")

SWITCH = "LISTBUILDER_NO_CACHE"  # set to anything: nothing is read from the cache or written to it
MARK = b"listbuilder cache 4\n"
HEADER = len(MARK) + SIZE
LARGEST = 1 << 28  # bytes of a record
KEPT_DAYS = 90  # older records are removed when a data set is installed
KEY_FILE = "cache.key"
_swept: set[Path] = set()  # folders that this process has swept


class Loads:
    """How many records of data this process has loaded, and how many libraries it has dropped: see `report.collecting`."""

    number = 0
    dropped = 0


class Cache:
    """Compiled records by name and key."""

    def __init__(self, folder: Path | None = None, key_file: Path | None = None) -> None:
        """``key_file``: holds the user's key; by default in the folder of the program's state, apart from the cache."""
        self.folder = (folder or cache_dir()) / "compiled"
        self._key_file = key_file or state_dir() / KEY_FILE

    @property
    def is_on(self) -> bool:
        """Whether records are read at all."""
        return not os.environ.get(SWITCH) and self._secret is not None

    @cached_property
    def _secret(self) -> bytes | None:
        """The key that records are signed with; None where there is none, or the folder cannot be made or is not private."""
        with contextlib.suppress(OSError):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return signing.key_of(self._key_file) if _is_private(self.folder) else None
        return None

    def get(self, name: str, key: str, type_: type[T]) -> T | None:
        """The record of that name; None when there is none, or none that is valid for the key."""
        secret = self._secret
        if not self.is_on or secret is None:
            return None
        try:
            with signing.opened(self.folder / name) as file:
                data = file.read() if os.fstat(file.fileno()).st_size <= LARGEST else b""
        except OSError:
            return None
        content = memoryview(data)[HEADER:]
        if not is_same(data[:HEADER], _header(secret, name, key, content)):
            return None
        try:
            with without_gc():
                record: T = _decoder(cast("Any", type_)).decode(content)
                return record
        except (msgspec.MsgspecError, RecursionError):
            return None

    def put(self, name: str, key: str, record: object) -> None:
        """Keeps a record; replaces the file of that name at once or not at all."""
        secret = self._secret
        if not self.is_on or secret is None:
            return
        try:
            content = msgspec.msgpack.encode(record)
        except (OverflowError, RecursionError):  # a number of more than 64 bits, nested without end
            return
        target = self.folder / name
        new = target.with_name(f"{signing.NEW}{os.urandom(8).hex()}")
        try:
            if not target.parent.exists():
                self.prune()
                target.parent.mkdir(mode=0o700, exist_ok=True)
            for folder in {target.parent, self._key_file.parent} - _swept:
                _swept.add(folder)
                signing.sweep(folder)
            with new.open("xb") as file:
                file.write(_header(secret, name, key, content) + content)
            new.replace(target)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()

    def prune(self) -> None:
        """Removes what was written long ago, or in another form."""
        oldest = time.time() - KEPT_DAYS * 24 * 60 * 60
        for place, folders, names in os.walk(self.folder, topdown=False):
            for path in (Path(place, name) for name in names):
                with contextlib.suppress(OSError):
                    if path.lstat().st_mtime < oldest or not _is_record(path):
                        path.unlink()
            for name in folders:
                with contextlib.suppress(OSError):
                    Path(place, name).rmdir()  # only if it is empty


def _is_private(folder: Path) -> bool:
    """Whether a folder is the user's own and closed to others; it is closed now where it was not."""
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or not signing.is_own(status):
        return False
    if hasattr(os, "getuid") and status.st_mode & 0o022:
        folder.chmod(0o700)
    return True


def _is_record(path: Path) -> bool:
    """Whether it is one in today's form, and not one that somebody was writing when he was killed."""
    if path.name.startswith(signing.NEW) and path.lstat().st_mtime < time.time() - signing.WRITING:
        return False
    with signing.opened(path) as file:
        return file.read(len(MARK)) == MARK


@lru_cache
def _decoder(type_: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(type_)


def _header(secret: bytes, name: str, key: str, content: bytes | memoryview) -> bytes:
    return MARK + signing.signature(secret, name.encode(), key.encode(), content)


def digest(*parts: object) -> str:
    """A sha256 over texts, in hexadecimal."""
    return sha256("\0".join(map(str, parts)).encode())


@contextlib.contextmanager
def without_gc() -> Iterator[None]:
    """Pauses the cyclic collector: loading makes very many objects and no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
