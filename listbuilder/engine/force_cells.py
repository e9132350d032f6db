"""The cells of a force and of its categories, and of the roster's cost limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.engine.cells import CellEnvironment
from listbuilder.engine.constraints import checked
from listbuilder.engine.core import scoped_modifiers_of
from listbuilder.engine.count_index import TREE_DEEP
from listbuilder.engine.modifiers import (
    MESSAGES,
    Categories,
    applying,
    flag_after,
    messages_of,
    name_after,
    plan,
    text_after,
)
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scheduler import Cell
from listbuilder.engine.scopes import TreePosition, position_of
from listbuilder.engine.state import Category, Message, Violation
from listbuilder.engine.violations import limit_violation, message_violation, node_violation

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import CategoryEntry, CategoryLink, Constraint
    from listbuilder.engine.modifiers import Applied
    from listbuilder.engine.scoped_modifiers import Origin, ScopedModifier
    from listbuilder.roster.tree import Force


class ForceCell(Cell):
    """A force: its name, visibility, categories and costs, and the constraints of its entry."""

    evaluated_first = True

    def __init__(self, store: CellEnvironment, force: Force) -> None:
        super().__init__(store.scheduler)
        self.store = store
        self.node: Force = force
        self.name = force.entry.name
        self.annotation = ""
        self.hidden = force.entry.hidden
        self.categories: tuple[Category, ...] = ()
        self.messages: tuple[Message, ...] = ()
        self.scoped: dict[Origin, ScopedModifier] = {}
        self.version = 0
        entry = force.entry
        ids = (constraint.id for constraint in entry.constraints)
        self.plan = plan(entry.modifiers, entry.modifier_groups, ids, store.plans.library)

    def evaluate(self) -> None:
        force, store = self.node, self.store
        position, categories = position_of(force), Categories(store.plans.library)
        for link in force.entry.category_links:
            categories.give(link.target_id, link.name)
        keys = frozenset({force.entry.id, force.catalogue_id, "force"})
        context = QueryContext(store.index, position, keys, self)
        applied = applying(self.plan.core, context, {})
        scoped = [item.applied for item in store.scoped_modifiers.on(position, keys) if item.selector.profiles is None]
        applied = sorted([*applied, *scoped], key=lambda item: item.modifier.type != "set")
        self._apply(applied, categories)
        self.scoped = store.replace_scoped(self.scoped, scoped_modifiers_of(force.id, self.plan, context))
        self.violations = tuple(self._violations(context, position, scoped))

    def on_drop(self) -> None:
        self.scoped = self.store.replace_scoped(self.scoped, {})

    def _apply(self, applied: list[Applied], categories: Categories) -> None:
        by_field: dict[str, list[Applied]] = {}
        for item in applied:
            by_field.setdefault(item.modifier.field, []).append(item)
        before = (self.name, self.hidden, self.categories, self.messages, self.annotation)
        categories.change(by_field.get("category", ()))
        self.name = name_after(self.node.entry.name, by_field.get("name", ()))
        self.hidden = flag_after(self.node.entry.hidden, by_field.get("hidden", ()))
        self.annotation = text_after("", by_field.get("annotation", ()))
        self.categories = categories.result()
        self.messages = messages_of(applied)
        if before != (self.name, self.hidden, self.categories, self.messages, self.annotation):
            self.version += 1

    def _violations(self, context: QueryContext, position: TreePosition, scoped: list[Applied]) -> list[Violation]:
        force = self.node
        found = [message_violation(force, item.severity, item.text, force.entry.id) for item in self.messages]
        for constraint in force.entry.constraints:
            key = self._key(constraint)
            item = checked(constraint, force.entry.id, key, context, self.plan, scoped)
            if item is None or not item.violated:
                continue
            found.append(node_violation(item, force, force.entry.id, self.name, "force", position))
        return found

    def _key(self, constraint: Constraint) -> str:
        """What a force's constraint counts: everything in the force itself, forces of its entry in wider scopes, all costs."""
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
        modifiers = [modifier for part in parts for modifier in part.modifiers]
        groups = [group for part in parts for group in part.modifier_groups]
        self.plan = plan(modifiers, groups, (constraint.id for _, constraint in self.written), store.plans.library)

    def evaluate(self) -> None:
        force, store = self.force, self.store
        position = TreePosition(force, force, None)
        keys = frozenset({self.id, force.entry.id, force.catalogue_id})
        context = QueryContext(store.index, position, keys, self)
        applied = applying(self.plan.core, context, {})
        name = name_after(self.name, [item for item in applied if item.modifier.field == "name"])
        found = [message_violation(force, item.severity, item.text, self.id) for item in messages_of(applied)]
        for owner, constraint in self.written:
            key = constraint.child_id or self.id
            item = checked(constraint, owner, key, context, self.plan)
            if item is not None and item.violated:
                found.append(node_violation(item, force, self.id, name, "category", position))
        self.violations = tuple(found)


class LimitCell(Cell):
    """The roster's cost limits, and the messages that scoped modifiers put on the roster."""

    def __init__(self, store: CellEnvironment) -> None:
        super().__init__(store.scheduler)
        self.store = store

    def evaluate(self) -> None:
        roster = self.store.index.roster
        found = []
        for type_id, most in roster.cost_limits.items():
            amount = self._total(type_id)
            if amount > most:
                found.append(limit_violation(type_id, self._name(type_id), amount, most))
        for item in self.store.scoped_modifiers.of_target(roster):
            modifier = item.applied.modifier
            if item.selector.itself and modifier.field in MESSAGES:
                found.append(message_violation(None, MESSAGES[modifier.field], modifier.value, ""))
        self.violations = tuple(found)

    def _total(self, type_id: str) -> Number:
        index, roster, key = self.store.index, self.store.index.roster, (type_id, "any")
        watched = ((TREE_DEEP, key),)
        total: Number = index.probe(
            roster, ("total", type_id), watched, lambda: index.count(roster, TREE_DEEP, key), self
        )
        return total

    def _name(self, type_id: str) -> str:
        cost_type = self.store.plans.library.cost_types.get(type_id)
        return cost_type.name if cost_type is not None else type_id
