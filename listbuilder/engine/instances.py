"""Counting the nodes that have certain ids, for local condition groups: those before the owner of the question only, where order
matters. Data price further copies of a unit so, and each copy asks for itself: an edit that leaves the answer for a copy as it
was does not touch it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from listbuilder.engine.scopes import number_within
from listbuilder.engine.tallies import DEEP, ORDERED, OWN, TREE_DEEP, Measure, Tally, TreeNode
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Condition, LocalConditionGroup
    from listbuilder.engine.count_index import CountIndex
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

    def found() -> Iterator[Selection]:
        tallies = index.tallies
        having = _having(context, local, scope, wanted.ids)
        if not wanted.barred:
            yield from having
            return
        for node in having:
            if not any(("selections", key) in tallies[node].counts[OWN] for key in wanted.barred):
                yield node

    if owner is None:
        answer = _ask(
            context,
            local,
            scope,
            ("instances", wanted, name),
            wanted,
            lambda: judge(sum(number_within(node, scope) for node in found())),
        )
    else:
        row = scope, wanted, *_reach(local)
        before = _Before(index, owner, row, lambda last: _row(index, scope, found(), last), judge)
        answer = _ask(context, local, scope, (ORDERED, owner, wanted, name), wanted, before)
    return answer  # type: ignore[no-any-return]


class _Row(Struct, frozen=True, eq=False):
    """Nodes in their order. ``numbers``: how many of each there are in the scope; ``sums``: how many before each, and in all.
    ``same``: so many of the first are those of the row numbered one less."""

    nodes: list[Selection]
    numbers: list[int]
    sums: list[int]
    held: dict[Selection, Tally]  # a node that left and came back has another tally
    moves: int
    number: int = 0
    same: int = 0


def _row(index: CountIndex, scope: TreeNode, found: Iterator[Selection], last: _Row | None) -> _Row:
    """The row of these nodes, made of the one before: the nodes that stayed are in the same order, unless any node moved."""
    path, held = index.positions.path, {node: index.tallies[node] for node in found}
    stays = last is not None and last.moves == index.moves
    if last is not None and stays:
        nodes = [node for node in last.nodes if held.get(node) is last.held[node]]
        for node, tally in held.items():
            if last.held.get(node) is not tally:
                insort(nodes, node, key=path)
    else:
        nodes = sorted(held, key=path)
    numbers = [number_within(node, scope) for node in nodes]
    row = _Row(nodes, numbers, list(accumulate(numbers, initial=0)), held, index.moves)
    if last is None:
        return row
    if not stays:
        return replace(row, number=last.number + 2)  # which follows on none: all ask for their places
    if numbers == last.numbers and nodes == last.nodes:
        return replace(row, number=last.number, same=last.same)
    pairs = zip(nodes, numbers, last.nodes, last.numbers, strict=False)
    shorter = min(len(nodes), len(last.nodes))
    same = next((at for at, (a, many, b, before) in enumerate(pairs) if a is not b or many != before), shorter)
    return replace(row, number=last.number + 1, same=same)


class _Before:
    """Judges how many nodes stand before the owner. While the nodes up to its place are the same, so is the answer: its place is
    not looked up again."""

    __slots__ = ("answer", "index", "judge", "known", "made", "name", "owner", "place")

    def __init__(
        self,
        index: CountIndex,
        owner: Selection | Force,
        name: Hashable,
        made: Callable[[_Row | None], _Row],
        judge: Callable[[Number], Number | bool],
    ) -> None:
        self.index = index
        self.owner = owner
        self.name = name
        self.made = made
        self.judge = judge
        self.known = -1  # the number of the last row
        self.place = 0  # among its nodes
        self.answer: Number | bool = 0

    def __call__(self) -> Number | bool:
        row = self.index.momentary(self.name, self.made)
        if row.number != self.known and (row.number != self.known + 1 or self.place >= row.same):
            path = self.index.positions.path
            self.place = bisect_left(row.nodes, path(self.owner), key=path)
            self.answer = self.judge(row.sums[self.place])
        self.known = row.number
        return self.answer


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
        if (not others or all(node in holders for holders in others)) and _is_included(local, node, scope):
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
