"""Assigns things to places of which each takes only so many, so that as many as possible find one."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

P = TypeVar("P", bound=Hashable)


def assign(wishes: Sequence[Sequence[P]], room: Mapping[P, int]) -> list[P | None]:
    """For each thing the place it gets among those that it wishes, None where none is left. A place that is not in ``room``
    takes nothing. The number of things that get a place is the largest possible; earlier things and earlier wishes go first."""
    inside: dict[P, list[int]] = {place: [] for place in room}
    found: list[P | None] = [None] * len(wishes)
    for thing in range(len(wishes)):
        _seat(thing, wishes, room, inside, found)
    return found


def _seat(
    thing: int, wishes: Sequence[Sequence[P]], room: Mapping[P, int], inside: dict[P, list[int]], found: list[P | None]
) -> None:
    """Finds a place by the shortest chain of moves (an augmenting path); leaves everything as it is when there is none."""
    came: dict[P, tuple[int, P | None]] = {}  # place -> who would move there, and from which place
    queue: list[tuple[int, P | None]] = [(thing, None)]
    for mover, origin in queue:
        for place in wishes[mover]:
            if place in came or place not in room:
                continue
            came[place] = mover, origin
            if len(inside[place]) < room[place]:
                _move_along(place, came, inside, found)
                return
            queue.extend((other, place) for other in inside[place])


def _move_along(
    place: P, came: Mapping[P, tuple[int, P | None]], inside: dict[P, list[int]], found: list[P | None]
) -> None:
    target: P | None = place
    while target is not None:
        mover, origin = came[target]
        if origin is not None:
            inside[origin].remove(mover)
        inside[target].append(mover)
        found[mover] = target
        target = origin
