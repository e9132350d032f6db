"""What the browser's cursor is on: its datasheet beside the table, and the unit where it would stand in the army."""

from __future__ import annotations

from collections.abc import Callable

from textual.timer import Timer
from textual.widget import Widget

from listbuilder.tui.browsing.messages import Ghost
from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.later import later
from listbuilder.tui.widgets.sheet_pane import SheetPane

AT_REST = 0.04  # seconds that the cursor stays on a row before its datasheet is drawn


class Preview:
    """Follows the cursor of a host's table once that rests. The host posts `Ghost`; ``rested`` is called when it is known what
    the row under the cursor comes to. ``rests``: nothing would be added now."""

    def __init__(self, host: Widget, offering: Offering, rested: Callable[[], None]) -> None:
        self._host = host
        self._offering = offering
        self._rested = rested
        self._timer: Timer | None = None
        self.rests = False

    @property
    def is_waiting(self) -> bool:
        """Whether the cursor has moved since."""
        return self._timer is not None

    def soon(self) -> None:
        """The cursor is on something else, or what it is on has changed."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = later(self._host, AT_REST, self._show)

    def rest(self, rests: bool) -> None:
        """Whether nothing would be added now: its datasheet stays, and no unit stands in the army."""
        self.rests = rests
        if rests:
            self._host.post_message(Ghost(None))
        else:
            self.soon()

    def _show(self) -> None:
        self._timer = None
        if self._host.app.screen is not self._host.screen:
            self.soon()
            return
        unit = self._offering.ghost(self._host.query_one(Table).pointed)
        sheet = self._host.query_one(SheetPane)
        if unit is None:
            sheet.show(self._offering.session.army, None)
        elif sheet.display:
            sheet.show(self._offering.session.army, unit, taken=False)
        self._host.post_message(Ghost(None if self.rests else unit))
        self._rested()
