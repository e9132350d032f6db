"""What of a catalogue can be chosen at all in a plain army, decided without a roster.

Community data serve several ways of playing. Much of an entry is hidden unless the army is one of a campaign, or counts things
that only such an army has. A condition is therefore true, false or open (None): it is decided where it depends only on the
kind of force, on currencies that a plain army does not have, on what can never be chosen, or on the categories of the entries
around; everything else is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Condition, ConditionGroup, Constraint, Gate, Modifier, ModifierGroup

Truth = bool | None
OPEN_SCOPES = frozenset({"any", "model", "unit", "upgrade", "", "model-or-unit"})
NO_LIMIT = 99


class Reach:
    """See the module. ``catalogue_id``: the army's catalogue; ``force_id``: its force entry;
    ``points_type``: the only currency that it has; ``without``: ids of entries that are left aside with all that they show,
    such as detachments that are not shipped; ``inside``: ids of the forces that units may stand in, none of which is decided."""

    def __init__(
        self,
        library: Library,
        catalogue_id: str,
        force_id: str,
        points_type: str,
        without: Iterable[str] = (),
        inside: Iterable[str] = (),
    ) -> None:
        self.library = library
        self.without = frozenset(without)
        self.inside = frozenset(inside)
        self.catalogue_id = catalogue_id
        self.roots = library.root_options(catalogue_id)
        self.force_id = force_id
        self.points_type = points_type
        self._armies = frozenset(entry.id for entry in library.forces.at_root(catalogue_id) if not entry.hidden)
        self._counting: list[Option] = []
        self._possible: frozenset[str] | None = None
        self._known = self._all_ids()
        for _ in range(6):
            before: frozenset[str] | None = self._possible
            self._possible = frozenset(self._reached())
            if before is not None and len(before) == len(self._possible):
                break

    def _all_ids(self) -> frozenset[str]:
        found: set[str] = set()
        for file in self.library.files:
            waiting = [*file.entries, *file.groups, *file.links, *file.shared_entries, *file.shared_groups]
            while waiting:
                holder = waiting.pop()
                found.add(holder.id)
                waiting.extend((*holder.entries, *holder.groups, *holder.links))
        return frozenset(found)

    def _reached(self) -> Iterator[str]:
        """Ids of everything that may be chosen, as far as is known."""
        for root in self.roots:
            yield from self._below(root, frozenset())

    def _below(self, option: Option, seen: frozenset[str]) -> Iterator[str]:
        if option.target.id in seen or self.is_dead(option):
            return
        yield from option.ids
        for child in option.options:
            yield from self._below(child, seen | {option.target.id})

    def is_dead(self, option: Option) -> bool:
        """Whether it is hidden whatever is chosen, or left aside."""
        if not self.without.isdisjoint(option.ids):
            return True
        hidden: Truth = option.merged.hidden
        for modifier, gate in modifiers_of(option):
            if modifier.field == "hidden" and modifier.type == "set" and not modifier.scope:
                applies = self._all(self.gate(item, option) for item in gate)
                value = modifier.value == "true"
                if applies is None:
                    hidden = hidden if hidden is value else None
                elif applies:
                    hidden = value
        return hidden is True

    # --- bounds -----------------------------------------------------------------------------------------------------------

    def bounds(self, option: Option) -> tuple[int, int]:
        """The smallest minimum and the largest maximum that may apply to it under one parent; `NO_LIMIT` without a maximum."""
        low, high = 0, NO_LIMIT
        for constraint in (item for part in option.parts for item in part.constraints):
            if constraint.field != "selections" or constraint.child_id:
                continue
            if (
                constraint.scope in {"unit", "model"}
                and constraint.type == "max"
                and min(self._values(constraint, option)) >= 0
            ):
                high = min(high, max(self._values(constraint, option)))
            if constraint.scope not in {"parent", "self"}:
                continue
            if constraint.scope == "self" and not option.is_group:
                continue
            values = self._values(constraint, option)
            if constraint.type in {"min", "exactly"}:
                low = max(low, min(values))
            if constraint.type in {"max", "exactly"} and min(values) >= 0:
                high = min(high, max(values))
        return low, high

    def _values(self, constraint: Constraint, option: Option) -> set[int]:
        """Values that modifiers may give a constraint."""
        found = {int(constraint.value)}
        for modifier, gate in modifiers_of(option):
            if modifier.field != constraint.id or modifier.scope:
                continue
            applies = self._all(self.gate(item, option) for item in gate)
            if applies is False:
                continue
            repeated = any(item.repeats for item in gate)
            times = self._times(gate, option) if repeated else None
            if times is not None:
                found = {value + number * self._step(modifier) for value in found for number in range(times + 1)}
                continue
            after = {self._changed(value, modifier, repeated) for value in found}
            found = after if applies and not repeated else found | after
        return found

    def _times(self, gates: Iterable[Gate], option: Option) -> int | None:
        """How often a repeated modifier may apply, where it counts one choice of the unit itself and that has a maximum."""
        repeats = [item for gate in gates for item in gate.repeats]
        root = option
        while root.parent is not None:
            root = root.parent
        if len(repeats) != 1 or repeats[0].value != 1:
            return None
        if repeats[0].scope not in {"root-entry", root.id, root.target.id}:
            return None
        counted = next((one for one in self._inside(root) if repeats[0].child_id in one.keys), None)
        if counted is option or counted in self._counting:
            return None  # each of two counts the other
        self._counting.append(option)
        most = self.bounds(counted)[1] if counted is not None else 0
        self._counting.pop()
        return None if most >= NO_LIMIT else most * repeats[0].repeats

    def _inside(self, root: Option) -> Iterator[Option]:
        """Everything that may be chosen below a datasheet."""
        for option in root.options:
            yield option
            if not self.is_dead(option):
                yield from self._inside(option)

    @staticmethod
    def _step(modifier: Modifier) -> int:
        return {"increment": 1, "decrement": -1}.get(modifier.type, 0) * int(modifier.value or 0)

    @staticmethod
    def _changed(value: int, modifier: Modifier, repeated: bool) -> int:
        amount = int(Decimal(modifier.value or 0))
        if modifier.type == "set":
            return amount
        if modifier.type == "increment":
            return NO_LIMIT if repeated else value + amount
        if modifier.type == "decrement":
            return 0 if repeated else value - amount
        return value

    def is_conditional(self, option: Option) -> bool:
        """Whether what it allows depends on more than itself and its parent. At a datasheet, what hides it is left aside."""
        mine = [item for item in own(option) if not self._is_foreign(item.field)]
        if any(item.scope not in {"parent", "self", "roster", "force"} or item.child_id for item in mine):
            return True
        bounds = {item.id for item in mine if item.scope not in {"roster", "force"}} | {"error"}
        if option.parent is not None or option.group is not None:
            bounds.add("hidden")
        for modifier, gate in modifiers_of(option):
            if (modifier.field in bounds or modifier.scope) and modifier.field != "annotation":
                if modifier.scope and modifier.field not in {"hidden", "error", "category"}:
                    continue
                if self._all(self.gate(item, option) for item in gate) is None or any(item.repeats for item in gate):
                    return True
        return False

    # --- conditions -------------------------------------------------------------------------------------------------------

    def gate(self, gate: Gate, option: Option) -> Truth:
        """Whether a modifier applies; repeats are left aside."""
        parts: list[Truth] = [self.condition(item, option) for item in gate.conditions]
        parts += [self._group(item, option) for item in gate.condition_groups]
        if gate.local_condition_groups:
            parts.append(None)
        for repeat in gate.repeats:
            if self._never(repeat.child_id) or self._is_foreign(repeat.field):
                parts.append(False)
        return self._all(parts)

    def _group(self, group: ConditionGroup, option: Option) -> Truth:
        parts: list[Truth] = [self.condition(item, option) for item in group.conditions]
        parts += [self._group(item, option) for item in group.groups]
        if group.local_groups or group.repeats or group.type not in {"and", "or", "not"}:
            return None
        if group.type == "and":
            return self._all(parts)
        found = self._any(parts)
        if group.type == "or":
            return found
        return None if found is None else not found

    def condition(self, item: Condition, option: Option) -> Truth:
        """Whether a condition holds at an option."""
        if item.type in {"instanceOf", "notInstanceOf"}:
            found = self._instance(item, option)
            return None if found is None else found is (item.type == "instanceOf")
        count = self._count(item)
        if count is None or item.percent:
            return None
        value = item.value
        return {
            "lessThan": count < value,
            "greaterThan": count > value,
            "equalTo": count == value,
            "notEqualTo": count != value,
            "atLeast": count >= value,
            "atMost": count <= value,
        }.get(item.type)

    def _count(self, item: Condition) -> int | None:
        if item.field == "forces":
            if item.child_id == self.force_id:
                return 1
            return 0 if self.library.forces.entry(item.child_id) is not None else None
        if self._is_foreign(item.field) or self._never(item.child_id):
            return 0
        return None

    def _is_foreign(self, field: str) -> bool:
        """Whether it counts a currency that a plain army does not have."""
        return field in self.library.cost_types and field != self.points_type

    def _never(self, child_id: str) -> bool:
        return self._possible is not None and child_id in self._known and child_id not in self._possible

    def _instance(self, item: Condition, option: Option) -> Truth:
        if item.child_id in self.inside:
            return None
        if item.scope in {"force", "roster"}:
            if self.library.forces.entry(item.child_id) is not None:
                return item.child_id == self.force_id
            return None
        if item.scope == "primary-catalogue":
            return item.child_id == self.catalogue_id
        if item.scope == "ancestor" and self.library.forces.entry(item.child_id) is not None:
            if item.child_id in self._armies:
                return item.child_id == self.force_id
            return None  # the unit may stand in forces of several kinds
        around = self._around(item.scope, option)
        if around is None:
            return None
        if any(item.child_id in keys_of(one) for one in around):
            return True
        return None if item.child_id in self._given else False

    def _around(self, scope: str, option: Option) -> list[Option] | None:
        """The entries that a condition on identity looks at."""
        chain: list[Option] = []
        current: Option | None = option
        while current is not None:
            chain.append(current)
            current = current.parent
        entries = [one for one in chain if not one.is_group]
        if scope == "self":
            return [option]
        if scope == "parent":
            return entries[1:2] if not option.is_group else entries[:1]
        if scope == "ancestor":
            return chain[1:]
        if scope == "root-entry":
            return entries[-1:]
        if scope in {"unit", "model", "upgrade", "model-or-unit"}:
            wanted = {"model", "unit"} if scope == "model-or-unit" else {scope}
            return next(([one] for one in entries if one.type in wanted), [])
        return None

    @cached_property
    def _given(self) -> frozenset[str]:
        """Categories that some modifier gives."""
        found: set[str] = set()
        for file in self.library.files:
            waiting = [*file.entries, *file.groups, *file.links, *file.shared_entries, *file.shared_groups]
            while waiting:
                holder = waiting.pop()
                groups = list(holder.modifier_groups)
                modifiers = list(holder.modifiers)
                while groups:
                    group = groups.pop()
                    modifiers.extend(group.modifiers)
                    groups.extend(group.groups)
                found.update(item.value for item in modifiers if item.field == "category" and item.type != "remove")
                waiting.extend((*holder.entries, *holder.groups, *holder.links))
        return frozenset(found)

    @staticmethod
    def _all(parts: Iterable[Truth]) -> Truth:
        """And, of three values."""
        found = list(parts)
        return False if False in found else None if None in found else True

    @staticmethod
    def _any(parts: Iterable[Truth]) -> Truth:
        """Or, of three values."""
        found = list(parts)
        return True if True in found else None if None in found else False


def own(option: Option) -> Iterator[Constraint]:
    """The constraints of all its parts."""
    for part in option.parts:
        yield from part.constraints


def modifiers_of(option: Option) -> Iterator[tuple[Modifier, tuple[Gate, ...]]]:
    """Modifiers of an option with the gates that they stand behind, in order."""
    for part in option.parts:
        for modifier in part.modifiers:
            yield modifier, (modifier,)
        for group in part.modifier_groups:
            yield from _grouped(group, ())


def _grouped(group: ModifierGroup, gates: tuple[Gate, ...]) -> Iterator[tuple[Modifier, tuple[Gate, ...]]]:
    for modifier in group.modifiers:
        yield modifier, (*gates, group, modifier)
    for inner in group.groups:
        yield from _grouped(inner, (*gates, group))


def keys_of(option: Option) -> frozenset[str]:
    """What a condition on identity may name it by: its ids, its type, its categories."""
    return option.keys | {link.target_id for link in option.merged.category_links}
