"""Conditions, groups, local groups and repeats, each seen in the name or the cost of an entry."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.catalogue.model import (
    Condition,
    ConditionGroup,
    LocalConditionGroup,
    Modifier,
    Repeat,
)
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import SetCostLimit, SetDeclarations
from tests.engine import factory as f


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


YES, NO = Condition(type="always"), Condition(type="never")


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (ConditionGroup(type="and", conditions=(YES, NO)), False),
        (ConditionGroup(type="or", conditions=(YES, NO)), True),
        (ConditionGroup(type="or"), True),
        (ConditionGroup(type="not", conditions=(NO,)), True),
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
        (
            ConditionGroup(type="and", local_groups=(LocalConditionGroup(scope="roster", child_id="tank", value=1),)),
            True,
        ),
    ],
)
def test_condition_groups(group: ConditionGroup, expected: bool) -> None:
    table = filled(watching(condition_groups=(group,)))
    assert table.name(table.take("watcher")) == ("yes" if expected else "Watcher")


def local(*conditions: Condition, **fields: Any) -> LocalConditionGroup:
    fields = {"scope": "roster", "include_child_selections": True, "include_child_forces": True, **fields}
    return LocalConditionGroup(conditions=conditions, **fields)


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        (local(f.when("instanceOf", 1, "model"), f.when("instanceOf", 1, "elite"), value=3), True),
        (local(f.when("instanceOf", 1, "model"), f.when("notInstanceOf", 1, "elite"), value=1), False),
        (local(f.when("atLeast", 1, "gun"), value=3), True),
        (local(f.when("atLeast", 1, "gun"), value=4), False),
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


def test_repeats_add_up_and_round_as_told() -> None:
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
