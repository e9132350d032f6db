"""Counting the nodes that have certain ids, for local condition groups: those before the owner of the question only, where order
matters. Data price further copies of a unit so, and each copy asks for itself: an edit that leaves the answer for a copy as it
was does not touch it.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from listbuilder.engine.scopes import number_within
from listbuilder.engine.tallies import DEEP, ORDERED, OWN, TREE_DEEP, Dependent, Measure, Tally, TreeNode
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
    asked = Counting(local, wanted, judge, name)
    return (
        asked.before(context.index, scope, owner, context.dependent) if owner is not None else asked.all(context, scope)
    )


class Counting:
    """A question about the number of nodes in a scope. Two are equal where they always have the same answer."""

    __slots__ = ("_judge", "_local", "_wanted", "key")

    def __init__(
        self,
        local: LocalConditionGroup,
        wanted: Wanted,
        judge: Callable[[Number], Number | bool],
        name: tuple[Hashable, ...],
    ) -> None:
        self._local = local
        self._wanted = wanted
        self._judge = judge
        self.key = wanted, name, *_reach(local)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counting) and other.key == self.key

    def __hash__(self) -> int:
        return hash(self.key)

    def all(self, context: QueryContext, scope: TreeNode) -> Number | bool:
        """The answer for all of the nodes."""

        def question() -> Number | bool:
            return self._judge(sum(number_within(node, scope) for node in self._found(context.index, scope)))

        measured = partial(_measure, scope, self._wanted, question)
        answer: Number | bool = context.index.probe(scope, ("instances", *self.key), measured, context.dependent)
        return answer

    def before(
        self, index: CountIndex, scope: TreeNode, owner: Selection | Force, dependent: Dependent | None
    ) -> Number | bool:
        """The answer for those that come before the owner."""
        row = scope, self._wanted, *_reach(self._local)

        def measured() -> Measure:
            question = _Before(
                index, owner, row, lambda last: _row(index, scope, self._found(index, scope), last), self._judge
            )
            return replace(_measure(scope, self._wanted, question), ordered=(owner, self))

        answer: Number | bool = index.probe(scope, (ORDERED, owner, *self.key), measured, dependent)
        return answer

    def _found(self, index: CountIndex, scope: TreeNode) -> Iterator[Selection]:
        having = _having(index, self._local, scope, self._wanted.ids)
        if not self._wanted.barred:
            yield from having
            return
        tallies = index.tallies
        for node in having:
            if not any(("selections", key) in tallies[node].counts[OWN] for key in self._wanted.barred):
                yield node


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
        found = sorted(_having(context.index, local, scope, wanted), key=lambda node: node.id)
        return [(node, number_within(node, scope)) for node in found]

    measured = partial(_measure, scope, Wanted(wanted), question)
    found: list[tuple[Selection, int]] = context.index.probe(
        scope, ("nodes", wanted, *_reach(local)), measured, context.dependent
    )
    return found


def _requires(condition: Condition) -> bool:
    return condition.scope == "self" and condition.type == "instanceOf"


def _having(
    index: CountIndex, local: LocalConditionGroup, scope: TreeNode, wanted: tuple[str, ...]
) -> Iterator[Selection]:
    """The nodes in the scope that have all these ids."""
    narrow = [key for key in wanted if key != "any"] or wanted  # all nodes have that
    first, *others = sorted(map(index.holders_of, narrow), key=len)
    for node in first:
        if (not others or all(node in holders for holders in others)) and _is_included(local, node, scope):
            yield node


def _reach(local: LocalConditionGroup) -> tuple[bool, bool]:
    return local.include_child_selections, local.include_child_forces


def _measure(scope: TreeNode, wanted: Wanted, question: Callable[[], Any]) -> Measure:
    """How a question about the nodes in the scope that have the wanted ids is answered."""
    mode = DEEP if isinstance(scope, Selection) else TREE_DEEP
    counted = tuple((mode, ("selections", item)) for item in (*wanted.ids, *wanted.barred))
    return Measure(counted, question, narrow=counted[: len(wanted.ids)])


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
