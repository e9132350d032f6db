"""What a unit of community data costs by its own modifiers, at a size and for a copy, as far as these say it of themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import (
    Condition,
    ConditionGroup,
    Entry,
    Gate,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
)
from listbuilder.sources.points.sizes import Sizes, Span

COMPARISONS = ("atLeast", "greaterThan", "atMost", "lessThan", "equalTo", "notEqualTo")
ARMY = ("force", "roster", "primary-catalogue")  # scopes in which a query of a catalogue asks whose army it is


class Unread(Exception):
    """How a unit is priced cannot be read."""


class Case(NamedTuple):
    """A unit of so many models that is the ``copy``th of its kind. ``of``: kind of model -> how many of it, where it is told."""

    models: int
    copy: int = 1
    of: dict[str, int] = {}


class StatedPrice:
    """The price of one unit in an army. ``army``: the id of the catalogue that it is of; ``models``: id -> points of each of its
    models that cost something of themselves."""

    def __init__(self, unit: Entry, sizes: Sizes, currency: str, army: str, models: Mapping[str, Number]) -> None:
        self.unit = unit
        self.sizes = sizes
        self._army = army
        self._models = models
        self.base = next((cost.value for cost in unit.costs if cost.type_id == currency), 0)
        self.changes = tuple(_changes(unit, (), currency))

    @property
    def copies_of(self) -> str:
        """What a copy is one of: the id of the unit, or of what the data count as copies of it."""
        for gates, change in self.changes:
            for gate in (*gates, change):
                for local in _locals(gate):
                    if (kind := _counted(local)) is not None:
                        return kind
        return self.unit.id

    @property
    def thresholds(self) -> set[int]:
        """The copies from which on its price changes."""
        gates = [gate for gates, change in self.changes for gate in (*gates, change)]
        locals_ = [local for gate in gates for local in _locals(gate) if _counted(local) is not None]
        return {int(local.value) + 1 for local in locals_}

    def at(self, case: Case) -> Number:
        """The price. Raises `Unread` where it depends on something else."""
        price: Number = self.base
        for gates, change in sorted(self.changes, key=lambda one: one[1].type != "set"):  # as an engine applies them
            if any(gate.repeats for gate in (*gates, change)):
                raise Unread
            if all(self._applies(gate, case) for gate in (*gates, change)):
                price = _changed(price, change)
        return price + self._of_models(case)

    def _of_models(self, case: Case) -> Number:
        """What its models cost of themselves. Raises `Unread` where that depends on which they are."""
        kinds = {key for part in self.sizes.root.walk() if part.kind for key in part.ids}
        if self._models and len(set(self._models.values())) == 1 and self._all_priced():
            return case.models * next(iter(self._models.values()))
        return sum(points * self._exactly(model, case) for model, points in self._models.items() if model in kinds)

    def _all_priced(self) -> bool:
        return all(part.ids & self._models.keys() for part in self.sizes.root.walk() if part.kind)

    def _exactly(self, model: str, case: Case) -> int:
        """How many of a kind of model the unit has. Raises `Unread` where its size does not tell."""
        number = self.sizes.number(model, case.models, case.of)
        if number.least != number.most:
            raise Unread
        return number.least

    def _applies(self, gate: Gate, case: Case) -> bool:
        return all(
            (
                all(self._holds(one, case) for one in gate.conditions),
                all(self._holds_group(one, case) for one in gate.condition_groups),
                all(self._holds_local(one, case) for one in gate.local_condition_groups),
            )
        )

    def _holds_group(self, group: ConditionGroup, case: Case) -> bool:
        if group.type not in {"and", "or"} or group.repeats:
            raise Unread
        held = [self._holds(one, case) for one in group.conditions]
        held += [self._holds_group(one, case) for one in group.groups]
        held += [self._holds_local(one, case) for one in group.local_groups]
        return all(held) if group.type == "and" else any(held)

    def _holds_local(self, group: LocalConditionGroup, case: Case) -> bool:
        if _counted(group) is None:
            raise Unread
        return _compares(group.type, Span(case.copy - 1, case.copy - 1), group.value)

    def _holds(self, condition: Condition, case: Case) -> bool:
        if condition.type in {"instanceOf", "notInstanceOf"} and condition.scope in ARMY:
            is_one = condition.child_id == self._army
            if not is_one and condition.scope != "primary-catalogue":
                raise Unread  # may be a kind of force
            return is_one == (condition.type == "instanceOf")
        own = condition.scope in {"self", self.unit.id}
        if not own or condition.field != "selections" or condition.percent or condition.type not in COMPARISONS:
            raise Unread
        if condition.child_id == "model":
            return _compares(condition.type, Span(case.models, case.models), condition.value)
        return _compares(condition.type, self.sizes.number(condition.child_id, case.models, case.of), condition.value)


def _counted(group: LocalConditionGroup) -> str | None:
    """The id of what a local group counts before the unit; None where it counts something else."""
    kinds = [one for one in group.conditions if one.type == "instanceOf"]
    before = [one for one in group.conditions if one.type == "before"]
    plain = len(group.conditions) == 2 and not group.groups and not group.local_groups
    if plain and len(kinds) == len(before) == 1 and group.field == "selections":
        return kinds[0].child_id
    return None


def _locals(gate: Gate) -> Iterator[LocalConditionGroup]:
    yield from gate.local_condition_groups
    for group in gate.condition_groups:
        yield from group.local_groups


def _changes(
    holder: Entry | ModifierGroup, gates: tuple[Gate, ...], currency: str
) -> Iterator[tuple[tuple[Gate, ...], Modifier]]:
    """The modifiers of the price with the groups that they stand in, as they are applied."""
    for one in holder.modifiers:
        if one.field == currency and not one.affects and one.scope in {"", "self"}:
            yield gates, one
    for group in holder.groups if isinstance(holder, ModifierGroup) else holder.modifier_groups:
        yield from _changes(group, (*gates, group), currency)


def _changed(price: Number, change: Modifier) -> Number:
    try:
        amount = int(change.value)
    except ValueError:
        raise Unread from None
    match change.type:
        case "set":
            return amount
        case "increment":
            return price + amount
        case "decrement":
            return price - amount
        case "multiply":
            return price * amount
    raise Unread


def _compares(kind: str, found: Span, value: Number) -> bool:
    """Whether a number compares so; raises `Unread` where only a part of the span does."""
    held = {_compares_one(kind, number, value) for number in (found.least, found.most)}
    if kind in {"equalTo", "notEqualTo"} and found.least != found.most and found.least <= value <= found.most:
        raise Unread
    if len(held) > 1:
        raise Unread
    return held.pop()


def _compares_one(kind: str, number: int, value: Number) -> bool:
    match kind:
        case "atLeast":
            return number >= value
        case "greaterThan":
            return number > value
        case "atMost":
            return number <= value
        case "lessThan":
            return number < value
        case "equalTo":
            return number == value
    return number != value
