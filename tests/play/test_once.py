"""One finding for one fact: that of the rule where it says the same, that of the data where they are stricter."""

from __future__ import annotations

import pytest

from listbuilder.session import Session

pytestmark = [pytest.mark.sweep, pytest.mark.usefixtures("community")]


def rules(session: Session) -> list[str]:
    return sorted(item.rule for item in session.findings if item.severity == "error")


def take(session: Session, name: str, copies: int = 1) -> list[str]:
    sheet = next(line for line in session.datasheets() if line.name == name)
    return [session.add_unit(sheet.id) for _ in range(copies)]


def prices(session: Session, name: str) -> list[object]:
    return [unit.points for unit in session.army.units if unit.datasheet == name]


def test_an_empty_list() -> None:
    assert rules(Session.new("ten", "Space Marines")) == ["army-detachment", "min-character"]
    assert rules(Session.new("eleven", "Necrons")) == ["army-detachment", "force-disposition", "min-character"]


def test_copies_of_a_datasheet() -> None:
    session = Session.new("ten", "Necrons", detachment="Awakened Dynasty")
    session.set_warlord(take(session, "Overlord")[0])
    take(session, "Monolith", 4)

    assert rules(session) == ["datasheet-cap"]
    assert session.fixes(next(item for item in session.findings if item.rule == "datasheet-cap"))


def test_the_data_stand_where_they_are_stricter() -> None:
    session = Session.new("ten", "Space Marines", detachment="Gladius Task Force")
    session.set_warlord(take(session, "Captain in Terminator Armour")[0])
    squad = take(session, "Intercessor Squad")[0]
    sergeant = next(row for row in session.rows(squad) if row.label == "Intercessor w/ Grenade Launcher")
    session.set_count(squad, sergeant.key, 3)

    found = [item for item in session.findings if item.severity == "error"]
    assert {item.unit for item in found} == {squad}
    assert {item.rule for item in found} <= {"unit-composition", "wargear-options"}


def test_eleventh_edition_limits() -> None:
    session = Session.new("eleven", "Necrons", detachment="Awakened Dynasty")
    session.set_warlord(take(session, "Overlord")[0])
    assert rules(session) == []

    take(session, "Lychguard", 4)
    assert rules(session) == ["datasheet-cap"]
    for _ in range(4):
        session.undo()

    take(session, "Monolith", 3)
    take(session, "Seraptek Heavy Construct", 2)
    assert rules(session) == ["points-limit"]
    for _ in range(5):
        session.undo()

    army = session.roster.forces[0].id
    session.pick(army, next(row.key for row in session.rows(army) if row.label == "Canoptek Court"))
    assert rules(session) == ["detachment-points"]
    session.undo()

    session.set_battle_size("incursion")
    take(session, "Immortals", 5)
    assert rules(session) == ["datasheet-cap", "detachment-points"]


def test_eleventh_edition_enhancements() -> None:
    session = Session.new("eleven", "Necrons", detachment="Awakened Dynasty", battle_size="incursion")
    lords = take(session, "Royal Warden", 2) + take(session, "Overlord", 2)
    session.set_warlord(lords[0])
    given = 0
    for lord in lords:
        for target in session.enhancements(lord):
            assert target.price.startswith("+")
            assert not set(target.price) - set("+0123456789")  # points, not that it counts as one of the enhancements
            assert "model only" in target.rules[0][1]  # what it does, before what the words in that mean
            if given == 3 or (target.reason and "Enhancements in the army" not in target.reason):
                continue
            session.set_enhancement(lord, target.id)
            given += 1
            break

    assert given == 3
    assert rules(session).count("enh-max") == 1
    assert not [item for item in session.findings if item.rule.startswith("data-")]


def test_further_copies_cost_more_in_the_order_of_the_list() -> None:
    session = Session.new("eleven", "Necrons")
    first, _second, _third = take(session, "Technomancer", 3)
    assert prices(session, "Technomancer") == [80, 90, 90]
    assert prices(session, "Technomancer") == [80, 90, 90]

    session.move_unit(first, 2)
    assert [(unit.id == first, unit.points) for unit in session.army.units] == [(False, 80), (False, 90), (True, 90)]

    session.undo()
    session.remove_unit(first)
    assert prices(session, "Technomancer") == [80, 90]
    session.undo()
    assert [(unit.id == first, unit.points) for unit in session.army.units] == [(True, 80), (False, 90), (False, 90)]
