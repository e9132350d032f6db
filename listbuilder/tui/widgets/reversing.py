"""The row under the cursor in a terminal without colour: reversed, because its tint is hardly seen there.

A style sheet cannot say so: Textual leaves `reverse` out of the styles that lists are drawn with.
"""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import OptionList

REVERSED = Style(reverse=True)


def under_cursor(widget: Widget, strip: Strip) -> Strip:
    """A line of the row under the cursor, of a widget that takes the keys; all of it alike, or it would be a row of patches."""
    if not widget.app.no_color:
        return strip
    return Strip(Segment.apply_style(strip, post_style=widget.rich_style + REVERSED), strip.cell_length)


class Options(OptionList):
    """A list to choose from."""

    def render_line(self, y: int) -> Strip:
        strip, place = super().render_line(y), self.scroll_offset.y + y
        is_pointed = place < len(self._lines) and self._lines[place][0] == self.highlighted
        return under_cursor(self, strip) if is_pointed else strip
