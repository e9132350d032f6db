"""`listbuilder data`: what is installed, what of it does not open, and which game systems there are."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.conftest import ROOT

OLD = ROOT / "tests" / "data" / "old_formats" / "1.15"
COAST = ROOT / "tests" / "data" / "bsdata" / "lantern-coast"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two game systems in one folder, one of them in an old format."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    shutil.copytree(OLD, tmp_path / "games")
    shutil.copytree(COAST, tmp_path / "games", dirs_exist_ok=True)
    return tmp_path / "games"


def test_every_game_system_is_installed_listed_and_shown(call: Call, folder: Path) -> None:
    added = call("data", "add", folder)
    assert (added.status, added.out) == (0, "")
    assert added.err.startswith("3 catalogues open\ninstalled games: Ember Vale, Lantern Coast, ")

    listed = call("data", "list").out
    assert [line.split("  ")[2] for line in listed.splitlines() if line.startswith("  games")] == [
        "Ember Vale",
        "Lantern Coast",
    ]

    shown = call("data", "show", "games").out
    assert shown.index("\nEmber Vale\n") < shown.index("Ash Kin") < shown.index("\nLantern Coast\n")
    assert "Unknown vocabulary" not in shown
    assert "Ash Kin" in call("data", "show", "Ember Vale").out


def test_an_unknown_name_opens_no_catalogue(call: Call, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from listbuilder.session.session import Session

    assert call("data", "add", folder).status == 0
    assert call("data", "show", "watch patrol", "--system", "Lantern Coast").out.startswith("Watch Patrol\n")
    opened: list[str] = []
    new = Session.new
    monkeypatch.setattr(Session, "new", lambda *names: opened.append(names[0]) or new(*names))
    unknown = call("data", "show", "Wach Patrol", "--system", "Lantern Coast")
    assert (unknown.status, opened) == (2, [])
    assert "did you mean Watch Patrol?" in unknown.err


def test_all_sets_are_brought_up_to_date_where_none_is_named(call: Call, folder: Path) -> None:
    other = folder.with_name("coast")
    shutil.copytree(COAST, other)
    for one in (folder, other):
        assert call("data", "add", one).status == 0
    stores = other / "Common Stores.cat"
    stores.write_text(stores.read_text("utf-8").replace('value="80"', 'value="90"'), "utf-8")
    updated = call("data", "update")
    assert updated.status == 0
    assert "coast updated from " in updated.err
    assert "games is up to date" in updated.err
    assert "games" not in call("data", "update", "coast").err

    stores.write_text("<catalogue", "utf-8")  # one set does not open, whichever comes last
    for names in (("coast", "games"), ("games", "coast")):
        assert call("data", "update", *names).status == 2


@pytest.mark.parametrize(
    ("faction", "found"),
    [((), True), ("space-marines", True), ("SPACE MARINES", True), ("Orks", False), ("nobody", False)],
)
def test_a_datasheet_is_looked_for_in_the_faction_that_is_named(call: Call, faction: str, found: bool) -> None:
    options = ("--faction", faction) if faction else ()
    shown = call("data", "show", "Intercessor Squad", "--system", "wh40k-10e", *options)
    assert (shown.status, shown.out.startswith("Intercessor Squad")) == ((0, True) if found else (2, False))


def test_a_list_is_begun_for_one_of_the_game_systems(call: Call, folder: Path) -> None:
    call("data", "add", folder)
    assert call("new", "--system", "ember vale", "--faction", "Ash Kin", "-o", "a.yaml").status == 0
    assert "system: Ember Vale" in Path("a.yaml").read_text("utf-8")
    assert call("check", "a.yaml").status in (1, 2)

    refused = call("new", "--system", "games", "--faction", "Nobody", "-o", "b.yaml")
    assert refused.status == 2
    assert "the data set games has several game systems: Ember Vale, Lantern Coast; name one" in refused.err


def test_what_does_not_open_is_named_and_the_rest_installed(call: Call, folder: Path) -> None:
    old = (folder / "Ash Kin.cat").read_text("utf-8")
    (folder / "older.cat").write_text(old.replace('"1.15"', '"1.13"').replace('id="ak"', 'id="older"'), "utf-8")
    (folder / "cut.cat").write_text(old[: len(old) // 2], "utf-8")
    added = call("data", "add", folder)
    assert added.status == 2
    assert "older.cat:1: data format 1.13 is not known; 1.15, 2.00, 2.01, 2.02, 2.03 can be read" in added.err
    assert "cut.cat" in added.err
    assert "installed games: " in added.err
    assert call("new", "--system", "Ember Vale", "--faction", "Ash Kin", "-o", "a.yaml").status == 0


def test_a_set_whose_only_game_system_is_too_old_is_refused(call: Call, folder: Path) -> None:
    for path in folder.iterdir():
        if path.name != "Ember Vale.gst":
            path.unlink()
    path = folder / "Ember Vale.gst"
    path.write_text(path.read_text("utf-8").replace('"1.15"', '"1.13b"'), "utf-8")
    refused = call("data", "add", folder)
    assert refused.status == 2
    assert "data format 1.13b is not known" in refused.err
    assert call("data", "list").out.count("games") == 0


def test_a_missing_catalogue_is_named(call: Call, folder: Path) -> None:
    (folder / "Common Stores.cat").unlink()
    added = call("data", "add", folder)
    assert added.status == 0
    assert "\ngames: catalogue Common Stores (lc-stores) is missing; 1 others link to it\n" in f"\n{added.err}"


SYSTEM = '<gameSystem id="g" name="{}" revision="1">{}</gameSystem>'
CATS = '<catalogue id="c" name="{}" revision="1" gameSystemId="g">{}</catalogue>'
FORCE = '<forceEntries><forceEntry id="f" name="Army"{}/></forceEntries>'


@pytest.mark.parametrize("force", ["", FORCE.format(' hidden="true"')])
def test_data_without_a_force_are_installed_but_hold_no_list(call: Call, folder: Path, force: str) -> None:
    (folder / "cats.gst").write_text(SYSTEM.format("Zoo", force), "utf-8")
    (folder / "cats.cat").write_text(CATS.format("Cats", ""), "utf-8")
    assert call("data", "add", folder).status == 0
    for refused in (
        call("new", "--system", "Zoo", "--faction", "Cats"),
        call("data", "show", "Cats", "--system", "Zoo"),
    ):
        assert refused.status == 2
        assert "the game data offer Cats no force, so no list can be made of it" in refused.err


def test_data_without_names_are_called_by_their_ids(call: Call, folder: Path) -> None:
    (folder / "cats.gst").write_text(SYSTEM.format("", FORCE.format("")), "utf-8")
    (folder / "cats.cat").write_text(CATS.format("", ""), "utf-8")
    assert ", g, " in call("data", "add", folder).err.replace("installed games:", ",")
    assert call("new", "--system", "g", "--faction", "c", "-o", "c.yaml").status == 0
    assert "nothing to judge" in call("check", "c.yaml").out


def test_checked_games_are_counted_and_mistakes_named(tmp_path: Path, call: Call) -> None:
    folder = tmp_path / "hedge-war"
    shutil.copytree(ROOT / "tests" / "systems" / "hedge-war", folder)
    fine = call("data", "check", str(tmp_path))
    assert (fine.status, fine.out) == (0, "hedge-war: 1 faction, 3 datasheets: no mistakes\n")
    path = folder / "system.yaml"
    path.write_text(path.read_text("utf-8").replace("heroes: [Elder]", "heroes: [Eldr]"), "utf-8")
    wrong = call("data", "check", str(folder))
    assert (wrong.status, wrong.out) == (2, "hedge-war: 1 faction, 3 datasheets: 1 mistake\n")
    assert "system.yaml:24:10: unknown keyword, seed packet or role: Eldr (did you mean Elder?)" in wrong.err
    nothing = call("data", "check", str(tmp_path / "nowhere"))
    assert nothing.status == 2
    assert "no native data in the folder" in nothing.err


def test_data_of_a_game_of_its_own_are_those_in_the_folder_above(tmp_path: Path, call: Call) -> None:
    folder = ROOT / "tests" / "systems"
    refused = call("check", "--data", str(folder / "hedge-war"), str(folder / "sleepy.yaml"))
    assert refused.status == 2
    assert f"name the folder that holds it: {folder}" in refused.err


def test_units_of_games_whose_armies_consist_of_forces_are_shown(call: Call) -> None:
    shown = call("data", "show", "skaven", "--system", "aos-4e").out
    assert "\n  Clanrats" in shown
    assert "\nRegiment of Renown\n" in shown
    assert "  Nurgle's Gift              180  2 Nurglings\n" in shown
    assert "Gotrek" not in shown  # for other factions
    assert call("data", "show", "clanrats", "--system", "aos-4e").out.startswith(
        "Clanrats\nInfantry · 20 models · 150 pts\n"
    )
    lent = call("data", "show", "gotrek gurnisson", "--system", "aos-4e")
    assert (lent.status, lent.out.splitlines()[0]) == (0, "Gotrek Gurnisson")
    unknown = call("data", "show", "gotrek gurnison", "--system", "aos-4e")
    assert (unknown.status, "did you mean Gotrek Gurnisson?" in unknown.err) == (2, True)


def test_a_builder_in_a_browser_installs_nothing(
    call: Call, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads nothing outside of its folder, and neither does what it starts."""
    monkeypatch.setenv("LISTBUILDER_SERVED", str(tmp_path / "lists"))
    refused = call("data", "add", folder)
    assert refused.status == 2
    assert "not in the browser" in refused.err
    assert not (tmp_path / "data" / "sets" / "games").exists()


