"""The JSON report is the contract of its schema."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from msgspec.structs import replace

from listbuilder.catalogue.pin import DataPin
from listbuilder.errors import InputError, Problem
from listbuilder.report import spool
from listbuilder.report.json import Array, encoded, pieces
from listbuilder.report.record import FigureRecord, FindingRecord, ListReport, failed, number
from listbuilder.report.text import verdict_line
from listbuilder.terminal import PLAIN


def document(*given: Any) -> str:
    return "".join(pieces(*given))


LEGAL = ListReport(
    "a.yaml",
    "legal",
    name="Gladius",
    system="wh40k-10e",
    faction="space-marines",
    points="1995",
    limit="2000",
    data=DataPin("native", "2026-06-14", sha256="0" * 64),
)
OVER = FindingRecord(
    "points-limit", "error", "too many", line=7, column=1, found="2005", bound="2000", source="Core Rules"
)


@pytest.fixture(scope="module")
def validator(root: Path) -> jsonschema.Draft202012Validator:
    schema = json.loads((root / "schemas/report.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_schema_holds_its_own_example(validator):
    for example in validator.schema["examples"]:
        validator.validate(example)


def test_what_was_left_out_and_who_sent_a_list_is_told(validator):
    content = json.loads(
        document([ListReport("a.csv:2 (Ann)", "legal", player="Ann", team="Reds")], [("x/ci.yml", "other")])
    )

    validator.validate(content)
    assert content["left_out"] == [{"file": "x/ci.yml", "reason": "other"}]
    assert (content["lists"][0]["player"], content["lists"][0]["team"]) == ("Ann", "Reds")


def test_what_the_game_counts_stands_beside_the_points(validator):
    record = replace(LEGAL, figures=(FigureRecord("drops", 3, "drops 3"),))
    content = json.loads(document([record, LEGAL]))

    validator.validate(content)
    assert [one.get("figures") for one in content["lists"]] == [{"drops": 3}, None]
    assert verdict_line(record, PLAIN) == "a.yaml: Gladius, 1995/2000 points, drops 3: legal"


def test_report_is_what_the_schema_says(validator):
    content = json.loads(document([LEGAL, ListReport("b.yaml", "illegal", findings=(OVER,))]))

    validator.validate(content)
    assert content["summary"] == {"lists": 2, "legal": 1, "illegal": 1, "unjudged": 0}
    assert content["lists"][0] == {
        "file": "a.yaml",
        "name": "Gladius",
        "system": "wh40k-10e",
        "faction": "space-marines",
        "verdict": "legal",
        "state": "judged",
        "points": "1995",
        "limit": "2000",
        "data": {"set": "native", "date": "2026-06-14", "sha256": "0" * 64},
        "findings": [],
    }
    assert content["lists"][1]["findings"] == [
        {
            "rule": "points-limit",
            "severity": "error",
            "message": "too many",
            "unit": None,
            "line": 7,
            "column": 1,
            "found": "2005",
            "bound": "2000",
            "source": "Core Rules",
            "fixes": [],
        }
    ]


def test_unreadable_list_keeps_all_its_problems(validator):
    error = InputError(
        problems=[Problem("not a list", "b.yaml", 2, 3, "see new"), Problem("unknown", "other.yaml", 1, 1)]
    )

    content = json.loads(document([failed("b.yaml", error)]))

    validator.validate(content)
    first, second = content["lists"][0]["findings"]
    assert (first["message"], first["line"], first["fixes"]) == ("not a list", 2, ["see new"])
    assert "file" not in first
    assert second["file"] == "other.yaml"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, None),
        (0, "0"),
        (2000, "2000"),
        (Decimal("7.50"), "7.5"),
        (Decimal("1E+2"), "100"),
        (Decimal("10.0"), "10"),
    ],
)
def test_numbers_are_exact_text(value, text):
    assert number(value) == text


@pytest.mark.parametrize("items", [[], [{}], [{"a": [1, {"b": []}]}, {"text": "two\nlines ##[x]\u202e"}]])
def test_an_array_that_comes_item_by_item_is_that_of_the_whole(items: list[object]):
    array = Array(level=2)
    for item in items:
        array.add(item)
    assert f'{{\n  "x": {"".join(array.texts())}\n}}\n' == encoded({"x": items})


def test_lists_that_wait_are_compressed_and_complete(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(spool, "BLOCK", 1000)
    records = [replace(LEGAL, file=f"{number}\u4e00.yaml") for number in range(20)]
    content = json.loads(document(iter(records)))
    assert [one["file"] for one in content["lists"]] == [record.file for record in records]
    assert content["summary"] == {"lists": 20, "legal": 20, "illegal": 0, "unjudged": 0}
