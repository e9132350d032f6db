"""Conditions, condition groups, local condition groups and repeats: when, and how often, a modifier applies."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from decimal import Overflow, localcontext
from itertools import pairwise
from typing import TYPE_CHECKING

from listbuilder import budget
from listbuilder.engine import instances
from listbuilder.engine.instances import Wanted
from listbuilder.engine.numbers import LARGEST, PRECISION, Beyond, power, quotient, remainder
from listbuilder.engine.queries import QueryContext, child_key, compare, count, is_countable, repetitions, test
from listbuilder.engine.scopes import Scope, ancestors, has_primary, is_instance, position_of, resolve
from listbuilder.engine.tallies import OWN
from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Condition, ConditionGroup, Gate, LocalConditionGroup

BEFORE = "before"  # condition type of local groups: the node comes before the owner in the roster
INSTANCE = {"instanceOf": True, "notInstanceOf": False}
WITHOUT = frozenset({"lessThan", "atMost", "notEqualTo"})  # of ancestors: all have to be so, of others one
COMPARISONS = frozenset({"greater", "greaterOrEqual", "less", "lessOrEqual", "equal", "notEqual"})
ARITHMETIC: dict[str, Callable[[Number, Number], Number]] = {
    "add": lambda left, right: left + right,
    "subtract": lambda left, right: left - right,
    "multiply": lambda left, right: left * right,
    "divide": quotient,
    "modulo": remainder,
    "power": power,
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
        if not _local_holds(local, context):
            return 0
        if local.repeats:
            repeated.append(int(matches(local, context)) * local.repeats)
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
        each = (_holds_in(condition, context, Scope(node)) for node in ancestors(context.position))
        return all(each) if condition.type in WITHOUT else any(each)
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
        case "primary-category":
            return has_primary(position, key, context.keys, context.index, context.dependent)
        case "primary-catalogue":
            force = position.force
            return force is not None and force.catalogue_id == key
    scope = resolve(position, condition.scope, context.index, context.dependent)
    if scope is None:
        return False
    if scope.node is None or scope.node is position.node:
        return key in context.keys
    return (key != "" and key == scope.group) or is_instance(scope.node, key, context.index, context.dependent)


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
    if local.type == "always":
        return True
    return bool(
        matches(local, context, lambda found: compare(local.type, found, local.value), (local.type, local.value))
    )


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
    with localcontext() as context:
        context.prec = PRECISION
        for number in numbers[1:]:
            try:
                total = ARITHMETIC[group.type](total, number)
            except (Beyond, Overflow):
                budget.beyond(LARGEST)
                total = 0
            except ArithmeticError:  # such as a division by zero: there is no result
                total = 0
    return total


# --- local condition groups -----------------------------------------------------------------------------------------------


def _itself(number: Number) -> Number:
    return number


def matches(
    local: LocalConditionGroup,
    context: QueryContext,
    judge: Callable[[Number], Number | bool] = _itself,
    name: tuple[Hashable, ...] = (),
) -> Number | bool:
    """How many of the nodes that the query finds meet the group's conditions, each evaluated at that node; or what ``judge``
    makes of the number, which ``name`` tells from other judgements."""
    scope = resolve(context.position, local.scope, context.index, context.dependent)
    if scope is None or scope.node is None:
        return judge(0)
    ordered = any(condition.type == BEFORE for condition in local.conditions)
    owner = context.position.node if ordered else None  # a choice that is not chosen yet comes last
    simple = _self_test(local)
    if simple is not None:
        return instances.number(context, local, scope.node, simple, owner, judge, name)
    total: Number = 0
    positions = context.index.positions
    here = positions.path(owner) if owner is not None else None
    if ordered:
        context.index.depend_on_order(scope.node, context.dependent)
    for node, number in instances.nodes(context, local, scope.node):
        if here is not None and positions.path(node) >= here:
            continue
        inside = QueryContext(context.index, position_of(node), keys_of(node, context), context.dependent)
        if _passes(local, inside):
            total += number
    return judge(total)


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


def _self_test(local: LocalConditionGroup) -> Wanted | None:
    """The ids that a node must and must not have, if the group has no other conditions but on order, which is by far the most
    common case; else None."""
    if local.groups or local.local_groups or local.field != "selections":
        return None
    wanted, unwanted = [local.child_id or "any"], list[str]()
    for condition in local.conditions:
        if condition.type == BEFORE:
            continue
        if condition.type not in INSTANCE or condition.scope != "self":
            return None
        (wanted if INSTANCE[condition.type] else unwanted).append(condition.child_id)
    return Wanted(tuple(wanted), tuple(unwanted))
