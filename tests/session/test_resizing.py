"""Units of a list that grow, and that save points with fewer models."""

from __future__ import annotations

import pytest

from listbuilder.rules.diagnostic import AddUnit, Cheapen, SetSize, Want
from listbuilder.rules.where import Where
from listbuilder.session import Session, additions, resizing

NECRONS = """\
system: wh40k-9e
faction: necrons
battle_size: strike-force
forces:
  - force: patrol
    units: [{id: first, datasheet: necron-warriors}]
  - force: patrol
    units: [{id: second, datasheet: necron-warriors, models: {necron-warrior: 19}}]
"""
EMPIRE = """\
system: whfb-8e
faction: empire
battle_size: army-1000
units:
  - {id: spears, datasheet: spearmen, models: {spearmen: 30}}
  - {id: halberds, datasheet: halberdiers, models: {halberdiers: 12}}
"""
ANY = Where()


def opened(text: str) -> Session:
    return Session.from_text(text.encode(), "list.yaml")


def grown(session: Session, missing: int, of: str = "models", force: str = "") -> list[SetSize]:
    return list(resizing.grown(session, Want(ANY, missing, of, force)))  # type: ignore[arg-type, misc]


def test_units_of_the_force_alone_grow_however_many_stand_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resizing, "MOST_PRICED", 1)
    session = opened(NECRONS)
    forces = {unit.id: unit.force for unit in session.army.units}
    assert [one.unit for one in grown(session, 1, force=forces["second"])] == ["second"]
    assert [one.unit for one in grown(session, 1, force=forces["first"])] == ["first"]
    assert [one.unit for one in grown(session, 1)] == ["first"]


def test_the_cheapest_growth_that_is_enough_comes_first() -> None:
    session = opened(EMPIRE)  # a spearman costs 5 points, a halberdier 6
    assert grown(session, 2) == [SetSize("spears", 32, 10), SetSize("halberds", 14, 12)]
    assert grown(session, 12, "points") == [SetSize("halberds", 14, 12), SetSize("spears", 33, 15)]
    assert grown(session, 13, "points") == [SetSize("spears", 33, 15), SetSize("halberds", 15, 18)]
    assert grown(session, 1, "units") == []


@pytest.mark.parametrize(("missing", "is_first"), [(60, True), (400, False)])
def test_units_are_added_rather_than_one_enlarged_to_a_size_that_nobody_plays(missing: int, is_first: bool) -> None:
    session = opened(EMPIRE)
    kinds = [type(one.action) for one in additions.expanded(session, [Want(ANY, missing, "points")])]
    assert {SetSize, AddUnit} <= set(kinds)
    assert (kinds[0] is SetSize) is is_first
    assert (kinds[-1] is SetSize) is not is_first


@pytest.mark.parametrize(
    ("over", "expected"),
    [
        (1, [("spears", 29, -5), ("halberds", 11, -6)]),
        (5, [("spears", 29, -5), ("halberds", 11, -6)]),
        (6, [("halberds", 11, -6), ("spears", 28, -10)]),
        (12, [("halberds", 10, -12), ("spears", 27, -15)]),
        (13, [("spears", 27, -15), ("halberds", 9, -18)]),  # whether so few may be is tested before it is offered
        (145, [("spears", 1, -145)]),
        (146, []),
    ],
)
def test_as_few_models_go_as_save_enough(over: int, expected: list[tuple[str, int, int]]) -> None:
    found = list(resizing.cheapened(opened(EMPIRE), Cheapen(ANY, over)))
    assert found == [SetSize(*one) for one in expected]
