"""Steps of a new list: where data are from, what is chosen so far, the name; going back keeps what was chosen."""

from __future__ import annotations

import asyncio
import re
import threading

import pytest
from textual import events
from textual.widgets import OptionList

from listbuilder.i18n import set_language
from listbuilder.session import Session
from listbuilder.session.detachments import DetachmentPage
from listbuilder.sources.store import Store
from listbuilder.tui.screens.detachments import page_text
from listbuilder.tui.screens.early_keys import EarlyKeys
from listbuilder.tui.screens.wizard import Wizard
from listbuilder.tui.screens.wizard_pages import trail
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.filter_list import FilterList

FACTION = """<gameSystem id="{id}" name="Marsh" revision="1">
 <costTypes><costType id="pts" name="pts"/></costTypes>
 <forceEntries><forceEntry id="host" name="War Host"/></forceEntries>
</gameSystem>"""
REEDS = '<catalogue id="reeds" name="Folk - Reeds" revision="1" gameSystemId="{id}"/>'
TENTH = "sys-352e-adc2-7639-d6a9"  # of the community's set of the game that is shipped


@pytest.fixture
def tenth(tmp_path, monkeypatch):
    """A set by the name of the shipped game, with one faction of its own."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "marsh"
    folder.mkdir()
    (folder / "Marsh.gst").write_text(FACTION.format(id=TENTH))
    (folder / "Reeds.cat").write_text(REEDS.format(id=TENTH))
    Store().add(folder, "wh40k-10e")


def notes(driver):
    return {item.name: item.note for item in driver.app.screen.query_one(FilterList).found}


async def to_factions(driver):
    await driver.press("n")
    await driver.until("10th edition")
    await driver.press("enter")
    await driver.until("Adept")


async def test_factions_of_several_sets_say_where_they_are_from(tenth, start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        found = notes(driver)
        assert found["Space Marines"].startswith("shipped · 20")
        assert found["Folk - Reeds"].startswith("wh40k-10e · 20")
        await driver.type("wh40k")  # by the name of the set, too
        assert list(notes(driver)) == ["Folk - Reeds"]
        assert "Data set  wh40k-10e" in driver.text()


async def test_english_names_find_what_they_are_the_names_of_in_every_language(tenth, start, tmp_path):
    rival = REEDS.format(id=TENTH).replace("Folk - Reeds", "Imperium - Chapters - Space Marines")
    (tmp_path / "marsh" / "Reeds.cat").write_text(rival)
    Store().update("wh40k-10e")
    set_language("zh")
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("40,000")
        await driver.press("enter")
        await driver.until("星际战士")
        await driver.type("space ma")
        found = [item.name for item in driver.app.screen.query_one(FilterList).found]
        assert (found[0], "Imperium - Chapters - Space Marines" in found) == ("星际战士", True)


async def test_where_a_heading_says_the_set_a_search_says_it_beside_the_name(tenth, start):
    async with start(backend=Session, size=(50, 20)) as driver:
        await to_factions(driver)
        await driver.type("reeds")
        assert re.search(r"Folk - Reeds +wh40k-10e · 20", driver.text())


async def test_factions_of_one_set_say_it_at_the_side(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        assert notes(driver)["Space Marines"] == ""
        assert "shipped with the program" in driver.text()
        assert "System  Warhammer 40,000 10th edition" in driver.text()  # what is chosen so far


async def test_keys_that_the_bar_names_are_not_typed(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        search = driver.app.screen.query_one(FilterList)
        for opens, title in (("question_mark", "─ Keys ─"), ("colon", "─ Commands ─")):
            await driver.press(opens)
            assert title in driver.text()
            await driver.press("escape")
            assert search.query_text == ""
        await driver.click("? keys")
        assert "─ Keys ─" in driver.text()
        await driver.press("escape", *"40", "question_mark", "escape", "colon")
        assert search.query_text == "40:"  # a colon inside is typed


async def test_what_a_choice_gives_goes_with_it(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        await driver.press(*"orks", "enter")
        await driver.until("Strike Force ─")
        await driver.type("nothing")
        assert "Strike Force ─" not in driver.text()
        assert "Faction  Orks" in driver.text()


async def test_the_current_step_is_seen_in_a_narrow_window(tenth, start):
    async with start(backend=Session, size=(40, 12)) as driver:
        await to_factions(driver)
        assert "2 Faction" in driver.text()
        await driver.press(*"folk")
        assert driver.text().count("wh40k-10e") == 1  # beside the name, as no heading says it
        await driver.press(*["backspace"] * 4, "ctrl+end")
        assert "wh40k-10e · 20" in driver.text()  # a heading
        await driver.press(*"orks", "enter")
        await driver.until("3 Battle size")


async def test_the_last_step_is_the_name(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        await driver.press(*"orks", "enter")
        await driver.until("Strike Force")
        await driver.press("enter")
        await driver.until("War Horde")
        await driver.press(*"horde", "enter")
        await driver.until(" Name ━")
        assert "4 Name" not in driver.text()
        assert "✓ War Horde › 5 Name" in driver.text()
        assert "Detachment   War Horde" in driver.text()
        assert "one more" not in driver.text()
        await driver.press(*"Waa", "backspace", *"aagh", "space", *"1", "enter")
        await driver.until(" Army ━")
        assert driver.session.name == "Waaagh 1"
        assert [one.name for one in driver.session.army.detachments] == ["War Horde"]


async def test_a_system_shows_its_factions_once_the_cursor_rests(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.type("team 2024")
        await driver.until("Factions 3")
        assert "Plague Marines" in driver.text()
        await driver.press("escape")
        await driver.type("40,000 5th")
        await driver.until("(example)")  # few, and those made up
        assert "Factions 2" in driver.text()


async def test_a_step_with_nothing_to_choose_is_no_step(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.type("team 2024")
        await driver.press("enter")
        await driver.until("Vespid")
        await driver.press("enter")
        await driver.until(" Name ━")
        assert re.search(r"✓ System › ✓ Angels of Death › \d Name", driver.text())  # the game has no sizes
        await driver.press("backspace")
        await driver.until("Vespid")


async def test_the_first_page_of_detachments_is_worked_out_before_it_is_shown(start, monkeypatch):
    """It binds what all detachments have in common, which takes a while over large data: in the thread that reads these."""
    threads, page = [], Session.detachment_page

    def recorded(session, detachment):
        threads.append(threading.current_thread() is threading.main_thread())
        return page(session, detachment)

    monkeypatch.setattr(Session, "detachment_page", recorded)
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        await driver.press(*"orks", "enter")
        await driver.until("Strike Force")
        await driver.press("enter")
        await driver.until("╭─ War Horde")
        assert threads == [False]
        await driver.press("down")
        assert threads == [False, True]


async def test_going_back_points_at_what_was_chosen(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        await driver.press(*"orks", "enter")
        await driver.until("Strike Force")
        await driver.press("down", "enter")
        await driver.until("War Horde")
        await driver.press(*"horde", "enter")
        await driver.until(" Name ━")
        for chosen in ("War Horde", "Onslaught", "Orks"):
            await driver.press("backspace")
            await driver.until(f"{chosen} ─")
            assert driver.app.screen.query_one(FilterList).pointed.name == chosen


async def test_escape_clears_what_was_typed_before_it_goes_back(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        await driver.press(*"orks", "escape")
        assert "2 Faction" in driver.text()
        assert driver.app.screen.query_one(FilterList).query_text == ""
        assert "esc back" in driver.text()
        await driver.press("escape")
        await driver.until("10th edition")
        await driver.press("escape")
        await driver.until("No lists yet")


@pytest.mark.parametrize("size", [(120, 40), (60, 20), (40, 12)])
async def test_reading_data_is_said_in_words(start, monkeypatch, size):
    gate, read = threading.Event(), Session.factions

    def slowly(system):
        assert gate.wait(30)
        return read(system)

    monkeypatch.setattr(Session, "factions", slowly)
    async with start(backend=Session, size=size) as driver:
        await driver.press("n")
        await driver.until("10th")
        await driver.pilot.press("enter")
        for _ in range(40):
            if "Reading …" in driver.text():
                break
            await driver.pilot.pause(0.1)
        assert "Reading …" in driver.text()
        assert "●" not in driver.text()
        assert re.search(r"^┃ Reading … .*┃", driver.text(), re.MULTILINE)  # in the frame of the box that it covers
        gate.set()
        await driver.until("Adept")
        assert "Reading …" not in driver.text()


async def test_what_is_set_while_it_is_covered_is_drawn_in_the_width_of_its_box(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        found = driver.app.screen.query_one(FilterList)
        driver.app.screen.query_one("#wizard").loading = True
        await driver.settle()
        assert not found.region
        found.set_items([Item("size", "A size of some length", "2,000 pts")])
        line = found.query_one(OptionList).options[0].prompt.plain
        assert line.startswith("A size of some length   ")
        assert line.endswith("2,000 pts")


async def test_keys_that_come_while_data_are_read_belong_to_the_next_step(start, monkeypatch):
    """A name and enter, typed before the factions are there, choose that faction and not the first one."""
    gate, read = threading.Event(), Session.factions

    def slowly(system):
        assert gate.wait(30)
        return read(system)

    monkeypatch.setattr(Session, "factions", slowly)
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("10th edition")
        await driver.pilot.press("enter")
        await driver.pilot.press(*"orkx", "backspace", "s", "enter", "enter", *"horde", "enter", *"Waaagh", "enter")
        gate.set()
        await driver.until(" Army ━")
        assert driver.session.name == "Waaagh"
        assert driver.session.army.faction == "orks"
        assert [one.name for one in driver.session.army.detachments] == ["War Horde"]


async def test_a_key_that_comes_while_others_are_played_waits_behind_them(start, monkeypatch):
    """A key from the terminal passes the app, one that is played goes to the focus."""
    heard = EarlyKeys._heard

    async def meanwhile(pump):
        if late:
            assert driver.app.screen.keeps(late.pop())
        await heard(pump)

    monkeypatch.setattr(EarlyKeys, "_heard", staticmethod(meanwhile))
    late = [events.Key("enter", "\r")]
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("10th edition")
        wizard = driver.app.screen
        wizard._early.hold()
        for key in "40,000 10th":
            assert wizard.keeps(events.Key("space" if key == " " else key, key))
        assert not wizard.keeps(events.Key("escape", None))
        wizard.query_one(FilterList).focus_search()
        wizard._early.release()
        await driver.until("✓ System")
        assert "10th" in driver.text().splitlines()[0]


async def test_what_a_detachment_gives_is_whole(start):
    page = DetachmentPage(rules=(("Long Rule", "word " * 200 + "end"),))
    assert page_text(Session.new("wh40k-10e", "orks"), page).plain.endswith("end")


async def test_a_long_choice_goes_on_in_its_column(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("More games")
        await driver.type("fantasy")
        await driver.press("enter")
        await driver.until("Chosen so far")
        lines = driver.text().splitlines()
        place = next(n for n, line in enumerate(lines) if "System " in line and "Warhammer Fantasy Battles" in line)
        assert lines[place + 1].rindex("edition") == lines[place].rindex("Warhammer")


async def test_what_was_typed_before_and_while_data_are_read_is_one_word(start):
    async with start(size=(120, 40)) as driver:
        await driver.press("n")
        found = driver.app.screen.query_one(FilterList)
        await driver.type("ma")
        driver.app.screen.set_focus(None)
        found.focus_search()
        await driver.press("r")
        assert found.query_text == "mar"


@pytest.mark.parametrize(
    ("width", "line"),
    [
        (60, "✓ 战锤 › ✓ 星际战士 › ✓ 打击部队 › 4 分队 › 5 名称"),
        (49, "✓ 战锤 › ✓ 星际战士 › ✓ 打击部队 › 4 分队 › 5 名…"),
        (32, "… ✓ 打击部队 › 4 分队 › 5 名称"),
        (22, "… ✓ 打击部队 › 4 分队…"),
        (18, "… 4 分队 › 5 名称"),
    ],
)
def test_where_steps_have_no_room_the_first_go_as_a_whole(width, line):
    titles = list(enumerate(("系统", "阵营", "规模", "分队", "名称")))
    assert trail(titles, ("战锤", "星际战士", "打击部队"), 3, width).plain == line


async def test_a_list_that_is_being_closed_points_at_nothing(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        await to_factions(driver)
        found = driver.app.screen.query_one(FilterList)
        assert found.pointed is not None
        await found.remove_children()
        assert found.pointed is None


async def test_what_is_read_for_a_wizard_that_is_closed_is_not_shown(start):
    """Its widgets go one by one before its workers end."""
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("10th edition")
        wizard, go_on, shown = driver.app.screen, threading.Event(), []
        reading = asyncio.create_task(Wizard._in_thread.__wrapped__(wizard, go_on.wait, shown.append))
        await driver.press("escape")
        assert wizard not in driver.app.screen_stack
        go_on.set()
        await reading
        assert shown == []
        await Wizard._look_into.__wrapped__(wizard, "wh40k-10e")


async def test_what_the_game_has_no_word_for_is_no_step_before_its_faction_has_it(start):
    """Teams of Kill Team have no size: "Game size" is the word of no game."""
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("10th edition")
        assert "1 System › 2 Faction › 3 …\n" in driver.text()
        await driver.type("kill team 2024")
        await driver.press("enter")
        await driver.until("Angels of Death")
        assert "✓ System › 2 Faction › 3 Name" in driver.text()
        await driver.press("escape")
        await driver.until("10th edition")
        await driver.type("10th")
        await driver.press("enter")
        await driver.until("Adept")
        assert "3 Battle size › 4 Detachment › 5 Name" in driver.text()
