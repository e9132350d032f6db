"""Which lists stand on the shelf: those of the folders, in archives too, and what is never opened."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from listbuilder.shelf import scanning
from listbuilder.shelf.scanning import Scanned, scan, stamp


def names(found: Scanned) -> list[str]:
    return [Path(one.id).name for one in found.lists]


def test_the_starting_folder_is_looked_at_without_those_below(lists: Path) -> None:
    assert names(scan(lists, [], [])) == ["legal.yaml"]


def test_named_folders_are_looked_at_with_those_below(lists: Path) -> None:
    found = scan(None, [str(lists)], [])
    assert names(found) == ["legal.yaml", "other.yaml"]
    assert [one.folder for one in found.lists] == [str(lists), str(lists / "club")]


def test_recent_files_elsewhere_are_added_once(lists: Path) -> None:
    recent = [str(lists / "legal.yaml"), str(lists / "club" / "other.yaml"), str(lists / "gone.yaml")]
    assert names(scan(lists, [], recent)) == ["legal.yaml", "other.yaml"]


def test_a_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    assert scan(None, [str(tmp_path / "gone")], []).gone == [str(tmp_path / "gone")]


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_no_link_leads_out_of_the_folder(lists: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("a password", "utf-8")
    (lists / "club" / "link.txt").symlink_to(secret)
    (lists / "club" / "loop").symlink_to(lists)
    (lists / "club" / "inside.yaml").symlink_to(lists / "legal.yaml")
    (lists / "club" / "away").symlink_to(tmp_path)
    found = scan(None, [str(lists)], [])
    refused = {Path(one.id).name: str(one.entry.problem.message) for one in found.lists if one.entry.problem}
    assert refused == {"link.txt": "this is a link that leads out of the folder"}
    assert names(found) == ["legal.yaml", "link.txt", "other.yaml"]  # the link inside is the same list


@pytest.mark.skipif(os.name != "posix", reason="pipes")
def test_what_is_no_plain_file_is_not_opened(lists: Path) -> None:
    os.mkfifo(lists / "pipe.yaml")
    (pipe,) = (one for one in scan(lists, [], []).lists if one.entry.problem)
    assert str(pipe.entry.problem and pipe.entry.problem.message) == "this is no regular file"


def test_huge_files_are_named_and_not_read(lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "LARGEST", 1000)
    (lists / "huge.txt").write_text("x" * 1001, "utf-8")
    huge = next(one for one in scan(lists, [], []).lists if "huge" in one.id)
    assert huge.entry.problem is not None
    assert (huge.entry.problem.rule, huge.digest) == ("too-large", "")


def test_a_folder_of_very_many_files_costs_no_more_than_one_of_many(
    lists: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "MOST_FILES", 5)
    for number in range(9):
        (lists / f"{number}.txt").write_text(f"list {number}", "utf-8")
    found = scan(lists, [], [])
    assert (len(found.lists), found.full) == (5, [str(lists)])


def test_lists_in_archives_stand_in_a_folder_of_their_own(lists: Path) -> None:
    with zipfile.ZipFile(lists / "league.zip", "w") as packed:
        packed.write(lists / "legal.yaml", "anna.yaml")
        packed.writestr("../out.yaml", "system: x")
    inside = [one for one in scan(lists, [], []).lists if "league" in one.folder]
    assert {(Path(one.id).name, one.path, bool(one.entry.problem)) for one in inside} == {
        ("anna.yaml", None, False),
        ("out.yaml", None, True),
    }


def test_a_broken_archive_is_named(lists: Path) -> None:
    (lists / "league.zip").write_bytes(b"PK\x03\x04 broken")
    broken = next(one for one in scan(lists, [], []).lists if one.id.endswith(".zip"))
    assert broken.entry.problem is not None


def test_other_data_and_hidden_files_are_left_out(lists: Path) -> None:
    (lists / ".hidden.yaml").write_text("system: x\nunits: []", "utf-8")
    (lists / "settings.yaml").write_text("colour: red\n", "utf-8")
    (lists / "README.md").write_text("# A club\n", "utf-8")
    assert names(scan(lists, [], [])) == ["legal.yaml"]


def test_nested_folders_end_somewhere(tmp_path: Path, lists: Path) -> None:
    lists.joinpath(*"abcdefgh").mkdir(parents=True)
    for depth in (4, 5, 8):
        path = lists.joinpath(*"abcdefgh"[:depth]) / f"{depth}.yaml"
        path.write_bytes((lists / "legal.yaml").read_bytes())
    assert [name for name in names(scan(None, [str(lists)], [])) if name[0].isdecimal()] == ["4.yaml"]


def test_a_stamp_tells_that_files_came_changed_or_went(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    seen = [stamp(tmp_path, ()), stamp(None, [str(tmp_path)])]
    (tmp_path / "below" / "a.yaml").write_text("a")
    assert stamp(tmp_path, ()) == seen[0]  # not below the folder where the program was started
    seen.append(stamp(None, [str(tmp_path)]))
    (tmp_path / "below" / "a.yaml").write_text("longer")
    seen.append(stamp(None, [str(tmp_path)]))
    assert len(set(seen)) == 3
    (tmp_path / "below" / "a.yaml").unlink()
    (tmp_path / "notes.pages").write_text("no list")
    assert stamp(None, [str(tmp_path)]) == seen[1]
