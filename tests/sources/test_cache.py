"""The cache gives back what was put in under the same name, key and version, and nothing else."""

from __future__ import annotations

import gc
from pathlib import Path

import msgspec
import pytest

from listbuilder.sources import cache as cache_module
from listbuilder.sources.cache import HEADER, Cache, digest, format_version, without_gc


class Mouse(msgspec.Struct, frozen=True):
    name: str
    tails: tuple[int, ...] = ()


MOUSE = Mouse("Pip", (1, 2))


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    cache = Cache(tmp_path / "cache", "v1")
    cache.put("barn/pip", "key", MOUSE)
    return cache


def test_a_record_comes_back_as_it_was(cache: Cache) -> None:
    assert cache.get("barn/pip", "key", Mouse) == MOUSE
    assert gc.isenabled()


def test_a_new_record_replaces_the_old_one(cache: Cache) -> None:
    cache.put("barn/pip", "new key", Mouse("Squeak"))

    assert cache.get("barn/pip", "new key", Mouse) == Mouse("Squeak")
    assert cache.get("barn/pip", "key", Mouse) is None
    assert [path.name for path in (cache.folder / "barn").iterdir()] == ["pip"]


@pytest.mark.parametrize(("name", "key"), [("barn/other", "key"), ("barn/pip", "other"), ("barn/pip", "")])
def test_another_name_or_key_finds_nothing(cache: Cache, name: str, key: str) -> None:
    assert cache.get(name, key, Mouse) is None


def test_a_record_of_another_kind_is_not_taken(cache: Cache) -> None:
    assert cache.get("barn/pip", "key", int) is None  # type: ignore[arg-type]


def test_content_planted_with_the_header_of_another_file_is_not_taken(cache: Cache) -> None:
    path = cache.folder / "barn" / "pip"
    path.write_bytes(path.read_bytes()[:HEADER] + msgspec.msgpack.encode(Mouse("Cat")))

    assert cache.get("barn/pip", "key", Mouse) is None


def test_every_single_damaged_byte_is_noticed(cache: Cache) -> None:
    path = cache.folder / "barn" / "pip"
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert cache.get("barn/pip", "key", Mouse) is None, place
        path.write_bytes(whole[:place])
        assert cache.get("barn/pip", "key", Mouse) is None, place


def test_another_version_sees_nothing_and_removes_what_it_replaces(cache: Cache) -> None:
    newer = Cache(cache.root, "v2")

    assert newer.get("barn/pip", "key", Mouse) is None
    assert cache.get("barn/pip", "key", Mouse) == MOUSE

    newer.put("barn/pip", "key", MOUSE)
    assert [path.name for path in (cache.root / "compiled").iterdir()] == ["v2"]
    assert newer.get("barn/pip", "key", Mouse) == MOUSE


def test_pruning_keeps_the_own_version(cache: Cache) -> None:
    (cache.root / "compiled" / "v0" / "barn").mkdir(parents=True)
    cache.prune()

    assert [path.name for path in (cache.root / "compiled").iterdir()] == ["v1"]
    assert cache.get("barn/pip", "key", Mouse) == MOUSE


@pytest.mark.parametrize("where", ["cache", "cache/compiled", "cache/compiled/v1", "cache/compiled/v1/barn"])
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, where: str) -> None:
    (tmp_path / where).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / where).write_text("a file where the folder should be")
    cache = Cache(tmp_path / "cache", "v1")
    cache.put("barn/pip", "key", MOUSE)

    assert cache.get("barn/pip", "key", Mouse) is None


def test_a_write_that_fails_leaves_the_old_record_and_nothing_else(cache: Cache, monkeypatch) -> None:
    def fail(self: Path, target: Path) -> None:
        raise OSError

    monkeypatch.setattr(Path, "replace", fail)
    cache.put("barn/pip", "new key", Mouse("Squeak"))

    assert cache.get("barn/pip", "key", Mouse) == MOUSE
    assert [path.name for path in (cache.folder / "barn").iterdir()] == ["pip"]


@pytest.mark.parametrize("changed", ["catalogue/a.py", "sources/native/b.py", "schemas.py", "strictyaml.py"])
def test_the_version_follows_the_program(tmp_path: Path, monkeypatch, changed: str) -> None:
    monkeypatch.setattr(cache_module.resources, "PACKAGE", tmp_path)
    monkeypatch.setattr(cache_module.resources, "shipped", lambda name: tmp_path / name)  # it keeps what it found
    for name in (changed, "engine/c.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    version = format_version.__wrapped__
    before = version()

    (tmp_path / "engine" / "c.py").write_text("2")
    assert version() == before
    (tmp_path / changed).write_text("2")
    assert version() != before


def test_the_version_follows_the_schemas(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(cache_module.resources, "shipped", lambda name: tmp_path / name)
    (tmp_path / "schemas").mkdir()
    before = format_version.__wrapped__()
    (tmp_path / "schemas" / "datasheet.schema.json").write_text("{}")

    assert format_version.__wrapped__() != before


def test_texts_that_are_joined_differently_have_other_hashes() -> None:
    assert len({digest("a", "b"), digest("ab"), digest("a", "", "b"), digest("b", "a")}) == 4


def test_the_collector_stays_as_it_was() -> None:
    with without_gc():
        assert not gc.isenabled()
        with without_gc():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()
