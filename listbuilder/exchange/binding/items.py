"""The wargear that a list states, as stems that its unit knows: brackets opened, glued names parted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct, field

from listbuilder.exchange.binding.names import base, counted, parts, stem
from listbuilder.exchange.reading.record import Part
from listbuilder.exchange.reading.text import split_items
from listbuilder.expressions import expression

_COUNTED = expression(r"^(?P<count>\d{1,3})\s?[x×]\s*(?P<name>.+)$")
_GLUED = expression(r"(?<=[a-z)])(?=[A-Z])")


class Bag(Struct):
    """Stated items: ``counts`` by stem, ``parts`` where each stands first, ``unknown``: what the unit does not know. ``after``:
    the item that each is listed behind or inside of, which may be what holds it; ``inside``: how many are listed inside of
    another item."""

    counts: Counter[str] = field(default_factory=Counter)
    parts: dict[str, Part] = field(default_factory=dict)
    unknown: list[Part] = field(default_factory=list)
    after: dict[str, str] = field(default_factory=dict)
    inside: Counter[str] = field(default_factory=Counter)

    def put(self, key: str, number: int, part: Part) -> None:
        self.counts[key] += number
        self.parts.setdefault(key, part)

    def without_echoes(self, left: Counter[str]) -> Counter[str]:
        """Of items that nothing takes, those that are more than a second mention: some exporters name what is on an item both
        inside of it and beside it."""
        return Counter({key: number for key, number in left.items() if not self._is_echo(key, number)})

    def _is_echo(self, key: str, number: int) -> bool:
        return number <= self.inside[key] and 2 * number <= self.counts[key]


class _Reading(NamedTuple):
    """What one name states: stems with their numbers, and those of them that are inside of another."""

    counts: Counter[str]
    inside: Counter[str] = Counter()


def bag_of(stated: Iterable[Part], known: frozenset[str]) -> Bag:
    """The items that parts state, with all that is listed below them."""
    bag = Bag()
    waiting = [(part, False) for part in stated]
    last = ""
    while waiting:
        part, is_inside = waiting.pop(0)
        found, inside = _read(part.name, known)
        if not found and part.also:
            found, inside = _read(part.also, known)
        waiting = [*((child, bool(found)) for child in part.parts), *waiting]
        for key, number in found.items():
            bag.put(key, number * part.count, part)
            if last:
                bag.after.setdefault(key, last)
            last = key
        for key, number in (found if is_inside else inside).items():
            bag.inside[key] += number * part.count
        if not found and part.name:
            bag.unknown.append(part)
    return bag


def _read(name: str, known: frozenset[str]) -> _Reading:
    """The stems of one name; none when the unit does not know it."""
    key, number = counted(name)
    if key in known:
        return _Reading(Counter({key: number}))
    if stem(name) in known:
        return _Reading(Counter((stem(name),)))
    before, bracket, inside = name.partition("(")
    if before.strip() and bracket and inside.endswith(")"):
        outer, _ = _read(before.rstrip(), known)
        if outer:
            inner = sum((_inner(item, known) for item in split_items(inside[:-1])), Counter[str]())
            return _Reading(outer + inner, inner)
    if base(name) in known:
        return _Reading(Counter((base(name),)))
    several = parts(name)
    if len(several) > 1 and all(part in known for part in several):
        return _Reading(Counter(several))
    return _parted(name, known)


def _inner(item: str, known: frozenset[str]) -> Counter[str]:
    found = _COUNTED.match(item)
    number, name = (int(found["count"]), found["name"]) if found else (1, item)
    return Counter({key: count * number for key, count in _read(name, known).counts.items()})


def _parted(name: str, known: frozenset[str]) -> _Reading:
    """The stems of two names that an exporter wrote without a separator: an item and what is on it."""
    for place in (found.start() for found in _GLUED.finditer(name)):
        left, right = stem(name[:place]), stem(name[place:])
        if left in known and right in known:
            return _Reading(Counter((left, right)), Counter((right,)))
    return _Reading(Counter())
