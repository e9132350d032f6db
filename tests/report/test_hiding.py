"""Which names a report shows that hides a player's own words: those of the army's records, whatever they are of."""

from __future__ import annotations

from types import SimpleNamespace as Some
from typing import Any, cast

import pytest

from listbuilder.army import Army
from listbuilder.exchange.reading.personal import HIDDEN
from listbuilder.report.hiding import Known

NAMES = Some(
    unit="Reed Pikes (Blooded)", sheet="Reed Pikes", word="Marsh", own="Reeds", relic="Still Water", says="Old Growth",
    arm="Long Pike", line="Reed Pike", held="Short Reed",
)  # fmt: skip
ARMY = Some(
    faction="reeds",
    faction_name="Water - Reeds",
    faction_keyword="Reedfolk",
    other_keywords=("Wetland", "Riverine"),
    detachments=(Some(name="High Tide"),),
    choices=(Some(label="Lore", name="Lore of Mud"),),
    forces=(Some(name="Flood"),),
    data=Some(set="reed-marsh", date="May 2026", revision="seven", document="third sheet"),
    units=(
        Some(
            name=NAMES.unit,
            datasheet=NAMES.sheet,
            keywords=(NAMES.word,),
            faction_keywords=(NAMES.own,),
            enhancements=(Some(name=NAMES.relic),),
            abilities=(Some(name=NAMES.says),),
            wargear=(Some(name=NAMES.arm),),
            models=(Some(name=NAMES.line, wargear=(Some(name=NAMES.held),)),),
        ),
    ),
    localise=lambda text, _language: text,
)


def known(army: Any = ARMY, **of_system: str) -> Known:
    library = Some(kept=lambda _made: frozenset(["silt"]))
    bound = Some(roster=Some(library=library))
    return Known(cast(Any, Some(army=cast(Army, army), bound=bound, system=dict(of_system))))


@pytest.mark.parametrize(
    "name",
    [
        "reeds", "Water - Reeds", "Reedfolk", "Wetland", "Riverine", "High Tide", "Lore", "Lore of Mud", "Flood", "Flood 2",
        "reed-marsh", "May 2026", "seven", "third sheet", *vars(NAMES).values(), "High Tide + Flood", "Silt", "1,995",
    ],
)  # fmt: skip
def test_what_the_army_or_the_data_call_anything_is_shown(name: str) -> None:
    assert known()(name) == name


@pytest.mark.parametrize("name", ["Grandma's Own", "Flood of Tears", "High Tide + Grandma"])
def test_other_words_are_hidden(name: str) -> None:
    assert known()(name) == HIDDEN


def test_the_words_of_the_game_are_shown() -> None:
    assert known(name="Pond War")("Pond War") == "Pond War"
    assert known()("Pond War") == HIDDEN


def test_an_army_without_a_data_set_has_names_too() -> None:
    assert known(Some(**{**vars(ARMY), "data": None}))("Flood") == "Flood"
