"""Conditions, groups, local groups and repeats, each seen in the name or the cost of an entry."""

from __future__ import annotations

import random
from contextlib import nullcontext
from decimal import Decimal
from typing import Any

import pytest

from listbuilder import budget
from listbuilder.catalogue.model import (
    CategoryLink,
    Condition,
    ConditionGroup,
    ForceEntry,
    LocalConditionGroup,
    Modifier,
    Repeat,
)
from listbuilder.engine import Engine
from listbuilder.engine.actions import select
from listbuilder.engine.cells import SelectionCell
from listbuilder.engine.numbers import LARGEST
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert, Move, Remove, SetAmount, SetCostLimit, SetDeclarations
from listbuilder.roster.tree import Selection
from tests.engine import factory as f
from tests.engine.random_edits import differences

YES, NO = Condition(type="always"), Condition(type="never")


def watching(*conditions: Condition, **fields: Any) -> f.Table:
    """A roster whose watcher is called "yes" when the conditions hold; a squad with three troopers with guns, and a tank."""
    gun = f.unit("gun", type="upgrade", costs=f.costing(5))
    trooper = f.unit("trooper", type="model", entries=(gun,), category_links=f.role("elite"))
    return f.table(
        f.unit(
            "watcher", modifiers=f.renamed_when(*conditions, **fields), category_links=f.role("hq"), costs=f.costing(1)
        ),
        f.unit("squad", groups=(f.group("gang", trooper),), category_links=f.role("troops"), costs=f.costing(10)),
        f.unit("tank", costs=f.costing(30)),
    )


def filled(table: f.Table) -> f.Table:
    squad = table.take("squad")
    trooper = table.take("trooper", squad, 3)
    table.take("gun", trooper)
    table.take("tank")
    return table


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (f.when("atLeast", 1, "tank", scope="force"), True),
        (f.when("atLeast", 2, "tank", scope="force"), False),
        (f.when("lessThan", 1, "unknown", scope="roster"), True),
        (f.when("equalTo", 3, "trooper", scope="force"), False),
        (f.when("equalTo", 3, "trooper", scope="force", include_child_selections=True), True),
        (f.when("equalTo", 3, "gang", scope="roster", include_child_selections=True), True),
        (f.when("equalTo", 3, "model", scope="roster", include_child_selections=True), True),
        (f.when("equalTo", 3, "elite", scope="roster", include_child_selections=True), True),
        (f.when("equalTo", 3, "any", scope="force"), True),
        (f.when("greaterThan", 2, "", scope="force"), True),
        (f.when("equalTo", 15, "gun", scope="roster", field="pts", include_child_selections=True), True),
        (f.when("equalTo", 56, "any", scope="roster", field="pts", include_child_selections=True), True),
        (f.when("equalTo", 1, "any", scope="self", field="pts"), True),
        (f.when("atLeast", 33, "tank", scope="force", percent=True), True),
        (f.when("atLeast", 34, "tank", scope="force", percent=True), False),
        (f.when("equalTo", 100, "any", scope="force", percent=True), True),
        (f.when("lessThan", 1, "any", scope="root-entry"), True),
        (f.when("notEqualTo", 1, "tank", scope="force"), False),
        (f.when("notEqualTo", 2, "tank", scope="force"), True),
        (f.when("atMost", 1, "tank", scope="force"), True),
        (f.when("atMost", 0, "tank", scope="force"), False),
        (f.when("lessThan", 2, "tank", scope="force"), True),
        (f.when("lessThan", 1, "tank", scope="force"), False),
        (f.when("greaterThan", 0, "tank", scope="force"), True),
        (f.when("greaterThan", 1, "tank", scope="force"), False),
        (f.when("equalTo", 2, "tank", scope="force"), False),
        (f.when("atLeast", 1, "army", scope="primary-category"), False),
        (f.when("atLeast", 3, "any", scope="ancestor"), True),
        (f.when("atLeast", 4, "any", scope="ancestor"), False),
        (f.when("instanceOf", 1, "army", scope="primary-category"), False),
        (f.when("instanceOf", 1, "other", scope="primary-catalogue"), False),
        (f.when("instanceOf", 1, "army", scope="no-such-scope"), False),
        (f.when("unknownComparison", 0, "tank", scope="force"), False),
        (f.when("equalTo", 1, "army", scope="roster", field="forces"), True),
        (f.when("atLeast", 0, "tank", scope="force", field="no-such-cost"), False),
        (f.when("atLeast", 0, "tank", scope="no-such-scope"), False),
        (f.when("instanceOf", 1, "hq", scope="self"), True),
        (f.when("instanceOf", 1, "unit", scope="self"), True),
        (f.when("notInstanceOf", 1, "tank", scope="self"), True),
        (f.when("instanceOf", 1, "army", scope="force"), True),
        (f.when("instanceOf", 1, "army", scope="ancestor"), True),
        (f.when("instanceOf", 1, "cat", scope="parent"), True),
        (f.when("instanceOf", 1, "cat", scope="primary-catalogue"), True),
        (f.when("instanceOf", 1, "tank", scope="force"), False),
        (f.when("instanceOf", 1, "cat", scope="roster"), False),
        (Condition(type="always"), True),
        (Condition(type="never"), False),
    ],
)
def test_one_condition(condition: Condition, expected: bool) -> None:
    table = filled(watching(condition))
    assert table.name(table.take("watcher")) == ("yes" if expected else "Watcher")


