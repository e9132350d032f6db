"""The selection tree: numbers, ways up and down."""

from __future__ import annotations

from itertools import product

import pytest

from listbuilder.catalogue.model import CostType
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Selection
from tests.engine import factory as f


def test_numbers_multiply_up_to_the_force() -> None:
    table = f.table(f.unit("squad", entries=(f.unit("trooper", entries=(f.unit("gun"),)),)))
    squad = table.take("squad")
    trooper = table.take("trooper", squad, 5)
    gun = table.take("gun", trooper, 2)
    assert (gun.amount, gun.number) == (2, 10)
    assert gun.root is squad
    assert gun.force is table.force
    assert list(squad.walk()) == [squad, trooper, gun]
    assert list(table.roster.walk()) == [squad, trooper, gun]


def test_forces_nest_and_keep_their_own_selections() -> None:
    table = f.table(f.unit("squad"))
    inner = table.add_force("detachment", table.force)
    squad = table.take("squad", inner)
    assert list(table.roster.walk_forces()) == [table.force, inner]
    assert list(table.force.walk()) == []
    assert list(table.roster.walk()) == [squad]
    assert table.roster.nodes == {node.id: node for node in (table.force, inner, squad)}


def test_ids_are_unique_or_given() -> None:
    option = f.library(f.unit("squad")).root_options("cat")[0]
    assert Selection(option).id != Selection(option).id
    assert Selection(option, node_id="mine").id == "mine"
    table = f.table(f.unit("squad"))
    Insert(Selection(table.option("squad"), node_id="mine"), table.force).apply(table.roster)
    assert "mine" in table.roster.nodes


def test_a_new_id_is_twelve_hexadecimal_digits() -> None:
    table = f.table(f.unit("squad"))
    for node in (table.force, table.take("squad")):
        assert len(node.id) == 12
        assert int(node.id, 16) >= 0


def test_a_selection_outside_a_roster_has_no_force() -> None:
    table = f.table(f.unit("squad"))
    loose = Selection(table.option("squad"), 3)
    assert (loose.force, loose.root, loose.number) == (None, loose, 3)


def test_declarations_are_values() -> None:
    declared = Declarations(attach={"a": "b"})
    assert declared == Declarations(attach={"a": "b"})
    assert not declared.is_empty()
    assert Declarations().is_empty()
    with pytest.raises(AttributeError):
        declared.attach = {}  # type: ignore[misc]


def test_one_limit_is_that_of_all_limits() -> None:
    """Each cost type is stated by other of the four: none, the data, its modifiers, the size, the list, the event."""
    states = list(product((None, -1, 0, 40), (None, 0, 30), (None, 20), (None, 0, 10), (None, 5)))
    types = {f"t{number}": CostType(id=f"t{number}", default_limit=state[0]) for number, state in enumerate(states)}
    roster = f.table(f.unit("squad")).roster
    roster.library.cost_types.update(types)
    for number, (_, changed, size, own, agreed) in enumerate(states):
        for limits, value in (
            (roster.default_limits, changed),
            (roster.size_limits, size),
            (roster.cost_limits, own),
            (roster.agreed_limits, agreed),
        ):
            if value is not None:
                limits[f"t{number}"] = value
    roster.agreed_limits["unknown"] = 7
    assert {
        key: limit for key in (*types, "unknown", "none") if (limit := roster.limit_of(key)) is not None
    } == roster.limits
