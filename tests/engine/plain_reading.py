"""A second reading of the data format, as plain and slow as possible, to compare the engine with.

It knows no counters, caches or order of evaluation: every question walks the whole tree. It may do so because of what the data of
`random_data` leave out: no condition asks for what a modifier changes.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from decimal import Decimal
from math import prod
from typing import Any

from msgspec.structs import replace

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import EntryGroup, Query
from listbuilder.engine.numbers import LARGEST
from listbuilder.roster.tree import Force, Roster, Selection
from tests.engine.plain_queries import LIMIT, PlainQueries, Position, Within, base_keys, ids_of


class PlainReading(PlainQueries):
    """The state of a roster, worked out from scratch."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.types = roster.library.cost_types
        self.nodes = list(roster.walk())
        self.forces = list(roster.walk_forces())
        self.keys = {node: base_keys(node.option) for node in self.nodes}
        self.costs = {node: self._base_costs(node.option) for node in self.nodes}
        self.force_costs = {force: {cost.type_id: cost.value for cost in force.entry.costs} for force in self.forces}
        self.currencies = {one.id: self._currency(one) for one in self.types.values()}
        defaults = {key: limit for key, (_, _, limit) in self.currencies.items() if limit is not None and limit > 0}
        self.limits = {**defaults, **roster.size_limits, **roster.cost_limits, **roster.agreed_limits}
        self.lent: list[
            tuple[Any, Any, int]
        ] = []  # scope node, modifier, how often it applies there; in the order of the owners' ids
        for owner in sorted((*self.nodes, *self.forces), key=lambda one: one.id):
            self._lend(owner)
        first = {node: self.values(Position(node.parent, node, node.option)) for node in self.nodes}
        forces = {force: self._force_values(force) for force in self.forces}
        self.first, self.of_force = first, forces
        self.keys = {
            node: (ids_and_types(node.option) | set(first[node]["categories"])) for node in self.nodes
        }  # now what modifiers made of them
        self.costs = {node: first[node]["costs"] for node in self.nodes}
        self.force_costs = {force: forces[force]["costs"] for force in self.forces}

    def _currency(self, record: Any) -> tuple[str, bool, Any]:
        """Name, visibility and default limit of a cost type. A modifier with the scope ``roster`` is tried at each force."""
        self.limits: dict[str, Any] = {}  # nothing here asks for one
        found: list[tuple[Any, int]] = []
        for modifier, gates in self._written((record,)):
            at_forces = modifier.scope == "roster"
            for at in [Position(one.parent, one) for one in self.forces] if at_forces else [Position(self.roster)]:
                times = prod(self._times(gate, at) for gate in gates)
                found += [(modifier, times)] if times else []
        limit = -1 if record.default_limit is None else record.default_limit
        name, hidden = record.name, record.hidden
        for modifier, times in sorted(found, key=lambda one: one[0].type != "set"):
            if modifier.field == "hidden":
                hidden = modifier.value == "true"
            elif modifier.field == "name":
                name = worded(name, modifier)
            else:
                limit = changed(limit, modifier, times)
        return name, hidden, limit if limit >= 0 else None

    # --- modifiers --------------------------------------------------------------------------------------------------------

    def _base_costs(self, option: Option) -> dict[str, Any]:
        """The costs of the target; a link that states another than 0 replaces them."""
        costs: dict[str, Any] = {}
        for part in option.parts[::-1]:
            for cost in part.costs:
                costs[cost.type_id] = cost.value or costs.get(cost.type_id, 0)
        return costs

    def _written(self, records: Any) -> Iterator[tuple[Any, list[Any]]]:
        """Modifiers with everything that gates them: those that set something first."""
        found: list[tuple[Any, list[Any]]] = []

        def walk(holder: Any, above: list[Any]) -> None:
            found.extend((one, [*above, one]) for one in holder.modifiers)
            for group in getattr(holder, "groups" if above else "modifier_groups"):
                walk(group, [*above, group])

        for record in records[::-1]:
            found.extend((one, [one]) for one in record.modifiers)
        for record in records[::-1]:
            for group in record.modifier_groups:
                walk(group, [group])
        yield from (one for one in found if one[0].type == "set")
        yield from (one for one in found if one[0].type != "set")

    def _applied(self, records: Any, at: Position) -> Iterator[tuple[Any, int]]:
        for modifier, gates in self._written(records):
            times = 1
            for gate in gates:
                times *= self._times(gate, at)
            if times:
                yield modifier, times

    @staticmethod
    def _is_scoped(modifier: Any) -> bool:
        return modifier.scope not in ("", "self") or modifier.affects not in ("", "self")

    def _lend(self, owner: Any) -> None:
        option = owner.option if isinstance(owner, Selection) else None
        at = Position(owner.parent, owner, option)
        for modifier, times in self._applied(option.parts if option else (owner.entry,), at):
            if self._is_scoped(modifier):
                where = self._within(at, modifier.scope)
                if where is not None and where.node is not None:
                    self.lent.append((where.node, modifier, times))

    def _borrowed(self, at: Position, keys: set[str]) -> Iterator[tuple[Any, int]]:
        """Modifiers of others that reach a position. Those of a force do not reach into child forces."""
        for scope, modifier, times in self.lent:
            words = modifier.affects.split(".")
            named = [word for word in words if word not in ("self", "entries", "forces", "recursive", "")]
            if named and named[0] not in keys:
                continue
            steps = self._steps(at, scope, through_forces="forces" in words)
            if steps == 0:
                reached = "self" in words or words == [""]
            else:
                reached = steps is not None and "entries" in words and (steps == 1 or "recursive" in words)
            if reached:
                yield modifier, times

    def _steps(self, at: Position, scope: Any, *, through_forces: bool) -> int | None:
        """How far below a scope a position is; what a roster's forces hold is in the roster itself."""
        if at.node is scope:
            return 0
        if isinstance(scope, Roster) and not isinstance(at.node, Force):
            return 2
        crossed, above, steps = isinstance(at.node, Force), at.parent, 1
        while above is not scope:
            if isinstance(above, Roster):
                return None
            crossed = crossed or isinstance(above, Force)
            above, steps = above.parent, steps + 1
        return None if crossed and not through_forces else steps

    def values(self, at: Position) -> dict[str, Any]:
        """Name, visibility, costs and categories of an option at a position."""
        option = at.option
        assert option is not None
        applied = [one for one in self._applied(option.parts, at) if not self._is_scoped(one[0])]
        applied += self._borrowed(at, base_keys(option))
        applied.sort(key=lambda one: one[0].type != "set")
        found = self._said(next((one.name for one in reversed(option.parts) if one.name), ""), applied)
        costs, links = self._base_costs(option), [link for part in option.parts[::-1] for link in part.category_links]
        for modifier, times in applied:
            if modifier.field in self.types:
                costs[modifier.field] = changed(costs.get(modifier.field, 0), modifier, times)
        categories, lost = self._roles(links, [one for one, _ in applied if one.field == "category"])
        hidden = found.pop("hidden", any(part.hidden for part in option.parts))
        hidden = hidden or (lost and isinstance(at.parent, Force))  # like New Recruit: it has no role any more
        around = option.group
        hidden = hidden or (around is not None and self.values(Position(at.parent, None, around))["hidden"])
        return {**found, "hidden": hidden, "costs": costs, "categories": categories}

    @staticmethod
    def _said(name: str, applied: list[tuple[Any, int]]) -> dict[str, Any]:
        """Name, messages and annotation, and whether it is hidden where modifiers say so."""
        found: dict[str, Any] = {"name": name, "annotation": "", "messages": []}
        for modifier, _ in applied:
            if modifier.field in ("name", "annotation"):
                found[modifier.field] = worded(found[modifier.field], modifier)
            elif modifier.field == "hidden":
                found["hidden"] = modifier.value == "true"
            elif modifier.field in ("error", "info") and (modifier.field, modifier.value) not in found["messages"]:
                found["messages"].append((modifier.field, modifier.value))
        return found

    @staticmethod
    def _roles(links: list[Any], modifiers: list[Any]) -> tuple[dict[str, bool], bool]:
        """Categories, whether each is primary, and whether the primary one was lost and no other one set."""
        found: dict[str, bool] = {}
        for link in links:
            found[link.target_id] = found.get(link.target_id, False) or link.primary
        lost = False
        for modifier in modifiers:
            if modifier.type == "remove":
                found.pop(modifier.value, None)
            elif modifier.type == "add":
                found.setdefault(modifier.value, False)
            elif modifier.type == "unset-primary":
                lost = lost or found.get(modifier.value, False)
            else:
                lost, found = False, {**dict.fromkeys(found, False), modifier.value: True}
        return found, lost

    def _force_values(self, force: Force) -> dict[str, Any]:
        at = Position(force.parent, force)
        own = [one for one in self._applied((force.entry,), at) if not self._is_scoped(one[0])]
        costs = dict(self.force_costs[force])
        for modifier, times in own:  # those of others do not change what a force costs
            if modifier.field in self.types:
                costs[modifier.field] = changed(costs.get(modifier.field, 0), modifier, times)
        lent = self._borrowed(at, {force.entry.id, force.catalogue_id, "force"})
        applied = sorted((*own, *lent), key=lambda one: one[0].type != "set")
        return {"hidden": force.entry.hidden, "costs": costs, **self._said(force.entry.name, applied)}

    # --- constraints ------------------------------------------------------------------------------------------------------

    def broken(self) -> set[tuple[Any, ...]]:
        """Kind, id, found and bound of each constraint that is broken, and hidden choices."""
        found: set[tuple[Any, ...]] = set()
        for node in self.nodes:
            if self.first[node]["hidden"]:
                found.add(("hidden", node.id))
                continue
            at = Position(node.parent, node, node.option)
            found.update(self._relations(node, at))
            for owner, constraint in self._constraints(node.option):
                if self._is_own(constraint, at):
                    found |= self._check(constraint, owner, at, node.option.parts)
        for holder in (*self.forces, *self.nodes):
            for option in self.choices(holder):
                found |= self._slot(holder, option)
        for force in self.forces:
            found |= self._of_force(force)
        for type_id, limit in self.limits.items():
            total = self.total(self.roster, type_id, "any", deep=True, forces=True)
            if total > limit:
                found.add(("cost-limit", type_id, Decimal(total), Decimal(limit)))
        return found

    def _relations(self, node: Selection, at: Position) -> Iterator[tuple[Any, ...]]:
        """The associations of a selection that its scope has too little for, or of which too many are declared."""
        for one in (one for part in node.option.parts for one in part.associations):
            where = self._within(at, one.scope)
            if where is not None:
                query = Query(include_child_selections=one.include_child_selections)
                there = self.count(where, "selections", one.child_id, query)
                if there < one.min:
                    yield ("min", one.id, Decimal(there), Decimal(one.min))
            declared = self.count(Within(node), "associations", one.child_id, Query())
            if declared > one.max >= 0:
                yield ("max", one.id, Decimal(declared), Decimal(one.max))

    @staticmethod
    def choices(holder: Any) -> Iterator[Option]:
        """Everything that may be chosen below a node, and the groups around it."""
        if isinstance(holder, Force):
            roster: Any = holder
            while not isinstance(roster, Roster):
                roster = roster.parent
            yield from roster.library.root_options(holder.catalogue_id)
            return
        waiting = list(holder.option.options)
        while waiting:
            option = waiting.pop()
            yield option
            if option.is_group:
                waiting += option.options

    @staticmethod
    def _constraints(option: Option) -> Iterator[tuple[str, Any]]:
        yield from ((part.id, one) for part in option.parts for one in part.constraints)

    def _is_own(self, constraint: Any, at: Position) -> bool:
        """Whether it bounds what is inside each one of its owner."""
        assert at.option is not None
        if isinstance(at.option.target, EntryGroup):
            return False
        where = self._within(at, constraint.scope)
        return constraint.scope in ids_of(at.option) or (where is not None and where.node is at.node)

    def position(self, holder: Any, option: Option) -> Position:
        """Where an option is below a holder; of several that are chosen, that of the first id."""
        chosen = sorted((one for one in holder.selections if one.option is option), key=lambda one: one.id)
        return Position(holder, chosen[0] if chosen else None, option)

    def of_choice(self, holder: Any, option: Option) -> dict[str, Any]:
        """The values of an option below a holder."""
        at = self.position(holder, option)
        return self.first[at.node] if at.node is not None else self.values(at)

    def _slot(self, holder: Any, option: Option) -> set[tuple[Any, ...]]:
        at, found = self.position(holder, option), set()
        if self.of_choice(holder, option)["hidden"]:
            return set()
        for owner, constraint in self._constraints(option):
            if not self._is_own(constraint, at):
                found |= self._check(constraint, owner, at, option.parts)
        if at.node is None and not option.is_group:
            found = {one for one in found if one[0] != "max"}
        return found

    def _of_force(self, force: Force) -> set[tuple[Any, ...]]:
        at, found = Position(force.parent, force), set()
        entry = force.entry
        for constraint in entry.constraints:
            if constraint.percent and constraint.field.startswith(LIMIT):
                constraint = replace(constraint, scope="force")  # its share of the limit
            inside = constraint.scope in ("self", "force") or constraint.field not in ("selections", "forces")
            key = constraint.child_id or ("any" if inside else entry.id)
            found |= self._check(constraint, "", at, (entry,), key)
        links = {link.target_id: link for link in entry.category_links}
        for category in self.roster.library.categories.values():
            records = [category] + ([links[category.id]] if category.id in links else [])
            for record in records:
                for constraint in record.constraints:
                    inner = Position(force, force)
                    found |= self._check(
                        constraint, "", inner, tuple(records[::-1]), constraint.child_id or category.id
                    )
        return found

    def _check(self, constraint: Any, owner: str, at: Position, records: Any, key: str = "") -> set[tuple[Any, ...]]:
        where = self._within(at, constraint.scope)
        if where is None or not self._is_countable(constraint.field):
            return set()
        option = at.option
        value: Any = constraint.value
        applied = (one for one in self._applied(records, at) if not self._is_scoped(one[0]))
        changes = [one for one in applied if one[0].field == constraint.id]
        if at.parent is not at.node:  # a category is in its force, and no other modifiers reach it
            keys = base_keys(option) if option is not None else {at.node.entry.id, at.node.catalogue_id, "force"}
            changes += [one for one in self._borrowed(at, keys) if one[0].field == constraint.id]
        for modifier, times in sorted(changes, key=lambda one: one[0].type != "set"):
            value = changed(value, modifier, times)
        if not key and option is not None:
            key = constraint.child_id or (owner if constraint.shared else option.id)
        if constraint.field == "forces" and not constraint.shared:
            found: Any = 1 if at.node is not None else 0
        else:
            if constraint.scope == "self" and isinstance(at.node, Selection):
                key = constraint.child_id or "any"
            found = self.count(where, constraint.field, key, constraint)
        bound = value
        if constraint.percent and constraint.field.startswith(LIMIT):
            limit = self.limits.get(constraint.field.removeprefix(LIMIT))
            if limit is None:
                return set()
            found = self.count(where, constraint.field.removeprefix(LIMIT), key, constraint)
            bound = Decimal(value) * limit / 100
        elif constraint.percent and not (constraint.field == "forces" and not constraint.shared):
            total = self.count(where, constraint.field, "any", constraint)
            bound = Decimal(value) * total / 100
        too_few, too_many = found < bound, found > bound and value >= 0
        kind = {"min": too_few and value > 0, "max": too_many, "exactly": found != bound}[constraint.type]
        return {(constraint.type, constraint.id, Decimal(found), Decimal(bound))} if kind else set()


