"""Lists are judged once: what is known of them holds until the list, the data or the language are others."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from listbuilder.i18n import set_language
from listbuilder.report.entry import Entry
from listbuilder.shelf.judging import Judging
from listbuilder.shelf.kept import Kept
from listbuilder.shelf.scanning import scan
from listbuilder.shelf.summing import Question
from tests import newer_data, other_game


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a list of a small game, and one more below it."""
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(other_game.SYSTEMS))
    folder = tmp_path / "lists"
    (folder / "club").mkdir(parents=True)
    content = other_game.LEGAL.read_bytes()
    (folder / "legal.yaml").write_bytes(content)
    (folder / "club" / "other.yaml").write_bytes(content + b"# another\n")
    return folder


class Here:
    """Judges in this process what the shelf has judged in one of its own."""

    def __init__(
        self, work: Callable[[Entry, Question], Kept], entries: list[Entry], question: Question, *_: object, quiet: bool
    ):
        self._results = (work(entry, question) for entry in entries)

    def run(self, number: int) -> Iterator[Kept]:
        assert number == 1
        yield from self._results


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known depends on no process."""
    monkeypatch.setattr("listbuilder.report.pool.Pool", Here)


def looked(folder: Path, judged_for: str = "") -> tuple[dict[str, Kept], dict[str, Kept]]:
    """What was known at once, and what was found out."""
    judging = Judging(scan(None, [str(folder)], []).lists, Question(), judged_for)
    known, told = judging.known(), {}
    judging.rest(known, lambda found, kept: told.__setitem__(Path(found.id).name, kept))
    return {Path(name).name: kept for name, kept in known.items()}, told


def test_a_second_look_knows_everything(lists: Path) -> None:
    known, told = looked(lists)
    assert (set(known), set(told)) == (set(), {"legal.yaml", "other.yaml"})
    again, more = looked(lists)
    assert (again, more) == (told, {})


@pytest.mark.usefixtures("here")
def test_a_list_that_changed_is_judged_again(lists: Path) -> None:
    looked(lists)
    path = lists / "legal.yaml"
    path.write_text(path.read_text("utf-8") + "notes: new\n", "utf-8")
    known, told = looked(lists)
    assert (set(known), set(told)) == ({"other.yaml"}, {"legal.yaml"})


@pytest.mark.usefixtures("here")
def test_a_list_that_moved_is_still_known(lists: Path) -> None:
    looked(lists)
    (lists / "legal.yaml").rename(lists / "club" / "moved.yaml")
    assert set(looked(lists)[0]) == {"moved.yaml", "other.yaml"}


@pytest.mark.usefixtures("here")
def test_another_language_or_event_is_another_answer(lists: Path) -> None:
    looked(lists)
    assert looked(lists, "an event")[0] == {}
    set_language("zh")
    assert looked(lists)[0] == {}


@pytest.mark.usefixtures("here")
def test_newer_data_are_another_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    newer_data.install(tmp_path / "files")
    folder = tmp_path / "coast"
    folder.mkdir()
    (folder / "coast.yaml").write_bytes(newer_data.saved_list())
    assert looked(folder)[1]["coast.yaml"].newer is None
    newer_data.update(tmp_path / "files", keep=True)
    known, told = looked(folder)
    assert not known
    assert told["coast.yaml"].newer is not None


@pytest.mark.usefixtures("here")
def test_files_of_a_game_that_changed_are_another_answer(
    lists: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    shutil.copytree(other_game.SYSTEMS, own)
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(own))
    looked(lists)
    assert looked(lists)[0]
    (own / "notes.txt").write_text("no data", "utf-8")
    assert looked(lists)[0]
    file = next(own.rglob("system.yaml"))
    file.write_text(file.read_text("utf-8") + "# changed\n", "utf-8")
    assert not looked(lists)[0]


@pytest.mark.usefixtures("here")
def test_what_cannot_be_read_is_known_without_judging(lists: Path) -> None:
    (lists / "league.zip").write_bytes(b"PK\x03\x04 broken")
    known, _ = looked(lists)
    assert known["league.zip"].was_read is False


@pytest.mark.usefixtures("here")
def test_a_damaged_cache_counts_as_none(lists: Path, tmp_path: Path) -> None:
    looked(lists)
    for file in (tmp_path / "cache").rglob("*"):
        if file.is_file():
            file.write_bytes(file.read_bytes()[:-3] + b"xxx")
    known, told = looked(lists)
    assert (known, set(told)) == ({}, {"legal.yaml", "other.yaml"})


def test_nobody_waits_once_it_is_ended(lists: Path) -> None:
    judging = Judging(scan(None, [str(lists)], []).lists, Question())
    told: list[Kept] = []

    def tell(_found: object, kept: Kept) -> None:
        told.append(kept)
        judging.end()

    judging.rest({}, tell)
    assert len(told) == 1
    judging.rest({}, tell)
    assert len(told) == 1
