"""Constraints: what they count and where, their values after modifiers, and the violations."""

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
from listbuilder.roster.edits import Insert, Remove, SetAmount, SetCostLimit, SetText
from listbuilder.roster.tree import Selection
from tests.engine import factory as f


def test_a_bound_within_the_owner_holds_for_each_unit() -> None:
    """A scope that names the owner is the owner itself: each of two units is bounded, not only the first."""
    gun = f.unit("gun", type="upgrade")
    few = f.most(1, scope="squad", child_id="gun", include_child_selections=True)
    table = f.table(f.unit("squad", entries=(gun,), constraints=(few,)))
    first, second = table.take("squad"), table.take("squad")
    table.take("gun", first)
    guns = table.take("gun", second, 2)
    assert [(item.node, item.found) for item in table.engine.violations()] == [(second, 2)]
    SetAmount(guns, 1).apply(table.roster)
    assert table.wrong == []


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


def test_a_bound_on_itself_counts_its_own_costs_and_what_is_inside_it() -> None:
    gun = f.unit("gun", type="upgrade")
    scar = f.unit("scar", type="upgrade", costs=f.costing(2), entries=(gun,))
    bounds = (
        f.most(3, scope="self", field="pts"),
        f.most(1, id="one", scope="self"),
        f.most(2, id="two", scope="self", include_child_selections=True),
        f.most(0, id="none", scope="self", child_id="gun", include_child_selections=True),
    )
    table = f.table(f.unit("squad", constraints=bounds, groups=(f.group("scars", scar),)))
    squad = table.take("squad")
    first = table.take("scar", squad)
    SetAmount(squad, 2).apply(table.roster)
    assert table.wrong == []
    second = table.take("scar", squad)
    assert set(table.wrong) == {("max", "most"), ("max", "one")}
    table.take("gun", second)
    assert set(table.wrong) == {("max", "most"), ("max", "one"), ("max", "two"), ("max", "none")}
    found = {item.constraint_id: table.engine.counted(item) for item in table.engine.violations()}
    assert found["one"] == (first, second)
    assert found["most"] == (squad,)
    assert found["none"] == tuple(second.selections)


@pytest.mark.parametrize("scope", ["self", "relics"])
def test_what_a_group_counts_is_in_it_at_any_depth(scope: str) -> None:
    gun = f.unit("gun", type="upgrade")
    relic = f.unit("relic", type="upgrade", entries=(gun,))
    few = f.most(1, scope=scope, child_id="gun", include_child_selections=True)
    banner = f.unit("banner", type="upgrade", entries=(gun,))
    table = f.table(f.unit("squad", groups=(f.group("relics", relic, constraints=(few,)),), entries=(banner,)))
    squad = table.take("squad")
    inside, beside = table.take("relic", squad), table.take("banner", squad)
    own, _other = table.take("gun", inside, 2), table.take("gun", beside, 2)
    found = table.engine.violations()
    assert [(item.found, table.engine.counted(item)) for item in found] == [(2, (own,))]


@pytest.mark.parametrize("scope", ["unit", "root-entry", "model-or-unit", "self", "squad"])
def test_a_unit_bounded_within_itself_is_so_each_time_that_it_is_chosen(scope: str) -> None:
    gun = f.unit("gun", type="upgrade")
    bounds = (f.least(2, scope=scope, child_id="gun"), f.most(3, scope=scope, child_id="gun"))
    table = f.table(f.unit("squad", constraints=bounds, entries=(gun,)))
    assert table.wrong == []
    first, second = table.take("squad"), table.take("squad")
    assert table.wrong == [("min", "least")] * 2
    guns = table.take("gun", first, 2), table.take("gun", second, 2)
    assert table.wrong == []
    for one, squad in zip(guns, (first, second), strict=True):
        SetAmount(one, 4).apply(table.roster)
        assert [(item.constraint_id, item.node) for item in table.engine.violations()] == [("most", squad)]
        SetAmount(one, 2).apply(table.roster)


