"""What rules read of an army, recorded while they read it, so that a rule is judged again only where that changed.

A rule never states what it reads: everything that it can ask a `Muster` for is recorded under a key, with the value that was
found. What is asked of a unit needs no record, because the unit itself was read.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from operator import is_
from typing import Any

from msgspec import Struct, field

from listbuilder.army import Army, Unit
from listbuilder.army.keeping import unchanged

Key = tuple[Hashable, ...]  # what is read: the name of the question, then what it is about
FEW = 8  # units that are put in their places one by one


def is_same(key: Key, now: Any, known: Any) -> bool:
    """Whether the answer to a question is what it was. Units are the same only as records: findings and fixes hold them."""
    match key:
        case _ if now is known:
            return True
        case ("army", "units" | "fielded"):
            return _are(now, known)
        case ("joined",):
            return len(now) == len(known) and all(map(is_, chain(*now), chain(*known)))
        case ("units", *_) | ("unit", _) | ("formation",):
            return False
    return bool(now == known)


def others(before: Mapping[str, tuple[Unit, ...]], after: Mapping[str, tuple[Unit, ...]]) -> frozenset[str]:
    """The keys of groups of units that do not have the same units."""
    return frozenset(key for key in before.keys() | after.keys() if not _are(before.get(key, ()), after.get(key, ())))


def _are(some: Sequence[Unit], others: Sequence[Unit]) -> bool:
    return some is others or (len(some) == len(others) and all(map(is_, some, others)))


class Delta(Struct, frozen=True):
    """The units by which an army differs from the one before: records that it had, and that it has. A unit that changed is in
    both. ``moved``: whether units that stayed have another order."""

    gone: Mapping[str, Unit]
    come: Mapping[str, Unit]
    moved: bool = False

    def with_changed(self, ids: Iterable[str], before: Army, after: Army) -> Delta:
        """The same where these units changed, too, though their records are the same."""
        gone = {one: unit for one in ids if (unit := before.unit(one)) is not None}
        come = {one: unit for one in ids if (unit := after.unit(one)) is not None}
        return Delta({**gone, **self.gone}, {**come, **self.come}, self.moved) if gone or come else self

    @property
    def touched(self) -> frozenset[str]:
        """The ids of all these units."""
        return frozenset((*self.gone, *self.come))


def difference(before: tuple[Unit, ...], after: tuple[Unit, ...]) -> Delta:
    """What changed; records are compared by identity, since `army` keeps those of units that did not change."""
    start, end = unchanged(before, after)
    old = {unit.id: unit for unit in before[start : len(before) - end]}
    new = {unit.id: unit for unit in after[start : len(after) - end]}
    gone = {key: unit for key, unit in old.items() if new.get(key) is not unit}
    come = {key: unit for key, unit in new.items() if old.get(key) is not unit}
    return Delta(gone, come, [key for key in old if key in new] != [key for key in new if key in old])


class Chosen(Struct, frozen=True, dict=True):
    """Units of an army that pass a test, in its order."""

    units: tuple[Unit, ...]
    ids: frozenset[str]

    @cached_property
    def by_id(self) -> dict[str, Unit]:
        """The units by their ids."""
        return {unit.id: unit for unit in self.units}

    @classmethod
    def of(cls, units: Iterable[Unit]) -> Chosen:
        found = tuple(units)
        return cls(found, frozenset(unit.id for unit in found))

    def after(self, delta: Delta, test: Callable[[Unit], bool], army: Army) -> Chosen:
        """Those of the army that this one became; the same record where they are the same."""
        come = [unit for unit in delta.come.values() if test(unit)]
        left = self.ids.intersection(delta.gone)
        if not come and not left and not (delta.moved and len(self.units) > 1):
            return self
        units = [unit for unit in self.units if unit.id not in left] if left else list(self.units)
        place = army.positions
        if delta.moved or len(come) > FEW:
            units = sorted((*units, *come), key=lambda unit: place[unit.id])
            if _are(units, self.units):
                return self
        else:
            for unit in come:
                insort(units, unit, key=lambda unit: place[unit.id])
        return Chosen(tuple(units), (self.ids - left).union(unit.id for unit in come))


NONE = Chosen((), frozenset())


class Items(Struct, frozen=True):
    """Parts of an army that a rule judges one by one, and which of them, or former ones, the army before did not have so; None:
    any."""

    parts: dict[str, Any] = field(default_factory=dict)
    changed: frozenset[str] | None = None
