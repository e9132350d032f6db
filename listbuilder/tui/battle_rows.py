"""What keys do to the row under the cursor of a battle: one fewer, one more, so many, ticked."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Fighter

MODELS, WOUNDS, STATE, USED, PLACE = "models", "wounds", "state", "used", "place"
TICKED = frozenset({STATE, USED, PLACE})


class Row(NamedTuple):
    """``kind`` of the row, and the id of what it is of, empty where it is of all. What is no row of a unit's own pane is of all
    its models."""

    kind: str = MODELS
    of: str = ""

    @classmethod
    def of_id(cls, row_id: str) -> Row:
        """The row of that id, ``kind:of``."""
        kind, _colon, of = row_id.partition(":")
        return cls(kind, of) if kind else cls()


def count(battle: Battle, side: int, unit: Fighter, row: Row, by: int) -> bool:
    """So many more or fewer of what the row counts."""
    if row.kind == WOUNDS:
        return battle.wound(side, unit.id, -by)
    return battle.count(side, unit.id, by, row.of if row.kind == MODELS else "")


def set_count(battle: Battle, side: int, unit: Fighter, row: Row, number: int) -> bool:
    """So many are left of what the row counts; nothing where it counts nothing."""
    if row.kind == WOUNDS:
        line, lost = battle.hurt(side, unit)
        to = max(0, min(number, line.wounds))
        return battle.wound(side, unit.id, line.wounds - lost - to)
    return row.kind == MODELS and battle.set_count(side, unit.id, number, row.of)
