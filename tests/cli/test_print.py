"""Many lists printed at once: into a folder, or as one document."""

from __future__ import annotations

import shutil

import pymupdf
import pytest

from listbuilder.print.layouts.registry import LAYOUTS

ILLEGAL, LEGAL = "illegal.yaml", "legal.yaml"


@pytest.fixture
def folder(lists):
    """A folder with two lists, one of the same name below it, and one that nobody can read."""
    (lists / "all" / "below").mkdir(parents=True)
    for name in (LEGAL, ILLEGAL):
        (lists / name).rename(lists / "all" / name)
    shutil.copy(lists / "all" / LEGAL, lists / "all" / "below" / LEGAL)
    (lists / "all" / "broken.yaml").write_text("{{{", encoding="utf-8")
    return lists


def printed(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_list_of_a_folder_is_printed_and_what_cannot_be_is_named(call, folder, jobs):
    result = call("print", "all", "-o", "out", "--jobs", jobs)
    assert result.status == 2
    assert printed(folder / "out") == ["below-legal.pdf", "illegal.pdf", "legal.pdf"]
    assert "wrote 3 lists to out" in result.err
    assert "all/broken.yaml:1:2" in result.err.replace("\\", "/")
    assert "Traceback" not in result.err


def test_lists_go_to_exports_where_nothing_is_said(call, folder):
    (folder / "all" / "broken.yaml").unlink()
    result = call("print", "all")
    assert result.status == 0
    assert printed(folder / "exports") == ["below-legal.pdf", "illegal.pdf", "legal.pdf"]


def test_a_list_is_printed_the_same_alone_and_among_others(call, folder):
    call("print", "all", "-o", "out")
    call("print", "all/legal.yaml", "-o", "alone.pdf")
    assert (folder / "alone.pdf").read_bytes() == (folder / "out" / "legal.pdf").read_bytes()


def test_one_document_has_all_pages_and_a_chapter_for_each_list(call, folder):
    result = call("print", "all", "-o", "all.pdf")
    assert result.status == 2
    assert "wrote 3 lists to all.pdf" in result.err
    call("print", "all", "-o", "out")
    apart = [len(pymupdf.open(folder / "out" / name)) for name in ("below-legal.pdf", "illegal.pdf", "legal.pdf")]
    with pymupdf.open(folder / "all.pdf") as document:
        assert len(document) == sum(apart)
        chapters = [(title, page) for level, title, page in document.get_toc() if level == 1]
        assert [page for _title, page in chapters] == [1, 1 + apart[0], 1 + apart[0] + apart[1]]
        assert f"page 1 of {apart[1]}" in document[apart[0]].get_text()  # each list counts its own


def test_one_document_on_standard_output(call, folder):
    result = call("print", "all/legal.yaml", "all/illegal.yaml", "-o", "-")
    assert result.status == 0
    with pymupdf.open(stream=result.out_bytes, filetype="pdf") as document:
        assert len([one for one in document.get_toc() if one[0] == 1]) == 2
    assert "wrote" not in result.err


def test_nothing_is_written_where_no_list_can_be_read(call, folder):
    (folder / "other.yaml").write_text("[", encoding="utf-8")
    result = call("print", "all/broken.yaml", "other.yaml", "-o", "all.pdf")
    assert result.status == 2
    assert not (folder / "all.pdf").exists()
    assert "wrote" not in result.err


def test_an_existing_document_is_left_when_nothing_can_be_printed(call, folder):
    (folder / "all.pdf").write_bytes(b"mine")
    (folder / "other.yaml").write_text("[", encoding="utf-8")
    call("print", "all/broken.yaml", "other.yaml", "-o", "all.pdf")
    assert (folder / "all.pdf").read_bytes() == b"mine"


def test_one_list_into_a_folder_that_is_there(call, folder):
    (folder / "out").mkdir()
    assert call("print", "all/legal.yaml", "-o", "out").status == 0
    assert call("print", "all/illegal.yaml", "-o", "new/").status == 0
    assert printed(folder / "out") == ["legal.pdf"]
    assert printed(folder / "new") == ["illegal.pdf"]


def test_a_folder_that_cannot_be_made(call, folder):
    (folder / "file").write_text("", encoding="utf-8")
    result = call("print", "all", "-o", "file/below")
    assert result.status == 2
    assert "Traceback" not in result.err
    assert "file" in result.err


def test_excluded_lists_are_not_printed(call, folder):
    result = call("print", "all", "-o", "out", "--exclude", "below", "--exclude", "broken.yaml")
    assert result.status == 0
    assert printed(folder / "out") == ["illegal.pdf", "legal.pdf"]
    assert "left out: " in result.err


def test_a_folder_without_lists(call, folder):
    (folder / "none").mkdir()
    result = call("print", "none", "-o", "out")
    assert result.status == 2
    assert "there is nothing in this folder" in result.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--accent", "red"], "red is no colour"),
        (["--layout", "submission", "--to", "ros"], "gw-app"),
        (["--compact", "--layout", "large"], "--compact is --layout compact"),
        (["--layout", "booklet", "--paper", "a5"], "a4, letter"),
        (["--layout", "poster"], "'roster'"),
        (["--layout", "turn", "--versus", "missing.yaml"], "missing.yaml: cannot be read"),
    ],
)
def test_options_that_do_not_fit(call, folder, arguments, message):
    result = call("print", "all/legal.yaml", "-o", "a.pdf", *arguments)
    assert result.status == 2
    assert message in result.err
    assert not (folder / "a.pdf").exists()


