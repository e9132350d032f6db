"""How a battle ended, in a few lines."""

from __future__ import annotations

from msgspec import Struct

from listbuilder.battle.fight import Battle
from listbuilder.catalogue.base import Number


class SideSummary(Struct, frozen=True):
    """One player's part. ``rounds``: victory points of each round; ``lost``: names of destroyed units with the round; ``units``:
    how many there were, 0 where the army is not known."""

    name: str
    points: int
    rounds: tuple[int, ...]
    by_score: tuple[tuple[str, int], ...]
    units: int
    lost: tuple[tuple[str, int], ...]
    points_lost: Number
    models_left: int
    models: int


def summarise(battle: Battle) -> tuple[SideSummary, SideSummary]:
    """Both players' parts, mine first."""
    return _of(battle, 0), _of(battle, 1)


def _of(battle: Battle, side: int) -> SideSummary:
    army, fighters = battle.sides[side], battle.fighters(side)
    left = sum(battle.models_left(side, one) for one in fighters if not battle.is_gone(side, one.id))
    return SideSummary(
        name=army.name if army is not None else "",
        points=battle.scored(side),
        rounds=tuple(battle.scored(side, round_=number) for number in range(1, battle.now.round + 1)),
        by_score=tuple((one.title, battle.scored(side, one.id)) for one in battle.rules.scores),
        units=len(fighters),
        lost=tuple((one.unit.name, battle.number("gone", side, one.id)) for one in battle.lost_units(side)),
        points_lost=battle.points_lost(side),
        models_left=left,
        models=sum(one.models for one in fighters),
    )
