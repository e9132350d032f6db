"""Changes of immutable records: another price, another record somewhere below."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec.structs import replace

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import Container, Cost, Entry, Modifier, ModifierGroup

C = TypeVar("C", bound=Container)


def cost_of(record: Container, currency: str) -> Number:
    """What a record itself costs."""
    return next((cost.value for cost in record.costs if cost.type_id == currency), 0)


def with_cost(record: C, currency: str, value: Number) -> C:
    """The record with that cost and with no modifier of it."""
    costs = {cost.type_id: cost for cost in record.costs}
    name = costs[currency].name if currency in costs else ""
    return replace(
        record,
        costs=tuple((costs | {currency: Cost(type_id=currency, value=value, name=name)}).values()),
        modifiers=_without(record.modifiers, currency),
        modifier_groups=_groups_without(record.modifier_groups, currency),
    )


def priced(unit: Entry, currency: str, value: Number, changes: Iterable[Modifier]) -> Entry:
    """The unit with another cost and other modifiers of it."""
    bare = with_cost(unit, currency, value)
    return replace(bare, modifiers=(*changes, *bare.modifiers))


def below(record: C, change: Callable[[Container], Container]) -> C:
    """The record with every record below it as ``change`` makes it; itself where none differs."""
    entries = tuple(change(below(one, change)) for one in record.entries)
    groups = tuple(change(below(one, change)) for one in record.groups)
    links = tuple(change(below(one, change)) for one in record.links)
    pairs = zip((*entries, *groups, *links), (*record.entries, *record.groups, *record.links), strict=True)
    if all(new is old for new, old in pairs):
        return record
    return replace(record, entries=entries, groups=groups, links=links)


def _without(modifiers: Iterable[Modifier], field: str) -> tuple[Modifier, ...]:
    return tuple(one for one in modifiers if one.field != field or one.affects or one.scope not in {"", "self"})


def _groups_without(groups: Iterable[ModifierGroup], field: str) -> tuple[ModifierGroup, ...]:
    found = (
        replace(one, modifiers=_without(one.modifiers, field), groups=_groups_without(one.groups, field))
        for one in groups
    )
    return tuple(one for one in found if one.modifiers or one.groups)
