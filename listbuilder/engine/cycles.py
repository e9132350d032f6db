"""Modifier cycles: which of the cells that keep changing feed each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def self_feeding(items: Sequence[T], feeds: Callable[[T, T], bool]) -> list[T]:
    """The items that feed themselves, directly or through others, and are not driven by another cycle.

    ``feeds(a, b)`` says whether a change of ``a`` may change ``b``. Items that only follow a cycle become stable as soon as
    that cycle is stopped, so they are not returned.
    """
    fed = {item: [other for other in items if feeds(item, other)] for item in items}
    reached = {item: _reachable(item, fed) for item in items}
    circular = [item for item in items if item in reached[item]]
    return [item for item in circular if all(other in reached[item] for other in circular if item in reached[other])]


def _reachable(start: T, fed: dict[T, list[T]]) -> set[T]:
    found: set[T] = set()
    waiting = list(fed[start])
    while waiting:
        item = waiting.pop()
        if item not in found:
            found.add(item)
            waiting += fed[item]
    return found
