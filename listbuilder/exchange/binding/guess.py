"""The factions that a list may be of where it names none: those that have the most of its units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from listbuilder.exchange.binding.data_key import DataKey
from listbuilder.exchange.binding.names import Names
from listbuilder.exchange.reading.record import UnitRecord
from listbuilder.sources.dataset import DataSet, Offer

MOST = 12  # factions that are looked at closely


def likely(data: DataSet, system: str, units: Iterable[UnitRecord]) -> list[Offer]:
    """The factions of a data set that have more than half of the units, as far as names tell, those with the most first."""
    units = list(units)
    known = _known(DataKey(data), system)
    votes: Counter[str] = Counter()
    for unit in units:
        votes.update({faction for factions in known.find(unit.name) for faction in factions})
    found = [offer for offer in data.factions(system) if 2 * votes[offer.id] > len(units)]
    return sorted(found, key=lambda offer: -votes[offer.id])[:MOST]


@lru_cache(maxsize=8)
def _known(key: DataKey, system: str) -> Names[tuple[str, ...]]:
    return Names(key.data.units(system).items())
