"""The text that BattleScribe exports: forces, categories, units with several costs, dots for levels."""

from __future__ import annotations

from listbuilder.exchange import formats
from listbuilder.exchange.binding import trees
from listbuilder.exchange.reading.battlescribe import read
from listbuilder.validation import validate_bytes

TENTH = """\
++ Army Roster (Xenos - Necrons) [530pts] ++

+ Configuration +

Battle Size: 1. Incursion (1000 Point limit)
Detachment: Awakened Dynasty
Show/Hide Options

+ Character [105pts] +

Overlord [105pts]: Overlord's blade, Tachyon arrow, Veil of Darkness [20pts], Warlord

+ Battleline +

Immortals [150pts]
. 10x Immortal: 10x Close combat weapon, 10x Gauss blaster

+ Beast +

Canoptek Wraiths [110pts]
. 3x Wraith: 3x Vicious claws

+ Mounted +

Lokhust Heavy Destroyers [165pts]
. 2x Destroyer: 2x Close combat weapon, 2x Gauss destructor
. Destroyer: Close combat weapon, Enmitic exterminator

++ Total: [530pts] ++

Created with BattleScribe (https://battlescribe.net)
"""
NINTH = """\
++ Battalion Detachment 0CP (Necrons) [20 PL, 3CP, 380pts] ++

+ Configuration [3CP] +

Battle Size [3CP]: 1. Combat Patrol (0-50 Total PL / up to 500 Points)

Dynasty Choice: Dynasty: Mephrit

+ HQ [10 PL, 160pts] +

Overlord [6 PL, -1CP, 90pts]: Staff of Light, Warlord
Royal Warden [4 PL, 70pts]

+ Troops [12 PL, 220pts] +

Necron Warriors [6 PL, 110pts]
. 10x Necron Warrior: 10x Gauss Flayer

++ Patrol Detachment -2CP (Necrons) [6 PL, 110pts] ++

+ Troops [6 PL, 110pts] +

Necron Warriors [6 PL, 110pts]
. 10x Necron Warrior: 10x Gauss Flayer

++ Total: [26 PL, 3CP, 490pts] ++
"""


def test_a_list_of_10th_edition_is_judged() -> None:
    found = validate_bytes(TENTH.encode())
    assert formats.known(TENTH.encode()).name == "battlescribe"
    assert (found.verdict, found.army.points, found.army.limit) == ("legal", 530, 1000)
    heavy = found.army.units[-1]
    assert {(item.name, item.count) for line in heavy.models for item in line.wargear} == {
        ("Close combat weapon", 2),
        ("Gauss destructor", 2),
        ("Close combat weapon", 1),
        ("Enmitic exterminator", 1),
    }
    assert [one.name for one in found.army.units[0].enhancements] == ["Veil of Darkness"]


def test_one_copy_too_many_is_an_error() -> None:
    start, end = TENTH.index("Canoptek Wraiths"), TENTH.index("+ Mounted")
    found = validate_bytes(TENTH.replace("+ Mounted", TENTH[start:end] * 3 + "+ Mounted").encode())
    assert [one.rule for one in found.findings if one.severity == "error"] == ["datasheet-cap"]


def test_forces_hold_their_units_and_settings() -> None:
    record = read(NINTH)
    assert record.systems == ("wh40k-9e",)
    assert record.total == 490
    assert [(force.name, force.line) for force in record.forces] == [
        ("Battalion Detachment", 1),
        ("Patrol Detachment", 19),
    ]
    assert [(unit.name, unit.points, unit.force) for unit in record.units] == [
        ("Overlord", 90, 0),
        ("Royal Warden", 70, 0),
        ("Necron Warriors", 110, 0),
        ("Necron Warriors", 110, 1),
    ]
    assert [(label, word.text) for label, word in record.forces[0].settings] == [("Dynasty Choice", "Dynasty: Mephrit")]
    assert (record.units[0].warlord, record.unread) == (True, [])


def test_detachments_of_9th_edition_are_judged() -> None:
    found = validate_bytes(NINTH.encode())
    assert {force.kind_id for force in found.army.forces if force.inside} == {"battalion", "patrol"}
    slots = [str(one.message) for one in found.findings if one.rule == "detachment-slots"]
    assert any(text.startswith("Battalion Detachment: Troops: 1 found") for text in slots)
    assert any(text.startswith("Patrol Detachment: HQ: 0 found") for text in slots)


def test_a_second_army_is_not_read() -> None:
    record = read(TENTH + TENTH)
    assert record.another is not None
    assert len(record.units) == 4


def test_numbers_of_data_may_have_decimals() -> None:
    assert (trees._whole("1.0"), trees._whole("-2"), trees._whole("many")) == (1, -2, 0)
