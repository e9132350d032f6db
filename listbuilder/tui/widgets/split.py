"""The panes side by side: the border between the first two is dragged with the mouse."""

from __future__ import annotations

from textual import events
from textual.containers import Horizontal
from textual.message import Message

from listbuilder.tui.widgets.still import Still


class Split(Horizontal, Still):
    """Posts `Moved` while the border at the right of its first child is dragged."""

    class Moved(Message):
        """So many cells for the first child. ``done``: the mouse was let go."""

        def __init__(self, width: int, done: bool = False) -> None:
            super().__init__()
            self.width = width
            self.done = done

    _is_held = False

    def _border(self) -> int:
        """The column of the first child's right border, on the screen."""
        return next((child.region.right - 1 for child in self.children if child.region), -2)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        shown = [child for child in self.children if child.region]
        if len(shown) > 1 and event.screen_x - self._border() in {0, 1}:
            self._is_held = True
            self.capture_mouse()
            event.stop()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._is_held:
            self.post_message(self.Moved(event.screen_x - self.region.x + 1))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        if self._is_held:
            self._is_held = False
            self.release_mouse()
            self.post_message(self.Moved(event.screen_x - self.region.x + 1, done=True))
