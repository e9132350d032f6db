"""What changed between two points documents, in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from listbuilder import schemas
from listbuilder.report import points
from listbuilder.sources.cache import Cache
from listbuilder.sources.points.difference import difference
from listbuilder.sources.points.documents import Document, documents
from listbuilder.terminal import Terminal
from tools.native_data.yaml import flow


def write(folder: Path, version: str, page: str, facts: dict[str, Any]) -> None:
    path = folder / "points" / version / f"{page}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    head = {"name": page.title(), "version": version, "date": "2026-03-01"}
    lines = [
        f"{key}: {flow(value) if key != 'version' else json.dumps(value)}\n" for key, value in (head | facts).items()
    ]
    path.write_text("".join(lines), "utf-8")


def versions(folder: Path, before: dict[str, Any], after: dict[str, Any]) -> tuple[Document, Document]:
    for version, pages in (("1.0", before), ("1.1", after)):
        for page, facts in pages.items():
            write(folder, version, page, facts)
    new, old = documents("shore", [folder], Cache(folder / "cache"))
    assert not new.problems
    assert not old.problems
    return old, new


def said(folder: Path, before: dict[str, Any], after: dict[str, Any], **more: Any) -> list[str]:
    both = versions(folder, before, after)
    return points.changed(difference(*both), *both, **more).splitlines()


def of_unit(folder: Path, before: dict[str, Any], after: dict[str, Any]) -> str:
    price = {"points": {1: 5}}
    found = said(folder, {"gulls": {"units": {"Gull": price | before}}}, {"gulls": {"units": {"Gull": price | after}}})
    assert found[0] == "Gulls"
    (line,) = found[1:]
    return line.removeprefix("  ~ Gull: ")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ({"points": {1: 80}}, {"points": {1: 75}, "again": {3: 10}}, "80 → 75; from copy 3: +10"),
        ({"points": {5: 80}}, {"points": {5: 75}}, "5 models 80 → 75"),
        ({"points": {1: 40, 2: 80}}, {"points": {1: 45, 2: 85}}, "1 model 40 → 45, 2 models 80 → 85"),
        ({"points": {5: 80}}, {"points": {5: 80, 9: 1}}, "9 models none → 1"),
        ({"again": {3: 10}}, {}, "from copy 3: +10 → none"),
        ({"again": {3: 10}}, {"again": {3: 15}}, "from copy 3: +10 → +15"),
        ({"again": {3: 10}}, {"again": {2: 10}}, "from copy 3: +10 → from copy 2: +10"),
        ({"again": {2: 5, 3: 10}}, {"again": {2: 6, 4: -1}}, "from copy 2: +5 → +6, from copy 3: +10 → from copy 4: -1"),
        ({"items": {"hat": 5}}, {"items": {"hat": 7.5, "pin": 1}}, "hat 5 → 7.5, pin none → 1"),
        ({}, {"additions": {"Raft": 60}}, "Raft none → 60"),
        ({"leads": ["Tern"]}, {"leads": ["Crab", "Duck"]}, "may lead Crab, Duck; may no longer lead Tern"),
        ({"leads": ["Tern"]}, {"supports": ["Tern"]}, "may support Tern; may no longer lead Tern"),
        ({}, {"legends": True}, "no longer supported"),
        ({"legends": True}, {}, "supported again"),
    ],
)  # fmt: skip
def test_a_line_says_what_was_and_what_is(tmp_path: Path, before: dict[str, Any], after: dict[str, Any], words: str):
    assert of_unit(tmp_path, before, after) == words


def test_what_came_and_went_is_signed(tmp_path: Path):
    before = {
        "detachments": {"Flock": {"points": 1, "enhancements": {"Beak": 5}}},
        "units": {"Tern": {"points": {1: 5}}},
    }
    after = {
        "detachments": {"Nest": {"points": 2, "disposition": "Hold", "tag": "Twigs", "enhancements": {"Egg": 10}}},
        "units": {"Gull": {"points": {5: 40, 9: 60}, "again": {2: 5}, "leads": ["Duck"]}},
        "allied": {"Gull": {"points": {5: 50}}},
    }
    assert said(tmp_path, {"gulls": before}, {"gulls": after}) == [
        "Gulls",
        "  + Nest: 2; Hold; tag Twigs",
        "  + Nest, Egg: 10",
        "  - Flock",
        "  + Gull: 5 models 40, 9 models 60; from copy 2: +5; may lead Duck",
        "  - Tern",
        "  + Gull in other armies: 5 models 50",
    ]


def test_an_enhancement_that_went_alone_is_named(tmp_path: Path):
    before = {
        "detachments": {"Flock": {"points": 1, "enhancements": {"Beak": 5, "Call": {"points": 1, "upgrade": True}}}}
    }
    after = {"detachments": {"Flock": {"points": 1, "enhancements": {"Call": 1}}}}
    assert said(tmp_path, {"gulls": before}, {"gulls": after}) == [
        "Gulls",
        "  ~ Flock, Call: no longer an upgrade",
        "  - Flock, Beak",
    ]


def test_what_changed_on_the_parents_page_as_well_is_counted(tmp_path: Path):
    def pages(points: int, own: int) -> dict[str, Any]:
        shared = {"Gull": {"points": {1: points}}, "Tern": {"points": {1: points}}}
        part = {"parent": "birds", "units": {"Crow": {"points": {1: own}}}, "groups": {"Birds": shared}}
        return {"birds": {"units": shared}, "chapter": part}

    assert said(tmp_path, pages(5, 5), pages(6, 6)) == [
        "Birds",
        "  ~ Gull: 5 → 6",
        "  ~ Tern: 5 → 6",
        "",
        "Chapter",
        "  ~ Crow: 5 → 6",
        "  and 2 changes as of Birds",
    ]


def test_pages_that_came_and_went_are_named(tmp_path: Path):
    assert said(tmp_path, {"crabs": {}, "gulls": {}}, {"gulls": {}, "terns": {}}) == [
        "Terns",
        "  + the page is new",
        "",
        "Crabs",
        "  - the page is gone",
    ]


def test_a_page_that_is_called_otherwise_is_said(tmp_path: Path):
    found = said(
        tmp_path, {"gulls": {"name": "Tin Gulls"}}, {"gulls": {"name": "Gulls", "parent": "birds"}, "birds": {}}
    )
    assert "  ~ Tin Gulls → Gulls; part of none → birds" in found


def test_names_cannot_control_the_terminal(tmp_path: Path):
    unit = {"points": {1: 5}}
    both = versions(tmp_path, {"gulls": {"units": {}}}, {"gulls": {"units": {"Gull": unit | {"items": {"hat": 5}}}}})
    path = both[1].paths["gulls"]
    path.write_text(path.read_text("utf-8").replace("hat", '"\\e[31mhat"').replace("Gull:", '"Gu\\rll":'), "utf-8")
    new, old = documents("shore", [tmp_path], Cache(tmp_path / "cache"))
    text = points.changed(difference(old, new), old, new)
    assert text.strip()
    assert "31mhat" not in text  # the page is not read at all
    assert not {"\x1b", "\r"} & set(text)


def test_signs_have_colours(tmp_path: Path):
    before, after = {"gulls": {}}, {"gulls": {"units": {"Gull": {"points": {1: 5}}}}}
    (_head, line) = said(tmp_path, before, after, terminal=Terminal(colour=True))
    assert line.startswith("  \x1b[")


def test_programs_read_exact_numbers(tmp_path: Path):
    both = versions(
        tmp_path,
        {"gulls": {"units": {"Gull": {"points": {1: 5}, "legends": True}}}},
        {"gulls": {"units": {"Gull": {"points": {1: 5.5}}}}},
    )
    found = json.loads(points.as_json(both, difference(*both)))
    Draft202012Validator(schemas.read("points-report")).validate(found)
    assert [one["version"] for one in found["documents"]] == ["1.0", "1.1"]
    assert found["changes"][0]["facts"] == [
        {"what": "points", "of": "1", "before": "5", "after": "5.5"},
        {"what": "legends", "of": "", "before": True, "after": None},
    ]
    assert "changes" not in json.loads(points.as_json(both))
