"""Compiled data in the user's cache folder; a record that is damaged, foreign or of another version counts as absent.

Each version of the program has its own folder. A file in it has a name (what it is) and is valid for one key (the hash of
what it was compiled from): it holds a mark, the sha256 over key and content, and the content as msgpack. Nothing in here can
fail the program: an unwritable cache only costs time.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import secrets
import shutil
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from listbuilder import resources
from listbuilder.sources.places import cache_dir

T = TypeVar("T")

MARK = b"listbuilder cache 2\n"
HEADER = len(MARK) + hashlib.sha256().digest_size
COMPILER = ("catalogue", "sources", "schemas.py", "strictyaml.py")


@lru_cache
def format_version() -> str:
    """Changes with everything that decides what is compiled from the same files: records, readers and schemas."""
    package = resources.PACKAGE
    sources = [path for name in COMPILER for path in ((package / name).rglob("*.py"), [package / name])]
    files = [path for found in sources for path in found if path.suffix == ".py"]
    version = hashlib.sha256(msgspec.__version__.encode())
    for path in sorted({*files, *resources.shipped("schemas").glob("*.json")}):
        with contextlib.suppress(OSError):
            version.update(path.name.encode() + b"\0" + path.read_bytes())
    return version.hexdigest()[:16]


class Cache:
    """Compiled records by name and key."""

    def __init__(self, folder: Path | None = None, version: str = "") -> None:
        self.root = folder or cache_dir()
        self.version = version or format_version()

    @cached_property
    def folder(self) -> Path:
        """What this version of the program has compiled."""
        return self.root / "compiled" / self.version

    def get(self, name: str, key: str, type_: type[T]) -> T | None:
        """The record of that name; None when there is none, or none that is valid for the key."""
        try:
            data = (self.folder / name).read_bytes()
        except OSError:
            return None
        content = memoryview(data)[HEADER:]
        if data[:HEADER] != MARK + _checksum(key, content):
            return None
        try:
            with without_gc():
                record: T = _decoder(cast("Any", type_)).decode(content)
                return record
        except (msgspec.MsgspecError, RecursionError):
            return None

    def put(self, name: str, key: str, record: object) -> None:
        """Keeps a record; replaces the file of that name at once or not at all."""
        content = msgspec.msgpack.encode(record)
        target = self.folder / name
        new = target.with_name(f".new-{secrets.token_hex(8)}")
        try:
            if not self.folder.exists():
                self.prune()
            target.parent.mkdir(parents=True, exist_ok=True)
            with new.open("xb") as file:
                file.write(MARK + _checksum(key, content) + content)
            new.replace(target)
        except OSError:
            with contextlib.suppress(OSError):
                new.unlink()

    def prune(self) -> None:
        """Removes what other versions of the program have left."""
        with contextlib.suppress(OSError):
            for folder in self.folder.parent.iterdir():
                if folder.name != self.version:
                    shutil.rmtree(folder, ignore_errors=True)


@lru_cache
def _decoder(type_: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(type_)


def _checksum(key: str, content: bytes | memoryview) -> bytes:
    checksum = hashlib.sha256(f"{key}\0".encode())
    checksum.update(content)
    return checksum.digest()


def digest(*parts: object) -> str:
    """A sha256 over texts, in hexadecimal."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()


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
