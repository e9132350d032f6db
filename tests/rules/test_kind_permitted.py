"""The kind `permitted`: what is denied by name is found, and so is what is not among the things allowed."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.rules.diagnostic import ClearEnhancement, RemoveUnit
from tests.rules import factory as f
from tests.rules.test_kinds import judge, one

BUNKER = f.unit("Hammerfall Bunker", 175, ("Fortification",), id="bunker")
CAPTAIN = f.unit("Captain", 80, ("Character", "Captain"), id="captain", enhancements=(f.enhancement(),))
TERMINATOR = f.unit("Captain in Terminator Armour", 95, ("Character", "Captain"), id="terminator")


def denied(of: str, *names: str, **more: Any) -> list[str]:
    army = f.army(CAPTAIN, TERMINATOR, BUNKER)
    return [found.unit for found in judge("permitted", army, of=of, never=dict.fromkeys(names, ""), **more)]


def allowed(of: str, *names: str) -> list[str]:
    return [found.unit for found in judge("permitted", f.army(CAPTAIN, TERMINATOR, BUNKER), of=of, only=names)]


def test_a_datasheet_is_denied_by_its_own_name_and_not_by_a_keyword() -> None:
    assert denied("datasheet", "captain") == ["captain"]
    assert denied("datasheet", "Fortification") == []
    assert allowed("datasheet", "Captain", "hammerfall-bunker") == ["terminator"]


def test_a_keyword_is_that_of_the_unit_or_its_faction() -> None:
    assert denied("keyword", "CAPTAIN") == ["captain", "terminator"]
    assert denied("keyword", "adeptus astartes") == ["captain", "terminator", "bunker"]
    assert denied("keyword", "Hammerfall Bunker") == []
    assert allowed("keyword", "Captain", "Vehicle") == ["bunker"]


@pytest.mark.parametrize("name", ["Space Marines", "space-marines", "Adeptus Astartes"])
def test_a_faction_is_known_by_name_id_and_keyword(name: str) -> None:
    assert denied("faction", name) == [""]
    assert allowed("faction", name) == []
    assert denied("faction", "Orks") == []
    assert allowed("faction", "Orks") == [""]


def test_a_faction_that_extends_another_one_is_known_by_that_one_too() -> None:
    army = f.army(CAPTAIN, faction="red-crew", faction_name="Red Crew", extends="gang", faction_keyword="")
    for name, own in (("Gang", True), ("Red Crew", True), ("Blue Crew", False), ("", False)):
        assert bool(judge("permitted", army, of="faction", never={name: ""})) is own
        assert bool(judge("permitted", army, of="faction", only=[name])) is not own


def test_detachments_and_enhancements() -> None:
    assert denied("detachment", "Gladius Task Force") == [""]
    assert allowed("detachment", "gladius-task-force") == []
    assert allowed("detachment", "Firestorm") == [""]
    assert denied("enhancement", "artificer-armour") == ["captain"]
    assert allowed("enhancement", "Fire Discipline") == ["captain"]


def test_the_reason_is_repeated_and_the_fix_removes_what_is_denied() -> None:
    army = f.army(CAPTAIN, BUNKER)
    found = one(judge("permitted", army, of="datasheet", never={"Hammerfall Bunker": "too large"}))
    assert str(found.message) == "Hammerfall Bunker: not allowed (too large)"
    assert f.actions(found) == [RemoveUnit("bunker")]
    found = one(judge("permitted", army, of="enhancement", only=["Fire Discipline"]))
    assert str(found.message) == "Artificer Armour: not among what is allowed: Fire Discipline"
    assert f.actions(found) == [ClearEnhancement("captain", "artificer-armour")]


@pytest.mark.parametrize(("number", "named"), [(12, "Word 10, Word 11"), (13, "Word 11, …"), (40, "Word 11, …")])
def test_of_many_that_are_allowed_the_first_twelve_are_named(number: int, named: str) -> None:
    found = one(judge("permitted", f.army(BUNKER), of="keyword", only=[f"Word {n}" for n in range(number)]))
    assert str(found.message).rstrip(")").endswith(named)


def test_denied_goes_before_allowed() -> None:
    army = f.army(BUNKER)
    found = one(judge("permitted", army, of="datasheet", only=["Hammerfall Bunker"], never={"Hammerfall Bunker": ""}))
    assert str(found.message) == "Hammerfall Bunker: not allowed"
