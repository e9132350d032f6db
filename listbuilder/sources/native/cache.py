"""The compiled native data in the user's cache folder.

A cache file holds the key it was made for (a hash over the names and bytes of the source files and over the compiler), the
hash of what follows, and the records as msgpack. Whatever does not match is made anew; a folder that cannot be written is
no error, only slower.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec

from listbuilder import files, resources
from listbuilder.errors import InputError

VARIABLE = "LISTBUILDER_CACHE_DIR"
MAGIC = b"listbuilder native 1\n"
HASH = 32  # bytes of a sha256
COMPILER = ("catalogue", "sources/native", "strictyaml.py", "schemas.py")
Compiled = TypeVar("Compiled")


def folder() -> Path:
    """Where compiled data are kept."""
    own = os.environ.get(VARIABLE)
    if own:
        return Path(own)
    from platformdirs import user_cache_dir

    return Path(user_cache_dir("listbuilder", appauthor=False))


@lru_cache
def compiler_hash() -> bytes:
    """A hash over everything that decides what comes out of the same files: compiler, records and schemas."""
    package = resources.PACKAGE
    sources = [package / name for name in COMPILER if name.endswith(".py")]
    sources += (path for name in COMPILER for path in (package / name).glob("*.py"))
    sources += resources.shipped("schemas").glob("*.json")
    digest = hashlib.sha256(msgspec.__version__.encode())
    for path in sorted(sources):
        with contextlib.suppress(OSError):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.digest()


def key_of(digest: str) -> bytes:
    """The key of compiled data: what was compiled (a hash over names and bytes), by what."""
    return hashlib.sha256(compiler_hash() + digest.encode()).digest()


def load(name: str, key: bytes, kind: type[Compiled]) -> Compiled | None:
    """What is kept under a name, if it was made for this key and is undamaged."""
    try:
        data = (folder() / name).read_bytes()
    except OSError:
        return None
    head = len(MAGIC) + 2 * HASH
    if not data.startswith(MAGIC + key) or hashlib.sha256(data[head:]).digest() != data[head - HASH : head]:
        return None
    try:
        return msgspec.msgpack.decode(memoryview(data)[head:], type=kind)
    except (msgspec.DecodeError, ValueError):
        return None


def store(name: str, key: bytes, value: Compiled) -> Compiled:
    """Keeps compiled data under a name, and returns them as they will be read."""
    data = msgspec.msgpack.encode(value)
    with contextlib.suppress(OSError, InputError):
        folder().mkdir(parents=True, exist_ok=True)
        files.write(folder() / name, MAGIC + key + hashlib.sha256(data).digest() + data)
    return msgspec.msgpack.decode(data, type=type(value))
