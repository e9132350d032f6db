"""The real builder, killed while a list is edited: the next run offers what was not saved, and all of it comes back."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from listbuilder.tui.journal import journal_folder, recoverable
from tests.other_game import LEGAL, SYSTEMS

pty = pytest.importorskip("pty", reason="terminals of Unix")

LONGEST = 60.0  # seconds that anything may take on a busy machine


class Builder:
    """A builder in a terminal of its own."""

    def __init__(self, process: subprocess.Popen[bytes], terminal: int) -> None:
        self.process = process
        self._terminal = terminal
        self._painted = b""

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def until(self, there: Callable[[], bool]) -> None:
        """Reads what is painted meanwhile: a terminal that nobody reads stops its program."""
        end = time.monotonic() + LONGEST
        while not there():
            assert time.monotonic() < end, self._painted[-4000:]
            if select.select([self._terminal], [], [], 0.05)[0]:
                self._painted += os.read(self._terminal, 1 << 16)

    def until_painted(self, text: str) -> None:
        self.until(lambda: text.encode() in self._painted)


@contextmanager
def builder(path: Path) -> Iterator[Builder]:
    ours, theirs = pty.openpty()
    environment = os.environ | {
        "TERM": "xterm-256color",
        "LISTBUILDER_FACTIONS": str(SYSTEMS),
        "COLUMNS": "120",
        "LINES": "40",
    }
    command = [sys.executable, "-m", "listbuilder", "build", str(path)]
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    try:
        yield Builder(process, ours)
    finally:
        process.kill()
        process.wait(LONGEST)
        os.close(ours)


def units(text: str) -> list[str]:
    return [unit["id"] for unit in YAML(typ="safe").load(text)["units"]]


def kept() -> str:
    """What stands in the one journal, of a run that may be running."""
    files = list(journal_folder().glob("*.json"))
    return files[0].read_text("ascii") if len(files) == 1 else ""


def test_nothing_that_was_done_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "work" / "list.yaml"
    path.write_bytes(LEGAL.read_bytes())
    before = units(path.read_text("utf-8"))
    with builder(path) as first:
        first.until_painted("Sleepy morning")
        first.press("jccc")
        first.until(lambda: kept().count("datasheet:") == len(before) + 3)
        first.press("dd")
        first.until(lambda: kept().count("datasheet:") == len(before) + 1)
        first.process.send_signal(signal.SIGKILL)
        assert first.process.wait(LONGEST) == -signal.SIGKILL

    assert units(path.read_text("utf-8")) == before
    (found,) = recoverable(path)
    assert len(units(found.text)) == len(before) + 1

    with builder(path) as second:
        second.until_painted("Recover them")
        second.press("r")
        second.until(lambda: f"-{second.process.pid}.json" in str([*journal_folder().glob("*.json")]) and bool(kept()))
        second.press("s")
        second.until(lambda: not [*journal_folder().glob("*.json")])

    assert units(path.read_text("utf-8")) == units(found.text)
