"""Constraints: what they count where, their bounds after modifiers, and the violations that follow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from listbuilder.engine.modifiers import Applied, Plan, Step, applying, has_conditions, number_after
from listbuilder.engine.numbers import show
from listbuilder.engine.queries import Context, count, is_countable
from listbuilder.engine.scopes import Place, Scope, resolve
from listbuilder.engine.state import Kind, Violation
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Option
    from listbuilder.catalogue.model import Constraint
    from listbuilder.engine.core import Core


@dataclass(frozen=True, slots=True)
class Bound:
    """A constraint at a place: where it counts, what it found there and what it allows."""

    constraint: Constraint
    owner_id: str  # the record it is written on
    scope: Scope
    key: str
    found: Number
    value: Number
    default: Number  # what a new parent is given: the value without modifiers that always apply, which make it optional
    total: Number | None = None  # of which ``value`` is a percentage

    @property
    def kind(self) -> str:
        """What is broken: min, max, exactly or nothing."""
        constraint, found, value = self.constraint, self.found, self.value
        if self.total is not None:  # a share is tested without dividing
            found, value = found * 100, value * self.total
        match constraint.type:
            case "min":
                return "min" if found < value else ""
            case "max":
                return "max" if found > value and (value >= 0 or constraint.negative) else ""
            case "exactly":
                return "exactly" if found != value else ""
        return ""


def value_after(
    constraint: Constraint, steps: Iterable[Step], context: Context, pushed: Iterable[Applied] = ()
) -> Number:
    """A constraint's value after modifiers."""
    applied = applying(steps, context, {})
    applied += [item for item in pushed if item.modifier.field == constraint.id]
    applied.sort(key=lambda item: item.modifier.type != "set")
    return number_after(constraint.value, applied)


def bound(
    constraint: Constraint, owner_id: str, key: str, context: Context, plan: Plan, pushed: Iterable[Applied] = ()
) -> Bound | None:
    """A constraint where it stands; None where its scope is not."""
    if not is_countable(constraint.field, context.roster):
        return None
    scope = resolve(context.place, constraint.scope, context.index, context.reader)
    if scope is None:
        return None
    steps = plan.bounds.get(constraint.id, ())
    value = value_after(constraint, steps, context, pushed)
    gated = [step for step in steps if any(map(has_conditions, step.gates))]
    default = value if len(gated) == len(steps) else value_after(constraint, gated, context, pushed)
    if constraint.field == "forces" and not constraint.shared:
        only: Number = 1 if context.place.node is not None else 0  # as New Recruit: only the very force
        return Bound(constraint, owner_id, Scope(context.place.node), key, only, value, default)
    found = (
        _in_itself(constraint, scope, context) if constraint.scope == "self" else count(context, constraint, scope, key)
    )
    total = count(context, constraint, scope, "any") if constraint.percent else None
    return Bound(constraint, owner_id, scope, key, found, value, default, total)


def _in_itself(constraint: Constraint, scope: Scope, context: Context) -> Number:
    """A bound on the owner itself: on its own amount, or on what it costs."""
    node = context.place.node
    if constraint.field != "selections" or not isinstance(node, Selection):
        return count(context, constraint, scope, "any")
    return node.amount


def counted_key(option: Option, owner_id: str, constraint: Constraint) -> str:
    """What a constraint of an option counts: the record it is written on wherever that is used, or only this use of it."""
    if constraint.child_id:
        return constraint.child_id
    return owner_id if constraint.shared else option.id


def written(option: Option) -> Iterator[tuple[str, Constraint]]:
    """The constraints of an option, each with the id of the record it is written on."""
    for part in reversed(option.parts):
        for constraint in part.constraints:
            yield part.id, constraint


def violation(item: Bound, place: Place, core: Core, node: Selection | Force | None) -> Violation:
    """What to say of a broken constraint of an entry or group."""
    kind: Kind = item.kind  # type: ignore[assignment]
    owner_type, owner_id = _owner(item, place, core)
    return Violation(
        kind=kind,
        node=node,
        entry_id=item.owner_id,
        constraint=item.constraint,
        found=item.found,
        bound=item.value,
        message=message(item, core.name, place),
        owner_type=owner_type,
        owner_entry_id=owner_id,
        constraint_id=item.constraint.id,
        counted=(item.constraint.id, item.scope.node, item.scope.group, item.key),
    )


def _owner(item: Bound, place: Place, core: Core) -> tuple[str, str]:
    option, parent = place.option, place.parent
    if option is not None and not option.is_group and item.constraint.type == "max":
        return "selection", option.target.id
    if isinstance(parent, Selection):
        return "selection", parent.option.target.id
    primary = next((category.id for category in core.categories if category.primary), "")
    if primary:
        return "category", primary
    return ("force", parent.entry.id) if isinstance(parent, Force) else ("roster", "")


def message(item: Bound, name: str, place: Place) -> str:
    """The constraint's own words, else ours."""
    found, bound_value = show(item.found), show(item.value)
    if item.total is not None:
        bound_value = f"{bound_value} % of {show(item.total)}"
    if item.constraint.message:
        return _filled(item.constraint.message, name, place, {"value": bound_value, "found": found})
    where = place_name(item.scope.node)
    words = {"min": "at least", "max": "at most", "exactly": "exactly"}[item.constraint.type]
    return f"{name}: {words} {bound_value} in {where}, found {found}"


def place_name(node: Selection | Force | Roster | None) -> str:
    if isinstance(node, Selection):
        return node.custom_name or node.option.name
    if isinstance(node, Force):
        return node.custom_name or node.entry.name
    return "the roster"


def _filled(text: str, name: str, place: Place, values: dict[str, str]) -> str:
    tokens = {"self": name, "this": name, "parent": place_name(place.parent), "roster": "the roster", **values}
    node = place.parent
    while isinstance(node, Selection):
        tokens.setdefault(node.option.type, place_name(node))
        if not isinstance(node.parent, Selection):
            break
        node = node.parent
    force = place.force
    tokens["force"] = place_name(force)
    for token, value in tokens.items():
        text = text.replace(f"{{{token}}}", value)
    return text
