"""Places in transports: who may ride, how many places a model takes, and how riders share several bays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from listbuilder.army import Unit
from listbuilder.catalogue.model import TransportBay

MAX_ARRANGEMENTS = 4096  # far above any real transport; keeps made-up ones from eating the machine


@dataclass(frozen=True, slots=True)
class BayLoad:
    """One bay: its places and how many are taken."""

    capacity: int
    used: int = 0


def admits(bay: TransportBay, unit: Unit) -> bool:
    """Whether models of the unit may ride in the bay, room aside."""
    if any(unit.has(word) for word in bay.deny):
        return False
    return not bay.allow or any(unit.has_all(words) for words in bay.allow)


def weight(bay: TransportBay, unit: Unit) -> int:
    """Places that one model of the unit takes in the bay."""
    return max((places for word, places in bay.weights.items() if unit.has(word)), default=1)


def capacity(bay: TransportBay, transport: Unit) -> int:
    """Places of the bay with the wargear that the transport has."""
    if not bay.capacity_with:
        return bay.capacity
    held = {name.casefold() for name in _wargear(transport)}
    return next((places for name, places in bay.capacity_with.items() if name.casefold() in held), bay.capacity)


def _wargear(unit: Unit) -> Iterable[str]:
    for item in (*unit.wargear, *(item for line in unit.models for item in line.wargear)):
        yield item.name
        yield item.id


def fill(transport: Unit, riders: Sequence[tuple[Unit, int]]) -> tuple[tuple[BayLoad, ...], tuple[Unit, ...]]:
    """The bays with the riders (unit, models) in them, and the units that no bay takes. Riders are arranged so that they fit
    when there is a way; when there is none, what is too much shows in the first bay that takes them."""
    bays = transport.transport
    sizes = [capacity(bay, transport) for bay in bays]
    refused = tuple(unit for unit, _ in riders if not any(admits(bay, unit) for bay in bays))
    places = [
        [weight(bay, unit) * models if admits(bay, unit) else None for bay in bays]
        for unit, models in riders
        if unit not in refused
    ]
    used = _arrange(places, sizes) or _pile(places, len(sizes))
    return tuple(BayLoad(size, taken) for size, taken in zip(sizes, used, strict=True)), refused


def _arrange(places: list[list[int | None]], sizes: list[int]) -> tuple[int, ...] | None:
    """Places taken in each bay when every rider fits somewhere; None when they cannot."""
    reached = {(0,) * len(sizes)}
    for row in places:
        following: set[tuple[int, ...]] = set()
        for used in sorted(reached):
            for bay, needed in enumerate(row):
                if needed is not None and used[bay] + needed <= sizes[bay]:
                    following.add((*used[:bay], used[bay] + needed, *used[bay + 1 :]))
        reached = set(sorted(following)[:MAX_ARRANGEMENTS])
    return max(reached, default=None)


def _pile(places: list[list[int | None]], bays: int) -> tuple[int, ...]:
    used = [0] * bays
    for row in places:
        bay, needed = next((bay, needed) for bay, needed in enumerate(row) if needed is not None)
        used[bay] += needed
    return tuple(used)
