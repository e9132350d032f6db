"""Statlines as rows of framed figures under small headings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.blocks import fill_rect, frame_rect
from listbuilder.print.theme import BAND, FIGURE, LABEL, prose
from listbuilder.print.typeset import Style, text_width

_NAME = Style(8.0, strong=True)
_HEAD = 8.4
_BOX = 18.0
_STEP = 4.0
_ROW_GAP = 2.5


@dataclass(frozen=True, slots=True)
class Figures:
    """One statline: its name (shown where there are several) and its values in the order of the headings."""

    name: str
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class Statlines:
    """Statlines below each other. The invulnerable save is set apart on grey."""

    headings: Sequence[str]
    lines: Sequence[Figures]
    invulnerable: Sequence[str] = ()
    invulnerable_heading: str = ""

    def _widths(self) -> list[float]:
        def wanted(index: int) -> float:
            texts = [text_width(line.values[index], FIGURE) + 7 for line in self.lines]
            return max(24.0, text_width(self.headings[index].upper(), LABEL) + 3, *texts)

        return [wanted(index) for index in range(len(self.headings))]

    @property
    def _named(self) -> bool:
        return len(self.lines) > 1

    @property
    def _name_width(self) -> float:
        return max((text_width(line.name, _NAME) for line in self.lines), default=0.0) + 6 if self._named else 0.0

    @property
    def natural_width(self) -> float:
        """The width without scaling."""
        extra = 8.0 + 26.0 if self.invulnerable else 0.0
        return sum(self._widths()) + _STEP * len(self.headings) + extra + self._name_width

    def height(self, width: float) -> float:
        factor = min(1.0, width / self.natural_width)
        return (_HEAD + len(self.lines) * (_BOX + _ROW_GAP)) * factor

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        factor = min(1.0, width / self.natural_width)
        canvas.saveState()
        canvas.translate(x, top)
        canvas.scale(factor, factor)
        self._draw(canvas)
        canvas.restoreState()

    def _draw(self, canvas: Canvas) -> None:
        """Draws row by row, so that copied text is in reading order."""
        columns = list(self._columns())
        for left, wide, heading, _values in columns:
            prose(heading.upper(), LABEL, "centre").draw(canvas, left, 0.0, wide)
        for row, line in enumerate(self.lines):
            top = -_HEAD - row * (_BOX + _ROW_GAP)
            for left, wide, _heading, values in columns:
                self._box(canvas, left, top, wide, values[row], self._saves and values is columns[-1][3])
            if self._named:
                left = columns[-1][0] + columns[-1][1] + _STEP
                prose(line.name, _NAME).draw(canvas, left, top - 4, self._name_width)

    @property
    def _saves(self) -> bool:
        return bool(self.invulnerable)

    def _columns(self) -> Iterator[tuple[float, float, str, Sequence[str]]]:
        """Left edge, width, heading and values of each column."""
        left = 0.0
        for index, wide in enumerate(self._widths()):
            yield left, wide, self.headings[index], [line.values[index] for line in self.lines]
            left += wide + _STEP
        if self._saves:
            yield left + 4.0, 26.0, self.invulnerable_heading, [save or "–" for save in self.invulnerable]

    def _box(self, canvas: Canvas, x: float, top: float, wide: float, value: str, stressed: bool) -> None:
        if stressed:
            fill_rect(canvas, x, top - _BOX, wide, _BOX, BAND)
        frame_rect(canvas, x, top - _BOX, wide, _BOX, 1.1 if stressed else 0.5)
        prose(value, FIGURE, "centre").draw(canvas, x, top - 1.4, wide)
