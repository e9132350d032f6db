"""Rows of a card: statlines with the boxes for states beside them, and the track with its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.blocks import Prose, Stack
from listbuilder.print.kit.forms import Ticks
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.statboxes import StatBoxes
from listbuilder.print.kit.track import Track
from listbuilder.print.kit.typeset import Span
from listbuilder.replacing import replace

_TICKS_ABOVE, _TICKS_APART = 0.9 * mm, 0.8 * mm
_LEAST_TICKS = 44 * mm
_TABLES_APART = 1.5 * mm
_IN_A_ROW = 4
_DROP = 3.2 * mm


@dataclass(frozen=True)
class FiguresBlock:
    """Statlines on the left, boxes to tick on the right where there is room, else below."""

    tables: Sequence[StatBoxes]
    ticks: Sequence[Ticks]

    def _beside(self, width: float) -> float:
        """The left edge of the ticks beside the statlines; 0 where they stand below."""
        needed = max((table.natural_width for table in self.tables), default=0.0) + measures.CARD_PAD + 3 * mm
        left = max(measures.STATES_AT, needed) if width > measures.STATES_AT + _LEAST_TICKS else needed
        return left if self.ticks and width - measures.CARD_PAD - left >= _LEAST_TICKS else 0.0

    def _table_width(self, width: float) -> float:
        return (self._beside(width) or width - measures.CARD_PAD + 3 * mm) - measures.CARD_PAD - 3 * mm

    def _tables_height(self, width: float) -> float:
        inner = self._table_width(width)
        heights = [table.height(inner) for table in self.tables]
        return sum(heights) + _TABLES_APART * max(len(heights) - 1, 0)

    def _ticks_height(self, width: float) -> float:
        ticks, room = self._arranged(width), self._ticks_room(width)
        return sum(block.height(room) for block in ticks) + _TICKS_APART * max(len(ticks) - 1, 0)

    def _arranged(self, width: float) -> list[Ticks]:
        """The boxes to tick: below the statlines they stand in one row."""
        return list(self.ticks) if self._beside(width) else [replace(one, columns=_IN_A_ROW) for one in self.ticks]

    def _left(self, width: float) -> float:
        return self._beside(width) or measures.BOXES_AT

    def _ticks_room(self, width: float) -> float:
        return width - measures.CARD_PAD - self._left(width)

    def height(self, width: float) -> float:
        tables = self._tables_height(width)
        ticks = self._ticks_height(width) + _TICKS_ABOVE if self.ticks else 0.0
        return max(tables, ticks) if self._beside(width) else tables + ticks

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        y = top
        for table in self.tables:
            table.draw(canvas, x + measures.CARD_PAD, y, self._table_width(width))
            y -= table.height(self._table_width(width)) + _TABLES_APART
        beside = self._beside(width)
        y = top - _TICKS_ABOVE if beside else top - self._tables_height(width) - _TICKS_ABOVE
        for block in self._arranged(width):
            block.draw(canvas, x + self._left(width), y, self._ticks_room(width))
            y -= block.height(self._ticks_room(width)) + _TICKS_APART


@dataclass(frozen=True)
class TrackRow:
    """A track behind what it is of. ``lines``: smaller words below the title."""

    title: str
    lines: tuple[str, ...]
    track: Track

    _PAD = 0.8 * mm

    def _words(self) -> Stack:
        small = [Prose([Span(line, theme.KEYWORDS)], leading=1.15) for line in self.lines]
        return Stack([Prose([Span(self.title, theme.RULES_NAME)], leading=1.15), *small])

    def _word_width(self) -> float:
        return measures.BOXES_AT - measures.BEARER_AT - 1.5 * mm

    def height(self, width: float) -> float:
        inner = width - measures.BOXES_AT - measures.CARD_PAD
        return max(self.track.height(inner), self._words().height(self._word_width()) + 2 * self._PAD)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        height, words = self.height(width), self._words()
        drop = (height - words.height(self._word_width())) / 2
        Icon("drop", _DROP).draw(canvas, x + measures.ICON_AT, top - (height - _DROP) / 2, _DROP)
        words.draw(canvas, x + measures.BEARER_AT, top - drop, self._word_width())
        inner = width - measures.BOXES_AT - measures.CARD_PAD
        self.track.draw(canvas, x + measures.BOXES_AT, top, inner)
