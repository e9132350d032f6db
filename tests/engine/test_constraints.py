"""Constraints: what they count, where, with which bounds, and what is said when they are broken."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from listbuilder.catalogue.model import (
    CategoryEntry,
    CategoryLink,
    Constraint,
    EntryLink,
    ForceEntry,
    Modifier,
)
from listbuilder.roster.edits import Remove, SetAmount, SetCostLimit
from tests.engine import factory as f


def test_min_and_max_of_a_root_entry() -> None:
    table = f.table(f.unit("squad", constraints=(f.least(1), f.most(2)), category_links=f.role("troops")))
    (squad,) = table.force.selections
    assert table.wrong == []
    Remove(squad).apply(table.roster)
    found = table.violation()
    assert (found.kind, found.node, found.found, found.bound) == ("min", table.force, 0, 1)
    assert (found.owner_type, found.owner_entry_id) == ("category", "troops")
    assert found.message == "Squad: at least 1 in Army, found 0"
    for _ in range(3):
        table.take("squad")
    found = table.violation()
    assert (found.kind, found.found, found.bound) == ("max", 3, 2)
    assert (found.owner_type, found.owner_entry_id) == ("selection", "squad")
    assert found.node in table.force.selections


@pytest.mark.parametrize(
    ("constraint", "number", "broken"),
    [
        (f.most(-1), 9, False),
        (f.most(-1, negative=True), 1, True),
        (Constraint(id="x", type="exactly", value=2), 1, True),
        (Constraint(id="x", type="exactly", value=2), 2, False),
        (f.most(50, percent=True), 3, True),
        (f.most(75, percent=True), 3, False),
        (f.least(31, field="pts"), 3, True),
        (f.least(30, field="pts"), 3, False),
        (f.most(Decimal("29.5"), field="pts"), 3, True),
        (f.most(0, scope="no-such-scope"), 3, False),
        (f.most(0, field="no-such-field"), 3, False),
        (f.most(2, scope="force"), 3, True),
        (f.most(2, scope="roster"), 3, True),
    ],
)
def test_kinds_fields_and_scopes(constraint: Constraint, number: int, broken: bool) -> None:
    table = f.table(f.unit("squad", constraints=(constraint,), costs=f.costing(10)), f.unit("other"))
    for selection in tuple(table.force.selections):
        Remove(selection).apply(table.roster)
    table.take("other")
    for _ in range(number):
        table.take("squad")
    assert bool(table.wrong) is broken


def test_bounds_follow_their_modifiers() -> None:
    more = Modifier(
        type="increment", field="most", value="2", conditions=(f.when("atLeast", 1, "banner", scope="force"),)
    )
    table = f.table(f.unit("squad", constraints=(f.most(1),), modifiers=(more,)), f.unit("banner"))
    for _ in range(3):
        table.take("squad")
    assert table.wrong == [("max", "most")]
    banner = table.take("banner")
    assert table.wrong == []
    Remove(banner).apply(table.roster)
    assert table.wrong == [("max", "most")]


def test_children_count_per_one_parent() -> None:
    gun = f.unit("gun", type="upgrade", constraints=(f.least(1), f.most(2)))
    table = f.table(f.unit("squad", entries=(f.unit("trooper", type="model", entries=(gun,)),)))
    squad = table.take("squad")
    trooper = table.take("trooper", squad, 3)
    (found,) = trooper.selections
    assert (found.amount, found.number) == (1, 3)
    SetAmount(found, 3).apply(table.roster)
    assert table.violation().found == 3
    Remove(found).apply(table.roster)
    assert table.violation().node is trooper


def test_groups_count_what_is_in_them_nested_groups_too() -> None:
    inner = f.group("inner", f.unit("axe"))
    outer = f.group("outer", f.unit("sword"), groups=(inner,), constraints=(f.most(1), f.least(1, id="outer-least")))
    table = f.table(f.unit("squad", groups=(outer,)))
    squad = table.take("squad")
    assert table.wrong == [("min", "outer-least")]
    table.take("sword", squad)
    assert table.wrong == []
    table.take("axe", squad)
    found = table.violation()
    assert (found.kind, found.found, found.owner_entry_id, found.entry_id) == ("max", 2, "squad", "outer")


def shared(**fields: Any) -> f.Table:
    target = f.unit("target", constraints=(f.most(2, scope="force", **fields),))
    links = tuple(EntryLink(id=name, name=name, target_id="target") for name in ("alpha", "beta"))
    return f.table(shared_entries=(target,), links=links)


def test_shared_constraints_count_all_links_and_are_reported_once() -> None:
    table = shared(shared=True)
    for name in ("alpha", "alpha", "beta"):
        table.take(name)
    assert table.wrong == [("max", "most")]


def test_other_constraints_count_each_link() -> None:
    table = shared(shared=False)
    for name in ("alpha", "alpha", "beta"):
        table.take(name)
    assert table.wrong == []
    table.take("alpha")
    assert table.wrong == [("max", "most")]


def test_a_bound_within_a_wider_entry() -> None:
    relic = f.unit("relic", type="upgrade", constraints=(f.most(1, scope="squad", include_child_selections=True),))
    table = f.table(f.unit("squad", entries=(f.unit("trooper", entries=(relic,)), f.unit("boss", entries=(relic,)))))
    squad = table.take("squad")
    table.take("relic", table.take("trooper", squad))
    assert table.wrong == []
    table.take("relic", table.take("boss", squad))
    assert table.wrong == [("max", "most")]


def test_a_bound_on_itself_counts_its_own_costs_or_amount() -> None:
    scar = f.unit("scar", type="upgrade", costs=f.costing(2))
    table = f.table(
        f.unit(
            "squad",
            constraints=(f.most(3, scope="self", field="pts"), f.most(1, id="one", scope="self")),
            entries=(scar,),
        )
    )
    squad = table.take("squad")
    table.take("scar", squad)
    assert table.wrong == []
    table.take("scar", squad)
    assert table.wrong == [("max", "most")]
    SetAmount(squad, 2).apply(table.roster)
    assert set(table.wrong) == {("max", "most"), ("max", "one")}


def test_hidden_choices_are_wrong_once_chosen_and_nothing_more_is_said_of_them() -> None:
    hide = Modifier(type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "ban", scope="force"),))
    table = f.table(f.unit("squad", constraints=(f.least(1), f.most(1)), modifiers=(hide,)), f.unit("ban"))
    table.take("squad")
    assert table.wrong == [("max", "most")]
    table.take("ban")
    assert table.wrong == [("hidden", "hidden"), ("hidden", "hidden")]
    for selection in tuple(table.force.selections)[:2]:
        Remove(selection).apply(table.roster)
    assert table.wrong == []


def test_a_hidden_group_hides_what_is_in_it() -> None:
    hide = Modifier(type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "ban", scope="parent"),))
    inner = f.group("inner", f.unit("axe", constraints=(f.least(1),)))
    table = f.table(
        f.unit("squad", groups=(f.group("outer", modifiers=(hide,), groups=(inner,)),), entries=(f.unit("ban"),))
    )
    squad = table.take("squad")
    axe = squad.selections[0]
    assert not table.engine.state(axe).hidden
    ban = table.take("ban", squad)
    assert table.engine.state(axe).hidden
    Remove(axe).apply(table.roster)
    assert table.wrong == []
    assert table.engine.choice(squad, table.option("axe", squad)).hidden
    Remove(ban).apply(table.roster)
    assert table.wrong == [("min", "least")]


def test_categories_of_a_force_have_bounds() -> None:
    troops = CategoryEntry(id="troops", name="Troops", constraints=(f.most(1, scope="force"),))
    link = CategoryLink(id="link", target_id="troops", constraints=(f.least(1, id="link-least", scope="force"),))
    force = ForceEntry(id="army", name="Army", category_links=(link,))
    table = f.table(
        f.unit("squad", category_links=f.role("troops")),
        of_system={"category_entries": (troops,), "force_entries": (force,)},
    )
    assert table.wrong == [("min", "link-least")]
    assert table.violation().owner_type == "category"
    table.take("squad")
    assert table.wrong == []
    table.take("squad")
    assert table.wrong == [("max", "most")]


def test_forces_have_bounds() -> None:
    only_one = f.most(1, scope="roster", field="forces")
    costly = f.most(5, id="spend", scope="self", field="pts", include_child_selections=True)
    force = ForceEntry(id="army", name="Army", constraints=(only_one, costly))
    table = f.table(f.unit("squad", costs=f.costing(6)), of_system={"force_entries": (force,)})
    assert table.wrong == []
    table.add_force()
    assert table.wrong == [("max", "most"), ("max", "most")]
    table.take("squad")
    assert table.wrong == [("max", "most"), ("max", "spend"), ("max", "most")]


def test_cost_limits() -> None:
    table = f.table(f.unit("squad", costs=f.costing(6)))
    table.take("squad")
    SetCostLimit("pts", Decimal("5.5")).apply(table.roster)
    found = table.violation()
    assert (found.kind, found.found, found.bound, found.owner_type) == ("cost-limit", 6, Decimal("5.5"), "roster")
    SetCostLimit("pts", 6).apply(table.roster)
    assert table.wrong == []
    table.take("squad")
    SetCostLimit("pts", None).apply(table.roster)
    assert table.wrong == []


def test_the_data_s_own_words() -> None:
    text = "{self}: no more than {value} in {parent} of {force}, {unit} says"
    relic = f.unit("relic", type="upgrade", constraints=(f.most(1, message=text),))
    table = f.table(f.unit("squad", entries=(relic,)))
    table.take("relic", table.take("squad"), 2)
    assert table.violation().message == "Relic: no more than 1 in Squad of Army, Squad says"


def test_what_may_be_chosen_says_how_often() -> None:
    squad = f.unit("squad", constraints=(f.least(1), f.most(3, id="roster", scope="roster"), f.most(5)))
    table = f.table(squad, f.unit("free"))
    other = table.add_force()
    choice = table.engine.choice(table.force, table.option("squad"))
    assert (choice.minimum, choice.maximum, choice.count) == (1, 2, 1)
    Remove(other).apply(table.roster)
    assert table.engine.choice(table.force, table.option("squad")).maximum == 3
    free = table.engine.choice(table.force, table.option("free"))
    assert (free.minimum, free.maximum, free.count) == (None, None, 0)
