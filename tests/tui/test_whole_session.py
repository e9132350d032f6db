"""One whole session on the shipped data, with keys only: from nothing to a saved, printed, legal 2,000-point list."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.widgets.unit_pane import UnitPane

SHOPPING = (  # what is typed, what is found first, how many
    ("captain in t", "captain-in-terminator-armour", 1),
    ("lieu", "lieutenant", 1),
    ("libr", "librarian", 1),
    ("inter", "intercessor-squad", 2),
    ("assault int", "assault-intercessor-squad", 1),
    ("hellb", "hellblaster-squad", 1),
    ("termi", "terminator-squad", 1),
    ("eradi", "eradicator-squad", 2),
    ("redem", "redemptor-dreadnought", 2),
    ("ballist", "ballistus-dreadnought", 1),
    ("lancer", "gladiator-lancer", 1),
    ("incept", "inceptor-squad", 1),
    ("impu", "impulsor", 1),
)


async def start_list(driver):
    """The 10th edition and Strike Force (where the cursor begins), Space Marines, Gladius Task Force."""
    await driver.press("n")
    await driver.until("10th edition")
    await driver.press("enter")
    await driver.until("Space Marines")
    await driver.press(*"spa", "enter")
    await driver.until("Strike Force")
    await driver.press("enter")
    await driver.until("Gladius")
    await driver.press(*"gla", "enter")
    await driver.until(" Name ━")
    await driver.press("enter")  # without one
    await driver.until(" Army ━")


async def go_shopping(driver):
    await driver.press("a")
    for typed, found, count in SHOPPING:
        await write(driver, typed)
        assert driver.app.screen.query_one(Table).pointed == found
        await driver.press(*["plus"] * count, "escape")
    await driver.press("escape")


async def write(driver, text):
    """Key by key on the small screen; at once on the large one, where the same test shall not take as long again."""
    if driver.app.size.width < 100:
        await driver.press(*("space" if sign == " " else sign for sign in text))
    else:
        await driver.type(text)


async def go_to(driver, unit_id):
    """By the search over the army."""
    await driver.press("slash")
    await write(driver, unit_id.split("-")[0][:5])
    await driver.press("enter")
    for _step in range(20):
        if driver.main.unit_id == unit_id:
            return
        await driver.press("down")
    raise AssertionError(f"{unit_id} was not found:\n{driver.text()}")


async def pick(driver, key, typed):
    await driver.press(key)
    await write(driver, typed)
    await driver.press("enter")


async def to_row(driver, label):
    pane = driver.main.query_one(UnitPane)
    for _ in range(pane.option_count):
        if pane.row is not None and pane.row.label == label:
            return
        await driver.press("down")
    raise AssertionError(label)


@pytest.mark.unmeasured
@pytest.mark.parametrize("size", [(80, 24), (200, 60)], ids=["80x24", "200x60"])
async def test_from_an_empty_roster_to_a_printed_legal_list(start, size):
    async with start(size=size, backend=Session) as driver:
        await start_list(driver)
        await pick_everything(driver)

        assert [str(finding.message) for finding in driver.session.findings if finding.severity == "error"] == []
        assert driver.session.points == 2000
        assert "✓ legal" in driver.text()
        assert "2,000 / 2,000 pts" in driver.text()

        await driver.press("R", *"Muster", "enter")
        await driver.press("s", "enter")
        await told(driver, "Saved to")
        await driver.press("p", "enter", "enter")
        await told(driver, "Printed to")
        await driver.press("q")

    assert Session.open(Path("muster.yaml")).verdict == "legal"
    assert Path("exports/muster.pdf").read_bytes().startswith(b"%PDF")


async def told(driver, text):
    for _ in range(100):
        if any(text in note for note in driver.notes):
            return
        await driver.settle()
    raise AssertionError(driver.notes)


async def pick_everything(driver):
    await go_shopping(driver)
    await go_to(driver, "captain-in-terminator-armour")
    await driver.press("w")
    await pick(driver, "e", "artif")
    await pick(driver, "l", "term")
    await go_to(driver, "lieutenant")
    await pick(driver, "l", "assau")
    await go_to(driver, "hellblaster-squad")
    await pick(driver, "m", "impu")
    await go_to(driver, "intercessor-squad")
    await driver.press("enter")
    await to_row(driver, "Intercessor")
    await driver.press("9")
    await driver.press("escape")
    await driver.press("a", *"capta", "enter")
    await driver.press("escape", "escape")
    await driver.press("u", "ctrl+r")


async def test_the_example_list_opens(start, root):
    async with start(
        root / "factions" / "wh40k-10e" / "examples" / "illegal.yaml", backend=Session, size=(80, 24)
    ) as driver:
        assert "✗" in driver.text()
        await driver.press("4")
        assert "Findings" in driver.text()


ORDERS = (  # what is typed in the browser, and the keys after it
    ("rede", "cc"),
    ("ball", "cc"),
    ("lanc", "cc"),
    ("capt", "ew"),  # the first enhancement offered, and the Warlord
    ("impu", ""),
    ("interc", "lm"),  # led by the Captain, riding in the Impulsor
    ("scou", "v"),  # in Strategic Reserves
    ("interc", ""),
)
MOST_KEYS = 90


@pytest.mark.unmeasured
async def test_an_army_takes_few_keys(start, monkeypatch):
    """A legal army of 2,000 points with leader, passengers, reserves, enhancement and Warlord, saved and printed."""
    async with start(size=(120, 40), backend=Session) as driver:
        pressed, press = [], driver.pilot.press

        async def counted(*keys):
            pressed.extend(keys)
            await press(*keys)

        monkeypatch.setattr(driver.pilot, "press", counted)
        await start_list(driver)
        for typed, after in ORDERS:
            await driver.press("a", *typed, "enter")
            for key in after:
                await driver.press(*([key, "enter"] if key in "elmv" else [key]))
        await driver.press("s", "enter")
        await told(driver, "Saved to")
        await driver.press("p", "enter", "enter")
        await told(driver, "Printed to")

        assert len(pressed) <= MOST_KEYS
        assert (driver.session.verdict, driver.session.points) == ("legal", 1945)
        declared, captain = driver.session.army.declarations, driver.session.unit("captain")
        assert captain.warlord
        assert captain.enhancements
        assert dict(declared.attach) == {"captain": "intercessor-squad"}
        assert dict(declared.embark) == {"intercessor-squad": "impulsor"}
        assert declared.strategic_reserves == ("scout-squad",)
