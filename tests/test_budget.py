"""Budgets: what a list may cost is counted, named, and refused above the limit."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from listbuilder import budget
from listbuilder.budget import Budget, Share, TooLarge
from listbuilder.errors import TOO_LARGE, Place


@pytest.fixture(autouse=True)
def default() -> Iterator[None]:
    yield
    budget.use(budget.DEFAULT)


def test_what_exceeds_a_limit_is_named_with_value_limit_and_place() -> None:
    budget.use(Budget(units=3))
    budget.allow("units", 3)
    with pytest.raises(TooLarge) as caught:
        budget.allow("units", 4, Place("a.yaml", 5, 6), "boyz")
    problem = caught.value.problems[0]
    assert (problem.found, problem.bound, problem.rule, problem.unit) == (4, 3, TOO_LARGE, "boyz")
    assert str(problem) == "a.yaml:5:6: too large: 4 units, at most 3 (the budget units sets this limit)"


def test_steps_are_counted_exactly() -> None:
    budget.use(Budget(steps=3))
    with budget.metered():
        budget.step(3)
        with pytest.raises(TooLarge, match="4 steps of evaluation, at most 3"):
            budget.step()


def test_a_meter_inside_another_is_the_same_one() -> None:
    budget.use(Budget(steps=3))
    with budget.metered(), pytest.raises(TooLarge):
        for _ in range(4):
            with budget.metered():
                budget.step()


def test_the_search_for_fixes_has_a_share_that_is_added_up() -> None:
    """Of all searches, the one that runs included; its steps are not those of the list."""
    budget.use(Budget(steps=1))
    share = Share(Budget(fix_steps=5))
    for _ in range(2):
        with share.counting():
            budget.step(2)
        assert not share.spent
    with share.counting():
        budget.step(2)
        assert share.spent
    assert share.spent


def test_each_list_has_a_budget_of_its_own() -> None:
    budget.use(Budget(steps=3))
    for _ in range(4):
        with budget.metered():
            budget.step(3)


def test_no_meter_counts_nothing() -> None:
    budget.use(Budget(steps=0))
    budget.step(100)


def test_processor_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr("time.thread_time", lambda: now[0])
    budget.use(Budget(seconds=5))
    with budget.metered():
        budget.step(budget.LOOK_EVERY)
        now[0] = 16.0
        with pytest.raises(TooLarge, match="6 seconds of processor time, at most 5"):
            budget.step(budget.LOOK_EVERY)


def test_the_list_is_named_where_nothing_else_names_a_place() -> None:
    with pytest.raises(TooLarge) as caught, budget.metered("a.yaml"):
        budget.allow("models", 10**9)
    assert caught.value.problems[0].file == "a.yaml"
