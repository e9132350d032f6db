"""Compiled data by content hash: what is damaged, foreign or of another version is as good as absent.

The file of a key holds a mark, a checksum over key and content, and the content as msgpack. Nothing in here can fail the
program: an unwritable cache only costs time.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import zlib
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from listbuilder.sources.bsdata.reader import without_gc
from listbuilder.sources.store.places import cache_dir

T = TypeVar("T")

PACKAGE = Path(__file__).resolve().parents[2]
MARK = b"LBC1"
HEADER = len(MARK) + 4


@lru_cache
def format_version() -> str:
    """Changes when the records, the readers or this package change: older compiled data are then rebuilt."""
    digest = hashlib.sha256(msgspec.__version__.encode())
    for folder in ("catalogue", "sources/bsdata", "sources/store"):
        for source in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


class Cache:
    """Compiled records under a folder, by kind and key."""

    def __init__(self, folder: Path | None = None, version: str = "") -> None:
        self.root = folder or cache_dir()
        self.version = version or format_version()

    @cached_property
    def folder(self) -> Path:
        return self.root / "compiled" / self.version

    def path(self, kind: str, key: str) -> Path:
        """The file of a key."""
        return self.folder / kind / key

    def get(self, kind: str, key: str, type_: type[T]) -> T | None:
        """The record of that key; None when there is none that can be trusted."""
        try:
            with self.path(kind, key).open("rb") as file:
                header, content = file.read(HEADER), file.read()
        except OSError:
            return None
        if header != MARK + _checksum(key, content):
            return None
        try:
            with without_gc():
                record: T = _decoder(cast("Any", type_)).decode(content)
                return record
        except (msgspec.MsgspecError, RecursionError):
            return None

    def put(self, kind: str, key: str, record: object) -> None:
        """Keeps a record; replaces the file of that key at once or not at all."""
        import tempfile  # only those who write pay for it

        content = msgspec.msgpack.encode(record)
        target = self.path(kind, key)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=target.parent, prefix=".new-")
        except OSError:
            return
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(MARK + _checksum(key, content) + content)
            Path(name).replace(target)
        except OSError:
            with contextlib.suppress(OSError):
                Path(name).unlink()

    def prune(self) -> None:
        """Removes what other versions of the program have left."""
        with contextlib.suppress(OSError):
            for folder in self.folder.parent.iterdir():
                if folder.name != self.version:
                    shutil.rmtree(folder, ignore_errors=True)


@lru_cache
def _decoder(type_: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(type_)


def _checksum(key: str, content: bytes) -> bytes:
    return zlib.crc32(content, zlib.crc32(key.encode())).to_bytes(4, "big")


def digest(*parts: Any) -> str:
    """A sha256 over texts."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()
