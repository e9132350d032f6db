"""Reads that a unit must start the battle in reserves, and whether limits on reserves count it."""

from __future__ import annotations

import re

from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import plain, sentences

_MUST = expression(r"this (?:model|unit) must start the battle in reserves\b", re.IGNORECASE)
_UNCOUNTED = expression(
    r"but (?:neither it nor any units embarked within it are|it is not) counted towards any limits placed on the maximum number"
    r" of reserves units(?: you can start the battle with)?",
    re.IGNORECASE,
)


def parse_reserves(text: str) -> tuple[bool, bool] | None:
    """Whether limits on reserves leave the unit and its passengers out, and whether the whole sentence was read; None where no
    sentence says that it must start in reserves."""
    for sentence in sentences(plain(text)):
        if start := _MUST.match(sentence):
            rest = sentence[start.end() :].strip(" ,")
            uncounted = _UNCOUNTED.fullmatch(rest)
            return uncounted is not None, not rest or uncounted is not None
    return None
