"""Prices and reasons of what the browser shows, worked out between keys."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from textual.timer import Timer
from textual.widget import Widget

from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.query import Query
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.later import later

SLICE = 0.008  # seconds that are worked before keys are looked at again
BREATH = 0.004  # seconds between two slices
COVERED = 0.2  # seconds until it is looked again whether another screen, which may read the session, is gone


class Quoting:
    """Works in slices, first for what is seen. ``settle`` is called when what filters leave is known, and when all is."""

    def __init__(self, host: Widget, offering: Offering, settle: Callable[[], None]) -> None:
        self._host = host
        self._offering = offering
        self._settle = settle
        self._query = Query()
        self._timer: Timer | None = None
        self._is_settled = True

    @property
    def is_working(self) -> bool:
        """Whether something is still to be worked out."""
        return self._timer is not None

    def begin(self, query: Query, seconds: float = BREATH) -> None:
        """Other lines are shown, or the list has changed; after so many seconds the work goes on."""
        self._query = query
        self._is_settled = not self._offering.filters_by_quotes(query)
        self.soon(seconds)

    def soon(self, seconds: float = BREATH) -> None:
        """The work goes on, also after the cursor has moved."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = later(self._host, seconds, self._work)

    def _work(self) -> None:
        """One slice. Keys go before the next one."""
        self._timer = None
        if self._host.app.screen is not self._host.screen:
            self.soon(COVERED)
            return
        table, offering, until = self._host.query_one(Table), self._offering, perf_counter() + SLICE
        seen = table.visible_ids
        worked: list[str] = []
        for choice_id in offering.unquoted(seen, self._query):
            if worked and perf_counter() > until:
                self.soon()
                break
            if not (self._is_settled or choice_id in seen or offering.passes(choice_id, self._query)):
                self._settled()  # what follows is not shown, and most of it will not be
            offering.quote(choice_id)
            worked.append(choice_id)
        else:
            if worked:
                self._settled()
            return
        if not set(worked).isdisjoint(seen):
            table.refresh()

    def _settled(self) -> None:
        self._is_settled = True
        self._settle()
