"""Units of one name: each has a letter in the order of the army, the same on the screen, on cards, in texts and in fixes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from listbuilder.army.model import Army
from listbuilder.army.records import Unit
from listbuilder.i18n import N_, Text

_TITLE = N_("{unit} {letter}")


class Lettered(Text):
    """The name of one of several units of one name, with its letter, and with its line in the file (0: none)."""

    __slots__ = ()


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


def called(unit: Unit, letter: str) -> object:
    """The name of a unit in messages and fixes; with its letter where several have this name."""
    line = unit.place.line if unit.place is not None else 0
    return Lettered(_TITLE, {"unit": unit.name, "letter": letter, "line": line}) if letter else unit.name


def without_letters(text: Text) -> Text:
    """A message with the names of units alone: letters shift when a unit of that name comes or goes."""
    return Text(text.template, {key: _plain(value) for key, value in text.params.items()})


def _plain(value: object) -> object:
    if isinstance(value, list):
        return [_plain(one) for one in value]
    if isinstance(value, Lettered):
        return value.params["unit"]
    return without_letters(value) if isinstance(value, Text) else value
