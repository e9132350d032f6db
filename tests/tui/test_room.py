"""The room of the panes: tabs in small windows, the border that moves, the zoom, keys of two letters, the key bar."""

from __future__ import annotations

import re

import pytest
from textual.geometry import Size
from textual.widgets import Static

from listbuilder.tui.screens.home import Home
from listbuilder.tui.screens.layout import army_width
from listbuilder.tui.screens.prefix import Prefix
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.army_pane import ArmyPane
from listbuilder.tui.widgets.key_bar import MOST, KeyBar
from listbuilder.tui.widgets.still import Still
from listbuilder.tui.widgets.unit_pane import UnitPane

SMALL, LARGE = (120, 40), (200, 60)


def row_of(driver, text):
    return next(number for number, line in enumerate(driver.text().splitlines()) if text in line)


def shown(driver):
    return {pane for pane in ("army", "unit", "findings") if driver.main.query_one(f"#{pane}").region}


@pytest.mark.parametrize(
    ("size", "army"), [((200, 50), 60), ((120, 40), 44), ((160, 40), 59), ((80, 24), 33), ((100, 30), 41)], ids=str
)
async def test_the_army_has_its_share(begun, size, army):
    async with begun(size=size) as driver:
        assert driver.main.army_pane.region.width == army
        assert shown(driver) == {"army", "unit", "findings"}


def test_a_wider_window_makes_no_pane_narrower():
    armies = [army_width(Size(width, 50), None) for width in range(70, 321)]
    units = [width - army for width, army in zip(range(70, 321), armies, strict=True)]
    assert armies == sorted(armies)
    assert units == sorted(units)


@pytest.mark.parametrize("size", [(200, 60), (120, 40), (80, 24), (40, 12)], ids=str)
async def test_what_a_box_holds_covers_it(begun, size):
    async with begun(size=size) as driver:
        for keys in ("", "a", "escape", "z", "2", "z"):
            await driver.press(*filter(None, [keys]))
            for box in driver.main.query(Still):
                if box.region:
                    room = sum(child.region.area for child in box.children if child.region)
                    assert (room, keys) == (box.region.area, keys)


@pytest.mark.parametrize("size", [(40, 10), (40, 12), (69, 30), (120, 15)], ids=str)
async def test_small_windows_show_one_pane_with_tabs(begun, size):
    async with begun(size=size) as driver:
        lines = driver.text().splitlines()
        assert lines[0].split()[:3] == ["Army", "Unit", "Findings"]
        assert lines[0].endswith("✗1 595 left")
        assert "┃" not in driver.text()
        assert shown(driver) == {"army", "findings"}
        assert driver.main.findings_pane.region.height == 1

        await driver.press("tab")
        assert (shown(driver), driver.focused_id) == ({"unit", "findings"}, "unit")
        await driver.pilot.click(offset=(lines[0].index("Findings"), 0))
        await driver.settle()
        assert (shown(driver), driver.focused_id) == ({"findings"}, "findings")
        await driver.pilot.click(offset=(lines[0].index("Army"), 0))
        await driver.settle()
        assert driver.focused_id == "army"


@pytest.mark.parametrize("size", [(39, 20), (80, 9)], ids=str)
async def test_too_small_a_window_loses_nothing(begun, size):
    async with begun() as driver:
        await driver.press("down", "2")
        unit, line = driver.main.unit_id, driver.main.unit_pane.pointed
        await driver.resize(*size)
        assert driver.text().strip() == f"40 x 10 at least; now {size[0]} x {size[1]}"

        await driver.resize(100, 32)
        assert (driver.main.unit_id, driver.main.unit_pane.pointed, driver.focused_id) == (unit, line, "unit")


