"""Statlines: figures in boxes below each other, their labels once; a shield with the invulnerable save and its condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import CAP_HEIGHT, Prose, draw_box
from listbuilder.print.kit.measures import BOX_RULE, SHIELD_RULE, mm
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.tags import tagged
from listbuilder.print.kit.theme import LEGEND, ROW_NAME, SAVE_STAT, STAT, prose, small_label
from listbuilder.print.kit.typeset import Line, Span, text_width
from listbuilder.replacing import replace

BOX, BOX_HEIGHT, BOX_GAP = 11 * mm, 7.6 * mm, 1 * mm
FIRST, PITCH = 4.4 * mm, 8.6 * mm  # the top of the first boxes, and from one row to the next
_SHIELD_HEIGHT = 8.4 * mm
_LEAST_FIGURE = 10.0
_INSIDE = 1.6 * mm  # free in a box beside its figure
_NAME_SIZES = (10.0, 9.0, 8.5)


@dataclass(frozen=True, slots=True)
class StatRow:
    """The figures of one statline. ``save``: the invulnerable save; ``condition``: when it counts, such as "ranged only"."""

    name: str
    values: Sequence[str]
    save: str = ""
    condition: str = ""


@dataclass(frozen=True)
class StatBoxes:
    """Statlines with their names on the left, in ``name_width`` points (no room where it is 0). Boxes are wider where a label or
    a figure needs it, and narrower where the width is too small for all."""

    labels: Sequence[str]
    rows: Sequence[StatRow]
    save_label: str = ""
    name_width: float = 32 * mm

    @cached_property
    def _boxes(self) -> list[float]:
        widths = []
        for index, label in enumerate(self.labels):
            figures = (text_width(row.values[index], STAT) + _INSIDE for row in self.rows)
            widths.append(max(BOX, _label_width(label), *figures))
        return widths

    @property
    def _saves(self) -> bool:
        return any(row.save for row in self.rows)

    @cached_property
    def _beside(self) -> float:
        """The width of conditions at the right of shields."""
        return max((text_width(row.condition, LEGEND) / 2 + 3 * mm for row in self.rows if row.condition), default=0.0)

    @property
    def natural_width(self) -> float:
        """The width in which every box has its size."""
        shield = BOX + BOX_GAP if self._saves else 0.0
        return self.name_width + sum(self._boxes) + BOX_GAP * (len(self._boxes) - 1) + shield + self._beside

    def height(self, width: float) -> float:
        return FIRST + (len(self.rows) - 1) * PITCH + max(BOX_HEIGHT, _SHIELD_HEIGHT if self._saves else 0.0)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        free = width - self.name_width - self._beside
        factor = min(1.0, free / (self.natural_width - self.name_width - self._beside))
        lefts, at = [], x + self.name_width
        for box in self._boxes:
            lefts.append((at, box * factor))
            at += (box + BOX_GAP) * factor
        shield = (at, BOX * factor)
        with tagged(canvas, "Table"):
            with tagged(canvas, "TR"):
                self._draw_labels(canvas, top, lefts, shield)
            for number, row in enumerate(self.rows):
                with tagged(canvas, "TR"):
                    self._draw_row(canvas, x, top - FIRST - number * PITCH, row, lefts, shield, x + width)

    def _draw_labels(
        self, canvas: Canvas, top: float, lefts: Sequence[tuple[float, float]], shield: tuple[float, float]
    ) -> None:
        labels = [*self.labels, self.save_label] if self._saves else self.labels
        with tagged(canvas, "TD"):
            pass  # above the names
        for (left, box), label in zip((*lefts, shield), labels, strict=False):
            with tagged(canvas, "TH", scope="Column"):
                small_label(label, "centre").draw(canvas, left - BOX_GAP / 2, top - 0.9 * mm, box + BOX_GAP)

    def _draw_row(
        self,
        canvas: Canvas,
        x: float,
        upper: float,
        row: StatRow,
        lefts: Sequence[tuple[float, float]],
        shield: tuple[float, float],
        right: float,
    ) -> None:
        with tagged(canvas, "TH", scope="Row"):
            self._draw_name(canvas, x, upper, row.name)
        for (left, box), value in zip(lefts, row.values, strict=True):
            with tagged(canvas, "TD"):
                draw_box(canvas, left, upper - BOX_HEIGHT, box, BOX_HEIGHT, frame=BOX_RULE)
                _draw_figure(canvas, left, upper, box, value, STAT)
        if self._saves:
            with tagged(canvas, "TD"):
                if row.save:
                    draw_shield(canvas, *shield, upper, row.save)
                    self._draw_condition(canvas, shield[0] + shield[1] + 1.2 * mm, upper, right, row.condition)

    def _draw_name(self, canvas: Canvas, x: float, upper: float, name: str) -> None:
        if not self.name_width or not name:
            return
        width = self.name_width - 2 * mm
        for size in _NAME_SIZES:
            words = Prose([Span(name, replace(ROW_NAME, size=size))], leading=1.1)
            if words.height(width) <= BOX_HEIGHT + 0.5 * mm and len(words.lines(width)) <= 2:
                break
        words.draw(canvas, x, upper - (BOX_HEIGHT - words.height(width)) / 2, width)

    def _draw_condition(self, canvas: Canvas, x: float, upper: float, right: float, condition: str) -> None:
        if condition:
            words = prose(condition, replace(LEGEND, size=7.5), leading=1.12)
            words.draw(canvas, x, upper - (BOX_HEIGHT - words.height(right - x)) / 2, right - x)


def draw_shield(canvas: Canvas, x: float, width: float, upper: float, save: str) -> None:
    """The outline of a shield as wide as a box, with the save in it. ``upper``: where the boxes of its row begin."""
    path = canvas.beginPath()
    points = [(0.0, 0.97), (1.0, 0.97), (1.0, 0.4), (0.5, 0.0), (0.0, 0.4)]
    bottom = upper - _SHIELD_HEIGHT
    for index, (across, up) in enumerate(points):
        (path.lineTo if index else path.moveTo)(x + across * width, bottom + up * _SHIELD_HEIGHT)
    path.close()
    canvas.setStrokeGray(0.0)
    canvas.setLineWidth(SHIELD_RULE)
    canvas.drawPath(path, stroke=1, fill=0)
    _draw_figure(canvas, x, upper, width, save, SAVE_STAT)


def _draw_figure(canvas: Canvas, left: float, upper: float, width: float, value: str, style: Style) -> None:
    wide = text_width(value, style)
    if wide > width - _INSIDE:
        style = replace(style, size=max(style.size * (width - _INSIDE) / wide, _LEAST_FIGURE))
    line = Line.of([Span(value, style)])
    line.draw(canvas, left + (width - line.width) / 2, upper - (BOX_HEIGHT + CAP_HEIGHT * style.size) / 2)


def _label_width(label: str) -> float:
    words = small_label(label)
    return sum(text_width(span.text, span.style) for span in words.spans)
