"""The libraries that lists were judged by last, of all sets of a process. Older ones are dropped, so that a process does not
need the more memory the more factions it has seen."""

from __future__ import annotations

import weakref
from typing import Protocol

MOST = 32  # libraries of one process, as many as a game has factions; each takes some 15 MB

Key = tuple[str, str]


class Holder(Protocol):
    """What keeps libraries, by the ids of game system and faction."""

    def drop(self, key: Key) -> None:
        """Forgets one of them, and what only that needed."""


class Recent:
    """Which libraries were used last."""

    def __init__(self) -> None:
        self._used: dict[tuple[int, Key], weakref.ref[Holder]] = {}

    def use(self, holder: Holder, key: Key) -> None:
        """Notes that a library is used, and drops those that were not for longest."""
        self._used.pop((id(holder), key), None)
        self._used[id(holder), key] = weakref.ref(holder)
        while len(self._used) > MOST:
            oldest = next(iter(self._used))
            other = self._used.pop(oldest)()
            if other is not None:
                other.drop(oldest[1])


RECENT = Recent()
