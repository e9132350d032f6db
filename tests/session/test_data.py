"""Which data a list is judged by, where native systems and installed sets share a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Force
from listbuilder.session import Session
from listbuilder.session.elsewhere import Places, places
from listbuilder.sources import registry

SYSTEM = """<gameSystem xmlns="http://www.battlescribe.net/schema/gameSystemSchema" id="g" name="Mice" revision="1">
  <costTypes><costType id="pts" name="pts" defaultCostLimit="-1"/></costTypes>
  <forceEntries><forceEntry id="f" name="Army"/></forceEntries></gameSystem>"""
CATALOGUE = """<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema" id="c" name="Field Mice" revision="1"
  gameSystemId="g"><selectionEntries><selectionEntry id="u" name="Mouse" type="unit">
  <costs><cost name="pts" typeId="pts" value="5"/></costs></selectionEntry></selectionEntries></catalogue>"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small data set; nothing is installed yet."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    folder = tmp_path / "mice"
    folder.mkdir()
    (folder / "mice.gst").write_text(SYSTEM, "utf-8")
    (folder / "field.cat").write_text(CATALOGUE, "utf-8")
    return folder


def test_a_system_without_data_says_how_to_get_them() -> None:
    with pytest.raises(InputError, match="data add"):
        Session.new("wh40k-11e", "Orks")
    assert "wh40k-11e" not in {system.id for system in Session.systems()}


@pytest.mark.parametrize("name", ["wh40k-11e", "wh40k-10e"])
def test_a_set_that_is_called_like_a_system_is_reached(installed: Path, name: str) -> None:
    registry.store().add(installed, name)
    session = Session.new(name, "Field Mice")
    session.add_unit("u")

    assert session.points == 5
    assert Session.from_text(session.text().encode()).points == 5
    assert "Field Mice" in {faction.name for faction in Session.factions(name)}


def test_native_factions_go_first(installed: Path) -> None:
    registry.store().add(installed, "wh40k-10e")

    assert Session.new("wh40k-10e", "Orks").army.data is not None
    assert Session.new("wh40k-10e", "Orks").army.data.set == "native"


def test_a_new_unit_gets_what_it_must_have_and_costs_nothing(installed: Path) -> None:
    groups = """<selectionEntryGroups><selectionEntryGroup id="t" name="Tail">
      <constraints><constraint id="m" type="min" value="1" field="selections" scope="parent"/></constraints>
      <selectionEntries><selectionEntry id="gold" name="Gold" type="upgrade">
      <costs><cost name="pts" typeId="pts" value="3"/></costs></selectionEntry>
      <selectionEntry id="long" name="Long" type="upgrade"/><selectionEntry id="short" name="Short" type="upgrade"/>
      </selectionEntries></selectionEntryGroup></selectionEntryGroups>"""
    text = CATALOGUE.replace('name="Mouse" type="unit">', f'name="Mouse" type="unit">{groups}')
    (installed / "field.cat").write_text(text, "utf-8")
    registry.store().add(installed, "mice")
    session = Session.new("mice", "Field Mice")
    unit = session.add_unit("u")

    assert [child.option.target.id for child in session.roster.nodes[unit].selections] == ["long"]
    assert session.undo() == "Add Mouse"
    assert session.army.units == ()


def test_a_force_goes_with_its_units_and_their_declarations(installed: Path) -> None:
    registry.store().add(installed, "mice")
    session = Session.new("mice", "Field Mice")
    second = session.add_force("f")
    stays, goes, other = session.add_unit("u"), session.add_unit("u", second), session.add_unit("u")
    session.attach(stays, other)
    session.attach(goes, other)
    session.remove_force(second)

    assert [force.id for force in session.roster.forces] == [session.forces.get("").id] != [second]
    assert [unit.id for unit in session.army.units] == [stays, other]
    assert session.roster.declarations.attach == {stays: other}
    assert session.undo() == "Remove force"
    assert session.roster.declarations.attach == {stays: other, goes: other}
    assert session.unit(goes) is not None


@pytest.mark.parametrize("other", ['"v" name="Cat"', '"u" name="Mouse"'])
def test_a_unit_moves_only_into_forces_whose_data_have_it(installed: Path, other: str) -> None:
    """A file could not name it in another: the list would be lost."""
    (installed / "house.cat").write_text(
        CATALOGUE.replace('id="c"', 'id="d"').replace("Field Mice", "House Mice").replace('"u" name="Mouse"', other),
        "utf-8",
    )
    registry.store().add(installed, "mice")
    session = Session.new("mice", "Field Mice")
    unit, second = session.add_unit("u"), session.add_force("f")
    assert session.roster.library.include("d") is not None
    guest = Force(session.forces.get(second).entry, "d")
    session.history.do(Insert(guest, session.roster))
    assert [session.forces.takes(one.id, unit) for one in session.roster.forces] == [True, True, False]
    with pytest.raises(LookupError):
        session.transfer_unit(unit, guest.id)
    session.transfer_unit(unit, second)
    assert session.army.units[0].force == second
    assert [one.force for one in Session.from_text(session.text().encode()).army.units]


def test_the_only_force_stays(installed: Path) -> None:
    registry.store().add(installed, "mice")
    session = Session.new("mice", "Field Mice")
    with pytest.raises(LookupError):
        session.remove_force(session.roster.forces[0].id)
    assert session.steps == 0
    session.remove_force(session.add_force("f"))
    assert Session.from_text(session.text().encode()).army.forces


def test_where_a_datasheet_has_its_place_that_a_force_does_not_take(installed: Path) -> None:
    hidden = """<modifiers><modifier type="set" field="hidden" value="true"><conditions>
      <condition type="lessThan" value="1" field="selections" scope="force" childId="boss"/></conditions></modifier></modifiers>"""
    others = "".join(f'<selectionEntry id="{one}" name="{one.title()}" type="unit"/>' for one in ("boss", "dormouse"))
    text = CATALOGUE.replace('name="Mouse" type="unit">', f'name="Mouse" type="unit">{hidden}')
    (installed / "field.cat").write_text(text.replace("</selectionEntries>", f"{others}</selectionEntries>"), "utf-8")
    registry.store().add(installed, "mice")
    session = Session.new("mice", "Field Mice")
    force = session.roster.forces[0].id
    assert places(session, force, "u") == Places(beside=("Boss",))
    assert places(session, force, "dormouse").beside == ("Boss", "Dormouse")
    session.add_unit("dormouse", force)
    assert places(session, force, "u") == Places()  # the force has units: they are no place to begin with
    other = session.add_force(session.forces.choices()[0].id)
    session.add_unit("boss", other)
    assert [line.name for line in session.forces.lines() if line.id == other] == list(
        places(session, force, "u").forces
    )
