"""The models of units that only a points document knows."""

from __future__ import annotations

import pytest

from listbuilder.sources.points.compiling import _addition, _model
from listbuilder.sources.points.record import Price, UnitLine


def bounds(entry):
    return {one.type: one.value for one in entry.constraints}


@pytest.mark.parametrize(
    ("kind", "alone", "expected"),
    [("Bird", True, (5, 12)), ("Bird", False, (4, 10)), ("Owl", False, (0, 2)), ("Gull", False, (0, 0))],
)
def test_there_are_as_few_and_as_many_models_of_a_kind_as_prices_name(kind, alone, expected):
    prices = (Price(models=5, points=50, of={"Bird": 4}), Price(models=12, points=120, of={"Bird": 10, "Owl": 2}))
    entry = _model("flock", kind, UnitLine(name="Flock", prices=prices), alone=alone)
    assert (bounds(entry)["min"], bounds(entry)["max"]) == expected
    assert (entry.name, entry.type) == (kind, "model")


def test_a_unit_may_have_one_of_what_is_added_to_it():
    cart = _addition("flock", "Cart", 60)
    assert bounds(cart) == {"max": 1}
    assert [cost.value for cost in cart.costs] == [60]
