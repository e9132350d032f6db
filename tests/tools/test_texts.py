"""Printed texts that speak of building an army, and whether the datasheet states what they say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.army import Unit
from listbuilder.army.records import Ability
from tools.native_data.texts import Reading, stated, unread

POD = (
    "This model must start the battle in Reserves, but neither it nor any units embarked within it are counted towards any limits"
    " placed on the maximum number of Reserves units you can start the battle with. It arrives early."
)
IN_RESERVES = {"starts_in_reserves": True, "reserves_uncounted": True}


def left(text: str, sheet: dict[str, Any], *accounted: str, name: str = "Plan", unknown: bool = False) -> list[str]:
    unit = cast(Unit, SimpleNamespace(abilities=(Ability(name, "unit", text),), transport_unread=unknown))
    return unread(unit, Reading(sheet, frozenset(accounted), {"line squad": "line-squad"}))


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("This model cannot be your ^^**Warlord**^^.", {"never_warlord": True}),
        (
            "This model cannot be your Warlord and cannot be given Enhancements.",
            {"never_warlord": True, "never_enhanced": True},
        ),
        (POD, IN_RESERVES),
        ("This model cannot be your Warlord while it is alone.", {}),
    ],
)
def test_fields_that_texts_state(text: str, fields: dict[str, Any]) -> None:
    assert stated(text) == fields
    if fields:
        assert left(text, fields) == []
        assert left(text, {}) == ["Plan"]


def test_what_the_program_reads_of_transports_is_stated() -> None:
    text = "This model has a transport capacity of 6 models. One unit of your army must start the battle embarked within it."
    bays = {"transport": [{"capacity": 6}]}
    assert left(text, bays, name="Transport") == []
    assert left(text, bays, name="Transport", unknown=True) == ["Transport"]
    assert left(text, {}, name="Transport") == ["Transport"]
    assert left(text, bays) == ["Plan"]


def test_effects_account_for_their_sentences_only() -> None:
    text = "Models in the bearer's unit have the Deep Strike ability."
    assert left(text, {}) == []
    more = f"{text} This model can be attached to a Line Squad."
    assert left(more, {}) == ["Plan"]
    assert left(more, {}, "Plan") == []


def test_a_unit_that_stands_in_for_another_is_read_with_its_bodyguard_only() -> None:
    text = "If a Character from your army can be attached to a Line Squad, it can be attached to this unit instead."
    assert left(text, {"bodyguard": {}}) == []
    assert left(text, {}) == ["Plan"]