async def test_the_border_moves_by_keys_and_is_kept_for_the_width(begun):
    async with begun(size=SMALL) as driver:
        await driver.press("greater_than_sign", "greater_than_sign", "less_than_sign")
        assert driver.main.army_pane.region.width == 46
        await driver.resize(*LARGE)
        assert driver.main.army_pane.region.width == 60
        await driver.resize(130, 40)
        assert driver.main.army_pane.region.width == 46
    assert Settings.load().widths == {"-medium": 46}


async def test_the_border_is_dragged(begun):
    async with begun(size=SMALL) as driver:
        await driver.pilot.mouse_down(offset=(43, 10))
        await driver.pilot.hover(offset=(60, 10))
        await driver.pilot.mouse_up(offset=(60, 10))
        await driver.settle()
        assert driver.main.army_pane.region.width == 61
        assert Settings.load().width("-medium") == 61
        await driver.pilot.mouse_down(offset=(60, 10))
        await driver.pilot.mouse_up(offset=(118, 10))  # the unit keeps what it needs
        await driver.settle()
        assert driver.main.unit_pane.region.width >= 34


async def test_settings_with_a_width_that_is_none(begun, state):
    state.mkdir()
    (state / "ui.json").write_text('{"widths": {"-medium": "wide", "-narrow": -3}}')
    async with begun(size=SMALL) as driver:
        assert driver.main.army_pane.region.width == 44
        await driver.resize(80, 24)
        assert driver.main.army_pane.region.width == 33


@pytest.mark.parametrize(("keys", "pane"), [((), "army"), (("tab",), "unit"), (("exclamation_mark",), "findings")])
async def test_zoom_gives_all_the_room(begun, keys, pane):
    async with begun(size=SMALL) as driver:
        await driver.press(*keys, "z")
        assert shown(driver) == {pane}
        assert driver.main.query_one(f"#{pane}").region.width == 120
        await driver.press("escape")
        assert shown(driver) == {"army", "unit", "findings"}
        assert driver.focused_id == pane


async def test_what_stands_beside_covers_the_unit_or_has_a_column(begun):
    async with begun(size=SMALL) as driver:
        widget = Static("beside")
        widget.can_focus = True
        await driver.main.room.open_beside(widget, "browser", widget.remove)
        await driver.settle()
        assert shown(driver) == {"army"}
        assert widget.region.width == 120 - 44

        await driver.resize(*LARGE)
        assert shown(driver) == {"army", "unit", "findings"}
        assert driver.main.unit_pane.region.width == 76
        await driver.main.room.close_beside()
        await driver.settle()
        assert driver.focused_id == "army"
        assert driver.main.unit_pane.region.width == 140


@pytest.mark.parametrize(("key", "pane"), [("a", "army"), ("u", "unit"), ("f", "findings")])
async def test_the_prefix_goes_to_a_pane(begun, key, pane):
    async with begun() as driver:
        await driver.press("2", "g", key)
        assert driver.focused_id == pane


async def test_the_prefix_goes_to_the_lists(begun):
    async with begun() as driver:
        driver.session.saved = True
        await driver.press("g", "l")
        if not isinstance(driver.app.screen, Home):  # unsaved changes are asked about
            await driver.press("d")
        await driver.settle()
        assert isinstance(driver.app.screen, Home)


async def test_the_prefix_shows_what_may_follow_and_takes_clicks(begun):
    async with begun() as driver:
        await driver.press("g")
        assert isinstance(driver.app.screen, Prefix)
        assert "Pane: findings" not in driver.text()
        await driver.until("Pane: findings")

        row = row_of(driver, "Pane: findings")
        await driver.pilot.click(offset=(driver.text().splitlines()[row].index("Pane: findings"), row))
        await driver.settle()
        assert driver.focused_id == "findings"
        await driver.press("g", "x")  # means nothing
        assert not isinstance(driver.app.screen, Prefix)


