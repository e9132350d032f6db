"""Hashes are those of the standard library, whichever module computes them."""

from __future__ import annotations

import hashlib
import sys

import pytest

from listbuilder import hashing

KEY = bytes(range(hashing.SIZE))


@pytest.fixture(params=[True, False], ids=["built in", "not built in"])
def _modules(request, monkeypatch):
    hashing._built_in.cache_clear()
    if not request.param:
        for name in ("_sha2", "_sha256", "_blake2"):
            monkeypatch.setitem(sys.modules, name, None)  # as in a Python that was built without
    yield
    hashing._built_in.cache_clear()


@pytest.mark.usefixtures("_modules")
@pytest.mark.parametrize("size", [0, 1, 1000, (1 << 20) - 1, 1 << 20])
def test_sha256(size):
    data = b"abc" * (size // 3 + 1)
    assert hashing.sha256(data[:size]) == hashlib.sha256(data[:size]).hexdigest()


@pytest.mark.usefixtures("_modules")
def test_keyed():
    parted = b"\0\0\0\0\0\0\0\2ab\0\0\0\0\0\0\0\1c"
    expected = hashlib.blake2b(parted, key=KEY, digest_size=hashing.SIZE).digest()
    assert hashing.keyed(KEY, [b"ab", memoryview(b"c")]) == expected
    assert hashing.keyed(KEY, [b"a", b"bc"]) != expected
    assert hashing.keyed(KEY[::-1], [b"ab", b"c"]) != expected


@pytest.mark.parametrize("other", [b"", b"a", b"abd", b"bbc", b"abcd", b"ab"])
def test_is_same(other):
    assert hashing.is_same(b"abc", b"abc")
    assert not hashing.is_same(b"abc", other)
    assert not hashing.is_same(other, b"abc")
