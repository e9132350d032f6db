"""Counting for conditions, repeats and constraints: a query at a position gives a number or the answer to a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from listbuilder.engine import spending
from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.numbers import settled, times_repeated
from listbuilder.engine.scopes import Scope, TreePosition, resolve
from listbuilder.engine.tallies import (
    ASSOCIATED,
    DEEP,
    DIRECT,
    OWN,
    TREE_DEEP,
    TREE_DIRECT,
    Dependent,
    Measure,
    TreeNode,
)
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Query, Repeat

LIMIT = "limit::"


class QueryContext(Struct, frozen=True):
    """The position of the owner of a query, and the cell that depends on the answers. ``keys`` are the owner's ids, categories
    and types."""

    index: CountIndex
    position: TreePosition
    keys: frozenset[str]
    dependent: Dependent | None = None

    @property
    def roster(self) -> Roster:
        return self.index.roster


def limited_type(query: Query) -> str:
    """The id of the cost type whose limit the query reads; empty for other fields."""
    return query.field.removeprefix(LIMIT) if query.field.startswith(LIMIT) else ""


def is_share_of_limit(query: Query) -> bool:
    """Whether the query compares a cost with a percentage of the roster's limit of that cost."""
    return query.percent and query.field.startswith(LIMIT)


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
    option = context.position.option
    if query.child_id == "self":
        return option.target.id if option is not None else "any"
    if query.child_id:
        return query.child_id
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
        return Measure((), lambda: 0, exact=True)
    if query.field == "associations":
        return Measure(((ASSOCIATED, counted),), lambda: index.count(node, ASSOCIATED, counted), exact=True)
    if scope.group and isinstance(node, Selection | Force):
        return _in_group(index, query, node, scope.group, key)
    mode = mode_of(query, node)
    if key != "any" and query.include_child_selections and query.field in index.roster.library.cost_types:
        watched = spending.watched(mode, query.field, key)
        return Measure(watched, lambda: spending.spent(index, node, mode, query.field, key))
    if key == "any" and isinstance(node, Selection | Force) and query.field in index.roster.library.cost_types:
        both = ((OWN, counted), (mode, counted))
        return Measure(both, lambda: index.count(node, OWN, counted) + index.count(node, mode, counted), exact=True)
    return Measure(((mode, counted),), lambda: index.count(node, mode, counted), exact=True)


def _limit(index: CountIndex, field: str) -> Measure:
    roster, present, value = index.roster, (field, "present"), (field, "value")

    def question() -> Number:
        return index.count(roster, OWN, value) if index.count(roster, OWN, present) else -1

    return Measure(((OWN, present), (OWN, value)), question, exact=True)


def _in_group(index: CountIndex, query: Query, node: Selection | Force, group: str, key: str) -> Measure:
    counted, member = (query.field, key), ("selections", group)
    is_spent = query.include_child_selections and key != "any" and query.field in index.roster.library.cost_types

    def part(child: Selection | Force) -> Number:
        if isinstance(child, Force) or not index.count(child, OWN, member):
            return 0
        if is_spent:
            return spending.within(index, child, query.field, key)
        one = index.count(child, OWN, counted)
        if query.include_child_selections:
            one += index.count(child, DEEP, counted)
        return one * child.amount

    def question() -> Number:
        if isinstance(node, Selection):
            return sum(map(part, index.children(node)))
        name = ("group", group, counted, query.include_child_selections)
        return index.sum(node, name, lambda: index.children(node), part)

    if query.field == "selections" and (key == group or (key == "any" and not query.include_child_selections)):
        return Measure(((DIRECT, member),), lambda: index.count(node, DIRECT, member), exact=True)
    watched = ((DIRECT, counted), (DEEP, counted), (DIRECT, member), (DEEP, (query.field, "any")))
    return Measure((*watched, *(spending.watched(DEEP, query.field, key) if is_spent else ())), question)


def ask(
    context: QueryContext,
    query: Query,
    scope: Scope,
    key: str,
    name: tuple[Any, ...],
    judge: Callable[[Number, Number], Any],
    *,
    percent: bool = False,
) -> Any:
    """An answer about what a query counts; the cell of the context is invalidated when the answer changes.

    ``judge`` gives it from the count and 1, with ``percent`` from 100 times the count and the count of everything, so that
    it compares without division. ``name`` tells it from other answers about the same count.
    """
    index = context.index

    def measured() -> Measure:
        part = measure(index, query, scope, key)
        found = part.question
        if not percent:
            return Measure(part.watched, lambda: judge(settled(found()), 1), part.exact)
        whole = measure(index, query, scope, "any")
        total = whole.question
        watched, exact = (*part.watched, *whole.watched), part.exact and whole.exact
        return Measure(watched, lambda: judge(settled(found() * 100), settled(total())), exact)

    node = index.roster if query.field.startswith(LIMIT) else scope.node
    if node is None:
        return measured().question()
    name = (*name, scope.group, percent, query.field, key, query.include_child_selections, query.include_child_forces)
    return index.probe(node, name, measured, context.dependent)


def count(context: QueryContext, query: Query, scope: Scope, key: str) -> Number:
    """The number that the query counts in the scope."""
    number: Number = ask(context, query, scope, key, ("count",), lambda found, _whole: found)
    return number


def share_of_limit(context: QueryContext, query: Query, scope: Scope, key: str) -> tuple[Number, Number | None]:
    """What there is of a cost in the scope, and the roster's limit of it, None without one, for a query that compares the cost
    with a percentage of the limit."""
    limit = count(context, query, scope, key)
    return count(context, replace(query, field=limited_type(query)), scope, key), limit if limit >= 0 else None


def _answer(
    context: QueryContext,
    query: Query,
    scope: Scope,
    key: str,
    name: tuple[Any, ...],
    judge: Callable[[Number, Number], Any],
) -> Any:
    """As `ask`, also for percentages of a cost limit; they never hold where the roster has no such limit."""
    if not is_share_of_limit(query):
        return ask(context, query, scope, key, name, judge, percent=query.percent)
    found, limit = share_of_limit(context, query, scope, key)
    return judge(found * 100, limit) if limit is not None else False


def test(context: QueryContext, query: Query, scope: Scope, key: str, kind: str, value: Number) -> bool:
    """Whether the number that the query counts compares to the value as ``kind`` requires."""

    def judge(found: Number, whole: Number) -> bool:
        return compare(kind, found, value * whole)

    return bool(_answer(context, query, scope, key, (kind, value), judge))


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
    key, value, repeats, round_up = child_key(repeat, context, scope), repeat.value, repeat.repeats, repeat.round_up

    def judge(found: Number, whole: Number) -> int:
        return times_repeated(found, value * whole, repeats, round_up=round_up)

    name = ("repeat", value, repeats, round_up)
    return int(_answer(context, repeat, scope, key, name, judge))
