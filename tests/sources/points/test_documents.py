"""The points documents of a game: which there are, what their pages are called, and how little reading them again costs."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.resources import shipped
from listbuilder.sources.cache import Cache
from listbuilder.sources.points import reading
from listbuilder.sources.points.documents import Document, documents, is_version, misnamed

LONG_AGO = 1_700_000_000


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "shipped" / "shore"
    write(folder, "1.9", "tin-gulls", "name: Tin Gulls\nunits: {Gull: {points: {1: 5}}}\n")
    write(folder, "1.9", "crabs", "name: King’s Crabs\nparent: tin-gulls\n", date="2026-03-09")
    return folder


def write(game: Path, version: str, name: str, text: str, date: str = "2026-03-01") -> Path:
    path = game / "points" / version / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'version: "{version}"\ndate: {date}\n{text}', "utf-8")
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


Read = Callable[..., tuple[Document, ...]]


@pytest.fixture
def read(game: Path, cache_folder: Path) -> Read:
    def found(*others: Path) -> tuple[Document, ...]:
        return documents("shore", [game, *others], Cache(cache_folder))

    return found


def test_versions_are_compared_as_numbers_and_the_newest_comes_first(game: Path, read: Read):
    for version in ("1.10", "2", "1.9.1"):
        write(game, version, "gulls", "name: Gulls\n")
    game.joinpath("points", "3.0").mkdir()
    assert [one.version for one in read()] == ["2", "1.10", "1.9.1", "1.9"]


def test_a_game_without_any_has_none(tmp_path: Path):
    assert documents("shore", [tmp_path / "nowhere"]) == ()


def test_a_document_names_its_pages_and_its_date(read: Read):
    (found,) = read()
    assert [(one.id, one.name, one.parent) for one in found.lines] == [
        ("crabs", "King’s Crabs", "tin-gulls"),
        ("tin-gulls", "Tin Gulls", ""),
    ]
    assert [one.id for one in found.pages] == ["crabs", "tin-gulls"]
    assert (found.system, found.version, found.date, found.problems) == ("shore", "1.9", "2026-03-09", ())


@pytest.mark.parametrize("word", ["crabs", "King’s Crabs", "king's crabs", "KING`S-CRABS"])
def test_a_page_is_found_by_its_id_or_name(read: Read, word: str):
    (found,) = read()
    page = found.page(word)
    assert page is not None
    assert page.id == "crabs"
    assert found.page("lobsters") is None


def test_folders_of_the_user_add_versions_and_pages(tmp_path: Path, read: Read):
    own = tmp_path / "own" / "shore"
    write(own, "1.9", "crabs", "name: Other Crabs\n")
    write(own, "1.9", "terns", "name: Terns\n")
    write(own, "2.0", "terns", "name: Terns\n")
    newer, older = read(own)
    assert [one.name for one in newer.lines] == ["Terns"]
    assert [one.name for one in older.lines] == ["Other Crabs", "Terns", "Tin Gulls"]


def test_the_hash_is_that_of_the_files(game: Path, read: Read):
    before = read()[0].sha256
    write(game, "1.9", "crabs", "name: Crabs\n")
    after = read()[0].sha256
    assert before != after
    assert len(before) == len(after) == 64


def test_a_page_with_mistakes_is_refused_and_the_others_are_read(game: Path, read: Read):
    broken = write(game, "1.9", "terns", "name: Terns\nparent: tin-gull\n")
    write(game, "1.9", "cut", "name: [\n")
    (found,) = read()
    assert [one.id for one in found.lines] == ["crabs", "tin-gulls"]
    assert {Path(one.file).stem for one in found.problems} == {"cut", "terns"}
    with pytest.raises(InputError) as raised:
        found.page("terns")
    assert str(raised.value) == f"{broken}:4:9: unknown page: tin-gull (did you mean tin-gulls?)"
    with pytest.raises(InputError, match="cut.yaml"):
        found.page("cut")


def test_a_folder_that_is_no_version_is_named(game: Path, read: Read):
    for name in ("v2.0", "_draft", ".git"):
        game.joinpath("points", name).mkdir()
    assert [one.version for one in read()] == ["1.9"]
    (problem,) = misnamed([game])
    assert str(problem).endswith(
        "v2.0: v2.0 is no version of a points document (call the folder by its version, such as 1.1)"
    )
    assert not is_version("1.1\n")
    assert not is_version("1" * 9)


# --- the cache ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many files were read, each time that any were."""
    found: list[int] = []
    original = reading.read
    monkeypatch.setattr(reading, "read", lambda contents: (found.append(len(contents)), original(contents))[1])
    return found


def test_what_was_compiled_is_not_read_again(read: Read, reads: list[int]):
    (first,) = read()
    (second,) = read()
    assert list(first.pages) == list(second.pages)
    assert (first.lines, first.sha256) == (second.lines, second.sha256)
    assert reads == [2]


def test_a_file_that_changes_is_read_again(game: Path, read: Read, reads: list[int]):
    assert read()[0].page("gulls") is None
    write(game, "1.9", "gulls", "name: Gulls\n")
    assert read()[0].page("gulls") is not None
    write(game, "1.9", "gulls", "name: Terns\n")
    assert [one.name for one in read()[0].lines if one.id == "gulls"] == ["Gulls"]  # same size, same time: by its stamp
    os.utime(game / "points" / "1.9" / "gulls.yaml", (LONG_AGO, LONG_AGO + 1))
    assert [one.name for one in read()[0].lines if one.id == "gulls"] == ["Terns"]
    assert reads == [2, 3, 3]


def test_a_file_that_was_touched_is_not_compiled_again(game: Path, read: Read, reads: list[int]):
    assert read()[0].lines
    os.utime(game / "points" / "1.9" / "crabs.yaml", (LONG_AGO, LONG_AGO + 1))
    assert read()[0].lines
    assert reads == [2]


def test_a_file_that_went_is_missed(game: Path, read: Read):
    write(game, "1.9", "gulls", "name: Gulls\n")
    (found,) = read()
    assert found.page("gulls") is not None
    game.joinpath("points", "1.9", "gulls.yaml").unlink()
    assert read()[0].page("gulls") is None


def test_a_file_that_cannot_be_read_is_a_problem(game: Path, read: Read):
    path = write(game, "1.9", "gulls", "name: Gulls\n")
    (found,) = read()
    path.unlink()
    assert [Path(one.file).stem for one in found.problems] == ["gulls"]
    assert [one.id for one in found.lines] == ["crabs", "tin-gulls"]


def test_pages_with_mistakes_are_not_cached(game: Path, read: Read, reads: list[int]):
    write(game, "1.9", "gulls", "name: []\n")
    assert read()[0].problems == read()[0].problems != ()
    assert reads == [2 + 1, 2 + 1]


def test_without_a_cache_everything_is_read(read: Read, reads: list[int], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LISTBUILDER_NO_CACHE", "1")
    assert [list(one.pages) for one in read()] == [list(one.pages) for one in read()]
    assert reads == [2, 2]


def test_the_shipped_documents_have_no_mistakes():
    found = documents("wh40k-11e", [shipped("factions") / "wh40k-11e"])
    assert [(one.version, one.date, len(one.lines), one.problems) for one in found] == [
        ("1.1", "2026-07-22", 30, ()),
        ("1.0", "2026-06-23", 30, ()),
    ]
