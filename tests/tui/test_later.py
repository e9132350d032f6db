"""What is done a while later is done, however long the machine keeps the process waiting in between."""

from __future__ import annotations

import asyncio
import sys
from time import monotonic

import pytest
from textual import timer

from listbuilder.tui.later import later


class Halting:
    """The clock of a process that is halted for ten seconds between each two looks of a timer that rings once."""

    def __init__(self) -> None:
        self.halted = 0

    def get_time(self) -> float:
        ringing = sys._getframe(1).f_locals.get("self")
        if getattr(ringing, "_repeat", None) == 0:
            self.halted += 10
        return monotonic() + self.halted


@pytest.fixture
def halting(monkeypatch):
    clock = Halting()
    monkeypatch.setattr(timer, "_time", clock)
    return clock


async def test_it_is_done_once_and_not_when_it_is_stopped(start):
    done = []
    async with start() as driver:
        later(driver.app, 0.001, lambda: done.append("done"))
        later(driver.app, 0.001, lambda: done.append("stopped")).stop()
        await asyncio.sleep(0.05)
        await driver.settle()
    assert done == ["done"]


async def test_nothing_is_lost_on_a_machine_that_halts(begun, halting, monkeypatch):
    monkeypatch.setattr("tests.tui.conftest.LONGEST", 10)
    async with begun() as driver:
        await driver.press("a")
        await driver.press("i")  # waits for the prices of what is found
        assert not driver.main.commands.browsing.pane.is_working
        await driver.press("plus", "escape", "escape")
        for _ in range(200):
            if driver.main.autosave.journal.file.exists():
                break
            await asyncio.sleep(0.05)
        assert driver.main.autosave.journal.file.exists()


def test_nothing_waits_for_what_can_be_lost(root):
    texts = {path.stem: path.read_text("utf-8") for path in (root / "listbuilder").rglob("*.py")}
    assert [name for name, text in texts.items() if ".set_timer(" in text] == ["later"]
