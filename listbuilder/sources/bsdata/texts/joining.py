"""Reads texts of units that join others without a Leader ability, and of enhancements that let their bearer join more units.

"At the start of the Declare Battle Formations step, this unit can join one Mice or Rats unit from your army. This unit then
counts as part of that unit …" stands under any name of an ability.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from listbuilder.catalogue.facts import Leader, Match
from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import names, plain, sentences

_JOIN = expression(
    r"(?:Alternatively, )?(?:(?:At the start of|In|During) the Declare Battle Formations step, )?"
    r"(?:if this unit is not an Attached unit, )?"
    r"this (?:unit|model) can join one (?:(?P<any>other)|(?P<names>.+?)) unit from your army"
    r"(?: that is being led by an? (?P<led>.+?)(?: model)?)?"
    r"(?P<once> \(a unit cannot have more than one .+? joined to it\))?",
    re.IGNORECASE,
)
_LISTED = expression(
    r"(?:At the start of|In|During) the Declare Battle Formations step, this (?:unit|model) can join one of the following units",
    re.IGNORECASE,
)
_LIST = expression(
    r"(?:[-■▪•–] *)?(?P<names>.+?)(?: This (?:unit|model) cannot join an Attached unit, and only (?P<only>.+?) can join a"
    r" unit this (?:unit|model) has joined)?",
    re.IGNORECASE,
)
_BULLETS = expression(r" ?[-■▪•–] ")
_PART = expression(
    r"(?:If it does, until the end of the battle, (?:every model in this unit|this model|this unit)|This (?:unit|model) then)"
    r" counts as (?:being )?part of that .+?(?: for the rest of the battle)?, and (?:that .+?|its) Starting Strength is increased"
    r" accordingly",
    re.IGNORECASE,
)
_NO_RIDE = expression(
    r"This (?:unit|model), and any unit it is joined to, cannot embark within a Transport", re.IGNORECASE
)
_LED_BY = expression(r"This unit can be led by an? .+", re.IGNORECASE)  # read with those that stand in for others
_RELEVANT = expression(r"\b(?:join|joins|joined|attach|attached|led|bodyguard)\b", re.IGNORECASE)
_RIDES = expression(r".+ (?:can|cannot) embark within .+", re.IGNORECASE)  # read with the passengers
_BEARER = expression(
    r"(?:^|.* )(?:the bearer|this model) (?:gains the .+? keyword and, )?(?:during the Declare Battle Formations step, )?"
    r"can be attached to an? (?P<names>[\w' ,-]+?) unit(?: \(excluding (?P<excludes>.+?) units?\))?",
    re.IGNORECASE,
)
_STRANGE = expression(r"[():\"/]|\b(?:excluding|which|units?|models?|with this|unless|keywords?)\b", re.IGNORECASE)
_OTHER_LIST = "list of units this model can be attached to"
_MAY_JOIN = expression(
    r"this (?:unit|model) can join one\b|(?:the bearer|this model)\b[^.]* can be attached to an? ", re.IGNORECASE
)


def speaks_of_joining(text: str) -> bool:
    """Whether an ability, whatever its name, says whom its unit or bearer may join."""
    folded = text.casefold()
    if _OTHER_LIST in folded:
        return True
    return "declare battle formations" in folded and _MAY_JOIN.search(plain(text)) is not None


@lru_cache(maxsize=1024)
def parse_joining(text: str) -> Leader | None:
    """Which units a unit may join; None when a sentence is not understood."""
    found: Leader | None = None
    listed = False
    for sentence in sentences(plain(text)):
        if not _RELEVANT.search(sentence) or _PART.fullmatch(sentence) or _LED_BY.fullmatch(sentence):
            continue
        if found is None and not listed:
            found, listed = _joined(sentence), _LISTED.fullmatch(sentence) is not None
            if found is None and not listed:
                return None
        elif listed and found is None and (match := _LIST.fullmatch(sentence)):
            found = _retinue(leads=_names_in(match["names"]), only_with=names(match["only"] or ""))
        elif found is not None and _NO_RIDE.fullmatch(sentence):
            found = replace(found, rides=False)
        elif not (found is not None and _RIDES.fullmatch(sentence)):
            return None
    return found


def _names_in(text: str) -> tuple[str, ...]:
    """The names of a list with or without bullets."""
    return tuple(name for part in _BULLETS.split(text) for name in names(part))


def _retinue(**terms: Any) -> Leader | None:
    listed = (*terms.get("leads", ()), *terms.get("only_with", ()))
    return None if any(_STRANGE.search(name) for name in listed) else Leader(retinue=True, **terms)


def _joined(sentence: str) -> Leader | None:
    match = _JOIN.fullmatch(sentence)
    if match is None:
        return None
    led = names(match["led"] or "")
    if any(_STRANGE.search(name) for name in led):
        return None
    return _retinue(
        leads=names(match["names"] or ""),
        leads_keywords=((),) if match["any"] else (),
        led_by=tuple(Match(keywords=(name,)) for name in led),
        unique=match["once"] is not None,
    )


@lru_cache(maxsize=1024)
def parse_bearer(text: str) -> Leader | None:
    """Which units the bearer of an enhancement may join besides those that its own text names; None when that is not understood.
    Sentences about anything else are left out: what an enhancement does in battle does not matter here."""
    found: Leader | None = None
    for sentence in sentences(plain(text)):
        if "attached to" not in sentence.casefold() or sentence.casefold().startswith(("if ", "while ")):
            continue
        match = _BEARER.fullmatch(sentence)
        if match is None or found is not None:
            return None
        listed, excluded = names(match["names"]), names(match["excludes"] or "")
        found = (
            Leader(leads=listed)
            if not excluded
            else Leader(leads_keywords=tuple((name,) for name in listed), excludes=excluded)
        )
    return found
