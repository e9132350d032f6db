"""The unit in a battle: what it can do is read there, whole where there is room and under the cursor."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest
from textual.content import Content

from listbuilder.battle import keeping
from listbuilder.battle.fight import Change
from listbuilder.battle.state import HURT, LOST
from listbuilder.i18n import set_language
from listbuilder.replacing import replace
from listbuilder.session import Session
from listbuilder.tui.widgets.battle_unit import BattleUnit
from tests.tui.test_battle import GLADIUS, at, begin, screen


@pytest.fixture
def watch(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of an invented game, whose abilities have texts."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    session = Session.new("lantern-coast", "Harbour Watch", name="Watch")
    for name in ("Watch Captain", "Watch Patrol"):
        session.add_unit(next(line.id for line in session.datasheets() if line.name == name))
    return session.save(Path("watch.yaml"))


def lines(driver) -> list[str]:
    pane = screen(driver).query_one(BattleUnit)
    return [line for shown in pane._shown for line in shown.text.plain.split("\n")]


@pytest.mark.parametrize(("size", "room"), [((120, 40), True), ((72, 16), False)])
async def test_abilities_are_told_where_there_is_room_else_under_the_cursor(start, watch, size, room):
    async with start(watch, size=size, backend=Session) as driver:
        await begin(driver)
        told = lambda: any("Watch Patrol" in line for line in lines(driver)[1:])  # noqa: E731
        assert told() is room
        await driver.press("tab", "end")
        while "Leader" not in screen(driver).query_one(BattleUnit).pointed:
            await driver.press("up")
        assert told()
        assert "Watch Patrol" in driver.text()  # it is scrolled to
        await driver.press("tab")
        assert told() is room
        assert max(map(len, lines(driver))) <= screen(driver).query_one(BattleUnit).line_width


async def test_keywords_of_weapons_stand_beside_or_below_their_names(start, tmp_path):
    army = Path(shutil.copy(GLADIUS, tmp_path / "work" / "gladius.yaml"))
    async with start(army, size=(120, 60), backend=Session) as driver:
        await begin(driver)
        await at(driver, "redemptor")
        shown = lines(driver)
        place = next(n for n, line in enumerate(shown) if "gatling cannon" in line)
        assert "Devastating Wounds" in "".join(shown[place : place + 3])
        assert shown.index("Duty Eternal") < shown.index("Deadly Demise D3")  # what many units have comes last
        set_language("zh")
        screen(driver).refresh_texts()
        await driver.settle()
        assert "致命毁灭 D3" in lines(driver)


async def test_when_a_state_ends_is_read_where_it_has_no_room(start, tmp_path):
    army = Path(shutil.copy(GLADIUS, tmp_path / "work" / "gladius.yaml"))
    async with start(army, size=(80, 24), backend=Session) as driver:
        await begin(driver)
        await at(driver, "redemptor")
        await driver.press("tab", "home", "down")
        assert "    until your next command phase" in lines(driver)
        await driver.press("down")
        assert "    until your next command phase" not in lines(driver)


ALIKE = """
name: Watch
system: lantern-coast
faction: Harbour Watch
forces:
  - force: Patrol
    catalogue: Harbour Watch
    selections:
      - {entry: Tide, selections: [Low Tide]}
      - id: patrol
        entry: Watch Patrol
        selections:
          - {entry: Serjeant, selections: [Tide Musket]}
          - {entry: Watchman, amount: 4, selections: [Tide Musket]}
          - {entry: Watchman, amount: 3, selections: [Tide Musket]}
          - {entry: Watchman, amount: 1, notes: Old Tom, selections: [Tide Musket]}
          - {entry: Watchman, amount: 2, selections: [{entry: Tide Musket, amount: 2}]}
