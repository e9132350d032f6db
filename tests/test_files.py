"""Writing files: whole or not at all, and never over somebody else's work."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from listbuilder import files
from listbuilder.errors import ChangedOnDisk, InputError


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_writes_and_returns_the_digest(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"

    digest = files.write(path, "räte\n", files.ABSENT)

    assert path.read_bytes() == "räte\n".encode()
    assert digest == files.digest_of(path) == files.digest(path.read_bytes())
    assert names(tmp_path) == ["a.yaml"]


def test_refuses_what_somebody_else_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("mine")
    digest = files.digest_of(path)
    path.write_text("theirs")

    with pytest.raises(ChangedOnDisk, match="changed by another program"):
        files.write(path, "new", digest)

    assert path.read_text() == "theirs"


def test_refuses_a_new_file_that_exists(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("theirs")

    with pytest.raises(ChangedOnDisk, match="exists already"):
        files.write(path, "new", files.ABSENT)


def test_refuses_a_file_that_was_deleted(tmp_path: Path) -> None:
    with pytest.raises(ChangedOnDisk):
        files.write(tmp_path / "gone.yaml", "new", files.digest(b"old"))


def test_overwrites_when_told_to(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("theirs")

    files.write(path, b"new")

    assert path.read_text() == "new"


@pytest.mark.skipif(os.name == "nt", reason="modes are of other systems")
def test_keeps_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("x")
    path.chmod(0o640)

    files.write(path, "y")

    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.yaml", tmp_path / "link.yaml"
    target.write_text("x")
    link.symlink_to(target)

    files.write(link, "y")

    assert link.is_symlink()
    assert target.read_text() == "y"


@pytest.mark.parametrize("stage", ["fsync", "replace"])
def test_a_failure_leaves_the_original_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("precious")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(*((os, "fsync", full) if stage == "fsync" else (Path, "replace", full)))
    with pytest.raises(InputError, match="No space left"):
        files.write(path, "new")

    monkeypatch.undo()
    assert path.read_text() == "precious"
    assert names(tmp_path) == ["a.yaml"]


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with pytest.raises(InputError, match="cannot be written: No space left"):
        files.write("/dev/full", "x" * 100_000)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        files.write(tmp_path / "no" / "a.yaml", "x")


def test_a_file_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("precious")
    monkeypatch.setattr(os, "access", lambda *_: False)

    with pytest.raises(InputError, match="Permission denied"):
        files.write(path, "x")

    assert path.read_text() == "precious"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("name", ["pipe", "link", "device"])
def test_what_the_program_found_itself_has_to_be_a_file(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "file").write_bytes(b"text")

    with pytest.raises(InputError, match="this is no regular file"):
        files.read(tmp_path / name, named=False)
    assert files.read(tmp_path / "file", named=False) == b"text"


@pytest.mark.parametrize(("levels", "name"), [(1100, "d"), (30, "d" * 200)], ids=["deep", "long"])
def test_a_folder_is_removed_however_deep_it_is(tmp_path: Path, levels: int, name: str) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_bytes(b"")
    top = tmp_path / "top"
    top.mkdir()
    with contextlib.chdir(top):
        for _ in range(levels):
            Path("file").write_bytes(b"")
            Path("file").chmod(0o400)
            Path("link").symlink_to(kept)
            Path(name).mkdir()
            os.chdir(name)

    files.remove_folder(top)

    assert names(tmp_path) == ["kept"]
    assert names(kept) == ["file"]
    (tmp_path / "link").symlink_to(kept)
    files.remove_folder(tmp_path / "link")
    files.remove_folder(tmp_path / "gone")
    assert names(kept) == ["file"]


def test_folders_as_the_system_walks_them(tmp_path: Path) -> None:
    for name in ("b/c/x", "b/y", "a/z"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "a" / "up").symlink_to("..")

    def told(walked: Iterable[tuple[str, list[str], list[str]]]) -> list[tuple[str, list[str], list[str]]]:
        found = []
        for place, folders, inside in walked:
            folders.sort()
            found.append((place, sorted(folders), sorted(inside)))
            if "c" in folders:
                folders.remove("c")
        return found

    assert told(files.walk(tmp_path)) == told(os.walk(tmp_path))
    failed: list[OSError] = []
    assert not list(files.walk(tmp_path / "gone", failed.append))
    assert [error.filename for error in failed] == [str(tmp_path / "gone")]


def test_reading_says_why_not(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        files.read(tmp_path / "no.yaml")
    with pytest.raises(InputError, match=r"folder|directory|Permission"):
        files.read(tmp_path)
    (tmp_path / "big").write_bytes(b"x" * 11)
    with pytest.raises(InputError, match="larger than 10 bytes"):
        files.read(tmp_path / "big", 10)


# --- several writers, and those that were killed ------------------------------------------------------------------------

WRITER = """
import sys
from listbuilder import files
from listbuilder.errors import ChangedOnDisk
path, mine, absent = sys.argv[1:4]
for line in sys.stdin:
    digest = files.ABSENT if absent else files.digest_of(path)
    print("read", flush=True)
    sys.stdin.readline()
    try:
        files.write(path, mine, digest)
        print("saved", flush=True)
    except ChangedOnDisk:
        print("told", flush=True)
