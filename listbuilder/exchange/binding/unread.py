"""Lines of a list that mean nothing to its reader: what may be a unit, or something that a unit has, keeps the list unjudged."""

from __future__ import annotations

import re

from listbuilder.errors import UNJUDGED, WARNING
from listbuilder.exchange.binding.choice import units_of
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.aos import UNIT as PRICED_UNIT
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.shapes import COUNTED, LABELLED, UNIT
from listbuilder.exchange.reading.spelling import count_first
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.sources.dataset import Loaded

MARKS = expression(r"^\W+")
LISTED = (UNIT, PRICED_UNIT, COUNTED)  # shapes of units and of what they have
BESIDE = expression(
    r"\d[\d.,]*|(?<!\w)(?:points?|pts?)(?!\w)|[^\w\s'\u2019-]|(?<!\w)-+(?!\w)", re.IGNORECASE
)  # what a name stands beside
BETWEEN = expression(r"[;,/&+|]")  # names on one line
BEFORE = expression(r"(?<=[^\W\d])\s*[(\[]|(?<=[^\W\d])\s+\d")  # what stands behind a name: its price, remarks
MOST_UNREAD = 200  # lines that are named one by one


def note(record: ListRecord, data: Loaded, problems: Problems) -> None:
    """Notes what was not read of a list."""
    for word in record.unread[:MOST_UNREAD]:
        note_line(word, data, problems)
    for word in record.unplaced:
        text = Text("this line was not understood: {line}", {"line": word.text})
        problems.note(text, word.line, "unread-line")
    for word in record.contrary:
        text = Text("an earlier line of the list says otherwise: {line}", {"line": word.text})
        problems.note(text, word.line, "unread-line", of_army=True)
    if record.units_stated and record.units_stated != len(record.units):
        names = {"stated": record.units_stated, "read": len(record.units)}
        problems.note(Text("units: {stated} by the list's count, {read} were read", names), 0, "unread-line")
    if record.another is not None:
        text = Text("another list starts here, which was not read: {line}", {"line": record.another.text})
        problems.note(text, record.another.line, "unread-line")
    rest = record.unread[MOST_UNREAD:]
    if rest:
        text = Text("{number} more lines were not understood", {"number": len(rest)})
        problems.note(text, rest[0].line, "unread-line")


def note_line(word: Word, data: Loaded, problems: Problems) -> None:
    """Notes a line that was not read."""
    text = Text("this line was not understood: {line}", {"line": word.text})
    severity = UNJUDGED if _is_listed(word.text) or _names_a_unit(word.text, data) else WARNING
    problems.note(text, word.line, "unread-line", severity=severity)


def _is_listed(text: str) -> bool:
    """Whether a line has the shape of a unit, or of something that a unit has."""
    bare = MARKS.sub("", text)
    return LABELLED.match(bare) is not None or any(one.match(bare) for one in LISTED)


def _names_a_unit(text: str, data: Loaded) -> bool:
    """Whether a line, or a part of it, is the name of a unit of the faction, whatever signs, numbers and words for points stand
    beside it."""
    known = units_of(data.library, data.faction.id)
    names = map(without_signs, (*BETWEEN.split(text), BEFORE.split(count_first(text), maxsplit=1)[0]))
    return any(name and known.find(name) for name in names)


def without_signs(text: str) -> str:
    """A name without its count, and signs, numbers and words for points that stand beside it."""
    counted = COUNTED.match(count_first(text.strip()))
    return " ".join(BESIDE.sub(" ", counted["name"] if counted else text).split())
