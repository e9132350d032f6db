"""Reads List Forge's texts: the plain one, and the template of tournaments with its block of labelled lines."""

from __future__ import annotations

import re

from listbuilder.exchange.reading.another import before_another
from listbuilder.exchange.reading.body import BodyReader
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.shapes import SECTIONS, unit_line
from listbuilder.exchange.reading.text import Line, lines_of, number_in, split_items
from listbuilder.expressions import expression

TITLE = expression(
    r"^(?=.+? - (?!\s*[(\[]))(?P<names>.+?)(?<!\s)\s*+[(\[](?P<points>[\d.,]++) ?(?:points?|pts)[)\]]$", re.IGNORECASE
)
FIELD = expression(r"^(?P<key>[A-Z][A-Za-z ]+?)(?: \([^)]*\))?:\s*(?P<value>.*)$")
RULER = expression(r"^[+\-=]{5,}$")


def read(text: str, name: str = "") -> ListRecord:
    """The record of an exported text. Raises `InputError` where it is absurdly large."""
    record = ListRecord("listforge-text", ("wh40k-10e", "wh40k-11e"))
    body: list[Line] = []
    for line in lines_of(text, name):
        begun = bool(body) or line.text.rstrip(":").casefold() in SECTIONS
        if body and line.text.count(" - ") > 1 and TITLE.match(line.text) and not line.bullet:
            record.another = Word(line.text, line.number)
            break
        if begun or (unit_line(line) and not TITLE.match(line.text)):
            body.append(line)
        else:
            _header(record, line)
    BodyReader(record).read(before_another(record, body))
    return record


def _header(record: ListRecord, line: Line) -> None:
    title, field = TITLE.match(line.text), FIELD.match(line.text)
    if title:
        parts = title["names"].split(" - ")
        record.name, record.total = parts[0], number_in(title["points"])
        record.header += [Word(part, line.number) for part in parts[1:]]
    elif field:
        _field(record, field["key"].casefold(), Word(field["value"].strip(), line.number))
    elif not RULER.match(line.text):
        record.header.append(Word(line.text, line.number))


def _field(record: ListRecord, key: str, value: Word) -> None:
    match key:
        case "factions used" if value.text:
            record.faction = Word(split_items(value.text)[0], value.line)
        case "detachment rule" | "detachment" if value.text:
            record.detachments.append(value)
        case "army points":
            record.total = number_in(value.text)
        case "list name":
            record.name = value.text
