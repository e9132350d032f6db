"""Works out how a model's selections differ from its default loadout: the reverse of `arming`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from listbuilder.listfile.sheet import ModelSheet, WargearChoice, items_of
from listbuilder.roster.tree import Selection

Exchange = tuple[str, tuple[str, ...]]  # the key of what is given up, the items taken


@dataclass
class _Reading:
    """The selections of a model, by what the datasheet says of them."""

    sheet: ModelSheet
    kept: Counter[str] = field(default_factory=Counter)  # default items that it still has
    chosen: list[WargearChoice] = field(default_factory=list)
    bundles: list[tuple[str, ...]] = field(default_factory=list)  # additions
    extra: list[str] = field(default_factory=list)  # items that nothing on the datasheet gives


def changes_of(model: Selection, sheet: ModelSheet) -> dict[str, Any]:
    """`replace` and `add` of a loadout; empty for the default one."""
    reading = _read(model, sheet)
    lost = sheet.default - reading.kept
    for choice in reading.chosen:
        lost -= Counter(choice.given_up)
    exchanges: list[Exchange] = [(_key(choice, sheet), choice.taken) for choice in reading.chosen]
    extra = tuple(reading.extra)
    if lost and extra:  # in one exchange: taken one by one, some might be what an option gives
        exchanges.append((" + ".join(lost.elements()), extra))
        extra = ()
    else:
        exchanges += [(item, ()) for item in lost.elements()]
    surplus = reading.kept - sheet.default
    additions = [*reading.bundles, *((item,) for item in (*surplus.elements(), *extra))]
    found: dict[str, Any] = {}
    if exchanges:
        found["replace"] = _written(exchanges)
    if additions:
        found["add"] = _added(additions)
    return found


def _read(model: Selection, sheet: ModelSheet) -> _Reading:
    reading = _Reading(sheet)
    choices = {choice.option.id: choice for slots in sheet.slots.values() for slot in slots for choice in slot.choices}
    defaults = {slot.default.id for slots in sheet.slots.values() for slot in slots}
    defaults |= {option.id for option, _ in sheet.fixed.values()}
    additions = {choice.option.id for addition in sheet.additions for choice in addition.choices}
    for child in model.selections:
        option = child.option
        if option.id in choices:
            reading.chosen += [choices[option.id]] * child.amount
        elif option.id in defaults:
            reading.kept[option.local_id] += child.amount
        elif option.id in additions:
            reading.bundles += [items_of(option)] * child.amount
        else:
            reading.extra += [*items_of(option)] * child.amount
    return reading


def _key(choice: WargearChoice, sheet: ModelSheet) -> str:
    """What names the items given up: the first alone where that means this choice, else all of them."""
    first = choice.given_up[0]
    fitting = [
        other
        for slots in sheet.slots.values()
        for slot in slots
        for other in slot.choices
        if Counter(other.taken) == Counter(choice.taken) and first in other.given_up
    ]
    nearest = min(fitting, key=lambda other: len(other.given_up))
    return first if nearest.given_up == choice.given_up else " + ".join(choice.given_up)


def _written(exchanges: list[Exchange]) -> Any:
    """One mapping, or a list of mappings where an item is given up more than once."""
    found: list[dict[str, Any]] = []
    for key, taken in exchanges:
        target = next((mapping for mapping in found if key not in mapping), None)
        if target is None:
            target = {}
            found.append(target)
        target[key] = shortest(taken)
    return shortest(found)


def _added(additions: list[tuple[str, ...]]) -> Any:
    return shortest(additions[0]) if len(additions) == 1 else [shortest(items) for items in additions]


def shortest(items: Sequence[Any]) -> Any:
    """A single item as itself, others as a list."""
    return items[0] if len(items) == 1 else list(items)