def test_a_model_in_a_model_bounds_itself() -> None:
    gun = f.unit("gun", type="upgrade")
    rider = f.unit("rider", type="model", constraints=(f.least(1, scope="model", child_id="gun"),), entries=(gun,))
    table = f.table(f.unit("beast", type="model", entries=(rider, gun)))
    beast = table.take("beast")
    table.take("gun", beast)
    assert table.wrong == []
    first = table.take("rider", beast)
    assert table.wrong == [("min", "least")]
    table.take("gun", first)
    assert table.wrong == []


def test_an_upgrade_bounds_the_upgrade_around_it_where_there_is_one() -> None:
    gem = f.unit("gem", type="upgrade", constraints=(f.most(1, scope="upgrade"),))
    staff = f.unit("staff", type="upgrade", entries=(gem,))
    table = f.table(f.unit("squad", entries=(staff, gem)))
    squad = table.take("squad")
    table.take("gem", squad, 2)
    assert table.wrong == []
    table.take("gem", table.take("staff", squad), 2)
    assert table.wrong == [("max", "most")]


def test_chosen_hidden_entries_are_violations_and_their_constraints_are_not_checked() -> None:
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


def test_what_is_in_a_hidden_group_is_bound_and_checked_once_the_group_is_shown() -> None:
    show = Modifier(
        type="set", field="hidden", value="false", conditions=(f.when("atLeast", 1, "campaign", scope="force"),)
    )
    inner = f.group("inner", f.unit("axe", constraints=(f.least(1),)), hidden=True, modifiers=(show,))
    outer = f.group("outer", groups=(inner,), hidden=True, modifiers=(show,))
    table = f.table(f.unit("squad", groups=(outer,)), f.unit("campaign"))
    squad = table.take("squad")
    (group,) = squad.option.options
    assert table.wrong == []
    assert "options" not in vars(group), "nothing asked for what is in it"

    campaign = table.take("campaign")
    assert table.wrong == [("min", "least")]
    table.take("axe", squad)
    assert table.wrong == []
    Remove(squad.selections[0]).apply(table.roster)
    assert table.wrong == [("min", "least")]
    Remove(campaign).apply(table.roster)
    assert table.wrong == []
    second = table.take("campaign")
    assert table.wrong == [("min", "least")]
    Remove(squad).apply(table.roster)
    assert table.wrong == []
    Remove(second).apply(table.roster)
    assert table.wrong == []


def test_choices_follow_a_group_with_bounds_that_is_hidden_and_shown() -> None:
    hide = Modifier(type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "ban", scope="force"),))
    arms = f.group("arms", f.unit("axe"), f.unit("bow"), constraints=(f.most(1),), modifiers=(hide,))
    table = f.table(f.unit("squad", groups=(arms,)), f.unit("ban"))
    squad = table.take("squad")
    axe = table.take("axe", squad)

    def hidden() -> list[bool]:
        return [table.engine.state(axe).hidden, table.engine.choice(squad, table.option("bow", squad)).hidden]

    assert (hidden(), table.wrong) == ([False, False], [])
    ban = table.take("ban")
    assert (hidden(), table.wrong) == ([True, True], [("hidden", "hidden")])
    Remove(ban).apply(table.roster)
    assert (hidden(), table.wrong) == ([False, False], [])


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


def test_messages_of_the_data() -> None:
    text = "{self}: no more than {value} in {parent} of {force}, {unit} says"
    relic = f.unit("relic", type="upgrade", constraints=(f.most(1, message=text),))
    table = f.table(f.unit("squad", entries=(relic,)))
    table.take("relic", table.take("squad"), 2)
    assert table.violation().message == "Relic: no more than 1 in Squad of Army, Squad says"


