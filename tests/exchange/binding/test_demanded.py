"""Choices that the data demand from the units of a force together, and that a list does not name."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Entry
from listbuilder.errors import Problem
from listbuilder.exchange.binding import demanded
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import UnitRecord
from listbuilder.roster.edits import Remove
from tests.engine import factory as f


def mark(number: int, scope: str = "force", **fields: object) -> Entry:
    """A mark that so many in a force must have, each at most once."""
    bounds = (f.least(number, scope=scope, shared=True, include_child_selections=True), f.most(1))
    return Entry(id="mark", name="Mark", constraints=bounds, **fields)


def table(units: int, choice: Entry, named: int = 0) -> tuple[f.Table, list[Problem]]:
    """So many hounds, the first of which have the mark, after what is demanded was made; the problems."""
    found = f.Table(f.library(f.unit("hound", entries=(choice,))))
    hounds = [found.take("hound") for _ in range(units)]
    for number, hound in enumerate(hounds):
        hound.id = f"hound-{number}"
        for one in list(hound.selections):  # what a new unit takes by itself
            Remove(one).apply(found.roster)
        if number < named:
            found.take("mark", hound)
    problems = Problems("list.txt")
    records = {hound.id: UnitRecord("Hound", number + 1) for number, hound in enumerate(hounds)}
    demanded.make(found.roster, records, problems)
    return found, problems.found


def marked(found: f.Table) -> list[int]:
    return [len(unit.selections) for unit in found.force.selections]


def test_what_is_demanded_is_made_where_one_way_is_left() -> None:
    found, problems = table(3, mark(3), named=1)
    assert marked(found) == [1, 1, 1]
    assert problems == []


def test_it_is_open_where_several_ways_are_left() -> None:
    found, problems = table(4, mark(3), named=1)
    assert marked(found) == [1, 0, 0, 0]
    (problem,) = problems
    assert str(problem.message) == "the list does not say which units have Mark: 1 named, 3 needed"
    assert (problem.rule, problem.severity) == ("incomplete", "unjudged")


@pytest.mark.parametrize(
    ("units", "choice"),
    [
        (2, mark(3)),  # more than there are units
        (2, mark(2, costs=f.costing(5))),
        (2, mark(1, scope="parent")),  # each for itself
    ],
)
def test_nothing_else_is_made(units: int, choice: Entry) -> None:
    found, problems = table(units, choice)
    assert marked(found) == [0] * units
    assert [one.rule for one in problems] == []
