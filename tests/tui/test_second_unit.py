"""A second unit in view beside the one under the cursor, where the window has room for it."""

from __future__ import annotations

from listbuilder.tui.widgets.second_unit import SecondUnit

WIDE = (200, 50)


def held(driver):
    return [one.unit_id for one in driver.main.query(SecondUnit) if one.region]


async def test_a_unit_stays_in_view_while_the_cursor_moves(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("home", "down")
        first = driver.main.unit_id
        await driver.press("vertical_line", "down")
        assert driver.main.unit_id != first
        assert held(driver) == [first]
        assert driver.focused_id == "army"
        await driver.press("vertical_line")  # the other one in its place
        assert held(driver) == [driver.main.unit_id]
        await driver.press("vertical_line")
        assert held(driver) == []


async def test_it_is_shown_as_it_is_now_until_it_is_gone(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("home", "down", "vertical_line")
        unit = driver.main.unit_id
        await driver.press("r", *"New name", "enter")
        assert driver.main.query_one(SecondUnit).border_title == driver.session.unit(unit).name
        await driver.press("d")
        assert not driver.main.query_one(SecondUnit).border_title
        await driver.press("u")
        assert driver.main.query_one(SecondUnit).border_title == driver.session.unit(unit).name


async def test_the_browser_takes_its_place(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("home", "down", "vertical_line", "a")
        assert held(driver) == []
        assert driver.main.commands.browsing.pane is not None
        await driver.press("escape")
        await driver.press("a", "tab", "down", "vertical_line")
        assert driver.main.commands.browsing.pane is None
        assert held(driver) == [driver.main.unit_id]
        assert "+" not in {line.id for line in driver.main.army_pane.lines()}  # no ghost is left


async def test_a_smaller_window_has_no_room_for_it(begun):
    async with begun(size=WIDE) as driver:
        await driver.press("home", "down", "vertical_line", "tab", "tab", "tab")
        assert driver.focused_id == "second"
        await driver.resize(120, 40)
        assert held(driver) == []
        assert driver.focused_id == "army"
        await driver.press("vertical_line")
        assert "from 200 columns on" in driver.notes[-1]
        await driver.resize(*WIDE)
        assert len(held(driver)) == 1
