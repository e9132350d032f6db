"""The plain reading of queries: what a scope means, what is counted in it, and whether conditions hold.

Every question walks the whole tree. What nodes are called and cost is given by `plain_reading`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import trunc
from typing import Any, NamedTuple

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Entry
from listbuilder.roster.tree import Force, Roster, Selection

LIMIT = "limit::"
LOGICAL = ("and", "or", "not", "count")
ORDERS = {
    "greater": "greaterThan",
    "greaterOrEqual": "atLeast",
    "less": "lessThan",
    "lessOrEqual": "atMost",
    "equal": "equalTo",
    "notEqual": "notEqualTo",
}


class Position(NamedTuple):
    """Where the owner of a query is: what holds it, itself where it is chosen, and its option where it has one."""

    parent: Any
    node: Any = None
    option: Option | None = None


class Within(NamedTuple):
    """What a query looks into; ``group``: only what is in that group directly below."""

    node: Any
    group: str = ""


def ids_of(option: Option) -> set[str]:
    return {option.id, *(part.id for part in option.parts)}


def groups_of(option: Option) -> list[Option]:
    around, found = option.group, []
    while around is not None:
        found.append(around)
        around = around.group
    return found


def base_keys(option: Option) -> set[str]:
    """Everything that an option is called before modifiers."""
    target = option.parts[-1]
    kind = {target.type, target.subtype} if isinstance(target, Entry) else {"group"}
    categories = {link.target_id for part in option.parts for link in part.category_links}
    around = {key for group in groups_of(option) for key in ids_of(group)}
    return ids_of(option) | (kind - {""}) | around | categories | {"any"}


class PlainQueries:
    """Queries over a roster."""

    roster: Roster
    types: dict[str, Any]  # of costs
    limits: dict[str, Any]  # of costs, those that hold
    keys: dict[Any, set[str]]  # of selections
    costs: dict[Any, dict[str, Any]]
    force_costs: dict[Any, dict[str, Any]]

    # --- conditions -------------------------------------------------------------------------------------------------------

    def _times(self, gate: Any, at: Position) -> int:
        if not all(self._holds(one, at) for one in gate.conditions):
            return 0
        if not all(self._group_value(one, at) for one in gate.condition_groups):
            return 0
        times = [self._repeated(one, at) for one in gate.repeats]
        for local in gate.local_condition_groups:
            if not self._local_holds(local, at):
                return 0
            if local.repeats:
                times.append(self._meeting(local, at) * local.repeats)
        return sum(times) if times else 1

    def _local_holds(self, local: Any, at: Position) -> bool:
        return local.type == "always" or compared(local.type, self._meeting(local, at), local.value)

    def _meeting(self, local: Any, at: Position) -> int:
        """How many selections in the scope of a local group meet its conditions."""
        where, key = self._within(at, local.scope), local.child_id or "any"
        if where is None or where.node is None:
            return 0
        return sum(
            number
            for node, number in self._inside(where.node, 1, local, where.node)
            if key in self.keys[node] and self._meets(node, local, at)
        )

    def _meets(self, node: Selection, local: Any, at: Position) -> bool:
        here = Position(node.parent, node, node.option)
        return (
            all(
                self._is_before(node, at.node) if one.type == "before" else self._holds(one, here)
                for one in local.conditions
            )
            and all(self._group_value(one, here) for one in local.groups)
            and all(self._local_holds(one, here) for one in local.local_groups)
        )

    def _is_before(self, node: Selection, owner: Any) -> bool:
        """Whether a selection comes before another node in the roster; all come before what is not chosen."""
        order: list[Any] = list(self._ordered(self.roster))
        return owner is None or order.index(node) < order.index(owner)

    def _ordered(self, node: Any) -> Iterator[Any]:
        yield node
        for below in (*getattr(node, "selections", ()), *getattr(node, "forces", ())):
            yield from self._ordered(below)

    def _inside(self, node: Any, number: int, local: Any, scope: Any) -> Iterator[tuple[Selection, int]]:
        for child in getattr(node, "selections", ()):
            yield child, number * child.amount
            if local.include_child_selections:
                yield from self._inside(child, number * child.amount, local, scope)
        for force in getattr(node, "forces", ()):
            if local.include_child_forces or isinstance(scope, Roster):
                yield from self._inside(force, number, local, scope)

    def _group_value(self, group: Any, at: Position) -> Any:
        """Whether a group of conditions holds, or its number."""
        if group.type not in LOGICAL:
            return self._calculated(group, at)
        parts: list[Any] = [self._holds(one, at) for one in group.conditions]
        parts += [bool(self._group_value(one, at)) for one in group.groups]
        parts += [self._local_holds(one, at) for one in group.local_groups]
        if group.type == "count":
            return sum(parts) if group.value is None else sum(parts) >= group.value
        if group.type == "not":
            return not any(parts)
        return (any(parts) or not parts) if group.type == "or" else all(parts)

    def _calculated(self, group: Any, at: Position) -> Any:
        """What a group of numbers comes to, or whether each compares to the next as its type says."""
        numbers: list[Any] = [self._measured(one, at) for one in group.conditions]
        numbers += [self._repeated(one, at) for one in group.repeats]
        numbers += [self._meeting(one, at) for one in group.local_groups]
        numbers += [self._group_value(one, at) for one in group.groups]
        numbers += [] if group.value is None else [group.value]
        if group.type in ORDERS:
            return all(compared(ORDERS[group.type], one, other) for one, other in pairwise(numbers))
        return reduce(lambda one, other: calculated(group.type, one, other), map(Fraction, numbers)) if numbers else 0

    def _measured(self, condition: Any, at: Position) -> Any:
        """The number that a condition counts; of those that count nothing, 1 where they hold."""
        if condition.type in ("always", "never", "instanceOf", "notInstanceOf"):
            return int(self._holds(condition, at))
        where = self._within(at, condition.scope)
        if where is None or not self._is_countable(condition.field):
            return 0
        return self.count(where, condition.field, self._key(condition, at, where), condition)

    def _is_countable(self, field: str) -> bool:
        return field.startswith(LIMIT) or field in ("selections", "forces", "associations", *self.types)

    def _repeated(self, repeat: Any, at: Position) -> int:
        where = self._within(at, repeat.scope)
        if where is None or not self._is_countable(repeat.field):
            return 0
        found, of = self._compared(repeat, at, where)
        each = repeat.value * of if of is not None else 0
        if not each:
            return 0
        whole, rest = divmod(found, each)
        return int(whole + (1 if rest and repeat.round_up else 0)) * repeat.repeats

    def _compared(self, query: Any, at: Position, where: Within) -> tuple[Any, Any]:
        """What is found, and what the value of the query is multiplied by: of percentages, everything in a hundred parts. There is
        none of a limit that the roster does not have."""
        key = self._key(query, at, where)
        if query.percent and query.field.startswith(LIMIT):
            spent = self.count(where, query.field.removeprefix(LIMIT), key, query)
            return spent * 100, self.limits.get(query.field.removeprefix(LIMIT))
        found = self.count(where, query.field, key, query)
        if not query.percent:
            return found, 1
        return found * 100, self.count(where, query.field, "any", query)

    def _key(self, query: Any, at: Position, where: Within) -> str:
        if query.child_id == "self":
            return at.option.target.id if at.option is not None else "any"
        if query.child_id:
            return str(query.child_id)
        if at.option is None or at.option.is_group or not isinstance(where.node, Selection | None):
            return "any"
        return at.option.target.id

    def _holds(self, condition: Any, at: Position) -> bool:
        if condition.type in ("always", "never"):
            return bool(condition.type == "always")
        if condition.type in ("instanceOf", "notInstanceOf"):
            return self._is(condition, at) == (condition.type == "instanceOf")
        if not self._is_countable(condition.field):
            return False
        if condition.scope == "ancestor":
            each = [self._compares(condition, at, Within(node)) for node in self._above(at)]
            return all(each) if condition.type in ("lessThan", "atMost", "notEqualTo") else any(each)
        where = self._within(at, condition.scope)
        return where is not None and self._compares(condition, at, where)

    def _compares(self, condition: Any, at: Position, where: Within) -> bool:
        found, of = self._compared(condition, at, where)
        return of is not None and compared(condition.type, found, condition.value * of)

    def _is(self, condition: Any, at: Position) -> bool:
        key = condition.child_id
        own = base_keys(at.option) if at.option is not None else {"roster"}
        if isinstance(at.node, Force):
            own = {at.node.entry.id, at.node.catalogue_id, "force"}
        if condition.scope == "self":
            return key in own
        if condition.scope == "ancestor":
            return any(self._is_node(node, key) for node in self._above(at))
        where = self._within(at, condition.scope)
        if where is None:
            return False
        if condition.scope == "primary-catalogue":
            return key == where.node.catalogue_id  # type: ignore[no-any-return]
        if where.node is None or where.node is at.node:
            return key in own
        return key in {where.group} - {""} or self._is_node(where.node, key)

    def _is_node(self, node: Any, key: str) -> bool:
        if isinstance(node, Selection):
            return key in base_keys(node.option)
        return isinstance(node, Force) and key in (node.entry.id, node.catalogue_id)

    def _above(self, at: Position) -> Iterator[Any]:
        node = at.parent
        while not isinstance(node, Roster):
            yield node
            node = node.parent

    def _within(self, at: Position, scope: str) -> Within | None:
        """What the word or id of a scope means at a position."""
        here = [] if at.node is None or isinstance(at.node, Force) else [at.node]
        if scope in ("self", ""):
            if at.option is not None and at.option.is_group:
                return Within(at.parent, at.option.target.id)
            return Within(at.node)
        if scope == "parent":
            return Within(at.parent)
        if scope == "roster":
            return Within(self.roster)
        if scope in ("force", "primary-catalogue"):
            line = [at.node, *self._above(at)]
            return next((Within(one) for one in line if isinstance(one, Force)), None)
        if scope == "root-entry":
            line = [*here, *(one for one in self._above(at) if isinstance(one, Selection))]
            if line:
                return Within(line[-1])
            return Within(None) if at.option is not None and not at.option.is_group else None
        if scope in ("unit", "model", "upgrade"):
            own = at.option is not None and self._has_type(at.option, scope)
            if own and scope != "upgrade":
                return Within(at.node)
            for node in self._above(at):
                if isinstance(node, Selection) and self._has_type(node.option, scope):
                    return Within(node)
            return Within(at.node) if own else None
        return self._named(at, scope)

    @staticmethod
    def _has_type(option: Option, word: str) -> bool:
        target = option.parts[-1]
        return isinstance(target, Entry) and word in (target.type, target.subtype)

    def _named(self, at: Position, scope: str) -> Within | None:
        """The nearest of that id at the position or above: itself, a group around it, what holds it …"""
        option, parent, node = at.option, at.parent, at.node
        if option is not None:
            if scope in ids_of(option):
                return self._within(at, "self")
            if any(scope in ids_of(group) for group in groups_of(option)):
                return Within(parent, scope)
        if isinstance(node, Force) and scope in (node.entry.id, node.catalogue_id):
            return Within(node)
        for above in self._above(at):
            if isinstance(above, Force):
                if scope in (above.entry.id, above.catalogue_id):
                    return Within(above)
            elif scope in ids_of(above.option):
                return Within(above)
            elif any(scope in ids_of(group) for group in groups_of(above.option)):
                return Within(above.parent, scope)
            elif scope in base_keys(above.option):
                return Within(above)
        force = next((one for one in (node, *self._above(at)) if isinstance(one, Force)), None)
        return Within(force, scope) if force is not None and scope in self.roster.library.categories else None

    # --- counting ---------------------------------------------------------------------------------------------------------

    def count(self, where: Within, field: str, key: str, query: Any) -> Any:
        node = where.node
        if field.startswith(LIMIT):
            return self.limits.get(field.removeprefix(LIMIT), -1)
        if node is None:
            return 0
        if field == "associations":
            return sum(key in base_keys(other.option) for other in self._associated(node))
        if field == "forces":
            return self._forces(node, key, deep=query.include_child_forces or node is self.roster)
        deep, forces = query.include_child_selections, query.include_child_forces or node is self.roster
        if where.group:
            return self._in_group(node, where.group, field, key, deep=deep)
        if field in self.types and key == "any":
            return self._own(node, field) + self.total(node, field, key, deep=deep, forces=forces)
        if field in self.types and deep:
            return self._spent(node, field, key, forces=forces)
        return self.total(node, field, key, deep=deep, forces=forces)

    def _associated(self, node: Any) -> Iterator[Selection]:
        """The other side of each attachment that names a selection."""
        for pair in self.roster.declarations.attach.items():
            one, other = (self.roster.nodes.get(id_) for id_ in pair)
            if isinstance(one, Selection) and isinstance(other, Selection):
                yield from [other] * (one is node) + [one] * (other is node)

    def _own(self, node: Any, field: str) -> Any:
        if isinstance(node, Roster):
            return 0
        return (self.costs[node] if isinstance(node, Selection) else self.force_costs[node]).get(field, 0)

    def _worth(self, node: Selection, field: str, key: str) -> Any:
        if key not in self.keys[node]:
            return 0
        return 1 if field == "selections" else self.costs[node].get(field, 0)

    def total(self, node: Any, field: str, key: str, *, deep: bool, forces: bool) -> Any:
        total: Any = 0
        for child in getattr(node, "selections", ()):
            one = self._worth(child, field, key)
            if deep:
                one += self.total(child, field, key, deep=True, forces=False)
            total += child.amount * one
        for force in getattr(node, "forces", ()) if forces else ():
            total += self.total(force, field, key, deep=deep, forces=True)
            if field in self.types:
                total += self.force_costs[force].get(field, 0) if key in ("any", force.entry.id) else 0
        if field == "selections":  # a force counts as a selection of its entry, as data use it
            total += sum(force.entry.id == key for force in getattr(node, "forces", ()))
        return total

    def _spent(self, node: Any, field: str, key: str, *, forces: bool) -> Any:
        """What everything with the key costs, with what is inside it."""
        total: Any = 0
        for child in getattr(node, "selections", ()):
            if key in self.keys[child]:
                one = self.costs[child].get(field, 0) + self.total(child, field, "any", deep=True, forces=False)
            else:
                one = self._spent(child, field, key, forces=False)
            total += child.amount * one
        for force in getattr(node, "forces", ()) if forces else ():
            total += self._spent(force, field, key, forces=True)
        return total

    def _in_group(self, node: Any, group: str, field: str, key: str, *, deep: bool) -> Any:
        total: Any = 0
        for child in node.selections:
            if group in self.keys[child]:
                one = self._worth(child, field, key)
                if deep:
                    one += self.total(child, field, key, deep=True, forces=False)
                    if field in self.types and key != "any" and key in self.keys[child]:
                        one = self.costs[child].get(field, 0) + self.total(child, field, "any", deep=True, forces=False)
                    elif field in self.types and key != "any":
                        one = self._spent(child, field, key, forces=False)
                total += child.amount * one
        return total

    def _forces(self, node: Any, key: str, *, deep: bool) -> int:
        found = 0
        for force in getattr(node, "forces", ()):
            found += key in ("any", force.entry.id, force.catalogue_id)
            found += self._forces(force, key, deep=True) if deep else 0
        return found


def compared(kind: str, found: Any, value: Any) -> bool:
    """Whether a number compares to a value as the word says."""
    return {
        "atLeast": found >= value,
        "atMost": found <= value,
        "greaterThan": found > value,
        "lessThan": found < value,
        "equalTo": found == value,
        "notEqualTo": found != value,
    }[kind]


def calculated(kind: str, one: Fraction, other: Fraction) -> Any:
    """What an arithmetic group makes of two numbers. Nothing comes of what has no result."""
    match kind:
        case "add":
            return one + other
        case "subtract":
            return one - other
        case "multiply":
            return one * other
        case "divide":
            return one / other if other else Fraction(0)
        case "modulo":  # with the sign of the first number, as in the language of the program that data are written for
            return one - other * trunc(one / other) if other else Fraction(0)
        case "power":
            return one**other if one or other > 0 else Fraction(other == 0)
    return (min if kind == "min" else max)(one, other)