async def test_the_key_bar_names_what_would_do_something(begun):
    async with begun(("warden",), size=SMALL) as driver:
        bar = driver.main.query_one(KeyBar)
        assert len(bar._actions()) <= MOST
        assert "undo" not in driver.text().splitlines()[-1]
        await driver.press("c")
        assert "u undo" in driver.text().splitlines()[-1]
        await driver.press("tab")
        assert "↵ choices" in driver.text().splitlines()[-1]


async def test_a_click_in_the_key_bar_does_what_it_says(begun):
    async with begun(("warden",), size=SMALL) as driver:
        line = driver.text().splitlines()[-1]
        await driver.pilot.click(offset=(line.index("copy"), 39))
        await driver.settle()
        assert len(driver.session.state.units) == 2


async def test_a_click_on_a_key_does_what_the_key_does_there(begun):
    """A key that a pane has would do something else in the list, also where it does nothing now."""
    async with begun(("warden",), size=SMALL) as driver:
        await driver.press("enter")
        assert driver.main.query_one(UnitPane).pointed == "!toggle-warlord"
        assert " d " not in driver.text().splitlines()[-1]
        await driver.press("space")
        await driver.click("d clear")
        assert [(unit.sheet, unit.warlord) for unit in driver.session.state.units] == [("warden", False)]


async def test_a_small_window_has_every_action_by_mouse(begun):
    async with begun(("warden", "guard"), size=(40, 12)) as driver:
        await driver.click("? keys")
        await driver.click(": commands")
        await driver.type("remove the")
        await driver.click("Remove the")
        assert [unit.sheet for unit in driver.session.state.units] == ["guard"]


async def test_undo_is_told_with_the_way_back(begun):
    async with begun(("warden",), size=SMALL) as driver:
        await driver.press("c", "u")
        line = driver.text().splitlines()[-1]
        assert line.rstrip().endswith(f"{driver.notes[-1]}   ^r redo   ? keys   : commands")

        driver.main.query_one(KeyBar)._release()  # three seconds later
        await driver.press("tab")
        assert driver.notes[-1] not in driver.text()


async def test_an_error_stays_until_escape(begun):
    async with begun(size=SMALL) as driver:
        driver.main.complain(OSError("the disk is full of [b]names[/b]"))
        await driver.press("down")
        assert "✗ the disk is full of [b]names[/b]" in driver.text()
        await driver.press("escape")
        assert "the disk is full" not in driver.text()
        driver.main.complain(OSError("the disk is full"))
        await driver.settle()
        await driver.click("full   esc", 7)
        assert "the disk is full" not in driver.text()


async def test_panes_are_drawn_once_where_the_drawer_grows(begun, monkeypatch):
    """They get their new heights before they are drawn, not a frame after they were painted."""
    drawn: list[tuple[str, int]] = []
    for kind in (ArmyPane, UnitPane):
        lines = kind.lines
        monkeypatch.setattr(
            kind, "lines", lambda pane, lines=lines: drawn.append((pane.id, pane.size.height)) or lines(pane)
        )
    async with begun(("warden", "relic"), size=(120, 40)) as driver:
        driver.main.select_unit("relic")
        await driver.settle()
        before = driver.main.findings_pane.size.height
        drawn.clear()
        await driver.press("c")
        assert driver.main.findings_pane.size.height != before
        assert drawn == [(pane, driver.main.army_pane.size.height) for pane in ("army", "unit")]
        painted = driver.text()
        driver.main.refresh(layout=True)
        await driver.settle()
        assert driver.text() == painted


async def test_below_a_dialog_lines_stay_lines_in_a_narrower_window(begun):
    async with begun(("warden", "guard"), size=(120, 40)) as driver:
        await driver.press("r")
        await driver.resize(40, 24)
        rows = driver.text().splitlines()
        assert not any(re.fullmatch(r"[\s┃▌]*\d+[\s┃]*", row) for row in rows)  # a price on a line of its own
        await driver.press("escape")
        assert re.search(r"Gate Guard.* \d+ *$", driver.text(), re.MULTILINE)
