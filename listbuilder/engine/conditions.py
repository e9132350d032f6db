"""Conditions, condition groups, local condition groups and repeats: when, and how often, a modifier applies."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from listbuilder.engine.count_index import DEEP, OWN, TREE_DEEP, Measure, TreeNode
from listbuilder.engine.queries import QueryContext, child_key, compare, count, is_countable, repetitions, test
from listbuilder.engine.scopes import Scope, ancestors, is_instance, number_within, position_of, resolve
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Condition, ConditionGroup, Gate, LocalConditionGroup

BEFORE = "before"  # condition type of local groups: the node comes before the owner in the roster
INSTANCE = {"instanceOf": True, "notInstanceOf": False}
COMPARISONS = frozenset({"greater", "greaterOrEqual", "less", "lessOrEqual", "equal", "notEqual"})
ARITHMETIC: dict[str, Callable[[Number, Number], Number]] = {
    "add": lambda left, right: left + right,
    "subtract": lambda left, right: left - right,
    "multiply": lambda left, right: left * right,
    "divide": lambda left, right: Decimal(left) / Decimal(right) if right else 0,
    "modulo": lambda left, right: left % right if right else 0,
    "power": lambda left, right: Decimal(left) ** Decimal(right) if -64 <= right <= 64 else 0,
    "min": min,
    "max": max,
}


def times(gate: Gate, context: QueryContext) -> int:
    """How often a modifier or modifier group applies: 0 when a condition fails, 1 without repeats."""
    for condition in gate.conditions:
        if not holds(condition, context):
            return 0
    for group in gate.condition_groups:
        if not group_value(group, context):
            return 0
    repeated = [repetitions(context, repeat) for repeat in gate.repeats]
    for local in gate.local_condition_groups:
        found = matches(local, context)
        if local.type != "always" and not compare(local.type, found, local.value):
            return 0
        if local.repeats:
            repeated.append(int(found) * local.repeats)
    return sum(repeated) if repeated else 1


def holds(condition: Condition, context: QueryContext) -> bool:
    """Whether a condition holds."""
    if condition.type in ("always", "never"):
        return condition.type == "always"
    if condition.type in INSTANCE:
        return _instance(condition, context) == INSTANCE[condition.type]
    if not is_countable(condition.field, context.roster):
        return False
    if condition.scope == "ancestor":
        return any(_holds_in(condition, context, Scope(node)) for node in ancestors(context.position))
    scope = resolve(context.position, condition.scope, context.index, context.dependent)
    return scope is not None and _holds_in(condition, context, scope)


def _holds_in(condition: Condition, context: QueryContext, scope: Scope) -> bool:
    key = child_key(condition, context, scope)
    return test(context, condition, scope, key, condition.type, condition.value)


def _instance(condition: Condition, context: QueryContext) -> bool:
    """Whether the node of the scope has the id, category or type that the condition names."""
    key, position = condition.child_id, context.position
    match condition.scope:
        case "self" | "":
            return key in context.keys
        case "ancestor":
            return any(is_instance(node, key, context.index, context.dependent) for node in ancestors(position))
        case "parent" if _names_force(key, context):
            return any(
                isinstance(node, Force) and key in (node.entry.id, node.catalogue_id) for node in ancestors(position)
            )
        case "primary-catalogue":
            force = position.force
            return force is not None and force.catalogue_id == key
    scope = resolve(position, condition.scope, context.index, context.dependent)
    if scope is None:
        return False
    if scope.node is None or scope.node is position.node:
        return key in context.keys
    return key == scope.group or is_instance(scope.node, key, context.index, context.dependent)


def _names_force(key: str, context: QueryContext) -> bool:
    """Whether an id is that of a force or of a catalogue, which the parent of anything inside the force counts as."""
    library = context.roster.library
    return library.forces.entry(key) is not None or library.catalogue(key) is not None


# --- groups ----------------------------------------------------------------------------------------------------------------


def group_value(group: ConditionGroup, context: QueryContext) -> Number | bool:
    """The value of a condition group: true or false, or a number for arithmetic types."""
    if group.type in ARITHMETIC or group.type in COMPARISONS:
        return _numeric(group, _numbers(group, context))
    truths = _truths(group, context)
    match group.type:
        case "or":
            return any(truths) or not (group.conditions or group.groups or group.local_groups)
        case "not":
            return not any(truths)
        case "count":
            found = sum(truths)
            return found if group.value is None else found >= group.value
    return all(truths)


def _truths(group: ConditionGroup, context: QueryContext) -> Iterator[bool]:
    """What holds in a group, one by one: what is not asked for is neither evaluated nor watched."""
    for condition in group.conditions:
        yield holds(condition, context)
    for inner in group.groups:
        yield bool(group_value(inner, context))
    for local in group.local_groups:
        yield _local_holds(local, context)


def _local_holds(local: LocalConditionGroup, context: QueryContext) -> bool:
    return local.type == "always" or compare(local.type, matches(local, context), local.value)


def _numbers(group: ConditionGroup, context: QueryContext) -> list[Number]:
    numbers: list[Number] = [_measured(condition, context) for condition in group.conditions]
    numbers += [repetitions(context, repeat) for repeat in group.repeats]
    numbers += [matches(local, context) for local in group.local_groups]
    numbers += [group_value(inner, context) for inner in group.groups]
    if group.value is not None:
        numbers.append(group.value)
    return numbers


def _measured(condition: Condition, context: QueryContext) -> Number:
    """The number that a condition counts; 1 or 0 for conditions that count nothing."""
    if condition.type in INSTANCE or condition.type in ("always", "never"):
        return int(holds(condition, context))
    scope = resolve(context.position, condition.scope, context.index, context.dependent)
    if scope is None or not is_countable(condition.field, context.roster):
        return 0
    return count(context, condition, scope, child_key(condition, context, scope))


def _numeric(group: ConditionGroup, numbers: list[Number]) -> Number | bool:
    if group.type in COMPARISONS:
        return all(compare(group.type, left, right) for left, right in pairwise(numbers))
    total: Number = numbers[0] if numbers else 0
    for number in numbers[1:]:
        total = ARITHMETIC[group.type](total, number)
    return total


# --- local condition groups -----------------------------------------------------------------------------------------------


def matches(local: LocalConditionGroup, context: QueryContext) -> Number:
    """How many of the nodes that the query finds meet the group's conditions, each evaluated at that node."""
    scope = resolve(context.position, local.scope, context.index, context.dependent)
    if scope is None or scope.node is None:
        return 0
    simple = _self_test(local)
    if simple is not None:
        return _count_instances(local, scope.node, *simple, context)
    total: Number = 0
    ordered = any(condition.type == BEFORE for condition in local.conditions)
    positions, owner = context.index.positions, context.position.node
    here = (
        positions.path(owner) if ordered and owner is not None else None
    )  # a choice that is not chosen yet comes last
    for node in _nodes(local, scope.node, context):
        if here is not None and positions.path(node) >= here:
            continue
        inside = QueryContext(context.index, position_of(node), keys_of(node, context), context.dependent)
        if _passes(local, inside):
            total += number_within(node, scope.node)
    return total


