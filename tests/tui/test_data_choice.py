"""Newer game data: what they change is shown before anything is accepted."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.screens.main import MainScreen
from tests import newer_data
from tests.tui.conftest import Start

OLD, NEW = 292.5, 307.5  # points of the list by the older and by the newer data
OFFER = "There are newer game data"


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list that was saved before its data changed; the older ones are still installed."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    newer_data.install(tmp_path / "files")
    path = tmp_path / "list.yaml"
    path.write_bytes(newer_data.saved_list())
    newer_data.update(tmp_path / "files", keep=True)
    return path


async def test_newer_data_are_offered_with_what_they_change(start: Start, path: Path):
    async with start(path, backend=Session) as driver:
        await driver.until(OFFER)
        shown = driver.text()

    assert "legal (unchanged)" in shown
    assert f"{OLD} pts → {NEW} pts" in shown
    assert "Ferry Crab: 80 → 95" in shown


async def test_the_newer_data_are_accepted_and_saved(start: Start, path: Path):
    async with start(path, backend=Session) as driver:
        await driver.until(OFFER)
        await driver.press("n")
        assert (driver.session.points, driver.session.dirty) == (NEW, True)
        await driver.press("s")

    again = Session.open(path)
    assert (again.points, again.made_with, again.army.data.set) == (NEW, "", "coast")


async def test_the_older_data_are_kept(start: Start, path: Path):
    async with start(path, backend=Session) as driver:
        await driver.until(OFFER)
        await driver.press("o")
        assert driver.session.points == OLD
        await driver.press("s")

    again = Session.open(path)
    assert (again.points, again.made_with) == (OLD, "")


async def test_without_an_answer_the_file_stays_as_it_is(start: Start, path: Path):
    before = path.read_bytes()
    async with start(path, backend=Session) as driver:
        await driver.until(OFFER)
        await driver.press("escape")
        assert (driver.session.points, driver.session.dirty) == (NEW, False)

    assert path.read_bytes() == before


async def test_the_unsaved_list_over_other_data_is_in_the_journal_alone(start: Start, path: Path, state: Path):
    async with start(path, backend=Session) as driver:
        await driver.until(OFFER)
        await driver.press("o")
        driver.main.autosave.write()
        await driver.settle()
        (journal,) = (state / "journal").iterdir()
        assert "coast-" in journal.read_text("utf-8")


async def test_data_are_changed_by_a_key(start: Start, path: Path):
    async with start(path, backend=Session) as driver:
        await driver.until(OFFER)
        await driver.press("l", "V")
        await driver.press("down", "enter")
        await driver.until("Change the game data")
        assert f"{NEW} pts → {OLD} pts" in driver.text()
        await driver.press("u")
        assert driver.session.points == OLD
        assert isinstance(driver.app.screen, MainScreen)


async def test_a_list_without_other_data_is_told_so(start: Start, path: Path, tmp_path: Path):
    newer_data.Store().remove(Session.open(path).made_with)
    async with start(path, backend=Session) as driver:
        await driver.press("V")
        assert not isinstance(driver.app.screen, Ask)
        assert driver.notes == ["No other data for this game are installed."]


async def test_what_goes_wrong_now_is_said(start: Start, path: Path, tmp_path: Path):
    stores = tmp_path / "files" / "Common Stores.cat"
    stores.write_text(stores.read_text("utf-8").replace('value="95"', 'value="5000"'), "utf-8")
    newer_data.Store().update("coast")
    async with start(path, backend=Session, size=(120, 40)) as driver:
        await driver.until(OFFER)
        shown = driver.text()

    assert "legal → illegal" in shown
    assert "✗ Pts: " in shown.split("Ferry Crab: 80 → 5,000")[1].split("Use the newer")[0]


async def test_what_is_edited_meanwhile_goes_along(start: Start, path: Path, monkeypatch: pytest.MonkeyPatch):
    over = Session.over

    def edited(session: Session, data: str):
        judged = over(session, data)
        if session.name != "Edited":
            session.rename("Edited")
        return judged

    monkeypatch.setattr(Session, "over", edited)
    async with start(path, backend=Session) as driver:
        await driver.until(OFFER)
        await driver.press("o")
        assert (driver.session.name, driver.session.points) == ("Edited", OLD)
