"""Reads transport texts: "This model has a transport capacity of 12 Orks Infantry models. Each Mega Armour model …"."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from functools import lru_cache

from listbuilder.catalogue.facts import PassengerLimit, TransportBay
from listbuilder.expressions import expression
from listbuilder.sources.bsdata.texts.phrases import keywords, names, plain, sentences

FACTION = "<FACTION>"
LONGEST = 4000  # characters of a text that is read, several times those of any that is printed

_THIS = r"This (?:model|fortification) "
_HAS = expression(_THIS + r"has a transport capacity of (?P<what>.+)", re.IGNORECASE)
_EXCLUDING = expression(r"(?P<what>.+?) ?\(excluding (?P<deny>.+?)(?: models?)?\)(?: models?)?", re.IGNORECASE)
_UNITS = expression(r"(?P<count>\d+) models from the following units: (?P<names>.+)", re.IGNORECASE)
_ONE = expression(r"(?P<count>\d+) (?P<names>.+?)(?: ?models?)?", re.IGNORECASE)
_ANY = expression(r"(?<!\d)(?P<count>\d++) models", re.IGNORECASE)
_ONE_UNIT = expression(r"(1 .+) unit", re.IGNORECASE)
_TWO = expression(
    r"(?P<first>\d+ .+? models?),? (?P<how>and|or) (?P<second>\d+ .+? models?(?: with a Wounds characteristic of \d+ or less)?)",
    re.IGNORECASE,
)
_SPACE = r"takes? (?:up )?the space of (\d+) models"
_WEIGHTS = expression(rf"(?:Each|The)? ?(.+?)(?: model)? {_SPACE}(?: and each (.+?) model {_SPACE})?", re.IGNORECASE)
_WEIGHT_BY_WOUNDS = expression(
    rf"Each (?:infantry )?model with a wounds characteristic of (?:(\d+) or more|more than (\d+)) {_SPACE}",
    re.IGNORECASE,
)
_DENY_WOUNDS = expression(
    r"(?:It|This model) cannot transport non-(\w+) models with a wounds characteristic of (\d+) or more",
    re.IGNORECASE,
)
_DENY_UNLESS = expression(
    r"(?:It|This model) cannot transport (?:(?P<names>.+?) models or )?(?P<name>[\w ']+?) models"
    r" \(excluding (?P<unless>.+?)(?: models)?\)",
    re.IGNORECASE,
)
_DENY_UNLESS_ATTACHED = expression(
    r"(?:It|This model) cannot transport (?P<names>.+?) models \((?:excluding|except for) (?P<who>.+?) models that"
    r" (?:began|begin) the battle attached to a non-(?P<other>[\w ]+?) unit\)",
    re.IGNORECASE,
)
_ONLY = expression(r"(?:It|This model) can only transport (?P<names>.+?) models", re.IGNORECASE)
_SPLIT = expression(
    r"(?:Before the battle, )?at the start of the Declare Battle Formations step, you can select one (?P<names>.+?)(?: unit)?"
    r" from your army(?: that has not (?:already )?been split)?",
    re.IGNORECASE,
)
_SPLIT_HOW = expression(
    r"If you do, that unit is split into two units, each containing as equal a number of models as possible(?: \(.+\))?"
    r"|One of these units must start the battle embarked within this (?:transport|model); the other can start the battle"
    r" embarked within another transport, or it can be deployed as a separate unit",
    re.IGNORECASE,
)
_DENY = expression(
    r"(?:It|This model) cannot transport (?P<names>.+?) models(?: or (?:the )?(?P<name>[\w' -]+))?", re.IGNORECASE
)
_DENY_THAT = expression(r"(?:It|This model) cannot transport models that can (?P<names>\w+)", re.IGNORECASE)
_WITH = expression(
    r"If this model is equipped with an? (?P<item>.+?), it has a transport capacity of (?P<what>.+?)(?: instead)?",
    re.IGNORECASE,
)
_MORE = expression(r"This model can also transport (?P<what>.+)", re.IGNORECASE)
_MORE_REDUCED = expression(
    r"(?P<what>1 .+); while doing so, its transport capacity is reduced to (?P<left>\d+) (?P<names>.+?) models",
    re.IGNORECASE,
)
_MORE_BY_WOUNDS = expression(
    r"up to (?P<count>\d+) (?P<names>.+?) models \(these models take up the space of a number of models equal to their"
    r" Wounds characteristic,? e\.g\..+\)",
    re.IGNORECASE,
)
_MORE_OF_SPACE = expression(
    r"up to (?P<count>\d+) (?P<names>.+?) models? \(this model [-–] and any models embarked within it [-–] takes? up the space of"
    r" (?P<space>\d+) models\)",
    re.IGNORECASE,
)
_MORE_PLACES = expression(
    r"up to (?P<count>\d+) (?P<names>.+?) models \(excluding (?P<deny>.+?) models\)", re.IGNORECASE
)
# Passengers of a passenger are not counted anyway.
_IDLE = expression(
    r"Models embarked within Transport Vehicles that are themselves being transported by this model do not count towards the"
    r" transport capacity of this model",
    re.IGNORECASE,
)
_SEVERAL = expression(r"all of the following: - (?P<bays>.+)", re.IGNORECASE)
_MOST_WOUNDS = expression(
    r"(?P<what>\d+ .+? models?) with a Wounds characteristic of (?P<most>\d+) or less", re.IGNORECASE
)
_INSTEAD = expression(r"This model can instead transport 1 (?P<names>.+?) model", re.IGNORECASE)
# A phrase with one of these is more than a list of names.
_STRANGE = expression(
    r"[()<>:\"–]|\b(?:excluding|characteristic|wounds|units?|models?|non-\w+|each|that|from)\b", re.IGNORECASE
)


class _Unread(Exception):
    """A phrase is not understood."""


@lru_cache(maxsize=1024)
def parse_transport(text: str, faction: str = "") -> tuple[TransportBay, ...] | None:
    """The bays of a transport, from its printed text; None when a sentence is not understood.
    ``faction``: the transport's own faction keyword, for texts that say <FACTION>."""
    if len(text) > LONGEST:
        return None
    printed = plain(text)
    if FACTION in printed:
        if not faction:
            return None
        printed = printed.replace(FACTION, faction)
    try:
        return _TransportText(sentences(printed)).bays()
    except _Unread:
        return None


