"""The browser: search, filter, preview, add several; quick with thousands."""

from __future__ import annotations

import threading

from fake_session import FakeSession
from textual.widgets import OptionList

from listbuilder.i18n import set_language
from listbuilder.session import Session
from listbuilder.tui.screens.browser import BrowserScreen
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.sheet_pane import SheetPane


def names(driver):
    return [item.name for item in driver.app.screen.query_one(FilterList).found]


async def test_add_several_and_stay_open(begun):
    async with begun(()) as driver:
        await driver.press("a")
        await driver.type("guard")
        await driver.press("enter", "enter")

        assert isinstance(driver.app.screen, BrowserScreen)
        assert [unit.sheet for unit in driver.session.state.units] == ["guard", "guard"]
        assert "×2" in driver.text()
        assert "180 / 1,000" in driver.text()

        await driver.press("escape", "escape")
        assert driver.main.unit_id == "guard-2"


async def test_the_first_escape_clears_the_search(begun):
    async with begun() as driver:
        await driver.press("a")
        await driver.type("wag")
        await driver.press("escape")

        assert isinstance(driver.app.screen, BrowserScreen)
        assert len(names(driver)) == 6


async def test_keywords_are_found(begun):
    async with begun() as driver:
        await driver.press("a")
        await driver.type("psyker")

        assert names(driver) == ["Sage of the Long Winter and the Even Longer Name"]


async def test_roles_filter(begun):
    async with begun() as driver:
        await driver.press("a", "tab", "tab")
        assert names(driver) == ["Gate Guard"]
        assert "[Battleline]" in driver.text()

        await driver.press("shift+tab")
        assert len(names(driver)) == 2


async def test_legends_on_request(begun):
    async with begun() as driver:
        await driver.press("a")
        assert "Relic Engine" not in names(driver)

        await driver.press("ctrl+l")
        assert "Relic Engine" in names(driver)
        assert "† Relic Engine" in driver.text()


async def test_preview_follows_and_takes_nothing(begun):
    async with begun() as driver:
        await driver.press("a", "down", "down")

        assert "Gate Guard" in str(driver.app.screen.query_one(SheetPane)._drawn)
        assert len(driver.session.army.units) == 5


async def test_undo_inside(begun):
    async with begun(()) as driver:
        await driver.press("a", "enter", "ctrl+z")

        assert driver.session.state.units == ()


async def test_nothing_found(begun):
    async with begun() as driver:
        await driver.press("a")
        await driver.type("zzzz")
        await driver.press("enter")

        assert "Nothing found" in driver.text()
        assert len(driver.session.army.units) == 5


async def test_thousands_are_filled_in_and_filtered(begun, crowd):
    async with begun(()) as driver:
        await driver.press("a")
        assert driver.app.screen.query_one(OptionList).option_count == 2506

        await driver.type("company 2345")
        await driver.press("enter")

        assert [unit.sheet for unit in driver.session.state.units] == ["extra-2345"]
        assert driver.app.screen.query_one(OptionList).option_count < 50


async def test_enter_counts_what_was_typed_before_the_search_was_done(begun, crowd):
    async with begun(()) as driver:
        await driver.press("a")
        await driver.pilot.press(*"0042", "enter")
        await driver.settle()

        assert [unit.sheet for unit in driver.session.state.units] == ["extra-42"]


async def test_nothing_waits_for_slow_data_and_nothing_typed_is_lost(begun, monkeypatch):
    read, may_go = FakeSession.datasheets, threading.Event()

    def slowly(session, force_id=""):
        may_go.wait(5)
        return read(session, force_id)

    monkeypatch.setattr(FakeSession, "datasheets", slowly)
    async with begun(()) as driver:
        await driver.pilot.press("a")
        while not isinstance(driver.app.screen, BrowserScreen):
            await driver.pilot.pause()
        await driver.pilot.press(*"wag", "enter")
        assert "Loading …" in driver.text()

        may_go.set()
        await driver.settle()
        assert [unit.sheet for unit in driver.session.state.units] == ["wagon"]
        assert names(driver)[0] == "War Wagon"


async def test_a_new_list_is_begun_by_english_names_in_other_languages(start):
    set_language("zh")
    async with start(backend=Session) as driver:
        await driver.press("n")
        await driver.until("斗望战棋")
        await driver.type("douw")
        assert names(driver) == ["斗望战棋"]
        await driver.press(*["backspace"] * 4)
        await driver.type("2013")
        await driver.press("enter")
        await driver.until("示例")
        before = names(driver)
        await driver.type("fen")
        assert len(names(driver)) == 1 < len(before)
        assert not names(driver)[0].isascii()