def test_scopes_by_type_and_by_id_are_found_upwards() -> None:
    counted = [
        f.when("atLeast", 1, "gun", scope=scope, include_child_selections=True)
        for scope in ("squad", "unit", "root-entry", "model-or-unit", "parent")
    ]
    badge = f.unit("badge", type="upgrade", modifiers=f.renamed_when(*counted))
    gun = f.unit("gun", type="upgrade")
    table = f.table(
        f.unit("squad", entries=(badge, gun)),
        f.unit("other", entries=(f.unit("badge2", modifiers=f.renamed_when(counted[0])),)),
    )
    squad = table.take("squad")
    found = table.take("badge", squad)
    assert table.name(found) == "Badge"
    table.take("gun", squad)
    assert table.name(found) == "yes"
    assert table.name(table.take("badge2", table.take("other"))) == "Badge2"


@pytest.mark.parametrize(
    ("key", "expected"),
    [("army", True), ("detachment", True), ("cat", True), ("other-army", False), ("hq", False), ("squad", False)],
)
def test_the_parent_of_anything_in_a_force_counts_as_every_force_around_it(key: str, expected: bool) -> None:
    badge = f.unit("badge", type="upgrade", modifiers=f.renamed_when(f.when("instanceOf", 1, key, scope="parent")))
    hidden = Modifier(
        type="set", field="hidden", value="true", conditions=(f.when("notInstanceOf", 1, key, scope="parent"),)
    )
    trooper = f.unit("trooper", type="model", groups=(f.group("gear", badge, modifiers=(hidden,)),))
    other = ForceEntry(id="other-army", name="Other Army")
    table = f.table(
        f.unit("squad", entries=(trooper,), category_links=f.role("hq")), of_system={"force_entries": (f.FORCE, other)}
    )
    inner = table.take("trooper", table.take("squad", table.add_force("detachment", table.force)))
    assert table.name(table.take("badge", inner)) == ("yes" if expected else "Badge")
    assert [kind for kind, _ in table.wrong] == ([] if expected else ["hidden"])


def test_a_group_is_a_scope() -> None:
    inside = f.when("atLeast", 2, "any", scope="gang")
    badge = f.unit("badge", type="upgrade", modifiers=f.renamed_when(inside))
    table = f.table(f.unit("squad", entries=(f.unit("drone"),), groups=(f.group("gang", badge, f.unit("trooper")),)))
    squad = table.take("squad")
    found = table.take("badge", squad)
    table.take("drone", squad, 4)
    assert table.name(found) == "Badge"
    table.take("trooper", squad)
    assert table.name(found) == "yes"


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (ConditionGroup(type="and", conditions=(YES, NO)), False),
        (ConditionGroup(type="or", conditions=(YES, NO)), True),
        (ConditionGroup(type="or"), True),
        (ConditionGroup(type="not", conditions=(NO,)), True),
        (ConditionGroup(type="not", conditions=(NO, YES)), False),
        (ConditionGroup(type="or", conditions=(NO, NO)), False),
        (ConditionGroup(type="and", conditions=(YES, YES)), True),
        (ConditionGroup(type="count", conditions=(NO, NO)), False),
        (ConditionGroup(type="count", conditions=(NO, YES)), True),
        (ConditionGroup(type="count", value=2, conditions=(YES, NO, YES)), True),
        (ConditionGroup(type="count", value=3, conditions=(YES, NO, YES)), False),
        (ConditionGroup(type="and", groups=(ConditionGroup(type="or", conditions=(NO, YES)),)), True),
        (ConditionGroup(type="subtract", groups=(ConditionGroup(type="add", conditions=(YES, YES)),), value=2), False),
        (
            ConditionGroup(
                type="greater",
                conditions=(f.when("atLeast", 0, "trooper", scope="roster", include_child_selections=True),),
                groups=(
                    ConditionGroup(
                        type="multiply", conditions=(f.when("atLeast", 0, "tank", scope="roster"),), value=2
                    ),
                ),
            ),
            True,
        ),
        (ConditionGroup(type="equal", conditions=(YES, NO)), False),
        (ConditionGroup(type="equal", conditions=(YES, YES)), True),
        (ConditionGroup(type="notEqual", conditions=(YES, NO)), True),
        (ConditionGroup(type="less", conditions=(NO, YES), value=2), True),
        (ConditionGroup(type="less", conditions=(NO, YES, YES)), False),
        (ConditionGroup(type="lessOrEqual", conditions=(NO, YES, YES)), True),
        (ConditionGroup(type="greaterOrEqual", conditions=(YES, YES, NO)), True),
        (ConditionGroup(type="greater", conditions=(YES, YES, NO)), False),
        (ConditionGroup(type="min", conditions=(YES, NO)), False),
        (ConditionGroup(type="max", conditions=(YES, NO)), True),
        (ConditionGroup(type="divide", conditions=(YES, NO)), False),
        (ConditionGroup(type="modulo", conditions=(YES, NO)), False),
        (ConditionGroup(type="add"), False),
        (ConditionGroup(type="add", conditions=(f.when("atLeast", 0, "tank", scope="no-such-scope"),)), False),
        (ConditionGroup(type="add", conditions=(f.when("atLeast", 0, "tank", scope="force", field="none"),)), False),
        (ConditionGroup(type="subtract", repeats=(Repeat(child_id="tank", scope="force", value=1),), value=1), False),
        (
            ConditionGroup(type="and", local_groups=(LocalConditionGroup(scope="roster", child_id="tank", value=1),)),
            True,
        ),
    ],
)
def test_condition_groups(group: ConditionGroup, expected: bool) -> None:
    table = filled(watching(condition_groups=(group,)))
    assert table.name(table.take("watcher")) == ("yes" if expected else "Watcher")


