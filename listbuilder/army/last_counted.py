"""The last unit of a force that an exceeded maximum counts: the one that is too many. Found once, then followed over edits."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.engine import Engine, Violation

MOST_FOLLOWED = 100  # units that changed in one edit


class UnitsRead(Struct, frozen=True):
    """The units of a roster when they were read. ``come`` and ``gone``: by which they differ from ``before``, None where the
    order has changed, too; a unit that was read again is in both."""

    roots: list[Selection]
    revisions: list[int | None]
    before: object = None
    come: Collection[Selection] | None = None
    gone: Collection[Selection] = ()


class LastCounted:
    """The last units counted, by what counts them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._known: dict[tuple[Force, str], Selection | None] = {}
        self._at: object = None  # the units read when these were the last ones

    def follow(self, units: UnitsRead) -> None:
        """Takes over what the edits since left as it was."""
        before, self._at = self._at, units.roots
        if before is units.roots:
            return
        if units.come is None or units.before is not before or len(units.come) > MOST_FOLLOWED:
            self._known.clear()
            return
        for place, last in tuple(self._known.items()):
            if last in units.gone:
                del self._known[place]
        place_of = self._engine.place
        for root in units.come:
            keys = self._keys(root)
            for (force, key), last in self._known.items():
                if root.parent is force and key in keys and (last is None or place_of(root) > place_of(last)):
                    self._known[force, key] = root

    def of(self, violation: Violation) -> Selection | None:
        """The last unit of a force that a violated maximum of the force counts; None for other violations."""
        force, constraint = violation.node, violation.constraint
        if violation.kind != "max" or not isinstance(force, Force) or violation.owner_type != "force":
            return None
        if constraint is None or constraint.field != "selections":
            return None
        place = force, violation.counts
        if place not in self._known:
            units = (node for node in reversed(force.selections) if roles.is_unit(node.option))
            self._known[place] = next((node for node in units if violation.counts in self._keys(node)), None)
        return self._known[place]

    def _keys(self, unit: Selection) -> frozenset[Hashable]:
        return unit.option.keys.union(item.id for item in self._engine.state(unit).categories)
