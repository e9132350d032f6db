"""A pane that is a list: keeps the cursor while its lines change, and redraws only changed lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option


@dataclass(frozen=True, slots=True)
class ListLine:
    """One line: the id of what it shows and its text; the cursor skips headings."""

    id: str
    text: Content
    heading: bool = False


class ListPane(OptionList):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("g", "first", show=False),
        Binding("G", "last", show=False),
    ]

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._shown: list[ListLine] = []
        self._is_late = False

    @property
    def pointed(self) -> str:
        """The id of the line under the cursor, empty when there is none."""
        option = self.highlighted_option
        return (option.id or "") if option is not None else ""

    @property
    def line_width(self) -> int:
        """Cells of one line of text."""
        return max(10, self.scrollable_content_region.width - 2)

    def lines(self) -> Sequence[ListLine]:
        raise NotImplementedError

    def on_resize(self, _: events.Resize) -> None:
        self.redraw_soon()

    def redraw_soon(self) -> None:
        """Redraws, but not while another screen is on top, which may read the session in a thread: then when that is gone."""
        self._is_late = self.screen is not self.app.screen
        if not self._is_late:
            self.redraw()

    def redraw_late(self) -> None:
        """Redraws what would have been redrawn while another screen was on top."""
        if self._is_late:
            self._is_late = False
            self.redraw()

    def redraw(self) -> None:
        """Updates the lines and keeps the cursor on its line, or on its neighbour."""
        lines = list(self.lines())
        if [(line.id, line.heading) for line in lines] == [(line.id, line.heading) for line in self._shown]:
            for index, (new, old) in enumerate(zip(lines, self._shown, strict=True)):
                if not new.text.is_same(old.text):
                    self.replace_option_prompt_at_index(index, new.text)
        else:
            place, pointed, top = self.highlighted, self.pointed, self.scroll_offset.y
            self.set_options(Option(line.text, id=line.id, disabled=line.heading) for line in lines)
            found = next((index for index, line in enumerate(lines) if line.id == pointed and not line.heading), None)
            self.highlighted = found if found is not None else _nearest(lines, place or 0)
            self.scroll_to(y=top, animate=False, immediate=True)
            self.call_after_refresh(self.scroll_to_highlight)
        self._shown = lines

    def point_at(self, line_id: str) -> None:
        index = next((i for i, line in enumerate(self._shown) if line.id == line_id and not line.heading), None)
        if index is not None and index != self.highlighted:
            self.highlighted = index

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Also brings the headings above the first line back into view."""
        first = next((index for index, line in enumerate(self._shown) if not line.heading), None)
        if first is not None and self.highlighted == first:
            self.scroll_home(animate=False)
        else:
            super().scroll_to_highlight(top)


def _nearest(lines: list[ListLine], place: int) -> int | None:
    usable = [index for index, line in enumerate(lines) if not line.heading]
    before = [index for index in usable if index <= place]
    return before[-1] if before else next(iter(usable), None)
