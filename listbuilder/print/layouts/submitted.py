"""A list on the sheet that is handed in: set for reading, or word by word as the event takes it. It is a pile of small blocks,
which fill columns in type as large as there is room for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from reportlab.pdfgen.canvas import Canvas

from listbuilder.army.prices import price_of
from listbuilder.army.records import Unit
from listbuilder.expressions import expression
from listbuilder.i18n import _, number
from listbuilder.print.bearers import models_of
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import loadout
from listbuilder.print.headings import force_points, roles
from listbuilder.print.kit.blocks import Beside, Block, Gap, HairRule, Padded, Prose, Stack
from listbuilder.print.kit.forms import GroupKey, dotted
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import COLUMN_RULE, THIN, TOTAL_RULE, mm
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import prose
from listbuilder.print.kit.typeset import Span
from listbuilder.replacing import replace
from listbuilder.rules.formation import whole

_PRICED = expression(r"[^(\[]*[(\[]\d[^)\]]*[)\]]")
_INDENT, _DEEPER = 4 * mm, 8 * mm
_AT = Style(9, strong=True)
_TEXT = Style(8)
_TOTAL = Style(12, strong=True)


@dataclass(frozen=True, slots=True)
class Density:
    """How tightly a list is set: columns, size of the type in points, space above a unit."""

    columns: int
    size: float
    apart: float


DENSITIES = (
    Density(1, 8.5, 1.3 * mm), Density(1, 8, 0.6 * mm), Density(1, 7.5, 0.3 * mm), Density(1, 7, 0.2 * mm),
    Density(2, 8, 0.6 * mm), Density(2, 7.5, 0.3 * mm), Density(2, 7, 0.2 * mm),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Dotted:
    """Words with a figure at the right and dots between them."""

    words: Prose
    figure: Prose

    def _room(self, width: float) -> float:
        return width - max((line.width for line in self.figure.lines(width)), default=0.0) - 3 * mm

    def height(self, width: float) -> float:
        return self.words.height(self._room(width))

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        room = self._room(width)
        lines = self.words.lines(room)
        self.words.draw(canvas, x, top, room)
        last = self.words.height(room) - self.words.height(room) / len(lines)
        self.figure.draw(canvas, x, top - last, width)
        start = lines[-1].width + 1.2 * mm
        if room + 1.8 * mm > start:
            dotted(canvas, x + start, top - last - self.words.first_baseline(room), room + 1.8 * mm - start)


def set_list(briefing: Briefing, look: Look, density: Density) -> list[Block]:
    """The list for reading: units under their headings with points, marks and wargear, and the total."""
    blocks: list[Block] = []
    for heading, members in roles(briefing):
        points = [one for one in (price_of(briefing.army, unit) for unit in members) if one is not None]
        own = force_points(briefing, members) if briefing.army.has_points else 0
        figure = number(whole(sum(points) + own), grouped=True) if points else ""
        entries = [_unit(briefing, unit, density) for unit in members]
        if heading and entries:  # which is never left alone at the foot of a column
            key: list[Block] = [HairRule(THIN), GroupKey(look, heading, figure), HairRule(COLUMN_RULE)]
            first = Stack([Gap(1.2 * mm), *key, entries[0]])
            entries[0] = first
        blocks += entries
    if briefing.army.has_points:
        total = Beside(
            [prose(_("Total"), _TOTAL), prose(number(briefing.army.points, grouped=True), _TOTAL, "right")], [0, 0]
        )
        blocks.append(
            Stack([HairRule(TOTAL_RULE, above=2 * mm, below=1 * mm), Padded(total, left=_INDENT, right=2 * mm)])
        )
    return blocks


def _unit(briefing: Briefing, unit: Unit, density: Density) -> Block:
    head, text = (
        replace(_AT, size=max(density.size, 8.0)),
        replace(_TEXT, size=density.size - 0.5 if density.size > 7.5 else density.size),
    )
    models = models_of(unit, briefing.vocabulary)
    many = f"{models}× " if models > 1 else ""
    name = [Span(many + briefing.local(unit.datasheet), head)]
    if unit.name != unit.datasheet:
        name.append(Span(f"  {briefing.local(unit.name)}", text))
    amount = price_of(briefing.army, unit)
    rows: list[Block] = [
        Dotted(
            Prose(name, leading=1.15),
            prose("" if amount is None else number(amount, grouped=True), head, "right", 1.15),
        )
    ]
    marks = " · ".join(briefing.marks(unit))
    lines = [marks] if marks else []
    carried = list(loadout(unit, briefing.local))
    alone = unit.model_count == 1 and len(carried) == 1
    lines += [wargear.removeprefix(": ") if alone else carrier + wargear for carrier, wargear in carried]
    rows += [Padded(prose(line, text, leading=1.15), left=_DEEPER - _INDENT) for line in lines if line]
    return Padded(Stack(rows), left=_INDENT, right=2 * mm, top=density.apart)


def set_text(text: str, density: Density) -> list[Block]:
    """The text of the list as it is, paragraph by paragraph: lines that begin at the margin stand out."""
    lines = [line.rstrip().expandtabs(4) for line in text.strip("\n").splitlines()]
    blocks: list[Block] = []
    for is_text, group in groupby(lines, key=bool):
        found = list(group)
        if not is_text:
            blocks.append(Gap(density.apart))
            continue
        blocks += _kept_together([_line(line, density.size) for line in found])
    return blocks


def _line(line: str, size: float) -> Block:
    """A line, strong up to the points that it states at the margin, or as a whole where it is in capitals."""
    inner = line.lstrip()
    indent, style = len(line) - len(inner), Style(size)
    priced = _PRICED.match(inner) if not indent else None
    end = priced.end() if priced else len(inner) * (not indent and inner.isupper())
    spans = [Span(inner[:end], style.bold()), Span(inner[end:], style)]
    return Padded(Prose([span for span in spans if span.text], leading=1.18), left=min(indent, 12) * size * 0.28)


def _kept_together(lines: Sequence[Block]) -> Iterator[Block]:
    """A line that stands out with the next one, so that a column does not end behind a heading."""
    if len(lines) < 2:
        yield from lines
        return
    yield Stack(lines[:2])
    yield from lines[2:]


def filled(blocks: Sequence[Block], width: float, room: float) -> tuple[list[Block], list[Block]]:
    """The blocks that fit below each other, and the rest."""
    used = 0.0
    for index, block in enumerate(blocks):
        used += block.height(width)
        if used > room + 0.01:
            return list(blocks[:index]), list(blocks[index:])
    return list(blocks), []
