"""Names of other programs compared with those of the data: exactly, then without case, accents and punctuation, then without
plurals.

A name that is only similar is never taken for another; it is proposed.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from listbuilder.expressions import expression
from listbuilder.naming import fold

Thing = TypeVar("Thing")

_MARKS = expression(r"(?<!\s)\s*+\[[^\[\]]*+\]\s*+$")
MOST_JOINED = 16  # commas and "and" within one name
_PUNCTUATION = expression(r"[^\w\s]+")
_SPECIAL = expression(r"(?<!\s)\s++(?:w/|(?:armed )?with\s|-\s)", re.IGNORECASE)
_JOINTS = expression(r",|/|\+|&|\band\b|\bw/|\bwith\b", re.IGNORECASE)
_JOINED = expression(r"( ?[,;] ?| (?:and|et|und|y|и) | [&+/] )", re.IGNORECASE)
_LEADING = expression(r"^(?P<count>\d+)x?\s+(?P<name>\D.*)$")
_ARROW = expression(r"^[\s➤►▶*•-]+")
_ACCENTS = expression("[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "ł": "l", "ı": "i"}
)  # that do not come apart
_BRITISH = {  # what Americans write -> what the games do
    "armor": "armour",
    "armored": "armoured",
    "color": "colour",
    "defense": "defence",
    "demon": "daemon",
    "demonic": "daemonic",
    "demons": "daemons",
    "gray": "grey",
    "honor": "honour",
    "saber": "sabre",
}
_MODE = expression(r"(?<!\s)\s++[-–]\s++[\w\s]++$")


@lru_cache(maxsize=16384)
def plain(name: str) -> str:
    """The name in British spelling without case, accents, punctuation and status marks such as [Legends]."""
    text = unaccented(fold(_MARKS.sub("", name))).replace("&", " and ")
    words = _PUNCTUATION.sub("", text.replace("/", " ")).split()
    return " ".join(_BRITISH.get(word, word) for word in words)


def unaccented(text: str) -> str:
    """The text with the letters that most keyboards have: "kâhl" as "kahl", "ё" as "е"."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", apart))


@lru_cache(maxsize=16384)
def stem(name: str) -> str:
    """The same without plurals: "Kroot Carnivores" and "Kroot Carnivore", "Boyz" and "Boy"."""
    words = plain(name).split()
    return " ".join(map(_singular, words[1:] if len(words) > 1 and words[0] == "the" else words))


def _singular(word: str) -> str:
    if len(word) < 4 or word.endswith("ss"):
        return word
    for ending, single in (("ies", "y"), ("ves", "f"), ("xes", "x"), ("s", ""), ("z", "")):
        if word.endswith(ending):
            return word[: -len(ending)] + single
    return word


def squeezed(name: str) -> str:
    """The same without spaces: "Battle Clade" and "Battleclade"."""
    return stem(name).replace(" ", "")


def shuffled(name: str) -> str:
    """The same words in any order: "Scourge of Ghyran Fanatics" and "Fanatics (Scourge of Ghyran)"."""
    return " ".join(sorted(word for word in stem(name).split() if word != "the"))


@lru_cache(maxsize=16384)
def base(name: str) -> str:
    """The stem of the name without what a model or item carries: "Boy w/ big shoota", "Custodian Guard (Vexilla)"."""
    special = _SPECIAL.search(name)
    end = special.start() if special else len(name)
    if name.endswith(")") and "(" in name:
        end = min(end, name.index("("))
    return stem(name[:end].rstrip() or name)


@lru_cache(maxsize=16384)
def parts(name: str) -> tuple[str, ...]:
    """The stems of what a name enumerates: "Bolt pistol and chainsword"."""
    found = [stem(part) for part in _JOINTS.split(name) if part.strip()]
    return tuple(part for part in found if part)


def counted(name: str) -> tuple[str, int]:
    """The stem of a name that may begin with a number: "2 storm bolters"."""
    found = _LEADING.match(name)
    return (stem(found["name"]), int(found["count"][:3])) if found else (stem(name), 1)


def of_profile(name: str) -> str:
    """The stem of the weapon that a profile belongs to: "➤ Plasma gun - supercharge"."""
    return stem(_MODE.sub("", _ARROW.sub("", name)))


