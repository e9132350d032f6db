"""Finds the wargear options that give a model certain items.

A list may state what a model carries without the options that gave it; lists of other programs always do. The search tries
combinations of choices, few first, and keeps the one whose loadout differs least from the wanted items.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct, field

from listbuilder.listfile.sheet import ModelSheet, WargearChoice

MAX_STEPS = 20_000


class Source(Struct, frozen=True, eq=False, dict=True):
    """Slots of one item, or an addition: ``choices`` of which so many may be used in all."""

    choices: Sequence[WargearChoice]
    most: int

    def is_full(self, chosen: Sequence[WargearChoice]) -> bool:
        """Whether so many of its choices are among those chosen."""
        return sum(any(one is choice for choice in self.choices) for one in chosen) >= self.most


class Search(Struct, dict=True):
    """One search. ``best`` are the choices found."""

    sheet: ModelSheet
    wanted: Counter[str]
    best: list[WargearChoice] = field(default_factory=list)
    _steps: int = 0

    def __post_init__(self) -> None:
        self._choices = self._candidates()
        self._distance = self._gap(self.sheet.default, self.wanted)
        self._descend(0, Counter(self.sheet.default), Counter(self.wanted), [])

    @property
    def exact(self) -> bool:
        """Whether the choices give exactly the wanted items."""
        return self._distance == 0

    def _candidates(self) -> list[tuple[WargearChoice, Source]]:
        """Choices that take wanted items only, with the slots or the addition that they fill."""
        sources = [Source(slots[0].choices, len(slots)) for slots in self.sheet.slots.values()]
        sources += [Source(addition.choices, addition.most) for addition in self.sheet.additions]
        found = [(choice, source) for source in sources for choice in source.choices]
        return [(choice, source) for choice, source in found if not Counter(choice.taken) - self.wanted]

    @staticmethod
    def _gap(left: Counter[str], wanted: Counter[str]) -> int:
        return (left - wanted).total() + (wanted - left).total()

    def _descend(self, start: int, left: Counter[str], wanted: Counter[str], chosen: list[WargearChoice]) -> None:
        """Tries the choices from ``start`` on. It is exact when the default items ``left`` equal those still ``wanted``."""
        self._steps += 1
        if self._distance == 0 or self._steps > MAX_STEPS:
            return
        for place in range(start, len(self._choices)):
            choice, source = self._choices[place]
            given, taken = Counter(choice.given_up), Counter(choice.taken)
            if given - left or taken - wanted or source.is_full(chosen):
                continue
            left_now, wanted_now = left - given, wanted - taken
            path = [*chosen, choice]
            gap = self._gap(left_now, wanted_now)
            if gap < self._distance or (gap == self._distance and len(path) < len(self.best)):
                self._distance, self.best = gap, path
            self._descend(place, left_now, wanted_now, path)
