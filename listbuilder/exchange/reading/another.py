"""Where a second list starts in one text: it is not read, because the units of both would be one army."""

from __future__ import annotations

import re

from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.text import Line

SIZE = re.compile(
    r"^(?P<name>Combat Patrol|Incursion|Strike Force|Onslaught) \((?P<points>[\d.,\s]+) ?(?:points?|pts)\)$",
    re.IGNORECASE,
)
TITLE = re.compile(r"^(?P<name>.*?)\s*\((?P<points>\d[\d.,\s]*)\s*(?:points?|pts)\)\s*$", re.IGNORECASE)
HEADER = 7  # most lines of a header above the battle size


def before_another(record: ListRecord, lines: list[Line], start: int = 0) -> list[Line]:
    """The lines before another list of the app's, whose title or battle size stands below ``start``; notes where that is."""
    size = next((n for n in range(start, len(lines)) if SIZE.match(lines[n].text)), None)
    if size is None:
        return lines
    above = range(size - 1, max(start, size - HEADER), -1)
    place = next((n for n in above if TITLE.match(lines[n].text) and not lines[n + 1].bullet), size)
    record.another = Word(lines[place].text, lines[place].number)
    return lines[:place]
