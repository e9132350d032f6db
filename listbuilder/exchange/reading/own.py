"""Reads the texts that this program writes of lists whose game none of the imitated formats is made for.

They say in labelled lines what game they are for, and their units stand below the names of their forces. The units themselves are
written as in the imitated format.
"""

from __future__ import annotations

import re

from listbuilder.engine.numbers import parse
from listbuilder.exchange.reading.body import BodyReader
from listbuilder.exchange.reading.outline import LIMIT, OutlineReader, is_outline
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.text import Line, lines_of
from listbuilder.expressions import expression

GAME = "Game System"
FIELDS = (GAME, "Faction", "Formation", "Battle Size", "Points Limit", LIMIT)  # in the order in which they are written
FIELD = expression(rf"^(?:\+ )?(?P<label>{'|'.join(FIELDS)}): (?P<value>.*)$", re.IGNORECASE)
CHOICE = expression(r"^(?:\+ )?(?P<label>[^:+&#•()\[\]]+): (?P<value>.+)$")  # a label that the game has, among those
NAME = expression(r"^\+ LIST NAME: (?P<name>.*)$")
TITLE = expression(r"^(?:# )?(?P<name>.*?) [(\[](?P<number>\d[\d.]*) (?P<what>\w+)[)\]]$")
TOTAL = expression(r"^\+ TOTAL ARMY POINTS: (?P<number>\d[\d.]*)pts$")
HEADING = expression(r"^#+ (?P<name>.*?)(?: \[\d[\d.]* \w+\])?$")
MORE = ("+", "& ")  # starts of what the header repeats of the units
ENDS = "Created with "
MODELS = frozenset(("model", "models"))


def read(text: str, name: str = "") -> ListRecord:
    """The record of such a text. Raises `InputError` where it is absurdly large."""
    record = ListRecord("listbuilder")
    lines = lines_of(text, name, as_written=True)
    first = next((place for place, line in enumerate(lines) if FIELD.match(line.text)), len(lines))
    place, last = 0, _last_field(lines, first)
    while place < len(lines) and (place < last or FIELD.match(lines[place].text) or lines[place].text.startswith(MORE)):
        _head(record, lines[place], among_fields=place < last)
        place += 1
    body: list[Line] = []
    for line in lines[place:]:
        found = FIELD.match(line.text)
        if found and found["label"].casefold() == GAME.casefold():
            record.another = Word(line.text, line.number)
            break
        if not line.text.startswith(ENDS):
            heading = HEADING.match(line.text)
            body.append(line._replace(text=heading["name"], after_blank=True) if heading else line)
    if is_outline(body):
        OutlineReader(record).read(body)
        return record
    marked = any(line.text.startswith("#") for line in lines)
    inline = marked or any(line.text.startswith("+") for line in lines[:place])
    BodyReader(record, per_model=marked, own=True, inline=inline).read(body)
    return record


def _last_field(lines: list[Line], first: int) -> int:
    """The place of the last of the fields that follow each other from the first one on, choices between them."""
    last = first
    for place in range(first, len(lines)):
        if FIELD.match(lines[place].text):
            last = place
        elif not CHOICE.match(lines[place].text):
            break
    return last


def _head(record: ListRecord, line: Line, *, among_fields: bool) -> None:
    """A line of the header: the title, or what is labelled; choices of the army stand among the fields."""
    field, title, total = FIELD.match(line.text), TITLE.match(line.text), TOTAL.match(line.text)
    name = NAME.match(line.text)
    if field:
        _field(record, field["label"].casefold(), Word(field["value"].strip(), line.number))
    elif name or title:
        record.name = (name or title)["name"]  # type: ignore[index]
        if title and title["what"] not in MODELS:
            record.total = parse(title["number"])
    elif total:
        record.total = parse(total["number"])
    elif among_fields and record.game is not None and (choice := CHOICE.match(line.text)):
        record.choices.append((choice["label"].strip(), Word(choice["value"].strip(), line.number)))
    elif not line.text.startswith(MORE):
        record.unread.append(Word(line.text, line.number))


def _field(record: ListRecord, label: str, word: Word) -> None:
    match FIELDS.index(next(one for one in FIELDS if one.casefold() == label)):
        case 0:
            record.game = word
        case 1:
            record.belong(word, word)
        case 2:
            record.detachments.append(word)
        case 3:
            record.play(word, word, None)
        case 4:
            record.play(word, None, parse(word.text))
        case _:
            number, _, cost = word.text.partition(" ")
            limit = parse(number)
            if limit is None:
                record.unread.append(word)
            else:
                record.limits.append((cost, limit))
