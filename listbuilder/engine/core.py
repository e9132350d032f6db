"""The values of a choice at a position: name, visibility, costs, categories and messages after all modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.engine.modifiers import Applied, Categories, Changes, Plan, applying, messages_of
from listbuilder.engine.plans import Core, Plans, base_categories
from listbuilder.engine.queries import QueryContext
from listbuilder.engine.scoped_modifiers import Origin, ScopedModifier, ScopedModifiers, selector
from listbuilder.engine.scopes import TreePosition, resolve
from listbuilder.engine.tallies import Dependent
from listbuilder.roster.tree import Force

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.engine.count_index import CountIndex

MAX_ROUNDS = 6  # for choices whose modifiers depend on their own categories


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
    if not own_plan.core and not scoped_modifiers.by_target:
        return first, QueryContext(index, position, keys, dependent)
    for _ in range(MAX_ROUNDS):
        context = QueryContext(index, position, keys, dependent)
        applied = applying(own_plan.core, context, {})
        applied += [item.applied for item in scoped_modifiers.on(position, keys) if item.selector.profiles is None]
        if not applied:
            return first, context
        categories = base_categories(option, library)
        categories.change([item for item in applied if item.modifier.field == "category"])
        after = option.keys.union(categories.keys())
        if after == keys:
            break
        keys = after
    return _core(position, first, categories, keys, applied), context


def _core(
    position: TreePosition, first: Core, categories: Categories, keys: frozenset[str], applied: list[Applied]
) -> Core:
    costs, changes = dict(first.costs), Changes(applied)
    for type_id in changes.by_field.keys() & (costs.keys() | categories.library.cost_types.keys()):
        costs[type_id] = changes.number(type_id, costs.get(type_id, 0))
    hidden = changes.flag("hidden", first.hidden)
    return Core(
        name=changes.name(first.name),
        hidden=hidden or (categories.lost_role and isinstance(position.parent, Force)),
        costs=costs,
        categories=categories.result(),
        keys=keys,
        messages=messages_of(applied),
        annotation=changes.text("annotation", ""),
        default_amount=changes.text("defaultAmount", first.default_amount),
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
