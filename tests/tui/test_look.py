"""How screens look: pictures of the main ones, layouts, themes, languages, and terminals without colour or Unicode."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from snapshots import compare, normalise, plain
from textual.filter import Monochrome

from listbuilder.i18n import language, set_language
from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.tui.screens.home import Home
from listbuilder.tui.themes import LIGHT

FULL = ("warden", "sage", "guard", "guard", "archers", "riders", "wagon", "relic")
EXAMPLE = shipped("factions") / "wh40k-10e" / "examples" / "legal.yaml"
SMALL, MIDDLE, LARGE = (80, 24), (120, 40), (200, 60)


async def furnish(driver):
    """Something of everything: warlord, enhancement, leader, passenger, reserves."""
    session = driver.session
    session.set_warlord("warden")
    session.set_enhancement("warden", "charm")
    session.attach("warden", "guard")
    session.embark("archers", "wagon")
    session.set_reserves("riders", "strategic-reserves")
    await driver.settle()


@pytest.mark.parametrize(
    ("name", "size", "keys"),
    [
        ("main-80x24", SMALL, ()),
        ("unit-80x24", SMALL, ("2", "down")),
        ("main-120x40", MIDDLE, ()),
        ("main-200x60", LARGE, ()),
        ("main-light-120x40", MIDDLE, ("T",)),
        ("browser-80x24", SMALL, ("a", *"gu")),
        ("browser-120x40", MIDDLE, ("a", *"gu")),
        ("enhancement-80x24", SMALL, ("e",)),
        ("help-80x24", SMALL, ("question_mark",)),
    ],
)
async def test_pictures(begun, name, size, keys):
    async with begun(FULL, size=size) as driver:
        await furnish(driver)
        await driver.press(*keys)
        if "browser" in name:
            driver.app.focused.cursor_blink = False
        await driver.settle()

        compare(driver.app.export_screenshot(), name)


async def test_the_home_screen_fits(start):
    async with start(size=SMALL) as driver:
        assert isinstance(driver.app.screen, Home)
        assert "new list" in driver.text()


@pytest.mark.parametrize("size", [SMALL, (80, 60), (100, 24), MIDDLE, LARGE], ids=str)
async def test_nothing_hangs_over_the_edge(begun, size):
    async with begun(FULL, size=size) as driver:
        for key in ("1", "2", "escape", "3"):
            await driver.press(key)
            shown = [widget for widget in driver.app.screen.query("*") if widget.region and widget.is_on_screen]

            assert all(
                widget.region.right <= size[0] and widget.region.bottom <= size[1] for widget in shown if widget.id
            )
            least = 3 if driver.focused_id == "findings" else 6  # a drawer is as high as its lines
            assert driver.app.focused.region.height >= least


async def test_all_panes_are_seen_where_there_is_room(begun):
    async with begun(FULL, size=MIDDLE) as driver:
        assert all(driver.main.query_one(f"#{pane}").region for pane in ("army", "unit", "findings"))
        assert driver.notes == []  # no name is told that is seen whole


async def test_tab_reaches_the_panes_that_are_seen(begun):
    async with begun(FULL, size=MIDDLE) as driver:
        seen = []
        for _ in range(3):
            seen.append(driver.focused_id)
            await driver.press("tab")

        assert sorted(seen) == ["army", "findings", "unit"]


async def test_long_names_give_way_to_points(begun):
    async with begun(("sage",), size=SMALL) as driver:
        line = next(
            line for line in driver.text().splitlines() if "65 " in line and "Sage of" in line and "Army" not in line
        )

        assert re.search(r"Sage of .*…\s+65 +┃", line)


async def test_theme_is_kept(begun, start):
    async with begun() as driver:
        await driver.press("T")
        assert driver.app.theme == LIGHT.name
        await driver.press("alt+t")
        await driver.type("nord")
        await driver.press("enter")
        assert driver.app.theme == "nord"

    async with start() as driver:
        assert driver.app.theme == "nord"


async def test_every_pane_is_in_the_language_at_once(begun):
    async with begun(FULL, size=LARGE) as driver:
        await driver.press("bar")
        assert driver.text().count("Warden Captain") > 2  # in the army, as the unit, beside it
        await driver.press("L")
        await driver.type("zh")
        await driver.press("enter")
        for word in ("Army", "Models and wargear", "Warlord  ", "Findings", "by formation"):
            assert word not in driver.text()


async def test_language_is_kept(begun, start):
    async with begun() as driver:
        await driver.press("L")
        await driver.type("zh")
        await driver.press("enter")
        assert language() == "zh"

    set_language("en")
    async with start():
        assert language() == "zh"

    set_language("ru")
    async with start():
        assert language() == "ru"  # what the command line asked for


async def test_without_unicode(begun, start, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_ASCII", "1")
    async with begun(FULL, size=MIDDLE) as driver:
        await furnish(driver)
        assert "Warden Captain" in driver.text()
        for keys in ((), ("2",), ("escape", "exclamation_mark"), ("escape", "a"), ("escape", "D")):
            await driver.press(*keys)
            assert driver.text().isascii()

    async with start(size=(80, 24)) as driver:
        await driver.press("n")
        await driver.until("+= ")
        assert driver.text().isascii()


async def test_verdicts_of_two_letters_leave_names_in_their_column(start, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_ASCII", "1")
    for name, units in (("right", "[]"), ("wrong", "[{id: c, datasheet: captain}]")):
        stated = {"name": name, "system": "wh40k-10e", "faction": "space-marines", "units": units}
        Path(f"{name}.yaml").write_text("\n".join(f"{key}: {value}" for key, value in stated.items()), "utf-8")
    shutil.copy(EXAMPLE, "example.yaml")
    async with start(backend=Session, size=MIDDLE) as driver:
        await driver.until("with errors")
        lines = [line[:72] for line in driver.text().splitlines() if "Space Marines" in line[:72]]
        marks = {re.split(r" +", line[2:])[1] for line in lines}
        assert {"ok", "x"} <= marks
        assert len({re.search(r"(wrong|right|Gladius)", line).start() for line in lines}) == 1


async def test_without_colour(begun, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with begun(("relic",) * 6) as driver:
        assert driver.app.no_color
        assert "✗ 200 over" in driver.text()
        assert any(isinstance(line_filter, Monochrome) for line_filter in driver.app._filters)
        assert reversed_rows(driver) == 1
        await driver.press("a")  # the browser
        assert reversed_rows(driver) == 1
        await driver.press(
            "escape", "colon"
        )  # a dialog, beside which the oldest Textual leaves the row of the list as it was
        assert reversed_rows(driver) in (1, 2)


def reversed_rows(driver):
    """How many rows have a name in reverse."""
    lines = driver.app.screen._compositor.render_strips()
    return sum(any(part.style and part.style.reverse and len(part.text.strip()) > 2 for part in line) for line in lines)


async def test_findings_have_the_whole_of_a_small_screen(begun):
    async with begun(("relic",) * 6, size=(40, 12)) as driver:
        await driver.press("exclamation_mark")
        assert "✗" in driver.text().splitlines()[1]  # below the tabs


def test_pictures_are_normalised():
    svg = '<style>@font-face { font-family: "X"; src: url(net) }\n.terminal-123-r1 { fill: red }</style>\n'

    assert normalise(svg) == "<style>.screen-0-r1 { fill: red }</style>\n"
    assert plain('<text class="c" x="0" y="10" clip="u">a&#160;b</text>') == ["a b"]


async def test_how_much_is_below_is_no_word_of_a_dialog_above(begun):
    async with begun(("guard",) * 30, size=(100, 24)) as driver:

        def told():  # of the list itself, whatever the picture of the dialog has behind it
            return any("more line" in strip.text for strip in driver.main._compositor.render_strips())

        await driver.press("home")
        assert told()
        await driver.press("R")
        assert driver.app.screen is not driver.main
        assert not told()
        await driver.press("escape")
        assert told()


async def test_a_cut_name_is_whole_while_its_line_is_under_the_cursor(begun):
    """It does not outlast the cursor, and takes no fresh message's place."""
    async with begun(size=(70, 24)) as driver:
        name = "Guard of the Outermost Gate of the Northern Walls"
        driver.session.rename_unit("guard", name)
        driver.main.select_unit("guard-2")
        await driver.press("up")
        bottom = lambda: driver.text().splitlines()[-1]  # noqa: E731
        assert "Outermost" in bottom()
        await driver.press("down")
        assert "Outermost" not in bottom()
        driver.main.tell("Something was done.")
        await driver.press("up")
        assert "Something was done." in bottom()
