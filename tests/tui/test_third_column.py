"""From 200 columns on the browser stands beside army and unit, also while nothing is added."""

from __future__ import annotations

from listbuilder.session import Session
from listbuilder.tui.browsing.pane import BrowserPane
from listbuilder.tui.browsing.query_line import QueryLine
from listbuilder.tui.commands.browsing import FOLLOWING, BrowsingCommands
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.second_unit import SecondUnit

WIDE, NARROWER = (200, 50), (160, 50)


def browser(driver):
    """The browser, where it is in view."""
    return next((one for one in driver.main.query(BrowserPane) if one.region), None)


def ghosts(driver):
    return [line for line in driver.main.army_pane.lines() if line.id == "+"]


async def test_it_is_there_at_rest(begun):
    async with begun(size=WIDE) as driver:
        assert browser(driver) is not None
        assert "Sage of the Long Winter" in driver.text()
        assert driver.focused_id == "army"
        assert ghosts(driver) == []
        assert driver.main.unit_pane.region.width == 76


async def test_its_place_is_kept_for_it_from_the_first_picture_on(begun, monkeypatch):
    async def never(_commands):
        return

    monkeypatch.setattr(BrowsingCommands, "show_at_rest", never)
    async with begun(size=WIDE) as driver:
        assert browser(driver) is None
        assert driver.main.unit_pane.region.width == 76


async def test_nothing_moves_when_it_is_used_and_left(begun):
    async with begun(size=WIDE) as driver:
        there = [widget.region for widget in (driver.main.army_pane, driver.main.unit_pane, browser(driver))]
        for keys in ("a", "escape", "tab", "shift+tab"):
            await driver.press(keys)
            assert there == [w.region for w in (driver.main.army_pane, driver.main.unit_pane, browser(driver))]


