"""Statlines as rows of framed figures under small headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import draw_box
from listbuilder.print.kit.theme import BAND, FIGURE, LABEL, prose
from listbuilder.print.kit.typeset import Style, text_width

_NAME = Style(8.0, strong=True)
_HEAD = 8.4
_BOX = 18.0
_STEP = 4.0
_ROW_GAP = 2.5


class Statline(Protocol):
    """Figures of one name, and the invulnerable save, empty without one."""

    @property
    def name(self) -> str: ...
    @property
    def values(self) -> Sequence[str]: ...
    @property
    def save(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Figures:
    """A column of framed figures; the edges are distances from the left of the block."""

    left: float
    width: float
    heading: str
    values: Sequence[str]
    stressed: bool = False


@dataclass(frozen=True)
class Statlines:
    """Statlines below each other, with their names where there are several. The invulnerable save is set apart on grey."""

    headings: Sequence[str]
    lines: Sequence[Statline]
    save_heading: str

    @cached_property
    def columns(self) -> list[Figures]:
        """All columns from the left, the invulnerable save last; none without characteristics."""
        columns, left = [], 0.0
        for index, heading in enumerate(map(str.upper, self.headings)):
            values = [line.values[index] for line in self.lines]
            widths = (text_width(value, FIGURE) + 7 for value in values)
            columns.append(Figures(left, max(24.0, text_width(heading, LABEL) + 3, *widths), heading, values))
            left += columns[-1].width + _STEP
        if any(line.save for line in self.lines):
            saves = [line.save or "–" for line in self.lines]
            columns.append(Figures(left + 4.0, 26.0, self.save_heading.upper(), saves, stressed=True))
        return columns

    @property
    def _name_left(self) -> float:
        return self.columns[-1].left + self.columns[-1].width + _STEP

    @property
    def _name_width(self) -> float:
        return max(text_width(line.name, _NAME) for line in self.lines) + 6 if len(self.lines) > 1 else 0.0

    @property
    def natural_width(self) -> float:
        """The width without scaling."""
        return self._name_left + self._name_width

    def height(self, width: float) -> float:
        return (_HEAD + len(self.lines) * (_BOX + _ROW_GAP)) * min(1.0, width / self.natural_width)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        factor = min(1.0, width / self.natural_width)
        canvas.saveState()
        canvas.translate(x, top)
        canvas.scale(factor, factor)
        self._draw(canvas)
        canvas.restoreState()

    def _draw(self, canvas: Canvas) -> None:
        """Draws row by row, so that copied text is in reading order."""
        for column in self.columns:
            prose(column.heading, LABEL, "centre").draw(canvas, column.left, 0.0, column.width)
        for row, line in enumerate(self.lines):
            top = -_HEAD - row * (_BOX + _ROW_GAP)
            for column in self.columns:
                ground, frame = (BAND, 1.1) if column.stressed else (None, 0.5)
                draw_box(canvas, column.left, top - _BOX, column.width, _BOX, ground, frame)
                prose(column.values[row], FIGURE, "centre").draw(canvas, column.left, top - 1.4, column.width)
            if len(self.lines) > 1:
                prose(line.name, _NAME).draw(canvas, self._name_left, top - 4, self._name_width)
