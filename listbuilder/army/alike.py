"""Units of one name: each has a letter in the order of the army, the same on the screen, on cards, in texts and in fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from listbuilder.army.model import Army
from listbuilder.army.records import Unit


def letters(index: int) -> str:
    """1 is A, 26 is Z, 27 is AA."""
    word = ""
    while index > 0:
        index, rest = divmod(index - 1, 26)
        word = chr(65 + rest) + word
    return word


def lettered(names: Iterable[tuple[str, str]]) -> dict[str, str]:
    """By the ids of those that have their name together with others, a letter. ``names``: ids with names."""
    pairs = [*names]
    often = Counter(name for _id, name in pairs)
    met: Counter[str] = Counter()
    found = {}
    for one, name in pairs:
        if often[name] > 1:
            met[name] += 1
            found[one] = letters(met[name])
    return found


def letters_of(army: Army) -> dict[str, str]:
    """By the ids of units that have their name together with others, the letter of each."""
    return lettered((unit.id, unit.name) for unit in army.units)


def letter_of(army: Army, unit: Unit) -> str:
    """The letter of one unit; empty for the only one of its name, and for the half of a unit, which has a name of its own."""
    alike = [one.id for one in army.units if one.name == unit.name]
    return letters(alike.index(unit.id) + 1) if len(alike) > 1 and unit.id in alike else ""
