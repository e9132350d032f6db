"""What is known of one list on the shelf: plain values, in the language in use, that a cache can hold."""

from __future__ import annotations

from decimal import Decimal

from msgspec import Struct

from listbuilder.catalogue.base import Number
from listbuilder.report.record import JUDGED, OPEN

WARLORD, TRANSPORT, HELD, STRIKES = "warlord", "transport", "held", "strikes"  # what a unit is first of all


class TreeLine(Struct, frozen=True):
    """One line of the army: a force (``heading``) or a unit. ``path``: of each branch from the first unit of the formation to
    this one, whether it is the last of its siblings. ``sign``: what it is first of all; ``points``: what it costs, ``more``: what
    it costs more by newer data than by those that the list was made with; None where nothing has a price, or nothing changed.
    ``places``: of a transport, how many are taken and how many there are."""

    name: str
    models: int = 0
    path: tuple[bool, ...] = ()
    sign: str = ""
    enhancements: tuple[str, ...] = ()
    points: str | None = None
    more: str | None = None
    notes: str = ""
    heading: bool = False
    places: tuple[int, int] | None = None


class Gauged(Struct, frozen=True):
    """How much of what a rule allows is used. ``mark``: of two possible states, as the General is there or not."""

    name: str
    found: str | None
    most: str | None = None
    mark: bool = False
    is_off: bool = False


class Newer(Struct, frozen=True):
    """The list is judged by newer data than it was made with. ``date``: of those; ``prices``: how many units cost something else,
    None where the older data are gone; ``was``: the points by these; ``verdict``: by these; ``news``: what is wrong only now."""

    date: str
    prices: int | None = None
    was: str | None = None
    verdict: str = ""
    news: tuple[str, ...] = ()


class Kept(Struct, frozen=True):
    """One list. ``state``: whether there was a list to judge, as in a report; ``message``: why there was none, and ``line``
    where; ``form``: the format of its file; ``system_short``: a name
    of the game for where there is little room. Numbers are exact, as text."""

    state: str
    form: str = ""
    verdict: str = "unjudged"
    name: str = ""
    system: str = ""
    system_name: str = ""
    faction: str = ""
    detachments: tuple[str, ...] = ()
    size: str = ""
    points: str | None = None
    limit: str | None = None
    points_name: str = ""
    errors: int = 0
    warnings: int = 0
    open: int = 0
    gauges: tuple[Gauged, ...] = ()
    newer: Newer | None = None
    notes: str = ""
    tree: tuple[TreeLine, ...] = ()
    message: str = ""
    line: int = 0
    system_short: str = ""

    @property
    def was_read(self) -> bool:
        """Whether there was a list to judge."""
        return self.state in {JUDGED, OPEN}


def exact(text: str | None) -> Number | None:
    """A number that is kept as text."""
    if text is None:
        return None
    found = Decimal(text)
    return int(found) if found == int(found) else found
