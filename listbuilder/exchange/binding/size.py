"""The points limit of a read list: that of the game it states, else of the smallest that its points fit in."""

from __future__ import annotations

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import System
from listbuilder.errors import ASSUMED_SIZE
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import ListRecord
from listbuilder.i18n import Localised, Text
from listbuilder.naming import fold

OWN_LIMIT = "own-limit"


def limit_of(record: ListRecord, system: System, problems: Problems) -> Number | None:
    """The points of the game that a list is for; None where neither it nor its points tell, which keeps it from being judged
    where the game has sizes."""
    if record.limit:
        _contradicted(record, record.limit, system, problems)
        return record.limit
    total = record.total or sum(unit.points or 0 for unit in record.units)
    if not system.battle_sizes or not total:
        return None
    size = min((one for one in system.battle_sizes if one.points >= total), key=lambda one: one.points, default=None)
    if size is None:
        text = Text("the list states no battle size, and its {total} points fit in none", {"total": total})
        problems.note(text, 0, ASSUMED_SIZE)
        return None
    names = {"size": Localised(size.name), "total": total}
    text = Text("the list states no battle size: {size} is the smallest for its {total} points", names)
    problems.warn(text, 0, ASSUMED_SIZE, beside=Text("{size} is assumed", names))
    return size.points


def _contradicted(record: ListRecord, limit: Number, system: System, problems: Problems) -> None:
    """Notes a size that the list names with other points than it has: the points are what counts."""
    if record.size is None:
        return
    called = fold(record.size.text)
    size = next((one for one in system.battle_sizes if called in (fold(name) for name in one.name.values())), None)
    if size is not None and size.points != limit:
        names: dict[str, object] = {"size": Localised(size.name), "limit": limit, "usual": size.points}
        text = Text("the list calls a game of {limit} points {size}, which has {usual}", names)
        beside = Text("limit of its own: {size} has {usual}", names)
        problems.warn(text, record.size.line, OWN_LIMIT, beside=beside)
