"""Whole sessions over installed community data, with keys only or with the mouse only: from nothing to a legal, saved, printed list."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.session import Session
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.screens.dialogs import Pick

pytestmark = pytest.mark.unmeasured


class Game(NamedTuple):
    """``system``, ``faction``: as they are typed; ``steps``: what the wizard asks then, and the keys that answer it; ``shopping``:
    what is typed to add units, and how often. ``place``: the keys that answer where they go."""

    source: str
    system: str
    faction: str
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    shopping: tuple[tuple[str, int], ...]
    place: tuple[str, ...] = ()


GAMES = {
    "tyranids": Game(
        "wh40k-10e",
        "10th",
        "xenos - tyr",
        (("Strike Force", ("enter",)), ("Invasion Fleet", (*"invas", "enter"))),
        (
            ("winged hive ty", 1),
            ("tervigon", 1),
            ("termagants", 2),
            ("hormagaunts", 1),
            ("exocrine", 2),
            ("zoanthropes", 1),
        ),
    ),
    "eleven": Game(
        "wh40k-11e",
        "11th",
        "necrons",
        (("Strike Force", ("enter",)), ("Detachment Points 0 / 3", ("space", "enter"))),
        (("overlord", 1), ("necron warr", 2), ("immortals", 1), ("skorpekh d", 1)),
    ),
    "sigmar": Game(
        "age-of-sigmar-4th",
        "sigmar 4.0",
        "stormcast",
        (("2000 points", ("enter",)), ("Vanguard Wing", ("enter",))),
        (("lord-vigilant", 1), ("liberators", 1), ("vindictors", 2)),
        ("enter",),  # into a new regiment
    ),
}


async def told(driver, text):
    for _ in range(100):
        if any(text in note for note in driver.notes):
            return
        await driver.settle()
    raise AssertionError(driver.notes)


async def add(driver, shopping, place):
    await driver.press("a", *place)
    for typed, number in shopping:
        await driver.type(typed)
        assert driver.app.screen.query_one(Table).pointed, typed
        await driver.press(*["plus"] * number, "escape")
    await driver.press("escape")


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
        await add(driver, game.shopping, game.place)
        await mend(driver)
        assert "✓ legal" in driver.text()
        number = len(driver.session.army.units)
        await driver.press("s", "enter")
        await told(driver, "Saved to")
        await driver.press("p", "enter", "enter")
        await told(driver, "Printed to")
        await driver.press("q")

    saved = Session.open(Path("round.yaml"))
    assert saved.verdict == "legal"
    assert len(saved.army.units) == number >= sum(count for _typed, count in game.shopping)
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
        await driver.click("roster")
        await driver.click("↵ accept")
        await told(driver, "Printed to")
        saved = driver.session.path

    assert Session.open(saved).verdict == "legal"
    assert len(Session.open(saved).army.units) >= len(wanted)
    assert Path(f"exports/{saved.stem}.pdf").read_bytes().startswith(b"%PDF")
