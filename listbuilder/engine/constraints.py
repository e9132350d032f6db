"""Constraints: what they count where, and what they allow after modifiers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.engine.modifiers import Applied, Changes, GatedModifier, Plan, applying, has_conditions
from listbuilder.engine.numbers import tidy
from listbuilder.engine.queries import QueryContext, count, is_countable, is_share_of_limit, share_of_limit
from listbuilder.engine.scopes import Scope, resolve
from listbuilder.roster.tree import Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Option
    from listbuilder.catalogue.model import Constraint


class CheckedConstraint(Struct, frozen=True):
    """A constraint at a position of the tree: where it counts, what it found there and what it allows.

    ``value`` is a percentage of ``total`` where there is a total: of everything in the scope, or of a cost limit."""

    constraint: Constraint
    owner_id: str  # the record it is written on
    scope: Scope
    key: str
    found: Number
    value: Number
    default: Number  # what a new parent starts with: the value without unconditional modifiers, which make a minimum optional
    total: Number | None = None

    def bounds_selections(self, kind: str) -> bool:
        """Whether it is a minimum (``min``) or maximum (``max``) number of selections, not a percentage."""
        constraint = self.constraint
        return constraint.type in (kind, "exactly") and constraint.field == "selections" and self.total is None

    @property
    def bound(self) -> Number:
        """The number that is allowed; of a percentage, the exact share of the total."""
        return self.value if self.total is None else tidy(Decimal(self.value) * self.total / 100)

    @property
    def violated(self) -> str:
        """How the constraint is violated: min, max, exactly, or empty when it is met."""
        constraint, found, value = self.constraint, self.found, self.value
        if self.total is not None:  # compared without division, to stay exact
            found, value = found * 100, value * self.total
        match constraint.type:
            case "min":
                return "min" if found < value and self.value > 0 else ""
            case "max":
                return "max" if found > value and (self.value >= 0 or constraint.negative) else ""
            case "exactly":
                return "exactly" if found != value else ""
        return ""


def value_after(
    constraint: Constraint, steps: Sequence[GatedModifier], context: QueryContext, scoped: Iterable[Applied] = ()
) -> Number:
    """A constraint's value after modifiers."""
    applied = [*applying(steps, context, {}), *scoped]
    return Changes(applied).number(constraint.id, constraint.value) if applied else constraint.value


def checked(
    constraint: Constraint, owner_id: str, key: str, context: QueryContext, plan: Plan, scoped: Iterable[Applied] = ()
) -> CheckedConstraint | None:
    """Evaluates a constraint at the position of the context; None where its scope or field does not exist, or the roster has
    no limit of which it allows a share.

    ``scoped`` are the modifiers that other nodes put on this position.
    """
    if not is_countable(constraint.field, context.roster):
        return None
    scope = resolve(context.position, constraint.scope, context.index, context.dependent)
    if scope is None:
        return None
    steps = plan.bounds.get(constraint.id, ())
    value = value_after(constraint, steps, context, scoped)
    gated = [step for step in steps if any(map(has_conditions, step.gates))]
    default = value if len(gated) == len(steps) else value_after(constraint, gated, context, scoped)
    if constraint.field == "forces" and not constraint.shared:
        only: Number = 1 if context.position.node is not None else 0  # like New Recruit: only this force
        return CheckedConstraint(constraint, owner_id, Scope(context.position.node), key, only, value, default)
    if constraint.scope == "self" and isinstance(context.position.node, Selection):
        key = constraint.child_id or "any"  # what is inside it; its own costs are counted with those
    if is_share_of_limit(constraint):
        found, total = share_of_limit(context, constraint, scope, key)
        return (
            CheckedConstraint(constraint, owner_id, scope, key, found, value, default, total)
            if total is not None
            else None
        )
    found = count(context, constraint, scope, key)
    total = count(context, constraint, scope, "any") if constraint.percent else None
    return CheckedConstraint(constraint, owner_id, scope, key, found, value, default, total)


def holds_anyway(constraint: Constraint, key: str, context: QueryContext) -> bool:
    """Whether it is a maximum of what there is none of, so that what modifiers make of it does not matter."""
    if constraint.type != "max" or constraint.negative or constraint.percent or constraint.field == "forces":
        return False
    if is_share_of_limit(constraint) or not is_countable(constraint.field, context.roster):
        return False
    scope = resolve(context.position, constraint.scope, context.index, context.dependent)
    return scope is not None and count(context, constraint, scope, key) <= 0


def counted_key(option: Option, owner_id: str, constraint: Constraint) -> str:
    """What a constraint of an option counts: a shared one every use of the record it is written on, another only this use."""
    if constraint.child_id:
        return constraint.child_id
    return owner_id if constraint.shared else option.id


def written(option: Option) -> Iterator[tuple[str, Constraint]]:
    """The constraints of an option, each with the id of the record it is written on."""
    for part in reversed(option.parts):
        for constraint in part.constraints:
            yield part.id, constraint
