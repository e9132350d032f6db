"""Reads New Recruit's default text ("markdown") and its short form, which has units only."""

from __future__ import annotations

import re

from listbuilder.exchange.reading.another import before_another
from listbuilder.exchange.reading.body import BodyReader, mark_allied
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.shapes import unit_line
from listbuilder.exchange.reading.text import Line, lines_of, number_in
from listbuilder.expressions import expression

HEADING = expression(r"^#+\s*(?P<name>.*?)\s*(?:\[(?P<points>\d+) ?(?:pts|points)[^\]]*\])?\s*$", re.IGNORECASE)
TITLE = expression(
    r"^(?=.+? - (?!\s*\[))(?P<name>.+?)(?<!\s)\s*+(?:-\s*+)?\[(?P<points>\d++) ?(?:pts|points)[^\]]*+\]$", re.IGNORECASE
)
ROSTER = expression(r"^#+ \+\+ .* \+\+")  # the heading of a whole list
CHOICE = expression(r"^(?P<label>[^:\[\]()]+?)(?:: (?P<value>.+))?$")
SIZE = expression(r"^(?P<name>.+?) \((?P<points>[\d.,]+) point limit\)$", re.IGNORECASE)


def read(text: str, name: str = "") -> ListRecord:
    """The record of an exported text. Raises `InputError` where it is absurdly large."""
    record = ListRecord("nr-markdown", ("wh40k-10e", "wh40k-11e"))
    body: list[Line] = []
    headings: list[Word] = []
    configuring = begun = ended = False
    empty: Line | None = None  # a heading of units, as long as none stands below it
    for line in lines_of(text, name):
        title, heading = TITLE.match(line.text), HEADING.match(line.text)
        is_title = title is not None and not line.bullet
        is_first = is_title or ROSTER.match(line.text) is not None
        if is_first and begun and any(map(unit_line, body)):
            record.another = Word(line.text, line.number)
            break
        if is_first and body:  # what stands above the list
            record.unread += [Word(other.text, other.number) for other in body]
            body = []
        if title is not None and is_title:
            begun = True
            _title(record, title, line)
        elif line.text.startswith("#") and heading:
            begun = True
            configuring = heading["name"].casefold() == "configuration"
            _note_empty(record, empty, line)
            empty = line if heading["points"] and "++" not in heading["name"] else None
            if unit_line(line._replace(text=line.text.lstrip("# "))) and not heading["points"]:
                record.unread.append(Word(line.text, line.number))
            headings.append(Word(heading["name"], line.number))
            if "++" in heading["name"] and heading["points"]:
                record.total = number_in(heading["points"])
        elif line.text.startswith("Created with "):
            ended = True
        elif ended:
            record.unread.append(Word(line.text, line.number))
        elif configuring and not unit_line(line):
            configured(record, line)
        elif not (begun or line.bullet or unit_line(line)):
            record.unread.append(Word(line.text, line.number))
        else:
            configuring, empty = False, None
            body.append(line)
    _note_empty(record, empty)
    BodyReader(record, per_model=True).read(before_another(record, body))
    mark_allied(record.units, headings)
    return record


def _note_empty(record: ListRecord, heading: Line | None, following: Line | None = None) -> None:
    """A heading that states points and has no units is no heading. ``following``: another one, which may stand in it."""
    if heading is None:
        return
    deeper = following is not None and _level(following) > _level(heading)
    if not deeper:
        record.unread.append(Word(heading.text, heading.number))


def _level(heading: Line) -> int:
    return len(heading.text) - len(heading.text.lstrip("#"))


def read_simple(text: str, name: str = "") -> ListRecord:
    """The record of the short form: one unit a line, nothing else."""
    record = ListRecord("nr-simple", ("wh40k-10e", "wh40k-11e"))
    BodyReader(record).read(before_another(record, lines_of(text, name)))
    return record


def _title(record: ListRecord, title: re.Match[str], line: Line) -> None:
    """Catalogue, name of the list and total. The catalogue's name may hold dashes: only the data tell where it ends."""
    record.header.append(Word(title["name"].strip(" -"), line.number))
    record.name = title["name"].strip(" -").rsplit(" - ", 1)[-1]
    record.total = number_in(title["points"])


def configured(record: ListRecord, line: Line) -> None:
    """Reads a line below the heading of the settings."""
    found = CHOICE.match(line.text.lstrip("• "))
    label, value = (found["label"], found["value"]) if found else ("", None)
    if label.casefold() == "battle size" and value:
        size = SIZE.match(value)
        named = Word(size["name"] if size else value, line.number)
        record.play(Word(line.text, line.number), named, number_in(size["points"]) if size else None)
    elif label.casefold() in {"detachment", "detachments"} and value:
        record.detachments.append(Word(value, line.number))
    elif label and value:
        record.choices.append((label, Word(value, line.number)))
        if label.casefold() == "force disposition":
            record.systems = ("wh40k-11e",)
    elif not label:
        record.unread.append(Word(line.text, line.number))
