"""What is kept of an army from one edit to the next. An edit changes one place of a long list: what is before and after it is
taken over without being looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import is_
from typing import TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")


def alike(before: Sequence[object], after: Sequence[object]) -> int:
    """How many items at the beginning are the same records."""
    return [*map(is_, before, after), False].index(False)


def unchanged(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many items at the beginning, and at the end, are the same records; none is counted twice."""
    start = alike(before, after)
    return start, alike(before[start:][::-1], after[start:][::-1])


class Kept:
    """A list that was made from another, item by item, and is made again where that has changed."""

    def __init__(self) -> None:
        self._items: Sequence[object] = ()
        self._made: list[object] = []

    def of(self, items: Sequence[Item], make: Callable[[Item], Made]) -> list[Made]:
        """What ``make`` makes of each item."""
        start, end = unchanged(self._items, items)
        stop, tail = len(items) - end, len(self._made) - end
        middle: Iterable[object] = map(make, items[start:stop])
        self._made = [*self._made[:start], *middle, *self._made[tail:]]
        self._items = items
        return list(self._made)  # type: ignore[arg-type]

    def forget(self) -> None:
        """Makes everything again."""
        self._items, self._made = (), []
