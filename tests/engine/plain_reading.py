"""A second reading of the data format, as plain and slow as possible, to compare the engine with.

It knows no counters, caches or order of evaluation: every question walks the whole tree. It may do so because of what the data of
`random_data` leave out: no condition asks for what a modifier changes.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Entry, EntryGroup
from listbuilder.engine.numbers import LARGEST
from listbuilder.roster.tree import Force, Roster, Selection


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


class PlainReading:
    """The state of a roster, worked out from scratch."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.types = roster.library.cost_types
        self.nodes = list(roster.walk())
        self.forces = list(roster.walk_forces())
        self.keys = {node: base_keys(node.option) for node in self.nodes}
        self.costs = {node: self._base_costs(node.option) for node in self.nodes}
        self.force_costs = {force: {cost.type_id: cost.value for cost in force.entry.costs} for force in self.forces}
        self.lent: list[tuple[Any, Any, int]] = []  # scope node, modifier, how often it applies there
        for owner in (*self.nodes, *self.forces):
            self._lend(owner)
        first = {node: self.values(Position(node.parent, node, node.option)) for node in self.nodes}
        forces = {force: self._force_values(force) for force in self.forces}
        self.first, self.of_force = first, forces
        self.keys = {
            node: (ids_and_types(node.option) | set(first[node]["categories"])) for node in self.nodes
        }  # now what modifiers made of them
        self.costs = {node: first[node]["costs"] for node in self.nodes}
        self.force_costs = {force: forces[force]["costs"] for force in self.forces}

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
            named = [word for word in words if word not in ("self", "entries", "recursive", "")]
            if named and named[0] not in keys:
                continue
            steps = self._steps(at, scope)
            if steps == 0:
                reached = "self" in words or words == [""]
            else:
                reached = steps is not None and "entries" in words and (steps == 1 or "recursive" in words)
            if reached:
                yield modifier, times

    def _steps(self, at: Position, scope: Any) -> int | None:
        if at.node is scope:
            return 0
        if isinstance(scope, Roster):
            return 2
        if isinstance(at.node, Force):
            return None
        above, steps = at.parent, 1
        while above is not scope:
            if not isinstance(above, Selection):
                return None
            above, steps = above.parent, steps + 1
        return steps

    def values(self, at: Position) -> dict[str, Any]:
        """Name, visibility, costs and categories of an option at a position."""
        option = at.option
        assert option is not None
        applied = [one for one in self._applied(option.parts, at) if not self._is_scoped(one[0])]
        applied += self._borrowed(at, base_keys(option))
        applied.sort(key=lambda one: one[0].type != "set")
        name = next((part.name for part in reversed(option.parts) if part.name), "")
        hidden = any(part.hidden for part in option.parts)
        costs = self._base_costs(option)
        links = [link for part in option.parts[::-1] for link in part.category_links]
        categories: dict[str, bool] = {}
        for link in links:
            categories[link.target_id] = categories.get(link.target_id, False) or link.primary
        for modifier, times in applied:
            if modifier.field == "name":
                name = f"{name} {modifier.value}" if modifier.type == "append" else modifier.value
            elif modifier.field == "hidden":
                hidden = modifier.value == "true"
            elif modifier.field in self.types:
                costs[modifier.field] = changed(costs.get(modifier.field, 0), modifier, times)
            elif modifier.field == "category":
                if modifier.type == "remove":
                    categories.pop(modifier.value, None)
                elif modifier.type == "add":
                    categories.setdefault(modifier.value, False)
                else:
                    categories = {**dict.fromkeys(categories, False), modifier.value: True}
        around = option.group
        if around is not None and self.values(Position(at.parent, None, around))["hidden"]:
            hidden = True
        return {"name": name, "hidden": hidden, "costs": costs, "categories": categories}

    def _force_values(self, force: Force) -> dict[str, Any]:
        at = Position(force.parent, force)
        own = [one for one in self._applied((force.entry,), at) if not self._is_scoped(one[0])]
        costs, name = dict(self.force_costs[force]), force.entry.name
        for modifier, times in own:
            if modifier.field in self.types:
                costs[modifier.field] = changed(costs.get(modifier.field, 0), modifier, times)
            elif modifier.field == "name":
                name = f"{name} {modifier.value}" if modifier.type == "append" else modifier.value
        return {"name": name, "costs": costs}

    # --- conditions -------------------------------------------------------------------------------------------------------

    def _times(self, gate: Any, at: Position) -> int:
        if not all(self._holds(one, at) for one in gate.conditions):
            return 0
        if not all(self._group_holds(one, at) for one in gate.condition_groups):
            return 0
        times = [self._repeated(one, at) for one in gate.repeats]
        for local in gate.local_condition_groups:
            number = self._meeting(local, at)
            if local.type != "always" and not compared(local.type, number, local.value):
                return 0
            if local.repeats:
                times.append(number * local.repeats)
        return sum(times) if times else 1

    def _meeting(self, local: Any, at: Position) -> int:
        """How many selections in the scope of a local group meet its conditions."""
        where, key = self._within(at, local.scope), local.child_id or "any"
        if where is None or where.node is None:
            return 0
        return sum(
            number
            for node, number in self._inside(where.node, 1, local, where.node)
            if key in self.keys[node]
            and all(self._holds(one, Position(node.parent, node, node.option)) for one in local.conditions)
        )

    def _inside(self, node: Any, number: int, local: Any, scope: Any) -> Iterator[tuple[Selection, int]]:
        for child in getattr(node, "selections", ()):
            yield child, number * child.amount
            if local.include_child_selections:
                yield from self._inside(child, number * child.amount, local, scope)
        for force in getattr(node, "forces", ()):
            if local.include_child_forces or isinstance(scope, Roster):
                yield from self._inside(force, number, local, scope)

    def _group_holds(self, group: Any, at: Position) -> bool:
        parts = [self._holds(one, at) for one in group.conditions] + [
            self._group_holds(one, at) for one in group.groups
        ]
        if group.type == "count":
            return sum(parts) >= group.value
        if group.type == "not":
            return not any(parts)
        return (any(parts) or not parts) if group.type == "or" else all(parts)

    def _repeated(self, repeat: Any, at: Position) -> int:
        where = self._within(at, repeat.scope)
        if where is None:
            return 0
        found, of = self._compared(repeat, at, where)
        each = repeat.value * of
        if not each:
            return 0
        whole, rest = divmod(found, each)
        return int(whole + (1 if rest and repeat.round_up else 0)) * repeat.repeats

    def _compared(self, query: Any, at: Position, where: Within) -> tuple[Any, Any]:
        """What is found, and what the value of the query is multiplied by: of percentages, everything in a hundred parts."""
        key = self._key(query, at, where)
        found = self.count(where, query.field, key, query)
        if not query.percent:
            return found, 1
        return found * 100, self.count(where, query.field, "any", query)

    def _key(self, query: Any, at: Position, where: Within) -> str:
        if query.child_id:
            return str(query.child_id)
        if at.option is None or at.option.is_group or not isinstance(where.node, Selection | None):
            return "any"
        return at.option.target.id

    def _holds(self, condition: Any, at: Position) -> bool:
        if condition.type in ("instanceOf", "notInstanceOf"):
            return self._is(condition, at) == (condition.type == "instanceOf")
        if condition.scope == "ancestor":
            return any(self._compares(condition, at, Within(node)) for node in self._above(at))
        where = self._within(at, condition.scope)
        return where is not None and self._compares(condition, at, where)

    def _compares(self, condition: Any, at: Position, where: Within) -> bool:
        found, of = self._compared(condition, at, where)
        return compared(condition.type, found, condition.value * of)

    def _is(self, condition: Any, at: Position) -> bool:
        key = condition.child_id
        own = base_keys(at.option) if at.option is not None else {at.node.entry.id, at.node.catalogue_id, "force"}
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
        return None

    # --- counting ---------------------------------------------------------------------------------------------------------

    def count(self, where: Within, field: str, key: str, query: Any) -> Any:
        node = where.node
        if node is None:
            return 0
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

    # --- constraints ------------------------------------------------------------------------------------------------------

    def broken(self) -> set[tuple[Any, ...]]:
        """Kind, id, found and bound of each constraint that is broken, and hidden choices."""
        found: set[tuple[Any, ...]] = set()
        for node in self.nodes:
            if self.first[node]["hidden"]:
                found.add(("hidden", node.id))
                continue
            at = Position(node.parent, node, node.option)
            for owner, constraint in self._constraints(node.option):
                if self._is_own(constraint, node.option):
                    found |= self._check(constraint, owner, at, node.option.parts)
        for holder in (*self.forces, *self.nodes):
            for option in self.choices(holder):
                found |= self._slot(holder, option)
        for force in self.forces:
            found |= self._of_force(force)
        for type_id, limit in self.roster.limits.items():
            total = self.total(self.roster, type_id, "any", deep=True, forces=True)
            if total > limit:
                found.add(("cost-limit", type_id, Decimal(total), Decimal(limit)))
        return found

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

    @staticmethod
    def _is_own(constraint: Any, option: Option) -> bool:
        return not isinstance(option.target, EntryGroup) and constraint.scope in ("self", *ids_of(option))

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
            if not self._is_own(constraint, option):
                found |= self._check(constraint, owner, at, option.parts)
        if at.node is None and not option.is_group:
            found = {one for one in found if one[0] != "max"}
        return found

    def _of_force(self, force: Force) -> set[tuple[Any, ...]]:
        at, found = Position(force.parent, force), set()
        entry = force.entry
        for constraint in entry.constraints:
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
        if where is None:
            return set()
        option = at.option
        value: Any = constraint.value
        changes = [one for one in self._applied(records, at) if one[0].field == constraint.id]
        if option is not None and not self._is_own(constraint, option):
            changes += [one for one in self._borrowed(at, base_keys(option)) if one[0].field == constraint.id]
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
        if constraint.percent and not (constraint.field == "forces" and not constraint.shared):
            total = self.count(where, constraint.field, "any", constraint)
            bound = Decimal(value) * total / 100
        too_few, too_many = found < bound, found > bound and value >= 0
        kind = {"min": too_few, "max": too_many, "exactly": found != bound}[constraint.type]
        return {(constraint.type, constraint.id, Decimal(found), Decimal(bound))} if kind else set()


def ids_and_types(option: Option) -> set[str]:
    """What an option is called, categories apart."""
    return base_keys(option) - {link.target_id for part in option.parts for link in part.category_links}


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


def changed(value: Any, modifier: Any, times: int) -> Any:
    """A number after a modifier that applies so often."""
    argument, after = Decimal(modifier.value), value
    for _ in range(times):
        after = {
            "set": argument,
            "increment": after + argument,
            "decrement": after - argument,
            "multiply": after * argument,
        }[modifier.type]
    return after if abs(after) < LARGEST else value
