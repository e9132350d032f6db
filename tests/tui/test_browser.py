"""The browser beside the army: search, filters, sizes and prices, favourites and what one owns; quick with thousands."""

from __future__ import annotations

import asyncio
import re

import pytest
from fake_session import FakeSession
from textual.widgets import Static

from listbuilder.i18n import Text, set_language
from listbuilder.replacing import replace
from listbuilder.session import Session
from listbuilder.session.quotes import Quote, Size
from listbuilder.shelf.collection import Collection
from listbuilder.tui.browsing.offering import GHOST, Offering
from listbuilder.tui.browsing.query import Query
from listbuilder.tui.browsing.query_line import QueryLine
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.screens.dialogs import Prompt
from listbuilder.tui.screens.help import Help
from listbuilder.tui.screens.room import Room
from listbuilder.tui.screens.text_page import TextPage
from listbuilder.tui.widgets.army_pane import ArmyPane
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.sheet_pane import SheetPane

WIDE = (120, 40)


def pane(driver):
    return driver.main.commands.browsing.pane


def names(driver):
    return [pane(driver).offering.name(pane(driver).offering.choices[one]) for one in pane(driver).offering.found]


def pointed(driver):
    return driver.main.query_one(Table).pointed


def row(driver, name):
    """The line of the table with the name, spaces made one."""
    region = driver.main.query_one(Table).region
    lines = driver.text().splitlines()[region.y : region.bottom]
    found = (line[region.x : region.right] for line in lines)
    return " ".join(next(line for line in found if f" {name} " in line).split())


async def typed(driver, text):
    """Key by key, as a user does."""
    await driver.press(*text)


def test_of_two_datasheets_of_one_name_the_allied_one_names_its_faction(tmp_path):
    session = Session.new("wh40k-10e", "space-marines", battle_size="strike-force", detachment="gladius-task-force")
    offering = Offering(session, Collection(tmp_path / "collection.json"))
    offering.read()
    told = {offering.name(one) for one in offering.choices.values()}
    assert {"Watch Master", "Watch Master · Agents of the Imperium", "Callidus Assassin"} <= told


async def test_enter_adds_and_closes_with_the_cursor_on_the_new_unit(begun):
    async with begun() as driver:
        await driver.press("a")
        await typed(driver, "archers")
        await driver.press("enter")

        assert pane(driver) is None
        assert driver.main.unit_id == "archers-2"
        assert driver.focused_id == "army"


async def test_plus_adds_and_stays(begun):
    async with begun(()) as driver:
        await driver.press("a")
        await typed(driver, "guard")
        await driver.press("plus", "plus")

        assert [unit.sheet for unit in driver.session.state.units] == ["guard", "guard"]
        assert "Gate Guard ×2" in driver.text()
        assert "820 left" in driver.text()

        await driver.press("escape", "escape")
        assert pane(driver) is None
        assert driver.main.unit_id == "guard-2"


async def test_after_an_addition_what_is_typed_takes_the_place_of_the_query(begun):
    async with begun(()) as driver:
        await driver.press("a")
        line = driver.main.query_one(QueryLine)
        await typed(driver, "guard")
        await driver.press("plus")
        assert line.value == "guard"
        await typed(driver, "arch")
        assert line.value == "arch"
        await driver.press("plus", "space")
        await typed(driver, "r:x")
        assert line.value == "arch r:x"  # a blank goes on with it
        assert [unit.sheet for unit in driver.session.state.units] == ["guard", "archers"]


