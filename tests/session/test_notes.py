"""Notes on units and on the list: edited, undone, saved with comments kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session
from tests.conftest import ROOT

LIST = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "list.yaml"
    path.write_text("# for the club\n" + LIST.read_text("utf-8"), "utf-8")
    return path


def test_notes_are_saved_and_read_again(path: Path) -> None:
    session = Session.open(path)
    unit = session.army.units[0].id
    session.annotate("left flank\nsecond wave: on 3+", unit)
    session.annotate("Portal: #1")
    session.save()

    again = Session.open(path)
    assert again.notes(again.army.units[0].id) == "left flank\nsecond wave: on 3+"
    assert again.notes() == "Portal: #1"
    assert path.read_text("utf-8").startswith("# for the club\n")


def test_notes_are_undone_one_by_one(path: Path) -> None:
    before = path.read_bytes()
    session = Session.open(path)
    unit = session.army.units[0].id
    session.annotate("one", unit)
    session.annotate("two")
    session.undo()
    assert (session.notes(unit), session.notes()) == ("one", "")
    session.undo()
    assert session.notes(unit) == ""
    assert session.text().encode() == before
    session.redo()
    assert session.notes(unit) == "one"


def test_notes_are_taken_away(path: Path) -> None:
    path.write_text(path.read_text("utf-8") + "notes: 12\n", "utf-8")
    session = Session.open(path)
    assert session.notes() == "12"
    assert session.text() == path.read_text("utf-8")
    session.annotate("")
    assert "notes" not in session.text()


def test_notes_change_nothing_else(path: Path) -> None:
    session = Session.open(path)
    points, findings = session.points, session.findings
    session.annotate("x" * 5000)
    session.annotate("y", session.army.units[0].id)
    assert (session.points, session.findings) == (points, findings)
    assert [line for line in session.text().splitlines() if line.startswith("# for")] == ["# for the club"]


def test_a_note_on_what_is_gone_is_refused(path: Path) -> None:
    session = Session.open(path)
    with pytest.raises(LookupError):
        session.annotate("x", "nobody")
    assert session.notes("nobody") == ""


def test_notes_over_community_data(lantern: Path) -> None:
    session = Session.open(lantern)
    unit = session.army.units[0].id
    session.annotate("hold back", unit)
    session.annotate("for Sunday")
    again = Session.from_text(session.text().encode())
    assert (again.notes(again.army.units[0].id), again.notes()) == ("hold back", "for Sunday")


@pytest.fixture
def lantern(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    from tests import newer_data

    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    newer_data.install(tmp_path / "files")
    path = tmp_path / "coast.yaml"
    path.write_bytes(newer_data.saved_list())
    return path
