"""Places in transports, of what is left of the units in them."""

from __future__ import annotations

from listbuilder.army import Unit
from listbuilder.battle.fighters import Fighter
from listbuilder.battle.state import BattleState
from listbuilder.replacing import replace
from listbuilder.rules.transport import Rider, fill


def places_taken(battle: BattleState, side: int, carrier: Fighter) -> tuple[int, int]:
    """How many places of a transport are taken by the models that are left, and how many it has."""
    inside = {one.id: _left(battle, side, one) for one in battle.passengers(side, carrier.id)}
    army = battle.sides[side]
    joined = army.army.declarations.attach if army is not None else {}
    riders = [Rider(unit, inside.get(joined.get(unit_id, ""))) for unit_id, unit in inside.items()]
    bays, _refused = fill(carrier.unit, riders)
    return sum(bay.used for bay in bays), sum(bay.capacity for bay in bays)


def _left(battle: BattleState, side: int, fighter: Fighter) -> Unit:
    """The unit with the models that are left."""
    left = battle.lines_left(side, fighter)
    return replace(fighter.unit, models=tuple(replace(one, count=left.get(one.id, 0)) for one in fighter.unit.models))
