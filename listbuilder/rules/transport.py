"""Transport capacity: who may embark, how many places a model takes, and how passengers are spread over several bays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from listbuilder.army import Unit
from listbuilder.catalogue.facts import TransportBay

MAX_ARRANGEMENTS = 4096  # far more than real transports need; bounds the work for malicious data


@dataclass(frozen=True, slots=True)
class BayLoad:
    """One bay: its capacity and the places used."""

    capacity: int
    used: int = 0


@dataclass(frozen=True, slots=True)
class Rider:
    """A passenger: a unit or half of one; ``bodyguard`` is the unit that it is attached to."""

    unit: Unit
    models: int
    bodyguard: Unit | None = None


def admits(bay: TransportBay, rider: Rider, others: Sequence[Rider] = ()) -> bool:
    """Whether the bay accepts the rider together with the others, regardless of capacity."""
    unit = rider.unit
    if _denied(bay, unit) and not _admitted_with_bodyguard(bay, rider):
        return False
    if bay.deny_wounds and unit.wounds >= bay.deny_wounds and not unit.has("Character"):
        return False
    for word, company in bay.deny_unless.items():
        if unit.has(word) and not any(other.unit.has(name) for other in others for name in company):
            return False
    return not bay.allow or any(unit.has_all(words) for words in bay.allow)


def _denied(bay: TransportBay, unit: Unit) -> bool:
    return any(unit.has(word) for word in bay.deny)


def _admitted_with_bodyguard(bay: TransportBay, rider: Rider) -> bool:
    """Whether a denied leader is accepted because its bodyguard is."""
    guarded = rider.bodyguard is not None and not _denied(bay, rider.bodyguard)
    return guarded and any(rider.unit.has_all(words) for words in bay.attached)


def places(bay: TransportBay, rider: Rider) -> int:
    """The number of places that the rider takes in the bay."""
    if bay.per_unit:
        return 1
    unit = rider.unit
    named = {line.name.casefold() for line in unit.models}
    each = max(
        (taken for word, taken in bay.weights.items() if unit.has(word) and word.casefold() not in named), default=1
    )
    for wounds, taken in bay.weights_by_wounds.items():
        if unit.wounds >= wounds:
            each = max(each, taken)
    kinds = {word.casefold(): taken for word, taken in bay.weights.items() if word.casefold() in named}
    if not kinds or rider.models != unit.model_count:
        return each * rider.models
    return sum(line.count * kinds.get(line.name.casefold(), each) for line in unit.models)


def capacity(bay: TransportBay, transport: Unit) -> int:
    """The capacity of the bay, given the transport's wargear."""
    return next((there for name, there in bay.capacity_with.items() if name.casefold() in transport.held), bay.capacity)


def fill(transport: Unit, riders: Sequence[Rider]) -> tuple[tuple[BayLoad, ...], tuple[Unit, ...]]:
    """The loads of the bays, and the units that no bay admits. Riders are arranged so that all fit when that is possible;
    otherwise each is counted in the first bay that admits it."""
    bays = transport.transport
    sizes = [capacity(bay, transport) for bay in bays]
    refused = tuple(rider.unit for rider in riders if not any(admits(bay, rider, riders) for bay in bays))
    wanted = [
        [places(bay, rider) if admits(bay, rider, riders) else None for bay in bays]
        for rider in riders
        if rider.unit not in refused
    ]
    used = _arrange(wanted, sizes) or _first_admitting(wanted, len(sizes))
    return tuple(BayLoad(size, taken) for size, taken in zip(sizes, used, strict=True)), refused


def _arrange(wanted: list[list[int | None]], sizes: list[int]) -> tuple[int, ...] | None:
    """Places used in each bay when all riders fit; None when they do not."""
    reached = {(0,) * len(sizes)}
    for row in wanted:
        following: set[tuple[int, ...]] = set()
        for used in sorted(reached):
            for bay, needed in enumerate(row):
                if needed is not None and used[bay] + needed <= sizes[bay]:
                    following.add((*used[:bay], used[bay] + needed, *used[bay + 1 :]))
        reached = set(sorted(following)[:MAX_ARRANGEMENTS])
    return max(reached, default=None)


def _first_admitting(wanted: list[list[int | None]], bays: int) -> tuple[int, ...]:
    used = [0] * bays
    for row in wanted:
        bay, needed = next((bay, needed) for bay, needed in enumerate(row) if needed is not None)
        used[bay] += needed
    return tuple(used)
