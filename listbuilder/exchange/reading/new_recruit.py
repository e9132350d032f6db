"""Reads New Recruit's texts with a "+++" header: WTC-compact, WTC-full, and those in the style of the GW app."""

from __future__ import annotations

import re

from listbuilder.exchange.reading.another import before_another
from listbuilder.exchange.reading.body import BodyReader
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.repeated import Repeated
from listbuilder.exchange.reading.shapes import unit_line
from listbuilder.exchange.reading.text import Line, lines_of, number_in
from listbuilder.expressions import expression

FIELD = expression(r"^\+ ?(?P<key>[A-Z][A-Z ]+?)\s*:\s*(?P<value>.*)$", re.IGNORECASE)
RULER = expression(r"^[+ ]+$")
BEFORE = expression(r"^[+& ]+")
FOOTER = expression(r"^Created with ", re.IGNORECASE)
KEYS = frozenset(("FACTION KEYWORD", "DETACHMENT", "TOTAL ARMY POINTS", "LIST NAME", "POINTS LIMIT", "NUMBER OF UNITS"))
WITH = expression(r"^\s*\d+ with ")


def read(text: str, name: str = "") -> ListRecord:
    """The record of an exported text. Raises `InputError` where it is absurdly large."""
    record = ListRecord("nr-gw", ("wh40k-10e", "wh40k-11e"))
    body: list[Line] = []
    repeated = Repeated()
    begun = ended = False  # the header, the list
    for line in lines_of(text, name):
        is_field = _is_field(line, in_header=not body)
        if is_field and (body or ended):
            record.another = Word(line.text, line.number)
            break
        if is_field:
            begun = True
            if not repeated.takes(line):
                _field(record, line)
        elif FOOTER.match(line.text):
            ended = True
        elif ended or not begun:
            record.unread.append(Word(line.text, line.number))
            if not begun and line.bullet:
                record.another = record.unread[0]
        else:
            body.append(_bulleted(line))
    record.format = _style(body)
    BodyReader(record).read(before_another(record, body))
    repeated.apply(record)
    if any(unit.leads or unit.joined or unit.role for unit in record.units):
        record.systems = ("wh40k-11e",)
    return record


def _is_field(line: Line, *, in_header: bool) -> bool:
    """Whether a line is one of the header."""
    if in_header:
        return line.text.startswith(("+", "& "))
    found = FIELD.match(line.text)
    return found is not None and found["key"].strip().upper() in KEYS


def _bulleted(line: Line) -> Line:
    """The line, where a plus stands for a bullet."""
    return line._replace(bullet="+", text=line.text[2:]) if line.text.startswith("+ ") else line


def _field(record: ListRecord, line: Line) -> None:
    found = FIELD.match(line.text)
    if not found or unit_line(line._replace(text=BEFORE.sub("", line.text))):
        if not RULER.match(line.text):
            record.unread.append(Word(line.text, line.number))
        return
    key, value = found["key"].strip().upper(), found["value"].strip()
    word = Word(value, line.number)
    match key:
        case "FACTION KEYWORD":
            record.belong(Word(line.text, line.number), word)
        case "DETACHMENT" if value:
            record.detachments.append(word)
        case "TOTAL ARMY POINTS":
            record.total = number_in(value)
        case "POINTS LIMIT":
            record.play(Word(line.text, line.number), None, number_in(value))
        case "LIST NAME":
            record.name = value
        case "FORCE DISPOSITION":
            record.choices.append(("Force Disposition", word))
            record.systems = ("wh40k-11e",)


def _style(lines: list[Line]) -> str:
    """Which of the three styles the units are written in."""
    units = [place for place, line in enumerate(lines) if unit_line(line)]
    if any(re.search(r"\):\s", lines[place].text) for place in units):
        return "nr-wtc-compact"
    if any(WITH.match(line.text) for line in lines):
        return "nr-wtc-full"
    return "nr-gw"