async def test_the_army_stays_with_the_unit_as_it_would_stand_in_it(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("a")
        await typed(driver, "riders")

        lines = driver.text().splitlines()
        assert any("+ Ridge Riders ×3" in line for line in lines)
        assert "595 left → 475 " in f"{lines[0]} "
        assert len(driver.session.army.units) == 5
        assert driver.main.query_one(ArmyPane).region.width > 30

        await driver.press("escape", "escape")
        assert "+ Ridge Riders" not in driver.text()
        assert "→" not in driver.text().splitlines()[0]


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_on_a_small_screen_it_has_all_the_room(begun, size):
    async with begun(size=size) as driver:
        await driver.press("a")

        assert driver.main.query_one(Table).region.width >= size[0] * 0.55
        assert not driver.main.query_one(ArmyPane).region
        assert "Warden Captain" in driver.text()
        await typed(driver, "wag")
        await driver.press("enter")
        assert driver.main.unit_id == "wagon-2"
        assert driver.main.query_one(ArmyPane).region


async def test_the_datasheet_stands_where_there_is_room(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("a", "down", "down")
        assert "Gate Guard" in str(driver.main.query_one("#preview", SheetPane)._drawn)
        await driver.resize(80, 24)
        assert driver.main.query_one("#preview").region.width > 25
        await driver.resize(50, 16)
        assert not driver.main.query_one("#preview").region


async def test_the_first_escape_clears_the_second_leaves(begun):
    async with begun() as driver:
        await driver.press("a")
        await typed(driver, "wag")
        assert "esc clear search" in driver.text()
        await driver.press("escape")
        assert len(names(driver)) == 6
        assert "esc done" in driver.text()

        await driver.press("escape")
        assert pane(driver) is None
        assert driver.focused_id == "army"


async def test_capitals_and_signs_are_commands_and_are_never_typed(begun):
    async with begun() as driver:
        await driver.press("a", "question_mark")
        assert isinstance(driver.app.screen, Help)
        await driver.press("escape", "F", "O", "O", "asterisk", "V", "V")
        line = driver.main.query_one(QueryLine)
        assert line.value == ""

        await driver.press("slash", "F", "slash", "question_mark", "a", "1", "colon", "less_than_sign")
        assert line.value == "F?a1:<"
        await driver.press("ctrl+u")
        assert line.value == ""


async def test_filters_are_typed(begun):
    async with begun() as driver:
        await driver.press("a")
        await typed(driver, "k:infantry")
        assert names(driver) == ["Warden Captain", "Gate Guard", "Tower Archers"]
        await driver.press("space")
        await typed(driver, "<85")
        assert names(driver) == ["Warden Captain", "Tower Archers"]
        assert "under 85 ×" in driver.text()
        await driver.press("ctrl+u")
        await typed(driver, "r:battle")
        assert names(driver) == ["Gate Guard"]


async def test_a_filter_goes_with_a_click(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("a")
        await typed(driver, "k:infantry")
        lines = driver.text().splitlines()
        y = next(index for index, line in enumerate(lines) if "infantry ×" in line)
        await driver.pilot.click(offset=(lines[y].index("infantry ×"), y))
        await driver.settle()

        assert driver.main.query_one(QueryLine).value == ""
        assert len(names(driver)) == 6
        assert isinstance(driver.app.focused, QueryLine)


async def test_what_fits_into_the_points_left(begun):
    async with begun(("riders",) * 7) as driver:  # 840 of 1,000
        await driver.press("a")
        assert row(driver, "Ridge Riders ×7").endswith("— 8 taken, at most 3")
        await driver.press("F")
        assert "Ridge Riders" not in names(driver)
        assert {"Gate Guard", "Tower Archers"} <= set(names(driver))

        await driver.press("F")
        await typed(driver, "guard")
        await driver.press("plus")
        assert row(driver, "Gate Guard ×1").endswith("90 20 over")


async def test_of_what_fits_stands_first_what_leaves_the_fewest_points(begun):
    async with begun(("riders",) * 6) as driver:  # 280 of 1,000 points left
        await driver.press("a", "down", "F")
        offering = pane(driver).offering
        quotes = {one: offering.quoted(one) for one in offering.found}
        spent = [quote.sizes[offering.size(one)].points for one, quote in quotes.items()]
        assert spent == sorted(spent, reverse=True)
        assert pointed(driver) == offering.found[0]

        guard = next(one for one in offering.found if offering.choices[one].name == "Gate Guard")
        assert offering.models(guard) == 10  # the largest size that fits
        await driver.press("F")
        assert offering.models(guard) == 0


async def test_what_is_likely_to_fit_is_worked_out_first_and_what_is_never_shown_not_at_all(begun, monkeypatch):
    asked, quote = [], FakeSession.quote
    async with begun() as driver:
        offering = Offering(driver.session, Collection())
        offering.read()
        offering.switches.fits = True
        shown = [one for one in offering.choices.values() if not (one.hidden or one.legends)]
        dear = [one.id for one in shown if one.points > 100]

        def noted(session, datasheet_id, force_id=""):
            asked.append(datasheet_id)
            bargain = Quote((Size(1, 1),))  # cheaper beside this army than alone
            return bargain if datasheet_id == dear[0] else quote(session, datasheet_id, force_id)

        monkeypatch.setattr(FakeSession, "quote", noted)
        monkeypatch.setattr(FakeSession, "limit", property(lambda session: session.points + 100))
        for choice_id in offering.unquoted([], Query()):
            offering.quote(choice_id)

        assert sorted(asked) == sorted(one.id for one in shown) != sorted(offering.choices)
        assert asked[-len(dear) :] == dear
        assert [one for one in offering.lines(Query()) if one in dear] == dear[:1]


async def test_the_size_is_chosen_with_the_arrows(begun):
    async with begun((), size=WIDE) as driver:
        await driver.press("a")
        await typed(driver, "guard")
        assert row(driver, "Gate Guard") == "Gate Guard 5 10 90 180 910"
        await driver.press("right")
        assert row(driver, "Gate Guard") == "Gate Guard 5 10 90 180 820"
        assert "+ Gate Guard ×10" in driver.text()
        await driver.press("right", "enter")

        assert [(unit.sheet, unit.models) for unit in driver.session.state.units] == [("guard", 10)]
        assert driver.session.steps == 1


async def test_what_cannot_be_added_says_why_and_is_not_added_by_enter(begun):
    async with begun(("guard",) * 3, size=WIDE) as driver:
        await driver.press("a")
        await typed(driver, "guard")
        assert row(driver, "Gate Guard ×3") == "Gate Guard ×3 — 4 taken, at most 3"
        await driver.press("enter")
        assert pane(driver) is not None
        assert len(driver.session.state.units) == 3
        assert any("Not added: 4 taken, at most 3" in note for note in driver.notes)

        await driver.press("A")
        assert len(driver.session.state.units) == 4


async def test_legal_before_illegal_only_when_searching(begun):
    async with begun(("warden",) * 3) as driver:
        await driver.press("a")
        assert names(driver)[0].startswith("Sage")  # by name: Sage, Warden
        assert names(driver)[1] == "Warden Captain"
        await typed(driver, "wa")
        assert names(driver)[:2] == ["War Wagon", "Warden Captain"]


async def test_keywords_are_found(begun):
    async with begun() as driver:
        await driver.press("a")
        await typed(driver, "psyker")
        assert names(driver) == ["Sage of the Long Winter and the Even Longer Name"]
        assert "Even Longer Name" in driver.text().splitlines()[-1]  # its row cuts it


async def test_roles_are_walked(begun):
    async with begun() as driver:
        await driver.press("a", "right_square_bracket")
        assert pointed(driver) == "guard"
        await driver.press("right_square_bracket")
        assert pointed(driver) == "archers"
        await driver.press("left_square_bracket", "left_square_bracket")
        assert pointed(driver) == "sage"


async def test_legends_on_request(begun):
    async with begun() as driver:
        await driver.press("a")
        assert "Relic Engine" not in names(driver)
        await driver.press("H")
        assert "† Relic Engine" in driver.text()


async def test_undo_inside(begun):
    async with begun(()) as driver:
        await driver.press("a", "plus", "ctrl+z")
        assert driver.session.state.units == ()
        assert pane(driver) is not None


async def test_nothing_found_says_what_to_do(begun):
    async with begun(("riders",) * 8) as driver:  # 960 of 1,000
        await driver.press("a")
        await typed(driver, "archers")
        await driver.press("F")
        text = driver.text()
        assert 'Nothing matches "archers" with fits.' in text
        assert "^u clear" in text
        assert 'F without "fits": 1' in text
        assert driver.main.query_one("#preview", SheetPane)._unit is None  # of what was under the cursor before

        await driver.press("enter")
        assert len(driver.session.army.units) == 8


async def test_a_key_shows_it_and_hides_it_again(begun):
    async with begun(size=(160, 50)) as driver:
        await driver.press("b")
        assert "+ Sage of the Long Winter" in driver.text()
        await driver.press("tab")
        assert driver.focused_id == "army"
        await driver.press("d", "b")
        assert pane(driver) is None
        assert "+ Sage of the Long Winter" not in driver.text()
        assert len(driver.session.army.units) == 4


# --- what the user keeps --------------------------------------------------------------------------------------------------


async def test_favourites_are_kept(begun):
    async with begun() as driver:
        await driver.press("a")
        await typed(driver, "wag")
        await driver.press("asterisk", "ctrl+u", "V")
        assert names(driver) == ["War Wagon"]
        assert "* War Wagon" in driver.text()

    assert Collection().of("old-walls", "War Wagon").favourite


async def test_what_one_owns_is_entered_and_filtered(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("a", "O")
        assert "Nothing entered: # enters how many models you own." in driver.text()
        await driver.press("O")
        await typed(driver, "guard")
        await driver.press("number_sign")
        assert isinstance(driver.app.screen, Prompt)
        await driver.answer("many")
        assert "Enter a number of models." in driver.text()
        await driver.answer("20")
        assert row(driver, "Gate Guard ×2").endswith("10/20")

        await driver.press("ctrl+u", "O")
        assert names(driver) == ["Gate Guard"]
    assert Collection().of("old-walls", "Gate Guard").owned == 20


async def test_what_the_collection_lacks(begun):
    async with begun() as driver:
        await driver.press("C")
        assert any("Nothing entered" in note for note in driver.notes)
        Collection().own("old-walls", "Gate Guard", 8)
        await driver.press("C")
        assert isinstance(driver.app.screen, TextPage)
        assert "9 models are missing" in driver.text()
        assert re.search(r"2  Gate Guard +8 of 10", driver.text())
        await driver.press("y")
        assert "Gate Guard" in driver.app.clipboard
        for name in ("Gate Guard", "Warden Captain", "Tower Archers", "War Wagon"):
            Collection().own("old-walls", name, 10)
        await driver.press("C")
        assert any("You own every model" in note for note in driver.notes)


async def test_a_damaged_collection_is_told_and_breaks_nothing(begun, state):
    state.mkdir(exist_ok=True)
    (state / "collection.json").write_text("{")
    async with begun() as driver:
        await driver.press("a")
        assert any("collection.json was not read" in note for note in driver.notes)
        await driver.press("asterisk")
        assert "*" in driver.text()


# --- the mouse --------------------------------------------------------------------------------------------------------------


async def test_all_of_it_by_mouse(begun):
    async with begun((), size=WIDE) as driver:
        await driver.press("a")

        await driver.click("Gate Guard")
        assert pointed(driver) == "guard"
        await driver.click("Gate Guard", nth=1)  # below what would be added to the army
        assert [unit.sheet for unit in driver.session.state.units] == ["guard"]
        await driver.click("5  10", 3)  # a size that is clicked is chosen, and adds nothing
        await driver.click("+ add, stay")
        await driver.click("5  10")
        await driver.click("+ add, stay")
        assert [unit.models for unit in driver.session.state.units] == [5, 10, 5]
        await driver.click("F fits")
        assert pane(driver).offering.switches.fits
        await driver.click("Tower Archers", -2)
        assert Collection().of("old-walls", "Tower Archers").favourite
        await driver.click("esc done", 5)
        assert pane(driver) is None


async def test_a_tap_on_a_tab_leaves_it(begun):
    """On a telephone nothing else of the window would lead to the unit or the findings, and no escape key out of the browser."""
    async with begun(size=(43, 40)) as driver:
        for tab, focused in (("Unit", "unit"), ("Findings", "findings")):
            await driver.press("a")
            assert "esc done" in driver.text().splitlines()[-1]
            await driver.click(tab)
            await driver.until("Warden")
            assert pane(driver) is None
            assert driver.focused_id == focused
            await driver.press("escape")


# --- many, and slow ---------------------------------------------------------------------------------------------------------


async def test_thousands_are_filled_in_and_filtered(begun, crowd):
    async with begun(()) as driver:
        await driver.press("a")
        assert len(names(driver)) == 2506
        await typed(driver, "company 2345")
        await driver.press("enter")

        assert [unit.sheet for unit in driver.session.state.units] == ["extra-2345"]


async def test_only_what_is_seen_is_worked_out(begun, crowd, monkeypatch):
    asked = []
    quote = FakeSession.quote
    monkeypatch.setattr(FakeSession, "quote", lambda self, one, force="": asked.append(one) or quote(self, one, force))
    async with begun(()) as driver:
        await driver.press("a")
        assert 6 <= len(asked) < 60


async def test_enter_counts_what_was_typed_before(begun, crowd):
    async with begun(()) as driver:
        await driver.press("a")
        await driver.pilot.press(*"0042", "enter")
        await driver.settle()
        assert [unit.sheet for unit in driver.session.state.units] == ["extra-42"]


# --- real data --------------------------------------------------------------------------------------------------------------


async def test_interc_finds_intercessors_before_an_interceptor(start):
    async with start(backend=Session) as driver:
        await driver.app.show_list(Session.new("wh40k-10e", "space-marines"))
        await driver.settle()
        await driver.press("a")
        await typed(driver, "interc")
        assert names(driver)[:3] == ["Intercessor Squad", "Assault Intercessor Squad", "Heavy Intercessor Squad"]
        assert "Stormhawk Interceptor" in names(driver)[3:]


async def test_a_game_without_points_shows_none(start):
    async with start(backend=Session, size=WIDE) as driver:
        await driver.app.show_list(Session.new("kill-team-2024", "angels-of-death"))
        await driver.settle()
        await driver.press("a")
        heads = str(driver.main.query_one("#heads", Static).content)
        assert "operative" in heads
        assert "pts" not in heads
        assert "left" not in heads
        await driver.press("enter")
        assert len(driver.session.army.units) == 1


async def test_a_new_list_is_begun_by_english_names_in_other_languages(start):
    set_language("zh")
    async with start(backend=Session) as driver:

        def found():
            return [item.name for item in driver.app.screen.query_one(FilterList).found]

        await driver.press("n")
        await driver.until("斗望战棋")
        await driver.type("douw")
        assert found() == ["斗望战棋"]
        await driver.press(*["backspace"] * 4)
        await driver.type("2013")
        await driver.press("enter")
        await driver.until("示例")
        before = found()
        await driver.type("fen")
        assert len(found()) == 1 < len(before)
        assert not found()[0].isascii()


async def test_no_room_is_kept_for_sizes_that_nothing_shown_has(begun):
    def models_at(text: str) -> int:
        return next(line.index("models") for line in text.splitlines() if "models" in line and "left after" in line)

    async with begun(size=(120, 40)) as driver:
        await driver.press("a")
        await driver.type("captain")
        alone = models_at(driver.text())
        await driver.press("ctrl+u")
        await driver.settle()
        assert models_at(driver.text()) < alone  # squads have two sizes


@pytest.mark.parametrize(("width", "is_shown"), [(110, True), (100, True), (99, False), (80, False)])
async def test_the_army_stays_in_view_where_there_is_room_for_both(begun, width, is_shown):
    async with begun(size=(width, 32)) as driver:
        await driver.press("a")
        assert bool(driver.main.army_pane.region) is is_shown
        await driver.press("escape")
        assert driver.main.army_pane.region


@pytest.mark.usefixtures("crowd")
async def test_what_the_wheel_brings_into_view_has_its_price(begun):
    async with begun(size=(120, 40)) as driver:
        await driver.press("a")
        table = driver.app.screen.query_one(Table)
        table.scroll_to(y=900, animate=False, immediate=True)
        await driver.settle()
        seen = table.visible_ids[1:]
        pane = driver.main.commands.browsing.pane
        assert seen
        assert not list(pane.offering.unquoted(seen, Query()))


async def test_nothing_would_be_added_once_the_browser_is_left(begun, monkeypatch):
    """Closing takes a while with large data; what the cursor came by shortly before must not appear after it."""
    close = Room.close_beside

    async def slowly(room):
        await asyncio.sleep(0.2)
        await close(room)

    monkeypatch.setattr(Room, "close_beside", slowly)
    async with begun() as driver:
        await driver.press("a", "down")
        browser = pane(driver)
        driver.main.query_one(Table).move(1)  # its unit would be shown a moment later
        browser.leave()
        await asyncio.sleep(0.3)
        await driver.settle()

        assert pane(driver) is None
        assert not [line for line in driver.main.query_one(ArmyPane).lines() if line.id == GHOST]


async def test_sizes_that_do_not_fit_are_not_chosen_while_only_what_fits_is_shown(begun):
    async with begun(("riders",) * 7) as driver:  # 160 of 1,000 points left; ten guards cost more
        await driver.press("a", "slash")
        await typed(driver, "guard")
        await driver.press("right")
        assert row(driver, "Gate Guard").endswith("20 over")
        await driver.press("F")
        assert "over" not in driver.text()
        before = row(driver, "Gate Guard")
        await driver.press("right")
        assert row(driver, "Gate Guard") == before
        await driver.press("F")
        assert row(driver, "Gate Guard").endswith("20 over")  # what was chosen is chosen again


async def test_either_all_numbers_of_points_too_many_have_the_word_for_that_or_none(begun):
    set_language("ru")
    async with begun(("riders",) * 8, size=(50, 24)) as driver:  # 40 of 1,000 points left
        await driver.press("a", "slash")
        await typed(driver, "r")
        shown = [line for line in driver.text().splitlines() if "лишних" in line]
        assert shown
        await driver.press("right")
        assert "лишних" not in driver.text()


async def test_a_reason_that_its_row_cuts_is_read_below_the_table(begun, monkeypatch):
    reason = "Archers and Wagons of the Northern Walls cannot be in one army with Scouts who cross the river by night"
    quote = FakeSession.quote

    def against(session, datasheet, force=""):
        found = quote(session, datasheet, force)
        return replace(found, against=(Text(reason),)) if datasheet in {"archers", "guard"} else found

    monkeypatch.setattr(FakeSession, "quote", against)
    for size in ((80, 24), (40, 12)):
        async with begun(size=size) as driver:
            await driver.press("a")
            await driver.type("archers")
            shown = driver.text()
            below = " ".join(line.strip(" ┃│").split("│")[0].strip() for line in shown.splitlines())
            assert reason in re.sub(r"\s+", " ", below), shown
            await driver.press("ctrl+u")
            await driver.type("riders")
            assert "by night" not in driver.text()


async def test_what_was_added_last_is_said_when_the_browser_closes(begun):
    async with begun(size=(120, 40)) as driver:
        await driver.press("a")
        await driver.type("archers")
        await driver.press("plus")
        await driver.press("ctrl+u")
        await driver.type("riders")
        await driver.press("enter")
        assert "Ridge Riders added" in driver.text().splitlines()[-1]


@pytest.mark.parametrize("way", ["mouse", "keys", "settings"])
async def test_a_unit_chosen_in_the_army_is_gone_to_not_the_one_added(begun, way):
    async with begun(("warden", "wagon"), size=WIDE) as driver:
        await driver.press("a", *"arch", "plus")
        if way == "mouse":
            await driver.click("War Wagon")
        elif way == "keys":
            await driver.press("tab")
            driver.main.army_pane.point_at(driver.session.army.units[1].id)
            await driver.press("enter")
        else:
            driver.main.select_unit(driver.session.army.units[1].id)  # as the next finding does
            driver.main.room.focus("unit")
            await driver.settle()
        assert driver.focused_id == "unit"
        assert driver.main.desk.unit.datasheet == driver.session.army.units[1].datasheet


async def test_a_click_on_the_unit_that_would_be_added_adds_it_and_the_browser_goes_on(begun):
    async with begun(("warden",), size=WIDE) as driver:
        await driver.press("a", *"arch")
        before = len(driver.session.army.units)
        await driver.click("+ Tower")
        assert len(driver.session.army.units) == before + 1
        await driver.press(*"wag")  # in the place of what was typed before
        assert driver.main.query_one(QueryLine).value == "wag"
