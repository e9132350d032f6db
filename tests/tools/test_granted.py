"""Sentences of printed texts that give keywords and abilities, as effects."""

from __future__ import annotations

from typing import Any

import pytest

from tools.native_data.granted import effects, granted, rest

SHEETS = {"line squad": "line-squad"}


@pytest.mark.parametrize(
    ("sentence", "effect"),
    [
        ("The bearer has the **^^Smoke^^** keyword.", {"keywords": ["Smoke"]}),
        (
            "The bearer’s unit has the SMOKE and GRENADES keywords.",
            {"to": "unit", "keywords": ["Smoke", "Grenades"]},
        ),
        ("Models in the bearer's unit have the Deep Strike ability.", {"to": "unit", "abilities": ["Deep Strike"]}),
        (
            'While this model is leading a unit, models in that unit have the Infiltrators and Scouts 6" abilities.',
            {"to": "unit", "leading": "any", "abilities": ["Infiltrators", 'Scouts 6"']},
        ),
        (
            (
                "If this model is attached to a Line Squad unit during the Declare Battle Formations step, "
                "it gains the Infiltrators ability."
            ),
            {"leading": ["line-squad"], "abilities": ["Infiltrators"]},
        ),
        (
            "^^**Line Squad**^^ units from your army have the Deep Strike ability.",
            {"units": ["line-squad"], "abilities": ["Deep Strike"]},
        ),
    ],
)
def test_whole_sentences_are_read(sentence: str, effect: dict[str, Any]) -> None:
    assert granted(sentence, SHEETS) == effect


@pytest.mark.parametrize(
    "sentence",
    [
        "Weapons equipped by models in the bearer's unit have the [LETHAL HITS] ability.",
        "Models in the bearer's unit have the Fights First ability.",
        'While it is within 3" of a Tank, the bearer has the Stealth ability.',
        "Some Other Squad units from your army have the Deep Strike ability.",
        "The bearer has the Feel No Pain 4+ ability and, if it is a Priest, it has the Holy keyword.",
    ],
)
def test_what_says_more_or_other_things_is_left(sentence: str) -> None:
    assert granted(sentence, SHEETS) is None


def test_a_text_is_its_effects_and_the_rest() -> None:
    text = "The bearer has the Smoke keyword. Each time it moves, roll one D6."
    assert effects(text, SHEETS) == [{"keywords": ["Smoke"]}]
    assert rest(text, SHEETS) == "Each time it moves, roll one D6."
