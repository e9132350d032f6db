"""What the engine finds wrong with the tree, as findings of the army: wording, subject, severity, place."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from listbuilder.army import TreeFinding
from listbuilder.catalogue.model import (
    CategoryLink,
    Condition,
    ConditionGroup,
    Constraint,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    Modifier,
)
from listbuilder.catalogue.purpose import ConstraintPurpose, Demand
from listbuilder.engine.actions import add_force
from listbuilder.errors import Place
from listbuilder.roster.edits import Remove, SetCostLimit
from tests.army import factory as f
from tests.engine.factory import Table, costing, least, most, role

RIFLE = f.item("Rifle")


def findings(table: Table) -> list[TreeFinding]:
    return list(f.army(table, fresh=True).tree_findings)


def one(table: Table) -> TreeFinding:
    (found,) = findings(table)
    return found


def said(table: Table) -> list[str]:
    return [str(finding.message) for finding in findings(table)]


def test_too_many_of_an_item_inside_a_unit() -> None:
    table = f.table(f.unit("squad", entries=(f.item("Gun", constraints=(most(1),)),)))
    root = table.take("squad")
    gun = table.take("gun", root, 3)
    root.place = Place("list.yaml", 5)
    found = one(table)
    assert str(found.message) == "Squad: Gun: 3 taken, at most 1"
    assert (found.rule, found.kind, found.severity) == ("data-max", "max", "error")
    assert (found.subject, found.sort, found.unit) == ("Gun", "wargear", root.id)
    assert (found.found, found.bound, found.place) == (3, 1, Place("list.yaml", 5))
    assert found.node in {root.id, gun.id}


def test_too_few_of_an_item_and_of_a_unit() -> None:
    gun = f.item("Gun", constraints=(least(2, scope="force"),))
    table = f.table(f.unit("squad", entries=(gun,), constraints=(least(2, scope="force"),)))
    root = table.take("squad")
    for spare in (*root.selections, *(other for other in table.force.selections if other is not root)):
        Remove(spare).apply(table.roster)
    found = findings(table)
    assert sorted(str(one.message) for one in found) == [
        "Squad: 1 taken, at least 2",
        "Squad: Gun: 0 taken, at least 2",
    ]
    assert {(one.subject, one.sort, one.found, one.bound) for one in found} == {
        ("Squad", "datasheet", 1, 2),
        ("Gun", "wargear", 0, 2),
    }


def test_a_bound_of_a_group_is_about_the_group() -> None:
    pistols = f.group("Pistols", RIFLE, constraints=(most(1),))
    table = f.table(f.unit("squad", groups=(pistols,)))
    table.take("rifle", table.take("squad"), 2)
    found = one(table)
    assert (str(found.message), found.subject, found.sort) == (
        "Squad: Pistols: 2 taken, at most 1",
        "Pistols",
        "wargear",
    )


def test_the_message_of_the_data_goes_before_the_common_wording() -> None:
    table = f.table(f.unit("squad", entries=(f.item("Gun", constraints=(most(1, message="One {gun} is enough"),)),)))
    table.take("gun", table.take("squad"), 2)
    assert said(table) == ["Squad: One {gun} is enough"]


@pytest.mark.parametrize("kind", ["error", "warning", "info"])
def test_statements_of_the_data_have_their_severity(kind: str) -> None:
    table = f.table(f.unit("squad", modifiers=(Modifier(type="add", field=kind, value="Think twice"),)))
    table.take("squad")
    found = one(table)
    assert (str(found.message), found.severity, found.rule) == ("Squad: Think twice", kind, f"data-{kind}")


def test_what_is_hidden_is_not_available() -> None:
    table = f.table(f.unit("squad", hidden=True))
    table.take("squad")
    assert said(table) == ["Squad is not available to this army"]
    assert one(table).by_others  # a leader may show it


def test_what_is_hidden_inside_a_unit_is_shown_by_no_other() -> None:
    table = f.table(f.unit("squad", entries=(f.item("Gun", hidden=True), f.unit("crew", hidden=True))))
    root = table.take("squad")
    table.take("gun", root)
    table.take("crew", root)
    assert [found.by_others for found in findings(table)] == [False, False]


def test_what_a_force_below_another_hides_is_not_available_in_it() -> None:
    inner = ForceEntry(id="inner", name="Regiment")
    outer = ForceEntry(id="army", name="Host", force_entries=(inner,))
    table = f.table(f.unit("squad", hidden=True), of_system={"force_entries": (outer,)})
    for _ in range(2):
        force = table.add_force("inner", table.force)
    table.take("squad", force)
    assert said(table) == ["Squad is not available in Regiment 2"]


@pytest.mark.parametrize("either", [False, True])
def test_a_setting_without_which_the_data_hide_a_unit_is_named(either: bool) -> None:
    none = Condition(type="lessThan", value=1, field="selections", scope="roster", child_id="allow")
    other = Condition(type="atLeast", value=3, field="selections", scope="roster", child_id="squad")
    when: dict[str, Any] = {"conditions": (none,)}
    if either:
        when = {"condition_groups": (ConditionGroup(type="or", conditions=(other, none)),)}
    hiding = Modifier(type="set", field="hidden", value="true", **when)
    table = f.table(
        f.unit("squad", modifiers=(hiding,)), f.unit("allow", name="Allow Relics", type="upgrade"), f.unit("tank")
    )
    table.take("squad")
    assert said(table) == ["Squad is not available to this army without the setting Allow Relics"]
    assert not one(table).by_others
    table.take("allow")
    assert said(table) == []


@pytest.mark.parametrize("asked", ["here", "grouped", "to-linked", "linked"])
def test_a_setting_below_another_is_named(asked: str) -> None:
    """Directly, in a group, and behind a link of a linked group: by the id of the link and by that of what it leads to."""
    deep = {"scope": "roster", "include_child_selections": True}
    none = Condition(type="lessThan", value=1, field="selections", child_id=asked, **deep)
    hiding = Modifier(type="set", field="hidden", value="true", conditions=(none,))
    linked = EntryGroup(
        id="more", links=(EntryLink(id="to-linked", target_id="linked"), EntryLink(id="again", target_id="more"))
    )
    settings = f.unit(
        "settings",
        type="upgrade",
        entries=(Entry(id="here", name="Allow here"),),
        groups=(f.group("Some", Entry(id="grouped", name="Allow grouped")),),
        links=(EntryLink(id="to-more", target_id="more"),),
    )
    shared = {"shared_groups": (linked,), "shared_entries": (Entry(id="linked", name="Allow linked"),)}
    table = f.table(f.unit("squad", modifiers=(hiding,)), settings, **shared)
    table.take("squad")
    name = asked.removeprefix("to-")
    assert said(table) == [f"Squad is not available to this army without the setting Allow {name}"]
    table.take("here", table.take("settings"))
    assert (said(table) == []) is (asked == "here")


def test_a_cost_limit_names_the_currency() -> None:
    table = f.table(f.unit("squad", costs=costing(90)))
    table.take("squad")
    table.roster.cost_limits["pts"] = 50
    found = one(table)
    assert str(found.message) == "pts: 90, at most 50 (40 too many)"
    assert (found.subject, found.sort, found.unit, found.node) == ("pts", "points", "", "")


def test_the_same_fact_is_reported_once_and_in_each_unit() -> None:
    gun = f.item("Gun", constraints=(most(1, id="first"), most(1, id="second")))
    table = f.table(f.unit("squad", entries=(gun,)))
    for _ in range(2):
        table.take("gun", table.take("squad"), 2)
    assert said(table) == ["Squad: Gun: 2 taken, at most 1"] * 2
    assert len({finding.unit for finding in findings(table)}) == 2


def test_notes_of_the_authors_are_not_reported() -> None:
    table = f.table(f.unit("Read me", constraints=(most(0, scope="force"),)))
    table.take("Read me")
    assert findings(table) == []


def limited(purpose: ConstraintPurpose, **more: Any) -> str:
    """The message for two guns of a Gunner where one is allowed."""
    bound = Constraint(id="bound", type="max", value=1, purpose=purpose, **more)
    table = f.table(f.unit("squad", entries=(f.model("Gunner", f.item("Gun", constraints=(bound,))),)))
    table.take("gun", table.take("gunner", table.take("squad")), 2)
    return str(one(table).message)


@pytest.mark.parametrize(
    ("demand", "words"),
    [
        (Demand(needed=("Shield",)), "only for a model with Shield (Gunner)"),
        (Demand(barred=("Cloak", "Boots")), "only for a model without Cloak, Boots (Gunner)"),
        (Demand(needed=("Shield",), barred=("Cloak",)), "only for a model with Shield and without Cloak (Gunner)"),
    ],
)
def test_demands_on_a_model_are_spelled_out(demand: Demand, words: str) -> None:
    assert limited(ConstraintPurpose.DEMAND, demand=demand) == f"Squad: Gun is {words}"


def test_purposes_have_words_of_their_own() -> None:
    assert limited(ConstraintPurpose.UNLISTED) == "Squad: Gun is not an option of Gunner"
    assert limited(ConstraintPurpose.ALL_OR_NONE) == "Squad: Gun: 2 taken, all 1 models take it or none"
    assert limited(ConstraintPurpose.UNIT_LIMIT) == "Squad: Gun: 2 taken, at most 1"
    assert limited(ConstraintPurpose.UNIT_SIZE) == "Squad: models: 2 taken, at most 1"


def test_an_unlisted_item_is_reported_without_the_slots_that_it_leaves_empty() -> None:
    def least_of(purpose: ConstraintPurpose | None, value: int) -> tuple[Constraint, ...]:
        return (least(value, purpose=purpose),)

    items = (
        f.item("Gun", constraints=(most(0, purpose=ConstraintPurpose.UNLISTED),)),
        f.item("Sword", constraints=least_of(ConstraintPurpose.SLOT, 1)),
        f.item("Shield", constraints=least_of(ConstraintPurpose.FIXED_ITEM, 2)),
        f.item("Bow", constraints=least_of(None, 1)),
    )
    table = f.table(f.unit("squad", entries=(f.model("Gunner", *items),)))
    gunner = table.take("gunner", table.take("squad"))
    for child in list(gunner.selections):
        Remove(child).apply(table.roster)
    table.take("shield", gunner)
    empty = {"Squad: Sword: 0 taken, at least 1", "Squad: Bow: 0 taken, at least 1"}
    assert set(said(table)) == {*empty, "Squad: Shield: 1 taken, at least 2"}
    table.take("gun", gunner)
    assert set(said(table)) == {
        "Squad: Gun is not an option of Gunner",
        "Squad: Bow: 0 taken, at least 1",
        "Squad: Shield: 1 taken, at least 2",
    }


def test_a_constraint_may_name_the_rule_that_it_implements() -> None:
    table = f.table(f.unit("squad", entries=(f.item("Gun", constraints=(most(1, rule="wargear-options"),)),)))
    table.take("gun", table.take("squad"), 2)
    assert one(table).rule == "wargear-options"


def test_every_force_is_bound_by_itself() -> None:
    squad = f.unit("squad", constraints=(most(1, scope="force"),))
    table = f.table(squad)
    for _ in range(2):
        force = table.add_force("detachment", table.force)
        table.take("squad", force, 2)
    found = findings(table)
    assert {finding.subject for finding in found} == {"Squad"}
    assert len(found) == 2


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (("max", "6.25", 33), "TROOPS: 33 pts, at most 6.25% of 500 (31.25 pts)"),
        (("min", "25", 33), "TROOPS: 33 pts, at least 25% of 500 (125 pts)"),
        (("exactly", "10", 33), "TROOPS: 33 pts, exactly 10% of 500 (50 pts) needed"),
    ],
)
def test_a_share_of_the_limit_names_share_unit_and_category(constraint: tuple[str, str, int], expected: str) -> None:
    kind, percent, amount = constraint
    bound = Constraint(id="x", type=kind, value=Decimal(percent), field="limit::pts", scope="force", percent=True)
    link = CategoryLink(id="army-troops", target_id="troops", constraints=(bound,))
    army = ForceEntry(id="army", name="Army", category_links=(link,))
    table = f.table(
        f.unit("squad", costs=costing(1), category_links=role("troops")), of_system={"force_entries": (army,)}
    )
    SetCostLimit("pts", 500).apply(table.roster)
    table.take("squad", amount=amount)
    assert said(table) == [expected]
    assert one(table).subject == "TROOPS"


def test_a_share_of_what_is_spent_names_its_category_too() -> None:
    bound = Constraint(id="x", type="max", value=50, field="pts", percent=True, include_child_selections=True)
    link = CategoryLink(id="army-troops", target_id="troops", constraints=(bound,))
    army = ForceEntry(id="army", name="Army", category_links=(link,))
    table = f.table(
        f.unit("squad", costs=costing(30), category_links=role("troops")),
        f.unit("other", costs=costing(10)),
        of_system={"force_entries": (army,)},
    )
    for name in ("squad", "other"):
        table.take(name)
    assert said(table) == ["TROOPS: 30 pts, at most 50% of 40 (20 pts)"]


@pytest.mark.parametrize(
    ("kind", "bound", "expected"),
    [
        ("max", 20, "TROOPS: 30 pts, at most 20"),
        ("max", 0, "TROOPS: 30 pts, none allowed"),
        ("min", 40, "TROOPS: 30 pts, at least 40"),
        ("exactly", 31, "TROOPS: 30 pts, exactly 31 needed"),
    ],
)
def test_a_bound_of_what_something_costs_says_what_it_counts(kind: str, bound: int, expected: str) -> None:
    of_costs = Constraint(id="x", type=kind, value=bound, field="pts", include_child_selections=True)
    link = CategoryLink(id="army-troops", target_id="troops", constraints=(of_costs,))
    army = ForceEntry(id="army", name="Army", category_links=(link,))
    squad = f.unit("squad", costs=costing(30), category_links=role("troops"))
    table = f.table(squad, of_system={"force_entries": (army,)})
    table.take("squad")
    assert said(table) == [expected]


def test_a_share_of_the_selections_says_so() -> None:
    table = f.table(f.unit("squad", constraints=(most(25, percent=True),)), f.unit("other"))
    for name in ("squad", "other"):
        table.take(name)
    assert said(table) == ["Squad: 1 selections, at most 25% of 2 (0.5 selections)"]


@pytest.mark.parametrize(
    ("bound", "sort"), [(most(5, field="pts"), "points"), (most(0), ""), (least(50, field="pts"), "")]
)
def test_the_most_points_that_an_army_may_cost_are_told_from_other_bounds_of_its_force(
    bound: Constraint, sort: str
) -> None:
    army = ForceEntry(id="army", name="Army", constraints=(bound,))
    table = f.table(f.unit("squad", costs=costing(10)), of_system={"force_entries": (army,)})
    table.take("squad")
    assert one(table).sort == sort


def test_a_bound_on_the_link_to_a_force_is_found_at_the_force_and_at_the_unit() -> None:
    few = most(1, id="few", scope="force", child_id="squad")
    link = EntryLink(id="to-wing", type="forceEntry", target_id="wing", constraints=(few,))
    army = ForceEntry(id="army", name="Army", force_links=(link,))
    wing = ForceEntry(id="wing", name="Wing")
    table = f.table(f.unit("squad"), of_system={"force_entries": (army,), "shared_force_entries": (wing,)})
    (linked,) = table.library.forces.below(table.force.entry)
    edit, force = add_force(table.engine, linked, "cat", table.force)
    edit.apply(table.roster)
    force.place = Place("list.yaml", 7, 3)
    for _ in range(2):
        table.take("squad", force)
    (violation,) = table.engine.violations()
    assert (violation.node, violation.entry_id, violation.owner_entry_id) == (force, "to-wing", "wing")
    finding = one(table)
    assert (finding.node, finding.unit, finding.place) == (force.id, force.selections[1].id, force.place)
    assert str(finding.message) == "Wing: 2 taken, at most 1"


def test_alike_findings_of_two_models_of_a_unit_are_two() -> None:
    one_gun = f.model("Trooper", f.item("Gun", constraints=(most(1),)))
    table = f.table(f.unit("squad", entries=(one_gun,)))
    root = table.take("squad")
    models = [table.take("trooper", root), table.take("trooper", root)]
    for holder in models:
        table.take("gun", holder, 2)
    assert [(str(one.message), one.unit) for one in findings(table)] == [
        ("Squad: Gun: 2 taken, at most 1", root.id),
        ("Squad: Gun: 2 taken, at most 1", root.id),
    ]
