"""Files are read again where they may have changed, and only there."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from listbuilder.sources.cache import Cache
from listbuilder.sources.native import stamps

OLD = time.time_ns() - 60 * 10**9


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "barn"
    folder.mkdir()
    for name in ("cat", "mouse"):
        (folder / name).write_text(name)
        os.utime(folder / name, ns=(OLD, OLD))
    return sorted(folder.iterdir())


@pytest.fixture
def cache(tmp_path: Path, paths: list[Path]) -> Cache:
    cache = Cache(tmp_path / "cache", tmp_path / "key")
    stamps.remember(cache, "barn", paths, "hash", time.time_ns())
    return cache


def test_files_that_have_not_changed_are_known(cache: Cache, paths: list[Path]) -> None:
    assert stamps.known(cache, "barn", paths) == "hash"
    assert stamps.known(cache, "other", paths) == ""
    assert stamps.known(cache, "barn", paths[:1]) == ""
    assert stamps.known(cache, "barn", paths[::-1]) == ""


def test_a_file_of_another_size_or_time_is_not(cache: Cache, paths: list[Path]) -> None:
    paths[0].write_text("dog")
    assert stamps.known(cache, "barn", paths) == ""
    os.utime(paths[0], ns=(OLD, OLD))
    assert stamps.known(cache, "barn", paths) == "hash"
    paths[0].write_text("horse")
    os.utime(paths[0], ns=(OLD, OLD))
    assert stamps.known(cache, "barn", paths) == ""
    paths[0].unlink()
    assert stamps.known(cache, "barn", paths) == ""


def test_files_that_changed_while_they_were_read_are_not_remembered(cache: Cache, paths: list[Path]) -> None:
    before = time.time_ns()
    os.utime(paths[1])
    stamps.remember(cache, "new", paths, "hash", before)

    assert stamps.known(cache, "new", paths) == ""


def test_the_hash_follows_names_and_contents(paths: list[Path]) -> None:
    contents = [(path, path.read_bytes()) for path in paths]
    found = {
        stamps.of_contents(contents),
        stamps.of_contents(contents[::-1]),
        stamps.of_contents([(path, data + b"!") for path, data in contents]),
        stamps.of_contents([(path.with_name("dog"), data) for path, data in contents]),
    }
    assert len(found) == 4
