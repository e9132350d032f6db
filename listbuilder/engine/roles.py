"""Choices that take a role as long as nobody else has it: the first Hero of a regiment leads it.

The data say it with a category that is given where the force counts none of it. Counted as it stands such a choice would lose
its role by taking it; it is therefore judged without what it adds itself, and those that want the same role in the order of
the force.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.catalogue.model import Condition, ConditionGroup, Gate, LocalConditionGroup
    from listbuilder.engine.modifiers import GatedModifier

WITHOUT = ("lessThan", "atMost", "equalTo")
AROUND = ("force", "roster", "parent")


def takes_role(steps: Iterable[GatedModifier]) -> bool:
    """Whether a modifier gives a category where there are few of it."""
    return any(
        step.modifier.field == "category" and any(_wants(item, step.modifier.value) for item in _asked(step.gates))
        for step in steps
    )


def _wants(condition: Condition, category: str) -> bool:
    return condition.child_id == category and condition.type in WITHOUT and condition.scope in AROUND


def _asked(gates: Iterable[Gate | ConditionGroup | LocalConditionGroup]) -> Iterator[Condition]:
    for gate in gates:
        yield from gate.conditions
        for field in ("condition_groups", "local_condition_groups", "groups", "local_groups"):
            yield from _asked(getattr(gate, field, ()))
