"""Lines below a unit that name another one without a price, or with one which no reader knows as such ("Lieutenant (65)"): what
stands below them is not the first unit's. A single counted model is: models may have the name of another unit ("1x Nob")."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.library import Option
from listbuilder.exchange.binding.choice import find_in, units_of
from listbuilder.exchange.binding.names import Names, stem
from listbuilder.exchange.binding.unread import without_signs
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord, Word, walk
from listbuilder.expressions import expression
from listbuilder.sources.dataset import Loaded

PRICE = expression(r"\d{2,4}\W*$")
DEEPEST = 6  # levels of a unit that its own names are looked for in


def part(record: ListRecord, data: Loaded) -> None:
    """Takes such lines, and all below them, from the units of a record: they are unread."""
    known: Names[Option] | None = None
    for unit in record.units:
        for one in unit.parts:
            if one.line > unit.line and (one.count > 1 or not one.stated or PRICE.search(one.name)):
                known = known or units_of(data.library, data.faction.id)
                if _is_another(one, unit, known):
                    _cut(record, unit, one.line)
                    break


def _is_another(one: Part, unit: UnitRecord, known: Names[Option]) -> bool:
    """Whether a line below a unit is the name of another one, and of nothing that the unit has."""
    name = without_signs(one.name)
    if stem(name) == stem(unit.name) or not known.find(name):
        return False
    own = find_in(known, unit)[0]
    return bool(own) and stem(name) not in {stem(other.name) for option in own for other in _below(option, DEEPEST)}


def _below(option: Option, levels: int) -> Iterator[Option]:
    for entry in option.entries if levels else ():
        yield entry
        yield from _below(entry, levels - 1)


def _cut(record: ListRecord, unit: UnitRecord, line: int) -> None:
    """Makes what a unit has from a line on unread."""
    lost = [part for part in unit.parts if part.line >= line]
    unit.parts = [part for part in unit.parts if part.line < line]
    words = [Word(f"{one.count}x {one.name}" if one.stated else one.name, one.line) for one in walk(lost)]
    words += [word for word in unit.enhancements if word.line >= line]
    unit.enhancements = [word for word in unit.enhancements if word.line < line]
    record.unread += sorted(words, key=lambda word: word.line)
