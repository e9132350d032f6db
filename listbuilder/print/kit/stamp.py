"""The verdict as a stamp: outlined twice where the list is legal, filled where it is not. Shape tells it before colour does."""

from __future__ import annotations

import math
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.bar import CAP_HEIGHT
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import STAMP_RULE, mm
from listbuilder.print.kit.typeset import BLACK, WHITE, Line, Span, Style, text_width
from listbuilder.replacing import replace

_WORDS = Style(22, strong=True, tracking=1.2)
_SMALL = Style(9, strong=True)
_TURN = 5.0  # degrees
_HEIGHT = 16.5 * mm
_PAD = 5 * mm
_LEAST_WIDTH = 40 * mm
_ROUND = 2 * mm


@dataclass(frozen=True, slots=True)
class Stamp:
    """``words``: the verdict, in capitals; ``small``: a line below it. ``turned``: by five degrees, else straight. Its width is
    its own; in a wider block it stands in the middle."""

    look: Look
    words: str
    small: str
    legal: bool
    turned: bool = True

    @property
    def box(self) -> tuple[float, float]:
        """Width and height before it is turned."""
        wide = max(text_width(self.words.upper(), _WORDS), text_width(self.small, _SMALL))
        return max(wide + 2 * _PAD, _LEAST_WIDTH), _HEIGHT

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of what it covers on the page."""
        width, height = self.box
        turn = math.radians(_TURN if self.turned else 0.0)
        return (
            width * math.cos(turn) + height * math.sin(turn) + STAMP_RULE,
            width * math.sin(turn) + height * math.cos(turn) + STAMP_RULE,
        )

    def corners(self, x: float, top: float, width: float) -> tuple[tuple[float, float], ...]:
        """Where its corners are when it is drawn there, for tests of what overlaps."""
        wide, high = self.box
        turn = math.radians(_TURN if self.turned else 0.0)
        middle_x, middle_y = x + width / 2, top - self.size[1] / 2
        return tuple(
            (
                middle_x + across * wide / 2 * math.cos(turn) - up * high / 2 * math.sin(turn),
                middle_y + across * wide / 2 * math.sin(turn) + up * high / 2 * math.cos(turn),
            )
            for across, up in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        )

    def height(self, width: float) -> float:
        return self.size[1] * min(1.0, width / self.size[0])

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        factor = min(1.0, width / self.size[0])
        canvas.saveState()
        canvas.translate(x + width / 2, top - self.height(width) / 2)
        canvas.scale(factor, factor)
        if self.turned:
            canvas.rotate(_TURN)
        self._draw(canvas)
        canvas.restoreState()

    def _draw(self, canvas: Canvas) -> None:
        width, height = self.box
        if self.legal:
            self._outline(canvas, width, height, STAMP_RULE)
            self._outline(canvas, width - 2.2 * mm, height - 2.2 * mm, 0.6)
            ink, below = self.look.accent_ink, BLACK
        elif self.look.save_ink:
            self._outline(canvas, width, height, STAMP_RULE * 1.8)
            ink = below = BLACK
        else:
            canvas.setFillGray(0.0)
            canvas.roundRect(-width / 2, -height / 2, width, height, _ROUND, stroke=0, fill=1)
            ink = below = WHITE
        head = Line.of([Span(self.words.upper(), replace(_WORDS, ink=ink))])
        base = (CAP_HEIGHT * _WORDS.size) / 2
        head.draw(canvas, -(head.width - _WORDS.tracking) / 2, (2.6 * mm if self.small else 0.0) - base)
        if self.small:
            line = Line.of([Span(self.small, replace(_SMALL, ink=below))])
            line.draw(canvas, -line.width / 2, -height / 2 + 2.9 * mm)

    def _outline(self, canvas: Canvas, width: float, height: float, weight: float) -> None:
        ink = self.look.accent_ink
        canvas.setStrokeColorRGB(*(ink if isinstance(ink, tuple) else (ink, ink, ink)))
        canvas.setLineWidth(weight)
        canvas.roundRect(-width / 2, -height / 2, width, height, _ROUND, stroke=1, fill=0)
