"""Exact arithmetic of modifiers."""

from __future__ import annotations

from decimal import Decimal

import pytest

from listbuilder.catalogue.model import Modifier
from listbuilder.engine.numbers import modify, modify_number_in, parse, show, times_repeated


def change(type: str, value: str, **fields: object) -> Modifier:
    return Modifier(type=type, field="x", value=value, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("type", "value", "times", "expected"),
    [
        ("set", "7", 3, 7),
        ("increment", "0.1", 3, Decimal("10.3")),
        ("decrement", "12", 1, -2),
        ("multiply", "2", 3, 80),
        ("divide", "4", 1, Decimal("2.5")),
        ("modulo", "4", 1, 2),
        ("power", "2", 1, 100),
        ("exponent", "2", 1, 1024),
        ("triangular", "0", 1, 55),
        ("ceil", "6", 1, 6),
        ("floor", "12", 1, 12),
        ("cumulative-power", "2", 3, 40),
        ("divide", "0", 1, 10),
        ("power", "1000000", 1, 10),
        ("unheard-of", "3", 1, 10),
    ],
)
def test_numbers_stay_exact(type: str, value: str, times: int, expected: object) -> None:
    assert modify(10, change(type, value), times) == expected


@pytest.mark.parametrize(
    ("text", "modifier", "expected"),
    [
        ('6"', change("increment", "2"), '8"'),
        ("4+", change("decrement", "1"), "3+"),
        ("D6", change("increment", "1"), "D6+1"),
        ("2D3+1", change("decrement", "1"), "2D3"),
        ("D6", change("decrement", "2"), "D6-2"),
        ("Rapid Fire 1, Sustained Hits 2", change("increment", "1", position=-1), "Rapid Fire 1, Sustained Hits 3"),
        ("3+", change("floor", "4"), "4+"),
        ("+1", change("increment", "1"), "+2"),
        ("N/A", change("increment", "1"), "N/A"),
        ("1", change("increment", "1", position=4), "2"),
        ("x1", change("increment", "1", position=4), "x1"),
    ],
)
def test_numbers_inside_texts(text: str, modifier: Modifier, expected: str) -> None:
    assert modify_number_in(text, modifier, 1) == expected


def test_numbers_are_read_and_shown_as_people_write_them() -> None:
    assert parse("1.50") == Decimal("1.5")
    assert isinstance(parse("2.0"), int)
    assert parse("Alpha") is None
    assert show(Decimal("1E+3")) == "1000"
    assert show(Decimal("0.50")) == "0.5"


@pytest.mark.parametrize(
    ("count", "value", "up", "expected"),
    [(7, 2, False, 6), (7, 2, True, 8), (3, Decimal("0.1"), False, 60), (3, 0, True, 0)],
)
def test_repeats_divide_exactly(count: int, value: int, up: bool, expected: int) -> None:
    assert times_repeated(count, value, 2, round_up=up) == expected
