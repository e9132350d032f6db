"""The cache gives back what was put in under the same name, key and version, and nothing else."""

from __future__ import annotations

import gc
import hashlib
import os
import time
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from listbuilder.hashing import SIZE
from listbuilder.sources import signing
from listbuilder.sources.cache import HEADER, KEPT_DAYS, MARK, NUMBER, SWITCH, Cache, digest, without_gc
from listbuilder.sources.signing import NEW, WRITING

posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners and modes here")


class Mouse(msgspec.Struct, frozen=True):
    name: str
    tails: tuple[int, ...] = ()


MOUSE = Mouse("Pip", (1, 2))


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    cache = Cache(tmp_path / "cache", tmp_path / "key")
    cache.put("barn/pip", "key", MOUSE)
    return cache


def again(cache: Cache) -> Cache:
    """The same cache in the next run of the program."""
    return Cache(cache.folder.parent, cache.folder.parent.parent / "key")


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
    path.write_bytes(path.read_bytes()[:HEADER] + msgspec.msgpack.encode(replace(MOUSE, name="Cat")))

    assert cache.get("barn/pip", "key", Mouse) is None


def test_every_single_damaged_byte_is_noticed(cache: Cache) -> None:
    path = cache.folder / "barn" / "pip"
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert cache.get("barn/pip", "key", Mouse) is None, place
        path.write_bytes(whole[:place])
        assert cache.get("barn/pip", "key", Mouse) is None, place


def test_a_record_signed_with_another_key_is_not_taken(cache: Cache, tmp_path: Path) -> None:
    """Whoever can write the folder can compute every hash, but does not have the key."""
    path = cache.folder / "barn" / "pip"
    content = msgspec.msgpack.encode(Mouse("Cat"))
    lengths = len(content).to_bytes(NUMBER, "big") + bytes(NUMBER)
    Cache(tmp_path / "theirs", tmp_path / "their.key").put("barn/pip", "key", Mouse("Cat"))
    planted = [
        (tmp_path / "theirs" / "compiled" / "barn" / "pip").read_bytes(),
        MARK + hashlib.sha256(b"key\0" + content).digest() + lengths + content,
        MARK + hashlib.blake2b(content, digest_size=SIZE).digest() + lengths + content,
        MARK + signing.signature(b"", b"barn/pip", b"key", content, b"") + lengths + content,
    ]
    for data in planted:
        path.write_bytes(data)
        assert cache.get("barn/pip", "key", Mouse) is None


def test_a_record_under_the_name_of_another_is_not_taken(cache: Cache) -> None:
    cache.put("barn/cat", "key", Mouse("Cat"))
    (cache.folder / "barn" / "cat").replace(cache.folder / "barn" / "pip")

    assert cache.get("barn/pip", "key", Mouse) is None


def test_parts_are_checked_one_by_one(cache: Cache) -> None:
    cache.put("barn/pip", "key", MOUSE, [b"nose", b"", b"tails"])
    path = cache.folder / "barn" / "pip"
    path.write_bytes(path.read_bytes().replace(b"nose", b"rose"))

    found = cache.parted("barn/pip", "key")
    assert found is not None
    assert found.part(0) is None
    assert (found.part(1), found.part(2)) == (b"", b"tails")
    for number in (-1, 3):
        with pytest.raises(IndexError):
            found.part(number)
    assert cache.get("barn/pip", "key", Mouse) == MOUSE


def test_a_part_is_not_taken_for_another(cache: Cache) -> None:
    cache.put("barn/pip", "key", MOUSE, [b"nose", b"tail"])
    path = cache.folder / "barn" / "pip"
    path.write_bytes(path.read_bytes().replace(b"nosetail", b"tailnose"))

    found = cache.parted("barn/pip", "key")
    assert found is not None
    assert (found.part(0), found.part(1)) == (None, None)


def test_no_folder_and_no_key_is_made_where_it_is_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, "1")
    cache = Cache(tmp_path / "cache", tmp_path / "key")
    cache.put("mouse", "key", MOUSE)
    assert cache.get("mouse", "key", Mouse) is None
    assert not list(tmp_path.iterdir())


def test_nothing_is_cached_where_it_is_switched_off(cache: Cache, monkeypatch) -> None:
    monkeypatch.setenv(SWITCH, "1")
    cache.put("barn/new", "key", MOUSE)

    assert not cache.is_on
    assert cache.get("barn/pip", "key", Mouse) is None
    assert not (cache.folder / "barn" / "new").exists()
    monkeypatch.delenv(SWITCH)
    assert cache.get("barn/pip", "key", Mouse) == MOUSE


@posix
def test_a_folder_that_others_may_write_to_is_closed(cache: Cache) -> None:
    cache.folder.chmod(0o777)

    assert again(cache).get("barn/pip", "key", Mouse) == MOUSE
    assert cache.folder.stat().st_mode & 0o777 == 0o700


