"""Sums over what is directly in a force or in the roster, kept from one edit to the next: an edit changes one part of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number

Holder = Force | Roster
Item = Selection | Force
MOST_WAITING = 100  # parts that are counted again one by one


class _Sum:
    """The parts of one sum that are not 0, and the items whose part may have changed; the parts are None before they are asked
    for."""

    __slots__ = ("parts", "waiting")

    def __init__(self) -> None:
        self.parts: dict[Item, Number] | None = None
        self.waiting: dict[Item, None] = {}


class Sums:
    """The sums of one roster that somebody asked for."""

    def __init__(self) -> None:
        self._of: dict[Holder, dict[Hashable, _Sum]] = {}

    def note(self, holder: Holder, item: Item) -> None:
        """Something changed in an item that is, or was, directly in a holder."""
        for one in self._of.get(holder, {}).values():
            if one.parts is None:
                continue
            one.waiting[item] = None
            if len(one.waiting) > MOST_WAITING:
                one.parts = None
                one.waiting.clear()

    def total(
        self, holder: Holder, name: Hashable, items: Callable[[], Iterable[Item]], part: Callable[[Item], Number]
    ) -> Number:
        """The sum of that name over everything in a holder. ``part``: what an item adds to it; nothing when it has been removed.
        It may change the item."""
        known = self._of.setdefault(holder, {}).setdefault(name, _Sum())
        if known.parts is None:
            known.parts, known.waiting = {}, dict.fromkeys(items())
        while known.waiting and known.parts is not None:
            item, _ = known.waiting.popitem()
            value = part(item) if item.parent is holder else 0
            if value:
                known.parts[item] = value
            else:
                known.parts.pop(item, None)
        return sum((known.parts or {}).values())

    def forget(self, holder: Holder) -> None:
        """Forgets the sums of a holder that was removed."""
        self._of.pop(holder, None)

    def clear(self) -> None:
        """Forgets everything."""
        self._of.clear()
