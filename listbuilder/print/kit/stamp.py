"""The verdict as a stamp: outlined twice where the list is legal, filled where it is not. Shape tells it before colour does."""

from __future__ import annotations

import math
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import CAP_HEIGHT
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import STAMP_RULE, mm
from listbuilder.print.kit.style import BLACK, WHITE, Style
from listbuilder.print.kit.tags import text_part
from listbuilder.print.kit.typeset import Line, Span, break_lines, text_width
from listbuilder.replacing import replace

_WORDS = Style(22, strong=True, tracking=1.2)
_LEAST_SIZE = 10.0  # of the words
_SMALL = Style(9, strong=True)
_SMALL_SIZES = (9.0, 8.0, 7.5)
_TURN = 5.0  # degrees
_HEIGHT = 16.5 * mm
_PAD = 5 * mm
_LEAST_WIDTH = 40 * mm
_ROUND = 2 * mm


@dataclass(frozen=True, slots=True)
class Stamp:
    """``words``: the verdict, in capitals; ``small``: a line below it, two where it is long. ``turned``: by five degrees, else
    straight. Its width is its own; in a wider block it stands in the middle, in a narrower one its type is smaller."""

    look: Look
    words: str
    small: str
    legal: bool
    turned: bool = True

    @property
    def _turn(self) -> float:
        return math.radians(_TURN if self.turned else 0.0)

    @property
    def natural_width(self) -> float:
        """The width that it takes with its type in full size."""
        wide = max(text_width(self.words.upper(), _WORDS), text_width(self.small, _SMALL)) + 2 * _PAD
        wide = max(wide, _LEAST_WIDTH)
        return wide * math.cos(self._turn) + _HEIGHT * math.sin(self._turn) + STAMP_RULE

    def box(self, width: float) -> tuple[float, float]:
        """Width and height before it is turned, in a block of that width."""
        words, small = self._set(width)
        wide = max(words.width, *(line.width for line in small), _LEAST_WIDTH - 2 * _PAD) + 2 * _PAD
        return min(wide, self._room(width)), _HEIGHT + max(len(small) - 1, 0) * 3.4 * mm

    def _room(self, width: float) -> float:
        """How wide the box may be, so that it keeps within the block when it is turned."""
        return (min(width, self.natural_width) - STAMP_RULE - _HEIGHT * math.sin(self._turn)) / math.cos(self._turn)

    def _set(self, width: float) -> tuple[Line, tuple[Line, ...]]:
        """The words and the lines below them, in the largest type that fits."""
        room = self._room(width) - 1.6 * _PAD
        natural = text_width(self.words.upper(), _WORDS)
        size = min(_WORDS.size, max(_LEAST_SIZE, _WORDS.size * room / max(natural, 1.0)))
        style = replace(_WORDS, size=size, tracking=_WORDS.tracking * size / _WORDS.size, ink=self._inks[0])
        words = Line.of([Span(self.words.upper(), style)])
        if not self.small:
            return words, ()
        for size in _SMALL_SIZES:
            small = break_lines([Span(self.small, replace(_SMALL, size=size, ink=self._inks[1]))], room)
            if len(small) == 1:
                break
        return words, small

    @property
    def _inks(self) -> tuple[float | tuple[float, float, float], float]:
        if self.legal:
            return self.look.accent_ink, BLACK
        return (BLACK, BLACK) if self.look.save_ink else (WHITE, WHITE)

    def corners(self, x: float, top: float, width: float) -> tuple[tuple[float, float], ...]:
        """Where its corners are when it is drawn there, for whoever asks what overlaps."""
        wide, high = self.box(width)
        middle_x, middle_y = x + width / 2, top - self.height(width) / 2
        cosine, sine = math.cos(self._turn), math.sin(self._turn)
        halves = ((-wide / 2, -high / 2), (wide / 2, -high / 2), (wide / 2, high / 2), (-wide / 2, high / 2))
        return tuple(
            (middle_x + across * cosine - up * sine, middle_y + across * sine + up * cosine) for across, up in halves
        )

    def height(self, width: float) -> float:
        wide, high = self.box(width)
        return wide * math.sin(self._turn) + high * math.cos(self._turn) + STAMP_RULE

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        canvas.saveState()
        canvas.translate(x + width / 2, top - self.height(width) / 2)
        canvas.rotate(math.degrees(self._turn))
        self._draw_shape(canvas, *self.box(width))
        self._draw_words(canvas, width)
        canvas.restoreState()

    def _draw_shape(self, canvas: Canvas, width: float, height: float) -> None:
        if self.legal:
            self._outline(canvas, width, height, STAMP_RULE)
            self._outline(canvas, width - 2.2 * mm, height - 2.2 * mm, 0.6)
        elif self.look.save_ink:
            self._outline(canvas, width, height, STAMP_RULE * 1.8)
        else:
            canvas.setFillGray(0.0)
            canvas.roundRect(-width / 2, -height / 2, width, height, _ROUND, stroke=0, fill=1)

    def _draw_words(self, canvas: Canvas, width: float) -> None:
        words, small = self._set(width)
        height = self.box(width)[1]
        below = height - (2.9 * mm + 3.4 * mm * len(small) if small else 0.0)  # what the words stand in the middle of
        base = height / 2 - (below + CAP_HEIGHT * words.size) / 2 - (0.6 * mm if small else 0.0)
        with text_part(canvas, "P"):
            words.draw(canvas, -words.width / 2, base)
            for index, line in enumerate(small):
                up = 2.9 * mm + (len(small) - 1 - index) * 3.4 * mm
                line.draw(canvas, -line.width / 2, up - height / 2)

    def _outline(self, canvas: Canvas, width: float, height: float, weight: float) -> None:
        ink = self.look.accent_ink
        canvas.setStrokeColorRGB(*(ink if isinstance(ink, tuple) else (ink, ink, ink)))
        canvas.setLineWidth(weight)
        canvas.roundRect(-width / 2, -height / 2, width, height, _ROUND, stroke=1, fill=0)
