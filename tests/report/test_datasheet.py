"""A datasheet as text: what its sizes cost."""

from __future__ import annotations

import pytest

from listbuilder.report.datasheet import datasheet_text
from listbuilder.session import Session


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
