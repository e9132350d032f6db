"""Reads New Recruit's texts with a "+++" header: WTC-compact, WTC-full, and those in the style of the GW app."""

from __future__ import annotations

import re

from listbuilder.exchange.reading.body import BodyReader, unit_line
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.text import Line, lines_of, number_in

FIELD = re.compile(r"^\+ ?(?P<key>[A-Z][A-Z ]+?)\s*:\s*(?P<value>.*)$")
RULER = re.compile(r"^\++$")
FOOTER = re.compile(r"^Created with ", re.IGNORECASE)
WITH = re.compile(r"^\s*\d+ with ")


def read(text: str, name: str = "") -> ListRecord:
    """The record of an exported text. Raises `InputError` where it is absurdly large."""
    record = ListRecord("nr-gw", ("wh40k-10e", "wh40k-11e"))
    body: list[Line] = []
    ended = False
    for line in lines_of(text, name):
        if line.text.startswith("+") or (line.text.startswith("& ") and not body):
            _field(record, line)
        elif FOOTER.match(line.text):
            ended = True
        elif ended:
            record.unread.append(Word(line.text, line.number))
        else:
            body.append(line)
    record.format = _style(body)
    BodyReader(record).read(body)
    if any(unit.leads or unit.joined or unit.role for unit in record.units):
        record.systems = ("wh40k-11e",)
    return record


def _field(record: ListRecord, line: Line) -> None:
    found = FIELD.match(line.text)
    if not found:
        return
    key, value = found["key"].strip(), found["value"].strip()
    word = Word(value, line.number)
    match key:
        case "FACTION KEYWORD":
            record.faction = word
        case "DETACHMENT" if value:
            record.detachments.append(word)
        case "TOTAL ARMY POINTS":
            record.total = number_in(value)
        case "POINTS LIMIT":
            record.limit = number_in(value)
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
