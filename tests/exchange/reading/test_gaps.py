"""Gaps of thousands of spaces, which would cost time with their square, are read as narrow ones."""

from __future__ import annotations

import pytest

from listbuilder import budget
from listbuilder.budget import TooLarge
from listbuilder.exchange.reading.text import LINE_STEPS, WIDEST_GAP, lines_of


def test_wide_gaps_become_narrow() -> None:
    (line,) = lines_of("a" + " " * 1500 + "b")
    assert line.text == "a" + " " * WIDEST_GAP + "b"
    (line,) = lines_of("  a" + "\N{NO-BREAK SPACE}" * 10 + "b")
    assert (line.indent, line.text) == (2, "a" + " " * 10 + "b")


def test_each_line_costs_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "_in_force", budget.Budget(steps=LINE_STEPS * 3))
    with budget.metered():
        assert len(lines_of("a\na\na")) == 3
    with budget.metered(), pytest.raises(TooLarge):
        lines_of("a\n" * 5)
