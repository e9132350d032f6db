"""Community data ask for a share of the points for a category, or allow one: fixes add, enlarge, reduce and remove its units."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.sources.store.installed import Store

SYSTEM = """<gameSystem xmlns="http://www.battlescribe.net/schema/gameSystemSchema" id="moats" name="Moats" revision="1"
  battleScribeVersion="2.03">
 <costTypes><costType id="pts" name="pts" defaultCostLimit="1000"/></costTypes>
 <categoryEntries><categoryEntry id="core" name="Core Units"/><categoryEntry id="lords" name="Lords"/></categoryEntries>
 <forceEntries><forceEntry id="host" name="Host"><categoryLinks>
  <categoryLink id="l1" targetId="core" name="Core Units"><constraints>{core}</constraints></categoryLink>
  <categoryLink id="l2" targetId="lords" name="Lords"><constraints>{lords}</constraints></categoryLink>
 </categoryLinks></forceEntry></forceEntries>
</gameSystem>"""
CATALOGUE = """<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema" id="newts" name="Newts" revision="1"
  gameSystemId="moats" battleScribeVersion="2.03">
 <selectionEntries>
  <selectionEntry id="duke" name="Duke" type="unit">
   <categoryLinks><categoryLink id="l3" targetId="lords" primary="true"/></categoryLinks>
   <selectionEntries><selectionEntry id="crown" name="Crown" type="upgrade">
    <constraints><constraint id="once" type="max" value="1" field="selections" scope="parent"/></constraints>
    <costs><cost typeId="pts" name="pts" value="60"/></costs></selectionEntry></selectionEntries>
   <costs><cost typeId="pts" name="pts" value="200"/></costs>
  </selectionEntry>
  <selectionEntry id="crew" name="Crew" type="unit">
   <categoryLinks><categoryLink id="l4" targetId="core" primary="true"/></categoryLinks>
   <selectionEntries><selectionEntry id="newt" name="Newt" type="model">
    <constraints><constraint id="ten" type="min" value="10" field="selections" scope="parent"/></constraints>
    <costs><cost typeId="pts" name="pts" value="4"/></costs></selectionEntry></selectionEntries>
  </selectionEntry>
 </selectionEntries>
</catalogue>"""
SHARE = (
    '<constraint id="share-{kind}" type="{kind}" value="25" percentValue="true" field="{field}" scope="force" shared="true" '
    'includeChildSelections="true"/>'
)


def session(path: Path, monkeypatch: pytest.MonkeyPatch, field: str) -> Session:
    folder = path / "moats"
    folder.mkdir()
    core, lords = (SHARE.format(kind=kind, field=field) for kind in ("min", "max"))
    (folder / "Moats.gst").write_text(SYSTEM.format(core=core, lords=lords))
    (folder / "Newts.cat").write_text(CATALOGUE)
    Store(path / "data").add(folder, "moats")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(path / "data"))
    return Session.new("moats", "Newts")


def offered(session: Session) -> dict[str, list[str]]:
    return {str(one.message): [str(fix.title) for fix in session.fixes(one)] for one in session.findings}


def test_shares_of_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    army = session(tmp_path, monkeypatch, "limit::pts")
    duke, crew = (next(one.id for one in army.datasheets() if one.name == name) for name in ("Duke", "Crew"))
    units = [army.add_unit(duke)]
    assert offered(army) == {
        "Core Units: 0 pts, at least 25% of 1000 (250 pts)": ["add 2 × Crew with 32 models (256 points)"]
    }
    army.add_unit(crew)
    army.pick(units[0], next(row.key for row in army.rows(units[0]) if row.label == "Crown"))
    assert offered(army) == {
        "Core Units: 40 pts, at least 25% of 1000 (250 pts)": [
            "add 2 × Crew with 27 models (216 points)",
            "enlarge Crew to 63 models (212 points more)",  # last: nobody plays so many
        ],
        "Lords: 260 pts, at most 25% of 1000 (250 pts)": ["remove Crown from Duke", "remove Duke"],
    }


def test_shares_of_what_is_spent_grow_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is added makes the army larger, and what is removed smaller: without two of three dukes one is still too much."""
    army = session(tmp_path, monkeypatch, "pts")
    duke, crew = (next(one.id for one in army.datasheets() if one.name == name) for name in ("Duke", "Crew"))
    army.add_unit(duke)
    found = {one.found: one for one in army.findings}
    assert [str(fix.title) for fix in army.fixes(found[0])] == ["add Crew with 17 models (68 points)"]
    army.set_size(army.add_unit(crew), 70)
    for _more in range(2):
        army.add_unit(duke)
    [finding] = army.findings
    assert (finding.found, finding.bound) == (600, 220)
    assert [str(fix.title) for fix in army.fixes(finding)] == ["remove Duke C, remove Duke B, remove Duke A"]
