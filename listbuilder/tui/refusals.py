"""What the data say, in words alone, against one more of what the rows of the editor count.

Each answer evaluates the army once, so that it is asked between keys, row by row. What was known is shown until the
new answer is there: it is likely to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from time import perf_counter

from textual.widget import Widget

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.session import Row, Session
from listbuilder.terminal import one_line
from listbuilder.tui.slices import Slices


class Refusals:
    """Of what the editor shows. ``tell`` is called when an answer is another one than before."""

    def __init__(self, host: Widget, session: Session, tell: Callable[[], None]) -> None:
        self._session = session
        self._tell = tell
        self._slices = Slices(host, self._ask)
        self._holder, self._name = "", ""
        self._left: list[Row] = []
        self._revision = 0
        self._found: dict[str, str] = {}

    @property
    def found(self) -> Mapping[str, str]:
        """By the keys of rows."""
        return self._found

    @property
    def is_working(self) -> bool:
        """Whether something is still to be asked."""
        return self._slices.is_working

    def drop(self, *, keep: bool) -> None:
        """Asks no further: the unit has changed, or another is shown. ``keep``: what is known is likely to hold."""
        self._slices.stop()
        if not keep:
            self._found = {}

    def ask(self, holder: str, unit: Unit | None, rows: Iterable[Row]) -> None:
        """Begins to ask for those of which the numbers in the data allow one more; of a unit, or of the force of that id."""
        rows = [row for row in rows if row.kind == "count"]
        self._found = {row.key: self._found[row.key] for row in rows if row.key in self._found and has_more(row)}
        self._holder, self._name, self._revision = holder, name_of(unit), self._session.revision
        self._left = [row for row in rows if has_more(row)]
        if self._left:
            self._slices.soon()

    def _ask(self, until: float) -> bool:
        before, asked = dict(self._found), False
        while self._left and self._revision == self._session.revision:
            if asked and perf_counter() > until:
                break
            row, asked = self._left.pop(0), True
            message = self._session.said_against(self._holder, row, row.count + 1)
            self._found.pop(row.key, None)
            if message is not None:
                self._found[row.key] = said(self._session, message, self._name)
        else:
            self._left = []
        if self._found != before:
            self._tell()
        return bool(self._left)


def has_more(row: Row) -> bool:
    """Whether the numbers in the data allow one more."""
    return row.maximum is None or row.count < row.maximum


def name_of(unit: Unit | None) -> str:
    return unit.name if unit is not None else ""


def said(session: Session, message: Text, beside: str) -> str:
    """A message of the data, beside the name of the unit that it is about."""
    return one_line(message.render(session.localise, beside=beside))
