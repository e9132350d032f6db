"""What is spent on the selections with an id, category or type: their costs with those of everything inside them.

Data price a unit at its models and their wargear, while the unit alone is in a category ("at most 25% for rare units"). The
counters of a cost hold what each selection costs by itself, so the selections of the category are looked for below the scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.engine.count_index import DEEP, OWN, TREE_DEEP, CountIndex, CountKey, TreeNode
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number


def watched(mode: int, field: str, key: str) -> tuple[tuple[int, CountKey], ...]:
    """The counters of the scope that what is spent depends on."""
    return (mode, (field, "any")), (mode, ("selections", key))


def spent(index: CountIndex, scope: TreeNode, mode: int, field: str, key: str) -> Number:
    """The costs of all selections with the key below a node, per one of the node. What is inside another of them counts with
    it. ``mode``: whether child forces are looked into."""
    total: Number = 0
    member, everything = ("selections", key), (field, "any")
    for child in index.children(scope) if isinstance(scope, Selection | Force) else ():
        tally = index.tallies.get(child)
        if tally is None:
            continue
        own, below = tally.counts[OWN], tally.counts[DEEP]
        if own.get(member):  # everything in it
            total += (own.get(everything, 0) + below.get(everything, 0)) * child.amount
        elif below.get(member):
            index.evaluate_cached_units()
            total += spent(index, child, DEEP, field, key) * child.amount
    if mode == TREE_DEEP and isinstance(scope, Force | Roster):
        total += sum(spent(index, force, mode, field, key) for force in _forces(index, scope))
    return total


def _forces(index: CountIndex, node: Force | Roster) -> Iterator[Force]:
    yield from node.forces
    if isinstance(index.pending, Force) and index.pending.parent is node:
        yield index.pending
