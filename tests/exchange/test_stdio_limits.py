"""Lines that no client of the protocol should send: the one after them is understood."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

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
def test_what_is_no_message_is_passed_over(line: str) -> None:
    assert [one["type"] for one in answers(line, "", "  ")] == ["describeResult"]


def test_a_line_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stdio, "MOST_LINE", 64)
    refused, described = answers('{"a": "' + "b" * 500 + '"}')
    assert refused["message"] == "a line of more than 64 characters"
    assert described["type"] == "describeResult"
