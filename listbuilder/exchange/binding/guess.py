"""The factions that a list may be of where it names none: those that have the most of its units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from listbuilder.exchange.binding.names import Names
from listbuilder.exchange.reading.record import UnitRecord
from listbuilder.sources.dataset import DataSet, Offer

MOST = 12  # factions that are looked at closely


def likely(data: DataSet, system: str, units: Iterable[UnitRecord]) -> list[Offer]:
    """The factions of a data set that have more than half of the units, as far as names tell, those with the most first."""
    units = list(units)
    known = _known(data.name, data.sha256, system, _Holder(data))
    votes: Counter[str] = Counter()
    for unit in units:
        votes.update({faction for factions in known.find(unit.name) for faction in factions})
    found = [offer for offer in data.factions(system) if 2 * votes[offer.id] > len(units)]
    return sorted(found, key=lambda offer: -votes[offer.id])[:MOST]


class _Holder:
    """A data set as part of a key that its hash alone decides."""

    def __init__(self, data: DataSet) -> None:
        self.data = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=8)
def _known(_name: str, _sha256: str, system: str, holder: _Holder) -> Names[tuple[str, ...]]:
    return Names(holder.data.units(system).items())
