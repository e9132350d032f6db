"""Counting for conditions, repeats and constraints: a query at a position gives a number or the answer to a test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from listbuilder.engine.count_index import (
    ASSOCIATED,
    DEEP,
    DIRECT,
    OWN,
    TREE_DEEP,
    TREE_DIRECT,
    CountIndex,
    CountKey,
    Dependent,
    TreeNode,
)
from listbuilder.engine.numbers import times_repeated
from listbuilder.engine.scopes import Scope, TreePosition, resolve
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Query, Repeat

LIMIT = "limit::"
Measure = tuple[tuple[tuple[int, CountKey], ...], Callable[[], "Number"]]  # the counters it depends on, and the count


@dataclass(frozen=True, slots=True)
class QueryContext:
    """The position of the owner of a query, and the cell that depends on the answers. ``keys`` are the owner's ids, categories
    and types."""

    index: CountIndex
    position: TreePosition
    keys: frozenset[str]
    dependent: Dependent | None = None

    @property
    def roster(self) -> Roster:
        return self.index.roster


def is_countable(field: str, roster: Roster) -> bool:
    """Whether a field can be counted; conditions on other fields never hold."""
    return (
        field in ("selections", "forces", "associations")
        or field in roster.library.cost_types
        or field.startswith(LIMIT)
    )


def mode_of(query: Query, node: TreeNode) -> int:
    """The kind of counter that a query reads at a node. The roster always includes all its forces."""
    deep = query.include_child_selections
    if isinstance(node, Selection):
        return DEEP if deep else DIRECT
    if query.field == "forces":
        return TREE_DEEP if query.include_child_forces or isinstance(node, Roster) else DIRECT
    if query.include_child_forces or isinstance(node, Roster):
        return TREE_DEEP if deep else TREE_DIRECT
    return DEEP if deep else DIRECT


def child_key(query: Query, context: QueryContext, scope: Scope) -> str:
    """The id that is counted: the one that the query names, else everything for forces and groups and in forces and the roster,
    else the owner's own entry."""
    if query.child_id == "self":
        return context.position.option.target.id if context.position.option is not None else "any"
    if query.child_id:
        return query.child_id
    option = context.position.option
    if option is None or option.is_group or isinstance(scope.node, Force | Roster):
        return "any"
    return option.target.id


def measure(index: CountIndex, query: Query, scope: Scope, key: str) -> Measure:
    """How to count what a query asks for, and the counters that the result depends on."""
    node = scope.node
    counted = (query.field, key)
    if query.field.startswith(LIMIT):
        return _limit(index, query.field)
    if node is None:
        return (), lambda: 0
    if query.field == "associations":
        associated = ("associations", key)
        return ((ASSOCIATED, associated),), lambda: index.count(node, ASSOCIATED, associated)
    if scope.group and isinstance(node, Selection | Force):
        return _in_group(index, query, node, scope.group, key)
    mode = mode_of(query, node)
    if key == "any" and isinstance(node, Selection) and query.field in index.roster.library.cost_types:
        return (
            (OWN, counted),
            (mode, counted),
        ), lambda: index.count(node, OWN, counted) + index.count(node, mode, counted)
    return ((mode, counted),), lambda: index.count(node, mode, counted)


def _limit(index: CountIndex, field: str) -> Measure:
    roster, present, value = index.roster, (field, "present"), (field, "value")

    def question() -> Number:
        return index.count(roster, OWN, value) if index.count(roster, OWN, present) else -1

    return ((OWN, present), (OWN, value)), question


def _in_group(index: CountIndex, query: Query, node: Selection | Force, group: str, key: str) -> Measure:
    counted, member = (query.field, key), ("selections", group)

    def question() -> Number:
        total: Number = 0
        for child in index.children(node):
            if index.count(child, OWN, member):
                one = index.count(child, OWN, counted)
                if query.include_child_selections:
                    one += index.count(child, DEEP, counted)
                total += one * child.amount
        return total

    if key == group or (key == "any" and not query.include_child_selections and query.field == "selections"):
        return ((DIRECT, member),), lambda: index.count(node, DIRECT, member)
    watched = ((DIRECT, counted), (DEEP, counted), (DIRECT, member), (DEEP, (query.field, "any")))
    return watched, question


def ask(context: QueryContext, scope: Scope, name: tuple[Any, ...], watched: Any, question: Callable[[], Any]) -> Any:
    """An answer; the cell of the context is invalidated when it changes."""
    if scope.node is None:
        return question()
    node = context.roster if any(counted[0].startswith(LIMIT) for _, counted in watched) else scope.node
    return context.index.probe(node, (scope.group, *name), watched, question, context.dependent)


def count(context: QueryContext, query: Query, scope: Scope, key: str) -> Number:
    """The number that the query counts in the scope."""
    watched, question = measure(context.index, query, scope, key)
    name = ("count", query.field, key, query.include_child_selections, query.include_child_forces)
    return ask(context, scope, name, watched, question)  # type: ignore[no-any-return]


def test(context: QueryContext, query: Query, scope: Scope, key: str, kind: str, value: Number) -> bool:
    """Whether the number that the query counts compares to the value as ``kind`` requires."""
    watched, question = measure(context.index, query, scope, key)
    name: tuple[Any, ...] = (kind, value, query.field, key, query.include_child_selections, query.include_child_forces)
    if not query.percent:
        return bool(ask(context, scope, name, watched, lambda: compare(kind, question(), value)))
    all_watched, total = measure(context.index, query, scope, "any")
    return bool(
        ask(
            context,
            scope,
            ("percent", *name),
            (*watched, *all_watched),
            lambda: compare(kind, question() * 100, value * total()),
        )
    )


def compare(kind: str, found: Number, value: Number) -> bool:
    match kind:
        case "lessThan" | "less":
            return found < value
        case "greaterThan" | "greater":
            return found > value
        case "atLeast" | "greaterOrEqual":
            return found >= value
        case "atMost" | "lessOrEqual":
            return found <= value
        case "equalTo" | "equal":
            return found == value
        case "notEqualTo" | "notEqual":
            return found != value
    return False


def repetitions(context: QueryContext, repeat: Repeat) -> int:
    """How often a repeat makes its owner apply."""
    if not is_countable(repeat.field, context.roster):
        return 0
    scope = resolve(context.position, repeat.scope, context.index, context.dependent)
    if scope is None:
        return 0
    key = child_key(repeat, context, scope)
    watched, question = measure(context.index, repeat, scope, key)
    name: tuple[Any, ...] = ("repeat", repeat.value, repeat.repeats, repeat.round_up, repeat.percent, repeat.field, key)
    name += (repeat.include_child_selections, repeat.include_child_forces)
    if not repeat.percent:
        return int(
            ask(
                context,
                scope,
                name,
                watched,
                lambda: times_repeated(question(), repeat.value, repeat.repeats, round_up=repeat.round_up),
            )
        )
    all_watched, total = measure(context.index, repeat, scope, "any")

    def share() -> int:
        whole = total() * repeat.value
        return times_repeated(question() * 100, whole, repeat.repeats, round_up=repeat.round_up)

    return int(ask(context, scope, name, (*watched, *all_watched), share))
