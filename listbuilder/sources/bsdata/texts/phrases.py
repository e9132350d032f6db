"""What the parsers of printed texts share: plain text out of marked-up text, lists of names, sentences."""

from __future__ import annotations

import re

from listbuilder.expressions import expression

_MARKUP = expression(r"\*\*|\^\^|\*")
_SPELLING = str.maketrans({"’": "'", "‘": "'", "\u2011": "-", "\u00a0": " ", "\r": " "})
_BETWEEN = expression(r"(?:(?<!\s)\s++)?[,;]\s*+(?:and\s++|or\s++)?|(?<!\s)\s++(?:and|or)\s++", re.IGNORECASE)
_BEFORE = expression(r"(?<! ) ++([,.;:)])")
_INNER_STOP = "\x00"  # stands for a full stop that ends no sentence
_INSIDE = expression(r"e\.g\.|\([^()]*\)")

GENERIC = frozenset({"infantry", "mounted", "character", "walker", "monster", "vehicle", "battleline", "imperium"})
# Keywords that say what a unit is and may follow a faction's name: "Orks Infantry" asks for two.
TRAILING = frozenset({"infantry", "mounted", "character", "walker", "monster", "vehicle", "battleline"})


def plain(text: str) -> str:
    """The text without markup, with plain apostrophes, hyphens and single spaces; its lines are kept."""
    lines = (
        _BEFORE.sub(r"\1", " ".join(_MARKUP.sub(" ", line).split())) for line in text.translate(_SPELLING).split("\n")
    )
    return "\n".join(lines).strip()


def sentences(text: str) -> list[str]:
    """The sentences of a plain text, without their full stops; what stands in parentheses belongs to the sentence around it."""
    joined = _INSIDE.sub(lambda match: match[0].replace(".", _INNER_STOP), " ".join(text.split()))
    return [part.replace(_INNER_STOP, ".").strip() for part in re.split(r"\.(?:\s+|$)", joined) if part.strip()]


def names(text: str) -> tuple[str, ...]:
    """The names of a list such as "A, B or C"."""
    return tuple(name.strip(" .") for name in _BETWEEN.split(text) if name.strip(" ."))


def keywords(text: str) -> tuple[str, ...]:
    """What a phrase such as "Orks Infantry" asks for, keyword by keyword."""
    words = text.split()
    tail: list[str] = []
    while words and words[-1].casefold() in TRAILING:
        tail.insert(0, words.pop())
    return (*([" ".join(words)] if words else []), *tail)
