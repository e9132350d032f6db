"""The app under Pilot: a state folder and a working folder of its own, keys that wait until everything has settled."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from rich.cells import cell_len
from textual._compositor import Compositor
from textual._context import visible_screen_stack
from textual.pilot import Pilot
from textual.widgets import Input
from textual.worker import Worker

sys.path.insert(0, str(Path(__file__).parent))  # the fake stands beside the tests

from fake_session import FakeSession, many

from listbuilder.tui.app import ListbuilderApp
from listbuilder.tui.screens.main import MainScreen
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.widgets.key_bar import KeyBar

ROOMY = (100, 32)
FRAME = 1 / 300  # seconds between two frames: at the usual sixtieth, tests wait longer than they work
SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[2].parent / "shared") / "bsdata"
LONGEST = 120  # seconds until what was started counts as lost; the longest takes a tenth of it
READING = {
    "datasheets",
    "journal",
    "open",
    "print",
    "shelf",
    "turns",
    "wizard",
}  # groups of workers that wait for a thread


class Driver:
    """Presses keys and waits for what they started."""

    def __init__(self, app: ListbuilderApp, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    async def settle(self) -> None:
        """Until no thread works and no message waits, two looks in a row, a frame apart."""
        quiet, until = 0, monotonic() + LONGEST
        while quiet < 2 and not self.app._exit:  # what waits in an app that ends waits forever
            if tasks := [worker._task for worker in self._threads() if worker._task is not None]:
                await asyncio.wait(tasks, timeout=1)  # they never end when the app has failed
            await self.pilot.pause(FRAME)
            if self.app._exception is not None:  # the messages of what failed wait forever
                raise self.app._exception
            pumps = (self.app, *self.app.screen_stack, *self.app.screen.query("*"))
            waiting = self._threads() or any(pump.message_queue_size for pump in pumps) or self._is_at_work()
            quiet = 0 if waiting else quiet + 1
            assert monotonic() < until, f"never done: {waiting if waiting is not True else 'a message or a fix'}"

    def _is_at_work(self) -> bool:
        """Whether, on the main screen with nothing above it, the browser works out prices or the findings look for fixes."""
        if self.app.main is None or self.app.screen is not self.app.main:
            return False
        browser = self.main.commands.browsing.pane
        looks = any(pane._timer is not None for pane in self.main.query(FindingsPane))
        return looks or (browser is not None and browser.is_working)

    def _threads(self) -> list[Worker[Any]]:
        """Workers with a thread, Textual's and ours; others wait for an answer to a dialog."""
        working = (worker for worker in self.app.workers if not worker.is_finished)
        return [worker for worker in working if worker._thread_worker or worker.group in READING]

    async def until(self, seen: str) -> None:
        """Until this text is on the screen; a message hops through several screens before it is."""
        for _ in range(100):
            if seen in self.text():
                return
            await self.settle()
        raise AssertionError(f"{seen!r} did not appear:\n{self.text()}")

    async def press(self, *keys: str) -> None:
        for key in keys:  # one by one: a key that comes before the dialog that the last one opened goes elsewhere
            await self.pilot.press(key)
            await self.settle()

    async def type(self, text: str) -> None:
        """Into the field that has the focus; at once, because keys one by one take their time."""
        assert isinstance(self.app.focused, Input)
        self.app.focused.insert_text_at_cursor(text)
        await self.settle()

    async def answer(self, text: str) -> None:
        """Puts the text in the place of what the field holds, and accepts it."""
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def click(self, text: str, dx: int = 0, *, nth: int = 0) -> None:
        """So many cells right of where the text begins; ``nth``: of the places where it stands, in reading order."""
        lines = self.text().splitlines()
        places = [(found.start(), y) for y, line in enumerate(lines) for found in re.finditer(re.escape(text), line)]
        assert places, f"{text!r} is not on the screen:\n{self.text()}"
        x, y = places[nth]
        await self.pilot.click(offset=(cell_len(lines[y][:x]) + dx, y))
        await self.settle()

    async def resize(self, width: int, height: int) -> None:
        await self.pilot.resize_terminal(width, height)
        await self.settle()

    @property
    def main(self) -> MainScreen:
        assert self.app.main is not None
        return self.app.main

    @property
    def session(self) -> Any:
        return self.main.session

    @property
    def focused_id(self) -> str | None:
        return self.app.focused.id if self.app.focused else None

    @property
    def notes(self) -> list[str]:
        """What was told so far."""
        said = [text for screen in self.app.screen_stack for bar in screen.query(KeyBar) for text in bar.said]
        return [*(note.message for note in self.app._notifications), *said]

    def text(self) -> str:
        """The screen as plain text."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in lines)


Start = Callable[..., AbstractAsyncContextManager[Driver]]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state folder of its own, and a working folder that is empty."""
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("LISTBUILDER_ASCII", "0")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "state"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames follow each other faster, and Pilot looks more often whether the app is idle: two looks a key."""
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", FRAME)
    monkeypatch.setattr("textual._wait.SLEEP_GRANULARITY", FRAME)
    monkeypatch.setattr("textual._wait.SLEEP_IDLE", 1 / 1500)
    monkeypatch.setattr("listbuilder.tui.widgets.findings_pane.REST", 0)  # until fixes are looked for


@pytest.fixture(autouse=True)
def _unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the frames between: the screen is drawn when a test reads it or takes its picture."""
    draw = Compositor.render_update

    def render_update(compositor: Compositor, full: bool = False, **options: Any) -> Any:
        if full:
            return draw(compositor, full, **options)
        visible_screen_stack.set(options.get("screen_stack") or [])
        compositor._dirty_regions.clear()
        return None

    monkeypatch.setattr(Compositor, "render_update", render_update)