def of_numbers(kind: str, *values: float | Decimal) -> ConditionGroup:
    parts = tuple(ConditionGroup(type="add", value=value) for value in values)
    return ConditionGroup(type=kind, groups=parts)


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (of_numbers("power", 0, 0), 1),
        (of_numbers("power", 0, -1), 0),  # what has no result counts nothing
        (of_numbers("power", -8, Decimal("0.5")), 0),
        (of_numbers("modulo", -7, 4), -3),
        (of_numbers("modulo", Decimal("-7.5"), 4), Decimal("-3.5")),
        (of_numbers("modulo", 10**30 + 1, 2), 1),
        (of_numbers("divide", 10**25, 1), 10**25),
    ],
)
def test_numbers_of_groups_never_fail(group: ConditionGroup, expected: Any) -> None:
    same = ConditionGroup(type="equal", groups=(group,), value=expected)
    table = filled(watching(condition_groups=(same,)))
    assert table.name(table.take("watcher")) == "yes"


def local(*conditions: Condition, **fields: Any) -> LocalConditionGroup:
    fields = {"scope": "roster", "include_child_selections": True, "include_child_forces": True, **fields}
    return LocalConditionGroup(conditions=conditions, **fields)


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (local(f.when("instanceOf", 1, "model"), f.when("instanceOf", 1, "elite"), value=3), True),
        (local(f.when("instanceOf", 1, "model"), f.when("notInstanceOf", 1, "elite"), value=1), False),
        (local(*(f.when("instanceOf", 1, key) for key in ("squad", "unit", "tank")), value=1), False),
        (local(*(f.when("instanceOf", 1, key) for key in ("squad", "unit", "any")), value=1), True),
        (local(f.when("atLeast", 1, "gun"), value=3), True),
        (local(f.when("atLeast", 1, "gun"), value=4), False),
        (local(f.when("atLeast", 1, "gun"), f.when("instanceOf", 1, "elite"), value=3), True),
        (local(f.when("atLeast", 1, "gun"), f.when("instanceOf", 1, "hq"), value=1), False),
        (local(f.when("atLeast", 1, "gun"), f.when("never", 1, "gun"), value=1), False),
        (local(groups=(ConditionGroup(type="and", conditions=(YES,)),), child_id="trooper", value=3), True),
        (local(groups=(ConditionGroup(type="and", conditions=(NO,)),), child_id="trooper", value=1), False),
        (local(local_groups=(local(type="always"),), child_id="trooper", value=3), True),
        (local(local_groups=(local(child_id="tank", value=2),), child_id="trooper", value=1), False),
        (local(child_id="tank", scope="force", value=1), True),
        (local(child_id="tank", scope="self", value=1), False),
        (local(child_id="trooper", scope="force", include_child_selections=False, value=1), False),
        (local(child_id="squad", scope="force", include_child_selections=False, value=1), True),
        (local(child_id="trooper", scope="force", value=3), True),
        (local(child_id="trooper", scope="force", value=4), False),
        (local(f.when("instanceOf", 1, "tank"), type="lessThan", value=1), False),
        (local(f.when("instanceOf", 1, "trooper"), include_child_selections=False, value=1), False),
        (local(f.when("atLeast", 1, "trooper"), scope="no-such-scope", value=1), False),
    ],
)
def test_local_condition_groups_test_each_node(group: LocalConditionGroup, expected: bool) -> None:
    table = filled(watching(local_condition_groups=(group,)))
    assert table.name(table.take("watcher")) == ("yes" if expected else "Watcher")


