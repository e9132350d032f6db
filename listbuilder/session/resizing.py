"""Units with more or fewer models, or without a choice: what the proposals `Resize` and `Cheapen` stand for, and how units of the
list grow. Whether it resolves a finding is tested before it is offered.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import ceil
from typing import TYPE_CHECKING

from listbuilder.army import Unit, roles
from listbuilder.catalogue.base import Number
from listbuilder.roster.tree import Selection
from listbuilder.rules.diagnostic import Action, Cheapen, Choose, Resize, SetSize, Want

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits

MOST_GROWN = 2  # units that grow are proposed before others are added
MOST_CHEAPENED = 2  # changes that save points; units to remove are offered beside them
MOST_PRICED = 12  # units whose price at another size is looked up


def resized(session: Edits, want: Resize) -> Iterator[Action]:
    """The unit with so many models, and what that changes its points by."""
    unit = session.army.unit(want.unit)
    extra = None if unit is None else difference(session, unit, want.models)
    if extra is not None:
        yield SetSize(want.unit, want.models, extra)


def difference(session: Edits, unit: Unit, models: int) -> Number | None:
    """What the unit costs more with so many models than now, None where it cannot have so many."""
    root = session.root(unit.id)
    had, cost = _models(root), points_of(session, root)
    with session.trial():
        session.set_size(unit.id, models)
        return points_of(session, root) - cost if _models(root) - had == models - unit.model_count else None


def _models(root: Selection) -> int:
    return sum(node.number for node in root.walk() if roles.is_model(node))


def points_of(session: Edits, root: Selection) -> Number:
    """What a selection costs with all that is chosen under it."""
    return session.engine.state(root).total_costs.get(session.builder.points_type, 0)


# --- more models --------------------------------------------------------------------------------------------------------------


def grown(session: Edits, want: Want) -> Iterator[SetSize]:
    """Units of the list with as many more models as are needed, the cheapest growth first."""
    if want.of == "units":
        return
    fitting = (unit for unit in session.army.units if want.where.fits(unit.words) and not unit.half_of)
    inside = (unit for unit in fitting if want.force in {"", unit.force})
    found: list[tuple[Number, SetSize]] = []
    for unit in islice(inside, MOST_PRICED):
        each = price_of_one(session, unit)
        if each > 0:
            number = ceil(want.missing / each) if want.of == "points" else ceil(want.missing)
            found.append((number * each, SetSize(unit.id, unit.model_count + number, number * each)))
    yield from (action for _, action in islice(sorted(found, key=lambda pair: pair[0]), MOST_GROWN))


def price_of_one(session: Edits, unit: Unit) -> Number:
    """The points of one more model in the unit, 0 where it may not have one more."""
    return difference(session, unit, unit.model_count + 1) or 0


# --- fewer points -------------------------------------------------------------------------------------------------------------


def cheapened(session: Edits, want: Cheapen) -> Iterator[Action]:
    """Units of the list without a choice that costs enough, or with as few models less as are enough, what saves least first."""
    found: list[tuple[Number, Action]] = []
    for unit in islice(_fitting(session, want), MOST_PRICED):
        found += _without(session, unit, want.over)
        found += _smaller(session, unit, want.over)
    yield from (action for _, action in islice(sorted(found, key=lambda pair: pair[0]), MOST_CHEAPENED))


def _fitting(session: Edits, want: Cheapen) -> Iterator[Unit]:
    """The units that cost enough."""
    for unit in session.army.units:
        if want.where.fits(unit.words) and not unit.half_of and unit.points > want.over:
            yield unit


def _without(session: Edits, unit: Unit, over: Number) -> Iterator[tuple[Number, Action]]:
    """What the unit saves without any of its choices that costs enough."""
    root = session.root(unit.id)
    cost = points_of(session, root)
    dear = {node.id for node in root.walk() if node is not root and points_of(session, node) >= over}
    if not dear:  # most units: reading their rows takes longer than all else
        return
    with session.trial():  # what is asked of a row may be tried out as well
        rows = list(session.editor.reader.rows(root))
    for row in rows:
        if row.kind not in ("toggle", "pick") or row.hidden or row.node not in dear:
            continue
        with session.trial():
            session.pick(unit.id, row.key)
            saved = cost - points_of(session, root)
        if saved >= over:
            yield saved, Choose(unit.id, row.key, row.label, on=False)


def _smaller(session: Edits, unit: Unit, over: Number) -> Iterator[tuple[Number, Action]]:
    """The largest size below that of the unit at which it saves enough; points never rise with fewer models."""
    low, high = 1, unit.model_count - 1
    best: tuple[Number, Action] | None = None
    while low <= high:
        models = (low + high) // 2
        saved = difference(session, unit, models)
        if saved is not None and -saved < over:
            high = models - 1
            continue
        if saved is not None:
            best = -saved, SetSize(unit.id, models, saved)
        low = models + 1
    if best is not None:
        yield best