def test_messages_of_modifiers_name_what_they_are_about() -> None:
    told = Modifier(type="add", field="error", value="Max 1 {this} in {unit} of {force}")
    relic = f.unit("relic", type="upgrade", modifiers=(told,))
    table = f.table(f.unit("squad", entries=(relic,), groups=(f.group("guns", modifiers=(told,)),)))
    table.take("relic", table.take("squad"))
    assert sorted(item.message for item in table.engine.violations()) == [
        "Max 1 Guns in Squad of Army",
        "Max 1 Relic in Squad of Army",
    ]


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


def test_the_largest_minimum_and_the_smallest_maximum_count() -> None:
    bounds = (f.least(1), f.least(2, id="more"), f.most(6), f.most(4, id="fewer"), f.least(90, id="x", field="pts"))
    table = f.table(f.unit("unit", entries=(f.unit("gun", constraints=bounds),)))
    unit = Selection(table.option("unit"))
    Insert(unit, table.force).apply(table.roster)
    choice = table.engine.choice(unit, table.option("gun", unit))
    assert (choice.minimum, choice.maximum, choice.count) == (2, 4, 0)
    table.take("gun", unit, 9)
    choice = table.engine.choice(unit, table.option("gun", unit))
    assert (choice.minimum, choice.maximum, choice.count) == (2, 4, 9)


@pytest.mark.parametrize(
    ("constraint", "expected"),
    [
        (f.least(0), (None, None)),
        (f.most(0), (None, 0)),
        (f.most(-1), (None, None)),
        (f.most(-1, negative=True), (None, 0)),
        (f.least(10, percent=True), (None, None)),
        (f.most(10, percent=True), (None, None)),
        (f.most(10, field="pts"), (None, None)),
        (Constraint(id="x", type="exactly", value=3), (3, 3)),
    ],
)
def test_bounds_of_a_choice(constraint: Constraint, expected: tuple[object, object]) -> None:
    table = f.table(f.unit("unit", entries=(f.unit("gun", constraints=(constraint,)),)))
    unit = Selection(table.option("unit"))
    Insert(unit, table.force).apply(table.roster)
    choice = table.engine.choice(unit, table.option("gun", unit))
    assert (choice.minimum, choice.maximum) == expected


def test_a_group_as_a_choice_counts_what_it_holds() -> None:
    table = f.table(f.unit("unit", groups=(f.group("arms", f.unit("axe"), f.unit("bow"), constraints=(f.most(3),)),)))
    unit = table.take("unit")
    table.take("axe", unit, 2)
    table.take("bow", unit)
    choice = table.engine.choice(unit, table.option("arms", unit))
    assert (choice.count, choice.maximum) == (3, 3)


def test_a_maximum_is_reported_at_the_selections_that_exceed_it() -> None:
    """Not at a force that has none of them, although its slot is evaluated for its minimum."""
    squad = f.unit("squad", constraints=(f.most(1, scope="roster"), f.least(1, id="one", scope="roster")))
    table = f.table(squad)
    for selection in tuple(table.force.selections):
        Remove(selection).apply(table.roster)
    second = table.add_force()
    table.take("squad", second)
    assert table.violation().node in second.selections


def test_constraints_on_itself_and_on_its_parent() -> None:
    bounds = (f.most(1, id="self", scope="self"), f.most(2, id="parent"))
    table = f.table(f.unit("squad", entries=(f.unit("scar"),), constraints=bounds))
    squads = [table.take("squad") for _ in range(3)]
    assert table.wrong == [("max", "parent")]
    table.take("scar", squads[1], 2)
    found = {item.constraint_id: item.node for item in table.engine.violations()}
    assert found["self"] is squads[1]


def test_bounds_changed_by_other_nodes() -> None:
    gift = Modifier(type="increment", field="most", value="1", scope="force", affects="self.entries.recursive.squad")
    other = Modifier(type="increment", field="other", value="1", scope="force", affects="self.entries.recursive.squad")
    table = f.table(
        f.unit("squad", constraints=(f.most(1),)), f.unit("gift", modifiers=(gift,)), f.unit("no", modifiers=(other,))
    )
    for name in ("squad", "squad", "no"):
        table.take(name)
    assert table.wrong == [("max", "most")]
    table.take("gift")
    assert table.wrong == []


