"""A screen that nobody sees before it has something to show."""

from __future__ import annotations

from textual import events
from textual.screen import Screen
from textual.widget import Widget

from listbuilder.tui.styles import Styled


class Unpainted(Styled, Screen[None]):
    """Textual paints a screen while it is put together, empty and then again with each of its parts, which takes longer than all
    else that a start does; this one is painted from `paint` on."""

    def __init__(self) -> None:
        super().__init__()
        self._may_paint = False
        self._was_resumed = False

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Without what Textual adds to each screen: boxes for its tooltips and toasts, of which these screens have none."""

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.ScreenResume) and not self._was_resumed:
            self._was_resumed = True
            event.refresh_styles = False  # all that is on it has just got its styles
        await super().on_event(event)

    def paint(self) -> None:
        """It has something to show."""
        self._may_paint = True
        self.refresh()

    def lay_out(self, changed: Widget) -> None:
        """Gives all widgets the sizes that they have now that this one is higher or lower. What draws to its size can draw at
        once; else it would be painted as it was, in its new size, and then again. (Textual: the same, a frame later.)"""
        may_paint, self._may_paint = self._may_paint, False
        try:
            changed._layout_required = False
            for ancestor in changed.ancestors:
                if isinstance(ancestor, Widget):
                    ancestor._clear_arrangement_cache()
            self._refresh_layout()
        finally:
            self._may_paint = may_paint

    def _compositor_refresh(self) -> None:
        if self._may_paint:
            super()._compositor_refresh()