def ids_and_types(option: Option) -> set[str]:
    """What an option is called, categories apart."""
    return base_keys(option) - {link.target_id for part in option.parts for link in part.category_links}


STEPS = {
    "set": lambda _value, argument: argument,
    "increment": operator.add,
    "decrement": operator.sub,
    "multiply": operator.mul,
    "modulo": operator.mod,
    "ceil": min,
    "floor": max,
}
OPPOSITE = {"increment": "decrement", "decrement": "increment", "multiply": "divide", "divide": "multiply"}


def changed(value: Any, modifier: Any, times: int) -> Any:
    """A number after a modifier that applies so often."""
    argument, after = Decimal(modifier.value), Decimal(value)
    if times < 0 and modifier.type in OPPOSITE:  # a roster without limit has one of -1 to repeat by
        return changed(value, replace(modifier, type=OPPOSITE[modifier.type]), -times)
    if modifier.type in ("multiply", "divide") and (abs(times) > 64 or (modifier.type == "divide" and not argument)):
        return value
    if modifier.type == "divide":
        after = round(after / argument**times, 12)
    else:
        step = STEPS[modifier.type]
        for _ in range(abs(times)):
            after = step(after, argument)
    return after if abs(after) < LARGEST else value


def worded(text: str, modifier: Any) -> str:
    """A text after a modifier: it applies once, however often it repeats."""
    join = " " if modifier.join is None else modifier.join
    if modifier.type == "append":
        return join.join((text, modifier.value)) if text else str(modifier.value)
    if modifier.type == "prepend":
        return join.join((modifier.value, text)) if text else str(modifier.value)
    if modifier.type == "replace" and modifier.arg:
        return str(modifier.value).join(text.split(modifier.arg))
    return str(modifier.value)
