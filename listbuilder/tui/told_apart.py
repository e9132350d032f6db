"""What tells units from each other: a letter those of one name; those that begin alike, where there is no room, their ends."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, takewhile

from listbuilder.army import Army, Unit
from listbuilder.army.alike import letter_of
from listbuilder.terminal import clip, columns
from listbuilder.tui.wording import unit_name

ALIKE = 12  # letters at the beginning that two names have in common
LEAST_START = 6  # cells of the beginning that stay


def told_name(army: Army, unit: Unit) -> str:
    """The name of a unit, with a letter where several have this name."""
    return f"{unit_name(army, unit)} {letter_of(army, unit)}".rstrip()


def endings(names: Iterable[str]) -> dict[str, str]:
    """Of names that begin alike what the others have not, from the word on in which they differ."""
    starts: dict[str, int] = {}
    for one, other in pairwise(sorted(set(names))):
        common = sum(1 for _same in takewhile(lambda letters: letters[0] == letters[1], zip(one, other, strict=False)))
        if common >= ALIKE:
            start = one.rfind(" ", 0, common) + 1
            starts |= {name: max(start, starts.get(name, 0)) for name in (one, other)}
    return {name: name[start:] for name, start in starts.items() if start}


def shortened(name: str, ending: str, room: int) -> str:
    """The name in so many cells: cut in the middle where it has such an ending."""
    if not ending or columns(name) <= room or room < 2 * LEAST_START:
        return clip(name, room)
    ending = clip(ending, room - LEAST_START - 1)
    before = room - columns(ending) - 1
    return f"{clip(name, before + 1).removesuffix('…').rstrip()}…{ending}"