@dataclass
class _Bay:
    """A bay while its text is read: what it holds, and what it holds in spite of its keywords."""

    count: int
    allow: tuple[tuple[str, ...], ...]
    deny: list[str] = field(default_factory=list)
    limits: list[PassengerLimit] = field(default_factory=list)


class _TransportText:
    """A text while it is read; weights and exclusions apply to all its bays."""

    def __init__(self, stated: list[str]) -> None:
        self.per_unit = False
        self.weights_by_wounds: dict[int, int] = {}
        self.by_wounds: list[str] = []
        self.most_wounds: dict[str, int] = {}
        self.deny_unless: dict[str, tuple[str, ...]] = {}
        self.deny_wounds = 0
        self.large: tuple[str, ...] = ()
        self.attached: list[tuple[str, ...]] = []
        self.splits: tuple[str, ...] = ()
        self.bases: list[_Bay] = []
        self.deny: list[str] = []
        self.weights: dict[str, int] = {}
        self.capacity_with: dict[str, int] = {}
        self.instead: tuple[str, ...] = ()
        if not stated:
            raise _Unread
        for number, sentence in enumerate(stated):
            if number == 0:
                self.read_base(sentence)
            else:
                self.read_more(sentence)

    def bays(self) -> tuple[TransportBay, ...]:
        if self.instead and len(self.bases) != 1:
            raise _Unread
        if self.capacity_with and (len(self.bases) != 1 or self.instead):
            raise _Unread
        return tuple(
            TransportBay(
                capacity=bay.count,
                allow=bay.allow + tuple((name,) for name in self.instead),
                deny=tuple(dict.fromkeys((*self.deny, *bay.deny))),
                weights=self.weights | dict.fromkeys(self.instead, bay.count),
                capacity_with=self.capacity_with,
                weights_by_wounds=self.weights_by_wounds,
                by_wounds=tuple(self.by_wounds),
                most_wounds=self.most_wounds,
                limits=tuple(bay.limits),
                deny_unless=self.deny_unless,
                deny_wounds=self.deny_wounds,
                large=self.large,
                attached=tuple(self.attached),
                per_unit=self.per_unit,
                splits=self.splits,
            )
            for bay in self.bases
        )

    def read_base(self, sentence: str) -> None:
        match = _HAS.fullmatch(sentence)
        if match is None:
            raise _Unread
        what = match["what"]
        if several := _SEVERAL.fullmatch(what):
            self.bases += [self.bay(one) for one in several["bays"].split(" - ")]
            return
        if one := _ONE_UNIT.fullmatch(what):
            self.per_unit = True
            what = one[1]
        if excluding := _EXCLUDING.fullmatch(what):
            what = excluding["what"]
            self.deny += _clean(names(excluding["deny"]))
        two = _TWO.fullmatch(what)
        if two is None:
            self.bases.append(self.bay(what))
        elif two["how"].casefold() == "and":
            self.bases += [self.bay(two["first"]), self.bay(two["second"])]
        else:
            self.read_either(self.bay(two["first"]), self.bay(two["second"]))

    def bay(self, text: str) -> _Bay:
        """ "12 A or B models", of all kinds if it names none, perhaps "with a Wounds characteristic of 9 or less"."""
        if match := _MOST_WOUNDS.fullmatch(text):
            bay = self.bay(match["what"])
            self.most_wounds |= {words[-1]: int(match["most"]) for words in bay.allow}
            return bay
        if match := _ANY.fullmatch(text):
            return _Bay(int(match["count"]), ())
        return _Bay(*_amount(text))

    def read_either(self, *choices: _Bay) -> None:
        """ "1 A or 2 B": two places, and an A takes both. Weights are given by the last keyword of what is asked for."""
        size = math.lcm(*(choice.count for choice in choices))
        for choice in choices:
            if choice.count != size:
                self.weights |= {words[-1]: size // choice.count for words in choice.allow}
        self.bases.append(_Bay(size, tuple(words for choice in choices for words in choice.allow)))

    def read_more(self, sentence: str) -> None:
        if _IDLE.fullmatch(sentence) or self.read_wounds(sentence) or self.read_split(sentence):
            return
        if self.read_denied(sentence) or self.read_also(sentence):
            return
        if match := _WEIGHTS.fullmatch(sentence):
            first, places, second, more = match.groups()
            self.weights |= dict.fromkeys(_clean(names(first)), int(places))
            if second:
                self.weights |= dict.fromkeys(_clean(names(second)), int(more))
        elif match := _WITH.fullmatch(sentence):
            count, allow = _amount(match["what"])
            if [_folded(allow)] != [_folded(bay.allow) for bay in self.bases]:
                raise _Unread
            self.capacity_with[match["item"]] = count
        elif (match := _INSTEAD.fullmatch(sentence)) and not self.instead:
            self.instead = _clean(names(match["names"]))
        else:
            raise _Unread

    def read_denied(self, sentence: str) -> bool:
        """Who may not embark, or who alone may."""
        if match := _DENY_UNLESS_ATTACHED.fullmatch(sentence):
            self.deny += _clean(names(match["names"]))
            self.attached.append(keywords(match["who"]))
            if match["other"].casefold() not in [word.casefold() for word in self.deny]:
                raise _Unread
        elif match := _DENY_UNLESS.fullmatch(sentence):
            self.deny += _clean(names(match["names"])) if match["names"] else ()
            self.deny_unless[match["name"]] = _clean(names(match["unless"]))
        elif match := _DENY.fullmatch(sentence):
            self.deny += _clean(names(match["names"]))
            self.deny += _clean((match["name"],)) if match["name"] else ()
        elif match := _DENY_THAT.fullmatch(sentence):
            self.deny += _clean(names(match["names"]))
        elif (match := _ONLY.fullmatch(sentence)) and [bay.allow for bay in self.bases] == [()]:
            self.bases[0].allow = tuple((name,) for name in _clean(names(match["names"])))
        return match is not None

    def read_also(self, sentence: str) -> bool:
        """What it carries besides: in the same places, or in places of its own."""
        also = _MORE.fullmatch(sentence)
        if also is None or len(self.bases) != 1:
            return False
        bay, what = self.bases[0], also["what"]
        if match := _MORE_REDUCED.fullmatch(what):
            found = _clean(tuple(name.removeprefix("1 ") for name in names(match["what"])))
            self.let_in(bay, found, 1)
            self.weights |= dict.fromkeys(found, bay.count - int(match["left"]))
        elif match := _MORE_BY_WOUNDS.fullmatch(what):
            found = _clean(names(match["names"]))
            self.let_in(bay, found, int(match["count"]))
            self.by_wounds += found
        elif match := _MORE_OF_SPACE.fullmatch(what):
            found = _clean(names(match["names"]))
            self.let_in(bay, found, int(match["count"]))
            self.weights |= dict.fromkeys(found, int(match["space"]))
        elif match := _MORE_PLACES.fullmatch(what):
            count, allow = _amount(f"{match['count']} {match['names']} models")
            self.bases.append(_Bay(count, allow, list(_clean(names(match["deny"])))))
        else:
            raise _Unread
        return True

    @staticmethod
    def let_in(bay: _Bay, found: tuple[str, ...], models: int) -> None:
        bay.allow += tuple((name,) for name in found)
        bay.limits.append(PassengerLimit(names=found, models=models))

    def read_wounds(self, sentence: str) -> bool:
        if match := _WEIGHT_BY_WOUNDS.fullmatch(sentence):
            least = int(match[1]) if match[1] else int(match[2]) + 1
            self.weights_by_wounds[least] = int(match[3])
        elif match := _DENY_WOUNDS.fullmatch(sentence):
            self.large, self.deny_wounds = (match[1],), int(match[2])
        return match is not None

    def read_split(self, sentence: str) -> bool:
        if match := _SPLIT.fullmatch(sentence):
            self.splits = _clean(names(match["names"]))
            return True
        return _SPLIT_HOW.fullmatch(sentence) is not None


def _amount(text: str) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """ "12 A or B models": how many, and the lists of keywords; a passenger needs all of one list."""
    if match := _UNITS.fullmatch(text):
        return int(match["count"]), tuple((name,) for name in _clean(names(match["names"])))
    match = _ONE.fullmatch(text)
    if match is None:
        raise _Unread
    return int(match["count"]), tuple(keywords(name) for name in _clean(names(match["names"])))


def _folded(allow: tuple[tuple[str, ...], ...]) -> list[list[str]]:
    return [[word.casefold() for word in words] for words in allow]


def _clean(found: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(re.sub(r" models?$", "", name) for name in found)
    if not found or any(_STRANGE.search(name) for name in found):
        raise _Unread
    return found
