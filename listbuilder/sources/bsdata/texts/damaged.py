"""From how many wounds on a model is worse, as data say it: in the name of an ability, in its text, in names of statlines."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.catalogue.printed import PrintedText
from listbuilder.expressions import expression

_LEFT = expression(r"\bdamaged\b\W*1\s*[-–]\s*(\d{1,3})\s+wounds?\s+(?:remaining|left)", re.IGNORECASE)
_LEFT_ONE = expression(r"\bdamaged\b\W*1\s+wound\s+(?:remaining|left)", re.IGNORECASE)
_SUFFERED = expression(r"while this unit has (\d{1,3}) or more damage points", re.IGNORECASE)
_REMAINING = r"\s++(?:rema(?:in|n)ing|left)"
_SPAN = r"\d{1,3}\s*+[-–]\s*+(\d{1,3})\s*+wounds?(?:" + _REMAINING + ")?"
_BRACKET = expression(rf"\(\s*+(?:{_SPAN}|(\d{{1,3}})\s*+wounds?{_REMAINING})\s*+\)", re.IGNORECASE)  # a row of a table


def parse_damaged(texts: Iterable[PrintedText], wounds: int) -> tuple[int, ...]:
    """The numbers of wounds left, the highest first, each below ``wounds``, those of a model at its full strength."""
    found: set[int] = set()
    for text in texts:
        name = " ".join(text.name.split())
        if (left := _LEFT.search(name)) is not None:
            found.add(int(left[1]))
        elif _LEFT_ONE.search(name):
            found.add(1)
        elif (bracket := _BRACKET.search(name)) is not None:
            found.add(int(bracket[1] or bracket[2]))
        elif (suffered := _SUFFERED.search(" ".join(text.text.split()))) is not None:
            found.add(wounds - int(suffered[1]))
    return tuple(sorted((one for one in found if 0 < one < wounds), reverse=True))
