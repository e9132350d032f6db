"""Hashes, without loading OpenSSL where little is hashed: that takes longer than a check takes to hash all that it reads."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any

SIZE = 32  # bytes of a keyed hash and of its key
_LARGE = 1 << 20  # bytes from which on OpenSSL, which is five times as fast, is worth loading


@cache
def _built_in(*names: str) -> Any:
    """The first of these modules that this Python has, else hashlib, which loads OpenSSL."""
    for name in names:
        with suppress(ImportError):
            return import_module(name)
    return import_module("hashlib")


def sha256(data: bytes) -> str:
    """The sha256 of some bytes, in hexadecimal."""
    module = import_module("hashlib") if len(data) >= _LARGE else _built_in("_sha2", "_sha256")
    found: str = module.sha256(data).hexdigest()
    return found


def keyed(key: bytes, parts: Iterable[bytes | memoryview]) -> bytes:
    """A keyed hash (BLAKE2b) over parts; the same bytes parted elsewhere have another one."""
    found = _built_in("_blake2").blake2b(key=key, digest_size=SIZE)
    for part in parts:
        found.update(len(part).to_bytes(8, "big"))
        found.update(part)
    signature: bytes = found.digest()
    return signature


def is_same(one: bytes, other: bytes) -> bool:
    """Whether two hashes are the same, in a time that does not tell where they differ."""
    differing = len(one) ^ len(other)
    for mine, theirs in zip(one, other, strict=False):
        differing |= mine ^ theirs
    return not differing
