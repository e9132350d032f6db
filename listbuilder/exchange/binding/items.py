"""The wargear that a list states, as stems that its unit knows: brackets opened, glued names parted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from listbuilder.exchange.binding.names import base, counted, parts, stem
from listbuilder.exchange.reading.record import Part
from listbuilder.exchange.reading.text import split_items

_BRACKET = re.compile(r"^(?P<name>.+?)\s*\((?P<inner>.+)\)$")
_COUNTED = re.compile(r"^(?P<count>\d{1,3})\s?[x×]\s*(?P<name>.+)$")
_GLUED = re.compile(r"(?<=[a-z)])(?=[A-Z])")


@dataclass(slots=True)
class Bag:
    """Stated items: ``counts`` by stem, ``parts`` where each stands first, ``unknown``: what the unit does not know. ``after``:
    the item that each is listed behind or inside of, which may be what holds it."""

    counts: Counter[str] = field(default_factory=Counter)
    parts: dict[str, Part] = field(default_factory=dict)
    unknown: list[Part] = field(default_factory=list)
    after: dict[str, str] = field(default_factory=dict)

    def put(self, key: str, number: int, part: Part) -> None:
        self.counts[key] += number
        self.parts.setdefault(key, part)


def bag_of(stated: Iterable[Part], known: frozenset[str]) -> Bag:
    """The items that parts state, with all that is listed below them."""
    bag = Bag()
    waiting = list(stated)
    last = ""
    while waiting:
        part = waiting.pop(0)
        waiting = [*part.parts, *waiting]
        found = _read(part.name, known)
        if found:
            for key, number in found.items():
                bag.put(key, number * part.count, part)
                if last:
                    bag.after.setdefault(key, last)
                last = key
        elif part.name:
            bag.unknown.append(part)
    return bag


def _read(name: str, known: frozenset[str]) -> Counter[str]:
    """The stems of one name; empty when the unit does not know it."""
    key, number = counted(name)
    if key in known:
        return Counter({key: number})
    if stem(name) in known:
        return Counter((stem(name),))
    bracket = _BRACKET.match(name)
    if bracket:
        outer = _read(bracket["name"], known)
        if outer:
            return outer + sum((_inner(item, known) for item in split_items(bracket["inner"])), Counter[str]())
    if base(name) in known:
        return Counter((base(name),))
    several = parts(name)
    if len(several) > 1 and all(part in known for part in several):
        return Counter(several)
    return _parted(name, known)


def _inner(item: str, known: frozenset[str]) -> Counter[str]:
    found = _COUNTED.match(item)
    number, name = (int(found["count"]), found["name"]) if found else (1, item)
    return Counter({key: count * number for key, count in _read(name, known).items()})


def _parted(name: str, known: frozenset[str]) -> Counter[str]:
    """The stems of two names that an exporter wrote without a separator."""
    for place in (found.start() for found in _GLUED.finditer(name)):
        left, right = stem(name[:place]), stem(name[place:])
        if left in known and right in known:
            return Counter((left, right))
    return Counter()
