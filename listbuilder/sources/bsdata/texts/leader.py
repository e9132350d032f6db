"""Reads leader texts: "This model can be attached to the following units: ■ A ■ B … even if one C has already been …"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec

from listbuilder.catalogue.facts import Leader
from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.joining import parse_joining
from listbuilder.sources.bsdata.texts.phrases import GENERIC, keywords, names, plain, sentences

_HEAD = expression(r"This (?:model|unit) (can|must) (?:be attached to|lead) the following units?:?\s*", re.IGNORECASE)
_BULLET = expression(r"^[■▪•–-]\s*")
_TAIL = expression(r"(?:^|(?<=[.\s]))(?:You|This (?:model|unit)) (?:can|must|cannot)\b")
_STRANGE = expression(r"[():\"/]|\b(?:excluding|which|units?|models?|with this|unless|keywords?)\b", re.IGNORECASE)
_INCLUDING = expression(r"(.+?) ?\(including (.+)\)", re.IGNORECASE)
_SHEET = expression(r" (?:squads?|teams?)$", re.IGNORECASE)  # a datasheet, even if its name begins with a keyword
_LONGEST = 60  # characters of a name

_WHERE = r"(?:to )?(?:one of )?(?P<where>the above units?|an? unit(?: it can lead(?: units)?)?|an? .+?|one of the above units)"
_EVEN_IF = expression(
    r"(?:You (?P<can>can|must) attach this (?:model|unit)|This (?:model|unit) can be attached) "
    + _WHERE
    + r",? (?:and can do so )?even if (?P<who>.+?) (?:has|have) ?(?:already )?been attached to (?:it|that unit)(?P<rest>.*)",
    re.IGNORECASE,
)
_WHO = expression(
    r"(?P<number>an?|one or more|one)? ?(?P<other>other )?(?P<names>.+?)(?: (?:models?|units?))?$", re.IGNORECASE
)
_ABOVE = expression(r"the above units?|an? unit(?: it can lead(?: units)?)?", re.IGNORECASE)
_KEYWORDS = expression(
    r"(?P<words>[\w' -]+?)(?: units?)?(?: \(excluding (?P<excludes>.+?)(?: units?)?\))?"
    r"(?: which share one of the following keywords with this model:? (?P<shares>.+))?",
    re.IGNORECASE,
)
_UNLESS = expression(
    r"(?:This model |, and )cannot be attached to an? (?P<name>[\w' -]+?) unless it is equipped with an? (?P<item>[\w' -]+)",
    re.IGNORECASE,
)
_NO_SECOND = expression(
    r" \((?:a unit cannot have two .+ attached to it|you cannot attach more than one of the same Leader to the same unit)\)",
    re.IGNORECASE,
)
_NEVER_TWO = expression(r", but a unit can never include more than one (.+?) model", re.IGNORECASE)

# Sentences that do not affect which units the leader may join.
_IDLE = expression(
    r"(?:If (?:you do|it is), and that Bodyguard unit is destroyed|In such cases, if that bodyguard unit is destroyed)"
    r", the Leader units attached to it become separate units,? with their original Starting Strengths?"
    r"|While attached to an? .+ unit, this model loses the .+ keyword(?: and models in that unit have the .+ ability)?",
    re.IGNORECASE,
)
_MUST = expression(
    r"If it is not possible to attach this model to a unit, it does not take part in the battle and counts as having been"
    r" destroyed"
    r"|If you cannot attach this model to an? .+ unit, this model cannot be deployed and counts as having been destroyed"
    r" during the first battle round",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def parse_leader(text: str) -> Leader | None:
    """Which units a leader may join, from its printed text; None when a sentence is not understood."""
    words = plain(text)
    head = _HEAD.match(words)
    if head is None:
        return parse_joining(words)
    led, tail = _split(words[head.end() :])
    found = _led(led)
    if found is None:
        return None
    fields: dict[str, Any] = {**found, "must": head[1].casefold() == "must"}
    for sentence in sentences(tail):
        more = _exception(sentence, fields)
        if more is None:
            return None
        fields |= more
    return msgspec.convert(fields, Leader)


def _split(text: str) -> tuple[list[str], str]:
    """The names that are led, and the sentences after them."""
    lines = [line for line in text.split("\n") if line]
    count = next((number for number, line in enumerate(lines) if not _BULLET.match(line)), len(lines))
    if count:
        return [_BULLET.sub("", line) for line in lines[:count]], " ".join(lines[count:])
    joined = " ".join(lines)
    if _is_keyword_phrase(joined.rstrip(".")):
        return [joined.rstrip(".")], ""
    tail = _TAIL.search(joined)
    end = tail.start() if tail else len(joined)
    return list(names(joined[:end])), joined[end:]


def _is_keyword_phrase(text: str) -> bool:
    """Whether it asks for keywords and excludes others, or asks for one that leader and unit share."""
    match = _KEYWORDS.fullmatch(text)
    return match is not None and bool(match["excludes"] or match["shares"])


def _by_keywords(phrase: str) -> dict[str, tuple[Any, ...]]:
    """What "Infantry Daemon units (excluding Possessed units) which share one of the following keywords …" asks for."""
    match = _KEYWORDS.fullmatch(phrase)
    assert match is not None
    words = match["words"].split()
    generic = [word for word in words if word.casefold() in GENERIC]
    rest = " ".join(word for word in words if word not in generic)
    return {
        "leads_keywords": ((*generic, *([rest] if rest else [])),),
        "excludes": names(match["excludes"] or ""),
        "shares": names(match["shares"] or ""),
    }


def _led(found: list[str]) -> dict[str, Any] | None:
    """Names of datasheets, and lists of keywords where a phrase consists of keywords only."""
    phrases = [_by_keywords(phrase) for phrase in found if _is_keyword_phrase(phrase)]
    leads, lists = [], [words for phrase in phrases for words in phrase["leads_keywords"]]
    found = [phrase for phrase in found if not _is_keyword_phrase(phrase)]
    for name in (name.strip(" .,;") for raw in found for name in _included(raw)):
        if not name or len(name) > _LONGEST or _STRANGE.search(name):
            return None
        if _SHEET.search(name) or not (generic := [word for word in name.split() if word.casefold() in GENERIC]):
            leads.append(name)
        elif len(generic) == len(name.split()):
            lists.append(tuple(generic))
        elif len(asked := keywords(name)) == len(generic) + 1:
            lists.append(asked)
        else:
            return None
    if not leads and not lists:
        return None
    more = {key: tuple(word for phrase in phrases for word in phrase[key]) for key in ("excludes", "shares")}
    return {"leads": tuple(leads), "leads_keywords": tuple(lists), **more}


def _included(name: str) -> tuple[str, ...]:
    """ "A (including B and C)" names all three."""
    match = _INCLUDING.fullmatch(name)
    return (match[1], *names(match[2])) if match else (name,)


def _exception(sentence: str, so_far: dict[str, Any]) -> dict[str, Any] | None:
    """What a sentence after the list adds; None when it is not understood."""
    if _IDLE.fullmatch(sentence):
        return {}
    if _MUST.fullmatch(sentence):
        return {"must": True}
    if not _UNLESS.sub("", sentence):
        return {"requires": {match["name"]: match["item"] for match in _UNLESS.finditer(sentence)}}
    match = _EVEN_IF.fullmatch(sentence)
    if match is None or so_far.get("beside"):
        return None
    who = _WHO.fullmatch(match["who"])
    rest = _rest(match["rest"])
    if who is None or rest is None:
        return None
    beside = tuple("any" if name.casefold() == "leader" else name for name in names(who["names"]))
    if any(_STRANGE.search(name) for name in beside):
        return None
    result: dict[str, Any] = {
        "beside": beside,
        "beside_many": (who["number"] or "").casefold() == "one or more",
        **rest,
    }
    if not _ABOVE.fullmatch(match["where"]):
        result["beside_at"] = names(re.sub(r"^an? | units?$", "", match["where"], flags=re.IGNORECASE))
    if (match["can"] or "").casefold() == "must":
        result["must"] = True
    return result


def _rest(text: str) -> dict[str, Any] | None:
    if not text:
        return {}
    if _NO_SECOND.fullmatch(text):
        return {"unique": True}
    never = _NEVER_TWO.fullmatch(text)
    return {"not_beside": (never[1],)} if never else None