def test_local_groups_that_always_hold_add_up() -> None:
    tanks = local(f.when("instanceOf", 1, "tank"), type="always", repeats=-1)
    squads = local(f.when("instanceOf", 1, "squad"), type="always", repeats=1)
    table = filled(watching(local_condition_groups=(tanks, squads)))
    watcher = table.take("watcher")
    assert table.name(watcher) == "Watcher"  # as many of the one as of the other
    table.take("tank")
    assert table.name(watcher) == "yes"


def test_repeats_add_up_and_round_as_the_data_say() -> None:
    repeats = (
        Repeat(child_id="trooper", scope="force", include_child_selections=True, value=2),
        Repeat(child_id="trooper", scope="force", include_child_selections=True, value=2, round_up=True, repeats=10),
        Repeat(child_id="tank", scope="force", percent=True, value=10),
        Repeat(child_id="tank", scope="force", value=0),
    )
    table = f.table(
        f.unit(
            "watcher",
            costs=f.costing(0),
            modifiers=(Modifier(type="increment", field="pts", value="1", repeats=repeats),),
        ),
        f.unit("squad", entries=(f.unit("trooper"),)),
        f.unit("tank"),
    )
    watcher = table.take("watcher")
    table.take("trooper", table.take("squad"), 3)
    table.take("tank")
    assert table.points(watcher) == 1 + 20 + 3


def test_a_cost_can_be_compared_with_a_share_of_its_limit() -> None:
    share: dict[str, Any] = {"field": "limit::pts", "scope": "force", "percent": True}
    table = watching(f.when("atLeast", 25, "tank", **share), f.when("lessThan", 26, "tank", **share))
    watcher = filled(table) and table.take("watcher")
    assert table.name(watcher) == "Watcher"  # without a limit there is no share of it
    for limit, name in ((120, "yes"), (121, "Watcher"), (115, "Watcher")):
        SetCostLimit("pts", limit).apply(table.roster)
        assert table.name(watcher) == name


def test_a_limit_is_followed_wherever_it_is_asked_for() -> None:
    """A choice that is not chosen has no node to count in; the limit is one of the roster all the same."""
    large = f.when("atLeast", 1000, "any", field="limit::pts", scope="self")
    table = f.table(f.unit("hero", modifiers=f.renamed_when(large)))
    option = table.option("hero")
    assert table.engine.choice(table.force, option).name == "Hero"
    SetCostLimit("pts", 1000).apply(table.roster)
    assert table.engine.choice(table.force, option).name == "yes"
    SetCostLimit("pts", None).apply(table.roster)
    assert table.engine.choice(table.force, option).name == "Hero"


def test_cost_limits_and_associations_can_be_asked_for() -> None:
    limit = f.when("atLeast", 1000, "any", field="limit::pts", scope="roster")
    table = watching(limit)
    watcher = table.take("watcher")
    assert table.name(watcher) == "Watcher"
    SetCostLimit("pts", 1000).apply(table.roster)
    assert table.name(watcher) == "yes"
    attached = watching(f.when("atLeast", 1, "squad", field="associations", scope="self"))
    leader, squad = attached.take("watcher"), attached.take("squad")
    assert attached.name(leader) == "Watcher"
    SetDeclarations(Declarations(attach={leader.id: squad.id})).apply(attached.roster)
    assert attached.name(leader) == "yes"


@pytest.mark.parametrize(("base", "exponent"), [(2, -64), (2, 64), (1, 65), (2, 65), (2, -65)])
def test_with_powers_beyond_all_bounds_no_list_is_judged(base: int, exponent: int) -> None:
    numbers = tuple(ConditionGroup(type="add", value=one) for one in (base, exponent))
    table = watching(condition_groups=(ConditionGroup(type="power", groups=numbers),))
    is_beyond = base == 2 and abs(exponent) == 65
    refused = pytest.raises(budget.TooLarge, match=f"a number beyond {LARGEST}") if is_beyond else nullcontext()
    with refused, budget.metered():
        assert table.name(table.take("watcher")) == "yes"


def test_conditions_on_itself_of_a_choice_that_is_not_chosen() -> None:
    has_gun = f.when("atLeast", 1, "gun", scope="self")
    table = f.table(f.unit("unit", modifiers=f.renamed_when(has_gun), entries=(f.unit("gun"),)))
    option = table.option("unit")
    assert table.engine.choice(table.force, option).name == "Unit"
    unit = table.take("unit")
    table.take("gun", unit)
    assert table.engine.choice(table.force, option).name == "yes"  # that of the chosen one
    Remove(unit).apply(table.roster)
    assert table.engine.choice(table.force, option).name == "Unit"


def test_a_force_is_no_root_entry() -> None:
    renamed = f.renamed_when(f.when("atLeast", 0, "any", scope="root-entry"))
    table = f.table(of_system={"force_entries": (ForceEntry(id="army", name="Army", modifiers=renamed),)})
    assert table.name(table.force) == "Army"


