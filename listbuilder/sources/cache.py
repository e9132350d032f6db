"""Compiled data in the user's cache folder; a record that is damaged, foreign or of another version counts as absent.

A record has a name (what it is) and is valid for one key (the hash of what it was compiled from, and of the compiler). Its file
holds a mark, a signature over name, key, content and the list of its parts (see `signing`), the content as msgpack, that list,
and the parts. The list says where each part ends and has its signature: a part is checked once somebody asks for it, since a
check needs a tenth of a large record. Nothing in here can fail the program, and nothing in the folder can change a verdict:
without a cache everything is compiled anew.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import stat
import time
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from listbuilder.hashing import SIZE, is_same, sha256
from listbuilder.sources import signing
from listbuilder.sources.places import cache_dir, state_dir

T = TypeVar("T")

SWITCH = "LISTBUILDER_NO_CACHE"  # set to anything: nothing is read from the cache or written to it
MARK = b"listbuilder cache 5\n"
SIGNED = len(MARK) + SIZE  # bytes of the mark and the signature
NUMBER = 8  # bytes of a length or a place
HEADER = SIGNED + 2 * NUMBER  # and the lengths of the content and of the list of parts
LINE = NUMBER + SIZE  # bytes of that list for one part: where it ends, its signature
LARGEST = 1 << 28  # bytes of a record
KEPT_DAYS = 90  # older records are removed when a data set is installed
KEY_FILE = "cache.key"
_swept: set[Path] = set()  # folders that this process has swept


class Loads:
    """How many records of data this process has loaded, and how many libraries it has dropped: see `report.collecting`."""

    number = 0
    dropped = 0


class Parted:
    """A record as it was kept: its ``content``, and its parts."""

    __slots__ = ("_lines", "_parts", "_secret", "content")

    def __init__(self, secret: bytes, content: memoryview, lines: memoryview, parts: memoryview) -> None:
        self.content = content
        self._secret = secret
        self._lines = lines
        self._parts = parts

    def part(self, number: int) -> memoryview | None:
        """One part, from 0; None where the file has something else in its place. Raises `IndexError` where there is none."""
        lines, start = self._lines, number * LINE
        if not 0 <= start < len(lines):
            raise IndexError(number)
        begin = _number(lines[start - LINE : start]) if number else 0
        found = self._parts[begin : _number(lines[start : start + LINE])]
        expected = bytes(lines[start + NUMBER : start + LINE])
        return found if is_same(expected, signing.signature(self._secret, found)) else None


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
        found = self.parted(name, key)
        return None if found is None else decoded(found.content, type_)

    def parted(self, name: str, key: str) -> Parted | None:
        """The same as it was kept, with its parts."""
        secret = self._secret if self.is_on else None
        if secret is None:
            return None
        try:
            with signing.opened(self.folder / name) as file:
                data = file.read() if os.fstat(file.fileno()).st_size <= LARGEST else b""
        except OSError:
            return None
        whole = memoryview(data)
        end = HEADER + _number(whole[SIGNED:])
        rest = end + _number(whole[SIGNED + NUMBER :])
        if rest > len(data):
            return None
        found = Parted(secret, whole[HEADER:end], whole[end:rest], whole[rest:])
        return found if is_same(data[:SIGNED], _signed(secret, name, key, whole[HEADER:end], whole[end:rest])) else None

    def put(self, name: str, key: str, record: object, parts: Sequence[bytes] = ()) -> None:
        """Keeps a record; replaces the file of that name at once or not at all."""
        secret = self._secret if self.is_on else None
        if secret is None:
            return
        try:
            content = msgspec.msgpack.encode(record)
        except (OverflowError, RecursionError, UnicodeEncodeError):
            return  # a number of more than 64 bits, nesting without end, a name that is not UTF-8
        ends = itertools.accumulate(map(len, parts))
        lines = b"".join(_bytes(end) + signing.signature(secret, part) for end, part in zip(ends, parts, strict=True))
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
                file.write(_signed(secret, name, key, content, lines) + _bytes(len(content)) + _bytes(len(lines)))
                file.writelines((content, lines, *parts))
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


def decoded(content: bytes | memoryview, type_: type[T]) -> T | None:
    """A record out of its content; None where that is none of the kind."""
    try:
        with without_gc():
            record: T = _decoder(cast("Any", type_)).decode(content)
            return record
    except (msgspec.MsgspecError, RecursionError):
        return None


@lru_cache
def _decoder(type_: Any) -> msgspec.msgpack.Decoder[Any]:
    return msgspec.msgpack.Decoder(type_)


def _signed(secret: bytes, name: str, key: str, content: bytes | memoryview, lines: bytes | memoryview) -> bytes:
    return MARK + signing.signature(secret, name.encode(), key.encode(), content, lines)


def _bytes(number: int) -> bytes:
    return number.to_bytes(NUMBER, "big")


def _number(data: bytes | memoryview) -> int:
    """The number that some bytes begin with."""
    return int.from_bytes(data[:NUMBER], "big")


def digest(*parts: object) -> str:
    """A sha256 over texts, in hexadecimal."""
    return sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass"))


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
