"""Distributes wargear that a list counts over a whole unit among its models.

A `Loadout` is one way to arm one model. The search chooses how many models have which, so that the wargear in all is what
the list states: an exact cover with counts. It takes the scarcest item first; where nothing fits exactly, it keeps what leaves
the fewest items over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct, field

from listbuilder import budget

Owner = TypeVar("Owner", bound=Hashable)

MAX_STEPS = 4_000
LACK = 4  # a missing item weighs more than one more kind of loadout
LEFT_OVER = 1_000  # an item that no model takes weighs more than anything a model lacks


class Loadout(Struct, Generic[Owner], frozen=True):
    """One way to arm one model of a kind. ``used``: the stated items that it takes; ``lacking``: how much it needs that the
    list does not state; ``most``: how many models of the kind there may be; ``tree``: what is to be selected for it."""

    owner: Owner
    used: Counter[str]
    lacking: int = 0
    most: int = 1_000
    tree: object = None


class Covering(Struct, Generic[Owner]):
    """How many models have which loadout, and the stated items that none of them takes."""

    chosen: list[tuple[Loadout[Owner], int]]
    left: Counter[str]
    cost: int


class Cover(Struct, Generic[Owner]):
    """One search: ``models`` models share the ``wanted`` items."""

    loadouts: Sequence[Loadout[Owner]]
    models: int
    wanted: Counter[str]
    best: Covering[Owner] | None = None
    _steps: int = 0
    _least: int = 0
    _used: dict[Owner, int] = field(default_factory=dict)

    def solve(self) -> Covering[Owner]:
        """The best distribution found."""
        ordered = sorted(self.loadouts, key=lambda one: (one.lacking, -one.used.total()))
        self._least = 1 + LACK * self.models * min((one.lacking for one in ordered), default=0)
        self._descend(ordered, self.models, Counter(self.wanted), [], 0)
        return self.best or Covering([], Counter(self.wanted), LEFT_OVER * self.wanted.total())

    def _finished(self) -> bool:
        return self._steps > MAX_STEPS or (self.best is not None and self.best.cost <= self._least)

    def _descend(
        self,
        loadouts: Sequence[Loadout[Owner]],
        models: int,
        left: Counter[str],
        chosen: list[tuple[Loadout[Owner], int]],
        lacking: int,
    ) -> None:
        self._steps += 1
        budget.step()
        if self._finished() or (self.best is not None and LACK * lacking + len(chosen) >= self.best.cost):
            return
        self._note(models, left, chosen, lacking)
        if not models:
            return
        fitting = [(one, most) for one in loadouts if (most := self._most(one, models, left))]
        if not fitting:
            return
        item = self._scarcest(fitting, left)
        options = [(one, most) for one, most in fitting if item is None or item in one.used]
        for place, (one, most) in enumerate(options):
            tried = {id(other) for other, _ in options[: place + 1]}
            rest = [other for other, _ in fitting if id(other) not in tried]
            for number in range(most, 0, -1):
                remaining = left - Counter({key: count * number for key, count in one.used.items()})
                self._used[one.owner] = self._used.get(one.owner, 0) + number
                self._descend(
                    rest, models - number, remaining, [*chosen, (one, number)], lacking + one.lacking * number
                )
                self._used[one.owner] -= number
                if self._finished():
                    return
                if item is None:
                    break

    def _note(self, models: int, left: Counter[str], chosen: list[tuple[Loadout[Owner], int]], lacking: int) -> None:
        cost = LEFT_OVER * (left.total() + models) + LACK * lacking + len(chosen)
        if self.best is None or cost < self.best.cost:
            self.best = Covering(list(chosen), Counter(left), cost)

    def _most(self, one: Loadout[Owner], models: int, left: Counter[str]) -> int:
        """How many models may have this loadout yet."""
        room = min(models, one.most - self._used.get(one.owner, 0))
        return max(0, min([room, *(left[key] // count for key, count in one.used.items())]))

    @staticmethod
    def _scarcest(fitting: Sequence[tuple[Loadout[Owner], int]], left: Counter[str]) -> str | None:
        """The item that the fewest loadouts can take; None where no loadout takes any."""
        takers = Counter(key for one, _ in fitting for key in one.used if left[key])
        return min(takers, key=lambda key: (takers[key], left[key], key)) if takers else None
