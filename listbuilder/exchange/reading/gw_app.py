"""Reads the text that the Games Workshop app exports, with or without its footer, in either dialect.

The lines of the header come in any order and some may be missing, so they are told by their shape.
"""

from __future__ import annotations

import re

from listbuilder.exchange.reading.another import SIZE, TITLE, before_another
from listbuilder.exchange.reading.body import BodyReader
from listbuilder.exchange.reading.record import ListRecord, Word
from listbuilder.exchange.reading.shapes import SECTIONS, UNIT, unit_line
from listbuilder.exchange.reading.spelling import heading
from listbuilder.exchange.reading.text import Line, lines_of, number_in
from listbuilder.exchange.reading.wordless import worded
from listbuilder.expressions import expression

FOOTER = expression(
    r"^(?:E[xs]port\w+ (?!list)[^()]*?v?(?P<app>[\d.]+|appVersion) \(\d+\)(?:.*\bv(?P<data>\d+))?|END OF ROSTER|Created with )",
    re.IGNORECASE,
)
DETACHMENT_POINTS = expression(r"^(?P<names>.+?) \(\d+ (?:Detachment Points?|Points? de Détachement)\)$", re.IGNORECASE)
DISPOSITION = expression(r"^(?:Force )?Dispositions?\s?: ?(?P<names>.+)$", re.IGNORECASE)
LABELLED = expression(
    r"^(?:(?P<faction>(?:(?:army |main |primary )?faction(?: keyword)?|army|armée|armee|fraktion|codex)(?: used)?)"
    r"|(?P<detachment>(?:army )?(?:d[ée]tachements?|detachments?|destacamentos?)(?: rules?)?(?: used)?)"
    r"|(?P<total>total(?: army)? points|army points|points total|total)"
    r"|(?P<limit>(?:battle |game |army )?size|points? limit|limit|points))\s?[:=] ?(?P<value>.+)$",
    re.IGNORECASE,
)
POINTS = expression(r"^(?P<points>\d[\d.,\s]*+)(?:points?|pts)?(?: (?:limit|game|list))?$", re.IGNORECASE)
SIZED = expression(r"^(?P<name>[^\d()]*[^\d()\s-])[\s-]+(?P<points>\d[\d.,]*+) ?(?:points?|pts)?$", re.IGNORECASE)
DISPOSITIONS = frozenset(
    ("purge the foe", "reconnaissance", "take and hold", "priority assets", "disruption")
)  # of 11th edition, which may stand alone on a line
FIRST_OF_11TH = 800  # data version
SIZES = 500  # points that sizes of games are multiples of


def read(text: str, name: str = "") -> ListRecord:
    """The record of an exported text. Raises `InputError` where it is absurdly large."""
    record = ListRecord("gw-app", ("wh40k-10e", "wh40k-11e"))
    lines = lines_of(worded(text), name)
    start = next((n for n, line in enumerate(lines) if _begins(line)), None)
    if start is None:
        start = _first_unit(lines)
    _Header(record).read(lines[:start])
    body: list[Line] = []
    ended = False
    for line in before_another(record, lines, start)[start:]:
        footer = FOOTER.match(line.text)
        if footer:
            ended = True
            if footer["data"]:
                record.systems = ("wh40k-11e",) if int(footer["data"]) >= FIRST_OF_11TH else ("wh40k-10e",)
        elif (total := _total(line)) is not None and record.total is None:
            record.total = total
        elif ended:
            record.unread.append(Word(line.text, line.number))
        else:
            body.append(line)
    BodyReader(record).read(body)
    if any(unit.role or unit.group for unit in record.units):
        record.systems = ("wh40k-11e",)
    return record


def _total(line: Line) -> int | None:
    """What a line below the units states as their sum: "Total: 365 points"."""
    found = LABELLED.match(line.text)
    points = POINTS.match(found["value"].strip()) if found and found["total"] else None
    return number_in(points["points"]) if points else None


def _begins(line: Line) -> bool:
    return not line.bullet and heading(line.text) in SECTIONS


