"""Finds the wargear options that give a model certain items.

A list may state what a model carries without the options that gave it; lists of other programs always do. The search tries
combinations of choices, few first, and keeps the one whose loadout differs least from the wanted items.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from listbuilder.listfile.sheet import ModelSheet, WargearChoice

MAX_STEPS = 20_000


@dataclass
class Search:
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

    def _candidates(self) -> list[tuple[WargearChoice, int]]:
        """Choices that take wanted items only, with how often each may be used."""
        found: list[tuple[WargearChoice, int]] = []
        for slots in self.sheet.slots.values():
            found += [(choice, len(slots)) for choice in slots[0].choices]
        for addition in self.sheet.additions:
            found += [(choice, addition.most) for choice in addition.choices]
        return [(choice, most) for choice, most in found if not Counter(choice.taken) - self.wanted]

    @staticmethod
    def _gap(left: Counter[str], wanted: Counter[str]) -> int:
        return (left - wanted).total() + (wanted - left).total()

    def _descend(self, start: int, left: Counter[str], wanted: Counter[str], chosen: list[WargearChoice]) -> None:
        """Tries the choices from ``start`` on. It is exact when the default items ``left`` equal those still ``wanted``."""
        self._steps += 1
        if self._distance == 0 or self._steps > MAX_STEPS:
            return
        for place in range(start, len(self._choices)):
            choice, most = self._choices[place]
            given, taken = Counter(choice.given_up), Counter(choice.taken)
            if given - left or taken - wanted or chosen.count(choice) >= most:
                continue
            left_now, wanted_now = left - given, wanted - taken
            path = [*chosen, choice]
            gap = self._gap(left_now, wanted_now)
            if gap < self._distance or (gap == self._distance and len(path) < len(self.best)):
                self._distance, self.best = gap, path
            self._descend(place, left_now, wanted_now, path)
