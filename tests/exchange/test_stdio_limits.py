"""Lines that no client of the protocol should send: the one after them is understood."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from listbuilder import budget
from listbuilder.exchange import stdio


def answers(*lines: str) -> list[dict[str, Any]]:
    out = io.StringIO()
    stdio.serve(io.StringIO("\n".join([*lines, '{"type": "describe"}', ""])), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


@pytest.mark.parametrize(
    "line",
    ["[" * 200_000, '{"a":' * 100_000, '{"x": ' + "9" * 6000 + "}", '{"x": 1e999999999}', '{"x": NaN}', "\ud800\0", "5", "[]", "null"],
    ids=["brackets", "braces", "digits", "exponent", "nan", "bytes", "number", "list", "null"],
)  # fmt: skip
def test_what_is_no_message_is_told_and_the_next_is_answered(line: str) -> None:
    refused, described = answers(line, "", "  ")
    assert (refused["type"], described["type"]) == ("error", "describeResult")
    assert refused["message"].startswith("a line that is no JSON")


def test_a_key_that_a_message_states_twice() -> None:
    """Its last value counted, and another program may take the first."""
    refused, described = answers('{"type": "describe", "a": {"type": 1, "type": 2}}')
    assert (refused["message"], described["type"]) == ("duplicate key type", "describeResult")


def test_a_line_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "MOST_LINE", 64)
    refused, described = answers('{"a": "' + "b" * 500 + '"}')
    assert refused["message"] == "a line of more than 64 characters"
    assert described["type"] == "describeResult"


def test_a_roster_does_not_grow_without_end() -> None:
    unit = {
        "id": "unit",
        "name": "Unit",
        "type": "unit",
        "selectionEntries": [{"id": "gun", "name": "Gun", "type": "upgrade"}],
    }
    system = {"id": "gs", "name": "GS", "costTypes": [], "forceEntries": [{"id": "fe", "name": "Army"}]}
    setup = {
        "type": "setup",
        "gameSystem": system,
        "catalogues": [{"id": "cat", "name": "Cat", "selectionEntries": [unit]}],
    }
    force = {"type": "action", "action": "addForce", "forceEntryId": "fe", "catalogueId": "cat"}
    before = budget.in_force()
    budget.use(before._replace(forces=2, selections=3))
    try:
        adapter = stdio.Adapter()
        said = [adapter.answer(message) for message in (setup, force, force, force)]
        assert [one["type"] for one in said] == ["setupResult", "actionResult", "actionResult", "error"]
        assert "3 forces, at most 2" in said[3]["message"]
        take = {"type": "action", "action": "selectEntry", "forceId": said[1]["outputs"]["forceId"], "entryId": "unit"}
        said = [adapter.answer(take) for _ in range(4)]
        assert [one["type"] for one in said] == ["actionResult"] * 3 + ["error"]
        assert "4 selections" in said[3]["message"]
        many = {"type": "action", "action": "setSelectionCount", "selectionId": said[0]["outputs"]["selectionId"]}
        assert adapter.answer({**many, "count": before.amount})["type"] == "actionResult"
        assert "100001 of one selection" in adapter.answer({**many, "count": before.amount + 1})["message"]
        assert adapter.answer({"type": "action", "action": "reload"})["type"] == "actionResult"
        again = {**take, "action": "duplicateForce"}
        assert adapter.answer(again)["type"] == "error"
        roster = adapter.current.roster
        assert (len(roster.forces), len(roster.forces[0].selections)) == (2, 3)
    finally:
        budget.use(before)
