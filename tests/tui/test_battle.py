"""Game mode: a whole battle by keys, by mouse, on small screens; what is written down survives a killed program."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from textual.widgets import TextArea

from listbuilder.battle import keeping
from listbuilder.battle.state import SCORE
from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.tui.battle_words import from_round, used_in
from listbuilder.tui.screens.battle import BattleScreen
from listbuilder.tui.screens.battle_dialogs import Sheet, Summary, Tally
from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.screens.main import MainScreen
from listbuilder.tui.screens.paste import Paste
from listbuilder.tui.widgets.battle_army import BattleArmy
from listbuilder.tui.widgets.battle_unit import BattleUnit
from listbuilder.tui.widgets.sheet_pane import SheetPane

SAMPLES = shipped("factions").parent / "exports" / "samples"
GLADIUS = SAMPLES / "space-marines-gladius.yaml"
ORKS = SAMPLES / "orks-war-horde.yaml"
BIG = (120, 40)


@pytest.fixture
def army(tmp_path: Path) -> Path:
    return Path(shutil.copy(GLADIUS, tmp_path / "work" / "gladius.yaml"))


def screen(driver) -> BattleScreen:
    found = next(one for one in driver.app.screen_stack if isinstance(one, BattleScreen))
    assert isinstance(found, BattleScreen)
    return found


def point(driver, unit: str) -> None:
    screen(driver).query_one(BattleArmy).point_at(unit)


async def at(driver, unit: str) -> None:
    point(driver, unit)
    await driver.settle()


def left(driver, unit: str) -> tuple[int, int]:
    battle = screen(driver).battle
    fighter = battle.fighter(screen(driver).side, unit)
    assert fighter is not None
    found = battle.strength(screen(driver).side, fighter)
    return found.left, found.whole


async def begin(driver) -> None:
    await driver.press("f5")
    for _ in range(200):
        if isinstance(driver.app.screen, BattleScreen):
            await driver.settle()
            return
        await driver.settle()
    raise AssertionError("no battle:\n" + driver.text())


async def test_a_whole_battle_by_keys(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        assert "Not begun." in driver.text()
        await driver.press("right_square_bracket")
        assert "Battle round 1 of 5" in driver.text()
        assert "Command points 1 : 1" in driver.text()

        await at(driver, "hellblasters")
        await driver.press("minus", "minus", "minus", "w", "b")
        assert left(driver, "hellblasters") == (2, 5)
        assert "lost 3 models, lost 1 wound" in driver.text()
        assert "battle-shocked" in driver.text()
        assert "Weapons of the 2 left" in driver.text()
        await driver.press("m")
        assert "disembarked" in driver.text()

        await at(driver, "redemptor")
        assert "below half" not in driver.text()
        await driver.press("3")
        assert left(driver, "redemptor") == (3, 12)
        assert "below half" in driver.text()
        assert "lost 9 wounds" in driver.text()
        await at(driver, "lancer")
        await driver.press("x")
        assert "Destroyed" in driver.text()

        await driver.press("V", "1", "0", "down", "5", "enter")
        assert "Victory points 15 : 0" in driver.text()
        await driver.press("C", "minus", "enter")
        assert "Command points 0 : 1" in driver.text()

        for _phase in range(10):
            await driver.press("right_square_bracket")
        assert "Battle round 2 of 5" in driver.text()
        assert "battle-shocked" not in driver.text().replace("Battle-shocked", "")
        assert "may arrive now" in driver.text()
        await at(driver, "terminators")
        await driver.press("r")
        assert "arrived" in driver.text()

        for _phase in range(40):
            await driver.press("right_square_bracket")
            if isinstance(driver.app.screen, Summary):
                break
        assert "15 : 0  won" in driver.text()
        assert "1 unit lost" in driver.text()
        await driver.press("escape")
        assert "The battle is over" in driver.text()
        await driver.press("escape")
        assert isinstance(driver.app.screen, MainScreen)


async def test_undo_goes_back_to_the_unit_and_says_what_it_undid(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await at(driver, "scouts")
        await driver.press("minus")
        await at(driver, "redemptor")
        await driver.press("u")
        assert left(driver, "scouts") == (5, 5)
        assert screen(driver).query_one(BattleArmy).pointed == "scouts"
        assert any("Undone: Scout Squad: lost 1 model" in note for note in driver.notes)
        await driver.press("ctrl+r")
        assert left(driver, "scouts") == (4, 5)
        await driver.press("u", "u", "u")
        assert "Nothing to undo." in driver.notes


async def test_a_battle_goes_on_where_it_was(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await at(driver, "scouts")
        await driver.press("minus", "right_square_bracket", "escape")
        await driver.press("f5")
        await driver.until("Go on with it")
        await driver.press("g")
        await driver.until("4/5")
        assert "Battle round 1 of 5" in driver.text()
        await driver.press("escape", "f5")
        await driver.until("Begin a new one")
        await driver.press("n")
        await driver.until("Not begun.")
        assert left(driver, "scouts") == (5, 5)
        await driver.press("escape", "f5")  # nothing has happened in the new one
        await driver.until("Go on with it")
        await driver.press("g")
        await driver.until("4/5")
    assert len(list(keeping.folder().glob("*.json"))) == 1


async def test_a_battle_in_which_nothing_was_done_is_not_asked_about(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await driver.press("escape", "f5")
        await driver.until("Not begun.")
        await driver.press("escape")
    assert len(list(keeping.folder().glob("*.json"))) <= 1


async def test_the_list_needs_no_file_and_no_saving(start):
    async with start(size=BIG, backend=Session) as driver:
        session = Session.new("wh40k-10e", "orks", name="Waaagh")
        session.add_unit(next(one.id for one in session.datasheets() if one.name == "Boyz"))
        await driver.app.show_list(session)
        await begin(driver)
        assert left(driver, session.army.units[0].id) == (10, 10)
        assert session.dirty


async def test_an_army_without_units_cannot_fight(start):
    async with start(size=BIG, backend=Session) as driver:
        await driver.app.show_list(Session.new("wh40k-10e", "orks", name="Nobody"))
        await driver.press("f5")
        await driver.settle()
        assert isinstance(driver.app.screen, MainScreen)
        assert any("no units" in note for note in driver.notes)


async def test_the_opponents_list(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await driver.press("right_square_bracket", "o")
        assert isinstance(driver.app.screen, Paste)
        driver.app.screen.query_one(TextArea).insert(str(ORKS))
        await driver.press("enter")
        await driver.until("against")
        assert "my list" in driver.text()
        unit = screen(driver).query_one(BattleArmy).pointed
        await driver.press("x", "o")
        assert screen(driver).battle.is_gone(1, unit)
        assert "opponent's list" in driver.text()
        await driver.press("u")
        assert screen(driver).side == 1  # where it was undone


async def test_a_list_of_another_game_is_refused(start, army, tmp_path):
    other = tmp_path / "work" / "empire.yaml"
    other.write_text("name: Empire\nsystem: whfb-8e\nfaction: empire\nunits: [{id: a, datasheet: halberdiers}]\n")
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await driver.press("o")
        driver.app.screen.query_one(TextArea).insert(str(other))
        await driver.press("enter")
        for _ in range(50):
            await driver.settle()
            if driver.notes:
                break
        assert any("another game" in note for note in driver.notes)
        assert screen(driver).battle.sides[1] is None


async def test_the_opponents_list_is_pasted(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await driver.press("o")
        driver.app.screen.query_one(TextArea).insert(ORKS.read_text("utf-8"))
        await driver.until("Recognised")
        await driver.press("ctrl+o")
        await driver.until("against")
        theirs = screen(driver).battle.sides[1]
        assert theirs is not None
        assert (theirs.army.faction_name, theirs.path) == ("Orks", "")


async def click(driver, text: str, *, line: str = "", offset: int = 0) -> None:
    """On this text, in the line with that one."""
    rows = driver.text().splitlines()
    y = next(n for n, row in enumerate(rows) if text in row and line in row)
    strip = driver.app.screen._compositor.render_strips()[y].text
    place = strip.index(line) if line else 0
    after = strip.find(text, place)
    await driver.pilot.click(offset=((after if after >= 0 else strip.rindex(text, 0, place)) + offset, y))
    await driver.settle()


async def test_what_is_scored_once_is_the_same_number_in_every_round(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await driver.press("right_square_bracket", "V")
        await click(driver, "›", line="Battle ready (once per battle)")
        await driver.press("enter")
        for _ in range(10):
            await driver.press("right_square_bracket")
        assert "Battle round 2 of 5" in driver.text()
        await driver.press("V")
        await click(driver, "›", line="Battle ready (once per battle)")
        await driver.press("enter")
        battle = screen(driver).battle
        assert [(key, value) for key, value in battle.facts.items() if key[0] == SCORE and value] == [
            ((SCORE, 0, "battle-ready", 0), 2)
        ]


async def test_everything_by_mouse(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await click(driver, "] first battle round")
        await click(driver, "Hellblaster Squad")
        assert screen(driver).unit.id == "hellblasters"
        await click(driver, "‹", line="of 5")
        await click(driver, "‹", line="of 5")
        await click(driver, "›", line="of 5")
        assert left(driver, "hellblasters") == (4, 5)
        await click(driver, "[ ] Advanced", offset=1)
        assert "advanced" in driver.text().splitlines()[8] or "advanced" in driver.text()
        await click(driver, "V Victory points")
        assert isinstance(driver.app.screen, Tally)
        await click(driver, "›", line="Primary mission")
        await driver.press("enter")
        assert "Victory points 1 : 0" in driver.text()
        await click(driver, "] next")
        assert "Movement phase" in driver.text()
        await click(driver, "your turn")
        assert "their turn" in driver.text()


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24)])
async def test_small_screens(start, army, size):
    async with start(army, size=size, backend=Session) as driver:
        await begin(driver)
        await driver.press("right_square_bracket", "j", "minus")
        assert "9/10" in driver.text()
        assert max(map(len, driver.text().splitlines())) <= size[0]
        if size[0] < 70:
            assert driver.text().splitlines()[1].startswith(" R1 your turn")
            assert "Log" in driver.text().splitlines()[0]
            await click(driver, "Unit")
            assert "First Squad" in driver.text()
            await click(driver, "‹", line="of 10")
            await click(driver, "Log")
            assert "lost 2 models" in driver.text()
            await driver.press("tab")
        assert "8/10" in driver.text() or size[0] >= 70
        await driver.press("tab")
        await driver.press("enter")
        await driver.press("escape")
        await driver.resize(120, 40)
        assert "Battle round" in driver.text()


async def test_the_cursor_goes_on_where_a_unit_fell(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        pane = screen(driver).query_one(BattleArmy)
        rows = [line.id for line in pane._shown if not line.heading]
        place = rows.index("redemptor")
        await at(driver, "redemptor")
        await driver.press("x", "minus")  # one key too many hits nobody else
        assert (pane.pointed, left(driver, "redemptor")[0]) == ("redemptor", 0)
        assert [left(driver, one)[0] == left(driver, one)[1] for one in rows[place + 1 : place + 2]] == [True]
        await driver.press("j")
        assert pane.pointed == rows[place + 1]
        await driver.press("x", "k")
        assert pane.pointed == rows[place - 1]
        await driver.press("u", "u", "ctrl+r")
        assert any(note.startswith("Redone: Redemptor Dreadnought: destroyed") for note in driver.notes)


async def test_below_a_dialog_lines_stay_lines_in_a_narrower_window(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await driver.press("right_square_bracket", "E")
        await driver.resize(44, 24)
        assert re.search(r"Gladius, round 1 +0 +0 +│", driver.text())  # the sum beside the rounds
        battle = driver.app.screen_stack[-2]  # as it is below; some versions of Textual show it in the picture, too
        below = "\n".join(strip.text for strip in battle._compositor.render_strips())
        assert "▌★ Captain   " in below
        assert not re.search(r"^ *5/5", below, re.MULTILINE)  # what had room beside the name before
        await driver.press("escape")
        assert re.search(r"▌★ Captain .*5/5", driver.text())


async def test_a_narrow_datasheet_has_the_figures_of_weapons_below_them(start, army):
    async with start(army, size=(44, 24), backend=Session) as driver:
        await begin(driver)
        await driver.press("enter")
        assert isinstance(driver.app.screen, Sheet)
        assert re.search(r"standard +Pistol +│\n│ +12\" A1 BS2\+ S7 AP-2 D1 +│", driver.text())


async def test_who_waits_together_is_drawn_together_leaders_first(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        assert re.search(r"↯? *Captain in Terminator Armour[^\n]*\n┃ ↯? *└ Terminator Squad", driver.text())


async def test_reserves_tell_when_they_may_arrive_and_how_many_are_left(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        battle, side = screen(driver).battle, screen(driver).side
        squad = next(one for one in battle.fighters(side) if battle.in_reserves(side, one) and one.models > 2)

        def told() -> str:
            lines = driver.text().splitlines()
            place = next(place for place, line in enumerate(lines) if "Reserves" in line)
            return next(line for line in lines[place:] if squad.unit.datasheet in line)

        assert "from round 2" in told()  # nothing may arrive before the battle has begun
        assert f"×{squad.models}" in told()
        await at(driver, squad.id)
        await driver.press("minus")
        assert f"{squad.models - 1}/{squad.models}" in told()
        while "may arrive now" not in told():
            assert battle.now.round < 2
            await driver.press("right_square_bracket")
        assert battle.now.round == 2


async def test_a_list_of_single_models_is_told_of_in_the_words_of_the_game(start, tmp_path):
    team = tmp_path / "work" / "team.yaml"
    names = ["space-marine-captain", *["assault-intercessor-warrior"] * 3]
    units = "".join(f"\n  - {{datasheet: {one}}}" for one in names)
    team.write_text(f"system: kill-team-2024\nfaction: angels-of-death\nunits:{units}\n", "utf-8")
    async with start(team, size=BIG, backend=Session) as driver:
        await begin(driver)
        assert "4 of 4 operatives left" in driver.text()
        await at(driver, screen(driver).battle.fighters(0)[2].id)
        await driver.press("right_square_bracket", "x")
        assert re.search(r"Destroyed +1 operative ", driver.text())
        assert re.search(r"Assault Intercessor Warrior B +destroyed", driver.text())  # in the log
        await driver.press("E")
        assert "1 operative lost · 3 of 4 operatives left" in driver.text()
        assert re.search(r"Assault Intercessor Warrior B +turning point 1", driver.text())
        heading, *_scores = driver.text().partition("Victory points by turning point")[2].splitlines()[1:]
        assert re.search(r"│ +1 +│", heading)  # which column is of which


async def test_rows_of_the_unit_and_its_datasheet(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await at(driver, "first-squad")
        await driver.press("enter")
        assert isinstance(driver.app.screen, Sheet)
        assert driver.app.screen.query_one(SheetPane).styles.border_top[0] == ""  # one frame is enough
        await driver.press("escape", "tab")
        pane = screen(driver).query_one(BattleUnit)
        assert pane.has_focus
        await driver.press("down", "minus")  # the sergeant
        assert "Power fist" not in driver.text()
        pane.point_at("wounds:")
        await driver.press("1")
        assert "1 ›  of 2" in driver.text()
        pane.point_at("used:Oath of Moment")
        await driver.press("space")
        assert "Once per battle" in driver.text()
        assert "used in round 1" in driver.text()
        assert "used: Oath of Moment" in driver.text()


NASTY = "[bold]X[/] \x1b[31mred\n\u202eevil"


async def test_names_are_shown_as_they_are(start, tmp_path):
    session = Session.open(GLADIUS)
    session.rename_unit("scouts", NASTY)
    session.rename(NASTY)
    async with start(size=BIG, backend=Session) as driver:
        await driver.app.show_list(session)
        await begin(driver)
        await at(driver, "scouts")
        await driver.press("minus", "x", "E")
        assert "[bold]X[/]" in driver.text()
        assert "\x1b" not in driver.text()


@pytest.mark.parametrize(
    ("system", "absent", "shown"),
    [
        ("whfb-8e", "Command points", "Game turn"),
        ("kill-team-2021", "your turn", "Turning point"),
        ("aos-4e", "Battle-shocked", "Battle tactics"),
    ],
)
async def test_each_game_has_its_own_words(start, system, absent, shown):
    session = Session.open(shipped("factions") / system / "examples" / "legal.yaml")
    async with start(size=BIG, backend=Session) as driver:
        await driver.app.show_list(session)
        await begin(driver)
        await driver.press("right_square_bracket")
        seen = driver.text()
        await driver.press("V")
        seen += driver.text()
        assert absent not in seen
        assert shown in seen


async def test_a_damaged_battle_is_told_and_not_overwritten(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        await driver.press("escape")
        (file,) = keeping.folder().glob("*.json")
        file.write_text("{")
        await driver.press("f5")
        await driver.until("cannot be read")
        await driver.press("n")
        await driver.until("Not begun.")
        assert file.read_text() == "{"


FIGHT = """
import asyncio, os, signal, sys
from pathlib import Path
from listbuilder.tui.app import ListbuilderApp
from listbuilder.tui.screens.battle import BattleScreen

