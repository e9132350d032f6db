"""Reads transport texts: "This model has a transport capacity of 12 Orks Infantry models. Each Mega Armour model …"."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from listbuilder.catalogue.facts import TransportBay
from listbuilder.sources.bsdata.texts.phrases import keywords, names, plain, sentences

FACTION = "<FACTION>"

_THIS = r"This (?:model|fortification) "
_HAS = re.compile(_THIS + r"has a transport capacity of (?P<what>.+)", re.IGNORECASE)
_EXCLUDING = re.compile(r"(?P<what>.+?) ?\(excluding (?P<deny>.+?)(?: models?)?\)(?: models?)?", re.IGNORECASE)
_UNITS = re.compile(r"(?P<count>\d+) models from the following units: (?P<names>.+)", re.IGNORECASE)
_ONE = re.compile(r"(?P<count>\d+) (?P<names>.+?)(?: ?models?)?", re.IGNORECASE)
_ONE_UNIT = re.compile(r"(1 .+) unit", re.IGNORECASE)
_TWO = re.compile(r"(?P<first>\d+ .+? models?),? (?P<how>and|or) (?P<second>\d+ .+? models?)", re.IGNORECASE)
_SPACE = r"takes? (?:up )?the space of (\d+) models"
_WEIGHTS = re.compile(rf"(?:Each|The)? ?(.+?)(?: model)? {_SPACE}(?: and each (.+?) model {_SPACE})?", re.IGNORECASE)
_WEIGHT_BY_WOUNDS = re.compile(
    rf"Each (?:infantry )?model with a wounds characteristic of (?:(\d+) or more|more than (\d+)) {_SPACE}",
    re.IGNORECASE,
)
_DENY_WOUNDS = re.compile(
    r"(?:It|This model) cannot transport non-character models with a wounds characteristic of (\d+) or more",
    re.IGNORECASE,
)
_DENY_UNLESS = re.compile(
    r"(?:It|This model) cannot transport (?:(?P<names>.+?) models or )?(?P<name>[\w ']+?) models"
    r" \(excluding (?P<unless>.+?) models\)",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"(?:Before the battle, )?at the start of the Declare Battle Formations step, you can select one (?P<names>.+?) unit from"
    r" your army that has not (?:already )?been split",
    re.IGNORECASE,
)
_SPLIT_HOW = re.compile(
    r"If you do, that unit is split into two units, each containing as equal a number of models as possible \(.+\)"
    r"|One of these units must start the battle embarked within this (?:transport|model); the other can start the battle"
    r" embarked within another transport, or it can be deployed as a separate unit",
    re.IGNORECASE,
)
_DENY = re.compile(r"(?:It|This model) cannot transport (?P<names>.+?) models", re.IGNORECASE)
_DENY_THAT = re.compile(r"(?:It|This model) cannot transport models that can (?P<names>\w+)", re.IGNORECASE)
_WITH = re.compile(
    r"If this model is equipped with an? (?P<item>.+?), it has a transport capacity of (?P<what>.+?)(?: instead)?",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"This model can instead transport 1 (?P<names>.+?) model", re.IGNORECASE)
# A phrase with one of these is more than a list of names.
_STRANGE = re.compile(
    r"[()<>:\"–]|\b(?:excluding|characteristic|wounds|units?|models?|non-\w+|each|that|from)\b", re.IGNORECASE
)


class _Unread(Exception):
    """A phrase is not understood."""


@lru_cache(maxsize=1024)
def parse_transport(text: str, faction: str = "") -> tuple[TransportBay, ...] | None:
    """The bays of a transport, from its printed text; None when a sentence is not understood.
    ``faction``: the transport's own faction keyword, for texts that say <FACTION>."""
    printed = plain(text)
    if FACTION in printed:
        if not faction:
            return None
        printed = printed.replace(FACTION, faction)
    try:
        return _TransportText(sentences(printed)).bays()
    except _Unread:
        return None


