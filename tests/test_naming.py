"""Names of files that are made from names of lists."""

from __future__ import annotations

import pytest

from listbuilder.naming import MAX_GUESSED, Distinct, file_name, file_names, fold, nearest


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Da Rust, Red Tide!", "da-rust-red-tide"),
        ("../..", "list"),
        ("\x1b[31m\n", "31m"),
        ("NUL", "nul-list"),
        ("Com1", "com1-list"),
    ],
)
def test_a_name_that_every_file_system_takes(name, found):
    assert file_name(name) == found


def test_a_name_of_many_bytes_is_cut_between_characters():
    found = file_name("\U00020000" * 300)
    assert found == "\U00020000" * 50


@pytest.mark.parametrize(
    ("paths", "found"),
    [
        (["lists/a.yaml"], ["a"]),
        (["lists/a.yaml", "lists/b.yaml"], ["a", "b"]),
        (["lists/a.yaml", "lists/a.ros", "lists/A.txt"], ["a", "a-2", "a-3"]),
        (["lists/red/a.yaml", "lists/blue/a.yaml"], ["red-a", "blue-a"]),
        (["lists/a-2.txt", "lists/a.ros", "lists/a.yaml"], ["a-2", "a", "a-3"]),
        (["up.zip\\inner\\a.ros", "up.zip\\b.ros"], ["inner-a", "b"]),
        (["-", ".hidden", "a.v2.yaml"], ["list", "hidden", "a-v2"]),
    ],
)
def test_paths_get_names_unlike_each_other(paths, found):
    assert file_names(paths) == found


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u2011", "\u2012", "–", "—", "\u2212", "_", " "])
def test_all_hyphens_are_one(hyphen):
    """Data and word processors write several that look alike."""
    assert fold(f"Anti{hyphen}thaumic Crossbow") == "anti thaumic crossbow"


def test_names_that_are_there_already_get_the_first_free_number() -> None:
    distinct = Distinct()
    given = [distinct.name(name) for name in ("list", "list-3", "LIST", "list", "List-3", "list")]
    assert given == ["list", "list-3", "LIST-2", "list-4", "List-3-2", "list-5"]
    assert [distinct.name(name) for name in ("caf\xe9", "cafe\u0301")] == [
        "caf\xe9",
        "cafe\u0301-2",
    ]  # one name on macOS


def test_what_nobody_sees_tells_no_names_apart() -> None:
    assert fold("Reds\u200b") == fold("R\xadeds") == fold("\ufeffreds") == "reds"


def test_texts_longer_than_names_are_near_none():
    name = "x" * MAX_GUESSED
    assert (nearest(name, [name + "y"]), nearest(name + "y", [name])) == (name + "y", "")
