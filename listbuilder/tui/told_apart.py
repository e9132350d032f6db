"""What tells units from each other: a letter those of one name; those that begin alike, where there is no room, their ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise, takewhile

from listbuilder.army import Army, Unit
from listbuilder.print.datasheet import letters
from listbuilder.terminal import clip, columns
from listbuilder.tui.wording import unit_name

ALIKE = 12  # letters at the beginning that two names have in common
LEAST_START = 6  # cells of the beginning that stay


def letters_of(army: Army) -> dict[str, str]:
    """By the ids of units that have their name together with others: a letter, the one on the printed card."""
    often = Counter(unit.name for unit in army.units)
    met: Counter[str] = Counter()
    found = {}
    for unit in army.units:
        if often[unit.name] > 1:
            met[unit.name] += 1
            found[unit.id] = letters(met[unit.name])
    return found


def told_name(army: Army, unit: Unit) -> str:
    """The name of a unit, with a letter where several have this name."""
    alike = [one.id for one in army.units if one.name == unit.name]
    letter = letters(alike.index(unit.id) + 1) if len(alike) > 1 and unit.id in alike else ""
    return f"{unit_name(army, unit)} {letter}".rstrip()


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
