"""Places in transports during a battle."""

from __future__ import annotations

from listbuilder.battle.boarding import places_taken
from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import read_side

ME = 0
LIST = """\
name: Boarded
system: wh40k-10e
faction: orks
detachment: war-horde
battle_size: strike-force
units:
  - {id: boss, datasheet: warboss-in-mega-armour, warlord: true}
  - {id: nobz, datasheet: meganobz, models: {meganob: 3}}
  - {id: trukk, datasheet: trukk}
declarations:
  attach: {boss: nobz}
  embark: {nobz: trukk}
"""


def test_models_that_are_left_take_the_places_that_their_kind_takes() -> None:
    side = read_side(LIST)
    battle = Battle.begin(side.army.vocabulary.battle, side)
    trukk = side.fighters["trukk"]
    load = side.formation.loads["trukk"].bays
    assert places_taken(battle, ME, trukk) == (load[0].used, load[0].capacity) == (8, 12)
    battle.count(ME, "nobz", -1)
    assert places_taken(battle, ME, trukk) == (6, 12)
    battle.destroy(ME, "nobz")
    assert places_taken(battle, ME, trukk) == (2, 12)