def test_the_root_entry_of_a_root_entry_is_itself() -> None:
    has_gun = f.when("atLeast", 1, "gun", scope="root-entry")
    table = f.table(f.unit("unit", modifiers=f.renamed_when(has_gun), entries=(f.unit("gun"),)))
    unit = table.take("unit")
    table.take("gun", unit)
    assert table.name(unit) == "yes"


def dearer(*conditions: Condition) -> tuple[Modifier, ...]:
    """One point more for each unit that passes."""
    earlier = LocalConditionGroup(
        scope="force", child_id="copy", type="always", repeats=1, include_child_forces=True, conditions=conditions
    )
    return (Modifier(type="increment", field="pts", value="1", local_condition_groups=(earlier,)),)


def test_further_copies_cost_more_by_their_order() -> None:
    table = f.table(f.unit("copy", costs=f.costing(10), modifiers=dearer(Condition(type="before"))), f.unit("other"))
    units = [table.take("copy"), table.take("other"), table.take("copy"), table.take("copy")]
    assert [table.points(node) for node in units] == [10, 0, 11, 12]
    assert table.engine.choice(table.force, table.option("copy")).own_cost == {"pts": table.points(first(units))}
    Move(units[3], 0).apply(table.roster)
    assert [table.points(node) for node in units] == [11, 0, 12, 10]


@pytest.mark.parametrize("more", [(), (f.when("atLeast", 0, "gun"),)], ids=["by ids", "by counts"])
@pytest.mark.parametrize("seed", range(3))
def test_prices_by_order_follow_every_edit(seed: int, more: tuple[Condition, ...]) -> None:
    chance, cost = random.Random(seed), f.costing(10)
    table = f.table(f.unit("copy", costs=cost, modifiers=dearer(Condition(type="before"), *more)), f.unit("other"))
    other = table.add_force("army")
    gone: list[Selection] = []
    for _ in range(60):
        force = chance.choice((table.force, table.force, other))
        if gone and chance.random() < 0.2:
            Insert(gone.pop(), force, chance.randrange(len(force.selections) + 1)).apply(table.roster)
        if len(force.selections) < 3 or chance.random() < 0.4:
            _edit, node = select(table.engine, force, table.option(chance.choice(("copy", "copy", "other"))))
            Insert(node, force, chance.randrange(len(force.selections) + 1)).apply(table.roster)
        elif chance.random() < 0.4:
            Move(chance.choice(force.selections), chance.randrange(len(force.selections))).apply(table.roster)
        else:
            node = chance.choice(force.selections)
            removed = chance.random() < 0.6
            (Remove(node) if removed else SetAmount(node, chance.randint(1, 3))).apply(table.roster)
            gone += [node] if removed else []
        if chance.random() < 0.6:  # else with the next edit
            assert differences(table.engine) == {}


def test_only_later_copies_are_evaluated_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = f.table(f.unit("copy", costs=f.costing(10), modifiers=dearer(Condition(type="before"))), f.unit("other"))
    units = [table.take("copy") for _ in range(6)]
    assert [table.points(node) for node in units] == [10, 11, 12, 13, 14, 15]
    ran: list[Selection] = []
    evaluate = SelectionCell.evaluate
    monkeypatch.setattr(SelectionCell, "evaluate", lambda cell: ran.append(cell.node) or evaluate(cell))
    Remove(units[3]).apply(table.roster)
    assert table.points(units[5]) == 14
    assert set(ran) == set(units[4:])
    ran.clear()
    Move(units[5], 3).apply(table.roster)
    assert table.points(units[5]) == 13
    assert set(ran) == {units[4], units[5]}


def first(units: list[Selection]) -> Selection:
    """The selection with the smallest id represents its option."""
    return min((node for node in units if node.option.target.id == "copy"), key=lambda node: node.id)


def test_a_copy_that_is_not_chosen_yet_comes_last() -> None:
    table = f.table(f.unit("copy", costs=f.costing(10), modifiers=dearer(Condition(type="before"))))
    child = table.add_force("detachment", table.force)
    option = table.option("copy")
    assert table.engine.choice(child, option).own_cost == {"pts": 10}
    table.take("copy", child)
    table.take("copy", child)
    assert table.engine.choice(table.force, option).own_cost == {"pts": 12}  # those of the child force come before it
    assert table.engine.price(child, option) == {"pts": 12}