async def main():
    app = ListbuilderApp(Path(sys.argv[1]))
    async with app.run_test(size=(120, 40)) as pilot:
        while not app.main:
            await pilot.pause(0.05)
        await pilot.press("f5")
        while not isinstance(app.screen, BattleScreen):
            await pilot.pause(0.05)
        for key in ("right_square_bracket", "j", "minus", "minus"):
            await pilot.press(key)
        await app.workers.wait_for_complete([w for w in app.workers if w.group == "journal"])
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
async def test_a_killed_program_loses_nothing(start, army):
    killed = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", FIGHT, str(army)], check=False, timeout=120)
    assert killed.returncode == -signal.SIGKILL
    async with start(army, size=BIG, backend=Session) as driver:
        await driver.press("f5")
        for _ in range(100):
            if isinstance(driver.app.screen, Ask):
                break
            await driver.settle()
        await driver.press("g")
        await driver.until("Battle round 1 of 5")
        assert left(driver, "first-squad") == (8, 10)


async def test_a_battle_from_the_library(start, army):
    async with start(size=BIG, backend=Session) as driver:
        await driver.until("Gladius, round 1")
        await begin(driver)
        assert left(driver, "scouts") == (5, 5)
        await driver.press("escape")
        assert "Lists" in driver.text()