class _TransportText:
    """A text while it is read; weights and exclusions apply to all its bays."""

    def __init__(self, stated: list[str]) -> None:
        self.per_unit = False
        self.weights_by_wounds: dict[int, int] = {}
        self.deny_unless: dict[str, tuple[str, ...]] = {}
        self.deny_wounds = 0
        self.splits: tuple[str, ...] = ()
        self.bases: list[tuple[int, tuple[tuple[str, ...], ...]]] = []
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
                capacity=count,
                allow=allow + tuple((name,) for name in self.instead),
                deny=tuple(dict.fromkeys(self.deny)),
                weights=self.weights | dict.fromkeys(self.instead, count),
                capacity_with=self.capacity_with,
                weights_by_wounds=self.weights_by_wounds,
                deny_unless=self.deny_unless,
                deny_wounds=self.deny_wounds,
                per_unit=self.per_unit,
                splits=self.splits,
            )
            for count, allow in self.bases
        )

    def read_base(self, sentence: str) -> None:
        match = _HAS.fullmatch(sentence)
        if match is None:
            raise _Unread
        what = match["what"]
        if one := _ONE_UNIT.fullmatch(what):
            self.per_unit = True
            what = one[1]
        if excluding := _EXCLUDING.fullmatch(what):
            what = excluding["what"]
            self.deny += _clean(names(excluding["deny"]))
        two = _TWO.fullmatch(what)
        if two is None:
            self.bases.append(_amount(what))
        elif two["how"].casefold() == "and":
            self.bases += [_amount(two["first"]), _amount(two["second"])]
        else:
            self.read_either(_amount(two["first"]), _amount(two["second"]))

    def read_either(self, *choices: tuple[int, tuple[tuple[str, ...], ...]]) -> None:
        """ "1 A or 2 B": two places, and an A takes both. Only for single keywords, because weights are given by keyword."""
        size = math.lcm(*(count for count, _ in choices))
        for count, allow in choices:
            if count != size:
                if any(len(words) != 1 for words in allow):
                    raise _Unread
                self.weights |= {words[0]: size // count for words in allow}
        self.bases.append((size, tuple(words for _, allow in choices for words in allow)))

    def read_more(self, sentence: str) -> None:
        if self.read_wounds(sentence) or self.read_split(sentence):
            return
        if match := _DENY_UNLESS.fullmatch(sentence):
            self.deny += _clean(names(match["names"])) if match["names"] else ()
            self.deny_unless[match["name"]] = _clean(names(match["unless"]))
        elif match := _DENY.fullmatch(sentence) or _DENY_THAT.fullmatch(sentence):
            self.deny += _clean(names(match["names"]))
        elif match := _WEIGHTS.fullmatch(sentence):
            first, places, second, more = match.groups()
            self.weights |= dict.fromkeys(_clean(names(first)), int(places))
            if second:
                self.weights |= dict.fromkeys(_clean(names(second)), int(more))
        elif match := _WITH.fullmatch(sentence):
            count, allow = _amount(match["what"])
            if [allow] != [base[1] for base in self.bases]:
                raise _Unread
            self.capacity_with[match["item"]] = count
        elif (match := _INSTEAD.fullmatch(sentence)) and not self.instead:
            self.instead = _clean(names(match["names"]))
        else:
            raise _Unread

    def read_wounds(self, sentence: str) -> bool:
        if match := _WEIGHT_BY_WOUNDS.fullmatch(sentence):
            least = int(match[1]) if match[1] else int(match[2]) + 1
            self.weights_by_wounds[least] = int(match[3])
        elif match := _DENY_WOUNDS.fullmatch(sentence):
            self.deny_wounds = int(match[1])
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


def _clean(found: tuple[str, ...]) -> tuple[str, ...]:
    found = tuple(re.sub(r" models?$", "", name) for name in found)
    if not found or any(_STRANGE.search(name) for name in found):
        raise _Unread
    return found
