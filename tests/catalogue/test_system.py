"""The records of a game: what names of lists and data mean."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.system import BattleSize, DocumentNames, System

PATROL = BattleSize(id="patrol", name={"en": "Patrol"}, points=500)
MATCHED = BattleSize(id="matched", name={"en": "Matched play"}, points=100, aliases=("Matched Play: Team",))
GAME = System(id="game", name={"en": "Game"}, battle_sizes=(PATROL, MATCHED))


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("1. PATROL (500 points)", PATROL),
        ("matched play: team", MATCHED),
        ("Matched Play: Roster", None),  # a size with aliases is meant by these alone
        ("Matched play", None),
        ("Open play", None),
    ],
)
def test_community_data_mean_a_size_by_its_name_or_alias(name: str, size: BattleSize | None) -> None:
    assert GAME.size_called(name) == size


def test_what_a_document_calls_what_data_call_otherwise():
    names = DocumentNames(names={"Knife": ("Blade", "Blade Old"), "Sword": ("blade", "Long Blade")}, marks=(" Old",))
    said = [names.stated(name) for name in ("BLADE", "Blade Old", "long blade", "Long Blade Old", "Axe Old")]
    assert said == ["Knife", "Knife", "Sword", "Sword", "Axe"]
    assert names == DocumentNames(names=dict(names.names), marks=names.marks)  # also once it was asked
