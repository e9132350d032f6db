"""Limits of costs: the list's own, that of the size chosen in the data, the data's default; each one is enforced."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.model import Catalogue, CategoryLink, Constraint, Cost, CostType, ForceEntry
from listbuilder.catalogue.system import System
from listbuilder.engine import Engine
from listbuilder.errors import Place
from listbuilder.roster.edits import Remove, SetCostLimit
from tests.army import factory as f
from tests.engine.factory import Table, costing, most, role

HALF = Constraint(id="half", type="max", value=50, field="limit::pts", scope="force", percent=True)
BARE = ForceEntry(id="army", name="Army")
ARMY = ForceEntry(
    id="army", name="Army", category_links=(CategoryLink(id="t", target_id="troops", constraints=(HALF,)),)
)


def table(default: Any = None, **of_system: Any) -> Table:
    """One point a squad; a size of 100 or one without an upper end may be chosen."""
    sizes = (
        f.item("2. Skirmish (51-100 Points)"),
        f.item("Siege (301+ Points)"),
        f.item("Raid", facts=Facts(size=75)),
    )
    setting = f.unit("battle size", type="upgrade", name="Battle Size", groups=(f.group("Size", *sizes),))
    types = (CostType(id="pts", name="pts", default_limit=default), CostType(id="cp", name="CP", default_limit=3))
    costs = (*costing(1), Cost(type_id="cp", value=Decimal("0.01")))
    squad = f.unit("squad", costs=costs, category_links=role("troops"))
    others = (f.unit("tank", costs=costs), f.unit("weather", type="upgrade"))
    return f.table(squad, *others, setting, of_system={"cost_types": types, **of_system})


def size(of: Table, name: str) -> Any:
    for root in of.force.selections:
        if root.option.name == "Battle Size":
            Remove(root).apply(of.roster)
            break
    setting = of.take("battle size")
    option = next(option for option in setting.option.entries if option.name == name)
    return of.take(option.target.id, setting)


def broken(of: Table, *, fresh: bool = False) -> list[tuple[str, object, object]]:
    return [(one.subject, one.found, one.bound) for one in f.army(of, fresh=fresh).tree_findings]


@pytest.mark.parametrize("fresh", [True, False])
def test_the_lists_own_limit_goes_before_that_of_its_size_and_that_before_the_default(fresh: bool) -> None:
    of = table(default=200)
    of.take("tank", amount=201)
    assert (f.army(of).limit, broken(of, fresh=fresh)) == (200, [("pts", 201, 200)])
    size(of, "2. Skirmish (51-100 Points)")
    assert (f.army(of).limit, broken(of, fresh=fresh)) == (100, [("pts", 201, 100)])
    SetCostLimit("pts", 201).apply(of.roster)
    assert (f.army(of).limit, broken(of, fresh=fresh)) == (201, [])
    SetCostLimit("pts", 50).apply(of.roster)
    assert (f.army(of).limit, broken(of, fresh=fresh)) == (50, [("pts", 201, 50)])
    SetCostLimit("pts", None).apply(of.roster)
    assert broken(of, fresh=fresh) == [("pts", 201, 100)]


def test_a_size_that_changes_or_goes_takes_its_limit_with_it() -> None:
    of = table()
    of.take("weather")  # another setting, which stands before it
    of.take("tank", amount=90)
    assert f.army(of).limit is None
    size(of, "Raid")
    assert broken(of) == [("pts", 90, 75)]
    size(of, "2. Skirmish (51-100 Points)")
    assert broken(of) == []
    chosen = size(of, "Siege (301+ Points)")
    assert (f.army(of).limit, broken(of)) == (None, [])
    Remove(chosen.parent).apply(of.roster)
    assert f.army(of).limit is None


@pytest.mark.parametrize("default", [None, -1, 0])
def test_a_default_that_is_absent_negative_or_zero_is_none(default: int | None) -> None:
    of = table(default=default)
    of.take("tank", amount=90)
    assert (f.army(of).limit, broken(of)) == (None, [])


def test_every_cost_with_a_limit_is_checked() -> None:
    of = table(default=1000)
    of.take("tank", amount=301)
    assert broken(of) == [("CP", Decimal("3.01"), 3)]
    SetCostLimit("cp", 4).apply(of.roster)
    assert broken(of) == []


@pytest.mark.parametrize("fresh", [True, False])
def test_shares_are_of_the_limit_that_holds(fresh: bool) -> None:
    of = table(default=200, force_entries=(ARMY,))
    of.take("squad", amount=60)
    assert broken(of, fresh=fresh) == []
    size(of, "2. Skirmish (51-100 Points)")
    assert broken(of, fresh=fresh) == [("TROOPS", 60, 50)]
    SetCostLimit("pts", 120).apply(of.roster)
    assert broken(of, fresh=fresh) == []


def test_the_limit_of_a_size_is_not_the_lists_own() -> None:
    of = table()
    size(of, "Raid")
    f.army(of)
    assert (of.roster.cost_limits, of.roster.limits) == ({}, {"pts": 75, "cp": 3})
    assert Engine(of.roster).totals() is not None


def test_whether_anything_in_the_list_is_constrained() -> None:
    of = f.table(f.unit("squad", constraints=(most(9),)), f.unit("tank"), of_system={"force_entries": (BARE,)})
    of.take("tank")
    assert not f.army(of).bounded
    of.take("squad")
    assert f.army(of).bounded
    linked = f.table(f.unit("tank"), of_system={"force_entries": (ARMY,)})
    assert f.army(linked).bounded


def test_what_is_wrong_with_a_force_or_a_limit_stands_at_its_place() -> None:
    least = Constraint(id="least", type="min", value=1, scope="force")
    link = CategoryLink(id="t", target_id="troops", constraints=(least,))
    of = table(default=5, force_entries=(ForceEntry(id="army", name="Army", category_links=(link,)),))
    of.force.place = Place("list.yaml", 3, 5)
    of.take("tank", amount=6)
    places = {"limits": Place("list.yaml", 9, 3), "battle_size": Place("list.yaml", 2, 1)}
    system = System(id="made-up", name={"en": "Made up"})
    context = ArmyContext(system, Catalogue(id="cat", name="Cat"), places=places)
    found = ArmyBuilder(of.engine, context).build().tree_findings
    assert {(one.subject, one.place) for one in found} == {
        ("TROOPS", Place("list.yaml", 3, 5)),
        ("pts", Place("list.yaml", 9, 3)),
    }
