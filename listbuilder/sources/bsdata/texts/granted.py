"""Recognises sentences that give core abilities to units. To which units they do, and when, is not read: such an ability may be
there although no datasheet lists it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.catalogue.printed import Granted
from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import names, plain, sentences

_GIVES = expression(r"\b(?:has|have|gains?) the (?P<names>[^.;:]*?) abilit(?:y|ies)\b", re.IGNORECASE)
_ARMY = expression(r"\bfrom your army\b|\bfriendly\b|\bunits? in your army\b", re.IGNORECASE)


def parse_granted(texts: Iterable[str]) -> Granted:
    """The abilities that these texts give to their own unit, and those that they give to others of the army, case-folded."""
    own: set[str] = set()
    army: set[str] = set()
    for text in texts:
        if "abilit" not in text.casefold():
            continue
        for sentence in sentences(plain(text)):
            given = {
                name.strip("'\" ").casefold() for match in _GIVES.finditer(sentence) for name in names(match["names"])
            }
            (army if _ARMY.search(sentence) else own).update(given)
    return Granted(frozenset(own), frozenset(army))