def test_local_groups_see_one_force_and_child_forces_only_when_asked() -> None:
    def seeing(**fields: Any) -> tuple[Modifier, ...]:
        counted = LocalConditionGroup(scope="force", child_id="tank", type="always", repeats=1, **fields)
        return (Modifier(type="increment", field="pts", value="1", local_condition_groups=(counted,)),)

    gun = (f.when("atLeast", 0, "gun"),)
    table = f.table(
        f.unit("near", modifiers=seeing()),
        f.unit("far", modifiers=seeing(include_child_forces=True)),
        f.unit("near-slow", modifiers=seeing(conditions=gun)),
        f.unit("far-slow", modifiers=seeing(conditions=gun, include_child_forces=True)),
        f.unit("tank"),
    )
    watchers = [table.take(name) for name in ("near", "far", "near-slow", "far-slow")]
    child = table.add_force("detachment", table.force)
    table.take("tank", table.add_force())
    assert [table.points(node) for node in watchers] == [0, 0, 0, 0]
    table.take("tank", child)
    assert [table.points(node) for node in watchers] == [0, 1, 0, 1]
    table.take("tank")
    assert [table.points(node) for node in watchers] == [1, 2, 1, 2]


def test_counts_of_a_group_scope() -> None:
    """Points and descendants of what is chosen in the group, and of nothing else."""
    deep = {"include_child_selections": True}
    conditions = {
        "direct": f.when("equalTo", 14, "any", scope="gang", field="pts"),
        "deep": f.when("equalTo", 18, "any", scope="gang", field="pts", **deep),
        "guns": f.when("equalTo", 2, "gun", scope="gang", **deep),
        "members": f.when("equalTo", 3, "gang", scope="gang"),
        "all": f.when("equalTo", 5, "any", scope="gang", **deep),
    }
    badges = [f.unit(name, type="upgrade", modifiers=f.renamed_when(item)) for name, item in conditions.items()]
    gun = f.unit("gun", type="upgrade", costs=f.costing(2))
    trooper = f.unit("trooper", costs=f.costing(7), entries=(gun,))
    table = f.table(
        f.unit(
            "squad",
            entries=(f.unit("drone", costs=f.costing(100), entries=(gun,)),),
            groups=(f.group("gang", trooper, *badges),),
        )
    )
    for name in conditions:
        squad = table.take("squad")
        table.take("gun", table.take("trooper", squad, 2))
        table.take("gun", table.take("drone", squad))
        badge = table.take(name, squad)
        assert table.name(badge) == "yes", name
        SetAmount(squad.selections[0], 3).apply(table.roster)
        assert table.name(badge) == name.title()


def test_a_force_without_child_forces_counts_only_its_own() -> None:
    def seeing(**fields: Any) -> tuple[Modifier, ...]:
        return (
            Modifier(
                type="increment", field="pts", value="1", repeats=(Repeat(child_id="tank", scope="force", **fields),)
            ),
        )

    table = f.table(
        f.unit("near", modifiers=seeing()),
        f.unit("far", modifiers=seeing(include_child_forces=True)),
        f.unit("deep", modifiers=seeing(include_child_forces=True, include_child_selections=True)),
        f.unit("tank"),
        f.unit("carrier", entries=(f.unit("tank"),)),
        f.unit("forces", modifiers=(
            Modifier(type="increment", field="pts", value="1", repeats=(
                Repeat(child_id="any", scope="force", field="forces"),
                Repeat(child_id="any", scope="force", field="forces", include_child_forces=True, repeats=10),
                Repeat(child_id="any", scope="roster", field="forces", repeats=100),
            )),
        )),
    )  # fmt: skip
    watchers = [table.take(name) for name in ("near", "far", "deep", "forces")]
    child = table.add_force("detachment", table.force)
    table.take("tank", child)
    table.take("tank", table.take("carrier", child))
    assert [table.points(node) for node in watchers] == [0, 1, 2, 211]


def test_a_query_may_count_its_owner() -> None:
    alone = f.when("equalTo", 1, "self", scope="force")
    table = f.table(f.unit("copy", modifiers=f.renamed_when(alone)), f.unit("other"))
    table.take("other")
    unit = table.take("copy")
    assert table.name(unit) == "yes"
    table.take("copy")
    assert table.name(unit) == "Copy"


def test_without_an_id_selections_count_their_own_entry_within_a_selection() -> None:
    pair = f.when("equalTo", 2, "", scope="parent")
    badge = f.unit("badge", type="upgrade", modifiers=f.renamed_when(pair))
    table = f.table(f.unit("unit", entries=(badge, f.unit("gun"))))
    unit = table.take("unit")
    table.take("gun", unit, 5)
    found = table.take("badge", unit)
    assert table.name(found) == "Badge"
    table.take("badge", unit)
    assert table.name(found) == "yes"


def test_an_ancestor_that_is_not_in_the_roster_is_known_by_its_links() -> None:
    known = f.renamed_when(f.when("instanceOf", 1, "hq", scope="ancestor"))
    table = f.table(f.unit("unit", category_links=f.role("hq"), entries=(f.unit("gun", modifiers=known),)))
    loose = Selection(table.option("unit"))
    loose.parent = table.force
    assert table.engine.choice(loose, table.option("gun", loose)).name == "yes"


