"""What is kept of an army from one edit to the next. An edit changes one place of a long list: what is before and after it is
taken over without being looked at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import compress, count
from operator import is_not
from typing import TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")


def unchanged(before: Sequence[object], after: Sequence[object]) -> tuple[int, int]:
    """How many items at the beginning, and at the end, are the same records; none is counted twice."""
    most = min(len(before), len(after))
    start = next(compress(count(), map(is_not, before, after)), most)
    end = next(compress(count(), map(is_not, reversed(before), reversed(after))), most)
    return start, min(end, most - start)


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


class KeptByStamp:
    """What was made of each item, until its stamp is another one."""

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[object, object]] = {}

    def of(self, stamped: Iterable[tuple[Item, object]], make: Callable[[Item], Made]) -> list[Made]:
        """What ``make`` makes of each of these different items, of which each has a stamp."""
        before, self._made = self._made, {}
        for item, stamp in stamped:
            known = before.get(item)
            self._made[item] = known if known is not None and known[0] == stamp else (stamp, make(item))
        return [made for _, made in self._made.values()]  # type: ignore[misc]
