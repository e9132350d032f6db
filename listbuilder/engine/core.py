"""The values of a choice at a position: name, visibility, costs, categories and messages after all modifiers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from listbuilder.engine.count_index import Counts, Dependent
from listbuilder.engine.modifiers import (
    Applied,
    Categories,
    Plan,
    applying,
    by_field,
    flag_after,
    messages_of,
    name_after,
    number_after,
    plan,
    text_after,
)
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.roles import takes_role
from listbuilder.engine.scoped_modifiers import Origin, ScopedModifier, ScopedModifiers, selector
from listbuilder.engine.scopes import TreePosition, resolve
from listbuilder.engine.state import Category, Costs, Message
from listbuilder.roster.tree import Force

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.catalogue.merged import Merged
    from listbuilder.engine.count_index import CountIndex

MAX_ROUNDS = 6  # for choices whose modifiers depend on their own categories


@dataclass(frozen=True, slots=True)
class Core:
    """The values of a choice. ``costs`` are those of one; ``keys`` are the ids, categories and types that it counts as."""

    name: str
    hidden: bool
    costs: Costs
    categories: tuple[Category, ...]
    keys: frozenset[str]
    messages: tuple[Message, ...]
    annotation: str
    default_amount: str


class Plans:
    """What is known of options without a roster, computed once per library."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.given: set[str] = set()  # categories that modifiers add
        self._plan = cache(self._new_plan)
        self.takes_role = cache(self._takes_role)
        self.first = cache(self._first)
        self.first_counts = cache(self._first_counts)

    def of(self, option: Option) -> Plan:
        return self._plan(option.merged)

    def _new_plan(self, merged: Merged) -> Plan:
        found = plan(self.library, merged)
        steps = (*found.core, *found.scoped)
        self.given.update(step.modifier.value for step in steps if step.modifier.field == "category")
        return found

    def _takes_role(self, option: Option) -> bool:
        """Whether a choice gives itself a category as long as no other choice has it."""
        own = self.of(option)
        return takes_role((*own.core, *own.scoped))

    def _first(self, option: Option) -> Core:
        """The values of a choice before modifiers."""
        categories = base_categories(option, self.library).result()
        keys = option.keys.union(category.id for category in categories)
        return Core(
            option.name, option.merged.hidden, base_costs(option), categories, keys, (), "", default_amount(option)
        )

    def _first_counts(self, option: Option) -> Counts:
        """What a choice adds to the counters before modifiers."""
        core = self.first(option)
        return counts_of(core.keys, core.costs)

    def may_hide(self, option: Option) -> bool:
        """Whether an option is hidden, or may be hidden by its own modifiers."""
        return option.merged.hidden or "hidden" in self.of(option).fields


def base_costs(option: Option) -> Costs:
    """Costs before modifiers: those of the link, else those of its target."""
    costs: Costs = {}
    for part in reversed(option.parts):
        for cost in part.costs:
            if cost.value or cost.type_id not in costs:
                costs[cost.type_id] = cost.value
    return costs


def base_categories(option: Option, library: Library) -> Categories:
    categories = Categories(library)
    for link in option.merged.category_links:
        categories.give(link.target_id, link.name, primary=link.primary)
    return categories


def counts_of(keys: frozenset[str], costs: Costs) -> Counts:
    """What one of a choice adds to the counters."""
    counts: Counts = {("selections", key): 1 for key in keys}
    for type_id, value in costs.items():
        if value:
            counts.update({(type_id, key): value for key in keys})
    return counts


def default_amount(option: Option) -> str:
    return next((part.default_amount for part in option.parts if part.default_amount), "")


def evaluate(
    position: TreePosition,
    option: Option,
    index: CountIndex,
    plans: Plans,
    scoped_modifiers: ScopedModifiers,
    dependent: Dependent | None,
) -> tuple[Core, QueryContext]:
    """The values of a choice after modifiers, and the context for evaluating its constraints.

    Repeated while its own categories change, up to `MAX_ROUNDS` times."""
    library, own_plan, first = plans.library, plans.of(option), plans.first(option)
    keys = first.keys
    for _ in range(MAX_ROUNDS):
        context = QueryContext(index, position, keys, dependent)
        applied = applying(own_plan.core, context, {})
        applied += [item.applied for item in scoped_modifiers.on(position, keys) if item.selector.profiles is None]
        if not applied:
            return first, context
        categories = base_categories(option, library)
        categories.change([item for item in applied if item.modifier.field == "category"])
        after = option.keys.union(categories.items)
        if after == keys:
            break
        keys = after
    return _core(position, first, categories, keys, applied), context


def _core(
    position: TreePosition, first: Core, categories: Categories, keys: frozenset[str], applied: list[Applied]
) -> Core:
    costs, fields = dict(first.costs), by_field(applied)
    for type_id in fields.keys() & (costs.keys() | categories.library.cost_types.keys()):
        costs[type_id] = number_after(costs.get(type_id, 0), fields[type_id])
    hidden = flag_after(first.hidden, fields["hidden"])
    return Core(
        name=name_after(first.name, fields["name"]),
        hidden=hidden or (categories.lost_role and isinstance(position.parent, Force)),
        costs=costs,
        categories=categories.result(),
        keys=keys,
        messages=messages_of(applied),
        annotation=text_after("", fields["annotation"]),
        default_amount=text_after(first.default_amount, fields["defaultAmount"]),
    )


def scoped_modifiers_of(owner: str, own_plan: Plan, context: QueryContext) -> dict[Origin, ScopedModifier]:
    """The modifiers of an owner that apply to other nodes."""
    if not own_plan.scoped:
        return {}
    found: dict[Origin, ScopedModifier] = {}
    known: dict[int, int] = {}
    for number, step in enumerate(own_plan.scoped):
        applied = applying((step,), context, known)
        if not applied:
            continue
        scope = resolve(context.position, step.modifier.scope, context.index, context.dependent)
        if scope is None or scope.node is None:
            continue
        order = (owner, number)
        found[order] = ScopedModifier(order, scope.node, selector(step.modifier.affects), applied[0])
    return found
