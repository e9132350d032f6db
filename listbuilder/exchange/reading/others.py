"""Texts that are known to be lists, and why they are not read: what they say does not tell what any data would call it."""

from __future__ import annotations

import re
from typing import NamedTuple

from listbuilder.exchange.reading.spelling import heading
from listbuilder.exchange.reading.text import rows_of
from listbuilder.expressions import expression
from listbuilder.i18n import N_

LONGEST = 40  # characters of a heading
_FRAMES = " +*#=[]:-"
FEWEST = 3  # headings of categories that only lists of rank and file have together
CATEGORIES = frozenset(
    ("lords", "heroes", "characters", "core", "core units", "special", "special units", "rare", "rare units")
)
OF_RANKS = frozenset(("core", "core units", "rare", "rare units"))  # which no list of 40k has
KILL_TEAM = expression(r"^\W{0,6}kill[ -]?team\b", re.IGNORECASE)
GENERAL = expression(
    r"^\W{0,6}general\W{0,3}$|^[^\n()]{1,80}\(\d{2,4}\)\W{0,4}general\W{0,3}$", re.MULTILINE | re.IGNORECASE
)
WARSCROLL = expression(r"[^\W\d_][^\S\n]?\(\d{2,4}\)")  # points that nothing calls so
WORDED = expression(r"[(\[]\d[\d.,]*+ ?(?:pts|points)\b", re.IGNORECASE)
PRICES = expression(r"\d ?(?:pts|points)\b", re.IGNORECASE)


class Other(NamedTuple):
    """A kind of text: what shows it, and what it is."""

    sign: str
    what: str


_SURE = (  # whatever else the text is like
    Other(
        r"old-world-builder\.com|^Created with \"Old World Builder\"|\"armyComposition\"\s*:|^Warhammer: The Old World, ",
        N_("a list of Old World Builder, which names units and options otherwise than the data sets that are read"),
    ),
    Other(
        r"^\+\+\+ [^\n+]+ \(\d+ ?pts\) \+\+\+\s*$|^\+\+ [^\n+]*\((?:Combined Arms|Allied|Formation|Unbound)\b[^\n+]*\+\+\s*$",
        N_("a text of an old BattleScribe, of an edition that texts are not read of"),
    ),
)
_PATTERNS = tuple((expression(one.sign, re.MULTILINE | re.IGNORECASE), one.what) for one in _SURE)
_RANKS = N_("a list of Warhammer Fantasy or The Old World that somebody typed, which no data tell the words of")
_TEAM = N_("a team of Kill Team that somebody typed, which does not tell the edition")

_NO_REGIMENTS = N_("a list of Age of Sigmar that does not say which units are in which regiment")


def known_other(text: str) -> str:
    """What the text is, as a message, where a program that is not read says that it made it; empty for any other text."""
    return next((what for pattern, what in _PATTERNS if pattern.search(text)), "")


def typed_other(text: str) -> str:
    """What a text that says of no program that it made it is, as a message; empty where it may be one that is read."""
    words = {heading(row.strip(_FRAMES)) for row in rows_of(text) if len(row) <= LONGEST}
    if len(words & CATEGORIES) >= FEWEST and words & OF_RANKS:
        return _RANKS
    if GENERAL.search(text) and len(WARSCROLL.findall(text)) > 1 and not WORDED.search(text):
        return _NO_REGIMENTS
    return _TEAM if KILL_TEAM.search(text) and not PRICES.search(text) else ""
