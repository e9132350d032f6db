"""The selection tree: numbers, ways up and down."""

from __future__ import annotations

from listbuilder.roster.edits import Insert
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
    from listbuilder.roster.tree import Selection

    option = f.library(f.unit("squad")).root_options("cat")[0]
    assert Selection(option).id != Selection(option).id
    assert Selection(option, node_id="mine").id == "mine"
    table = f.table(f.unit("squad"))
    Insert(Selection(table.option("squad"), node_id="mine"), table.force).apply(table.roster)
    assert "mine" in table.roster.nodes