def _first_unit(lines: list[Line]) -> int:
    """Where units start in a list without sections: at the first unit that something stands below, else at the first line with
    points that are neither the battle size's nor about the sum of those below it, as a title's are."""
    priced = [place for place, line in enumerate(lines) if unit_line(line) and not SIZE.match(line.text)]
    if len(priced) == 1 and sum(line.bullet != "" and UNIT.match(line.text) is not None for line in lines) > 1:
        return priced[0] + 1  # a title above units that all have bullets
    held = next((place for place in priced if place + 1 < len(lines) and lines[place + 1].bullet), None)
    if held is not None:
        return held
    points = [number_in(found["points"]) or 0 for place in priced if (found := unit_line(lines[place]))]
    is_apart = priced[:1] == [0] or (len(priced) > 1 and priced[1] > priced[0] + 1)
    has_title = is_apart and (len(points) == 1 or _is_sum(points[0], sum(points[1:])))
    return next(iter(priced[has_title:]), len(lines))


def _is_sum(points: int, units: int) -> bool:
    """Whether points are those of a title above units of so many, and no unit's: their sum, or a size of game."""
    return 10 * units <= 10 * points <= 11 * units or (points > 0 and points % SIZES == 0)


def _unwrapped(lines: list[Line]) -> list[Line]:
    """The lines of a header, those that break off in an enumeration with the rest of it."""
    found: list[Line] = []
    for line in lines:
        if found and found[-1].text.endswith(",") and not (line.bullet or line.after_blank):
            found[-1] = found[-1]._replace(text=f"{found[-1].text} {line.text}")
        else:
            found.append(line)
    return found


class _Header:
    def __init__(self, record: ListRecord) -> None:
        self.record = record
        self.loose: list[Line] = []

    def read(self, lines: list[Line]) -> None:
        for line in _unwrapped(lines):
            self._line(line)
        self.record.header += [Word(line.text, line.number) for line in self.loose]

    def _line(self, line: Line) -> None:
        record, text = self.record, line.text
        labelled = LABELLED.match(text)
        if labelled and labelled["detachment"] and not DETACHMENT_POINTS.match(labelled["value"]):
            record.detachments.append(Word(labelled["value"].strip(), line.number))
            return
        if labelled:
            line = line._replace(text=labelled["value"].strip())
            text = line.text
        if self._states_points(line, labelled):
            return
        size, title = SIZE.match(text), TITLE.match(text)
        detachments, disposition = DETACHMENT_POINTS.match(text), DISPOSITION.match(text)
        if size:
            record.play(Word(line.text, line.number), Word(size["name"], line.number), number_in(size["points"]))
        elif detachments:
            record.detachments.append(Word(detachments["names"], line.number))
            record.systems = ("wh40k-11e",)
        elif disposition or text.casefold() in DISPOSITIONS:
            value = disposition["names"] if disposition else text
            record.choices.append(("Force Disposition", Word(value, line.number)))
            record.systems = ("wh40k-11e",)
        elif title and self._is_limit(title):
            record.play(Word(line.text, line.number), Word(title["name"], line.number), number_in(title["points"]))
        elif title:
            name = TITLE.match(title["name"])  # a second total before the one that counts
            self._total(line, number_in(title["points"]) or 0)
            if line.number not in {one.line for one in record.contrary}:
                record.name = name["name"] if name else title["name"]
                record.title = Word(record.name, line.number)
        else:
            self.loose.append(line)

    def _states_points(self, line: Line, labelled: re.Match[str] | None) -> bool:
        """Whether a line states the points of the army or of the game, and nothing else."""
        record, stated = self.record, Word(line.text, line.number)
        points, sized = POINTS.match(line.text), SIZED.match(line.text)
        label = ((labelled["limit"] or "") if labelled else "").casefold()
        number = number_in(points["points"]) if points else None
        if points and labelled and labelled["total"]:
            record.total = number
        elif sized and label:
            record.play(stated, Word(sized["name"], line.number), number_in(sized["points"]))
        elif not points or (line.text.isdigit() and not label):
            return False
        elif record.limit is None or label not in {"", "points"}:
            record.play(stated, None, number)
        elif number != record.limit:  # below the game's the points are those of the army
            record.cost(stated, number)
        return True

    def _total(self, line: Line, points: int) -> None:
        """Notes what a title states: below a size of game it is what the army really has, below other points another line's."""
        known = self.record.total or 0
        if known and known % SIZES == 0 and 2 * points >= known:
            self.record.total = points
        else:
            self.record.cost(Word(line.text, line.number), points)

    def _is_limit(self, title: re.Match[str]) -> bool:
        """Whether points below those of the title are those of the game, whatever its size is called in another language."""
        points, total = number_in(title["points"]) or 0, self.record.total or 0
        return self.record.limit is None and points % SIZES == 0 and points >= total > 0 and bool(title["name"])
