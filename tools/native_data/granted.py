"""What printed texts give for building an army, as effects: "Models in the bearer's unit have the Deep Strike ability."

Only whole sentences of a few forms are read, and of the core abilities only those that count before the battle.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from listbuilder.engine.state import ProfileState

SENTENCES = re.compile(r"(?<=[.;])\s+|\n")
_WHEN = (
    r"(?:(?P<leads>while (?:this model|the bearer) is leading a unit),?\s"
    r"|if this model is attached to an? (?P<squad>.+?)(?: unit)? during the declare battle formations step,?\s)?"
)
_WHO = (
    r"(?:(?P<bearer>the bearer|this model|it)|(?P<unit>the bearer's unit|models in (?:the bearer's|that|this) unit)"
    r"|(?P<army>[\w' -]+?) units from your army)"
)
_WHAT = r'\s(?:has|have|gains?) the (?P<words>[\w"\' -]+?) (?P<sort>abilit(?:y|ies)|abilty|keywords?)'
SENTENCE = re.compile(_WHEN + _WHO + _WHAT, re.IGNORECASE)
BEFORE_BATTLE = re.compile(r'(?:deep strike|infiltrators|stealth|scouts \d+")', re.IGNORECASE)

Effect = dict[str, Any]


def profile_text(profile: ProfileState) -> str:
    """What a profile of an ability says."""
    return " ".join(one.value for one in profile.characteristics if one.value)


def plain(text: str) -> str:
    """A text without marks of emphasis and with plain apostrophes."""
    return re.sub(r"[*^]+", "", text.replace("\xa0", " ").replace("’", "'").replace("�", "")).strip()


def granted(sentence: str, sheets: Mapping[str, str]) -> Effect | None:
    """The effect that a sentence states; None where it says anything else. ``sheets``: case-folded name -> id of the datasheets
    of the faction, which are the only units that the sentence may name."""
    found = SENTENCE.fullmatch(plain(sentence).rstrip("."))
    if found is None:
        return None
    words = re.split(r",\s*|\s+and\s+", found["words"])
    effect: Effect = {}
    if found["army"]:
        effect["units"] = [sheets.get(found["army"].casefold())]
    elif found["unit"]:
        effect["to"] = "unit"
    if found["squad"]:
        effect["leading"] = [sheets.get(found["squad"].casefold())]
    elif found["leads"]:
        effect["leading"] = "any"
    if [None] in effect.values():
        return None
    if found["sort"].casefold().startswith("keyword"):
        effect["keywords"] = [word.title() for word in words]
    elif all(BEFORE_BATTLE.fullmatch(word) for word in words):
        effect["abilities"] = [
            word[:1].upper() + word[1:] if word[1:] != word[1:].upper() else word.title() for word in words
        ]
    else:
        return None
    return effect


def effects(text: str, sheets: Mapping[str, str]) -> list[Effect]:
    """All effects that the sentences of a text state."""
    return [effect for sentence in SENTENCES.split(text) if (effect := granted(sentence, sheets)) is not None]


def rest(text: str, sheets: Mapping[str, str]) -> str:
    """The text without the sentences that state an effect."""
    return "\n".join(part for part in SENTENCES.split(text) if granted(part, sheets) is None)
