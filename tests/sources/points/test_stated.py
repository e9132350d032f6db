"""What a unit costs by its own modifiers: read where these say it of themselves, refused where anything else decides."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.catalogue.model import (
    Condition,
    ConditionGroup,
    Entry,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
    Repeat,
)
from listbuilder.sources.points.sizes import Sizes
from listbuilder.sources.points.stated import Case, StatedPrice, Unread
from tests.engine import factory as f


def priced(*changes: Modifier, models: dict[str, int] | None = None, **fields: Any) -> StatedPrice:
    """A squad of 3 to 6 birds and up to two owls for 10 points, with these modifiers of its price."""
    birds = Entry(id="bird", name="Bird", type="model", constraints=(f.least(3), f.most(6)))
    owls = Entry(id="owl", name="Owl", type="model", constraints=(f.most(2, id="owls"),))
    unit = f.unit("squad", entries=(birds, owls), costs=f.costing(10), modifiers=changes, **fields)
    return StatedPrice(unit, Sizes(unit, lambda _key: None), "pts", "gulls", models or {})


def change(kind: str, value: object, *conditions: Condition, **fields: Any) -> Modifier:
    return Modifier(type=kind, field="pts", value=str(value), conditions=conditions, **fields)


def when(kind: str, value: int, child: str = "model", **fields: Any) -> Condition:
    return Condition(type=kind, value=value, child_id=child, **{"scope": "self", "field": "selections", **fields})


def copies(kind: str = "greaterThan", **fields: Any) -> LocalConditionGroup:
    conditions = (when("instanceOf", 1, "squad"), when("before", 1))
    return LocalConditionGroup(**{"type": kind, "value": 1, "conditions": conditions, "field": "selections", **fields})


@pytest.mark.parametrize(
    ("kind", "value", "points"), [("set", 7, 7), ("increment", 5, 15), ("decrement", 4, 6), ("multiply", 3, 30)]
)
def test_arithmetic(kind: str, value: int, points: int) -> None:
    assert priced(change(kind, value)).at(Case(4)) == points


@pytest.mark.parametrize(
    ("kind", "models", "points"),
    [
        ("atLeast", 4, 9), ("atLeast", 3, 10), ("greaterThan", 5, 9), ("greaterThan", 4, 10), ("atMost", 4, 9), ("atMost", 5, 10),
        ("lessThan", 3, 9), ("lessThan", 4, 10), ("equalTo", 4, 9), ("equalTo", 5, 10), ("notEqualTo", 5, 9), ("notEqualTo", 4, 10),
    ],
)  # fmt: skip
def test_prices_by_size(kind: str, models: int, points: int) -> None:
    assert priced(change("set", 9, when(kind, 4))).at(Case(models)) == points


def test_prices_by_copy() -> None:
    price = priced(change("set", 9, local_condition_groups=(copies(),)))
    assert [price.at(Case(4, copy)) for copy in (1, 2, 3)] == [10, 10, 9]


def test_whose_army_it_is() -> None:
    price = priced(change("set", 9, when("instanceOf", 1, "gulls", scope="primary-catalogue")))
    other = priced(change("set", 9, when("instanceOf", 1, "terns", scope="primary-catalogue")))
    assert (price.at(Case(4)), other.at(Case(4))) == (9, 10)


@pytest.mark.parametrize(
    "unread",
    [
        change("set", "many"),
        change("divide", 2),
        change("set", 9, repeats=(Repeat(field="selections", scope="self", child_id="bird", value=1, repeats=1),)),
        change("set", 9, when("instanceOf", 1, "army", scope="force")),
        change("set", 9, when("atLeast", 1, "flag", scope="roster")),
        change("set", 9, when("atLeast", 1, field="pts")),
        change("set", 9, when("atLeast", 1, percent=True)),
        change("set", 9, when("instanceOf", 1)),
        change("set", 9, condition_groups=(ConditionGroup(type="not", conditions=(when("atLeast", 1),)),)),
        change("set", 9, condition_groups=(ConditionGroup(type="count", conditions=(when("atLeast", 1),)),)),
        change("set", 9, local_condition_groups=(copies(field="forces"),)),
        change("set", 9, when("atLeast", 1, "owl")),  # one owl and four birds, or five birds
        change("set", 9, when("equalTo", 1, "owl")),
        change("set", 9, when("notEqualTo", 1, "owl")),
    ],
)
def test_what_something_else_decides_is_not_read(unread: Modifier) -> None:
    with pytest.raises(Unread):
        priced(unread).at(Case(5))


def test_a_group_of_modifiers_that_repeats_is_not_read() -> None:
    group = ModifierGroup(
        modifiers=(change("increment", 1),),
        repeats=(Repeat(field="selections", scope="self", child_id="bird", value=1, repeats=1),),
    )
    with pytest.raises(Unread):
        priced(modifier_groups=(group,)).at(Case(5))


@pytest.mark.parametrize(("kind", "points"), [("and", 10), ("or", 9)])
def test_groups_of_conditions(kind: str, points: int) -> None:
    group = ConditionGroup(type=kind, conditions=(when("atLeast", 4), when("atLeast", 6)))
    assert priced(change("set", 9, condition_groups=(group,))).at(Case(5)) == points


def test_models_with_a_price_are_counted_where_the_size_tells_them() -> None:
    price = priced(models={"owl": 5})
    assert price.at(Case(8)) == 20  # six birds are the most
    assert price.at(Case(5, 1, {"owl": 1})) == 15
    with pytest.raises(Unread):
        price.at(Case(5))
