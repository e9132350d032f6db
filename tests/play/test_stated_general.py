"""Age of Sigmar: a text that says which unit is general is judged with that general, also where no list may have it."""

from __future__ import annotations

import re

import pytest

from listbuilder.sources import registry
from listbuilder.validation import Validated, validate_bytes

pytestmark = [pytest.mark.shared, pytest.mark.usefixtures("community")]

TEXT = """Hammers 670/2000 pts
-----
Grand Alliance Order | Stormcast Eternals | Thunderhead Host
General's Handbook 2026-27
Drops: 3
Battle Tactic Cards: Blazing Onslaught, Burning for Vengeance
-----
General's Regiment
Lord-Celestant (100)
Knight-Questor (110)
Liberators (90)
-----
Regiment 1
Vandus Hammerhand (160)
Vindictors (90)
-----
Auxiliary Units
Lord-Relictor (120)
-----
Created with Warhammer Age of Sigmar: The App
App: v1.35.0 | Data: 459
"""


WARMASTER = TEXT.replace("670/", "780/").replace("Vandus Hammerhand (160)", "Yndrasta, the Celestial Spear (270)")


def read(general: str, text: str = TEXT) -> Validated:
    """The text with the mark of the General below the unit of that name."""
    lines = [f"{line}\n• General" if line.startswith(f"{general} (") else line for line in text.splitlines()]
    assert len("\n".join(lines).splitlines()) == len(lines) + 1
    return validate_bytes("\n".join(lines).encode(), "list.txt")


def refused(found: Validated) -> list[tuple[str, str]]:
    return [(one.rule, str(one.message)) for one in found.findings if one.severity == "error"]


@pytest.mark.parametrize(
    ("general", "text"),
    [("Lord-Celestant", TEXT), ("Vandus Hammerhand", TEXT), ("Yndrasta, the Celestial Spear", WARMASTER)],
    ids=["first", "second", "warmaster"],
)
def test_a_leader_may_be_general(general: str, text: str) -> None:
    found = read(general, text)
    assert (found.verdict, refused(found)) == ("legal", [])
    assert [unit.name for unit in found.army.units if unit.warlord] == [general]


@pytest.mark.parametrize("general", ["Knight-Questor", "Lord-Relictor"])
def test_a_second_hero_and_an_auxiliary_one_are_refused(general: str) -> None:
    found = read(general)
    assert (found.verdict, refused(found)) == ("illegal", [("general-leads", f"{general}: leads no regiment")])


def test_a_hero_beside_a_warmaster_is_refused() -> None:
    found = read("Lord-Celestant", WARMASTER)
    assert found.verdict == "illegal"
    assert refused(found) == [("warmaster-general", "Yndrasta, the Celestial Spear: Warmaster")]


LARGE_SECOND = """Hammers 850/2000 pts
-----
Stormcast Eternals | Thunderhead Host
General's Handbook 2026-27
Battle Tactic Cards: Blazing Onslaught, Burning for Vengeance
-----
Regiment 1
Lord-Relictor (120)
Liberators (90)
-----
Regiment 2
Lord-Celestant (100)
Liberators (90)
Liberators (90)
Liberators (90)
Liberators (90)
-----
Created with Warhammer Age of Sigmar: The App
"""
TWO_LARGE = LARGE_SECOND.replace("Liberators (90)\n-----", "Liberators (90)\n" * 4 + "-----", 1)


@pytest.mark.parametrize(
    ("text", "general", "errors"),
    [
        (TEXT, "Lord-Celestant", []),
        (LARGE_SECOND, "Lord-Celestant", []),
        (TWO_LARGE, "Lord-Relictor", [("regiment-size", "Regiment 2: 5 units, at most 4")]),
        (WARMASTER, "Yndrasta, the Celestial Spear", []),
    ],
    ids=["first", "largest regiment", "no general allows both", "warmaster"],
)
def test_a_list_that_names_no_general_is_judged_with_one_it_may_have(
    text: str, general: str, errors: list[tuple[str, str]]
) -> None:
    found = validate_bytes(text.encode(), "list.txt")
    assert ([unit.name for unit in found.army.units if unit.warlord], refused(found)) == ([general], errors)


RENOWN = """Lancers 670/1000 pts
-----
Grand Alliance Death | Ossiarch Bonereapers | The Lance of Ossia
General's Handbook 2026-27
Drops: 2
Spell Lore - {lore}
Battle Tactics Cards: Blazing Onslaught and Siege of Ashes
-----
General's Regiment
Arch-Kavalos Zandtos (220)
• General
Kavalos Deathriders (150)
Kavalos War Chariot (150)
-----
Regiment 1
Liege-Kavalos (150)
{more}-----
Created with Warhammer Age of Sigmar: The App
"""


def test_an_army_of_renown_without_a_formation_has_its_other_choices() -> None:
    """What the list chooses is read although its data have no battle formations."""
    text = RENOWN.format(lore="Lance of Ossia", more="")
    found = validate_bytes(text.replace("Spell Lore - Lance of Ossia\n", "").encode(), "list.txt")
    assert [option.option.name for root in found.bound.roster.forces[0].selections for option in root.selections] == [
        "Blazing Onslaught",
        "Siege of Ashes",
    ]
    assert not [one for one in found.findings if one.rule == "incomplete"]


def test_an_enhancement_of_other_units_is_an_error() -> None:
    text = RENOWN.format(lore="", more="Kavalos War Chariot (150)\n• Helm of Tyranny\n").replace("Spell Lore - \n", "")
    found = validate_bytes(text.encode(), "list.txt")
    assert ("not-offered", "Kavalos War Chariot: the data do not offer it Helm of Tyranny") in refused(found)


def test_a_hero_cannot_be_reinforced() -> None:
    text = RENOWN.format(lore="", more="• Reinforced\n").replace("Spell Lore - \n", "")
    found = validate_bytes(text.encode(), "list.txt")
    assert ("not-offered", "Liege-Kavalos: the data do not offer it Reinforced") in refused(found)


@pytest.mark.parametrize("data", ["native", "sigmar"])
def test_a_general_who_is_assumed_is_named(data: str) -> None:
    among = (registry.named(data),)
    said = {
        general: [
            str(one.message)
            for one in validate_bytes(text.encode(), "list.txt", among=among).findings
            if one.rule == "assumed-commander"
        ]
        for general, text in (("", TEXT), ("marked", TEXT.replace("(100)\n", "(100)\n• General\n")))
    }
    assert said == {"": ["the list names no general: Lord-Celestant is taken for it"], "marked": []}


def test_units_without_points_are_read() -> None:
    text = re.sub(r" \(\d+\)$", "", LARGE_SECOND, flags=re.MULTILINE)
    found = validate_bytes(text.encode(), "list.txt")
    assert (len(found.army.units), refused(found)) == (7, [])
