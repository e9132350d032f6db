"""`listbuilder convert`: from any format into any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder import strictyaml
from tests.conftest import ROOT
from tests.exchange import lists as texts
from tests.nasty import BREAKING, FORGED, IN_YAML, forges


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with an exported list."""
    (tmp_path / "app.txt").write_text(texts.GW_B, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_to_standard_output(call, folder):
    result = call("convert", "app.txt", "--to", "wtc-compact")
    assert result.status == 0
    assert "+ TOTAL ARMY POINTS: 245pts" in result.out
    assert call("check", "-", stdin=result.out.encode()).status == 0


@pytest.mark.parametrize("name", IN_YAML)
def test_a_list_of_ours_is_shown_without_commands_and_says_the_same(call, folder, name):
    """Into a file it goes as it is."""
    notes = name.replace("\n", "\n  ") if name.isprintable() or name in FORGED else "none"
    text = f"# {json.dumps(name)}\nname: {json.dumps(name)}\nsystem: wh40k-10e\nfaction: orks\nunits: []\nnotes: |\n  {notes}\n"
    (folder / "a.yaml").write_text(text, "utf-8")
    for words, stdin in ((["convert", "a.yaml", "--to", "yaml"], b""), (["check", "--fix", "-"], text.encode())):
        shown = call(*words, stdin=stdin).out
        assert strictyaml.load(shown).value == strictyaml.load(text).value
        assert (forges(shown), BREAKING & set(shown)) == ([], set())
    assert call("convert", "a.yaml", "-o", "b.yaml").status == 0
    assert (folder / "b.yaml").read_bytes() == text.encode()


def test_from_standard_input(call, folder):
    result = call("convert", "-", "--to", "markdown", stdin=texts.GW_B.encode())
    assert "# ++ Army Roster ++ [245 pts]" in result.out


@pytest.mark.parametrize(
    ("name", "start"), [("a.yaml", "name: Green"), ("a.YML", "name: Green"), ("a.md", "Orks - "), ("a.txt", "Green")]
)
def test_the_name_of_the_output_means_a_format(call, folder, name, start):
    result = call("convert", "app.txt", "-o", name)
    assert (result.status, (folder / name).read_text("utf-8")[: len(start)]) == (0, start)
    assert f"wrote {name}" in result.err


def test_an_existing_file_is_kept(call, folder):
    (folder / "a.md").write_text("mine", "utf-8")
    result = call("convert", "app.txt", "-o", "a.md")
    assert (result.status, (folder / "a.md").read_text("utf-8")) == (2, "mine")
    assert call("convert", "app.txt", "-o", "a.md", "--force").status == 0
    assert (folder / "a.md").read_text("utf-8") != "mine"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "pdf"], "no list is written as pdf"),
        (["-o", "a.doc"], "say in which format"),
        ([], "say in which format"),
        (["--to", "rosz"], "this list uses native data"),
    ],
)
def test_what_cannot_be_written_is_refused(call, folder, arguments, message):
    result = call("convert", "app.txt", *arguments)
    assert (result.status, result.out) == (2, "")
    assert message in result.err
    assert not (folder / "a.doc").exists()


def test_what_was_not_understood_is_missing_and_named(call, folder):
    (folder / "app.txt").write_text(texts.GW_B.replace("Attack squig", "Attack sofa"), "utf-8")
    result = call("convert", "app.txt", "--to", "text")
    assert result.status == 2
    assert "app.txt:12:1: unknown item: Attack sofa" in result.err
    assert "sofa" not in result.out


def test_what_a_text_does_not_carry_is_said(call):
    """Of a list that a text holds whole nothing is said."""
    examples = ROOT / "factions" / "kill-team-2021" / "examples"
    result = call("convert", examples / "illegal-wargear-options.yaml", "--to", "text")
    assert result.status == 0
    assert "the text does not carry: Chainsword of Assault Intercessor Sergeant" in result.err
    assert call("convert", examples / "legal.yaml", "--to", "text").err == ""


def test_what_is_not_offered_is_left_out_and_named(call, folder):
    """The list that is written would be legal without it."""
    (folder / "app.txt").write_text(texts.GW_B.replace("1x Attack squig", "1x Kan klaw"), "utf-8")
    assert "error[not-offered]" in call("check", "app.txt").out
    result = call("convert", "app.txt", "-o", "a.yaml")
    assert result.status == 2
    left_out = result.err.partition("Left out of what is written, or changed in it:\n")[2]
    assert "the data do not offer it Kan klaw" in left_out
    assert "the list is not judged legal, but what is written is. This no longer speaks against it:" in left_out
    assert call("check", "a.yaml").status == 0


def test_a_list_that_a_text_makes_legal_is_told(call, tmp_path):
    """Reserves, which no text carries, may be all that is wrong."""
    units = "\n".join(
        f"  - {{id: {name}, datasheet: {sheet}}}"
        for name, sheet in (("cap", "captain, warlord: true"), ("a", "intercessor-squad"), ("b", "intercessor-squad"))
    )
    head = "system: wh40k-10e\nfaction: space-marines\ndetachment: gladius-task-force\nbattle_size: incursion\n"
    stated = f"{head}units:\n{units}\ndeclarations:\n  strategic_reserves: [a]\n"
    path = tmp_path / "list.yaml"
    path.write_text(stated, "utf-8")
    assert "error[sr-quarter]" in call("check", path).out
    result = call("convert", path, "--to", "text")
    assert result.status == 2
    told = result.err.partition(
        "the list is not judged legal, but what is written is. This no longer speaks against it:\n"
    )[2]
    assert told.startswith("  Strategic Reserves: 80 points, at most 60")
    again = call("convert", path, "--to", "yaml")
    assert (again.status, again.err) == (0, "")
    path.write_text(stated.replace("[a]", "[]"), "utf-8")
    assert call("convert", path, "--to", "text").status == 0


def test_a_total_that_the_units_do_not_add_up_to_is_told(call, folder):
    """A unit seems to be missing in the list; nothing says so in what is written."""
    (folder / "app.txt").write_text(texts.GW_B.replace("(245 points)", "(445 points)"), "utf-8")
    assert call("check", "app.txt").status == 2
    result = call("convert", "app.txt", "--to", "text")
    assert result.status == 2
    assert "the list says 445 points in all, its units add up to 245" in result.err


@pytest.mark.parametrize("command", [("convert", "--to", "gw-app"), ("import", "-o", "new.yaml")])
def test_a_list_beyond_its_budget_is_refused(call, folder, command):
    (folder / "long.yaml").write_text(f"name: {'x' * 501}\nsystem: wh40k-10e\nfaction: orks\n", "utf-8")
    result = call(*command, "long.yaml")
    assert (result.status, result.out) == (2, "")
    assert "too large: 501 characters in one name, at most 500" in result.err
