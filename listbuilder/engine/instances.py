"""Counting the nodes that have certain ids, for local condition groups: those before the owner of the question only, where order
matters. Data price further copies of a unit so, and each copy asks for itself: an edit that leaves the answer for a copy as it
was does not touch it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from listbuilder.engine.scopes import number_within
from listbuilder.engine.tallies import DEEP, ORDERED, OWN, TREE_DEEP, Measure, TreeNode
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Condition, LocalConditionGroup
    from listbuilder.engine.queries import QueryContext


class Wanted(Struct, frozen=True):
    """The ids that a node must have, and those that it must not have."""

    ids: tuple[str, ...]
    barred: tuple[str, ...] = ()


def number(
    context: QueryContext,
    local: LocalConditionGroup,
    scope: TreeNode,
    wanted: Wanted,
    owner: Selection | Force | None,
    judge: Callable[[Number], Number | bool],
    name: tuple[Hashable, ...],
) -> Number | bool:
    """What ``judge`` makes of the number of nodes in the scope, of those before the owner where there is one. ``name`` tells the
    judgement from others."""
    index = context.index

    def found() -> Iterator[tuple[tuple[int, ...], int]]:
        tallies, positions = index.tallies, index.positions
        for node in _having(context, local, scope, wanted.ids):
            if not any(("selections", key) in tallies[node].counts[OWN] for key in wanted.barred):
                yield positions.path(node) if owner is not None else (), number_within(node, scope)

    def question() -> Number | bool:
        if owner is None:
            return judge(sum(amount for _, amount in found()))
        paths, sums = index.momentary((scope, wanted, *_reach(local)), lambda: _summed(found()))
        return judge(sums[bisect_left(paths, index.positions.path(owner))])

    kind = (ORDERED, owner) if owner is not None else ("instances",)
    answer: Number | bool = _ask(context, local, scope, (*kind, wanted, name), wanted, question)
    return answer


def _summed(found: Iterator[tuple[tuple[int, ...], int]]) -> tuple[list[tuple[int, ...]], list[int]]:
    """The places of nodes in their order, and how many there are before each, and in all."""
    pairs = sorted(found)
    return [path for path, _ in pairs], list(accumulate((amount for _, amount in pairs), initial=0))


def nodes(context: QueryContext, local: LocalConditionGroup, scope: TreeNode) -> list[tuple[Selection, int]]:
    """The nodes in the scope that have the ids which the group requires, and how many of each there are; its other conditions are
    not evaluated."""
    wanted = (local.child_id or "any", *(item.child_id for item in local.conditions if _requires(item)))

    def question() -> list[tuple[Selection, int]]:
        found = sorted(_having(context, local, scope, wanted), key=lambda node: node.id)
        return [(node, number_within(node, scope)) for node in found]

    found: list[tuple[Selection, int]] = _ask(context, local, scope, ("nodes", wanted), Wanted(wanted), question)
    return found


def _requires(condition: Condition) -> bool:
    return condition.scope == "self" and condition.type == "instanceOf"


def _having(
    context: QueryContext, local: LocalConditionGroup, scope: TreeNode, wanted: tuple[str, ...]
) -> Iterator[Selection]:
    """The nodes in the scope that have all these ids."""
    narrow = [key for key in wanted if key != "any"] or wanted  # all nodes have that
    first, *others = sorted(map(context.index.holders_of, narrow), key=len)
    for node in first:
        if all(node in holders for holders in others) and _is_included(local, node, scope):
            yield node


def _reach(local: LocalConditionGroup) -> tuple[bool, bool]:
    return local.include_child_selections, local.include_child_forces


def _ask(
    context: QueryContext,
    local: LocalConditionGroup,
    scope: TreeNode,
    name: tuple[Hashable, ...],
    wanted: Wanted,
    question: Callable[[], Any],
) -> Any:
    """The answer to a question about the nodes in the scope that have the wanted ids."""
    mode = DEEP if isinstance(scope, Selection) else TREE_DEEP

    def measured() -> Measure:
        counted = tuple((mode, ("selections", item)) for item in (*wanted.ids, *wanted.barred))
        return Measure(counted, question, narrow=counted[: len(wanted.ids)])

    return context.index.probe(scope, (*name, *_reach(local)), measured, context.dependent)


def _is_included(local: LocalConditionGroup, node: Selection, scope: TreeNode) -> bool:
    """Whether the query of a local group includes a selection."""
    above: TreeNode | None = node.parent
    if not local.include_child_selections and isinstance(above, Selection) and above is not scope:
        return False
    crossed = False
    while above is not None and above is not scope:
        if isinstance(above, Force) and not isinstance(scope, Roster):
            crossed = True
        above = above.parent
    return above is scope and (not crossed or local.include_child_forces)
