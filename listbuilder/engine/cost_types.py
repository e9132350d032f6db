"""The cost types of a roster after their modifiers: name, visibility and default limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.engine.cells import CellEnvironment
from listbuilder.engine.modifiers import Applied, Changes, GatedModifier, applying, flatten
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scheduler import Cell
from listbuilder.engine.scopes import TreePosition, position_of
from listbuilder.engine.tallies import TREE_DEEP, Measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import CostType

ROSTER = "roster"  # what the roster counts as for conditions, and the scope of modifiers that act on it
DEFAULT_LIMIT = "defaultCostLimit"


class CostTypeState(Struct, frozen=True):
    """A cost type as the roster shows it. ``default_limit`` None means no limit."""

    name: str
    hidden: bool
    default_limit: Number | None


class CostTypesCell(Cell):
    """The cost types that have modifiers. A modifier is evaluated at the roster, one with the scope ``roster`` at each force:
    it acts where any of them meets its conditions."""

    def __init__(self, store: CellEnvironment, publish: Callable[[str], None]) -> None:
        """``publish`` is called with each type whose default limit changed."""
        super().__init__(store.scheduler)
        self.store = store
        self.publish = publish
        self.states: dict[str, CostTypeState] = {}
        self.types = [one for one in store.plans.library.cost_types.values() if one.modifiers or one.modifier_groups]

    def evaluate(self) -> None:
        for cost_type in self.types:
            state = self.states[cost_type.id] = self._state(cost_type)
            limits = self.store.index.roster.default_limits
            if state.default_limit != limits.get(cost_type.id, cost_type.default_limit):
                limits[cost_type.id] = state.default_limit
                self.publish(cost_type.id)

    def state(self, cost_type: CostType) -> CostTypeState:
        known = self.states.get(cost_type.id)
        return known or CostTypeState(cost_type.name, cost_type.hidden, cost_type.default_limit)

    def _state(self, cost_type: CostType) -> CostTypeState:
        applied: list[Applied] = []
        for step in flatten((cost_type,)):
            applied += self._at_forces(step) if step.modifier.scope == ROSTER else self._at_roster(step)
        changes = Changes(applied)
        base = -1 if cost_type.default_limit is None else cost_type.default_limit
        limit = changes.number(DEFAULT_LIMIT, base)
        return CostTypeState(
            changes.name(cost_type.name), changes.flag("hidden", cost_type.hidden), limit if limit >= 0 else None
        )

    def _at_roster(self, step: GatedModifier) -> list[Applied]:
        index = self.store.index
        return applying((step,), QueryContext(index, TreePosition(index.roster), frozenset({ROSTER}), self), {})

    def _at_forces(self, step: GatedModifier) -> list[Applied]:
        index, forces = self.store.index, self.store.forces  # with one on trial
        watched = ((TREE_DEEP, ("forces", "any")),)
        index.probe(index.roster, "forces", lambda: Measure(watched, lambda: tuple(force.id for force in forces)), self)
        found: list[Applied] = []
        for force in forces:
            keys = frozenset({force.entry.id, force.catalogue_id, "force"})
            found += applying((step,), QueryContext(index, position_of(force), keys, self), {})
        return found