@pytest.mark.parametrize(("guns", "expected"), [(0, "Badge"), (1, "yes")])
def test_one_ancestor_is_enough(guns: int, expected: str) -> None:
    badge = f.unit("badge", type="upgrade", modifiers=f.renamed_when(f.when("equalTo", 1, "gun", scope="ancestor")))
    table = f.table(f.unit("unit", entries=(f.unit("trooper", entries=(badge, f.unit("gun"))),)))
    trooper = table.take("trooper", table.take("unit"))
    if guns:
        table.take("gun", trooper, guns)

    assert table.name(table.take("badge", trooper)) == expected


def test_a_category_that_nothing_above_has_is_a_scope_in_the_force() -> None:
    """A bound on what stands in one slot of the force counts nothing that stands in another."""
    elder, bound = CategoryLink(id="e", target_id="hq"), f.most(1, scope="troops")
    asked = f.renamed_when(f.when("atLeast", 2, "hq", scope="troops"))
    table = f.table(
        f.unit("free", category_links=(*f.role("troops"), elder), constraints=(bound,)),
        f.unit("held", category_links=(elder,), constraints=(bound,)),
        f.unit("squad", modifiers=asked),
    )
    squad = table.take("squad")
    for entry in ("held", "held", "free"):
        table.take(entry)
    assert table.name(squad) == "Squad"
    assert not table.engine.violations()

    table.take("free")
    assert table.name(squad) == "yes"
    assert [(one.entry_id, one.found, one.bound) for one in table.engine.violations()] == [("free", 2, 1)]


def test_the_primary_category_is_that_of_the_root_entry() -> None:
    """Specialists pay for what a commander has for nothing, whatever else both are."""
    leads = f.when("instanceOf", 1, "commander", scope="primary-category")
    trait = f.unit("trait", type="upgrade", modifiers=f.renamed_when(leads))
    with_medal = (f.when("atLeast", 1, "medal", scope="self"),)
    promoted = Modifier(type="set-primary", field="category", value="commander", conditions=with_medal)
    table = f.table(
        f.unit(
            "hero",
            category_links=(*f.role("commander"), CategoryLink(id="other", target_id="troops")),
            entries=(f.unit("kit", entries=(trait,)),),
            modifiers=f.renamed_when(leads),
        ),
        f.unit(
            "squad",
            category_links=(*f.role("troops"), CategoryLink(id="too", target_id="commander")),
            entries=(trait, f.unit("medal")),
            modifiers=(promoted,),
        ),
    )
    hero, chosen = table.take("hero"), table.take("squad")
    assert table.name(hero) == "yes"
    assert table.name(table.take("trait", table.take("kit", hero))) == "yes"
    found = table.take("trait", chosen)
    assert table.name(found) == "Trait"

    table.take("medal", chosen)
    assert table.name(found) == "yes"


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [("atMost", 0, "yes"), ("lessThan", 1, "yes"), ("notEqualTo", 1, "yes"), ("atLeast", 1, "Badge")],
)
def test_what_no_ancestor_has_is_asked_of_all(kind: str, value: int, expected: str) -> None:
    """The crew has no mount in it, but the chariot around it has one: it is not without a mount."""
    badge = f.unit("badge", type="upgrade", modifiers=f.renamed_when(f.when(kind, value, "mount", scope="ancestor")))
    table = f.table(f.unit("chariot", entries=(f.unit("crew", entries=(badge,)), f.unit("mount"))))
    chariot = table.take("chariot")
    found = table.take("badge", table.take("crew", chariot))
    assert table.name(found) == expected

    table.take("mount", chariot)
    assert table.name(found) == {"yes": "Badge", "Badge": "yes"}[expected]


def test_an_outer_group_is_a_scope_for_what_is_below_its_choices() -> None:
    crowded = f.when("equalTo", 3, "any", scope="outer")
    badge = f.unit("badge", type="upgrade", modifiers=f.renamed_when(crowded))
    inner = f.group("inner", f.unit("trooper", entries=(badge,)))
    table = f.table(f.unit("squad", groups=(f.group("outer", f.unit("drone"), groups=(inner,)),)))
    squad = table.take("squad")
    trooper = table.take("trooper", squad)
    found = table.take("badge", trooper)
    assert table.name(found) == "Badge"
    table.take("drone", squad, 2)
    assert table.name(found) == "yes"
    table.take("drone", squad)
    assert table.name(found) == "Badge"


def test_associations_count_both_ways_and_end() -> None:
    def attached(number: int, entry: str) -> tuple[Modifier, ...]:
        return f.renamed_when(f.when("equalTo", number, entry, field="associations", scope="self"))

    table = f.table(f.unit("leader", modifiers=attached(1, "squad")), f.unit("squad", modifiers=attached(2, "leader")))
    first, second, squad = table.take("leader"), table.take("leader"), table.take("squad")
    nodes = (first, second, squad)
    SetDeclarations(Declarations(attach={first.id: squad.id})).apply(table.roster)
    assert [table.name(node) for node in nodes] == ["yes", "Leader", "Squad"]
    both = SetDeclarations(Declarations(attach={first.id: squad.id, second.id: squad.id, "gone": squad.id}))
    both.apply(table.roster)
    assert [table.name(node) for node in nodes] == ["yes", "yes", "yes"]
    Remove(second).apply(table.roster)
    assert [table.name(node) for node in (first, squad)] == ["yes", "Squad"]
    SetDeclarations(Declarations()).apply(table.roster)
    assert table.name(first) == "Leader"