@posix
def test_a_folder_of_another_user_is_not_used(cache: Cache, monkeypatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: cache.folder.stat().st_uid + 1)
    other = again(cache)
    other.put("barn/pip", "key", Mouse("Cat"))

    assert other.get("barn/pip", "key", Mouse) is None
    assert not other.is_on
    monkeypatch.undo()
    assert cache.get("barn/pip", "key", Mouse) == MOUSE


@posix
def test_a_link_in_place_of_the_folder_is_not_followed(cache: Cache, tmp_path: Path) -> None:
    cache.folder.rename(tmp_path / "elsewhere")
    cache.folder.symlink_to(tmp_path / "elsewhere")

    assert again(cache).get("barn/pip", "key", Mouse) is None


def test_without_a_key_nothing_is_cached(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file where the folder should be")
    cache = Cache(tmp_path / "cache", tmp_path / "state" / "key")
    cache.put("barn/pip", "key", MOUSE)

    assert cache.get("barn/pip", "key", Mouse) is None
    assert list((tmp_path / "cache" / "compiled").iterdir()) == []


def test_pruning_removes_what_is_old_or_of_another_form(cache: Cache) -> None:
    cache.put("barn/old", "key", MOUSE)
    long_ago = time.time() - (KEPT_DAYS + 1) * 24 * 60 * 60
    os.utime(cache.folder / "barn" / "old", (long_ago, long_ago))
    (cache.folder / "v0").mkdir()
    (cache.folder / "v0" / "mouse").write_bytes(b"listbuilder cache 2\n...")
    cache.prune()

    assert sorted(path.name for path in cache.folder.rglob("*")) == ["barn", "pip"]
    assert cache.get("barn/pip", "key", Mouse) == MOUSE


@pytest.mark.parametrize("where", ["cache", "cache/compiled", "cache/compiled/barn"])
def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path, where: str) -> None:
    (tmp_path / where).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / where).write_text("a file where the folder should be")
    cache = Cache(tmp_path / "cache", tmp_path / "key")
    cache.put("barn/pip", "key", MOUSE)

    assert cache.get("barn/pip", "key", Mouse) is None


def test_a_write_that_fails_leaves_the_old_record_and_nothing_else(cache: Cache, monkeypatch) -> None:
    def fail(self: Path, target: Path) -> None:
        raise OSError

    monkeypatch.setattr(Path, "replace", fail)
    cache.put("barn/pip", "new key", Mouse("Squeak"))

    assert cache.get("barn/pip", "key", Mouse) == MOUSE
    assert [path.name for path in (cache.folder / "barn").iterdir()] == ["pip"]


def test_texts_that_are_joined_differently_have_other_hashes() -> None:
    assert len({digest("a", "b"), digest("ab"), digest("a", "", "b"), digest("b", "a")}) == 4


def test_the_collector_stays_as_it_was() -> None:
    with without_gc():
        assert not gc.isenabled()
        with without_gc():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()


@posix
@pytest.mark.parametrize("planted", ["pipe", "device", "link", "folder", "endless"])
def test_what_is_no_file_of_the_users_own_counts_as_absent(cache: Cache, tmp_path: Path, planted: str) -> None:
    """A pipe would never answer, a device never end."""
    record = cache.folder / "barn" / "pip"
    kept = record.rename(tmp_path / "kept")
    match planted:
        case "pipe":
            os.mkfifo(record)
        case "device":
            record.symlink_to("/dev/zero")
        case "link":
            record.symlink_to(kept)
        case "folder":
            record.mkdir()
        case _:
            record.write_bytes(kept.read_bytes())
            os.truncate(record, 1 << 40)  # takes no room on the disk
    assert again(cache).get("barn/pip", "key", Mouse) is None
    again(cache).prune()
    again(cache).put("barn/pip", "key", MOUSE)
    assert again(cache).get("barn/pip", "key", Mouse) == MOUSE


def test_what_was_being_written_by_a_killed_program_is_removed(cache: Cache) -> None:
    left, writing = (cache.folder / "barn" / f"{NEW}{number}" for number in range(2))
    for path in (left, writing):
        path.write_bytes((cache.folder / "barn" / "pip").read_bytes())
    os.utime(left, (time.time() - WRITING - 60,) * 2)
    cache.prune()
    assert sorted(path.name for path in (cache.folder / "barn").iterdir()) == [writing.name, "pip"]


def test_what_killed_programs_left_is_removed_by_the_next_that_keeps_something(
    cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("listbuilder.sources.cache._swept", set[Path]())
    key_file = tmp_path / "state" / "key"
    folders = [cache.folder / "barn", key_file.parent]
    key_file.parent.mkdir()
    for folder in folders:
        for name in (f"{NEW}0123456789abcdef", f"{NEW}fedcba9876543210", f"{NEW}mine"):
            (folder / name).write_bytes(b"")
        for name in (f"{NEW}0123456789abcdef", f"{NEW}mine"):
            os.utime(folder / name, (time.time() - WRITING - 60,) * 2)

    Cache(cache.folder.parent, key_file).put("barn/pip", "key", MOUSE)

    for folder in folders:
        left = sorted(path.name for path in folder.iterdir() if path.name.startswith(NEW))
        assert left == [f"{NEW}fedcba9876543210", f"{NEW}mine"]
