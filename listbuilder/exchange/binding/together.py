"""Units whose models a list names one by one, each on a line of its own: "Galen ven Denst", "Doralia ven Denst"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.army import roles
from listbuilder.catalogue.library import Library, Option
from listbuilder.exchange.binding.choice import find_in, units_of
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.trees import bounds, is_model
from listbuilder.exchange.reading.record import Part, UnitRecord


def together(units: Sequence[UnitRecord], library: Library, catalogue_id: str) -> list[UnitRecord]:
    """The units, those apart that are together the models of one unit: that unit in their place. All its models must be named,
    beside each other, and none of the names may be that of a unit."""
    found: list[UnitRecord] = []
    known = units_of(library, catalogue_id)
    place = 0
    while place < len(units):
        option = None
        if not find_in(known, units[place])[0]:
            option = _of_models(units[place:], library, catalogue_id)
        if option is None:
            found.append(units[place])
            place += 1
        else:
            number = len(_models(option))
            found.append(_one(option, units[place : place + number]))
            place += number
    return found


def _of_models(units: Sequence[UnitRecord], library: Library, catalogue_id: str) -> Option | None:
    """The only unit whose models the first lines name."""
    candidates = library.kept_of(_by_model, catalogue_id).get(stem(units[0].name), [])
    having = []
    for option in candidates:
        models = _models(option)
        first = units[: len(models)]
        beside = {(unit.section, unit.regiment, unit.group) for unit in first}
        if len(beside) == 1 and sorted(stem(unit.name) for unit in first) == sorted(models):
            having.append(option)
    return having[0] if len(having) == 1 else None


def _by_model(library: Library, catalogue_id: str) -> dict[str, list[Option]]:
    """The units of a catalogue that are several different models, each there exactly once, by the stem of each."""
    found: dict[str, list[Option]] = {}
    for option in library.root_options(catalogue_id):
        models = _models(option) if roles.is_unit(option) and not option.merged.hidden else ()
        for model in models if len(models) > 1 else ():
            found.setdefault(model, []).append(option)
    return found


def _models(option: Option) -> tuple[str, ...]:
    """The stems of a unit's models; none where there may be several or no models of a kind."""
    models = [child for child in option.options if is_model(child)]
    if any((limits := bounds(model)).least != 1 or limits.most != 1 for model in models):
        return ()
    names = {stem(model.name) for model in models}
    return tuple(sorted(names)) if len(names) == len(models) else ()


def _one(option: Option, units: Iterable[UnitRecord]) -> UnitRecord:
    """The unit, with what its models' lines state."""
    units = list(units)
    first = units[0]
    stated = [unit.points for unit in units if unit.points is not None]
    return UnitRecord(
        option.name,
        first.line,
        sum(stated) if stated else None,
        parts=[Part(unit.name, 1, unit.line, unit.parts) for unit in units],
        enhancements=[gift for unit in units for gift in unit.enhancements],
        warlord=any(unit.warlord for unit in units),
        section=first.section,
        regiment=first.regiment,
        group=first.group,
    )
