"""What is spent on the selections with an id, category or type: their costs with those of everything inside them.

Data price a unit at its models and their wargear, while the unit alone is in a category ("at most 25% for rare units"). The
counters of a cost hold what each selection costs by itself, so the selections of the category are looked for below the scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.tallies import DEEP, OWN, TREE_DEEP, CountKey, TreeNode
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number


def watched(mode: int, field: str, key: str) -> tuple[tuple[int, CountKey], ...]:
    """The counters of the scope that what is spent depends on."""
    return (mode, (field, "any")), (mode, ("selections", key))


def spent(index: CountIndex, scope: TreeNode, mode: int, field: str, key: str) -> Number:
    """The costs of all selections with the key below a node, per one of the node. What is inside another of them counts with
    it. ``mode``: whether child forces are looked into."""

    def part(item: Selection | Force) -> Number:
        if isinstance(item, Force):  # an edit in one is noted in the sums of all forces around it
            return spent(index, item, mode, field, key) if mode == TREE_DEEP else 0
        return within(index, item, field, key)

    if isinstance(scope, Selection):
        return sum(map(part, index.children(scope)))
    return index.sum(scope, ("spent", mode, field, key), lambda: _items(index, scope, mode), part)


def within(index: CountIndex, item: Selection, field: str, key: str) -> Number:
    """What a selection costs with everything in it where it has the key, else what those in it cost that have."""
    tally, member, everything = index.tallies.get(item), ("selections", key), (field, "any")
    if tally is None:
        return 0
    own, below = tally.counts[OWN], tally.counts[DEEP]
    if own.get(member):
        return (own.get(everything, 0) + below.get(everything, 0)) * item.amount
    if below.get(member):
        index.evaluate_cached_unit(item)
        return spent(index, item, DEEP, field, key) * item.amount
    return 0


def _items(index: CountIndex, scope: Force | Roster, mode: int) -> Iterator[Selection | Force]:
    """What is directly in a force or the roster and may cost something."""
    if isinstance(scope, Force):
        yield from index.children(scope)
    if mode == TREE_DEEP:
        yield from scope.forces
        if isinstance(index.pending, Force) and index.pending.parent is scope:
            yield index.pending
