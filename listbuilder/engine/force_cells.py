"""The cells of a force and of its categories, and of the roster's cost limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.engine.cells import Cell, message_violation
from listbuilder.engine.constraints import Bound, bound, message
from listbuilder.engine.core import pushes_of
from listbuilder.engine.index import TREE_DEEP
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
from listbuilder.engine.numbers import show
from listbuilder.engine.queries import Context
from listbuilder.engine.scopes import Place, at
from listbuilder.engine.state import Category, Message, Violation

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import CategoryEntry, CategoryLink, Constraint
    from listbuilder.engine.evaluator import Evaluator
    from listbuilder.engine.modifiers import Applied
    from listbuilder.engine.scoped_modifiers import Push
    from listbuilder.roster.tree import Force


class ForceCell(Cell):
    """A force: its name, visibility, categories and costs, and the constraints of its entry."""

    def __init__(self, evaluator: Evaluator, force: Force) -> None:
        super().__init__(evaluator)
        self.node = force
        self.name = force.entry.name
        self.page = force.entry.page
        self.annotation = ""
        self.hidden = force.entry.hidden
        self.categories: tuple[Category, ...] = ()
        self.messages: tuple[Message, ...] = ()
        self.pushes: dict[tuple[str, int], Push] = {}
        self.version = 0
        entry = force.entry
        ids = (constraint.id for constraint in entry.constraints)
        self.plan = plan(entry.modifiers, entry.modifier_groups, ids, evaluator.library)

    def evaluate(self) -> None:
        force, evaluator = self.node, self.evaluator
        place, categories = at(force), Categories(evaluator.library)
        for link in force.entry.category_links:
            categories.give(link.target_id, link.name)
        keys = frozenset({force.entry.id, force.catalogue_id, "force"})
        context = Context(evaluator.index, place, keys, self)
        applied = applying(self.plan.core, context, {})
        pushed = [push.applied for push in evaluator.book.on(place, keys) if push.selector.profiles is None]
        applied = sorted([*applied, *pushed], key=lambda item: item.modifier.type != "set")
        self._apply(applied, categories)
        self.pushes = evaluator.exchange_pushes(self.pushes, pushes_of(force.id, self.plan, context))
        self.violations = tuple(self._violations(context, place, pushed))

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

    def _violations(self, context: Context, place: Place, pushed: list[Applied]) -> list[Violation]:
        force = self.node
        found = [message_violation(force, item.severity, item.text, force.entry.id) for item in self.messages]
        for constraint in force.entry.constraints:
            key = self._key(constraint)
            item = bound(constraint, force.entry.id, key, context, self.plan, pushed)
            if item is None or not item.kind:
                continue
            found.append(node_violation(item, force, force.entry.id, self.name, "force", place))
        return found

    def _key(self, constraint: Constraint) -> str:
        """What a force's constraint counts: in itself everything, further up forces of its entry, and all that is spent."""
        if constraint.child_id:
            return constraint.child_id
        everything = constraint.scope in ("self", "force") or constraint.field not in ("selections", "forces")
        return "any" if everything else self.node.entry.id


class CategoryCell(Cell):
    """A category of a force that has constraints or messages."""

    def __init__(
        self, evaluator: Evaluator, force: Force, entry: CategoryEntry | None, link: CategoryLink | None
    ) -> None:
        super().__init__(evaluator)
        self.force = force
        parts = tuple(part for part in (entry, link) if part is not None)
        self.id = entry.id if entry is not None else link.target_id if link is not None else ""
        self.name = next((part.name for part in parts if part.name), self.id)
        self.written = [(part.id, constraint) for part in parts for constraint in part.constraints]
        modifiers = [modifier for part in parts for modifier in part.modifiers]
        groups = [group for part in parts for group in part.modifier_groups]
        self.plan = plan(modifiers, groups, (constraint.id for _, constraint in self.written), evaluator.library)

    def evaluate(self) -> None:
        force, evaluator = self.force, self.evaluator
        place = Place(force, force, None)
        keys = frozenset({self.id, force.entry.id, force.catalogue_id})
        context = Context(evaluator.index, place, keys, self)
        applied = applying(self.plan.core, context, {})
        name = name_after(self.name, [item for item in applied if item.modifier.field == "name"])
        found = [message_violation(force, item.severity, item.text, self.id) for item in messages_of(applied)]
        for owner, constraint in self.written:
            key = constraint.child_id or self.id
            item = bound(constraint, owner, key, context, self.plan)
            if item is not None and item.kind:
                found.append(node_violation(item, force, self.id, name, "category", place))
        self.violations = tuple(found)


class LimitCell(Cell):
    """The roster's cost limits and the messages put on it."""

    def evaluate(self) -> None:
        evaluator = self.evaluator
        roster = evaluator.roster
        found = []
        for type_id, most in roster.cost_limits.items():
            amount = self._total(type_id)
            if amount > most:
                found.append(self._over(type_id, amount, most))
        shelf = evaluator.book.shelves.get(roster, {})
        for pile in shelf.values():
            for push in pile.values():
                if push.selector.itself and push.applied.modifier.field in MESSAGES:
                    modifier = push.applied.modifier
                    found.append(message_violation(None, MESSAGES[modifier.field], modifier.value, ""))
        self.violations = tuple(found)

    def _total(self, type_id: str) -> Number:
        index, roster, key = self.evaluator.index, self.evaluator.roster, (type_id, "any")
        watched = ((TREE_DEEP, key),)
        total: Number = index.probe(
            roster, ("total", type_id), watched, lambda: index.count(roster, TREE_DEEP, key), self
        )
        return total

    def _over(self, type_id: str, amount: Number, most: Number) -> Violation:
        cost_type = self.evaluator.library.cost_types.get(type_id)
        name = cost_type.name if cost_type is not None else type_id
        return Violation(
            kind="cost-limit",
            node=None,
            entry_id="costLimits",
            found=amount,
            bound=most,
            message=f"{show(amount)} {name}, at most {show(most)}",
            owner_type="roster",
            constraint_id=type_id,
        )


def node_violation(item: Bound, node: Force, entry_id: str, name: str, owner_type: str, place: Place) -> Violation:
    """A broken constraint of a force or category."""
    return Violation(
        kind=item.kind,  # type: ignore[arg-type]
        node=node,
        entry_id=entry_id,
        constraint=item.constraint,
        found=item.found,
        bound=item.value,
        message=message(item, name, place),
        owner_type=owner_type,
        owner_entry_id=entry_id,
        constraint_id=item.constraint.id,
        counted=(item.constraint.id, item.scope.node, node.id if item.constraint.field == "forces" else "", item.key),
    )
