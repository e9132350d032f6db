"""What the header of New Recruit's texts repeats of the units: the Warlord, enhancements, how many units there are.

It decides where the units do not say it: somebody cut the lines below them, or an exporter left them out.
"""

from __future__ import annotations

import re

from listbuilder.exchange.reading.record import ListRecord, UnitRecord, Word, walk
from listbuilder.exchange.reading.text import Line, number_in
from listbuilder.expressions import expression

_FIELD = expression(
    r"^(?:\+ ?(?P<key>WARLORD|ENHANCEMENT|NUMBER OF UNITS)\s*:|(?P<more>&) )\s*(?P<value>.*)$", re.IGNORECASE
)
_BEARER = expression(r"^(?:(?P<label>\w+\d): )?(?P<name>.+)$")
_BORNE = expression(r"^(?P<name>.+) \(on (?P<bearer>[^()]+(?:\([^()]*\))?)\)$", re.IGNORECASE)
_LETTERS = expression(r"[^\w]+")


class Repeated:
    """Collects these lines of a header, and applies them to the units that were read."""

    def __init__(self) -> None:
        self.warlord: Word | None = None
        self.enhancements: list[Word] = []
        self.units = 0

    def takes(self, line: Line) -> bool:
        """Whether a line of the header is one of these."""
        found = _FIELD.match(line.text)
        if found is None:
            return False
        word, key = Word(found["value"].strip(), line.number), (found["key"] or "").upper()
        if key == "NUMBER OF UNITS":
            self.units = number_in(word.text) or 0
        elif key == "WARLORD" and word.text:
            self.warlord = word
        elif word.text:
            self.enhancements.append(word)
        return True

    def apply(self, record: ListRecord) -> None:
        """Marks what the units themselves do not say; what no unit can be found for is unplaced."""
        record.units_stated = self.units
        if self.warlord is not None and not any(unit.warlord for unit in record.units):
            bearer = _bearer(self.warlord.text, record.units)
            if bearer is None:
                record.unplaced.append(self.warlord)
            else:
                bearer.warlord = True
        said = {_letters(text) for unit in record.units for text in _texts(unit)}
        for word in self.enhancements:
            borne = _BORNE.match(word.text)
            name = borne["name"] if borne else word.text
            if any(_letters(name) in text for text in said):
                continue
            bearer = _bearer(borne["bearer"], record.units) if borne else None
            if bearer is None:
                record.unplaced.append(word)
            else:
                bearer.enhancements.append(Word(name, word.line))


def _bearer(text: str, units: list[UnitRecord]) -> UnitRecord | None:
    """The unit that a header means: the only one of that name, else the one that is labelled so."""
    found = _BEARER.match(text)
    named = [unit for unit in units if found and _letters(unit.name) == _letters(found["name"])]
    labelled = [
        unit for unit in named if found and found["label"] and unit.label.casefold() == found["label"].casefold()
    ]
    return named[0] if len(named) == 1 else labelled[0] if len(labelled) == 1 else None


def _texts(unit: UnitRecord) -> list[str]:
    return [*(word.text for word in unit.enhancements), *(part.name for part in walk(unit.parts))]


def _letters(text: str) -> str:
    return _LETTERS.sub("", text).casefold()
