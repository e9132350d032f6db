"""A list of many lines of which only those that are seen are drawn; a key costs the same however long it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.visual import Visual

from listbuilder.tui.browsing.offering import Heading
from listbuilder.tui.widgets.reversing import under_cursor

Draw = Callable[[str, int], Content]
CHOSEN = "chosen"  # in the meta data of a text: what a click on it chooses on its line
EDGE = 2  # lines between the cursor and the upper or lower end


class Table(ScrollView, can_focus=False):
    """Posts `Pointed` when the cursor comes to another line, `Clicked` when that is clicked, `Chosen` when a text in it is."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"table--row", "table--cursor", "table--heading"}

    DEFAULT_CSS = """
    Table { height: 1fr; background: transparent; scrollbar-gutter: stable; overflow-x: hidden; }
    Table > .table--heading { color: $head; text-style: bold; }
    Table > .table--cursor { background: $sel; color: $strong; text-style: bold; }
    """

    @dataclass
    class Pointed(Message):
        """The cursor is on this line; empty: on none."""

        id: str

    @dataclass
    class Clicked(Message):
        """The line under the cursor was clicked at this column."""

        id: str
        column: int

    @dataclass
    class Chosen(Message):
        """A text was clicked that is marked with this place; the cursor is on its line."""

        place: int

    @dataclass
    class Resized(Message):
        """Lines have so many cells now."""

        width: int

    @dataclass
    class Scrolled(Message):
        """Other lines are seen, by the mouse or by the cursor."""

    def __init__(self, draw: Draw, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._draw = draw
        self._lines: Sequence[Heading | str] = ()
        self._places: dict[str, int] = {}
        self._pointed = ""

    @property
    def pointed(self) -> str:
        return self._pointed

    @property
    def line_width(self) -> int:
        """Cells of one line, with a blank at both ends."""
        return max(16, self.scrollable_content_region.width - 2)

    @property
    def visible_ids(self) -> list[str]:
        """Those that are seen, from the cursor on."""
        top = self.scroll_offset.y
        seen = [one for one in self._lines[top : top + max(1, self.size.height)] if isinstance(one, str)]
        return ([self._pointed] if self._pointed else []) + seen

    def show(self, lines: Sequence[Heading | str], *, stay: bool) -> None:
        """Other lines. The cursor keeps its line where it is still there and ``stay`` is true; else it goes to the first."""
        self._lines = lines
        self._places = {one: place for place, one in enumerate(lines) if isinstance(one, str)}
        self.virtual_size = Size(self.size.width, len(lines))
        if not (stay and self._pointed in self._places):
            before = self._pointed
            self._pointed = next(iter(self._places), "")
            self.scroll_to(y=0, animate=False, immediate=True)
            if before != self._pointed:
                self.post_message(self.Pointed(self._pointed))
        self.refresh()

    def point_at(self, line_id: str) -> None:
        if line_id not in self._places or line_id == self._pointed:
            return
        self._pointed = line_id
        self._bring_into_view()
        self.refresh()
        self.post_message(self.Pointed(line_id))

    def move(self, step: int) -> None:
        """So many rows on; past either end it stays there."""
        ids = list(self._places)
        if ids:
            place = ids.index(self._pointed) if self._pointed in self._places else 0
            self.point_at(ids[max(0, min(len(ids) - 1, place + step))])

    def move_page(self, step: int) -> None:
        self.move(step * max(1, self.size.height - EDGE))

    def move_role(self, step: int) -> None:
        """To the first row below the next heading, or below that before."""
        heads = [place for place, one in enumerate(self._lines) if isinstance(one, Heading)]
        here = self._places.get(self._pointed, 0)
        before = [place for place in heads if place < here]
        at = len(before) - 1 + step
        if step < 0 and before and here > before[-1] + 1:
            at += 1  # first to the beginning of its own role
        if 0 <= at < len(heads):
            following = self._lines[heads[at] + 1]
            if isinstance(following, str):
                self.point_at(following)

    def _bring_into_view(self) -> None:
        place = self._places[self._pointed]
        first = max(0, place - EDGE)
        if all(isinstance(one, Heading) for one in self._lines[:place]):
            first = 0
        self.scroll_to_region(
            Region(0, first, 1, min(len(self._lines), place + EDGE + 1) - first), animate=False, immediate=True
        )

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        if round(old_value) != round(new_value):
            self.post_message(self.Scrolled())

    def on_resize(self) -> None:
        self.virtual_size = Size(self.size.width, len(self._lines))
        if self._pointed:
            self._bring_into_view()
        self.post_message(self.Resized(self.line_width))

    # --- drawing --------------------------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        place, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        if not 0 <= place < len(self._lines):
            return Strip.blank(width, self.get_visual_style("table--row").rich_style)
        line = self._lines[place]
        if isinstance(line, Heading):
            return self._strip(Content(line.text), width, "table--heading")
        drawn = self._draw(line, self.line_width)
        if line == self._pointed:
            return under_cursor(self, self._strip(drawn, width, "table--cursor"))
        return self._strip(drawn, width, "table--row")

    def _strip(self, content: Content, width: int, kind: str) -> Strip:
        style = self.get_visual_style(kind)
        padded = Content.assemble(" ", content).truncate(width, ellipsis=True)
        strips = Visual.to_strips(self, padded, width, 1, style)
        return strips[0].extend_cell_length(width, style.rich_style)

    # --- the mouse ------------------------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        event.stop()
        place = event.y + self.scroll_offset.y
        line = self._lines[place] if 0 <= place < len(self._lines) else None
        if isinstance(line, str):
            same, chosen = line == self._pointed, event.style.meta.get(CHOSEN)
            self.point_at(line)
            if isinstance(chosen, int):
                self.post_message(self.Chosen(chosen))
            elif same or event.x <= 1:
                self.post_message(self.Clicked(line, event.x))