async def test_what_goes_wrong_stays_until_escape(start, army, monkeypatch):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        folder = keeping.folder()
        shutil.rmtree(folder)
        folder.write_text("no folder")
        await driver.press("right_square_bracket")
        assert "cannot be written" in driver.text()
        await driver.press("escape")
        assert "cannot be written" not in driver.text()
        assert isinstance(driver.app.screen, BattleScreen)


@pytest.mark.parametrize("size", [(110, 32), (80, 24)])
async def test_weapons_keep_their_range_in_narrow_windows(start, army, size):
    async with start(army, size=size, backend=Session) as driver:
        await begin(driver)
        await at(driver, "redemptor")
        pane = driver.app.screen.query_one(BattleUnit)
        heads = [line.text.plain for line in pane._shown if line.id in {"#weapons", "#heads"}]
        assert any(re.search(r"Ra\w* +A +", text) for text in heads)
        names = [line.text.plain for line in pane._shown if line.id.startswith(("#name", "#weapon-", "#item"))]
        assert any("Macro plasma incinerator" in text or "Heavy onslaught gatling cannon" in text for text in names)


async def test_models_of_one_name_are_told_apart_by_what_only_some_carry(start, army):
    async with start(army, size=(120, 36), backend=Session) as driver:
        await begin(driver)
        await at(driver, "first-squad")
        pane = driver.app.screen.query_one(BattleUnit)
        titles = [line.text.plain.split("‹")[0].strip() for line in pane._shown if line.id.startswith("models:")]
        assert titles == ["Models", "Intercessor Sergeant", "Intercessor (Astartes grenade laun…", "Intercessor"]


