"""Lists that other programs exported: checked, shown, printed and imported like lists of our own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.exchange import lists as texts


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with two exported lists and other files beside them."""
    (tmp_path / "app.txt").write_text(texts.GW_B, "utf-8")
    (tmp_path / "recruit.md").write_text(texts.MARKDOWN, "utf-8")
    (tmp_path / "notes.txt").write_text("Remember the dice.\n", "utf-8")
    (tmp_path / "package.json").write_text('{"name": "x"}', "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check(call, folder):
    result = call("check", "app.txt")
    assert result.status == 0
    assert "Green Afternoon, 245/2000 points: legal" in result.out


def test_the_name_of_the_file_says_nothing(call, folder):
    (folder / "app.txt").rename(folder / "list.yaml")
    assert call("check", "list.yaml").status == 0
    assert call("check", "-", stdin=texts.COMPACT.encode()).status == 0


def test_a_folder_stands_for_its_lists_and_names_other_texts(call, folder):
    result = call("check", "--format", "json", ".")
    report = json.loads(result.out)
    assert {one["file"]: one["state"] for one in report["lists"]} == {
        "app.txt": "judged",
        "notes.txt": "unknown-format",
        "recruit.md": "judged",
    }
    assert report["left_out"] == [{"file": "package.json", "reason": "other"}]


def test_what_is_not_understood_is_named_with_its_line(call, folder):
    (folder / "app.txt").write_text(texts.GW_B.replace("Attack squig", "Attack sofa"), "utf-8")
    result = call("check", "app.txt")
    assert result.status == 2
    assert "app.txt:12:5" in result.out
    assert "unknown item: Attack sofa" in result.out


def test_points_that_differ_are_a_warning(call, folder):
    (folder / "app.txt").write_text(texts.GW_B.replace("Boyz (170", "Boyz (165"), "utf-8")
    result = call("check", "app.txt")
    assert result.status == 0
    assert "warning[points-drift]: Boyz: the list says 165 points" in result.out


@pytest.mark.parametrize("name", ["notes.txt", "package.json"])
def test_any_other_text_is_refused(call, folder, name):
    result = call("check", name)
    assert result.status == 2
    assert "this is no list in a format that is read" in result.out


def test_show_and_print(call, folder):
    assert "War Horde" in call("show", "app.txt").out
    assert call("print", "recruit.md", "-o", "out.pdf").status == 0
    assert (folder / "out.pdf").read_bytes().startswith(b"%PDF")


class TestImport:
    def test_writes_our_own_file(self, call, folder):
        result = call("import", "app.txt", "-o", "out.yaml")
        assert (result.status, result.out) == (0, "")
        assert call("check", "out.yaml").out.startswith("out.yaml: Green Afternoon, 245/2000 points: legal")

    def test_is_named_after_the_list_and_overwrites_nothing(self, call, folder):
        assert call("import", "app.txt").status == 0
        assert (folder / "green-afternoon.yaml").is_file()
        again = call("import", "recruit.md")
        assert again.status == 2
        assert "exists already" in again.err
        assert call("import", "recruit.md", "--force").status == 0

    def test_from_standard_input_to_standard_output(self, call, folder):
        result = call("import", "-", "-o", "-", stdin=texts.COMPACT.encode())
        assert result.status == 0
        assert "datasheet: boyz" in result.out

    def test_says_what_is_missing_from_the_file(self, call, folder):
        (folder / "app.txt").write_text(texts.GW_B.replace("Attack squig", "Attack sofa"), "utf-8")
        result = call("import", "app.txt", "-o", "out.yaml")
        assert result.status == 2
        assert "app.txt:12:1: unknown item: Attack sofa" in result.err
        assert (folder / "out.yaml").is_file()

    def test_what_is_no_list_is_refused(self, call, folder):
        result = call("import", "notes.txt")
        assert result.status == 2
        assert not list(folder.glob("*.yaml"))
