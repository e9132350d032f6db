"""The effective state of a roster: costs, names, visibility, categories, counts and broken constraints; incremental."""

from listbuilder.engine.engine import Engine
from listbuilder.engine.state import (
    Category,
    CharacteristicState,
    Choice,
    Costs,
    Message,
    ProfileState,
    RuleState,
    State,
    Violation,
)

__all__ = [
    "Category",
    "CharacteristicState",
    "Choice",
    "Costs",
    "Engine",
    "Message",
    "ProfileState",
    "RuleState",
    "State",
    "Violation",
]