async def test_what_stands_in_the_tree_is_not_said_and_no_statline_is_cut(start, tmp_path):
    path = tmp_path / "boarded.yaml"
    path.write_text(
        "name: Boarded\nsystem: wh40k-10e\nfaction: orks\ndetachment: war-horde\nbattle_size: strike-force\nunits:\n"
        "  - {id: ghaz, datasheet: ghazghkull-thraka, warlord: true}\n  - {id: boyz, datasheet: boyz}\n"
        "  - {id: trukk, datasheet: trukk}\ndeclarations: {embark: {boyz: trukk}}\n",
        "utf-8",
    )
    async with start(path, size=(80, 24), backend=Session) as driver:
        await begin(driver)
        assert "embar" not in driver.text()
        assert "10/12" in driver.text()
        shown = " ".join(driver.text().split())
        assert "OC 4 inv 4+" in shown
        assert "OC 1 inv 2+" in shown


async def test_operatives_of_one_name_have_letters_and_rounds_their_word(start):
    session = Session.new("kill-team-2024", "angels-of-death", name="team")
    for name in ("space-marine-captain", "intercessor-warrior", "intercessor-warrior", "heavy-intercessor-gunner"):
        session.add_unit(name)
    session.save(Path("team.yaml"))
    async with start(Path("team.yaml"), size=(100, 32), backend=Session) as driver:
        await begin(driver)
        names = lambda: [line for line in driver.text().splitlines() if "Intercessor" in line]  # noqa: E731
        assert "Intercessor Warrior A " in names()[0]
        assert "Intercessor Warrior B " in names()[1]
        assert "until the end of this turning point" in driver.text()
        await driver.press("right_square_bracket", "end", "c", "minus")
        assert "Heavy Intercessor Gunner" in driver.text().splitlines()[6]  # whole: the bars give way
        await driver.press("up", "minus")
        assert re.search(r"Intercessor Warrior B +lost 1 wound", driver.text())
        bar = lambda: driver.text().splitlines()[-1]  # noqa: E731
        assert "- + wounds" in bar()
        assert "models" not in bar()
        await driver.press("E")
        assert "Victory points by turning point" in driver.text()
        await driver.press("escape", "escape", "f5")
        assert "turning point 1" in driver.text()
        assert "round 1" not in driver.text()


