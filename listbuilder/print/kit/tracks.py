"""Wound boxes to tick: single squares for models with one wound, joined strips for others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import draw_box
from listbuilder.print.kit.theme import SHADE

_STRIP = 12  # boxes in a row before the strip of a large model breaks
_CLUSTER = 5  # single boxes are grouped in fives
_APART, _BETWEEN = 0.18, 0.6  # gaps within a cluster and between strips and rows, in box sizes
_LINE = 0.7


@dataclass(frozen=True, slots=True)
class _Strip:
    """Boxes that stay together: joined, or ``apart`` from each other; the last ``shaded`` are grey."""

    boxes: int
    shaded: int
    apart: float = 0.0  # in box sizes

    @property
    def reach(self) -> float:
        """Its length in box sizes."""
        return self.boxes + (self.boxes - 1) * self.apart


@dataclass(frozen=True, slots=True)
class WoundBoxes:
    """The boxes of one unit, ticked from the left. When only grey ones remain, the unit is below half strength:
    ``shaded`` counts models, or wounds for a single model."""

    wounds: Sequence[int]  # of each model
    shaded: int = 0
    size: float = 8.6

    def _strips(self) -> Iterator[_Strip]:
        models = [max(wounds, 1) for wounds in self.wounds]
        if len(models) == 1:
            yield from _cut(models[0], self.shaded)
            return
        start, first_shaded = 0, len(models) - self.shaded
        while start < len(models):
            if models[start] > 1:
                yield from _cut(models[start], models[start] * (start >= first_shaded))
                start += 1
                continue
            end = start
            while end < min(start + _CLUSTER, len(models)) and models[end] == 1:
                end += 1
            yield _Strip(end - start, max(end - max(start, first_shaded), 0), _APART)
            start = end

    def _rows(self, width: float) -> list[list[tuple[float, _Strip]]]:
        rows: list[list[tuple[float, _Strip]]] = [[]]
        x = 0.0
        for strip in self._strips():
            if rows[-1] and x + strip.reach * self.size > width:
                rows.append([])
                x = 0.0
            rows[-1].append((x, strip))
            x += (strip.reach + _BETWEEN) * self.size
        return rows

    def height(self, width: float) -> float:
        rows = len(self._rows(width))
        return (rows + (rows - 1) * _BETWEEN) * self.size

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        y = top - self.size
        for row in self._rows(width):
            for shift, strip in row:
                self._draw_strip(canvas, x + shift, y, strip)
            y -= self.size * (1 + _BETWEEN)

    def _draw_strip(self, canvas: Canvas, x: float, y: float, strip: _Strip) -> None:
        step = self.size * (1 + strip.apart)
        for box in range(strip.boxes):
            ground = SHADE if box >= strip.boxes - strip.shaded else None
            draw_box(canvas, x + box * step, y, self.size, self.size, ground, _LINE if strip.apart else _LINE / 2)
        if not strip.apart:
            draw_box(canvas, x, y, strip.boxes * self.size, self.size, frame=_LINE)


def _cut(boxes: int, shaded: int) -> Iterator[_Strip]:
    """The strip of one model, cut when it is long."""
    while boxes > 0:
        part = min(boxes, _STRIP)
        boxes -= part
        yield _Strip(part, max(min(shaded - boxes, part), 0))
