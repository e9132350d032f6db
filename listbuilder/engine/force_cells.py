"""The cells of a force and of its categories, and of the roster's cost limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from listbuilder.engine.cells import CellEnvironment, NodeCell
from listbuilder.engine.constraints import checked, holds_anyway
from listbuilder.engine.core import scoped_modifiers_of
from listbuilder.engine.modifiers import MESSAGES, Applied, Categories, Changes, applying, messages_of, plan, set_first
from listbuilder.engine.plans import Core
from listbuilder.engine.queries import QueryContext, is_share_of_limit
from listbuilder.engine.scheduler import Cell
from listbuilder.engine.scopes import TreePosition, position_of
from listbuilder.engine.state import Message, Violation
from listbuilder.engine.tallies import TREE_DEEP, Counts, Measure
from listbuilder.engine.violations import constraint_violation, limit_violation, message_violation

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import CategoryEntry, CategoryLink, Constraint
    from listbuilder.roster.tree import Force


class ForceCell(NodeCell):
    """A force: its name, visibility, categories and costs, and the constraints of its entry."""

    node: Force

    def __init__(self, store: CellEnvironment, force: Force) -> None:
        entry = force.entry
        costs = {cost.type_id: cost.value for cost in entry.costs}
        keys = frozenset({entry.id, force.catalogue_id, "force"})
        super().__init__(store, force, Core(entry.name, entry.hidden, costs, (), keys, (), "", ""))
        self.plan = plan(store.plans.library, entry)
        target = store.plans.library.forces.entry(entry.id) if entry.link_id else None
        self.own_bounds = {item.id for item in (target or entry).constraints}  # others are written on the link to it

    @property
    def costs(self) -> Counts:
        """The force's own costs as they are counted."""
        return {
            (type_id, key): value
            for type_id, value in self.core.costs.items()
            if value
            for key in ("any", self.node.entry.id)
        }

    def evaluate(self) -> None:
        force, store, keys = self.node, self.store, self.core.keys
        position = position_of(force)
        context = QueryContext(store.index, position, keys, self)
        own = applying(self.plan.core, context, {})
        scoped = [item.applied for item in store.scoped_modifiers.on(position, keys) if item.selector.profiles is None]
        self._apply(set_first([*own, *scoped]))
        self._charge(own)
        self.set_scoped(scoped_modifiers_of(force.id, self.plan, context))
        self.violations = tuple(self._violations(context, scoped))

    def _apply(self, applied: list[Applied]) -> None:
        entry, before, changes = self.node.entry, self.core, Changes(applied)
        categories = Categories(self.store.plans.library)
        for link in entry.category_links:
            categories.give(link.target_id, link.name)
        categories.change(changes.by_field["category"])
        self.core = replace(
            before,
            name=changes.name(entry.name),
            hidden=changes.flag("hidden", entry.hidden),
            categories=categories.result(),
            messages=messages_of(applied),
            annotation=changes.text("annotation", ""),
        )
        if self.core != before:
            self.version += 1

    def _charge(self, own: list[Applied]) -> None:
        """Counts the force's costs after its own modifiers."""
        before, changes = self.costs, Changes(own)
        costs = {cost.type_id: cost.value for cost in self.node.entry.costs}
        for type_id in changes.by_field.keys() & (costs.keys() | self.store.plans.library.cost_types.keys()):
            costs[type_id] = changes.number(type_id, costs.get(type_id, 0))
        if costs != self.core.costs:
            self.core = replace(self.core, costs=costs)
            self.version += 1
            now = self.costs
            change = {key: now.get(key, 0) - before.get(key, 0) for key in before.keys() | now.keys()}
            self.store.index.charge(self.node, change)

    def _violations(self, context: QueryContext, scoped: list[Applied]) -> Iterator[Violation]:
        force, entry, core = self.node, self.node.entry, self.core
        for message in core.messages:
            yield message_violation(force, message, entry.id, core.name, context.position)
        for constraint in entry.constraints:
            here = replace(constraint, scope="force") if is_share_of_limit(constraint) else constraint
            item = checked(here, entry.id, self._key(here), context, self.plan, scoped)
            if item is not None and item.violated:
                written_on = entry.id if constraint.id in self.own_bounds else entry.link_id
                yield constraint_violation(item, context.position, force, core.name, written_on, ("force", entry.id))

    def _key(self, constraint: Constraint) -> str:
        """What a force's constraint counts: everything in the force itself, forces of its entry in wider scopes, all costs.
        A share of a limit is that of the force, whatever the scope."""
        if constraint.child_id:
            return constraint.child_id
        everything = constraint.scope in ("self", "force") or constraint.field not in ("selections", "forces")
        return "any" if everything else self.node.entry.id


class CategoryCell(Cell):
    """A category of a force that has constraints or messages."""

    def __init__(
        self, store: CellEnvironment, force: Force, entry: CategoryEntry | None, link: CategoryLink | None
    ) -> None:
        super().__init__(store.scheduler)
        self.store = store
        self.force = force
        parts = tuple(part for part in (entry, link) if part is not None)
        self.id = entry.id if entry is not None else link.target_id if link is not None else ""
        self.name = next((part.name for part in parts if part.name), self.id)
        self.written = [(part.id, constraint) for part in parts for constraint in part.constraints]
        self.plan = plan(store.plans.library, *parts)

    def evaluate(self) -> None:
        force, store = self.force, self.store
        position = TreePosition(force, force, None)
        keys = frozenset({self.id, force.entry.id, force.catalogue_id})
        context = QueryContext(store.index, position, keys, self)
        applied = applying(self.plan.core, context, {})
        name = Changes(applied).name(self.name)
        found = [message_violation(force, item, self.id, name, position) for item in messages_of(applied)]
        for owner, constraint in self.written:
            key = constraint.child_id or self.id
            if holds_anyway(constraint, key, context):
                continue
            item = checked(constraint, owner, key, context, self.plan)
            if item is not None and item.violated:
                found.append(constraint_violation(item, position, force, name, self.id, ("category", self.id)))
        self.violations = tuple(found)


class LimitCell(Cell):
    """The roster's cost limits, and the messages that scoped modifiers put on the roster."""

    def __init__(self, store: CellEnvironment) -> None:
        super().__init__(store.scheduler)
        self.store = store

    def evaluate(self) -> None:
        roster = self.store.index.roster
        found = []
        for type_id, most in roster.limits.items():
            amount = self._total(type_id)
            if amount > most:
                found.append(limit_violation(type_id, self._name(type_id), amount, most))
        for item in self.store.scoped_modifiers.of_target(roster):
            modifier = item.applied.modifier
            if item.selector.itself and modifier.field in MESSAGES:
                message = Message(modifier.field, modifier.value)  # type: ignore[arg-type]
                found.append(message_violation(None, message, ""))
        self.violations = tuple(found)

    def _total(self, type_id: str) -> Number:
        index, roster, key = self.store.index, self.store.index.roster, (type_id, "any")

        def measured() -> Measure:
            return Measure(((TREE_DEEP, key),), lambda: index.count(roster, TREE_DEEP, key), exact=True)

        total: Number = index.probe(roster, ("total", type_id), measured, self)
        return total

    def _name(self, type_id: str) -> str:
        cost_type = self.store.plans.library.cost_types.get(type_id)
        return cost_type.name if cost_type is not None else type_id
