"""Prices and reasons of what the browser shows, worked out between keys."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from textual.widget import Widget

from listbuilder.tui.browsing.offering import Offering
from listbuilder.tui.browsing.query import Query
from listbuilder.tui.browsing.table import Table
from listbuilder.tui.slices import BREATH, Slices


class Quoting:
    """Works in slices, first for what is seen. ``settle`` is called when what filters leave is known, and when all is."""

    def __init__(self, host: Widget, offering: Offering, settle: Callable[[], None]) -> None:
        self._host = host
        self._offering = offering
        self._settle = settle
        self._query = Query()
        self._slices = Slices(host, self._work)
        self._is_settled = True

    @property
    def is_working(self) -> bool:
        """Whether something is still to be worked out."""
        return self._slices.is_working

    def begin(self, query: Query, seconds: float = BREATH) -> None:
        """Other lines are shown, or the list has changed; after so many seconds the work goes on."""
        self._query = query
        self._is_settled = not self._offering.filters_by_quotes(query)
        self.soon(seconds)

    def soon(self, seconds: float = BREATH) -> None:
        """The work goes on, also after the cursor has moved."""
        self._slices.soon(seconds)

    def _work(self, until: float) -> bool:
        table, offering = self._host.query_one(Table), self._offering
        seen = table.visible_ids
        worked: list[str] = []
        is_left = False
        for choice_id in offering.unquoted(seen, self._query):
            if worked and perf_counter() > until:
                is_left = True
                break
            if not (self._is_settled or choice_id in seen or offering.passes(choice_id, self._query)):
                self._settled()  # what follows is not shown, and most of it will not be
            offering.quote(choice_id)
            worked.append(choice_id)
        if worked and not is_left:
            self._settled()
        elif not set(worked).isdisjoint(seen):
            table.refresh()
        return is_left

    def _settled(self) -> None:
        self._is_settled = True
        self._settle()
