"""Figures of datasheets that are rolled or depend on their bearer: D6+3, 2D3, User, +2, x2, S+1, 3/4, 2 (6).

They are compared by their averages, which are exact fractions. What is no such figure is not guessed at.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from listbuilder.catalogue.base import Record

_TERM = re.compile(r"([+-]?)\s{0,9}(?:(\d{0,6})\s{0,9}d\s{0,9}(\d{1,6})|(\d{1,9}))", re.IGNORECASE)
_USER = re.compile(r"(?:as\s+)?user\.?|s", re.IGNORECASE)  # the strength of the bearer
_TIMES = re.compile(r"[x×]\s*(\d{1,2})", re.IGNORECASE)
_TWO = re.compile(r"([^/()]++)(?:/([^/()]++)|\(([^()]++)\))")
_MOST = 24  # signs of a figure; what is longer is a sentence


class Dice(Record, frozen=True, gc=False):
    """So many dice of so many sides; below 0 where they are taken away."""

    count: int
    sides: int


class Amount(Struct, frozen=True):
    """A figure: so many ``times`` the bearer's own, dice, and a number ``plus``. ``second``: a further figure of the same weapon,
    as of a critical hit or of the middle of a template."""

    times: int = 0
    dice: tuple[Dice, ...] = ()
    plus: int = 0
    second: Amount | None = None

    def mean(self, own: Fraction | None = None) -> Fraction | None:
        """The average; ``own``: the bearer's figure, without which a figure that depends on it has none."""
        if self.times and own is None:
            return None
        rolled = sum((Fraction(one.count * (one.sides + 1), 2) for one in self.dice), Fraction(0))
        return self.times * (own or Fraction(0)) + rolled + self.plus


def _read(text: str) -> Amount | None:
    """A single figure, None when it is none."""
    times = 0
    if found := _TIMES.fullmatch(text):
        return Amount(times=int(found[1]))
    if found := _USER.match(text):
        times, text = 1, text[found.end() :].strip()
        if text and text[0] not in "+-":
            return None
    elif text.startswith("+"):
        times = 1
    dice, plus, place = [], 0, 0
    for term in _TERM.finditer(text):
        sign, count, sides, number = term.groups()
        if text[place : term.start()].strip() or (place and not sign):
            return None
        place, factor = term.end(), -1 if sign == "-" else 1
        if sides:
            dice.append(Dice(factor * int(count or 1), int(sides)))
        else:
            plus += factor * int(number)
    if text[place:].strip() or not (times or dice or place):
        return None
    return Amount(times, tuple(dice), plus)


@lru_cache(4096)
def amount(text: str) -> Amount | None:
    """The figure of a datasheet; None for a dash, a star or a sentence, which state none."""
    written = text.strip().strip("'’").replace("\u2212", "-").replace("–", "-")
    bare = written.removesuffix("*").strip().removesuffix("+")
    if not bare or len(bare) > _MOST:
        return None
    if found := _TWO.fullmatch(bare):
        first, second = _read(found[1].strip()), _read((found[2] or found[3]).strip())
        return Amount(first.times, first.dice, first.plus, second) if first and second else None
    return _read(bare)


def depends(text: str) -> bool:
    """Whether the figure depends on the bearer's own."""
    found = amount(text)
    return found is not None and bool(found.times)


def resolved(text: str, own: Fraction | None) -> str:
    """The figure as it is for a bearer: +2 of a strength of 4 is 6. As it is written where the bearer's is not known or where
    nothing depends on it."""
    found = amount(text)
    if found is None or not found.times or own is None or found.second is not None or own.denominator != 1:
        return text
    number = found.times * int(own) + found.plus
    star = "*" if text.strip().endswith("*") else ""
    if not found.dice:
        return f"{number}{star}"
    rolled = "+".join(f"{one.count if one.count > 1 else ''}D{one.sides}" for one in found.dice)
    return f"{rolled}+{number}{star}" if number else f"{rolled}{star}"
