"""Every edit has an exact inverse and is announced once."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import (
    Edit,
    Group,
    Insert,
    Move,
    Remove,
    Rename,
    SetAmount,
    SetCostLimit,
    SetDeclarations,
    SetText,
)
from listbuilder.roster.tree import Force, Roster, Selection
from tests.engine import factory as f


def picture(roster: Roster) -> Any:
    """Everything about a roster that an edit may change."""

    def of(node: Selection | Force) -> Any:
        below = [of(child) for child in node.selections]
        amount = node.amount if isinstance(node, Selection) else [of(child) for child in node.forces]
        return node.id, amount, node.custom_name, node.custom_notes, below

    return (
        roster.name,
        dict(roster.cost_limits),
        roster.declarations,
        [of(force) for force in roster.forces],
        set(roster.nodes),
    )


@pytest.fixture
def table() -> f.Table:
    table = f.table(f.unit("squad", entries=(f.unit("trooper"),)), f.unit("tank"))
    table.take("trooper", table.take("squad"), 3)
    table.take("tank")
    table.take("tank")
    table.add_force("detachment", table.force)
    return table


def edits(table: f.Table) -> dict[str, Edit]:
    squad, tank, last = table.force.selections
    return {
        "insert": Insert(Selection(table.option("tank")), table.force, 1),
        "append": Insert(Selection(table.option("trooper", squad)), squad),
        "force": Insert(Force(table.force.entry, "cat"), table.roster),
        "remove": Remove(tank),
        "remove with all below": Remove(squad),
        "remove force": Remove(table.force),
        "remove child force": Remove(table.force.forces[0]),
        "amount": SetAmount(squad.selections[0], 7),
        "move": Move(last, 0),
        "text": SetText(squad, "custom_name", "Bob"),
        "rename": Rename("other"),
        "limit": SetCostLimit("pts", 500),
        "no limit": SetCostLimit("pts", None),
        "declare": SetDeclarations(Declarations(hover=(tank.id,))),
        "group": Group((SetAmount(squad, 2), Remove(squad), Move(last, 0), Rename("x"))),
    }


NAMES = (
    "insert", "append", "force", "remove", "remove with all below", "remove force", "remove child force", "amount", "move", "text",
    "rename", "limit", "no limit", "declare", "group",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_an_edit_and_its_inverse(table: f.Table, name: str) -> None:
    before = picture(table.roster)
    inverse = edits(table)[name].apply(table.roster)
    after = picture(table.roster)
    if name != "no limit":
        assert after != before
    again = inverse.apply(table.roster)
    assert picture(table.roster) == before
    again.apply(table.roster)
    assert picture(table.roster) == after


def test_all_edits_are_tried(table: f.Table) -> None:
    assert set(NAMES) == set(edits(table))


def test_every_primitive_edit_is_announced_once_after_it_happened(table: f.Table) -> None:
    heard: list[tuple[str, int]] = []
    table.roster.listeners.append(lambda roster, edit: heard.append((type(edit).__name__, len(roster.nodes))))
    count = len(table.roster.nodes)
    edits(table)["group"].apply(table.roster)
    assert heard == [("SetAmount", count), ("Remove", count - 2), ("Move", count - 2), ("Rename", count - 2)]


def test_a_removed_node_still_knows_where_it_was(table: f.Table) -> None:
    squad = table.force.selections[0]
    Remove(squad).apply(table.roster)
    assert squad.parent is table.force
    assert squad not in table.force.selections
