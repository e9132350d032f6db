"""The reader of the texts of the Age of Sigmar app and of Sigdex."""

from __future__ import annotations

import pytest

from listbuilder.exchange.reading import aos

TEXT = """Wetlands 300/2000 pts

Marsh Folk
Battle Tactic Cards: Wade and Wait
-----
General's Regiment
{unit}
• General
-----
Created with Warhammer Age of Sigmar: The App
"""


@pytest.mark.parametrize(
    ("line", "name", "points"),
    [
        ("Heron King (350)", "Heron King", 350),
        ("Heron King (350) (Old Bill)", "Heron King", 350),
        ("Heron King (350 pts) (the 2nd!)", "Heron King", 350),
        ("Herons (2 Models) (80)", "Herons (2 Models)", 80),
        ("2 x Herons (80)", "Herons", 80),
        ("10 Herons (80)", "Herons", 80),
        ("10Herons (80)", "10Herons", 80),
    ],
)
def test_the_line_of_a_unit(line: str, name: str, points: int) -> None:
    (unit,) = {one.name: one for one in aos.read(TEXT.format(unit=line)).units}.values()
    assert (unit.name, unit.points, unit.warlord) == (name, points, True)


def test_choices_that_lost_their_bullets() -> None:
    text = TEXT.format(unit="Heron King (350)\n1x Long Beak\n2 Reed Bows\nReinforced").replace("• General", "General")
    (unit,) = aos.read(text).units
    assert unit.warlord
    assert [(part.count, part.name) for part in unit.parts] == [(1, "Long Beak"), (2, "Reed Bows"), (1, "Reinforced")]


def test_the_line_that_only_says_that_it_is_an_army_of_renown_names_nothing() -> None:
    text = TEXT.format(unit="Heron King (350)").replace("Marsh Folk", "Marsh Folk | The Reed Court\nArmy of Renown")
    assert [word.text for word in aos.read(text).header] == ["Marsh Folk", "The Reed Court"]


def test_a_mark_may_end_in_a_full_stop() -> None:
    (unit,) = aos.read(TEXT.format(unit="Heron King (350)").replace("• General", "• General.")).units
    assert (unit.warlord, unit.parts) == (True, [])


@pytest.mark.parametrize("dash", "-–—:")
def test_the_price_of_each_lore_of_a_line_is_no_part_of_its_name(dash: str) -> None:
    head = "Host (90/2000 pts)\n\nStormcast Eternals\n"
    line = f"Manifestation Lore {dash} Morbid Conjuration (20 Points), Twilit Sorceries and Primal Energy (10 Points)\n"
    record = aos.read(
        f"{head}{line}\nGeneral's Regiment\nLiberators (90)\n\nCreated with Warhammer Age of Sigmar: The App\n"
    )
    assert [(label, word.text) for label, word in record.choices] == [
        ("Manifestation Lore", "Morbid Conjuration, Twilit Sorceries and Primal Energy")
    ]


@pytest.mark.parametrize(
    "line",
    ["Clawlord (100) General", "Clawlord (100) (General)", "Clawlord (100) - General", "Clawlord (100): GENERAL"],
)
def test_a_mark_behind_the_points_is_the_units(line: str) -> None:
    record = aos.read(f"Skaven\n\nGeneral's Regiment\n{line}\nClanrats (300) Reinforced\nClanrats (150) (Batussy)\n")
    leader, doubled, single = record.units
    assert (leader.name, leader.points, leader.warlord) == ("Clawlord", 100, True)
    assert (doubled.name, [part.name for part in doubled.parts]) == ("Clanrats", ["Reinforced"])
    assert (single.name, single.parts, single.warlord) == ("Clanrats", [], False)


def test_two_totals_of_listbot_are_not_the_last_one() -> None:
    text = "Marsh Folk\nWetlands 300/2000 pts\n{more}[General]\nHeron King (300)\n"
    assert aos.read_listbot(text.format(more="Wetlands 300/2000 pts\n")).contrary == []
    found = aos.read_listbot(text.format(more="Wetlands 300/3000 pts\n"))
    assert [word.text for word in found.contrary] == ["Wetlands 300/3000 pts"]
    assert (found.total, found.limit) == (300, 3000)
    found = aos.read_listbot(text.format(more="Wetlands 250/3000 pts\n"))
    assert [word.line for word in found.contrary] == [3]
