"""Folders and tags that the user chooses, copies, and the bin: nothing is ever lost."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

from listbuilder.errors import InputError
from listbuilder.shelf import binned
from listbuilder.shelf.keeping import FILE, Shelf, tags_in
from listbuilder.shelf.scanning import scan


def test_tags_stay_beside_the_list(lists: Path) -> None:
    path = lists / "legal.yaml"
    before = path.read_bytes()
    Shelf.load().tag(str(path), ["draft", "club"])
    assert Shelf.load().tags_of(str(path)) == ["draft", "club"]
    assert path.read_bytes() == before
    Shelf.load().tag(str(path), [])
    assert Shelf.load().tags == {}


def test_two_builders_keep_each_others_tags(lists: Path) -> None:
    one, two = Shelf.load(), Shelf.load()
    one.tag("/a.yaml", ["a"])
    two.tag("/b.yaml", ["b"])
    two.add_folder(lists)
    one.tag("/c.yaml", ["c"])
    found = Shelf.load()
    assert set(found.tags) == {"/a.yaml", "/b.yaml", "/c.yaml"}
    assert found.folders == [str(lists)]


def test_a_folder_is_forgotten_and_stays(lists: Path) -> None:
    shelf = Shelf.load()
    shelf.add_folder(lists)
    shelf.add_folder(lists)
    assert Shelf.load().folders == [str(lists)]
    shelf.forget_folder(str(lists))
    assert shelf.folders == []
    assert Shelf.load().folders == []
    assert (lists / "legal.yaml").exists()


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"folders": 5}', '{"tags": []}', '{"tags": {"a": 3}, "folders": [1]}', "[" * 9999]
)
def test_a_damaged_file_is_ignored(tmp_path: Path, content: str) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / FILE).write_text(content, "utf-8")
    found = Shelf.load()
    assert (found.folders, found.tags) == ([], {})
    found.add_folder(tmp_path)
    assert Shelf.load().folders == [str(tmp_path)]
    assert (tmp_path / "state" / f"{FILE}.damaged").read_text("utf-8") == content


def test_what_was_damaged_before_stays_as_well(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    for content in ("{1", "{2", "{2", "{3"):
        (tmp_path / "state" / FILE).write_text(content, "utf-8")
        Shelf.load().tag("a", ["club"])
    kept = {path.name: path.read_text("utf-8") for path in (tmp_path / "state").iterdir() if path.name != FILE}
    assert kept == {f"{FILE}.damaged": "{1", f"{FILE}.damaged1": "{2", f"{FILE}.damaged2": "{3"}


def test_a_change_of_what_is_in_order_leaves_nothing_behind(tmp_path: Path) -> None:
    for name in ("a", "b"):
        Shelf.load().tag(name, ["club"])
    assert [path.name for path in (tmp_path / "state").iterdir()] == [FILE]
    assert len(Shelf.load().tags) == 2


def test_tags_as_they_are_typed() -> None:
    assert tags_in(" #draft, club;club  赛事 ") == ["draft", "club", "赛事"]
    assert len(tags_in("a" * 500)[0]) == 40
    assert tags_in(" , ") == []


def test_the_bin_gives_back_what_it_took(lists: Path) -> None:
    path = lists / "legal.yaml"
    before = path.read_bytes()
    found = binned.throw_away(path, ("draft",))
    assert not path.exists()
    assert [(one.name, one.tags) for one in binned.in_bin()] == [("legal.yaml", ("draft",))]
    assert binned.bring_back(found) == path
    assert (path.read_bytes(), binned.in_bin()) == (before, [])


def test_another_list_of_that_name_is_never_overwritten(lists: Path) -> None:
    path = lists / "legal.yaml"
    found = binned.throw_away(path)
    path.write_text("another", "utf-8")
    assert binned.bring_back(found) == lists / "legal 2.yaml"
    assert path.read_text("utf-8") == "another"


def test_it_comes_back_to_a_folder_that_is_gone(lists: Path) -> None:
    found = binned.throw_away(lists / "club" / "other.yaml")
    (lists / "club").rmdir()
    assert binned.bring_back(found).exists()


def test_several_of_one_name_are_in_the_bin(lists: Path) -> None:
    path = lists / "legal.yaml"
    for text in ("one", "two"):
        path.write_text(text, "utf-8")
        binned.throw_away(path)
    assert [one.file.read_text("utf-8") for one in binned.in_bin()] == ["two", "one"]


def test_a_file_on_another_disk_is_copied_first(lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Any) -> Path:
        raise OSError(errno.EXDEV, "another file system")

    monkeypatch.setattr(Path, "rename", refuse)
    found = binned.throw_away(lists / "legal.yaml")
    assert found.file.exists()
    assert not (lists / "legal.yaml").exists()


def test_what_cannot_be_moved_stays(lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Any) -> Path:
        raise OSError(errno.EACCES, "not yours")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(InputError, match="cannot be moved to the bin"):
        binned.throw_away(lists / "legal.yaml")
    assert (lists / "legal.yaml").exists()
    assert binned.in_bin() == []


def test_a_damaged_label_is_passed_over(lists: Path) -> None:
    found = binned.throw_away(lists / "legal.yaml")
    (found.folder / binned.LABEL).write_text("{", "utf-8")
    assert binned.in_bin() == []
    assert found.file.exists()


def test_a_folder_that_no_system_could_have_is_gone(tmp_path: Path) -> None:
    name = str(tmp_path / ("x" * 300))
    assert scan(None, [name], []).gone == [name]


@pytest.mark.parametrize("at", ["NaN", "1e300", "-1e300", "1" * 30])
def test_a_moment_that_there_is_not(lists: Path, at: str) -> None:
    found = binned.throw_away(lists / "legal.yaml")
    label = found.folder / binned.LABEL
    label.write_text(label.read_text("utf-8").replace(repr(found.at), at), "utf-8")
    (one,) = binned.in_bin()
    assert one.when == "-"
    assert binned.bring_back(one).exists()


@pytest.mark.parametrize("origin", ["", "/", "/lists/..", "."])
def test_a_label_that_names_no_file_is_passed_over(lists: Path, origin: str) -> None:
    found = binned.throw_away(lists / "legal.yaml")
    (found.folder / binned.LABEL).write_text(json.dumps({"origin": origin, "at": 1.0}), "utf-8")
    assert binned.in_bin() == []
    assert found.file.exists()


def test_copies_are_numbered(lists: Path) -> None:
    path = lists / "legal.yaml"
    copies = [binned.duplicate(path).name for _ in range(2)]
    assert copies == ["legal 2.yaml", "legal 3.yaml"]
    assert binned.duplicate(lists / "legal 2.yaml").name == "legal 4.yaml"
    assert (lists / "legal 2.yaml").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("name", "copy"),
    [
        ("army", "army 2"),
        ("army 9", "army 10"),
        ("army of 40k", "army of 40k 2"),
        ("army 999", "army 1000"),
        ("army 2026", "army 2026 2"),
        ("7", "7 2"),
        (" 7", " 7 2"),
        ("army ²", "army ² 2"),
    ],
)
def test_a_copy_goes_on_with_the_number_of_a_name(tmp_path: Path, name: str, copy: str) -> None:
    """A year is no number of a copy, and what is nothing but a number is a name."""
    assert binned.free(tmp_path / f"{name}.yaml").name == f"{copy}.yaml"