def test_cost_limits_are_minus_one_where_there_is_none() -> None:
    def limited(type: str, value: int) -> Any:
        return f.when(type, value, "any", field="limit::pts", scope="roster")

    table = f.table(
        f.unit("none", modifiers=f.renamed_when(limited("equalTo", -1))),
        f.unit("all", modifiers=f.renamed_when(limited("equalTo", 500))),
    )
    none, five_hundred = table.take("none"), table.take("all")
    assert (table.name(none), table.name(five_hundred)) == ("yes", "All")
    SetCostLimit("pts", 500).apply(table.roster)
    assert (table.name(none), table.name(five_hundred)) == ("None", "yes")
    assert table.name(Engine(table.roster).roster.forces[0]) == "Army"
    assert Engine(table.roster).state(five_hundred).name == "yes"
    SetCostLimit("pts", 0).apply(table.roster)
    assert (table.name(none), table.name(five_hundred)) == ("None", "All")
    SetCostLimit("pts", None).apply(table.roster)
    assert table.name(none) == "yes"


def test_repeats_of_unknown_fields_and_scopes_never_apply() -> None:
    for repeat in (Repeat(child_id="any", scope="force", field="none"), Repeat(child_id="any", scope="no-such-scope")):
        table = f.table(
            f.unit("unit", modifiers=(Modifier(type="increment", field="pts", value="1", repeats=(repeat,)),))
        )
        assert table.points(table.take("unit")) == 0


def test_percentages_of_a_repeat_follow_both_numbers() -> None:
    repeat = Repeat(child_id="tank", scope="force", percent=True, value=25)
    gain = Modifier(type="increment", field="pts", value="1", repeats=(repeat,))
    table = f.table(f.unit("unit", modifiers=(gain,)), f.unit("tank"))
    unit = table.take("unit")
    seen = [table.points(unit)]
    for name in ("tank", "tank", "tank", "unit"):
        table.take(name)
        seen.append(table.points(unit))
    assert seen == [0, 2, 2, 3, 2]  # of 1, 2, 3, 4 and 5


def test_an_upgrade_of_an_upgrade_asks_the_one_it_changes() -> None:
    """Data of 10th edition hide the upgrade of a weapon under all other weapons this way."""
    is_gun = f.when("instanceOf", 1, "gun", scope="upgrade")
    scope = f.unit("scope", type="upgrade", modifiers=f.renamed_when(is_gun))
    gun = f.unit("gun", type="upgrade", modifiers=f.renamed_when(is_gun), entries=(scope,))
    blade = f.unit("blade", type="upgrade", entries=(scope,))
    table = f.table(f.unit("unit", entries=(gun, blade)))
    unit = table.take("unit")
    found = table.take("gun", unit)
    assert table.engine.state(table.take("scope", found)).name == "yes"
    assert table.engine.state(table.take("scope", table.take("blade", unit))).name != "yes"
    assert table.engine.state(found).name == "yes"  # with none above, it is the one that is meant


@pytest.mark.parametrize(("kind", "first", "then"), [("or", True, False), ("and", False, True), ("not", False, True)])
def test_a_group_asks_only_until_its_answer_is_certain(kind: str, first: bool, then: bool) -> None:
    """The first of three conditions decides until the tank is gone; only then the others are watched."""
    sign = "lessThan" if kind == "and" else "atLeast"
    wanted = "atLeast" if kind == "and" else sign
    conditions = (
        f.when(sign, 1, "tank", scope="force"),
        f.when(wanted, 1 if kind == "and" else 5, "watcher", scope="force"),
        f.when(wanted, 1 if kind == "and" else 5, "squad", scope="force"),
    )
    table = filled(watching(condition_groups=(ConditionGroup(type=kind, conditions=conditions),)))
    watcher = table.take("watcher")
    cell = table.engine.refreshed().selections[watcher]
    assert (table.name(watcher) == "yes", len(cell.reads)) == (first, 1)
    Remove(next(one for one in table.force.selections if one.option.name == "Tank")).apply(table.roster)
    assert (table.name(watcher) == "yes", len(cell.reads)) == (then, 3)


def test_nothing_is_an_instance_of_nothing() -> None:
    """A condition that names no id holds nowhere, whatever its scope."""
    for scope in ("self", "parent", "force", "roster", "ancestor"):
        table = f.table(f.unit("unit", modifiers=f.renamed_when(f.when("instanceOf", 0, "", scope=scope))))
        assert table.name(table.take("unit")) == "Unit"
