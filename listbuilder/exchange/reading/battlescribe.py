"""Reads the text that BattleScribe exports: forces between `++`, categories between `+`, units with all their costs in brackets,
what is below them behind dots."""

from __future__ import annotations

import re

from listbuilder.exchange.reading.body import BodyReader, mark_allied
from listbuilder.exchange.reading.nr_markdown import configured
from listbuilder.exchange.reading.record import ForceRecord, ListRecord, Word
from listbuilder.exchange.reading.shapes import COUNTED, unit_line
from listbuilder.exchange.reading.text import Line, lines_of, number_in
from listbuilder.expressions import expression

FORCE = expression(
    r"^\+\+ (?P<name>[^()\[\]]+?)(?: \((?P<catalogue>[^()]+(?:\([^()]*\)[^()]*)?)\))?(?: \[(?P<costs>[^\[\]]*)\])? \+\+$"
)
CATEGORY = expression(r"^\+ (?P<name>[^+\[\]]+?)(?: \[[^\[\]]*\])? \+$")
TOTAL = expression(r"^\+\+ Total: \[(?P<costs>[^\[\]]*)\] \+\+$", re.IGNORECASE)
COSTS = expression(r" ?\[(?P<costs>[^\[\]]*\d[^\[\]]*)\]")
POINTS = expression(r"(?<![\w.])(?P<points>\d[\d.,]{0,12}+) ?(?:pts|points?)(?!\w)", re.IGNORECASE)
DOTS = expression(r"^(?P<dots>(?:\. ?)++)(?P<text>\S.*)$")
ENDS = expression(r"^Created with BattleScribe", re.IGNORECASE)
ARMY = "army roster"  # what the force of an army is called since the 10th edition
OF_40K = ("wh40k-10e", "wh40k-11e")
OLDER = ("wh40k-9e",)


def read(text: str, name: str = "") -> ListRecord:
    """The record of an exported text. Raises `InputError` where it is absurdly large."""
    record = ListRecord("battlescribe", OF_40K)
    body: list[Line] = []
    headings: list[Word] = []
    configuring = ended = False
    reader = BodyReader(record)
    for line in lines_of(text, name, as_written=True):
        force, category, total = FORCE.match(line.text), CATEGORY.match(line.text), TOTAL.match(line.text)
        if total:
            record.total = _points(total["costs"])
        elif force:
            _close(record, reader, body)
            body = []
            if ended or (record.faction is not None and not record.forces):
                record.another = Word(line.text, line.number)
                break
            _force(record, force, line.number)
            headings.append(Word(force["name"], line.number))
        elif category:
            configuring = "configuration" in category["name"].casefold()
            headings.append(Word(category["name"], line.number))
        elif ENDS.match(line.text):
            ended = True
        elif ended:
            record.unread.append(Word(line.text, line.number))
        elif line := _plain(line):
            if configuring and not unit_line(line):
                configured(record, line)
            else:
                body.append(line)
    _close(record, reader, body)
    mark_allied(record.units, headings)
    return record


def _close(record: ListRecord, reader: BodyReader, body: list[Line]) -> None:
    """Reads what stands in a force, with its settings."""
    units, choices = len(record.units), sum(len(force.settings) for force in record.forces)
    reader.unit = None
    reader.read(body)
    if record.forces:
        record.forces[-1].settings = record.choices[choices:]
        for unit in record.units[units:]:
            unit.force = len(record.forces) - 1


def _force(record: ListRecord, force: re.Match[str], line: int) -> None:
    catalogue = (force["catalogue"] or "").strip()
    if catalogue and record.faction is None:
        record.faction = Word(catalogue, line)
    if force["name"].casefold() != ARMY:
        record.systems = OLDER
        record.forces.append(ForceRecord(_uncosted(force["name"]), catalogue, line=line))
    if force["costs"]:
        record.total = (record.total or 0) + (_points(force["costs"]) or 0) or None


def _uncosted(name: str) -> str:
    """The name of a force without the command points behind it: "Battalion Detachment 0CP"."""
    return re.sub(r" -?\d{1,2} ?CP$", "", name)


def _points(costs: str) -> int | None:
    found = POINTS.search(costs)
    return number_in(found["points"]) if found else None


def _plain(line: Line) -> Line:
    """A line with points as its only cost, and with a bullet and indentation in place of dots."""
    dotted = DOTS.match(line.text)
    text = dotted["text"] if dotted else line.text
    text = COSTS.sub(lambda found: "" if (points := _points(found["costs"])) is None else f" [{points} pts]", text)
    if dotted:
        text = text if COUNTED.match(text) or ": " not in text else f"1x {text}"  # of a single model no count is stated
        return line._replace(text=text, bullet="•", indent=2 * dotted["dots"].count("."), after_blank=False)
    return line._replace(text=text)
