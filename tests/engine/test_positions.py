"""Positions of nodes: those of the units of the first force, which are asked for most, are worked out in one step."""

from __future__ import annotations

from typing import Any

from listbuilder.catalogue.model import ForceEntry
from listbuilder.engine.positions import Positions
from listbuilder.roster.tree import Roster
from tests.engine import factory as f


def stepwise(node: Any) -> tuple[int, ...]:
    """The same, from the node up."""
    path: list[int] = []
    while not isinstance(node, Roster):
        beside = getattr(node.parent, "selections", []), node.parent.forces if hasattr(node.parent, "forces") else []
        path.append([*beside[0], *beside[1]].index(node))
        node = node.parent
    return tuple(reversed(path))


def test_the_path_of_each_node_is_its_place_on_each_level() -> None:
    hired = ForceEntry(id="hired", name="Hired")
    army = ForceEntry(id="army", name="Army", force_entries=(hired,))
    squad = f.unit("squad", entries=(f.unit("sergeant"), f.unit("banner")))
    table = f.table(squad, of_system={"force_entries": (army,)})
    second = table.add_force()
    below = table.add_force("hired", table.force)
    taken = [table.take("squad", force) for force in (table.force, table.force, second, below, table.force)]
    taken += [table.take("banner", taken[1]), table.take("sergeant", taken[2])]
    nodes = [*taken, table.force, second, below]
    positions = Positions()

    assert [positions.path(node) for node in nodes] == [stepwise(node) for node in nodes]
    assert positions.path(taken[4])[:1] == (0,)
    table.roster.forces.reverse()
    table.force.selections.reverse()
    assert [positions.path(node) for node in nodes] == [stepwise(node) for node in nodes]
