"""The records of a game: what names of lists and data mean."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.system import BattleSize, DocumentNames, System
from listbuilder.catalogue.vocabulary import Role

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


@pytest.mark.parametrize(("slot", "one_is_heading"), [({}, False), ({"slot": True}, True)])
def test_what_one_unit_is_called_is_no_heading_unless_it_is_a_slot(slot: dict[str, bool], one_is_heading: bool) -> None:
    """A Hero has that keyword; Troops are what a unit is taken as."""
    role = Role(id="hero", name={"en": "Heroes"}, one={"en": "Hero"}, aliases=("HQ",), **slot)
    assert role.is_heading("Heroes")
    assert role.is_heading("hq")
    assert role.is_heading("Hero") is one_is_heading
    assert not role.is_heading("Troops")
