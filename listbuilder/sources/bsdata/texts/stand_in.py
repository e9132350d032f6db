"""Reads the texts of units about their leaders: "If a Captain model from your army with the Leader ability can be attached to a
Tactical Squad, it can be attached to this unit instead", "You must attach one Captain model to this unit".
"""

from __future__ import annotations

import re
from functools import lru_cache

from listbuilder.catalogue.facts import Bodyguard, StandIn
from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import names, plain, sentences

_INSTEAD = expression(
    r"If an? (?P<who>.+?) from your army(?: with the Leader ability)?(?: \(excluding (?P<excludes>.+?)\))? can be attached to"
    r" (?P<squads>.+?), it can (?:instead be attached to this unit|be attached to this unit instead)",
    re.IGNORECASE,
)
_NAMED = expression(r"(?P<who>[\w '-]+) can be attached to this unit", re.IGNORECASE)
_LED_BY = expression(r"This unit can be led by (?:an? )?(?P<who>.+)", re.IGNORECASE)
_NEEDS = expression(r"You must attach (?:one|an?) (?P<who>.+) to this unit", re.IGNORECASE)
_ABOUT = "attached to"  # all these texts say so
_SEVERAL = expression(
    r"If this unit has a Starting Strength of (?P<models>\d+), you can attach up to two Leader units to it instead of one"
    r"(?: \(but only if one of those is an? (?P<one>[\w' -]+?) model\)|(?P<distinct>, provided those Leaders are not duplicates)"
    r"(?: \(.+?\))?)?"
    r"|This unit can have up to two Leader units attached to it"
    r"(?:, provided no more than one of those units is an? (?P<once>[\w' -]+?) unit)?",
    re.IGNORECASE,
)
_KIND = expression(r"(?:^| )(?:models?|units?)$", re.IGNORECASE)
_ARTICLE = expression(r"^an? ", re.IGNORECASE)
_SQUAD = expression(r" units?$", re.IGNORECASE)
_STRANGE = expression(r"[():<>\"]|\b(?:if|your|this|that|can|excluding)\b", re.IGNORECASE)
# What leaders gain in such a unit does not affect who may join it.
_IDLE = expression(
    r"If an? .+ model from your army is attached to this unit during the Declare Battle Formations step, that model gains .+"
    r"|If this unit has a Leader unit attached to it during the Declare Battle Formations step, that Leader unit gains .+",
    re.IGNORECASE,
)


@lru_cache(maxsize=1024)
def parse_stand_in(text: str) -> tuple[StandIn, ...] | None:
    """Which leaders of others may join this unit; None when a sentence is not understood."""
    if _ABOUT not in text.casefold():
        return None
    found: list[StandIn] = []
    for sentence in sentences(plain(text)):
        if _IDLE.fullmatch(sentence):
            continue
        one = _read(sentence)
        if one is None or any(_STRANGE.search(name) for name in (*one.who, *one.excludes, *one.instead_of)):
            return None
        found.append(one)
    return tuple(found) or None


def parse_led_by(text: str) -> tuple[StandIn, ...]:
    """Which leaders may join a unit whose text says "This unit can be led by an Archon", among other things."""
    found = map(_LED_BY.fullmatch, sentences(plain(text))) if "can be led by" in text.casefold() else ()
    return tuple(StandIn(who=names(match["who"])) for match in found if match and not _STRANGE.search(match["who"]))


def parse_several(text: str) -> Bodyguard | None:
    """That two leaders may join a unit of a certain size; None when the text does not say so."""
    found = map(_SEVERAL.fullmatch, sentences(plain(text))) if "up to two leader" in text.casefold() else ()
    match = next(filter(None, found), None)
    if match is None:
        return None
    one_of = (match["one"],) if match["one"] else ()
    once = (match["once"],) if match["once"] else ()
    return Bodyguard(
        leaders={int(match["models"] or 1): 2}, one_of=one_of, once=once, distinct=match["distinct"] is not None
    )


def parse_needs(text: str) -> tuple[str, ...]:
    """The leaders of which one has to join a unit: "You must attach one Captain or Chapter Master model to this unit"."""
    found = map(_NEEDS.fullmatch, sentences(plain(text))) if "must attach" in text.casefold() else ()
    return tuple(who for match in found if match for who in names(_without_kind(match["who"])))


def _read(sentence: str) -> StandIn | None:
    if match := _INSTEAD.fullmatch(sentence):
        return StandIn(
            who=names(_without_kind(match["who"])),
            excludes=names(match["excludes"] or ""),
            instead_of=tuple(_SQUAD.sub("", _ARTICLE.sub("", name)) for name in names(match["squads"])),
        )
    if match := _NAMED.fullmatch(sentence):
        return StandIn(who=(match["who"],))
    return None


def _without_kind(who: str) -> str:
    """ "Captain model", "CHARACTER UNIT unit" and plain "unit" without the word for their kind."""
    while (shorter := _KIND.sub("", who)) != who:
        who = shorter
    return who
