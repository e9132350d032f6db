"""The settings of an army: what has a command of its own is a line that opens it, and below stands what the detachment gives."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.i18n import set_language
from listbuilder.session import Session
from listbuilder.tui.actions import BY_ID
from listbuilder.tui.surroundings import stratagems_of
from tests.tui.conftest import Start


@pytest.fixture
def gladius(tmp_path: Path) -> Path:
    path = tmp_path / "gladius.yaml"
    path.write_text(
        "name: Gladius\nsystem: wh40k-10e\nfaction: space-marines\ndetachment: gladius-task-force\n"
        "battle_size: strike-force\nunits: [{datasheet: captain, warlord: true}]\n",
        "utf-8",
    )
    return path


async def test_a_detachment_is_one_line_that_opens_a_choice(start: Start, gladius: Path) -> None:
    async with start(gladius, size=(120, 40), backend=Session) as driver:
        await driver.press("comma")
        assert "Detachment     Gladius Task Force" in driver.text()
        assert "Anvil Siege Force" not in driver.text()
        await driver.press("down", "down", "enter")
        assert "(●) Gladius Task Force" in driver.text()
        assert "( ) Anvil Siege Force" in driver.text()
        await driver.press("down", "enter")
        assert [one.name for one in driver.session.army.detachments] == ["Anvil Siege Force"]
        assert "Detachment     Anvil Siege Force" in driver.text()


async def test_what_the_detachment_gives_stands_below(start: Start, gladius: Path) -> None:
    async with start(gladius, size=(120, 40), backend=Session) as driver:
        await driver.press("comma")
        await driver.pilot.pause(0.4)
        await driver.settle()
        for seen in ("Combat Doctrines", "Adept of the Codex +20", "Armour of Contempt"):
            assert seen in driver.text()


async def test_what_it_gives_is_read_once_no_other_screen_is_on_top(start: Start, gladius: Path) -> None:
    async with start(gladius, size=(120, 40), backend=Session) as driver:
        await driver.press("comma", "question_mark")
        await driver.pilot.pause(0.4)  # longer than until it would be read
        await driver.press("escape")
        await driver.settle()
        assert "Combat Doctrines" in driver.text()


async def test_size_limit_and_data_are_lines_too(start: Start, gladius: Path) -> None:
    async with start(gladius, size=(120, 40), backend=Session) as driver:
        await driver.press("comma")
        lines = [line for line in driver.text().splitlines() if "│┃" in line]
        for title, action in (("Battle size", "choose-size"), ("Points limit", "choose-limit")):
            line = next(line for line in lines if title in line)
            assert line.rstrip(" ┃").endswith(BY_ID[action].keys)
        await driver.press("enter")
        assert "Incursion" in driver.text()


async def test_what_a_detachment_gives_is_beside_the_choice(start: Start, gladius: Path) -> None:
    async with start(gladius, size=(120, 40), backend=Session) as driver:
        await driver.press("D")
        assert "Artificer Armour" in driver.text()
        await driver.press("down")
        assert "Artificer Armour" not in driver.text()
        await driver.resize(80, 24)
        assert "(●) Gladius Task Force" in driver.text()


async def test_the_size_is_named_in_the_language_in_use(
    start: Start, gladius: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ru")
    async with start(gladius, size=(120, 40), backend=Session) as driver:
        set_language("ru")
        try:
            driver.main.refresh_texts()
            await driver.press("comma")
            assert "Ударная группа" in driver.text().split("Настройки: армия")[-1]
        finally:
            set_language("en")


@pytest.mark.parametrize("width", range(30, 60))
def test_the_cost_of_a_stratagem_is_no_part_of_its_phase(width):
    """It was read as "phase 1"."""
    army = Session.new("wh40k-10e", "space-marines", detachment="gladius-task-force").army
    (section,) = stratagems_of(army, width, lambda _one: True)
    firsts = [paragraph.plain.splitlines()[0] for paragraph in section.paragraphs]
    assert firsts
    assert all(re.search(r"  +\d$", first) for first in firsts)
