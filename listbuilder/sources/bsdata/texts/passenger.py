"""Reads how a unit rides: "For the purposes of embarking within Transports, each Ogryn model counts as two models."

Such sentences stand in abilities of any name, among others; each is read by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from listbuilder.catalogue.facts import Passenger
from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import names, plain, sentences

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = r"(?P<count>\d+|one|two|three|four|five|six)"
_TRANSPORTS = r"(?:an? |any )?(?:friendly )?(?:[\w ']+? )?transports?(?: models?)?"
_COUNTS_AS = expression(
    rf"For the purposes of embarking within {_TRANSPORTS}, each (?P<model>.+?) model counts as {_COUNT} (?P<what>.*?) ?models?",
    re.IGNORECASE,
)
_AS_IF = expression(
    rf"This (?:model|unit) can embark within {_TRANSPORTS} as if it (?:were|was) an? (?P<what>.+?) (?:model|unit)",
    re.IGNORECASE,
)
_THAT_CAN = expression(
    rf"This (?:model|unit) can embark within {_TRANSPORTS} that can transport (?P<what>.+?) models", re.IGNORECASE
)
_IT_TAKES = expression(
    rf"(?:If it does|When doing(?: so)?), it takes up the space of {_COUNT} .*?models?", re.IGNORECASE
)
_EACH_TAKES = expression(
    rf"While (?:embarking within a transport and while )?embarked within a transport, each (?:(?P<model>.+?) )?model takes up the"
    rf" space of {_COUNT} models(?:, and each weapon .+)?",
    re.IGNORECASE,
)
_WITH_UNIT = expression(
    rf"While this (?:model|unit) is (?:leading|joined to) a unit, it can embark within any transport (?:that )?"
    rf"(?:(?:its Bodyguard|that) )?unit can embark within(?:,? and takes up the space of {_COUNT} models)?",
    re.IGNORECASE,
)
_NEVER = expression(
    r"This (?:model|unit) cannot embark within an? (?P<name>[\w' -]+?)(?:, but it can embark within other .+?; when doing so,"
    rf" each (?P<model>.+?) model takes up the space of {_COUNT} models)?",
    re.IGNORECASE,
)
_NOT_AT_ALL = expression(
    r"This (?:model|unit)(?:, and any unit it is joined to,)? cannot embark within a transport", re.IGNORECASE
)
_TRANSPORT = "Transport"  # the keyword of all of them


@dataclass
class _Riding:
    """What was read so far."""

    places: dict[str, int] = field(default_factory=dict)
    counts_as: dict[str, str] = field(default_factory=dict)
    with_unit: bool = False
    never: list[str] = field(default_factory=list)

    def read(self, sentence: str) -> None:
        if match := _COUNTS_AS.fullmatch(sentence):
            if match["what"]:
                self.counts_as[match["model"]] = match["what"]
            else:
                self.places[match["model"]] = _number(match["count"])
        elif match := _AS_IF.fullmatch(sentence) or _THAT_CAN.fullmatch(sentence):
            self.counts_as[""] = match["what"]
        elif match := _IT_TAKES.fullmatch(sentence):
            self.places[""] = _number(match["count"])
        elif match := _EACH_TAKES.fullmatch(sentence):
            self.places[match["model"] or ""] = _number(match["count"])
        elif match := _WITH_UNIT.fullmatch(sentence):
            self.with_unit = True
            if match["count"]:
                self.places[""] = _number(match["count"])
        elif _NOT_AT_ALL.fullmatch(sentence):
            self.never.append(_TRANSPORT)
        elif match := _NEVER.fullmatch(sentence):
            self.never += names(match["name"])
            if match["count"]:
                self.places[match["model"]] = _number(match["count"])


def parse_passenger(texts: Iterable[str]) -> Passenger | None:
    """How a unit with these texts rides; None when they say nothing about that."""
    riding = _Riding()
    for text in texts:
        for sentence in _relevant(text):
            riding.read(sentence)
    if not (riding.places or riding.counts_as or riding.with_unit or riding.never):
        return None
    return Passenger(
        places=riding.places, counts_as=riding.counts_as, with_unit=riding.with_unit, never=tuple(riding.never)
    )


@lru_cache(maxsize=4096)
def _relevant(text: str) -> tuple[str, ...]:
    """The sentences of a text that may speak of riding; most texts have none."""
    return tuple(sentences(plain(text))) if "embark" in text.casefold() else ()


def _number(word: str) -> int:
    return _NUMBERS.get(word.casefold()) or int(word)
