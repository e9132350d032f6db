"""A list that goes on over other game data: those it was made with, or newer ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.session import Session
from listbuilder.sources.registry import given
from tests import newer_data

OLD, NEW = 292.5, 307.5  # points of the list by the older and by the newer data


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list that was saved before its data changed."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    newer_data.install(tmp_path / "files")
    path = tmp_path / "list.yaml"
    path.write_bytes(newer_data.saved_list().replace(b"forces:", b"# a comment\nforces:", 1))
    newer_data.update(tmp_path / "files", keep=True)
    return path


def rules(session: Session) -> set[str]:
    return {finding.rule for finding in session.findings}


def test_a_list_names_the_data_that_it_was_made_with(path: Path) -> None:
    session = Session.open(path)
    (newer, older) = session.data_choices()

    assert session.points == NEW
    assert newer.id == "coast"
    assert session.made_with == older.id != "coast"
    assert "data-changed" in rules(session)


def test_over_the_older_data_the_list_is_what_it_was_and_names_them(path: Path) -> None:
    before = Session.open(path)
    session = before.over(before.made_with)()

    assert session.points == OLD
    assert session.dirty
    assert session.path == path
    assert not session.made_with
    assert "data-changed" not in rules(session)
    session.save()
    again = Session.open(path)
    assert (again.points, again.made_with, again.army.data.set) == (OLD, "", before.made_with)


def test_accepting_the_newer_data_changes_what_the_file_says_of_them_and_nothing_else(path: Path) -> None:
    text = path.read_text("utf-8")
    session = Session.open(path).over("coast")()
    session.save()

    changed = [
        (old, new)
        for old, new in zip(text.splitlines(), path.read_text("utf-8").splitlines(), strict=True)
        if old != new
    ]
    keys = {old.split(":")[0].strip() for old, _ in changed}
    assert {"sha256"} <= keys <= {"date", "sha256"}  # the date is that of the newest file
    again = Session.open(path)
    assert (again.points, again.made_with, again.dirty) == (NEW, "", False)
    assert "data-changed" not in rules(again)


def test_unsaved_changes_go_along(path: Path) -> None:
    session = Session.open(path)
    session.rename("Another name")

    assert session.over(session.made_with)().name == "Another name"


def test_what_other_data_change_is_named(path: Path) -> None:
    session = Session.open(path)
    older = session.over(session.made_with)()

    found = session.succeeds(older)
    assert [(one.before.points, one.after.points) for one in found.prices if one.before and one.after] == [(80, 95)]
    assert (found.breaks, found.news) == (False, ())


def test_a_list_that_breaks_names_what_is_wrong_now(path: Path, tmp_path: Path) -> None:
    newer_data.update(tmp_path / "files", keep=False, points=95)
    stores = tmp_path / "files" / "Common Stores.cat"
    stores.write_text(stores.read_text("utf-8").replace('value="95"', 'value="5000"'), "utf-8")
    newer_data.Store().update("coast")
    session = Session.open(path)

    found = session.succeeds(session.over(session.made_with)())
    assert found.breaks
    assert {one.severity for one in found.news} == {"error"}
    assert {one.rule for one in found.news} <= rules(session)


def test_without_the_older_data_there_is_nothing_to_go_back_to(path: Path, tmp_path: Path) -> None:
    newer_data.Store().remove(Session.open(path).made_with)
    session = Session.open(path)

    assert not session.made_with
    assert [one.id for one in session.data_choices()] == ["coast"]


def test_data_given_by_the_user_are_settled(path: Path) -> None:
    session = Session.for_event(None, given(["coast"])).open(path)

    assert session.points == NEW
    assert (session.made_with, session.data_choices()) == ("", [])


def test_unknown_data_are_refused(path: Path) -> None:
    session = Session.open(path)
    with pytest.raises(InputError, match="no data set nowhere"):
        session.over("nowhere")()
    assert session.points == NEW


def test_native_lists_have_no_other_data(path: Path) -> None:
    session = Session.new("wh40k-10e", "orks")

    assert (session.made_with, session.data_choices()) == ("", [])
