"""Whole sessions of the skirmish games, with keys only or with the mouse only: from nothing to a legal, saved, printed list."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.screens.dialogs import Pick, Prompt
from listbuilder.tui.widgets.filter_list import FilterList
from tests.session import test_lacking_units as lacking_units

pytestmark = pytest.mark.unmeasured

GAMES = [  # the system as it is typed, its name, the faction as it is typed, what is typed to add units, and how often
    ("kill team 2018", "Kill Team 2018", "necr", [("flayed", 2), ("immortal", 1), ("royal", 1)]),
    (
        "kill team 2021",
        "Kill Team 2021",
        "inter",
        [("intercessor serg", 1), ("intercessor gunner", 1), ("intercessor warrior", 4)],
    ),
    (
        "kill team 2024",
        "Kill Team 2024",
        "vesp",
        [("strain leader", 1), ("vespid warrior", 6), ("longsting", 1), ("shadestrain", 1), ("skyblast", 1)],
    ),
]


async def told(driver, text):
    for _ in range(100):
        if any(text in note for note in driver.notes):
            return
        await driver.settle()
    raise AssertionError(driver.notes)


async def add(driver, shopping):
    await driver.press("a")
    for typed, number in shopping:
        await driver.type(typed)
        assert driver.app.screen.query_one(Table).pointed, typed
        await driver.press(*["plus"] * number, "escape")
    await driver.press("escape")


async def mend(driver):
    """Applies the first fix of the first finding, until the list is legal."""
    for _ in range(12):
        if driver.session.verdict == "legal":
            return
        await driver.press("4", "f")
        await driver.settle()
        if isinstance(driver.app.screen, Pick):
            await driver.press("enter")
    raise AssertionError([str(one.message) for one in driver.session.findings])


async def keep(driver, name):
    await driver.press("R", *"Round", "enter")
    await driver.press("s", "enter")
    await told(driver, "Saved to")
    await driver.press("p", "enter", "enter")
    await told(driver, "Printed to")
    await driver.press("q")


def kept(number):
    session = Session.open(Path("round.yaml"))
    assert session.verdict == "legal"
    assert len(session.army.units) == number
    assert Path("exports/round.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("typed", "system", "faction", "shopping"), GAMES, ids=[one[1] for one in GAMES])
async def test_a_kill_team_from_nothing_to_paper(start, typed, system, faction, shopping):
    async with start(size=(120, 40), backend=Session) as driver:
        await driver.press("n")
        await driver.until("Douwang")
        await driver.type(typed)
        assert driver.app.screen.query_one(FilterList).pointed.name == system
        await driver.press("enter")
        await driver.until("2 Faction")
        await driver.type(faction)
        await driver.press("enter")
        await driver.until(" Name ━")
        await driver.press("enter")
        await driver.until("Kill team ━")
        assert "Kill team settings" in driver.text()
        assert "rmy" not in driver.text()
        await add(driver, shopping)
        await mend(driver)
        assert "✓ legal" in driver.text()
        assert "Warlord" not in driver.text()
        number = len(driver.session.army.units)
        await keep(driver, "Round")
    kept(number)


async def test_a_kill_team_by_mouse_alone(start):
    async with start(size=(120, 40), backend=Session) as driver:
        await driver.click("n new list")
        await driver.until("Douwang")
        await driver.click("Kill Team 2013")
        await driver.until("2 Faction")
        await driver.click("esc back")
        await driver.until("Douwang")
        await driver.click("Kill Team 2013", nth=-1)  # the first is the title of what the cursor is on
        await driver.until("Faction ━")
        await driver.click("Fen Patrol")
        await driver.until(" Name ━")
        await driver.click("↵ next")
        await driver.until("Kill team ━")
        await driver.click("a add")
        await driver.click("Fen Guards", nth=-1)
        await driver.click("↵ add")
        assert len(driver.session.army.units) == 1
        await driver.click("f give 1")
        await driver.click("f give 3")
        assert driver.session.verdict == "legal"
        await driver.click(" *", 1)  # there is something to save
        await driver.click("↵ accept")
        await told(driver, "Saved to")
        await driver.click(": commands")
        await driver.click("Print to PDF")
        await driver.click("Roster")
        await driver.click("↵ accept")
        await told(driver, "Printed to")
        name = driver.session.path

    assert Session.open(name).verdict == "legal"
    assert Path(f"exports/{name.stem}.pdf").read_bytes().startswith(b"%PDF")


async def test_a_limit_is_asked_for_where_the_game_has_no_sizes(start):
    async with start(size=(120, 40), backend=Session) as driver:
        await driver.press("n")
        await driver.until("Douwang")
        await driver.type("douwang")
        await driver.press("enter")
        await driver.until("Points limit")
        assert isinstance(driver.app.screen, Prompt)
        assert "Kill Team" not in driver.text()  # the step before is gone
        await driver.press(*"300", "enter")
        await driver.until(" Name ━")
        await driver.press("enter")
        await driver.until("0 / 300 points")
        await add(driver, [("blade", 1), ("iron", 1), ("lone", 1), ("wind", 1)])
        await driver.press("1", "home", *["down"] * 2, "m", "enter")
        assert "^l" not in driver.text()
        assert driver.session.army.declarations.embark == {"blade-company": "iron-cart"}
        assert "238 / 300 points" in driver.text()
        await mend(driver)
        await keep(driver, "Round")
    kept(4)
    assert Session.open(Path("round.yaml")).limit == 300


async def test_leaving_the_question_for_a_limit_goes_back(start):
    async with start(size=(120, 40), backend=Session) as driver:
        await driver.press("n")
        await driver.until("Douwang")
        await driver.type("douwang")
        await driver.press("enter")
        await driver.until("Points limit")
        await driver.press("escape")
        await driver.until("Kill Team 2013")
        await driver.type("douwang")
        await driver.press("enter")
        await driver.until("Points limit")
        await driver.press("enter")  # none
        await driver.until(" Name ━")
        await driver.press("enter")
        await driver.until(" Army ━")
        assert driver.session.limit is None
        await add(driver, [("iron", 1)])
        await mend(driver)
        assert driver.session.limit == 100


async def test_a_limit_that_the_data_state_may_be_another(start, install, tmp_path):
    """Community data often say one limit and no sizes; it is the answer that stands there. What they do not have has no line."""
    folder = tmp_path / "moats"
    folder.mkdir()
    (folder / "Moats.gst").write_text(lacking_units.SYSTEM)
    (folder / "Newts.cat").write_text(lacking_units.CATALOGUE)
    install(folder, "moats")
    for typed, limit in (("", 500), ("750", 750)):
        async with start(size=(120, 40), backend=Session) as driver:
            await driver.press("n")
            await driver.until("moats")
            await driver.type("moats")
            await driver.press("enter")
            await driver.until("Leave empty for 500")
            await driver.press(*typed, "enter")
            await driver.until(" Name ━")
            assert f"✓ {limit}" in driver.text()
            await driver.press("enter")
            await driver.until(" Army ━")
            assert (driver.session.limit, driver.session.dirty) == (limit, True)
    async with start(size=(120, 40), backend=Session) as driver:
        crew = Session.new("moats", "Newts", name="Crew")
        crew.add_unit(crew.datasheets()[0].id)
        await driver.app.show_list(crew)
        await driver.settle()
        await driver.press("end")
        assert "Crew ━" in driver.text() or "Crew ─" in driver.text()
        assert "Upgrade" not in driver.text()  # a line of enhancements, of which there are none
        assert " e " not in driver.text().splitlines()[-1]
        await driver.press("e")
        assert driver.notes[-1] == "This unit cannot have upgrades."
        await driver.press("w")
        assert driver.notes[-1] == "Crew cannot be the commander."


async def test_no_key_is_named_for_what_a_game_does_not_have(start):
    """Operatives have no points and one size; nothing is spent in a battle of Warhammer Fantasy."""
    Session.new("kill-team-2024", "vespid-stingwings", name="team").save(Path("team.yaml"))
    fantasy = Session.new("whfb-8e", "vampire-counts", name="host")
    fantasy.add_unit("vampire-lord")
    fantasy.save(Path("host.yaml"))
    async with start(Path("team.yaml"), size=(120, 40), backend=Session) as driver:
        await driver.press("a")
        bar = lambda: driver.text().splitlines()[-1]  # noqa: E731
        assert not {"fits", "size", "undo", "clear"} & set(bar().split())
        assert "points" not in driver.text()
        await driver.type("vespid")
        assert "clear" in bar()
    async with start(Path("host.yaml"), size=(160, 40), backend=Session) as driver:
        assert "≤ 1,000" not in driver.text()
        await driver.press("a")
        assert {"fits"} <= set(driver.text().splitlines()[-1].split())
        await driver.press("escape", "f5", "right_square_bracket")
        assert "victory points" in driver.text().splitlines()[-1]
        assert "spend" not in driver.text().splitlines()[-1]
