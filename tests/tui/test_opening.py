"""What stands on the screen before the list that the program was started with, and what becomes of keys that come too early."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from textual import events

from listbuilder.session import Session
from listbuilder.tui.app import ListbuilderApp
from listbuilder.tui.screens.main import MainScreen
from tests.tui.conftest import ROOMY, Driver

LEGAL = Path(__file__).parents[2] / "factions" / "wh40k-10e" / "examples" / "legal.yaml"


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Reading a list takes until this is set."""
    event, read = threading.Event(), Session.open

    def slowly(path, **options):
        assert event.wait(20)
        return read(path, **options)

    monkeypatch.setattr(Session, "open", slowly)
    return event


async def begun(pilot, app):
    """The list is there, and what was typed before is done."""
    while app.main is None:
        await pilot.pause(0.02)
    await Driver(app, pilot).settle()
    return Driver(app, pilot)


async def test_keys_that_come_before_the_list_are_played_on_it(held: threading.Event):
    app = ListbuilderApp(LEGAL, backend=Session)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.press("j", "j", "c", "question_mark")
        assert app.main is None
        assert len(app.screen_stack) == 1
        held.set()
        driver = await begun(pilot, app)
        await driver.until("Duplicate")

        assert driver.session.steps == 1
        before = {unit.id for unit in Session.open(LEGAL).army.units}
        assert {unit.id for unit in driver.session.army.units} - before == {driver.main.unit_id}


async def test_keys_that_come_while_the_list_is_shown_follow_those_before(held: threading.Event, monkeypatch):
    """What was typed while it was read is done first."""
    paint = MainScreen._paint_first

    async def slowly(screen):
        await asyncio.sleep(0.3)
        paint(screen)

    monkeypatch.setattr(MainScreen, "_paint_first", slowly)
    app = ListbuilderApp(LEGAL, backend=Session)
    async with app.run_test(size=ROOMY) as pilot:
        await pilot.press("j", "j")
        held.set()
        while app.main is None:
            await pilot.pause(0.01)
        app.post_message(events.Key("c", "c").set_sender(app))
        driver = await begun(pilot, app)
        for _ in range(50):
            if driver.session.steps:
                break
            await pilot.pause(0.05)

        before = {unit.id for unit in Session.open(LEGAL).army.units}
        assert {unit.id for unit in driver.session.army.units} - before == {driver.main.unit_id}


async def test_a_list_that_takes_long_is_named_and_may_be_left(held: threading.Event):
    app = ListbuilderApp(LEGAL, backend=Session)
    async with app.run_test(size=ROOMY) as pilot:
        driver = Driver(app, pilot)
        while "legal.yaml" not in driver.text():
            await pilot.pause(0.05)
        assert "Reading" in driver.text()

        await pilot.press("q")
        held.set()
        await pilot.pause(0.1)

    assert app.main is None


async def test_nothing_is_painted_before_the_list(monkeypatch: pytest.MonkeyPatch):
    seen = []
    paint = MainScreen._compositor_refresh

    def refresh(screen):
        if screen._may_paint:
            seen.append(screen.army_pane.option_count)
        paint(screen)

    monkeypatch.setattr(MainScreen, "_compositor_refresh", refresh)
    app = ListbuilderApp(LEGAL, backend=Session)
    async with app.run_test(size=ROOMY) as pilot:
        await begun(pilot, app)

    assert min(seen) > 1


def sheets(app: ListbuilderApp) -> set[str]:
    """The names of our own style sheets that were read."""
    return {Path(path).stem for path, _ in app.stylesheet.source if path.endswith(".tcss")}


async def test_a_style_sheet_is_read_when_what_it_is_for_is_shown():
    app = ListbuilderApp(LEGAL, backend=Session)
    async with app.run_test(size=ROOMY) as pilot:
        driver = await begun(pilot, app)
        assert sheets(app) == {"listbuilder", "builder"}

        await driver.press("colon")
        assert sheets(app) == {"listbuilder", "builder", "dialogs", "filter"}
        assert app.screen.query_one(".box").styles.max_height.value == 32
        assert app.screen.query_one("FilterList OptionList").styles.scrollbar_gutter == "stable"
        await driver.press("escape", "a")
        assert "browser" in sheets(app)
        assert app.screen.query_one("BrowserPane").styles.border_top[0] == "heavy"


async def test_the_list_is_put_together_without_what_textual_adds_to_screens():
    app = ListbuilderApp(LEGAL, backend=Session)
    async with app.run_test(size=ROOMY, tooltips=True, notifications=True) as pilot:
        await begun(pilot, app)
        own = {child.id or type(child).__name__ for child in app.screen.children}
        assert own == {"ArmyHeader", "PaneTabs", "too-small", "body", "KeyBar"}
