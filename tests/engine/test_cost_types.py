"""Modifiers of cost types: names, visibility and default limits."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import CostType, ForceEntry, Modifier
from listbuilder.engine import Engine
from listbuilder.exchange.ros import write
from listbuilder.roster.edits import Remove, SetCostLimit
from tests.engine import factory as f
from tests.engine.random_edits import differences


def table_of(*modifiers: Modifier, **fields: object) -> f.Table:
    cost_type = CostType(id="pts", name="pts", modifiers=modifiers, **fields)  # type: ignore[arg-type]
    forces = (f.FORCE, ForceEntry(id="crusade", name="Crusade"))
    return f.table(
        f.unit("squad", costs=f.costing(30)), of_system={"cost_types": (cost_type,), "force_entries": forces}
    )


def changed(field: str, value: str, *conditions: object, **fields: object) -> Modifier:
    return Modifier(type="set", field=field, value=value, conditions=conditions, **fields)  # type: ignore[arg-type]


def test_a_default_limit_depends_on_the_roster() -> None:
    larger = changed("defaultCostLimit", "25", f.when("atLeast", 1, "crusade", scope="roster", field="forces"))
    table = table_of(larger, default_limit=100)
    table.take("squad")
    assert table.wrong == []
    crusade = table.add_force("crusade")
    assert table.engine.cost_type("pts").default_limit == 25
    assert table.wrong == [("cost-limit", "pts")]
    assert differences(table.engine) == {}
    SetCostLimit("pts", 50).apply(table.roster)  # the list's own limit goes before it
    assert table.wrong == []
    SetCostLimit("pts", None).apply(table.roster)
    assert table.wrong == [("cost-limit", "pts")]
    Remove(crusade).apply(table.roster)
    assert table.wrong == []
    assert table.roster.limits == {"pts": 100}


def test_a_modifier_takes_a_default_limit_away() -> None:
    table = table_of(changed("defaultCostLimit", "-1"), default_limit=10)
    table.take("squad")
    assert table.wrong == []
    assert table.roster.limits == {}


@pytest.mark.parametrize("scope", ["", "roster"])
def test_a_cost_type_is_shown_where_its_conditions_hold(scope: str) -> None:
    """At the roster itself, or (with the scope of the roster) at any of its forces."""
    condition = f.when("instanceOf", 1, "crusade" if scope else "roster", scope="self")
    table = table_of(changed("hidden", "false", condition, scope=scope), hidden=True)
    table.take("squad")
    assert table.engine.cost_type("pts").hidden is bool(scope)
    assert ("<costs>" in write(table.engine).split("<forces>")[0]) is not bool(scope)
    table.add_force("crusade")
    assert not table.engine.cost_type("pts").hidden
    assert '<cost name="pts"' in write(table.engine).split("<forces>")[0]


def test_another_engine_over_the_roster_finds_the_same() -> None:
    table = table_of(changed("name", "Points"), changed("defaultCostLimit", "25"), default_limit=100)
    table.take("squad")
    assert table.engine.cost_type("pts").name == "Points"
    again = Engine(table.roster)
    assert [(item.kind, item.bound) for item in again.violations()] == [("cost-limit", 25)]


def test_modifiers_apply_in_the_order_written_wherever_they_are_tried() -> None:
    table = table_of(
        changed("name", "Forces", scope="roster"), changed("name", "Roster"), changed("defaultCostLimit", "25")
    )
    assert table.engine.cost_type("pts").name == "Roster"
    last = table_of(changed("name", "Roster"), changed("name", "Forces", scope="roster"))
    assert last.engine.cost_type("pts").name == "Forces"
