"""Lists that are known and not read are refused by what they are, never taken for lists of another game."""

from __future__ import annotations

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange.formats import read_bytes
from listbuilder.exchange.reading.recognise import recognise

OLD_WORLD = """===
Elves [2000 pts]
Warhammer: The Old World, High Elf Realms, Open War
===

++ Characters [245 pts] ++

Prince [245 pts]
- Hand weapon
- General

++ Core Units [205 pts] ++

20 Elven Spearmen [205 pts]
- Thrusting spears
"""
OLD_WORLD_JSON = (
    '{"name": "Elves", "points": 2000, "army": "high-elf-realms", "armyComposition": "high-elf-realms", "core": []}'
)
OLD_EDITION = """+++ Marines (420pts) +++

++ Space Marines: Codex (2015) (Combined Arms Detachment) (420pts) ++

+ HQ (145pts) +

Captain (145pts) [Power Fist]

+ Troops (275pts) +

Tactical Squad (140pts) [4x Space Marine]

Tactical Squad (135pts)
"""
RANKS = "Empire\n\nLords\nGeneral on Griffon (275 pts)\n\nHeroes:\nWizard (125 pts)\n\nCore\n30 Halberdiers (205 pts)\n"
TEAM = "Kill Team: Legionaries\n\n- Aspiring Champion (Leader) - plasma pistol\n- Gunner - plasma gun\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (OLD_WORLD, "Old World Builder"),
        (OLD_WORLD_JSON, "Old World Builder"),
        (OLD_EDITION, "old BattleScribe"),
        (RANKS, "Warhammer Fantasy or The Old World"),
        (TEAM, "Kill Team"),
    ],
)
def test_it_is_said_what_they_are(text: str, said: str) -> None:
    assert recognise(text) == ""
    with pytest.raises(InputError, match=said) as caught:
        read_bytes(text.encode(), "list.txt", ".txt")
    (problem,) = caught.value.problems
    assert problem.rule == "unknown-format"
    assert "saved roster" in str(problem.hint)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "Kill Team Cassius (2000 points)\n\nOrks\nStrike Force (2000 points)\n\nCHARACTERS\n\nWarboss (65 points)\n",
            "gw-app",
        ),
        (
            "Game System: Warhammer Fantasy\nFaction: Empire\n\nLords\n\nGeneral (80 points)\n\nCore\n\nRare\n",
            "listbuilder",
        ),
        ("++ Army Roster ++\n\n+ Core +\n\nArchers [70 pts]\n\n+ Special +\n\n+ Rare +\n", "battlescribe"),
    ],
)
def test_others_are_read_as_before(text: str, name: str) -> None:
    assert recognise(text) == name
