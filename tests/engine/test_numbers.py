"""Exact arithmetic of modifiers."""

from __future__ import annotations

from contextlib import nullcontext
from decimal import Decimal

import pytest

from listbuilder import budget
from listbuilder.catalogue.model import Modifier
from listbuilder.engine.numbers import LARGEST, modify, modify_number_in, parse, settled, show, times_repeated
from tests.engine import factory as f


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


@pytest.mark.parametrize(
    ("value", "type", "argument", "times", "expected"),
    [
        (2, "cumulative-add", "3", 3, 20),
        (2, "cumulative-multiply", "3", 4, 24),
        (2, "multiply", "3", 0, 2),
        (1, "exponent", "3", 2, 3),
        (0, "triangular", "0", 1, 0),
        (64, "exponent", "1", 1, 1),
        (65, "exponent", "1", 1, 1),
        (65, "exponent", "2", 1, 65),
        (64, "exponent", "1.1", 1, Decimal("1.1") ** 64),
        (-64, "exponent", "1", 1, 1),
        (-65, "exponent", "1", 1, 1),
        (-65, "exponent", "2", 1, -65),
        (3, "multiply", "1", 1000, 3),
        (3, "multiply", "0", 1000, 0),
        (7, "modulo", "0", 1, 7),
        (-7, "modulo", "4", 1, -3),
        (Decimal("-7.5"), "modulo", "4", 1, Decimal("-3.5")),
        (7, "modulo", "-4", 1, 3),
        (10**14 + 1, "modulo", "0.25", 1, 0),
        (0, "power", "0", 1, 1),
        (0, "power", "-1", 1, 0),
        (-8, "power", "0.5", 1, -8),
        (10, "ceil", "12", 1, 10),
        (10, "floor", "8", 1, 10),
        (5, "increment", "no number", 1, 5),
        (1, "set", "999999999999999", 1, 10**15 - 1),
        (1, "set", "1000000000000000", 1, 1),
        (1, "set", "-999999999999999", 1, 1 - 10**15),
        (1, "set", "-1000000000000000", 1, 1),
        (1, "divide", "3", 1, Decimal("0." + "3" * 12)),
    ],
)
def test_every_operation_and_its_limits(value: int, type: str, argument: str, times: int, expected: object) -> None:
    assert modify(value, change(type, argument), times) == expected


@pytest.mark.parametrize(
    ("type", "argument", "times", "is_beyond"),
    [
        ("increment", "999999999999998", 1, False),
        ("increment", "999999999999999", 1, True),
        ("decrement", "1000000000000001", 1, True),
        ("multiply", "1000000000", 1000, True),
        ("multiply", "0.9", 1000, True),  # its result is not worked out either
        ("multiply", "1", 1000, False),
        ("divide", "0", 1, False),  # there is none
    ],
)
def test_a_list_with_a_price_beyond_all_bounds_is_not_judged(
    type: str, argument: str, times: int, is_beyond: bool
) -> None:
    """Its price stayed as it was, and the list was legal."""
    message = f"too large: the data work out a number beyond {LARGEST}"
    raised = pytest.raises(budget.TooLarge, match=message) if is_beyond else nullcontext()
    with raised, budget.metered():
        modify(1, change(type, argument), times)


@pytest.mark.parametrize(
    ("text", "modifier", "times", "expected"),
    [
        ("D6+2", change("increment", "1"), 3, "D6+5"),
        ("D6-2", change("increment", "2"), 1, "D6"),
        ("D6 - 2", change("decrement", "1"), 1, "D6-3"),
        ("2d6", change("multiply", "2"), 1, "4d6"),
        ("1 2 3", change("increment", "1", position=1), 1, "1 3 3"),
        ("1 2 3", change("increment", "1", position=-3), 1, "2 2 3"),
        ("1 2 3", change("increment", "1", position=-4), 1, "1 2 3"),
        ("a1 2 3", change("increment", "1", position=3), 1, "a1 2 3"),
        ("x1.5y", change("increment", "1"), 1, "x2.5y"),
        ("-2", change("increment", "1"), 1, "-1"),
    ],
)
def test_which_number_of_a_text_changes(text: str, modifier: Modifier, times: int, expected: str) -> None:
    assert modify_number_in(text, modifier, times) == expected


def test_numbers_that_are_none() -> None:
    assert [parse(text) for text in ("", "1.", ".5", "1e3", "+3", " 4 ", "- 1")] == [None, None, None, None, 3, 4, None]


@pytest.mark.parametrize(
    ("count", "value", "up", "expected"), [(0, 2, True, 0), (4, 2, True, 2), (-3, 2, False, -2), (1, -1, False, -1)]
)
def test_repeats_round_once(count: int, value: int, up: bool, expected: int) -> None:
    assert times_repeated(count, value, 1, round_up=up) == expected


@pytest.mark.parametrize(
    "text", ["9" * 5000, "D6+" + "9" * 5000, "Range " + "9" * 5000 + '"', "9" * 5000 + "D6"], ids=len
)
def test_numbers_of_thousands_of_digits_stay_as_they_are(text: str) -> None:
    assert modify_number_in(text, Modifier(type="increment", field="x", value="1"), 1) == text


def test_a_dice_roll_is_written_in_400_characters() -> None:
    more = Modifier(type="increment", field="x", value="1")
    assert modify_number_in("D6" + " " * 398, more, 1) == "D6+1"
    assert modify_number_in("D6" + " " * 399, more, 1) == "D6" + " " * 399


@pytest.mark.parametrize(("of", "parts"), [(1, 3), (2, 3), (10, 7), (1, 9)])
def test_what_is_shared_out_adds_up_again(of: int, parts: int) -> None:
    part = modify(of, change("divide", str(parts)), 1)
    assert isinstance(part, Decimal)
    assert settled(sum([part] * parts, start=Decimal(0))) == of
    assert settled(part) < part + Decimal("1e-9")
    assert settled(Decimal("0.5")) == Decimal("0.5")


def test_an_upgrade_of_several_units_costs_one() -> None:
    """As community data share out the one enhancement that all copies of an upgrade count as."""
    shared = Modifier(
        type="divide",
        field="pts",
        value="3",
        conditions=(f.when("atLeast", 3, "ramp", scope="roster", include_child_selections=True),),
    )
    limit = f.most(1, field="pts", scope="roster", include_child_selections=True)
    ramp = f.unit("ramp", costs=f.costing(1), modifiers=(shared,), constraints=(limit,))
    table = f.table(f.unit("unit", entries=(ramp,)))
    units = [table.take("unit") for _ in range(3)]
    for unit in units:
        table.take("ramp", unit)
    assert table.engine.totals() == {"pts": 1}
    assert table.wrong == []
    table.take("ramp", units[0])
    assert table.engine.totals()["pts"] > 1
    assert table.wrong != []
