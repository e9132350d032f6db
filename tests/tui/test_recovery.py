"""Journals of runs that ended: whatever stands in them, the builder starts and offers those that are whole."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from listbuilder.tui.journal import Journal, journal_folder, recoverable, started
from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.settings import Settings

NOBODY = 2**22 + 1  # no process has this number


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path))
    journal_folder().mkdir(parents=True)
    return journal_folder()


def put(folder: Path, **changes: Any) -> None:
    entry = {"name": "X", "path": "", "digest": "", "pid": NOBODY, "saved_at": time.time(), "text": "name: X\n"}
    (folder / "a.json").write_text(json.dumps(entry | changes), encoding="utf-8")


@pytest.mark.parametrize("pid", [10**30, -1, 0, -(10**30), NOBODY])
def test_numbers_that_no_process_has(folder: Path, pid: int) -> None:
    put(folder, pid=pid)
    assert len(recoverable()) == 1


def test_a_number_that_another_process_got_since(folder: Path) -> None:
    parent = os.getppid()
    put(folder, pid=parent, started=started(parent))
    assert recoverable() == []
    if not started(parent):
        pytest.skip("the system does not say when a process started")
    put(folder, pid=parent, started="another/1")
    assert len(recoverable()) == 1


def test_what_was_saved_is_not_offered(folder: Path, tmp_path: Path) -> None:
    """The run was killed after it had saved the list, before it removed the journal."""
    path = tmp_path / "list.yaml"
    put(folder, path=str(path), text="name: \ud800\n")
    path.write_text("name: X\n")
    assert len(recoverable(path)) == 1
    path.unlink()
    put(folder, path=str(path))
    assert len(recoverable()) == len(recoverable(path)) == 1  # there is no such file
    path.write_text("name: Y\n")
    assert len(recoverable(path)) == 1
    path.write_text("name: X\n")
    assert recoverable() == recoverable(path) == []


@pytest.mark.parametrize(
    "moment", [10**400, 1e308, -1e308, float("nan"), float("inf"), "later", None, 0, -5, [], 10**11]
)
def test_absurd_moments_become_that_of_the_file(folder: Path, moment: object) -> None:
    put(folder, saved_at=moment)
    (found,) = recoverable()
    assert found.saved_at == (folder / "a.json").stat().st_mtime
    assert found.when == time.strftime("%Y-%m-%d %H:%M", time.localtime(found.saved_at))


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"[" * 100_000, b"\xff", b"5", b'{"pid": "x"}', b'{"pid": ' + b"9" * 5000 + b"}"]
)
def test_damaged_journals_are_passed_over(folder: Path, content: bytes) -> None:
    (folder / "a.json").write_bytes(content)
    assert recoverable() == []


def test_paths_that_are_no_utf8() -> None:
    path = Path(os.fsdecode(b"/tmp/b\xff.yaml"))
    journal = Journal(path)
    journal.write("name: X\n", "X", "")
    (found,) = recoverable(path)
    assert found.path == path
    settings = Settings.load()
    settings.remember(path)
    assert Settings.load().recent == [str(path)]


@pytest.mark.parametrize("size", [(40, 12), (80, 24)])
async def test_the_answers_are_seen_however_long_the_text_is(start, size) -> None:
    async with start(size=size) as driver:
        driver.app.push_screen(
            Ask("Unsaved changes", "/home/" + "a long path " * 60, [("r", "r", "Now"), ("", "l", "Later")])
        )
        await driver.until("Unsaved changes")
        assert "Now" in driver.text()
        assert "Later" in driver.text()
