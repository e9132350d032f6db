"""The two units that a unit becomes when it is split while formations are declared."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from listbuilder.army.records import ModelLine, Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import Split
from listbuilder.replacing import replace

Lines = list[ModelLine]


def halves(unit: Unit, names: tuple[str, ...]) -> tuple[Unit, ...]:
    """The halves of the unit by these names: the same records each time. Each counts half of the points; an odd model belongs to
    the first."""
    if names not in unit.halves:
        unit.halves[names] = tuple(_halved(unit, names))
    return unit.halves[names]


def _halved(unit: Unit, names: tuple[str, ...]) -> Iterator[Unit]:
    parts = _by_kinds(unit, unit.split) if unit.split and unit.split.kinds else _evenly(unit)
    points = half_of(unit.points)
    yield from (_half(unit, name, tuple(part), points) for name, part in zip(names, parts, strict=False))


def half_of(amount: Number) -> Number:
    """Exactly half."""
    half = Decimal(amount) / 2
    return int(half) if half == int(half) else half


def _half(unit: Unit, name: str, lines: tuple[ModelLine, ...], points: Number) -> Unit:
    words = {word for line in lines for word in line.keywords}
    known = any(line.keywords for line in unit.models)
    own = name.removeprefix(f"{unit.id}/")
    return replace(
        unit,
        id=name,
        name=f"{unit.name} ({own})",
        half_of=unit.id,
        models=lines,
        points=points,
        costs=tuple((currency, half_of(amount)) for currency, amount in unit.costs),
        keywords=tuple(word for word in unit.keywords if word in words or not known),
    )


def _by_kinds(unit: Unit, split: Split) -> tuple[Lines, Lines]:
    """The models of the kinds that the datasheet names for the second half, and the others."""
    second = [line for line in unit.models if line.local_id in split.kinds[-1]]
    return [line for line in unit.models if line not in second], second


def _evenly(unit: Unit) -> tuple[Lines, Lines]:
    left = (unit.model_count + 1) // 2
    first: Lines = []
    second: Lines = []
    for line in unit.models:
        taken = min(line.count, left)
        left -= taken
        first += _some(line, taken)
        second += _some(line, line.count - taken)
    return first, second


def _some(line: ModelLine, count: int) -> Iterator[ModelLine]:
    """So many of the models; of items that not all of them carry, as many as they can carry."""
    if count:
        wargear = tuple(replace(item, count=min(item.count, count)) for item in line.wargear)
        yield replace(line, count=count, wargear=wargear if count < line.count else line.wargear)
