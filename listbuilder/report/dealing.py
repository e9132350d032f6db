"""Which list a process gets next: one that names what the process has loaded, so that not every process loads everything.

What a list is of is known only once it is judged. Until then it is what its first bytes state, as rosters and our own lists do,
or the words that results were called by, such as the name of a faction, are looked for there. A list without any, or with the
wrong one, is judged all the same.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from itertools import takewhile

from listbuilder.expressions import expression

# How rosters and our own lists say what they are of.
STATED = expression(r'\bcataloguename="([^"]+)"|^faction:\s*(\S[^\n#]*)', re.MULTILINE)
# What a member of a ZIP archive begins with: its sign, its method, the lengths of its name and of what stands behind that.
_PACKED = struct.Struct("<4s4xH16xHH")
_SIGN, _DEFLATED = b"PK\x03\x04", 8


def legible(head: bytes) -> str:
    """What the first bytes of a list say, at most as many, also where they are those of a roster in an archive."""
    if head.startswith(_SIGN) and len(head) > _PACKED.size:
        _sign, method, name, extra = _PACKED.unpack_from(head)
        packed = head[_PACKED.size + name + extra :]
        try:
            head = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, len(head)) if method == _DEFLATED else packed
        except zlib.error:
            return ""
    return head.decode("utf-8", "replace").replace("&apos;", "'").replace("&amp;", "&")


class Dealer:
    """Lists by their numbers, in their order. ``head``: the first text of a list."""

    def __init__(self, number: int, head: Callable[[int], str]) -> None:
        self.waiting = dict.fromkeys(range(number))  # lists that no process has
        self._head = head
        self._heads: dict[int, tuple[str, str]] = {}  # with what they state
        self._loaded: defaultdict[Hashable, set[str]] = defaultdict(set)  # by process

    def first(self) -> int | None:
        """The first list that no process has."""
        return next(iter(self.waiting), None)

    def deal(self, process: Hashable, end: int) -> int | None:
        """A list before ``end`` for a process: the first of what it has loaded, else the first of what no other has, else the
        first; None where there is none."""
        near = list(takewhile(lambda place: place < end, self.waiting))
        own = self._loaded[process]
        others = set[str]().union(*(words for one, words in self._loaded.items() if one is not process)) - own
        found = self._best(near, own, others) if others and len(near) > 1 else next(iter(near), None)
        if found is not None:
            self.note(process, (self._word(found, own | others),))  # it will have, by the time that it is asked again
            del self.waiting[found]
            self._heads.pop(found, None)
        return found

    def _best(self, near: list[int], own: set[str], others: set[str]) -> int:
        free: int | None = None  # the first that nobody has loaded
        for place in near:
            word = self._word(place, own | others)
            if word in own:
                return place
            if free is None and word not in others:
                free = place
        return near[0] if free is None else free

    def _word(self, place: int, words: Iterable[str]) -> str:
        """What a list states to be of, else the longest of the words that it begins with; empty where there is none."""
        if place not in self._heads:
            head = self._head(place).casefold()
            found = STATED.search(head)
            self._heads[place] = head, (found[1] or found[2]).strip() if found is not None else ""
        head, stated = self._heads[place]
        return stated or max((word for word in words if word in head), key=len, default="")

    def note(self, process: Hashable, words: Iterable[str]) -> None:
        """A process has loaded what is called so."""
        self._loaded[process].update(word.casefold() for word in words if word)

    def forget(self, process: Hashable) -> None:
        """A process ended."""
        self._loaded.pop(process, None)

    def give_back(self, places: Iterable[int]) -> None:
        """Lists that a process did not get to."""
        self.waiting = dict.fromkeys(sorted((*places, *self.waiting)))
