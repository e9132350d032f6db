"""`listbuilder data points`: the points documents that there are, and what changed between two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from pypdf import PdfReader

from listbuilder import schemas
from tests.cli.conftest import Call

SYSTEM = "wh40k-11e"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of the user's own with a later version of one page."""
    folder = tmp_path / "own"
    page = folder / SYSTEM / "points" / "1.10" / "orks.yaml"
    page.parent.mkdir(parents=True)
    page.write_text('name: Orks\nversion: "1.10"\ndate: 2026-11-02\nunits: {Mek: {points: {1: 45}}}\n', "utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(folder))
    return page


def test_documents_are_listed_with_the_newest_first(call: Call):
    shown = call("data", "points")
    lines = shown.out.splitlines()
    start = lines.index("Warhammer 40,000 11th edition (wh40k-11e)")
    assert [line.split("  ")[1:] for line in lines[start + 1 : start + 3]] == [
        ["1.1", "2026-07-22", "30 pages"],
        ["1.0", "2026-06-23", "30 pages"],
    ]
    assert call("data", "points", SYSTEM).out == call("data", "points", "warhammer 40,000 11th edition").out
    assert call("data", "points", SYSTEM).out in shown.out
    assert shown.status == 0


def test_a_document_lists_its_pages(call: Call):
    lines = call("data", "points", SYSTEM, "1.1").out.splitlines()
    assert len(lines) == 30
    assert lines[5].split() == ["black-templars", "Black", "Templars", "2026-07-22", "space-marines"]


def test_two_documents_are_compared(call: Call):
    found = call("data", "points", SYSTEM, "1.0", "1.1", "--page", "ADEPTA SORORITAS")
    lines = found.out.splitlines()
    assert lines[0] == "Adepta Sororitas"
    assert "  ~ Zephyrim Squad: 5 models 80 → 75, 10 models 160 → 150; from copy 3: +10" in lines
    whole = call("data", "points", SYSTEM, "1.0", "1.1").out
    assert found.out in whole
    assert "\n\nOrks\n" in whole
    assert (found.status, found.err) == (0, "")
    assert call("data", "points", SYSTEM, "1.1", "1.1").out == ""


def test_a_page_that_is_asked_for_is_shown_whole(call: Call):
    whole = call("data", "points", SYSTEM, "1.0", "1.1").out
    chapter = call("data", "points", SYSTEM, "1.0", "1.1", "--page", "dark-angels").out
    assert "  and 27 changes as of Space Marines\n" in whole.split("\nDark Angels\n")[1]
    assert "changes as of" not in chapter
    assert "  ~ Rhino: 75 → 65; from copy 4: +10\n" in chapter


def test_programs_read_the_same(call: Call):
    found = json.loads(call("data", "points", SYSTEM, "1.0", "1.1", "--format", "json").out)
    Draft202012Validator(schemas.read("points-report")).validate(found)
    assert [one["version"] for one in found["documents"]] == ["1.0", "1.1"]
    assert {one["page"] for one in found["changes"]} > {"orks", "tyranids"}
    one = json.loads(call("data", "points", SYSTEM, "1.0", "1.1", "--format", "json", "--page", "orks").out)
    assert one["changes"] == [change for change in found["changes"] if change["page"] == "orks"]
    listed = json.loads(call("data", "points", "--format", "json").out)
    Draft202012Validator(schemas.read("points-report")).validate(listed)
    assert [(doc["system"], doc["version"]) for doc in listed["documents"]][:2] == [(SYSTEM, "1.1"), (SYSTEM, "1.0")]


def test_versions_of_the_user_are_found(call: Call, own: Path):
    assert [line.split()[0] for line in call("data", "points", SYSTEM).out.splitlines()[1:]] == ["1.10", "1.1", "1.0"]
    assert (
        "\n  ~ Mek: 55 → 45; may no longer lead Boyz, "
        in call("data", "points", SYSTEM, "1.1", "1.10", "--page", "orks").out
    )


@pytest.mark.unmeasured
def test_mistakes_are_named_and_the_rest_is_shown(call: Call, own: Path):
    own.write_text(own.read_text("utf-8") + "detachment: {}\n", "utf-8")
    own.parent.with_name("v2").mkdir()
    shown = call("data", "points", SYSTEM)
    assert shown.status == 2
    assert f"{own}:5:1: unknown key detachment (did you mean detachments?)" in shown.err
    assert "v2 is no version of a points document" in shown.err
    assert "1.0" in shown.out

    checked = call("data", "check")
    assert checked.status == 2
    assert f"{own}:5:1: unknown key detachment" in checked.err
    assert "v2 is no version of a points document" in checked.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([SYSTEM, "1.2"], "there is no version 1.2 of the points document of wh40k-11e (known: 1.1, 1.0)"),
        (["douwang"], "there is no points document of douwang"),
        (["wh40k-11"], "unknown game system: wh40k-11"),
        ([SYSTEM, "1.0", "1.1", "--page", "ork"], "unknown page: ork (did you mean orks?)"),
        ([SYSTEM, "1.0", "--page", "orks"], "--page needs two versions"),
        ([SYSTEM, "1.0", "1.1", "1.2"], "at most two versions can be named"),
    ],
)
def test_what_is_not_there_is_said(call: Call, words: list[str], said: str):
    refused = call("data", "points", *words)
    assert refused.status == 2
    assert said in refused.err
    assert refused.out == ""


def test_reports_and_pages_name_the_version_that_a_list_was_judged_by(call: Call, tmp_path: Path):
    path, pdf = tmp_path / "orks.yaml", tmp_path / "orks.pdf"
    path.write_text(
        "name: x\nsystem: wh40k-11e\ndata: {set: wh40k-11e-points, points: '1.1'}\nfaction: Orks\nforces: []\n", "utf-8"
    )
    report = json.loads(call("check", "--jobs", "1", "--format", "json", str(path)).out)
    assert report["lists"][0]["data"]["points"] == "1.1"
    Draft202012Validator(schemas.read("report")).validate(report)
    assert call("print", str(path), "-o", str(pdf)).status == 0
    assert "points of 1.1" in " ".join(page.extract_text() for page in PdfReader(pdf).pages)
