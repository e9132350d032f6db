"""Names as people write them: compared without regard to case or punctuation, and the nearest one when none matches."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

from listbuilder.i18n import Text, _

MAX_GUESSED = 200  # characters; longer texts are no names
MIN_PARTIAL = 4  # shorter words are part of too many names
SEPARATORS = str.maketrans({"-": " ", "_": " ", "’": "'", "‘": "'", "`": "'", "–": " ", "—": " ", "\u2011": " "})


@lru_cache(maxsize=8192)
def fold(name: str) -> str:
    """The form in which two spellings of one name are equal: "Intercessor Squad" and "intercessor-squad"."""
    text = name if name.isascii() else unicodedata.normalize("NFKC", name)
    return " ".join(text.casefold().translate(SEPARATORS).split())


def nearest(word: str, candidates: Iterable[str], at_least: float = 60) -> str:
    """The candidate most similar to the word; empty when none is similar enough. ``at_least``: similarity from 0 to 100."""
    names = list(dict.fromkeys(name for name in candidates if name))
    if not names or not word or len(word) > MAX_GUESSED:
        return ""
    from rapidfuzz import fuzz, process

    found = process.extractOne(word, names, scorer=fuzz.ratio, processor=fold, score_cutoff=at_least)
    if found is None and len(word) >= MIN_PARTIAL:
        found = process.extractOne(word, names, scorer=fuzz.partial_ratio, processor=fold, score_cutoff=85)
    return found[0] if found else ""


def suggestion(word: str, candidates: Iterable[str]) -> Text | str:
    """ "Did you mean …?" with the nearest candidate; empty when none is near."""
    found = nearest(word, candidates)
    return Text("did you mean {name}?", {"name": found}) if found else ""


def listing(names: Iterable[str], limit: int = 12) -> str:
    """Names for a message, the first few of many."""
    found = list(names)
    shown = ", ".join(found[:limit])
    return shown if len(found) <= limit else shown + ", " + _("…")
