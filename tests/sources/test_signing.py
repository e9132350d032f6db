"""The key of signatures is the user's own, and no one else's file is taken for it."""

from __future__ import annotations

import os
from multiprocessing.pool import ThreadPool
from pathlib import Path

import pytest

from listbuilder.sources import signing
from listbuilder.sources.signing import SIZE, foreign, key_of, signature

posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="files have no owners and modes here")


def test_a_key_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "state" / "key"
    key = key_of(path)

    assert key is not None
    assert len(key) == SIZE
    assert key_of(path) == key == path.read_bytes()
    assert key_of(tmp_path / "other") != key
    assert [found.name for found in path.parent.iterdir()] == ["key"]


@posix
def test_only_the_user_can_read_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        key_of(tmp_path / "key")
    finally:
        os.umask(before)

    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


@posix
def test_a_key_that_others_may_have_read_is_replaced(tmp_path: Path) -> None:
    key = key_of(tmp_path / "key")
    (tmp_path / "key").chmod(0o640)
    new = key_of(tmp_path / "key")

    assert new not in (None, key)
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"x" * (SIZE + 1)])
def test_a_damaged_key_is_replaced(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "key"
    path.write_bytes(content)
    path.chmod(0o600)

    assert len(key_of(path) or b"") == SIZE
    assert key_of(path) == path.read_bytes()


@posix
def test_the_key_of_another_user_is_not_taken(tmp_path: Path, monkeypatch) -> None:
    key = key_of(tmp_path / "key")
    monkeypatch.setattr(os, "getuid", lambda: tmp_path.stat().st_uid + 1)

    assert key_of(tmp_path / "key") is None
    assert (tmp_path / "key").read_bytes() == key


@posix
def test_links_folders_and_pipes_are_not_taken(tmp_path: Path) -> None:
    key_of(tmp_path / "key")
    (tmp_path / "link").symlink_to("key")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe", 0o600)

    assert [key_of(tmp_path / name) for name in ("link", "folder", "pipe")] == [None] * 3


def test_all_who_make_it_at_once_get_the_same(tmp_path: Path) -> None:
    for number in range(20):
        with ThreadPool(8) as pool:
            assert len(set(pool.map(key_of, [tmp_path / str(number)] * 8))) == 1


def test_parts_and_keys_have_signatures_of_their_own() -> None:
    found = [
        signature(b"k", b"ab", b"c"),
        signature(b"k", b"a", b"bc"),
        signature(b"k", b"abc"),
        signature(b"k", b"abc", b""),
        signature(b"other", b"abc"),
    ]
    assert len(set(found)) == len(found)
    assert signature(b"k", memoryview(b"abc")) == signature(b"k", b"abc")


@posix
def test_folders_of_the_users_are_closed_to_others(tmp_path: Path) -> None:
    state = tmp_path / "state"
    assert foreign(state) is None  # nothing is there yet
    (state / "journal").mkdir(parents=True)
    (state / "link").symlink_to(tmp_path)
    for folder in (state, state / "journal", tmp_path):
        folder.chmod(0o777)
    assert foreign(state) is None
    modes = [folder.stat().st_mode & 0o777 for folder in (state, state / "journal", tmp_path)]
    assert modes == [0o755, 0o755, 0o777]


@posix
def test_what_somebody_else_has_put_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "journal").mkdir()
    theirs = (tmp_path / "journal").lstat().st_ino
    monkeypatch.setattr(signing, "is_own", lambda status: status.st_ino != theirs)
    assert foreign(tmp_path) == tmp_path / "journal"


@posix
def test_a_folder_of_somebody_else_that_cannot_be_listed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_folder: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "iterdir", refuse)
    monkeypatch.setattr(signing, "is_own", lambda _status: False)
    assert foreign(tmp_path) == tmp_path


@posix
def test_what_is_gone_meanwhile_hides_nothing_behind_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs = tmp_path / "theirs"
    theirs.mkdir()
    monkeypatch.setattr(Path, "iterdir", lambda _folder: iter([tmp_path / "gone", theirs]))
    monkeypatch.setattr(signing, "is_own", lambda status: status.st_ino != theirs.lstat().st_ino)
    assert foreign(tmp_path) == theirs
