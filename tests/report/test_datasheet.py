"""A datasheet as text: what its sizes cost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.report import datasheet
from listbuilder.report.datasheet import datasheet_text
from listbuilder.session import Session


class Sized:
    """A session of one unit that costs ``points`` by its number of models, of which ``most`` are possible; from ``wrong`` on
    something of ``whose`` is wrong."""

    def __init__(self, points: list[int], most: int, wrong: int, whose: str = "squad") -> None:
        self.points, self.most, self.wrong, self.whose = points, most, wrong, whose
        self.size = 1

    def set_size(self, unit: str, models: int) -> None:
        self.size = min(models, self.most)

    def unit(self, unit: str) -> Any:
        return SimpleNamespace(id=unit, model_count=self.size, points=self.points[self.size - 1])

    @property
    def army(self) -> Any:
        return SimpleNamespace(tree_findings=[SimpleNamespace(unit=self.whose)] if self.size >= self.wrong else [])


@pytest.mark.parametrize(
    ("faction", "datasheet", "prices"),
    [
        ("leagues-of-votann", "einhyr-hearthguard", "Points by number of models: 5: 135, 6-10: 270"),
        ("necrons", "lokhust-heavy-destroyers", "Points by number of models: 1: 55, 2: 110, 3: 165"),
        ("necrons", "canoptek-wraiths", "Points by number of models: 3: 110, 4-6: 220"),
        ("leagues-of-votann", "hearthkyn-warriors", ""),  # it has one size
        ("necrons", "overlord", ""),
    ],
)
def test_prices_by_size(faction: str, datasheet: str, prices: str) -> None:
    text = datasheet_text(Session.new("wh40k-10e", faction), datasheet)
    assert next((line for line in text.splitlines() if line.startswith("Points by")), "") == prices


@pytest.mark.parametrize(
    ("session", "prices"),
    [
        (Sized([0, 0, 10], 3, 9), ["1-2: 0", "3: 10"]),
        (Sized([5, 10, 15, 20], 2, 9), ["1: 5", "2: 10"]),  # it gets no larger
        (Sized([5, 5, 15, 20], 4, 4), ["1-2: 5", "3: 15"]),  # four are too many
        (Sized([5, 5, 15, 20], 4, 1), []),
        (Sized([5, 5, 15], 3, 1, "another"), ["1-2: 5", "3: 15"]),
    ],
)
def test_sizes_are_tried_until_they_are_wrong(session: Any, prices: list[str]) -> None:
    assert list(datasheet._prices(session, session.unit("squad"))) == prices


def test_prices_by_size_stand_between_the_datasheet_and_its_choices() -> None:
    lines = datasheet_text(Session.new("wh40k-10e", "space-marines"), "intercessor-squad").splitlines()
    starts = [lines.index(next(line for line in lines if line.startswith(head))) for head in ("Points by", "Choices:")]
    assert starts == sorted(starts)
    assert lines[starts[0] + 1] == ""


def test_each_weapon_of_the_choices_stands_in_one_row() -> None:
    """Also one that several kinds of models have, and one that is nobody's by default."""
    lines = datasheet_text(Session.new("wh40k-10e", "space-marines"), "intercessor-squad").splitlines()
    rows = [line.strip() for line in lines[: lines.index("Choices:")]]
    names = ["Bolt rifle  ", "Power fist  ", "Astartes chainsword  "]
    assert [sum(row.startswith(name) for row in rows) for name in names] == [1, 1, 1]
