"""Units of community data as a player sees them: saves in the statline, whose abilities are whose, what texts say."""

from __future__ import annotations

import pytest

from listbuilder.army import Unit
from listbuilder.session import Session

pytestmark = [pytest.mark.sweep, pytest.mark.usefixtures("community")]


@pytest.fixture(scope="module")
def marines(installed: object) -> Session:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LISTBUILDER_DATA_DIR", str(installed))
        return Session.new("ten", "Space Marines")


def taken(session: Session, name: str) -> Unit:
    """A unit of that datasheet, added."""
    sheet = next(line for line in session.datasheets() if line.name == name)
    added = session.add_unit(sheet.id)
    unit = session.army.unit(added)
    assert unit is not None
    return unit


def test_invulnerable_save_stands_in_the_statline(marines: Session) -> None:
    unit = taken(marines, "Captain in Terminator Armour")

    assert unit.profiles[0].value("INV") == "4+"
    assert not unit.has_ability("Invulnerable Save")


def test_abilities_of_the_game_the_faction_and_the_unit(marines: Session) -> None:
    unit = taken(marines, "Redemptor Dreadnought")
    kinds = {ability.name: ability.kind for ability in unit.abilities}

    assert kinds["Deadly Demise D3"] == "core"
    assert kinds["Oath of Moment"] == "faction"
    assert kinds["Duty Eternal"] == "unit"
    assert "Twin-linked" not in kinds


def test_a_transport_written_as_an_ability(marines: Session) -> None:
    unit = taken(marines, "Impulsor")

    assert [bay.capacity for bay in unit.transport] == [7]
    assert not unit.transport_unread
    assert unit.has_ability("Firing Deck")


def test_a_text_that_also_names_units_of_no_data_admits_those_it_knows(marines: Session) -> None:
    transport = taken(marines, "Land Speeder Storm")
    rider = taken(marines, "Scout Squad")
    assert transport.transport_unread

    marines.embark(rider.id, transport.id)

    assert not [item for item in marines.findings if item.rule == "transport-capacity"]
    marines.undo()


def test_a_leader_joins_what_its_text_names(marines: Session) -> None:
    leader, squad = taken(marines, "Captain in Terminator Armour"), taken(marines, "Terminator Squad")
    wrong = taken(marines, "Intercessor Squad")

    marines.attach(leader.id, squad.id)
    assert not [item for item in marines.findings if item.rule == "leader-target"]

    marines.attach(leader.id, wrong.id)
    assert [item.unit for item in marines.findings if item.rule == "leader-target"] == [leader.id]
    marines.undo()
    marines.undo()


def test_a_unit_is_complete_when_it_comes(marines: Session) -> None:
    """The data demand sponsons of an Impulsor and name no default."""
    unit = taken(marines, "Impulsor")

    assert ("Storm bolter", 2) in [(item.name, item.count) for line in unit.models for item in line.wargear]
    assert not [item for item in marines.findings if item.unit == unit.id and item.severity == "error"]


def test_abilities_of_age_of_sigmar_are_no_statlines() -> None:
    session = Session.new("sigmar", "Stormcast Eternals")
    army = session.roster.forces[0].id
    regiment = session.add_force(next(c.id for c in session.forces.choices(army) if c.name == "Regiment"), army)
    sheet = next(line for line in session.datasheets(regiment) if line.name == "Knight-Arcanum")
    unit = session.army.unit(session.add_unit(sheet.id, regiment)) or session.army.units[-1]

    assert [profile.type for profile in unit.profiles] == ["Unit"]
    assert any(ability.name == "Indomitable Loreseekers" for ability in unit.abilities)
