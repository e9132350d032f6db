"""Getting more games: a data set is installed from within the program, and what it is not is said."""

from __future__ import annotations

import asyncio
import re
import shutil
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.widgets import Input

from listbuilder.session import Session
from listbuilder.sources.store import Store
from listbuilder.tui.screens.more_games import MoreGames
from listbuilder.tui.screens.wizard import Wizard
from listbuilder.tui.widgets.filter_list import FilterList

BSDATA = Path(__file__).parents[1] / "data" / "bsdata" / "reed-marsh"


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LISTBUILDER_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path


async def ended(driver):
    """Until the installation is through."""
    for _ in range(400):
        await asyncio.sleep(0.05)
        if driver.app.screen._process is None:
            break
    await driver.settle()


async def install(driver, source):
    driver.app.screen.query_one(Input).value = str(source)
    await driver.press("enter")
    await ended(driver)


def systems(driver):
    return [item.name for item in driver.app.screen.query_one(FilterList).found]


async def test_a_folder_is_installed_and_its_game_is_there(start):
    async with start(backend=Session, size=(100, 32)) as driver:
        await driver.press("G")
        assert isinstance(driver.app.screen, MoreGames)
        assert "No data sets are installed." in driver.text()
        await install(driver, BSDATA)
        assert "✓ reed-marsh" in driver.text()
        await driver.press("escape")
        await driver.press("n")
        await driver.until("System ━")
        assert any("Reed" in name for name in systems(driver))
    assert [one.name for one in Store().list()] == ["reed-marsh"]


async def test_what_the_data_lack_is_told_below_what_is_installed(start, place):
    folder = shutil.copytree(BSDATA, place / "marsh")
    links = "".join(
        f'<catalogueLink id="l{n}" name="Lost {n}" targetId="lost-{n}" type="catalogue"/>' for n in range(5)
    )
    game = re.search(r'gameSystem[^>]* id="([^"]+)"', next(folder.glob("*.gst")).read_text("utf-8"))
    (folder / "lost.cat").write_text(
        f'<catalogue id="finder" name="Finder" revision="1" battleScribeVersion="2.03" gameSystemId="{game[1]}" '
        f'xmlns="http://www.battlescribe.net/schema/catalogueSchema"><catalogueLinks>{links}</catalogueLinks></catalogue>'
    )
    (folder / "cut.cat").write_text("<catalogue")  # it does not open
    async with start(backend=Session, size=(80, 24)) as driver:
        await driver.press("G")
        await install(driver, folder)
        lines = [line.strip(" │┃") for line in driver.text().splitlines()]
        first = next(n for n, line in enumerate(lines) if line.startswith("installed marsh: "))
        assert "catalogue" in lines[first + 1]
        assert "open" in lines[first + 1]
        assert "Lost" in " ".join(lines[first + 2 : first + 8])
        assert "more)" in driver.text()
        assert "✓ marsh" in driver.text()
        assert "listbuilder/sets" not in driver.text()


async def test_a_zip_from_within_the_wizard(start, place):
    packed = place / "marsh.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for file in BSDATA.iterdir():
            archive.write(file, file.name)
    async with start(backend=Session) as driver:
        await driver.press("n")
        await driver.until("System ━")
        before = systems(driver)
        assert "More games" in before[-1]
        await driver.press("ctrl+g")
        await driver.until("More games ─")
        await install(driver, packed)
        await driver.press("escape")
        await driver.until("System ━")
        assert isinstance(driver.app.screen, Wizard)
        assert len(systems(driver)) == len(before) + 1


@pytest.mark.parametrize("source", ["/no/such/folder", "-x", "[bold]nasty[/]"])
async def test_what_cannot_be_installed_is_said(start, source):
    async with start(backend=Session) as driver:
        await driver.press("G")
        await install(driver, source)
        assert isinstance(driver.app.screen, MoreGames)
        assert len(driver.text().strip()) > 100
        await driver.press("escape")
    assert Store().list() == []


async def test_escape_stops_and_leaves_nothing(start, place):
    """An address that never answers."""
    silent = await asyncio.start_server(lambda *_pair: asyncio.sleep(60), "127.0.0.1", 0)
    port = silent.sockets[0].getsockname()[1]
    async with start(backend=Session, size=(100, 32)) as driver:
        await driver.press("G")
        driver.app.screen.query_one(Input).value = f"http://127.0.0.1:{port}/marsh.git"
        await driver.pilot.press("enter")
        for _ in range(60):
            await asyncio.sleep(0.05)
            if "esc stop" in driver.text():
                break
        assert "esc stop" in driver.text()
        await driver.press("escape")
        await driver.until("Stopped; nothing was installed.")
        assert isinstance(driver.app.screen, MoreGames)
        await driver.press("escape")
        assert not isinstance(driver.app.screen, MoreGames)
    silent.close()
    assert Store().list() == []


async def test_an_installation_that_ends_without_a_word_is_told(start, monkeypatch):
    """As one that the system kills because it has no memory left."""
    monkeypatch.setattr("listbuilder.tui.screens.more_games.sys", SimpleNamespace(executable=shutil.which("false")))
    async with start(backend=Session, size=(100, 32)) as driver:
        await driver.press("G")
        await install(driver, BSDATA)
        assert "The installation ended early; nothing was installed." in driver.text()