def test_set_comes_before_other_modifiers_of_a_bound() -> None:
    more = Modifier(type="increment", field="most", value="2")
    two = Modifier(type="set", field="most", value="2", scope="force", affects="self.entries.recursive.squad")
    table = f.table(f.unit("squad", constraints=(f.most(9),), modifiers=(more,)), f.unit("two", modifiers=(two,)))
    for name in ("squad", "squad", "squad", "squad", "two"):
        table.take(name)
    assert table.engine.choice(table.force, table.option("squad")).maximum == 4
    assert table.wrong == []


def test_percentages_say_of_what() -> None:
    table = f.table(f.unit("squad", constraints=(f.most(25, percent=True),)), f.unit("other"))
    for name in ("squad", "other"):
        table.take(name)
    found = table.violation()
    assert (found.found, found.bound, found.message) == (1, Decimal("0.5"), "Squad: at most 25 % of 2 in Army, found 1")


def test_an_unshared_bound_on_forces_counts_this_force_only() -> None:
    force = ForceEntry(id="army", name="Army", constraints=(f.most(1, scope="roster", field="forces", shared=False),))
    table = f.table(of_system={"force_entries": (force,)})
    table.add_force()
    assert table.wrong == []


def test_a_force_counts_costs_of_everything_and_selections_of_its_entry() -> None:
    constraints = (
        f.most(10, id="pts", scope="roster", field="pts", include_child_selections=True),
        f.most(1, id="army", scope="roster"),
        f.most(2, id="units", scope="self"),
        f.most(1, id="squads", scope="force", child_id="squad"),
    )
    table = f.table(
        f.unit("squad", costs=f.costing(5)),
        of_system={"force_entries": (ForceEntry(id="army", name="Army", constraints=constraints),)},
    )
    table.take("squad")
    assert table.wrong == []
    table.take("squad")
    assert table.wrong == [("max", "squads")]
    table.take("squad")
    assert table.wrong == [("max", "pts"), ("max", "squads"), ("max", "units")]
    table.add_force()
    assert ("max", "army") in table.wrong


@pytest.mark.parametrize(
    ("bound", "wrong"),
    [
        (f.most(0), False),
        (f.most(-1), False),
        (f.most(-1, negative=True), True),
        (f.most(0, field="pts"), False),
        (f.most(50, field="pts", percent=True), True),
    ],
)
def test_a_maximum_of_a_category_of_which_there_is_nothing(bound: Constraint, wrong: bool) -> None:
    """None are more than a negative maximum, and no points more than half of points below zero."""
    link = CategoryLink(id="link", name="Troops", target_id="troops", constraints=(bound,))
    force = ForceEntry(id="army", name="Army", category_links=(link,))
    table = f.table(f.unit("relic", costs=f.costing(-5)), of_system={"force_entries": (force,)})
    table.take("relic")

    assert table.wrong == ([("max", "most")] if wrong else [])


def test_a_category_that_only_a_force_names_has_bounds() -> None:
    link = CategoryLink(id="link", name="Guests", target_id="guests", constraints=(f.most(0, scope="force"),))
    hint = Modifier(type="add", field="info", value="hint")
    named = CategoryLink(
        id="other",
        target_id="troops",
        modifiers=(Modifier(type="set", field="name", value="Line"), hint),
        constraints=(f.least(1, id="x", scope="force"),),
    )
    guest = (CategoryLink(id="g", target_id="guests"),)
    table = f.table(
        f.unit("squad", category_links=guest),
        of_system={"force_entries": (ForceEntry(id="army", name="Army", category_links=(link, named)),)},
    )
    table.take("squad")
    found = {item.constraint_id: item for item in table.engine.violations()}
    assert (found["most"].owner_type, found["most"].owner_entry_id) == ("category", "guests")
    assert found["most"].message == "Guests: at most 0 in Army, found 1"
    assert found["x"].message == "Line: at least 1 in Army, found 0"
    assert (found["info"].message, found["info"].entry_id) == ("hint", "troops")