"""
KILLED = """
import os, sys
from listbuilder import files
os.fsync = lambda handle: os._exit(9)
files.write(sys.argv[1], "half")
"""


@pytest.mark.parametrize("absent", ["", "absent"])
def test_of_two_writers_one_is_told(tmp_path: Path, absent: str) -> None:
    path = tmp_path / "a.yaml"
    both = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, path, mine, absent], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for mine in ("first", "second")
    ]

    def answers() -> list[str]:
        for one in both:
            assert one.stdin is not None
            one.stdin.write("go\n")
        for one in both:
            assert one.stdin is not None
            one.stdin.flush()
        return [one.stdout.readline().strip() for one in both if one.stdout is not None]

    for _round in range(40):
        path.unlink(missing_ok=True)
        if not absent:
            path.write_text("theirs")
        assert answers() == ["read", "read"]
        told = answers()
        assert sorted(told) == ["saved", "told"]
        assert path.read_text() == ("first" if told[0] == "saved" else "second")
    for one in both:
        one.communicate(timeout=60)
    assert names(tmp_path) == ["a.yaml"]


def test_what_killed_writers_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("precious")
    mine = [
        ".a.yaml.tmp",
        ".listbuilder-notes.tmp",
        "listbuilder-0123456789abcdef.tmp",
        ".listbuilder-0123456789abcdef",
    ]
    for name in mine:
        (tmp_path / name).write_text("mine")
    (tmp_path / ".listbuilder-0123456789abcdef.tmp").mkdir()

    for name in ("a.yaml", "b.yaml"):
        done = subprocess.run([sys.executable, "-c", KILLED, tmp_path / name], check=False)
        assert done.returncode == 9
    assert path.read_text() == "precious"
    left = set(names(tmp_path)) - {*mine, "a.yaml", ".listbuilder-0123456789abcdef.tmp"}
    assert len(left) == 1  # the second has removed what the first left

    files.write(path, "new")
    assert set(names(tmp_path)) == {*mine, "a.yaml", ".listbuilder-0123456789abcdef.tmp"}


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be locked there")
def test_a_writer_that_stopped_is_not_waited_for_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    with (
        files.only_writer(tmp_path),
        pytest.raises(InputError, match="another program is writing in this folder"),
    ):
        files.write(tmp_path / "a.yaml", "x")
    files.write(tmp_path / "a.yaml", "x")


def test_where_folders_cannot_be_locked_a_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_flock", lambda _folder: None)
    monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
    files.write(tmp_path / "a.yaml", "x", files.ABSENT)
    with files.only_writer(tmp_path), pytest.raises(InputError, match="another program is writing"):
        files.write(tmp_path / "a.yaml", "y")
    assert (tmp_path / "a.yaml").read_text() == "x"


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("a" * 250 + ".yaml")
    files.write(path, "x")
    files.write(path, "y", files.digest(b"x"))
    assert path.read_text() == "y"


@pytest.mark.parametrize("name", ["half \ud800", "null \0"])
def test_a_name_that_no_file_can_have_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="no file can have this name"):
        files.read(tmp_path / name)


# --- many files ---------------------------------------------------------------------------------------------------------------


def test_many_files_are_on_the_disk_before_one_is_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    done: list[str] = []
    sync, rename = os.fsync, Path.replace

    def fsync(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        sync(handle)

    def replace(path: Path, target: Path) -> Path:
        done.append("synced" if path.stat().st_ino in synced[:5] and len(synced) == 5 else "too early")
        return rename(path, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(Path, "replace", replace)
    (tmp_path / "1.txt").write_text("old", "utf-8")
    files.write_all(tmp_path, ((f"{number}.txt", f"new {number}") for number in range(5)))
    assert done == ["synced"] * 5
    assert synced[5:] == [tmp_path.stat().st_ino]
    assert {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()} == {
        f"{number}.txt": f"new {number}" for number in range(5)
    }


def test_many_files_are_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "TOGETHER", 2)
    files.write_all(tmp_path, ((f"{number}.txt", "x") for number in range(5)))
    assert len(list(tmp_path.iterdir())) == 5


def test_where_one_of_many_files_cannot_be_written_no_half_of_one_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    sync = os.fsync
    calls: list[int] = []

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 3:
            raise full
        sync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    (tmp_path / "0.txt").write_text("old", "utf-8")
    with pytest.raises(InputError, match="No space left"):
        files.write_all(tmp_path, ((f"{number}.txt", "new") for number in range(5)))
    assert [(path.name, path.read_text("utf-8")) for path in tmp_path.iterdir()] == [("0.txt", "old")]


def test_among_many_files_a_link_keeps_its_place_and_a_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    (tmp_path / "kept.txt").write_text("old", "utf-8")
    (folder / "a.txt").symlink_to(tmp_path / "kept.txt")
    files.write_all(folder, [("a.txt", "new"), ("b.txt", "new")])
    assert (folder / "a.txt").is_symlink()
    assert [(tmp_path / "kept.txt").read_text("utf-8"), (folder / "b.txt").read_text("utf-8")] == ["new", "new"]
    (folder / "c.txt").mkdir()
    with pytest.raises(InputError):
        files.write_all(folder, [("c.txt", "new")])
