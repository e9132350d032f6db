"""The adapter protocol, message by message, and the community's specs where they are at hand."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from listbuilder.exchange.stdio import Adapter, serve

SETUP = {
    "type": "setup",
    "specId": "spec",
    "gameSystem": {
        "id": "gs",
        "name": "GS",
        "costTypes": [{"id": "pts", "name": "pts", "defaultCostLimit": 5}],
        "forceEntries": [{"id": "fe", "name": "Army"}],
    },
    "catalogues": [
        {
            "id": "cat",
            "name": "Cat",
            "selectionEntries": [
                {"id": "unit", "name": "Unit", "costs": [{"name": "pts", "typeId": "pts", "value": 2.5}]}
            ],
        }
    ],
}
KNOWN_DEVIATIONS = {"cost-fractional-aggregation", "cost-fractional-over-limit", "modifier-repeat-fractional-cost"}


def act(adapter: Adapter, action: str, **fields: Any) -> dict[str, Any]:
    answer = adapter.answer({"type": "action", "action": action, "corrId": 7, **fields})
    assert next(iter(answer)) == "type"
    assert answer["corrId"] == 7
    return answer


def test_a_conversation() -> None:
    adapter = Adapter()
    assert adapter.answer({"type": "describe"})["name"] == "listbuilder"
    assert adapter.answer({"type": "getState"})["type"] == "error"
    assert adapter.answer(SETUP) == {"type": "setupResult", "errors": []}
    force = act(adapter, "addForce", forceEntryId="fe", catalogueId="cat")["outputs"]["forceId"]
    unit = act(adapter, "selectEntry", forceId=force, entryId="unit")["outputs"]["selectionId"]
    state = adapter.answer({"type": "getState"})
    assert (state["name"], state["costs"][0]["value"], state["costLimits"][0]["value"]) == ("spec", 2.5, 5)
    act(adapter, "duplicateSelection", forceId=force, selectionId=unit)
    assert adapter.answer({"type": "getErrors"})["errors"] == []
    act(adapter, "setCostLimit", costTypeId="pts", value=4.5)
    (error,) = adapter.answer({"type": "getErrors"})["errors"]
    assert (error["ownerType"], error["entryId"], error["constraintId"]) == ("roster", "costLimits", "pts")
    act(adapter, "setCustomization", forceId=force, selectionId=unit, customName="Bob")
    act(adapter, "reload")
    assert {item["customName"] for item in adapter.answer({"type": "getState"})["forces"][0]["selections"]} == {
        "Bob",
        "",
    }
    assert "<roster " in adapter.answer({"type": "exportRosterXml"})["xml"]
    assert act(adapter, "removeForce", forceId=force)["ok"]
    assert adapter.answer({"type": "getState"})["forces"] == []
    assert adapter.answer({"type": "teardown"}) == {"type": "teardownResult"}


def test_what_it_says_of_itself() -> None:
    assert Adapter().answer({"type": "describe"}) == {
        "type": "describeResult",
        "name": "listbuilder",
        "version": "0.1",
        "protocolVersion": "1.1",
        "domains": ["roster"],
        "capabilities": {"screenshot": False, "record": False, "rosterXml": True, "maxParallel": 0},
    }


@pytest.mark.parametrize(("limit", "expected"), [(0, [0]), (-1, []), (5, [5])])
def test_limits_start_at_zero(limit: int, expected: list[int]) -> None:
    adapter = Adapter()
    cost = {"id": "pts", "name": "pts", "defaultCostLimit": limit}
    adapter.answer({**SETUP, "gameSystem": {**SETUP["gameSystem"], "costTypes": [cost]}})
    assert [one["value"] for one in adapter.answer({"type": "getState"})["costLimits"]] == expected

    adapter.answer(SETUP)
    act(adapter, "setCostLimit", costTypeId="pts", value=limit)
    assert [one["value"] for one in adapter.answer({"type": "getState"})["costLimits"]] == expected


def test_an_unknown_action_is_named() -> None:
    adapter = Adapter()
    adapter.answer(SETUP)
    assert "unknown action 'juggle'" in str(adapter.answer({"type": "action", "action": "juggle"}))


def test_costs_have_the_names_of_their_types() -> None:
    adapter = Adapter()
    adapter.answer(SETUP)
    force = act(adapter, "addForce", forceEntryId="fe", catalogueId="cat")["outputs"]["forceId"]
    act(adapter, "selectEntry", forceId=force, entryId="unit")
    (selection,) = adapter.answer({"type": "getState"})["forces"][0]["selections"]
    assert selection["costs"] == [{"name": "pts", "typeId": "pts", "value": 2.5, "hidden": False}]


@pytest.mark.parametrize(
    "message",
    [
        {"type": "action", "action": "juggle"},
        {"type": "action", "action": "selectEntry", "forceId": "none", "entryId": "unit"},
        {"type": "action", "action": "addForce", "forceEntryId": "none", "catalogueId": "cat"},
        {"type": "action", "action": "loadRoster", "xml": "<x/>"},
        {"type": "action", "action": "deselectSelection"},
        {"type": "unheard-of"},
        {},
    ],
)
def test_bad_requests_are_answered_with_an_error(message: dict[str, Any]) -> None:
    adapter = Adapter()
    adapter.answer(SETUP)
    assert adapter.answer(message)["type"] == "error"


def test_each_line_has_its_answer() -> None:
    out = io.StringIO()
    serve(io.StringIO('nonsense\n[1]\n\n{"type": "describe", "corrId": 1}\n'), out)
    first, second, third = map(json.loads, out.getvalue().splitlines())
    assert (first["type"], second["type"]) == ("error", "error")
    assert third["corrId"] == 1


@pytest.mark.sweep
@pytest.mark.shared
@pytest.mark.parametrize(("engine", "at_least"), [("newrecruit", 234), ("battlescribe", 201)])
def test_the_community_s_specs(shared: Path, tmp_path: Path, engine: str, at_least: int) -> None:
    runner = shared / "bsspec" / "run_specs.py"
    if not runner.is_file():
        pytest.skip("the conformance specs are not among the reference material")
    report = tmp_path / "report.json"
    adapter = f"{sys.executable} -m listbuilder.exchange.stdio"
    subprocess.run(
        [sys.executable, str(runner), "--engine", adapter, "--as", engine, "--json", str(report)],
        check=False,
        capture_output=True,
        timeout=300,
    )
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["passed"] >= at_least
    if engine == "newrecruit":
        assert {item["id"] for item in found["specs"] if item["status"] == "failed"} == KNOWN_DEVIATIONS


@pytest.mark.shared
def test_specs_that_pin_a_bug_are_named_in_the_documentation(shared: Path) -> None:
    specs = shared / "bsspec" / "specs"
    if not specs.is_dir():
        pytest.skip("the conformance specs are not among the reference material")
    page = (Path(__file__).parents[2] / "docs" / "conformance.md").read_text(encoding="utf-8")
    tagged = {
        path.stem
        for path in specs.rglob("*.yaml")
        if re.search(r"^tags:.*-bug\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert tagged
    assert {name for name in tagged | KNOWN_DEVIATIONS if f"`{name}`" not in page} == set()