@pytest.fixture
def start() -> Start:
    """Runs the app; on invented data unless told otherwise."""

    @asynccontextmanager
    async def begin(
        path: Path | None = None, *, size: tuple[int, int] = ROOMY, backend: Any = FakeSession
    ) -> AsyncIterator[Driver]:
        app = ListbuilderApp(path, backend=backend)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            app.animation_level = "none"
            while path is not None and len(app.screen_stack) == 1:  # nothing is shown yet
                await driver.settle()
            yield driver

    return begin


@pytest.fixture
def begun(start: Start) -> Start:
    """The same with a list of a few units: a captain, two squads, archers and a wagon."""

    @asynccontextmanager
    async def begin(
        units: tuple[str, ...] = ("warden", "guard", "guard", "archers", "wagon"), **options: Any
    ) -> AsyncIterator[Driver]:
        async with start(**options) as driver:
            session: Any = FakeSession.new(
                "old-walls", "north", battle_size="large", detachment="wall", name="Test host"
            )
            for unit in units:
                session.add_unit(unit)
            session.past.clear()
            await driver.app.show_list(session)
            await driver.settle()
            yield driver

    return begin


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Thousands of datasheets."""
    monkeypatch.setattr(FakeSession, "sheets", (*FakeSession.sheets, *many(2500)))
    yield


@pytest.fixture
def install(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, str], None]:
    """Installs a folder of data, once a run, in a data directory of its own."""

    def put(source: Path, name: str) -> None:
        from listbuilder.sources.store.installed import Store

        folder = home / f"tui-{name}"
        if not Store(folder).list():
            Store(folder).add(source, name)
        monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(folder))

    return put


@pytest.fixture
def real(install: Callable[[Path, str], None]) -> Callable[[str, str], None]:
    """Installs real community data; the test is skipped where there are none."""

    def put(source: str, name: str) -> None:
        if not (SHARED / source).is_dir():
            pytest.skip(f"no community data in {SHARED}")
        install(SHARED / source, name)

    return put
