"""Texts tell by their headings, rosters by their categories, which unit is an ally whose name the army's faction has as well."""

from __future__ import annotations

import json

import pytest

from listbuilder.exchange import formats
from listbuilder.exchange.writing import carried
from listbuilder.validation import validate_bytes

LIST = """\
name: Allies
system: wh40k-10e
faction: {army}
detachment: gladius-task-force
battle_size: incursion
units:
  - {{datasheet: {leader}, warlord: true}}
  - {{datasheet: watch-master, faction: {faction}}}
  - {{datasheet: intercessor-squad}}
"""
STATING = ("gw-app", "wtc-compact", "wtc-full", "markdown", "text")
BATTLESCRIBE = """\
++ Army Roster (Imperium - Adeptus Astartes - Space Marines) [375pts] ++

+ Configuration +

Battle Size: 1. Incursion (1000 Point limit)

Detachment: Gladius Task Force

+ Epic Hero [200pts] +

Marneus Calgar [200pts]: Warlord

+ {category} [105pts] +

Watch Master [105pts]: Vigil spear

+ Battleline [80pts] +

Intercessor Squad [80pts]
. 4x Intercessor
. Intercessor Sergeant

++ Total: [375pts] ++
"""


def homes(content: bytes) -> list[str]:
    (force,) = formats.read_bytes(content, "list").roster.forces
    return [one.option.catalogue.id for one in force.selections if one.option.name == "Watch Master"]


@pytest.mark.parametrize("name", STATING)
def test_a_heading_of_allies_is_written_and_read(name: str) -> None:
    text = LIST.format(army="space-marines", leader="marneus-calgar", faction="agents-of-the-imperium")
    bound = formats.read_bytes(text.encode(), "list.yaml")
    content = formats.written(bound, name)
    assert homes(content) == ["agents-of-the-imperium"]
    assert validate_bytes(content, "list.txt").verdict == "legal"
    assert carried.lost(bound, name, content) == []


@pytest.mark.parametrize("name", STATING)
def test_without_one_it_is_the_armys_own(name: str) -> None:
    text = LIST.format(army="space-marines", leader="captain", faction="space-marines")
    content = formats.written(formats.read_bytes(text.encode(), "list.yaml"), name)
    assert homes(content) == ["space-marines"]


def test_a_text_that_tells_less_is_said_to() -> None:
    text = LIST.format(army="space-marines", leader="captain", faction="agents-of-the-imperium")
    bound = formats.read_bytes(text.encode(), "list.yaml")
    content = formats.written(bound, "wtc-compact").replace(b"ALLIED UNITS\n", b"")
    said = [str(one.message) for one in carried.lost(bound, "wtc-compact", content)]
    assert "the text does not carry: faction of Watch Master" in said


def test_a_format_without_headings_has_one_for_such_units_alone() -> None:
    text = LIST.format(army="space-marines", leader="captain", faction="agents-of-the-imperium")
    for unit, number in (("watch-master", 1), ("inquisitor", 0)):
        bound = formats.read_bytes(text.replace("watch-master", unit).encode(), "list.yaml")
        assert formats.written(bound, "wtc-compact").count(b"ALLIED UNITS") == number


def test_of_black_templars_every_text_tells() -> None:
    """Their own data have none, so that it can only be an ally."""
    text = LIST.format(army="black-templars", leader="captain", faction="agents-of-the-imperium")
    bound = formats.read_bytes(text.encode(), "list.yaml")
    content = formats.written(bound, "wtc-compact")
    assert homes(content) == ["agents-of-the-imperium"]
    assert carried.lost(bound, "wtc-compact", content) == []
    assert validate_bytes(content, "list.txt").verdict == "legal"


@pytest.mark.parametrize(
    ("category", "whose"), [("Allied Units", "agents-of-the-imperium"), ("Character", "space-marines")]
)
def test_categories_of_battlescribe_tell(category: str, whose: str) -> None:
    assert homes(BATTLESCRIBE.format(category=category).encode()) == [whose]


@pytest.mark.parametrize(
    ("category", "whose"), [("Allied Units", "agents-of-the-imperium"), ("Character", "space-marines")]
)
def test_categories_of_a_saved_roster_tell(category: str, whose: str) -> None:
    def chosen(name: str, category: str, *below: str) -> dict[str, object]:
        inner = [{"name": one, "number": 1, "type": "upgrade"} for one in below]
        return {"name": name, "number": 1, "type": "model", "categories": [{"name": category}], "selections": inner}

    units = [chosen("Captain", "Character", "Warlord"), chosen("Watch Master", category, "Vigil spear")]
    settings = [
        chosen("Battle Size", "Configuration", "1. Incursion (1000 Point limit)"),
        chosen("Detachment", "Configuration", "Gladius Task Force"),
    ]
    force = {
        "name": "Army Roster",
        "catalogueName": "Imperium - Adeptus Astartes - Space Marines",
        "selections": settings + units,
    }
    roster = {"roster": {"name": "Allies", "gameSystemName": "Warhammer 40,000 10th Edition", "forces": [force]}}
    assert homes(json.dumps(roster).encode()) == [whose]


def test_an_ally_that_the_army_cannot_have_is_not_looked_for() -> None:
    """A heading is a hint: what no ally rule lets the army have is its own where it has one of that name."""
    text = "Plague (60 points)\n\nDeath Guard\nIncursion (1000 points)\nVirulent Vectorium\n\nALLIED UNITS\n\nPlaguebearers (65 points)\n"
    (force,) = formats.read_bytes(text.encode(), "list.txt").roster.forces
    assert [one.option.catalogue.id for one in force.selections if one.option.type == "unit"] == ["death-guard"]
