"""Transport capacity: who may embark, how many places a model takes, and how passengers are spread over several bays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile

from msgspec import Struct

from listbuilder.army import ModelLine, Unit
from listbuilder.catalogue.facts import Passenger, TransportBay

MAX_ARRANGEMENTS = 4096  # far more than real transports need; bounds the work for malicious data
MOST_FOLDED = 512  # size of the cache of filters


class BayLoad(Struct, frozen=True):
    """One bay: its capacity and the places used."""

    capacity: int
    used: int = 0


class Rider(Struct, frozen=True):
    """A passenger: a unit or half of one; ``bodyguard`` is the unit that it is attached to."""

    unit: Unit
    bodyguard: Unit | None = None


def admits(bay: TransportBay, rider: Rider, others: Sequence[Rider] = ()) -> bool:
    """Whether the bay accepts the rider after those of ``others`` that come before it, regardless of capacity."""
    if _accepts(bay, rider):
        return _within_limits(bay, rider, others)
    joined = rider.bodyguard
    with_unit = joined is not None and rider.unit.passenger is not None and rider.unit.passenger.with_unit
    return with_unit and joined is not None and _accepts(bay, Rider(joined))


def _accepts(bay: TransportBay, rider: Rider) -> bool:
    unit = rider.unit
    if denied(bay, unit) and not _admitted_with_bodyguard(bay, rider):
        return False
    if bay.deny_wounds and unit.wounds >= bay.deny_wounds and not any(map(unit.has, bay.large)):
        return False
    if any(_is(unit, word) and unit.wounds > most for word, most in bay.most_wounds.items()):
        return False
    for word, excepted in bay.deny_unless.items():
        if _is(unit, word) and not any(_is(unit, name) for name in excepted):
            return False
    return allowed(bay, unit)


def _within_limits(bay: TransportBay, rider: Rider, others: Sequence[Rider]) -> bool:
    """Whether the rider and those before it are no more than the bay takes of their kind."""
    for limit in bay.limits:
        if not any(_is(rider.unit, name) for name in limit.names):
            continue
        before = takewhile(lambda other: other is not rider, others)
        inside = sum(one.unit.model_count for one in before if any(_is(one.unit, name) for name in limit.names))
        if inside + rider.unit.model_count > limit.models:
            return False
    return True


def _is(unit: Unit, word: str) -> bool:
    """Whether a transport takes a model of the unit for one with a keyword or name."""
    return any(word.casefold() in words for words in _words(unit))


def _words(unit: Unit) -> tuple[frozenset[str], ...]:
    """For each line of models the keywords and names for which a transport takes them, in small letters."""
    if unit.passenger is None:
        return unit.words_of_models
    taken_for = {model: word.casefold() for model, word in unit.passenger.counts_as.items()}
    return tuple(
        words | {word for model, word in taken_for.items() if not model or _is_named(line, model)}
        for line, words in zip(unit.models, unit.words_of_models, strict=True)
    )


def denied(bay: TransportBay, unit: Unit) -> tuple[str, ...]:
    """The keywords for which the bay refuses a model of the unit."""
    return tuple(word for word in bay.deny if _is(unit, word))


def allowed(bay: TransportBay, unit: Unit) -> bool:
    """Whether the bay is for all models of the unit."""
    wanted = _folded(bay.allow)
    return not wanted or all(any(words >= one for one in wanted) for words in _words(unit))


@lru_cache(MOST_FOLDED)
def _folded(filters: tuple[tuple[str, ...], ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(map(str.casefold, words)) for words in filters)


def _admitted_with_bodyguard(bay: TransportBay, rider: Rider) -> bool:
    """Whether a denied leader is accepted because its bodyguard is."""
    guarded = rider.bodyguard is not None and not denied(bay, rider.bodyguard)
    return guarded and any(rider.unit.has_all(words) for words in bay.attached)


def refuses(transport: Unit, rider: Rider) -> bool:
    """Whether the rider's own data keep it out of the transport."""
    passenger = rider.unit.passenger
    return passenger is not None and any(transport.has(word) for word in passenger.never)


def places(bay: TransportBay, rider: Rider) -> int:
    """The number of places that the rider takes in the bay: of each model the largest of its weights."""
    if bay.per_unit:
        return 1
    unit = rider.unit
    return sum(line.count * _places_of(bay, unit, line, words) for line, words in _lines(unit))


def _lines(unit: Unit) -> Iterator[tuple[ModelLine, frozenset[str]]]:
    return zip(unit.models, unit.words_of_models, strict=True)


def _places_of(bay: TransportBay, unit: Unit, line: ModelLine, words: frozenset[str]) -> int:
    """Places of one such model: what its own data say, else the most by its name, its keywords and the wounds of the unit. A
    datasheet's name that one of its models has means that model alone; a keyword is that of all models."""
    found = [taken for word, taken in bay.weights.items() if _is_named(line, word)]
    named = {word for word in bay.weights if unit.datasheet.casefold() == word.casefold() and _has_model(unit, word)}
    own = _own_places(bay, unit.passenger, line)
    if own is not None or found:
        return max(found) if own is None else own
    found = [taken for word, taken in bay.weights.items() if word not in named and word.casefold() in words]
    found += [taken for wounds, taken in bay.weights_by_wounds.items() if unit.wounds >= wounds]
    found += [unit.wounds for word in bay.by_wounds if word.casefold() in words]
    return max(found, default=1)


def _has_model(unit: Unit, name: str) -> bool:
    return any(_is_named(line, name) for line in unit.models)


def _own_places(bay: TransportBay, passenger: Passenger | None, line: ModelLine) -> int | None:
    """Places that the model's own data state; None when they state none. Those for its name go before those for any model."""
    if passenger is None:
        return None
    weights = {word.casefold(): taken for word, taken in bay.weights.items()}
    stated = {model: weights.get(word.casefold()) for model, word in passenger.counts_as.items()} | passenger.places
    return next((taken for model, taken in stated.items() if model and _is_named(line, model)), stated.get(""))


def _is_named(line: ModelLine, name: str) -> bool:
    """Whether it is a kind of model of that name: "Gunner", "Gunner with lascannon" and "Gunner w/ lascannon"."""
    known, wanted = line.name.casefold(), name.casefold()
    return known == wanted or known.startswith((f"{wanted} with ", f"{wanted} w/ "))


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
