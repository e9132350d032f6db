"""Whole sessions over installed community data, with keys only or with the mouse only: from nothing to a legal, saved, printed list."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.session import Session
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.screens.dialogs import Pick

pytestmark = pytest.mark.unmeasured


FULL = 1950  # of 2,000 points


class Game(NamedTuple):
    """``system``, ``faction``: as they are typed; ``steps``: what the wizard asks then, and the keys that answer it. ``shopping``: for
    each part of the army the keys that say where it goes, and what is typed to add units, and how often; ``choices``: what is
    typed to find a unit, and the keys that it gets then."""

    source: str
    system: str
    faction: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    shopping: tuple[tuple[tuple[str, ...], tuple[tuple[str, int], ...]], ...]
    choices: tuple[tuple[str, tuple[str, ...]], ...]


FIRST = ("enter",)  # of what a question offers and nothing speaks against

GAMES = {
    "tyranids": Game(
        "wh40k-10e",
        "10th",
        "xenos - tyr",
        (("Strike Force", ("enter",)), ("Invasion Fleet", (*"invas", "enter"))),
        (
            (
                (),
                (
                    ("winged tyranid", 1),
                    ("gargoyles", 1),
                    ("tervigon", 1),
                    ("termagants", 2),
                    ("hormagaunts", 1),
                    ("exocrine", 2),
                    ("zoanthropes", 1),
                    ("maleceptor", 2),
                    ("tyrannofex", 2),
                    ("norn emi", 1),
                    ("tyrant guard", 1),
                ),
            ),
        ),
        (("winged", ("w", "e", *FIRST, "l", *FIRST)), ("zoan", ("v", *FIRST))),
    ),
    "eleven": Game(
        "wh40k-11e",
        "11th",
        "necrons",
        (("Strike Force", ("enter",)), ("Detachment Points 0 / 3", ("space", "enter"))),
        (
            (
                (),
                (
                    ("overlord", 1),
                    ("necron warr", 2),
                    ("immortals", 1),
                    ("skorpekh d", 1),
                    ("doomsday ark", 2),
                    ("nightbr", 1),
                    ("canoptek wr", 1),
                    ("monolith", 1),
                    ("technomancer", 1),
                    ("triarch stal", 1),
                    ("lokhust heavy", 1),
                ),
            ),
        ),
        (("overl", ("w", "e", *FIRST, "l", *FIRST)),),
    ),
    "sigmar": Game(
        "age-of-sigmar-4th",
        "sigmar 4.0",
        "stormcast",
        (("2000 points", ("enter",)), ("Vanguard Wing", ("enter",))),
        (
            (("enter",), (("morrgryph", 1), ("pallad", 1), ("praetors", 1), ("reclus", 1), ("liberators", 1))),
            (("enter",), (("gryph-stalker", 1), ("questor soul", 1), ("stormcoven", 1), ("reclus", 1))),
            (("enter",), (("stardrake", 1), ("praetors", 1))),
        ),
        (),  # the leader of the first regiment is the general by the data
    ),
}


async def told(driver, text):
    for _ in range(100):
        if any(text in note for note in driver.notes):
            return
        await driver.settle()
    raise AssertionError(driver.notes)


async def add(driver, shopping):
    for place, wanted in shopping:
        await driver.press("a", *place)
        for typed, number in wanted:
            await driver.type(typed)
            assert driver.app.screen.query_one(Table).pointed, typed
            await driver.press(*["plus"] * number, "escape")
        await driver.press("escape")


async def choose(driver, choices):
    for typed, keys in choices:
        await driver.press("slash", *typed, "enter")
        for key in keys:
            await driver.press(key)


async def mend(driver):
    """Applies the first fix of the first finding until the list is legal."""
    for _ in range(12):
        if driver.session.verdict == "legal":
            return
        await driver.press("4", "f")
        await driver.settle()
        if isinstance(driver.app.screen, Pick):
            await driver.press("enter")
    raise AssertionError([str(one.message) for one in driver.session.findings])


@pytest.mark.parametrize("name", GAMES)
async def test_by_keys_alone(real, start, name):
    game = GAMES[name]
    real(game.source, game.source)
    async with start(size=(120, 40), backend=Session) as driver:
        await driver.press("n")
        await driver.until("System ━")
        await driver.type(game.system)
        await driver.press("enter")
        await driver.until("2 Faction")
        await driver.until("Faction ━")
        await driver.type(game.faction)
        await driver.press("enter")
        for seen, keys in game.steps:
            await driver.until(seen)
            await driver.press(*keys)
        await driver.until(" Name ━")
        await driver.press(*"Round", "enter")
        await driver.until(" Army ━")
        await add(driver, game.shopping)
        await choose(driver, game.choices)
        await mend(driver)
        assert "✓ legal" in driver.text()
        assert FULL <= driver.session.points <= 2000
        number = len(driver.session.army.units)
        assert number >= sum(count for _place, wanted in game.shopping for _typed, count in wanted)
        (general,) = (unit for unit in driver.session.army.units if unit.warlord)
        assert name == "sigmar" or (general.enhancements and driver.session.army.declarations.attach)
        await driver.press("s", "enter")
        await told(driver, "Saved to")
        await driver.press("p", "enter", "enter")
        await told(driver, "Printed to")
        await driver.press("q")

    saved = Session.open(Path("round.yaml"))
    assert saved.verdict == "legal"
    assert len(saved.army.units) == number
    assert FULL <= saved.points <= 2000
    assert Path("exports/round.pdf").read_bytes().startswith(b"%PDF")


async def click_row(driver, name):
    """Adds what the row of the browser with this name offers: a click goes to it, another one adds it."""
    choices = driver.main.commands.browsing.pane.offering.choices
    table = driver.app.screen.query_one(Table)
    place = next(n for n, line in enumerate(table._lines) if isinstance(line, str) and choices[line].name == name)
    is_there = table.pointed == table._lines[place]
    for _click in range(1 if is_there else 2):
        assert 0 <= place - table.scroll_offset.y < table.size.height
        await driver.pilot.click(Table, offset=(5, place - table.scroll_offset.y))
        await driver.settle()


CLICKS = {  # what is clicked in the wizard, what of the browser is
    "tyranids": (
        "wh40k-10e",
        ("Warhammer 40,000 10th edition", "Xenos - Tyranids", "Strike Force", ") Invasion Fleet"),
        ("Winged Hive Tyrant", "Exocrine", "Exocrine"),
    ),
    "eleven": (
        "wh40k-11e",
        ("Warhammer 40,000 11th Edition", "Necrons", "Strike Force", "[ ]", "↵ next"),
        ("Overlord", "Immortals", "Necron Warriors"),
    ),
    "sigmar": (
        "age-of-sigmar-4th",
        ("Age of Sigmar 4.0", " Stormcast Eternals  ", "2000 points", ") Vanguard Wing"),
        ("Lord-Vigilant on Gryph-stalker", "Liberators", "Vindictors"),
    ),
}


@pytest.mark.parametrize("name", CLICKS)
async def test_by_mouse_alone(real, start, name):
    source, steps, wanted = CLICKS[name]
    real(source, source)
    async with start(size=(140, 110), backend=Session) as driver:
        await driver.click("n new list")
        for step in steps:
            await driver.until(step)
            await driver.click(step, 1, nth=-1)
        await driver.until(" Name ━")
        await driver.click("↵ next")
        await driver.until(" Army ━")
        await driver.click("a add")
        if isinstance(driver.app.screen, Pick):
            await driver.click("Regiment  ")
        for one in wanted:
            await click_row(driver, one)
        assert [unit.datasheet for unit in driver.session.army.units] == list(wanted)
        await driver.click("esc done")
        for _ in range(12):
            if driver.session.verdict == "legal":
                break
            await driver.click("f fix")
            if isinstance(driver.app.screen, Pick):
                await driver.click("↵ choose")
        assert driver.session.verdict == "legal", [str(one.message) for one in driver.session.findings]
        await driver.click(" *", 1)  # there is something to save
        await driver.click("↵ accept")
        await told(driver, "Saved to")
        await driver.click("p print")
        await driver.click("Roster")
        await driver.click("↵ accept")
        await told(driver, "Printed to")
        saved = driver.session.path

    assert Session.open(saved).verdict == "legal"
    assert len(Session.open(saved).army.units) >= len(wanted)
    assert Path(f"exports/{saved.stem}.pdf").read_bytes().startswith(b"%PDF")


async def test_a_choice_that_raises_the_price_of_the_unit_says_so(real, start):
    """Reinforced units: the choice has no price of its own, and makes that of the unit twice as much."""
    real("age-of-sigmar-4th", "age-of-sigmar-4th")
    async with start(size=(120, 40), backend=Session) as driver:
        system = next(one.id for one in Session.systems() if one.name == "Age of Sigmar 4.0")
        faction = next(one.id for one in Session.factions(system) if one.name == "Stormcast Eternals")
        session = Session.new(system, faction)
        army = next(session.forces.lines()).id
        regiment = next(one.id for one in session.forces.choices(army) if one.name == "Regiment")
        force = session.add_force(regiment, army)
        known = {one.name: one.id for one in session.datasheets(force)}
        session.add_unit(known["Lord-Celestant"], force)
        unit = session.add_unit(known["Vindictors"], force)
        price = session.unit(unit).points
        await driver.app.show_list(session)
        driver.main.select_unit(unit)
        await driver.until(f"+{price}")
        assert re.search(rf"Reinforced +\[ \] +\+{price}\b", driver.text())
        assert session.unit(unit).points == price