"""


async def test_models_that_nothing_tells_apart_are_one_line(start, small_sets, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    Path("alike.yaml").write_text(ALIKE)
    async with start(Path("alike.yaml"), size=(100, 40), backend=Session) as driver:
        await begin(driver)
        await at(driver, "patrol")
        counts = lambda: [re.split(r"  +", line.strip())[0] for line in lines(driver) if "Watchman" in line]  # noqa: E731
        assert counts() == [
            "Watchman (Tide Musket)",
            "Watchman (Tide Musket, Old Tom)",
            "Watchman (2× Tide Musket)",
        ]
        plain = lambda: next(line for line in lines(driver) if line.startswith("  Watchman (Tide Musket)  "))  # noqa: E731
        assert plain().endswith("of 7")
        await driver.press("tab", "home", "down", "down", *["minus"] * 5)
        assert re.search(r"\b2\b.*of 7$", plain())
        await driver.press("plus")
        assert re.search(r"\b3\b.*of 7$", plain())
        assert any(re.match(r"Models .*\b7\b.*of 11", line) for line in lines(driver))


async def test_a_name_of_models_without_room_is_read_under_the_cursor(start, small_sets, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    Path("alike.yaml").write_text(ALIKE)
    async with start(Path("alike.yaml"), size=(72, 12), backend=Session) as driver:
        await begin(driver)
        await at(driver, "patrol")
        named = lambda: any("Old Tom)" in line for line in lines(driver))  # noqa: E731
        assert not named()
        await driver.press("tab", "home", *["down"] * 3)
        assert named()
        shown = screen(driver).query_one(BattleUnit)
        assert max(map(len, lines(driver))) <= shown.line_width


async def test_a_battle_that_was_kept_before_lines_were_merged_goes_on(start, small_sets, monkeypatch):
    """It counts the casualties and wounds of each line of the list by itself."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))
    Path("alike.yaml").write_text(ALIKE)
    async with start(Path("alike.yaml"), size=(100, 40), backend=Session) as driver:
        await begin(driver)
        await at(driver, "patrol")
        fighter = screen(driver).unit
        (line,) = [one for one in fighter.lines if one.also]
        await driver.press("tab", "home", "down", "down", "minus", "escape")
        (file,) = keeping.folder().glob("*.json")
        kept, _keeper = keeping.load(file)
        changes = tuple(Change((LOST, 0, fighter.id, one), 0, 2) for one in line.ids)
        hurt = Change((HURT, 0, fighter.id, line.also[0]), 0, 0)
        old = replace(kept.steps[-1], changes=(*changes, hurt))
        file.write_bytes(msgspec.json.encode(replace(kept, steps=(*kept.steps[:-1], old))))

        await driver.press("f5")
        await driver.until("The last battle with this list is of")
        assert "round 0" not in driver.text()
        await driver.press("g")
        await driver.until("Not begun")
        await at(driver, "patrol")
        plain = lambda: next(one for one in lines(driver) if one.startswith("  Watchman (Tide Musket)  "))  # noqa: E731
        assert re.search(r"\b3\b.*of 7$", plain())
        await driver.press("tab", "home", "down", "down", "plus")
        assert re.search(r"\b4\b.*of 7$", plain())
        await driver.press("u", "u")
        assert re.search(r"\b7\b.*of 7$", plain())


async def test_what_stands_below_a_state_is_wrapped_under_it(start):
    session = Session.new("kill-team-2024", "angels-of-death", name="team")
    session.add_unit("space-marine-captain")
    session.save(Path("team.yaml"))
    async with start(Path("team.yaml"), size=(80, 34), backend=Session) as driver:
        await begin(driver)
        place = lines(driver).index("    until the end of this turning")
        assert lines(driver)[place + 1] == "    point"
        assert max(map(len, lines(driver))) <= screen(driver).query_one(BattleUnit).line_width


def ticked(width, beside):
    """A box in so many cells: its line, and what is told while the cursor is on it."""
    told = BattleUnit._tickable(SimpleNamespace(line_width=width), "row", Content("name:"), beside, "", "tick")
    short, *under = (one.text.plain for one in told if one is not None)
    return short, under[0] if under else short


@pytest.mark.parametrize(("length", "shown", "is_below"), [(20, "x" * 20, False), (21, "x" * 19 + "…", True)])
def test_what_stands_beside_a_box_is_cut_and_told_below_where_it_has_no_room(length, shown, is_below):
    short, whole = ticked(30, "x" * length)
    assert short == f"name:  {shown}   "
    assert whole.partition("\n")[2].strip() == ("x" * length if is_below else "")


def test_less_than_ten_cells_are_no_room_for_what_stands_beside_a_box():
    assert "until" in ticked(20, "until much later")[0]
    assert "until" not in ticked(19, "until much later")[0]
