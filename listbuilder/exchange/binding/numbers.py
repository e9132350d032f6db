"""What the number before a unit's name counts, where a text lists no models: the unit's models, or several units on one line.

A number that is twice as many models as the smallest unit has stands for the choice that doubles them. One that no unit can have
may count units, or be that of older data: nothing tells.
"""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.catalogue.library import Library, Option
from listbuilder.exchange.binding.choice import find_in, units_of
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.trees import bounds
from listbuilder.exchange.binding.unit_sheet import sheet_of
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord
from listbuilder.i18n import Text
from listbuilder.sources.dataset import Loaded


def number(unit: UnitRecord, unit_id: str, option: Option, problems: Problems) -> None:
    """Notes a number that cannot be that of the unit's models, which are then the usual ones."""
    if unit.parts or not unit.models:
        return
    least, most = _sizes(option.library, option)
    if unit.models < least or 0 < most < unit.models:
        names = {"unit": unit.name, "stated": unit.models}
        text = Text("{unit}: {stated} may be its models or several units, of which no unit has so many models", names)
        problems.note(text, unit.line, "incomplete", unit_id)
        unit.models = 0


def double(record: ListRecord, data: Loaded) -> None:
    """Gives the units of a sparse list that state twice the smallest number of models the choice that doubles them."""
    known, words = units_of(data.library, data.faction.id), data.system.list_words.doubled
    for unit in record.units if record.sparse else ():
        found = find_in(known, unit)[0] if unit.models else []
        if found and unit.models == 2 * _sizes(data.library, found[0])[0] and not _has_any(unit, words):
            unit.parts += [Part(word, 1, unit.line, stated=False) for word in words[:1]]


def _sizes(library: Library, option: Option) -> tuple[int, int]:
    """How many models the smallest and the largest unit have, as far as no modifier changes it; the latter is -1 where nothing
    says so."""
    models = [model.option for model in sheet_of(library, option).models]
    limits = [bounds(model) for model in models]
    groups = {group for model in models for group in model.group_chain}
    least = max([sum(max(0, one.least) for one in limits), *(bounds(group).least for group in groups)])
    each = [one.most for one in limits]
    return least, -1 if not each or min(each) < 0 else sum(each)


def _has_any(unit: UnitRecord, words: Iterable[str]) -> bool:
    return not {stem(part.name) for part in unit.parts}.isdisjoint(map(stem, words))