def test_the_owners_of_violations() -> None:
    """A maximum its entry, a minimum the parent, at the root the primary category or the force."""
    gun = f.unit("gun", type="upgrade", constraints=(f.least(2, id="gun-least"), f.most(0, id="gun-most")))
    table = f.table(
        f.unit("squad", entries=(gun,), constraints=(f.least(2, id="squad-least"),), category_links=f.role("hq")),
        f.unit("free", constraints=(f.least(2, id="free-least"),)),
        of_system={"force_entries": (ForceEntry(id="army", name="Army"),)},
    )
    for selection in tuple(table.force.selections):
        Remove(selection).apply(table.roster)
    squad = Selection(table.option("squad"))
    Insert(squad, table.force).apply(table.roster)
    table.take("gun", squad)
    found = {item.constraint_id: (item.owner_type, item.owner_entry_id) for item in table.engine.violations()}
    assert found == {
        "gun-least": ("selection", "squad"),
        "gun-most": ("selection", "gun"),
        "squad-least": ("category", "hq"),
        "free-least": ("force", "army"),
    }


def test_limits_of_several_cost_types() -> None:
    table = f.table(f.unit("squad", costs=f.costing(6)))
    table.take("squad")
    SetCostLimit("pts", 5).apply(table.roster)
    SetCostLimit("gold", 0).apply(table.roster)
    assert [item.message for item in table.engine.violations()] == ["6 pts, at most 5"]


def test_custom_names_in_messages() -> None:
    gun = f.unit(
        "gun", type="upgrade", constraints=(f.most(0, message="{self} of {model} of {unit} in {force}: {found}"),)
    )
    table = f.table(f.unit("squad", entries=(f.unit("m", type="model", name="Trooper", entries=(gun,)),)))
    squad = table.take("squad")
    SetText(squad, "custom_name", "Reds").apply(table.roster)
    SetText(table.force, "custom_name", "Host").apply(table.roster)
    table.take("gun", table.take("m", squad))
    assert table.violation().message == "Gun of Trooper of Reds in Host: 1"


def share(kind: str, percent: Any, **fields: Any) -> Constraint:
    return Constraint(id=kind, type=kind, value=percent, field="limit::pts", scope="force", percent=True, **fields)


def of_troops(*constraints: Constraint) -> dict[str, Any]:
    link = CategoryLink(id="army-troops", target_id="troops", constraints=constraints)
    return {"force_entries": (ForceEntry(id="army", name="Army", category_links=(link,)),)}


TROOPS_AND_OTHERS = (
    f.unit("squad", costs=f.costing(1), category_links=f.role("troops")),
    f.unit("other", costs=f.costing(1)),
)


@pytest.mark.parametrize(
    ("constraint", "squads", "broken"),
    [
        (share("max", 25), 500, False),
        (share("max", 25), 501, True),
        (share("max", Decimal("6.25")), 125, False),
        (share("max", Decimal("6.25")), 126, True),
        (share("max", Decimal("33.3")), 666, False),
        (share("max", Decimal("33.3")), 667, True),
        (share("max", -1), 2000, False),
        (share("min", 25), 500, False),
        (share("min", 25), 499, True),
        (share("exactly", 25), 500, False),
        (share("exactly", 25), 499, True),
    ],
)
def test_a_share_of_a_cost_limit_bounds_what_is_spent(constraint: Constraint, squads: int, broken: bool) -> None:
    table = f.table(*TROOPS_AND_OTHERS, of_system=of_troops(constraint))
    SetCostLimit("pts", 2000).apply(table.roster)
    table.take("squad", amount=squads)
    table.take("other", amount=700)
    assert [kind for kind, _ in table.wrong if kind != "cost-limit"] == ([constraint.type] if broken else [])


