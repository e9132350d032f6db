"""Reads whether units or models bear an enhancement: "Anhrathe unit only." or "Officer model only."."""

from __future__ import annotations

import re

from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import plain, sentences

_UNITS_ONLY = expression(r"[^.,;:]+ units? only", re.IGNORECASE)


def speaks_to_units(text: str) -> bool:
    """Whether the text begins by saying that only units of some kind bear it."""
    first = next(iter(sentences(plain(text))), "")
    return _UNITS_ONLY.fullmatch(first.strip(" .")) is not None
