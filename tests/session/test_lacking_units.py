"""Community data ask for units of a category: which detachment lacks them is said, and units that fill it are proposed."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.sources.store.installed import Store

SYSTEM = """<gameSystem xmlns="http://www.battlescribe.net/schema/gameSystemSchema" id="moats" name="Moats" revision="1"
  battleScribeVersion="2.03">
 <costTypes><costType id="pts" name="pts" defaultCostLimit="500"/></costTypes>
 <categoryEntries><categoryEntry id="troops" name="Troops"/><categoryEntry id="config" name="Configuration"/></categoryEntries>
 <forceEntries><forceEntry id="patrol" name="Patrol"><categoryLinks>
  <categoryLink id="l1" targetId="troops" name="Troops"><constraints>
   <constraint id="least" type="min" value="1" field="selections" scope="parent"/></constraints></categoryLink>
  <categoryLink id="l2" targetId="config" name="Configuration"/></categoryLinks></forceEntry></forceEntries>
</gameSystem>"""
CATALOGUE = """<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema" id="newts" name="Newts" revision="1"
  gameSystemId="moats" battleScribeVersion="2.03">
 <selectionEntries>
  <selectionEntry id="size" name="Battle Size" type="upgrade">
   <modifiers><modifier type="set" field="one" value="0"/></modifiers>
   <constraints><constraint id="one" type="min" value="1" field="selections" scope="parent"/>
    <constraint id="once" type="max" value="1" field="selections" scope="roster" includeChildForces="true"/></constraints>
   <categoryLinks><categoryLink id="l3" targetId="config" primary="true"/></categoryLinks>
  </selectionEntry>
  <selectionEntry id="crew" name="Crew" type="unit">
   <categoryLinks><categoryLink id="l4" targetId="troops" primary="true"/></categoryLinks>
   <costs><cost typeId="pts" name="pts" value="40"/></costs>
  </selectionEntry>
 </selectionEntries>
</catalogue>"""


def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, catalogue: str) -> Session:
    """A new list of the one catalogue of an installed game."""
    folder = tmp_path / "moats"
    folder.mkdir()
    (folder / "Moats.gst").write_text(SYSTEM)
    (folder / "Newts.cat").write_text(catalogue)
    Store(tmp_path / "data").add(folder, "moats")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    return Session.new("moats", "Newts")


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    return begin(tmp_path, monkeypatch, CATALOGUE)


def test_a_unit_is_proposed_to_the_detachment_that_lacks_it(session: Session) -> None:
    [finding] = session.findings
    assert str(finding.message) == "Troops: 0 taken, at least 1"
    [offer] = session.fixes(finding)
    assert str(offer.title) == "add Crew (40 points)"
    session.apply_fix(offer)
    assert session.findings == ()


@pytest.mark.parametrize("lacking", [1, 2])
def test_of_several_detachments_the_one_is_named(session: Session, lacking: int) -> None:
    [patrol] = session.forces.choices()
    forces = [session.army.forces[0].id, session.add_force(patrol.id)]
    session.add_unit(session.datasheets(forces[2 - lacking])[0].id, forces[2 - lacking])
    [finding] = session.findings
    assert str(finding.message) == f"Patrol {lacking}: Troops: 0 taken, at least 1"
    session.apply_fix(next(iter(session.fixes(finding))))
    assert [unit.force for unit in session.army.units] == forces


def test_another_detachment_does_not_begin_with_what_an_army_has_once(session: Session) -> None:
    [patrol] = session.forces.choices()
    second = session.add_force(patrol.id)
    held = {force.id: len(force.selections) for force in session.roster.walk_forces()}
    assert held == {session.army.forces[0].id: 1, second: 0}


def test_what_a_new_army_begins_with_has_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a unit that is added: of two weapons that cost nothing and of which neither is the default, the first."""
    weapons = "".join(
        f'<selectionEntry id="{name}" name="{name.title()}" type="upgrade"/>' for name in ("spear", "sword")
    )
    needed = '<constraint id="{id}" type="min" value="1" field="selections" scope="parent"/>'
    begun = CATALOGUE.replace(
        ' name="Crew" type="unit">',
        f' name="Crew" type="unit"><constraints>{needed.format(id="always")}</constraints><selectionEntryGroups>'
        f'<selectionEntryGroup id="arms" name="Arms"><constraints>{needed.format(id="armed")}</constraints>'
        f"<selectionEntries>{weapons}</selectionEntries></selectionEntryGroup></selectionEntryGroups>",
    )
    army = begin(tmp_path, monkeypatch, begun)
    [crew] = army.army.units
    assert [row.label for row in army.rows(crew.id) if row.chosen and row.kind != "heading"] == ["Spear"]
    assert army.findings == ()