def _passes(local: LocalConditionGroup, context: QueryContext) -> bool:
    return (
        all(holds(condition, context) for condition in local.conditions if condition.type != BEFORE)
        and all(group_value(group, context) for group in local.groups)
        and all(_local_holds(inner, context) for inner in local.local_groups)
    )


def keys_of(node: Selection, context: QueryContext) -> frozenset[str]:
    """The current ids, categories and type of a selection."""
    tally = context.index.tallies.get(node)
    if tally is None:
        return node.option.keys
    return frozenset(key for field, key in tally.counts[OWN] if field == "selections")


def _self_test(local: LocalConditionGroup) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The ids that a node must and must not have, if the group has no other conditions, which is by far the most common
    case; else None."""
    if local.groups or local.local_groups or local.field != "selections":
        return None
    wanted, unwanted = [local.child_id or "any"], list[str]()
    for condition in local.conditions:
        if condition.type not in INSTANCE or condition.scope != "self":
            return None
        (wanted if INSTANCE[condition.type] else unwanted).append(condition.child_id)
    return tuple(wanted), tuple(unwanted)


def _count_instances(
    local: LocalConditionGroup,
    scope: TreeNode,
    wanted: tuple[str, ...],
    unwanted: tuple[str, ...],
    context: QueryContext,
) -> Number:
    tallies = context.index.tallies

    def question() -> Number:
        return sum(
            number_within(node, scope)
            for node in _nodes_with(wanted, local, scope, context)
            if not any(("selections", key) in tallies[node].counts[OWN] for key in unwanted)
        )

    number: Number = _ask(("local", wanted, unwanted), (*wanted, *unwanted), local, scope, context, question)
    return number


def _nodes(local: LocalConditionGroup, scope: TreeNode, context: QueryContext) -> list[Selection]:
    """The nodes in the scope that have the ids which the group requires; its other conditions are not evaluated."""
    wanted = (local.child_id or "any", *(item.child_id for item in local.conditions if _is_self_test(item)))

    def question() -> list[Selection]:
        return sorted(_nodes_with(wanted, local, scope, context), key=lambda node: node.id)

    found: list[Selection] = _ask(("nodes", wanted), wanted, local, scope, context, question)
    return found


def _nodes_with(
    wanted: tuple[str, ...], local: LocalConditionGroup, scope: TreeNode, context: QueryContext
) -> Iterator[Selection]:
    """The nodes in the scope that have all these ids."""
    first, *others = sorted((context.index.holders.get(key, {}) for key in wanted), key=len)
    for node in first:
        if all(node in holders for holders in others) and _is_included(local, node, scope):
            yield node


def _ask(
    name: tuple[Hashable, ...],
    watched: tuple[str, ...],
    local: LocalConditionGroup,
    scope: TreeNode,
    context: QueryContext,
    question: Callable[[], Any],
) -> Any:
    """The answer to a question about the nodes in the scope that have the watched ids."""
    mode = DEEP if isinstance(scope, Selection) else TREE_DEEP
    key = (*name, local.include_child_selections, local.include_child_forces)

    def measured() -> Measure:
        return tuple((mode, ("selections", item)) for item in watched), question

    return context.index.probe(scope, key, measured, context.dependent)


def _is_self_test(condition: Condition) -> bool:
    return condition.scope == "self" and INSTANCE.get(condition.type) is True


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
