"""Transport capacity: who may embark, how many places a model takes, and how passengers are spread over several bays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

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
    """Whether the bay accepts the rider after those of ``others`` that come before it, regardless of capacity."""
    if _accepts(bay, rider):
        return _within_limits(bay, rider, others)
    joined = rider.bodyguard
    with_unit = joined is not None and rider.unit.passenger is not None and rider.unit.passenger.with_unit
    return with_unit and joined is not None and _accepts(bay, Rider(joined, joined.model_count))


def _accepts(bay: TransportBay, rider: Rider) -> bool:
    unit = rider.unit
    if _denied(bay, unit) and not _admitted_with_bodyguard(bay, rider):
        return False
    if bay.deny_wounds and unit.wounds >= bay.deny_wounds and not unit.has("Character"):
        return False
    if any(_is(unit, word) and unit.wounds > most for word, most in bay.most_wounds.items()):
        return False
    for word, excepted in bay.deny_unless.items():
        if _is(unit, word) and not any(_is(unit, name) for name in excepted):
            return False
    return not bay.allow or any(all(_is(unit, word) for word in words) for words in bay.allow)


def _within_limits(bay: TransportBay, rider: Rider, others: Sequence[Rider]) -> bool:
    """Whether the rider and those before it are no more than the bay takes of their kind."""
    for limit in bay.limits:
        if not any(_is(rider.unit, name) for name in limit.names):
            continue
        before = takewhile(lambda other: other is not rider, others)
        inside = sum(one.models for one in before if any(_is(one.unit, name) for name in limit.names))
        if inside + rider.models > limit.models:
            return False
    return True


def _is(unit: Unit, word: str) -> bool:
    """Whether a transport takes a unit for one with a keyword or name."""
    taken_for = unit.passenger.counts_as.values() if unit.passenger is not None else ()
    return unit.has(word) or any(word.casefold() == other.casefold() for other in taken_for)


def _denied(bay: TransportBay, unit: Unit) -> bool:
    return any(_is(unit, word) for word in bay.deny)


def _admitted_with_bodyguard(bay: TransportBay, rider: Rider) -> bool:
    """Whether a denied leader is accepted because its bodyguard is."""
    guarded = rider.bodyguard is not None and not _denied(bay, rider.bodyguard)
    return guarded and any(rider.unit.has_all(words) for words in bay.attached)


def refuses(transport: Unit, rider: Rider) -> bool:
    """Whether the rider's own data keep it out of the transport."""
    passenger = rider.unit.passenger
    return passenger is not None and any(transport.has(word) for word in passenger.never)


def places(bay: TransportBay, rider: Rider) -> int:
    """The number of places that the rider takes in the bay."""
    if bay.per_unit:
        return 1
    unit = rider.unit
    each = _usual_places(bay, unit)
    kinds = _places_by_model(bay, unit)
    if not kinds or rider.models != unit.model_count:
        return kinds.get("", each) * rider.models
    return sum(line.count * kinds.get(line.name.casefold(), kinds.get("", each)) for line in unit.models)


def _usual_places(bay: TransportBay, unit: Unit) -> int:
    """Places of each model by the keywords and wounds of its unit."""
    found = [taken for word, taken in bay.weights.items() if unit.has(word) and not _models_named(unit, word)]
    found += [taken for wounds, taken in bay.weights_by_wounds.items() if unit.wounds >= wounds]
    found += [unit.wounds for word in bay.by_wounds if unit.has(word)]
    return max(found, default=1)


def _places_by_model(bay: TransportBay, unit: Unit) -> dict[str, int]:
    """Places of single models, by name in small letters (empty: all others), where bay or passenger name them."""
    found: dict[str, int] = {}
    for word, taken in bay.weights.items():
        found |= dict.fromkeys(_models_named(unit, word), taken)
    passenger = unit.passenger
    if passenger is None:
        return found
    weights = {word.casefold(): taken for word, taken in bay.weights.items()}
    own = {model: weights[word.casefold()] for model, word in passenger.counts_as.items() if word.casefold() in weights}
    for model, taken in (own | passenger.places).items():
        found |= dict.fromkeys(_models_named(unit, model) if model else ("",), taken)
    return found


def _models_named(unit: Unit, name: str) -> tuple[str, ...]:
    """The unit's kinds of models with a name, in small letters: "Gunner", "Gunner with lascannon" and "Gunner w/ lascannon"."""
    wanted = name.casefold()
    lines = (line.name.casefold() for line in unit.models)
    return tuple(line for line in lines if line == wanted or line.startswith((f"{wanted} with ", f"{wanted} w/ ")))


def capacity(bay: TransportBay, transport: Unit) -> int:
    """The capacity of the bay, given the transport's wargear."""
    return next((there for name, there in bay.capacity_with.items() if name.casefold() in transport.held), bay.capacity)


def fill(transport: Unit, riders: Sequence[Rider]) -> tuple[tuple[BayLoad, ...], tuple[Unit, ...]]:
    """The loads of the bays, and the units that no bay admits. Riders are arranged so that all fit when that is possible;
    otherwise each is counted in the first bay that admits it."""
    bays = transport.transport
    sizes = [capacity(bay, transport) for bay in bays]
    refused = tuple(
        rider.unit
        for rider in riders
        if refuses(transport, rider) or not any(admits(bay, rider, riders) for bay in bays)
    )
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
