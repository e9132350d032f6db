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
    for child in index.children(scope) if isinstance(scope, Selection | Force) else ():
        total += _spent_on(index, child, field, key) * child.amount
    if mode == TREE_DEEP and isinstance(scope, Force | Roster):
        total += sum(spent(index, force, mode, field, key) for force in _forces(index, scope))
    return total


def _spent_on(index: CountIndex, node: Selection, field: str, key: str) -> Number:
    """What one of a selection spends on the key: everything if it has the key itself."""
    member, everything = ("selections", key), (field, "any")
    if index.count(node, OWN, member):
        return index.count(node, OWN, everything) + index.count(node, DEEP, everything)
    if not index.count(node, DEEP, member):
        return 0
    index.evaluate_cached_units()
    return spent(index, node, DEEP, field, key)


def _forces(index: CountIndex, node: Force | Roster) -> Iterator[Force]:
    yield from node.forces
    if isinstance(index.pending, Force) and index.pending.parent is node:
        yield index.pending