async def test_the_key_bar_says_what_is_counted_of_the_unit(start, army):
    async with start(army, size=BIG, backend=Session) as driver:
        await begin(driver)
        bar = lambda: driver.text().splitlines()[-1]  # noqa: E731
        await at(driver, "first-squad")
        assert "- + models   w wound" in bar()
        await at(driver, "captain")
        assert "- + wounds" in bar()
        assert "w wound" not in bar()


def test_what_happens_in_a_round_is_told_in_the_word_of_the_game():
    plain, named = (
        Session.open(shipped("factions") / system / "examples" / "legal.yaml").system.vocabulary.battle
        for system in ("wh40k-10e", "kill-team-2021")
    )
    assert [used_in(plain, 2), from_round(plain, 2)] == ["used in round 2", "from round 2"]
    assert [used_in(named, 2), from_round(named, 2)] == ["used: turning point 2", "turning point 2 or later"]


async def test_the_name_of_a_unit_goes_before_whom_it_is_with(start, army):
    async with start(army, size=(80, 24), backend=Session) as driver:
        await begin(driver)
        await at(driver, "first-squad")
        heading = next(line for line in driver.text().splitlines() if "models left" in line)
        assert "First Squad ×10" in heading
        assert re.search(r"with Captain *[─━]", heading)
        await at(driver, "hellblasters")
        heading = next(line for line in driver.text().splitlines() if "models left" in line)
        assert "Hellblaster Squad ×5 " in heading
        assert "with Lie" in heading
