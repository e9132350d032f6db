"""Tables: columns of fixed or shared width, wrapped cells, rules between rows, page breaks between rows."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext as nothing
from dataclasses import dataclass, field
from itertools import accumulate
from math import inf

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import Block, Prose, draw_box, draw_rule
from listbuilder.print.kit.tags import Tag, tagged
from listbuilder.replacing import replace

_WORTH = 4.0  # points of height for which a cell runs over others


@dataclass(frozen=True, slots=True)
class Column:
    """``width`` in points; without one, a ``share`` of the remaining width."""

    width: float = 0.0
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """Cells of one row. ``heading`` rows are not left at the foot of a page. ``over``: the number of a cell that runs over those
    at its right, which then stand below it, where that takes less height."""

    cells: Sequence[Block]
    heading: bool = False
    ground: float | None = None
    rule: float = 0.0  # weight of the line below
    rule_ink: float = 0.7
    pad: float | None = None
    over: int | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; ``head`` rows are repeated on each page. Without them it only arranges blocks, and is no table to who hears it."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    head: Sequence[Row] = ()
    gutter: float = 6.0
    pad: float = 1.2  # above and below the text of a row
    _heights: dict[float, list[float]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def _widths(self, width: float) -> list[float]:
        rest = width - sum(column.width for column in self.columns) - self.gutter * (len(self.columns) - 1)
        shares = sum(column.share for column in self.columns) or 1.0
        return [column.width or rest * column.share / shares for column in self.columns]

    def _row_height(self, row: Row, widths: Sequence[float]) -> float:
        beside, over = _height(row.cells, widths), self._height_over(row, widths)
        return (over if over < beside - _WORTH else beside) + 2 * self._row_pad(row)

    def _height_over(self, row: Row, widths: Sequence[float]) -> float:
        """Of a row of which a cell runs over those at its right; endless for others."""
        if row.over is None:
            return inf
        first, wide = row.over + 1, self._width_over(row.over, widths)
        above = _height(row.cells[:first], [*widths[: row.over], wide])
        return above + _height(row.cells[first:], widths[first:])

    def _width_over(self, over: int, widths: Sequence[float]) -> float:
        return sum(widths[over:]) + self.gutter * (len(widths) - over - 1)

    def _row_pad(self, row: Row) -> float:
        return self.pad if row.pad is None else row.pad

    def height(self, width: float) -> float:
        return sum(self._row_heights(width))

    def _row_heights(self, width: float) -> list[float]:
        """The heights of all rows, those of the head first."""
        if width not in self._heights:
            widths = self._widths(width)
            self._heights[width] = [self._row_height(row, widths) for row in (*self.head, *self.rows)]
        return self._heights[width]

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        widths = self._widths(width)
        with tagged(canvas, "Table") if self.head else nothing():
            for number, height in enumerate(self._row_heights(width)):
                head = number < len(self.head)
                row = self.head[number] if head else self.rows[number - len(self.head)]
                draw_box(canvas, x, top - height, width, height, row.ground)
                with tagged(canvas, "TR") if self.head else nothing():
                    self._draw_cells(canvas, x, top, row, widths, head=head)
                top -= height
                if row.rule:
                    draw_rule(canvas, x, top, width, row.rule, row.rule_ink)

    def _draw_cells(
        self, canvas: Canvas, x: float, top: float, row: Row, widths: Sequence[float], *, head: bool
    ) -> None:
        top -= self._row_pad(row)
        if row.over is None or self._height_over(row, widths) >= _height(row.cells, widths) - _WORTH:
            self._draw_line(canvas, x, top, row.cells, widths, head=head)
            return
        first = row.over + 1
        above = [*widths[: row.over], self._width_over(row.over, widths)]
        self._draw_line(canvas, x, top, row.cells[:first], above, head=head)
        x += sum(widths[:first]) + self.gutter * first
        top -= _height(row.cells[:first], above)
        self._draw_line(canvas, x, top, row.cells[first:], widths[first:], head=head)

    def _draw_line(
        self, canvas: Canvas, x: float, top: float, cells: Sequence[Block], widths: Sequence[float], *, head: bool
    ) -> None:
        tag: Tag = "TH" if head else "TD"
        for cell, part, drop in zip(cells, widths, _drops(cells, widths), strict=True):
            with tagged(canvas, tag, scope="Column" if head else "") if self.head else nothing():
                cell.draw(canvas, x, top - drop, part)
            x += part + self.gutter

    def split(self, width: float, room: float) -> tuple[Grid | None, Grid | None]:
        """The part that fits into ``room`` points of height, and the rest."""
        heights, above = self._row_heights(width), len(self.head)
        _head, *used = accumulate(heights[above:], initial=sum(heights[:above]))
        count = sum(1 for height in used if height <= room)
        while 0 < count < len(self.rows) and self.rows[count - 1].heading:
            count -= 1
        first = replace(self, rows=self.rows[:count]) if count else None
        return first, replace(self, rows=self.rows[count:]) if count < len(self.rows) else None


def _height(cells: Sequence[Block], widths: Sequence[float]) -> float:
    """Of cells beside each other."""
    drops = _drops(cells, widths)
    heights = (cell.height(part) + drop for cell, part, drop in zip(cells, widths, drops, strict=True))
    return max(heights, default=0.0)


def _drops(cells: Sequence[Block], widths: Sequence[float]) -> list[float]:
    """How far each cell moves down so that the first lines of all texts share a baseline."""
    pairs = zip(cells, widths, strict=True)
    baselines = [cell.first_baseline(part) if isinstance(cell, Prose) else None for cell, part in pairs]
    lowest = max((line for line in baselines if line is not None), default=0.0)
    return [0.0 if line is None else lowest - line for line in baselines]
