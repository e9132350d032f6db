"""Names of others on every screen: shown as they are, never taken for markup, and nothing ends the builder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.tui.journal import journal_folder
from listbuilder.tui.screens.main import MainScreen
from listbuilder.tui.wording import literal
from tests.nasty import BREAKING, IN_YAML, NASTY

pytestmark = pytest.mark.unmeasured

LIST = """\
name: {name}
system: wh40k-10e
faction: orks
detachment: war-horde
battle_size: incursion
notes: {name}
units:
  - {{id: boss, name: {name}, datasheet: warboss, warlord: true}}
  - {{id: boyz, name: {name}, datasheet: boyz}}
  - {{id: odd, name: {name}, datasheet: {name}}}
"""
SHOWN = ("[/b]", "[bold red]", "[@click=app.quit]x[/]", "<b>bold</b>", "=1+1", "{name}")
SCREENS = (
    "1",
    "2",
    "3",
    "4",
    "a",
    "escape",
    "slash",
    "escape",
    "ctrl+p",
    "escape",
    "question_mark",
    "escape",
    "n",
    "escape",
)


@pytest.mark.parametrize("name", NASTY)
def test_a_literal_is_one_line_of_the_same_text(name: str) -> None:
    found = literal(name)
    assert not found.spans
    assert not BREAKING & set(found.plain)
    assert "\n" not in found.plain
    assert name not in SHOWN or found.plain == name


@pytest.mark.parametrize("name", SHOWN[:3])
async def test_every_screen_shows_the_name_as_it_is(start, tmp_path: Path, name: str) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(LIST.format(name=json.dumps(name)), "utf-8")
    async with start(path, backend=Session) as driver:
        assert isinstance(driver.app.screen, MainScreen)
        assert name in driver.text()
        await driver.press("1", "down", "2")
        assert name in driver.text()
        await driver.press(*SCREENS)
        assert name in driver.text()


async def test_no_name_ends_the_builder(start, tmp_path: Path) -> None:
    """One list with a unit for each of them."""
    units = "".join(f"  - {{datasheet: boyz, name: {json.dumps(name)}}}\n" for name in IN_YAML)
    path = tmp_path / "army.yaml"
    path.write_text(LIST.format(name=json.dumps("\x1b[31m[/b]")) + units, "utf-8")
    async with start(path, backend=Session) as driver:
        await driver.press("1")
        for _unit in IN_YAML:
            await driver.press("down")
            assert not BREAKING & set(driver.text())
        assert " Army ━" in driver.text()


async def test_lists_that_are_offered_again(start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journals of runs that ended, with a name and a path of each of them."""
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path))
    journal_folder().mkdir(parents=True)
    for number, name in enumerate(NASTY):
        entry = {
            "name": name,
            "path": name,
            "digest": "",
            "pid": 2**22 + 1,
            "saved_at": 1.7e9 + number,
            "text": "name: X\n",
        }
        (journal_folder() / f"{number}.json").write_text(json.dumps(entry), "utf-8")
    async with start(backend=Session) as driver:
        for _ in NASTY:
            assert not BREAKING & set(driver.text())
            await driver.press("down")
        assert driver.app.is_running