async def test_what_would_be_added_is_shown_only_while_it_has_the_focus(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("a")
        assert len(ghosts(driver)) == 1
        assert driver.focused_id != "army"
        await driver.press("tab")
        assert (driver.focused_id, ghosts(driver)) == ("army", [])
        await driver.press("shift+tab")
        assert len(ghosts(driver)) == 1
        await driver.press("escape")
        assert (driver.focused_id, ghosts(driver)) == ("army", [])
        await driver.press("a", "enter")
        assert len(driver.session.army.units) == 6
        assert driver.focused_id == "army"
        assert driver.main.unit_id == driver.session.army.units[-1].id
        assert browser(driver) is not None


async def test_it_follows_the_list(begun):
    async with begun(size=WIDE) as driver:
        left = driver.session.limit - driver.session.points
        assert f"{left:,} left" in str(browser(driver).query_one("#budget").content)
        await driver.press("home", "down", "d")
        assert driver.session.limit - driver.session.points > left
        assert f"{driver.session.limit - driver.session.points:,} left" in str(
            browser(driver).query_one("#budget").content
        )


async def test_the_first_click_goes_there_the_second_adds(begun):
    async with begun(size=WIDE) as driver:
        row = (
            driver.text()
            .splitlines()
            .index(next(line for line in driver.text().splitlines() if "Ridge Riders" in line))
        )
        await driver.click("Ridge Riders")
        assert len(driver.session.army.units) == 5
        assert len(ghosts(driver)) == 1
        await driver.pilot.click(offset=(150, row))
        await driver.settle()
        assert [unit.datasheet for unit in driver.session.army.units][5:] == ["Ridge Riders"]


async def test_a_new_search_takes_the_place_of_the_one_before(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("a", *"wag", "enter")
        assert browser(driver).query_one(QueryLine).value == "wag"
        await driver.press("a", *"arch", "enter")
        assert browser(driver).query_one(QueryLine).value == "arch"
        assert [unit.datasheet for unit in driver.session.army.units][5:] == ["War Wagon", "Tower Archers"]


async def test_only_the_line_of_the_focus_is_named_in_the_bottom_line(begun):
    async with begun(size=WIDE) as driver:
        whole = "Sage of the Long Winter and the Even Longer Name"
        assert whole not in driver.text().splitlines()[-1]
        await driver.press("a")
        assert whole in driver.text().splitlines()[-1]
        await driver.press("tab")
        assert whole not in driver.text().splitlines()[-1]


async def test_a_smaller_window_has_no_place_for_it(begun):
    async with begun(size=WIDE) as driver:
        await driver.resize(*NARROWER)
        assert browser(driver) is None
        assert driver.main.query_one("#findings").region
        assert driver.focused_id == "army"
        await driver.press("a")
        assert browser(driver) is not None
        assert not driver.main.unit_pane.region
        await driver.press("escape")
        assert browser(driver) is None
        assert driver.main.unit_pane.region
        await driver.resize(*WIDE)
        assert browser(driver) is not None
        assert driver.focused_id == "army"


async def test_a_window_that_grows_below_a_dialog_gets_it_when_that_is_gone(begun):
    async with begun(size=NARROWER) as driver:
        await driver.press("question_mark")
        await driver.resize(*WIDE)
        assert not driver.main.query(BrowserPane)
        await driver.press("escape")
        assert browser(driver) is not None


async def test_one_that_covers_the_unit_gets_its_place_in_a_wider_window(begun):
    async with begun(size=NARROWER) as driver:
        await driver.press("a", "tab")
        assert driver.focused_id == "army"
        assert browser(driver) is not None
        await driver.resize(*WIDE)
        assert ghosts(driver) == []
        assert browser(driver) is not None
        await driver.resize(*NARROWER)
        assert browser(driver) is None
        assert driver.main.unit_pane.region


async def test_a_key_takes_it_away_until_it_is_asked_for_again(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("b")
        assert browser(driver) is None
        assert driver.main.unit_pane.region.right == WIDE[0]
        assert not Settings.load().browser_in_view
        await driver.press("a", "escape")
        assert browser(driver) is None
    async with begun(size=WIDE) as driver:
        assert browser(driver) is None
        await driver.press("b")
        assert browser(driver) is not None
        assert Settings.load().browser_in_view


async def test_in_a_smaller_window_the_key_says_nothing_of_larger_ones(begun):
    async with begun(size=NARROWER) as driver:
        await driver.press("b", "escape")
        assert Settings.load().browser_in_view
        await driver.press("b", "tab", "b")
        assert Settings.load().browser_in_view


async def test_it_comes_back_when_a_second_unit_goes(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("home", "down", "vertical_line")
        assert browser(driver) is None
        assert [one.unit_id for one in driver.main.query(SecondUnit)] == [driver.main.unit_id]
        await driver.press("vertical_line")
        assert browser(driver) is not None
        assert not driver.main.query(SecondUnit)


def regiments(session):
    """The army, and its regiments: two."""
    army = next(line.id for line in session.forces.lines())
    regiment = next(one.id for one in session.forces.choices(army) if "Regiment" in one.name)
    session.add_force(regiment, army)
    return army, *(line.id for line in session.forces.lines() if line.id != army)


async def rest(driver):
    """Until the browser has followed the cursor."""
    await driver.pilot.pause(FOLLOWING + 0.2)
    await driver.settle()


async def test_it_shows_what_the_force_under_the_cursor_takes(start):
    async with start(size=WIDE, backend=Session) as driver:
        session = Session.new("aos-4e", "stormcast-eternals")
        _army, first, second = regiments(session)
        await driver.app.show_list(session)
        await driver.settle()
        assert browser(driver).offering.force_id == first
        await driver.press("end")
        await rest(driver)
        assert driver.main.desk.here == second
        assert browser(driver).offering.force_id == second
        driver.main.select_unit(first)
        await driver.press("a", "enter")  # at once
        assert [unit.force for unit in session.army.units] == [first]


async def test_it_is_not_there_without_a_force_that_takes_anything(start):
    async with start(size=WIDE, backend=Session) as driver:
        session = Session.new("aos-4e", "stormcast-eternals")
        army, *there = regiments(session)
        await driver.app.show_list(session)
        await driver.settle()
        for regiment in there:
            driver.main.select_unit(regiment)
            await driver.press("d")
        await rest(driver)
        assert [line.id for line in session.forces.lines()] == [army]
        assert browser(driver) is None
        assert driver.main.unit_pane.region.right == WIDE[0]
        await driver.press("u")
        assert browser(driver).offering.force_id in {line.id for line in session.forces.lines()}


async def test_a_list_without_such_a_force_gives_its_unit_the_room(start):
    async with start(size=WIDE, backend=Session) as driver:
        session = Session.new("aos-4e", "stormcast-eternals")
        for regiment in regiments(session)[1:]:
            session.remove_force(regiment)
        await driver.app.show_list(session)
        await driver.settle()
        assert browser(driver) is None
        assert driver.main.unit_pane.region.right == WIDE[0]
