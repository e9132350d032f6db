"""How large a bound list is, against its budget."""

from __future__ import annotations

from listbuilder import budget
from listbuilder.army import roles
from listbuilder.listfile.bound import BoundList
from listbuilder.roster.tree import Mould, Selection


def allow(bound: BoundList) -> None:
    """Raises `TooLarge` where the list, or one of its units, has more forces, units, models or selections than its budget allows,
    a longer name, or more that is not understood."""
    units = models = selections = 0
    budget.allow("name", len(bound.roster.name), bound.places.get("name"))
    budget.allow("problems", len(bound.problems))
    moulds = bound.roster.moulds
    for number, force in enumerate(bound.roster.walk_forces(), 1):
        budget.allow("forces", number, force.place)
        budget.allow("name", len(force.custom_name), force.place)
        units += sum(roles.is_unit(unit.option) for unit in force.selections)
        budget.allow("units", units)
        for unit in force.selections:
            mould = moulds.get(unit)
            below = _allowed(unit) if mould is None else _like_others(unit, mould)
            models += below[0]
            selections += below[1]
            budget.allow("models", models)
            budget.allow("selections", selections)


def _like_others(unit: Selection, mould: Mould) -> tuple[int, int]:
    """The same of a unit that is a copy; what it is made of is looked at once under a budget."""
    known: tuple[budget.Budget, tuple[int, int]] | None = mould.derived.get(_allowed)
    if known is None or known[0] != budget.in_force():
        known = mould.derived[_allowed] = budget.in_force(), _allowed(unit)
    elif unit.custom_name:
        budget.allow("name", len(unit.custom_name), unit.place, unit.id)
    return known[1]


def _allowed(unit: Selection) -> tuple[int, int]:
    """The models and selections of one unit; as above."""
    models = selections = 0
    for node in unit.walk():
        selections += 1
        if node.custom_name:
            budget.allow("name", len(node.custom_name), node.place or unit.place, unit.id)
        if node.amount > 1:
            budget.allow("amount", node.amount, node.place or unit.place, unit.id)
        if roles.is_model(node):
            models += node.number
    budget.allow("unit_models", models, unit.place, unit.id)
    budget.allow("unit_selections", selections, unit.place, unit.id)
    return models, selections
