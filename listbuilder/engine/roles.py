"""Choices that take a role as long as no other choice has it: the first Hero of a regiment leads it.

In the data this is a category that a modifier adds where the force has none of it. If the choice counted itself, it would lose
the role by taking it; it is therefore evaluated without its own counts, and candidates for one role in the order of the force.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.catalogue.model import Condition, ConditionGroup, Gate, LocalConditionGroup
    from listbuilder.engine.modifiers import GatedModifier

AT_MOST = ("lessThan", "atMost", "equalTo")
SCOPES = ("force", "roster", "parent")


def takes_role(steps: Iterable[GatedModifier]) -> bool:
    """Whether a modifier adds a category on condition that few have it."""
    return any(
        step.modifier.field == "category"
        and any(_limits(item, step.modifier.value) for item in _conditions(step.gates))
        for step in steps
    )


def _limits(condition: Condition, category: str) -> bool:
    return condition.child_id == category and condition.type in AT_MOST and condition.scope in SCOPES


def _conditions(gates: Iterable[Gate | ConditionGroup | LocalConditionGroup]) -> Iterator[Condition]:
    for gate in gates:
        yield from gate.conditions
        for field in ("condition_groups", "local_condition_groups", "groups", "local_groups"):
            yield from _conditions(getattr(gate, field, ()))