def test_a_turn_sheet_with_the_opponent(call, lists):
    result = call("print", LEGAL, "--layout", "turn", "--versus", LEGAL, "-o", "turn.pdf")
    assert result.status == 0
    with pymupdf.open(lists / "turn.pdf") as document:
        assert "Both armies" in document[-1].get_text()


def test_an_opponent_of_another_game_is_refused(call, lists, root):
    other = str(root / "factions" / "aos-4e" / "examples" / "legal.yaml")
    result = call("print", LEGAL, "--layout", "turn", "--versus", other, "-o", "turn.pdf")
    assert result.status == 2
    assert "this list is of Warhammer 40,000 10th edition, the opponent's of Age of Sigmar 4th edition" in result.err
    assert not (lists / "turn.pdf").exists()


def test_a_layout_that_shows_no_opponent_is_refused(call, lists):
    result = call("print", LEGAL, "--layout", "compact", "--versus", LEGAL)
    assert result.status == 2
    assert "--versus is shown by these layouts" in result.err


def test_an_opponent_that_cannot_be_read_is_refused_by_name(call, lists):
    (lists / "other.yaml").write_text("{{{", encoding="utf-8")
    result = call("print", LEGAL, "--layout", "turn", "--versus", "other.yaml")
    assert result.status == 2
    assert "other.yaml:1:2" in result.err


def test_a_light_accent_is_darkened_with_a_word(call, folder):
    assert "#FFD700 is too light" in call("print", "all/legal.yaml", "-o", "a.pdf", "--accent", "#FFD700").err
    assert "too light" not in call("print", "all/legal.yaml", "-o", "a.pdf", "--accent", "#0B2349").err


def test_what_the_pages_cannot_show_is_told_by_name(call, folder):
    path = folder / "all" / LEGAL
    text = path.read_text(encoding="utf-8")
    named = "\n".join("name: Fire \U0001f525 Lords" if line.startswith("name:") else line for line in text.splitlines())
    path.write_text(named, encoding="utf-8")
    result = call("print", "all/legal.yaml", "-o", "one.pdf")
    assert result.status == 0
    assert "Fire \U0001f525 Lords" in result.err
    assert result.err.count("\U0001f525") == 2  # of one warning: in the name, and by itself
    many = call("print", "all/legal.yaml", "all/illegal.yaml", "-o", "out")
    assert many.err.count("Fire \U0001f525 Lords") == 1
    assert "all/legal.yaml: Fire" in many.err.replace("\\", "/")


def test_help_says_what_each_layout_is(call):
    words = " ".join(call("print", "--help").out.split())
    for name, layout in LAYOUTS.items():
        assert f" {name} {layout.title}" in words
