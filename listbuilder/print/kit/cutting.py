"""Marks to cut a sheet of cards or tokens by: at the edges to lay a ruler on, and small crosses where the corners meet."""

from __future__ import annotations

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.measures import THIN, mm
from listbuilder.print.kit.tags import tagged

MARK, OFF = 6 * mm, 2 * mm  # length of a mark, and how far it is from what is cut
_HALF = 0.6 * mm  # of a cross


def draw_cut_marks(canvas: Canvas, x: float, top: float, columns: int, rows: int, size: tuple[float, float]) -> None:
    """The marks of so many pieces of this size without gaps, from their upper left corner. Crosses at the edges stay inside, so
    that they do not touch the marks."""
    wide, high = size
    right, low = x + columns * wide, top - rows * high
    with tagged(canvas, "Artifact"):
        canvas.setStrokeGray(0.0)
        canvas.setLineWidth(THIN)
        for column in range(columns + 1):
            at = x + column * wide
            canvas.line(at, top + OFF, at, top + OFF + MARK)
            canvas.line(at, low - OFF, at, low - OFF - MARK)
        for row in range(rows + 1):
            at = top - row * high
            canvas.line(x - OFF, at, x - OFF - MARK, at)
            canvas.line(right + OFF, at, right + OFF + MARK, at)
        for column in range(columns + 1):
            for row in range(rows + 1):
                across, down = x + column * wide, top - row * high
                canvas.line(max(across - _HALF, x), down, min(across + _HALF, right), down)
                canvas.line(across, max(down - _HALF, low), across, min(down + _HALF, top))
