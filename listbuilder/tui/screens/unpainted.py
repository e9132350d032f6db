"""A screen that nobody sees before it has something to show."""

from __future__ import annotations

from textual.screen import Screen


class Unpainted(Screen[None]):
    """Textual paints a screen while it is put together, empty and then again with each of its parts, which takes longer than all
    else that a start does; this one is painted from `paint` on."""

    def __init__(self) -> None:
        super().__init__()
        self._may_paint = False

    def paint(self) -> None:
        """It has something to show."""
        self._may_paint = True
        self.refresh()

    def _compositor_refresh(self) -> None:
        if self._may_paint:
            super()._compositor_refresh()