@pytest.mark.parametrize(("horses", "broken"), [(9, []), (10, [("max", "max")])])
def test_a_choice_may_cost_a_share_of_the_limit_with_what_is_in_it(horses: int, broken: object) -> None:
    bound = Constraint(
        id="max", type="max", value=10, field="limit::pts", scope="self", percent=True, include_child_selections=True
    )
    horse = f.unit("horse", type="upgrade", costs=f.costing(10))
    table = f.table(f.unit("hero", constraints=(bound,), costs=f.costing(10), entries=(horse,)))
    SetCostLimit("pts", 1000).apply(table.roster)
    table.take("horse", table.take("hero"), horses)
    assert table.wrong == broken


def test_a_minimum_of_nothing_is_met_by_a_refund() -> None:
    refund = f.unit("refund", costs=f.costing(-5), constraints=(f.least(0, field="pts"),))
    table = f.table(refund)
    table.take("refund")
    assert table.wrong == []


def test_a_share_names_what_it_allows_and_of_what() -> None:
    table = f.table(*TROOPS_AND_OTHERS, of_system=of_troops(share("max", Decimal("8.25"))))
    SetCostLimit("pts", 1000).apply(table.roster)
    table.take("squad", amount=83)
    found = table.violation()
    assert (found.found, found.bound, found.percent, found.whole) == (83, Decimal("82.5"), Decimal("8.25"), 1000)
    assert found.message == "TROOPS: at most 8.25 % of 1000 in Army, found 83"


def test_a_share_of_a_limit_follows_the_limit_and_is_not_checked_without_one() -> None:
    table = f.table(*TROOPS_AND_OTHERS, of_system=of_troops(share("max", 25), share("min", 25)))
    table.take("squad", amount=251)
    assert table.wrong == []
    for limit, broken in ((1000, ["max"]), (1004, []), (1005, ["min"]), (None, [])):
        SetCostLimit("pts", limit).apply(table.roster)
        assert [kind for kind, _ in table.wrong] == broken


def test_a_force_may_spend_a_share_of_the_limit_of_the_whole_roster() -> None:
    of_roster = Constraint(id="max", type="max", value=25, field="limit::pts", scope="roster", percent=True)
    allies = ForceEntry(id="allies", name="Allies", constraints=(of_roster,))
    table = f.table(f.unit("squad", costs=f.costing(1)), of_system={"force_entries": (f.FORCE, allies)})
    SetCostLimit("pts", 1000).apply(table.roster)
    table.take("squad", amount=500)
    contingent = table.add_force("allies")
    squad = table.take("squad", contingent, 250)
    assert table.wrong == []
    SetAmount(squad, 251).apply(table.roster)
    assert table.wrong == [("max", "max")]


@pytest.mark.parametrize(("deep", "found"), [(False, 20), (True, 30)])
def test_a_bound_of_a_group_on_its_costs_counts_what_is_in_it(deep: bool, found: int) -> None:
    """With what is inside it, where the data say so; what the unit has besides the group does not count."""
    jewel = f.unit("jewel", type="upgrade", costs=f.costing(5))
    ring = f.unit("ring", type="upgrade", costs=f.costing(10), entries=(jewel,))
    bound = f.most(15, field="pts", scope="self", include_child_selections=deep)
    hero = f.unit(
        "hero", entries=(f.unit("horse", costs=f.costing(50)),), groups=(f.group("items", ring, constraints=(bound,)),)
    )
    table = f.table(hero)
    lord = table.take("hero")
    table.take("horse", lord)
    assert table.wrong == []
    first = table.take("ring", lord)
    assert table.wrong == []
    table.take("ring", lord)
    table.take("jewel", first, amount=2)
    assert (table.violation().found, table.violation().bound) == (found, 15)
