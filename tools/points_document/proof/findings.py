"""What the proof found on one page of a document: how many facts are equal, and each that differs with its reason."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple


class Part(Enum):
    """What is compared; the value heads its column."""

    UNITS = "units"
    PRICES = "prices"
    ITEMS = "items"
    ALLIED = "prices in other armies"
    DETACHMENTS = "detachments"
    DETACHMENT_POINTS = "Detachment Points"
    DISPOSITIONS = "dispositions"
    TAGS = "tags"
    ENHANCEMENTS = "enhancements"
    BEARERS = "bearers"
    PAIRS = "pairs"


class Reason(Enum):
    """Why a fact could not be confirmed; the value is how the table says it."""

    NO_PAGE_CATALOGUE = "the set has no catalogue for this page"
    MISSING_CATALOGUE = "not in the set, which lacks a catalogue that this army needs"
    MISSING_UNIT = "the set has no unit of the name"
    HIDDEN = "in the set, but not offered to this army"
    HIDDEN_LACKING = "in the set, but not offered to this army, which needs a catalogue that the set lacks"
    MISSING_SIZE = "the set allows no unit of this size"
    MISSING_MODELS = "the set allows no unit of these models"
    MISSING_ITEM = "the unit cannot take it in the set"
    MISSING_CHOICE = "the set has none of the name"
    MISSING_DETACHMENT = "the set lacks its detachment"
    NO_BEARER = "no unit of the page is offered it"
    OTHER_VALUE = "another value after the layer"
    NO_ENHANCEMENT = "taken for something else than an enhancement"
    ONLY_CHARACTERS = "offered to Characters alone"
    OTHERS_THAN_CHARACTERS = "offered to units that are no Characters"
    REFUSED = "stated, but refused"
    UNSTATED = "allowed, but not stated"


class Difference(NamedTuple):
    """``of``: the unit or detachment; ``at``: its size, copy, item or enhancement, empty for the whole. ``stated`` by the
    document, ``found`` by the engine; empty where one has nothing."""

    part: Part
    reason: Reason
    of: str
    at: str = ""
    stated: str = ""
    found: str = ""


@dataclass
class PageProof:
    """One page. ``catalogues``: the names of those that were measured; ``lacking``: of those that they need and the set has not.
    ``unmeasured``: attachments of which the set lacks a unit."""

    page: str
    catalogues: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    equal: Counter[Part] = field(default_factory=Counter)
    total: Counter[Part] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)
    unmeasured: int = 0

    def agree(self, part: Part) -> None:
        """Counts a fact that is equal."""
        self.total[part] += 1
        self.equal[part] += 1

    def differ(self, difference: Difference) -> None:
        """Counts one that is not. What is only allowed besides is no fact of the document."""
        if difference.reason is not Reason.UNSTATED:
            self.total[difference.part] += 1
        self.differences.append(difference)

    def compare(self, part: Part, of: str, at: str, stated: object, found: object) -> None:
        """Counts a value that the engine gave, equal or not."""
        if stated == found:
            self.agree(part)
        else:
            self.differ(Difference(part, Reason.OTHER_VALUE, of, at, str(stated), str(found)))

    def number(self, reason: Reason) -> int:
        """How many differences have the reason."""
        return sum(one.reason is reason for one in self.differences)
