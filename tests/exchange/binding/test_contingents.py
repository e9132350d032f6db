"""Lists of the Age of Sigmar app over native data: regiments, what is chosen beyond the default, and Regiments of Renown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.sources.registry import native
from listbuilder.validation import Validated, validate_bytes

TEXT = """\
Storm and Shiver 680/2000 pts

Stormcast Eternals | Thunderhead Host
General's Handbook 2026-27
Drops: 3
Spell Lore - Lore of the Storm
Battle Tactic Cards: Siege of Ashes, Smokescreen
-----
General's Regiment
Lord-Celestant (100)
• General
• Mirrorshield
Liberators (180)
• Reinforced
• 1 Grandhammer
-----
Regiments of Renown
Bloodthirsty Shiver (300)
Akhelian Allopex
• 1 Razorshell Harpoon
Akhelian Allopex
• 1 Razorshell Harpoon
-----
Auxiliary Units
Aetherwings (80)
-----
Faction Terrain
Stormreach Portal
Created with Warhammer Age of Sigmar: The App
App: v1.23.0 (2) | Data: v369
"""
SHIVER = """\
Bloodthirsty Shiver (300)
Akhelian Allopex
• 1 Razorshell Harpoon
Akhelian Allopex
• 1 Razorshell Harpoon
"""


def judged(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt", (), (native(),))


def found(text: str) -> list[tuple[str, str]]:
    return [(one.rule, str(one.message)) for one in judged(text).findings]


def test_a_list_of_the_app_is_read_whole() -> None:
    read = judged(TEXT)

    assert not read.findings
    assert (read.verdict, read.army.points) == ("legal", 680)
    forces = {one.id: one.kind_id for one in read.army.forces if one.inside}
    assert [(forces[unit.force], unit.datasheet, unit.model_count) for unit in read.army.units] == [
        ("regiment", "Lord-Celestant", 1),
        ("regiment", "Liberators", 10),
        ("bloodthirsty-shiver", "Akhelian Allopex", 1),
        ("bloodthirsty-shiver", "Akhelian Allopex", 1),
        ("auxiliary", "Aetherwings", 3),
        ("faction-terrain", "Stormreach Portal", 1),
    ]
    liberators = read.army.units[1]
    assert {line.wargear[0].name: line.count for line in liberators.models} == {"Grandhammer": 1, "Warhammer": 9}
    assert [one.name for one in read.army.choices] == ["Lore of the Storm", "Siege of Ashes", "Smokescreen"]


@pytest.mark.parametrize(
    ("old", "new", "rule", "message"),
    [
        (SHIVER, "Gotrek Gurnisson (320)\nGotrek Gurnisson\n", "points-drift", "besides its units"),
        (
            SHIVER,
            SHIVER + "Sigil Convocation (130)\nScinari Calligrave\n",
            "renown-count",
            "Regiments of Renown: 2 found, at most 1",
        ),
        (
            SHIVER,
            SHIVER + "Akhelian Allopex\n",
            "renown-units",
            "Bloodthirsty Shiver: Akhelian Allopex: 3 found, at most 2",
        ),
        (
            SHIVER,
            "Nurgle's Gift (180)\nNurglings\nNurglings\n",
            "renown-hosts",
            "Nurgle's Gift: may not be in an army of Stormcast Eternals",
        ),
        ("Bloodthirsty Shiver (", "Bloodthirsty Shrivel (", "unknown-name", "unknown force: Bloodthirsty Shrivel"),
        ("• Reinforced\n", "• Reinforced\n• Reinforced\n", "unit-composition", ""),
        ("• 1 Grandhammer", "• 3 Grandhammer", "wargear-options", ""),
        (
            "Siege of Ashes, Smokescreen",
            "Siege of Ashes and Smokescream",
            "unknown-name",
            "unknown choice: Smokescream",
        ),
    ],
)
def test_what_is_wrong_is_found(old: str, new: str, rule: str, message: str) -> None:
    assert old in TEXT
    assert any(one == rule and said.startswith(message) for one, said in found(TEXT.replace(old, new, 1))), found(
        TEXT.replace(old, new, 1)
    )


def test_what_the_app_misspells_is_what_it_means() -> None:
    assert (
        found(TEXT.replace("Lore of the Storm\n", "Lore of the Storm\nManifestation Lore - Aethwrought Machineries\n"))
        == []
    )


def test_manifestations_below_a_contingent_are_no_units() -> None:
    text = TEXT.replace("Stormcast Eternals | Thunderhead Host", "Skaven | Claw-horde")
    text = text.replace(
        SHIVER, "The Accursed Reflection (150)\nContorted Epitome\nDreadful Visage\nWheels of Excruciation\n"
    )
    assert not [said for rule, said in found(text) if "Visage" in said or "Wheels" in said]
    assert any("Mirror of Doom" in said for _, said in found(text.replace("Dreadful Visage", "Mirror of Doom")))


@pytest.mark.parametrize("leads", [True, False])
def test_a_list_without_a_general_is_read_as_if_the_leader_of_the_largest_regiment_were_it(leads: bool) -> None:
    """Wherever in the regiment the list names it."""
    leader = "Lord-Celestant (100)\n• General\n• Mirrorshield\n"
    below = TEXT.replace(leader, "").replace("• 1 Grandhammer\n", "• 1 Grandhammer\n" + leader, 1)
    text = TEXT if leads else below
    read = judged(text.replace("• General\n", ""))
    assert [unit.datasheet for unit in read.army.units if unit.warlord] == ["Lord-Celestant"]
    assert read.verdict == "legal"
    said = [one for one in read.findings if one.rule == "assumed-commander"]
    assert [(one.severity, str(one.message), str(one.beside)) for one in said] == [
        ("info", "the list names no general: Lord-Celestant is taken for it", "general assumed")
    ]
    assert not [one for one in judged(TEXT).findings if one.rule == "assumed-commander"]


def test_who_has_to_be_the_general_is_taken_for_it_in_a_list_without_one() -> None:
    """A Warmaster, though another leads the larger regiment."""
    regiment = "-----\nRegiment 1\nYndrasta, the Celestial Spear (270)\n"
    text = TEXT.replace("• General\n", "").replace(
        "-----\nRegiments of Renown", regiment + "-----\nRegiments of Renown"
    )
    read = judged(text)
    assert [unit.datasheet for unit in read.army.units if unit.warlord] == ["Yndrasta, the Celestial Spear"]


def test_units_without_points_claim_none() -> None:
    found = judged(re.sub(r" \(\d+\)$", "", TEXT, flags=re.MULTILINE))
    assert len(found.army.units) > 2
    assert found.bound.claims == []


def test_other_data_come_first_for_a_list_of_another_season(shared: Path) -> None:
    text = TEXT.replace("2026-27", "2025-26")
    assert judged(text).bound.data.pin.set == "native"  # which alone were asked
    assert ("unread-line", "this line was not understood: General's Handbook 2025-26") in found(text)


def test_another_price_of_a_bundle_is_no_missing_unit() -> None:
    """The piece of terrain costs less than the prices of the bundle differ by."""
    text = (
        TEXT.replace("680/2000", "700/2000")
        .replace("Shiver (300)", "Shiver (330)")
        .replace("Portal\n", "Portal (10)\n")
    )
    assert [(one.severity, message) for one in judged(text).findings if "besides" in (message := str(one.message))] == [
        ("warning", "besides its units, the list says 330 points, the data of 2026-08-01 say 300")
    ]
    assert not [one for one in judged(text).findings if one.rule == "total-drift"]


def test_a_unit_that_is_missing_beside_a_bundle_is_told() -> None:
    text = TEXT.replace("680/2000", "760/2000").replace("Aetherwings (80)\n", "")
    assert ("total-drift", "the list says 760 points in all, its units add up to 600") in found(text)


def test_what_has_no_price_in_the_list_and_one_in_the_data() -> None:
    text = TEXT.replace("680/2000", "660/2000")
    alone = text.replace(SHIVER, "").replace("Regiments of Renown\n", "").replace("660/2000", "360/2000")
    assert ("points-drift", "besides what it prices, the list says 0 points, the data of 2026-08-01 say 20") in found(
        alone
    )