@lru_cache(maxsize=16384)  # many entries have an item of one name
def spellings(name: str, profiles: tuple[str, ...] = ()) -> tuple[Counter[str], ...]:
    """What lists may write for an item of the data, likeliest first: each a count of stems, which nobody changes."""
    found: list[dict[str, int]] = []
    key, number = counted(name)
    weapons = {of_profile(profile) for profile in profiles} - {""}
    whole, named = parts(name), base(name)
    for counts in ({key: number}, {named: 1}, {one: whole.count(one) for one in whole}, dict.fromkeys(weapons, 1)):
        if counts and "" not in counts and counts not in found:
            found.append(counts)
    return tuple(map(Counter, found))


def _table(level: Callable[[str], str], things: Iterable[tuple[str, str, Thing]]) -> dict[str, list[Thing]]:
    """Things by what a level makes of their names."""
    found: dict[str, list[Thing]] = {}
    for name, _, thing in things:
        found.setdefault(level(name), []).append(thing)
    return found


def _unambiguous(things: Sequence[tuple[str, str, Thing]]) -> dict[str, list[Thing]]:
    """Things by their words in any order, without those of several names."""
    wholes: dict[str, set[str]] = {}
    for name, whole, _ in things:
        wholes.setdefault(shuffled(name), set()).add(squeezed(whole))
    return {key: found for key, found in _table(shuffled, things).items() if len(wholes[key]) == 1}


class Names(Generic[Thing]):
    """Things by name, level after level. The last two leave out what may tell names apart, so that they count only where all that
    they find has one name: words in any order, and names without a title behind a comma ("Gelgus Pust, the Prince of Sores")."""

    LEVELS: tuple[Callable[[str], str], ...] = (fold, plain, stem, squeezed)

    def __init__(self, things: Iterable[tuple[str, Thing]]) -> None:
        self.things = list(things)
        self._levels: list[tuple[Callable[[str], str], dict[str, list[Thing]]]] = []
        self._further = self._tables()

    def _tables(self) -> Iterator[tuple[Callable[[str], str], dict[str, list[Thing]]]]:
        """The things by name at each level; a table is made for the first word that gets so far."""
        named = [(name, name, thing) for name, thing in self.things]
        for level in self.LEVELS:
            yield level, _table(level, named)
        yield shuffled, _unambiguous(named)
        yield (
            shuffled,
            _unambiguous([(name.partition(",")[0], name, thing) for name, thing in self.things if "," in name]),
        )

    def find(self, word: str) -> list[Thing]:
        """Everything of that name, at the first level where there is anything."""
        for level, table in self._levels:
            if found := table.get(level(word)):
                return found
        for level, table in self._further:
            self._levels.append((level, table))
            if found := table.get(level(word)):
                return found
        return []

    def unmarked(self, word: str) -> list[Thing]:
        """Everything of that name but for marks such as [Legends]."""
        return self._plain.get(plain(word), [])

    @cached_property
    def _plain(self) -> dict[str, list[Thing]]:
        return _table(plain, ((name, name, thing) for name, thing in self.things))

    @property
    def words(self) -> list[str]:
        return list(dict.fromkeys(name for name, _ in self.things))


def with_others(known: Names[Thing], others: Mapping[str, str]) -> Names[Thing]:
    """The same things, found by what lists call them otherwise, too. ``others``: names in lists -> names of the data."""
    more = [(name, thing) for name, other in others.items() for thing in known.find(other)[:1]]
    return Names((*known.things, *more)) if more else known


def split_names(text: str, known: Names[Thing]) -> tuple[list[Thing], list[str]]:
    """The things of an enumeration joined by commas, "and" or the like, which names may hold, too: the longest names that are
    known win. Returns what was found and what was not."""
    words = _JOINED.split(" ".join(text.split()))
    found: list[Thing] = []
    lost: list[str] = []
    place = 0
    while place < len(words):
        for end in range(min(len(words), place + 2 * MOST_JOINED + 1), place, -2):
            things = known.find("".join(words[place:end]).strip())
            if things:
                found.append(things[0])
                place = end + 1
                break
        else:
            lost.append(words[place].strip())
            place += 2
    return found, [word for word in lost if word]
