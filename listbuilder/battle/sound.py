"""Whether steps that were read from a file are steps of a battle: what reads the entries relies on their shape."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.battle.fight import Step
from listbuilder.battle.moments import ME, THEM
from listbuilder.battle.state import (
    ARRIVED,
    ENDED,
    FIRST,
    GONE,
    HURT,
    INSIDE,
    LOST,
    MOST_ROUNDS,
    NOW,
    POOL,
    SCORE,
    STATE,
    USED,
    WHERE,
    Key,
    Value,
)

HIGHEST = 1_000_000  # of any number
SIDES = (ME, THEM)
SHAPES: dict[str, tuple[tuple[type, ...], type]] = {  # kind -> what stands behind it in a key, and what its entries are
    FIRST: ((int,), int),
    NOW: ((int,), int),
    ENDED: ((), int),
    POOL: ((int, str), int),
    SCORE: ((int, str, int), int),
    LOST: ((int, str, str), int),
    HURT: ((int, str, str), int),
    STATE: ((int, str, str), str),
    USED: ((int, str, str), int),
    WHERE: ((int, str), str),
    INSIDE: ((int, str), str),
    ARRIVED: ((int, str), int),
    GONE: ((int, str), int),
}


def are_sound(steps: Iterable[Step]) -> bool:
    """Whether all of them are; entries of kinds that this version does not know are left alone."""
    return all(
        step.side in SIDES
        and all(0 <= number <= MOST_ROUNDS for number in (step.at.round, step.at.turn, step.at.phase))
        and all(_is_entry(change.key, value) for change in step.changes for value in (change.old, change.new))
        for step in steps
    )


def _is_entry(key: Key, value: Value) -> bool:
    if not key or not isinstance(key[0], str):
        return False
    if key[0] not in SHAPES:
        return True
    parts, kind = SHAPES[key[0]]
    if tuple(map(type, key[1:])) != parts or type(value) is not kind:
        return False
    if key[0] == FIRST and value not in SIDES:
        return False
    if parts[:2] == (int, str) and key[1] not in SIDES:
        return False
    if key[0] == NOW and not (key[1] in range(3) and int(value) >= 0):
        return False
    return all(abs(one) <= HIGHEST for one in (*key, value) if isinstance(one, int))
