"""The datasheet of one unit, to read."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from listbuilder.army import Army, Unit
from listbuilder.tui.sheet import datasheet
from listbuilder.tui.wording import literal


class SheetPane(VerticalScroll):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "scroll_down", show=False),
        Binding("k", "scroll_up", show=False),
        Binding("g", "scroll_home", show=False),
        Binding("G", "scroll_end", show=False),
    ]

    def __init__(self, *, id: str, number: str = "") -> None:
        super().__init__(id=id)
        self._number = number
        self._army: Army | None = None
        self._unit: Unit | None = None
        self._taken = True
        self._drawn: Content | None = None

    def compose(self) -> ComposeResult:
        yield Static()

    def show(self, army: Army, unit: Unit | None, *, taken: bool = True) -> None:
        """Shows the unit, from the top when it is another one."""
        other = unit is None or self._unit is None or unit.id != self._unit.id or unit.datasheet != self._unit.datasheet
        self._army, self._unit, self._taken = army, unit, taken
        self.border_title = literal(f"{self._number} {army.vocabulary.terms.datasheet.title}")
        self.redraw()
        if other:
            self.scroll_home(animate=False)

    def on_resize(self, _: events.Resize) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Draws the sheet for the width there is."""
        text = Content()
        if self._army is not None and self._unit is not None:
            width = max(20, self.scrollable_content_region.width - 1)
            text = datasheet(self._army, self._unit, width, taken=self._taken)
        if self._drawn is None or not text.is_same(self._drawn):
            self._drawn = text
            self.query_one(Static).update(text)
