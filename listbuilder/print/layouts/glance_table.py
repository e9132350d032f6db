"""Units with their figures as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.glance import Glance, Row
from listbuilder.print.kit.blocks import Block, Prose, Stack, draw_rule
from listbuilder.print.kit.forms import dotted
from listbuilder.print.kit.inline import Inline
from listbuilder.print.kit.measures import COLUMN_RULE, TABLE_RULE, THIN, mm
from listbuilder.print.kit.tags import Tag, tagged
from listbuilder.print.kit.theme import KEYWORDS, ROW_TEXT, WEAPON_FIGURE, WEAPON_NAME, prose, small_label
from listbuilder.print.kit.typeset import Span, text_width

_WIDE = 1e6
GLANCE_HEAD, GLANCE_ROW = 5 * mm, 4.35 * mm


class Measures:
    """What all parts of a table measure alike, worked out once: a long table is tried on the page in many ways."""

    _LEAST = 6.6 * mm

    def __init__(self, glance: Glance, *, named: bool) -> None:
        self.glance = glance
        self.named = named
        self._heights: dict[float, list[float]] = {}

    def heights(self, width: float) -> list[float]:
        """The heights of all rows: a long name takes two lines."""
        if width not in self._heights:
            room = width - sum(self.widths)
            self._heights[width] = [self._height(row, room) for row in self.glance.rows]
        return self._heights[width]

    def _height(self, row: Row, room: float) -> float:
        return max(GLANCE_ROW, self.words(row).height(room - self.indent(row) - mm) + 0.9 * mm)

    def words(self, row: Row) -> Block:
        """The name of a unit, with what else names it."""
        name = Prose([Span(row.name, ROW_TEXT if row.further else WEAPON_NAME)], leading=1.1)
        more = " · ".join(filter(None, (row.sheet, row.weapon))) if self.named else ""
        return Stack([name, prose(more, KEYWORDS, leading=1.1)]) if more else name

    def indent(self, row: Row) -> float:
        """How far a name stands from the edge."""
        return 4 * mm if row.further else mm

    @cached_property
    def widths(self) -> list[float]:
        """Of the columns of figures, as their longest entry needs it."""
        columns = [*zip(*((*row.tough, *row.best) for row in self.glance.rows), strict=True)]
        heads = (*self.glance.tough, *self.glance.best)
        return [
            max(
                self._LEAST,
                small_label(head).lines(_WIDE)[0].width + 1.4 * mm,
                *(text_width(text, WEAPON_FIGURE) + 1.8 * mm for text in set(column)),
            )
            for column, head in zip(columns, heads, strict=True)
        ]


@dataclass(frozen=True)
class GlanceTable:
    """Units with their figures, in one column of a page: the rows from ``start`` to ``stop``."""

    title: str
    measures: Measures
    start: int
    stop: int

    @classmethod
    def of(cls, glance: Glance, title: str, *, named: bool = False) -> GlanceTable:
        """The table of all rows. ``named``: whether the datasheets of units with a name of their own and the best weapons stand
        there by name."""
        return cls(title, Measures(glance, named=named), 0, len(glance.rows))

    def part(self, start: int, stop: int) -> GlanceTable:
        """Other rows of the same table."""
        return GlanceTable(self.title, self.measures, start, stop)

    @property
    def glance(self) -> Glance:
        return self.measures.glance

    @property
    def rows(self) -> Sequence[Row]:
        return self.glance.rows[self.start : self.stop]

    def height(self, width: float) -> float:
        return GLANCE_HEAD + sum(self.row_heights(width))

    def row_heights(self, width: float) -> list[float]:
        """The heights of its rows."""
        return self.measures.heights(width)[self.start : self.stop]

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        rows, wide, heights = self.rows, self.measures.widths, self.row_heights(width)
        room = width - sum(wide)
        split = x + room + sum(wide[: len(self.glance.tough)])
        low = top - GLANCE_HEAD - sum(heights)
        draw_rule(canvas, x, top, width, TABLE_RULE)
        draw_rule(canvas, x, top - GLANCE_HEAD, width, COLUMN_RULE)
        if self.glance.best:
            canvas.setLineWidth(COLUMN_RULE)
            canvas.line(split, top, split, low)
        with tagged(canvas, "Table"):
            self._heads(canvas, x, top, room, wide)
            top -= GLANCE_HEAD
            for row, high in zip(rows, heights, strict=True):
                self._row(canvas, x, top, (room, wide), row, high)
                top -= high
                if row is not rows[-1]:
                    dotted(canvas, x, top, width)
        draw_rule(canvas, x, low, width, THIN)

    def _heads(self, canvas: Canvas, x: float, top: float, room: float, wide: Sequence[float]) -> None:
        heads = [small_label(text, "centre") for text in (*self.glance.tough, *self.glance.best)]
        with tagged(canvas, "TR"):
            with tagged(canvas, "TH", scope="Column"):
                Inline([Span(self.title, WEAPON_NAME)]).draw(canvas, x + mm, top - 0.7 * mm, room - mm)
            self._cells(canvas, x + room, top - 1.1 * mm, wide, heads, "TH")

    def _row(
        self, canvas: Canvas, x: float, top: float, widths: tuple[float, Sequence[float]], row: Row, high: float
    ) -> None:
        room, wide = widths
        indent, name = self.measures.indent(row), self.measures.words(row)
        figures = [prose(text, WEAPON_FIGURE, "centre") for text in (*row.tough, *row.best)]
        with tagged(canvas, "TR"):
            with tagged(canvas, "TH", scope="Row"):
                name.draw(canvas, x + indent, top - (high - name.height(room - indent - mm)) / 2, room - indent - mm)
            self._cells(canvas, x + room, top - (high - GLANCE_ROW) / 2 - 0.3 * mm, wide, figures, "TD")

    def _cells(
        self, canvas: Canvas, x: float, top: float, wide: Sequence[float], blocks: Sequence[Block], tag: Tag
    ) -> None:
        for block, width in zip(blocks, wide, strict=True):
            with tagged(canvas, tag, scope="Column" if tag == "TH" else ""):
                block.draw(canvas, x, top, width)
            x += width