TROUPE = """<gameSystem id="g" name="Stage" revision="1"><categoryEntries><categoryEntry id="prop" name="Props"/><categoryEntry
 id="actor" name="Actors"/></categoryEntries><profileTypes><profileType id="w" name="Weapon"><characteristicTypes><characteristicType
 id="d" name="Damage"/></characteristicTypes></profileType></profileTypes><forceEntries><forceEntry id="f" name="Company"><categoryLinks>
<categoryLink id="f1" name="Props" targetId="prop"/></categoryLinks><forceEntries><forceEntry id="scene" name="Scene"><categoryLinks>
<categoryLink id="f2" name="Actors" targetId="actor"/></categoryLinks></forceEntry></forceEntries></forceEntry></forceEntries></gameSystem>"""
PLAYERS = """<catalogue id="c" name="Players" revision="1" gameSystemId="g"><selectionEntries>
<selectionEntry id="s1" name="Ladder" type="unit"><categoryLinks><categoryLink id="l1" targetId="prop" primary="true"/></categoryLinks>
</selectionEntry><selectionEntry id="s2" name="Fool" type="unit"><categoryLinks><categoryLink id="l2" targetId="actor" primary="true"/>
</categoryLinks><selectionEntryGroups><selectionEntryGroup id="open" name="Props in Hand"><selectionEntries>{bell}</selectionEntries>
</selectionEntryGroup><selectionEntryGroup id="shut" name="Of another play"><modifiers><modifier type="set" field="hidden" value="true"/>
</modifiers><selectionEntries>{sword}</selectionEntries></selectionEntryGroup></selectionEntryGroups></selectionEntry>
</selectionEntries></catalogue>"""
WEAPON = """<selectionEntry id="{0}" name="{0}" type="upgrade"><profiles><profile id="p{0}" name="{0}" typeId="w" typeName="Weapon">
<characteristics><characteristic name="Damage" typeId="d">1</characteristic></characteristics></profile></profiles></selectionEntry>"""


def test_units_that_stand_in_forces_inside_the_army_are_shown(call: Call, folder: Path) -> None:
    (folder / "stage.gst").write_text(TROUPE, "utf-8")
    players = PLAYERS.format(bell=WEAPON.format("Bell"), sword=WEAPON.format("Sword"))
    (folder / "players.cat").write_text(players, "utf-8")
    assert call("data", "add", folder).status == 0
    faction = call("data", "show", "Players", "--system", "Stage").out
    assert [line.split() for line in faction.splitlines() if line.startswith("  ")] == [["Fool"], ["Ladder"]]  # by role

    ladder, fool = (call("data", "show", name, "--system", "Stage") for name in ("ladder", "fool"))
    assert (ladder.status, ladder.out.splitlines()[0]) == (0, "Ladder")
    assert (fool.status, fool.out.splitlines()[0]) == (0, "Fool")
    assert "Bell" in fool.out
    assert "Sword" not in fool.out  # nobody may choose it
