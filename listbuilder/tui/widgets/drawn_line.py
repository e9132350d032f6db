"""A line of a pane as it is drawn: most lines are one row of text, which needs no wrapping."""

from __future__ import annotations

from rich.segment import Segment
from textual.cache import LRUCache
from textual.content import Content, Span
from textual.css.styles import RulesMap
from textual.geometry import Spacing
from textual.strip import Strip
from textual.style import Style
from textual.visual import Padding, RenderOptions, Visual

SIDE = 1  # blank cells at each side of a line
KEPT = 2000  # rows, some screens of them

_Stand = tuple[str, tuple[Span, ...], Style, int]  # text, its styles, the one below them, cells


class DrawnRows:
    """Rows of one pane as they were drawn: an edit moves many of them and changes few. ``made_for``: cells for which its texts
    were made; what was one row then is cut in a narrower pane, until it is made anew."""

    def __init__(self) -> None:
        self.made_for = 0
        self._rows: LRUCache[_Stand, Strip] = LRUCache(KEPT)

    def forget(self) -> None:
        """Names of colours mean other colours now."""
        self._rows.clear()

    def row(self, text: Content, width: int, style: Style, options: RenderOptions) -> Strip:
        """The row of a text that fits into it."""
        stand = text.plain, tuple(text.spans), style, width
        row = self._rows.get(stand)
        if row is None:
            row = self._rows[stand] = _drawn(text, width, style, options)
        return row


def _drawn(text: Content, width: int, style: Style, options: RenderOptions) -> Strip:
    side, rest = Segment(" " * SIDE, style.rich_style), width - 2 * SIDE - text.cell_length
    parts = text.render(style, "", options.get_style)
    segments = [side, *(Segment(part, (style + own).rich_style) for part, own in parts)]
    if rest:
        segments.append(Segment(" " * rest, style.rich_style))
    return Strip([*segments, side], width)


class DrawnLine(Visual):
    """Textual wraps each text whenever it draws it, which takes three times as long as drawing one that is known to fit."""

    def __init__(self, text: Content, rows: DrawnRows) -> None:
        self._text = text
        self._rows = rows

    def _is_one_row(self, width: int) -> bool:
        return fits(self._text, max(width - 2 * SIDE, self._rows.made_for))

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        return self._text.get_optimal_width(rules, container_width) + 2 * SIDE

    def get_minimal_width(self, rules: RulesMap) -> int:
        return self._text.get_minimal_width(rules) + 2 * SIDE

    def get_height(self, rules: RulesMap, width: int) -> int:
        return 1 if self._is_one_row(width) else self._text.get_height(rules, width - 2 * SIDE)

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        if not self._is_one_row(width):
            padded = Padding(self._text, Spacing(0, SIDE, 0, SIDE))
            return padded.render_strips(width, height, style, options)
        room = width - 2 * SIDE
        text = self._text if self._text.cell_length <= room else self._text.truncate(room, ellipsis=True)
        return [self._rows.row(text, width, style, options)]


def fits(text: Content, width: int) -> bool:
    """Whether the text is one row in so many cells."""
    return "\n" not in text.plain and "\t" not in text.plain and text.cell_length <= width
