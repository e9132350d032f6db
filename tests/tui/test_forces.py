"""Forces within forces and settings of an army: on a small data set of our own, then on the real ones."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.tui.screens.dialogs import Pick
from listbuilder.tui.screens.main import MainScreen
from listbuilder.tui.widgets.army_pane import ArmyPane
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.unit_pane import UnitPane

pytestmark = pytest.mark.unmeasured

SYSTEM = """<gameSystem id="sys" name="Fables" revision="1">
 <costTypes><costType id="pts" name="pts"/></costTypes>
 <categoryEntries>
  <categoryEntry id="cfg" name="Configuration"/><categoryEntry id="hero" name="Hero"/>
  <categoryEntry id="foot" name="Foot"/>
 </categoryEntries>
 <forceEntries><forceEntry id="host" name="War Host">
  <categoryLinks><categoryLink id="l1" targetId="cfg"/></categoryLinks>
  <forceEntries><forceEntry id="band" name="Warband">
   <categoryLinks><categoryLink id="l2" targetId="hero"/><categoryLink id="l3" targetId="foot"/></categoryLinks>
  </forceEntry></forceEntries>
 </forceEntry></forceEntries>
 <selectionEntries><selectionEntry id="old" name="Show old tales" type="upgrade">
  <constraints><constraint id="c1" type="max" value="1" field="selections" scope="force"/></constraints>
  <categoryLinks><categoryLink id="l4" targetId="cfg" primary="true"/></categoryLinks>
 </selectionEntry></selectionEntries>
</gameSystem>"""
MICE = """<catalogue id="mice" name="Mice" revision="1" gameSystemId="sys">
 <selectionEntries>
  <selectionEntry id="king" name="Mouse King" type="unit">
   <categoryLinks><categoryLink id="l5" targetId="hero" primary="true"/></categoryLinks>
   <costs><cost typeId="pts" name="pts" value="90"/></costs>
  </selectionEntry>
  <selectionEntry id="guard" name="Barn Guard" type="unit">
   <categoryLinks><categoryLink id="l6" targetId="foot" primary="true"/></categoryLinks>
   <costs><cost typeId="pts" name="pts" value="60"/></costs>
  </selectionEntry>
 </selectionEntries>
</catalogue>"""


@pytest.fixture
def fables(install, tmp_path):
    folder = tmp_path / "fables"
    folder.mkdir()
    (folder / "Fables.gst").write_text(SYSTEM)
    (folder / "Mice.cat").write_text(MICE)
    install(folder, "fables")


@pytest.fixture
def mice(fables, start):
    """The app with an empty list of mice."""
    del fables
    return lambda: with_list(start, "fables", "Mice")


class with_list:  # noqa: N801 - reads as a function
    """The app, started on an empty list."""

    def __init__(self, start, system, faction, size=(100, 32)):
        self.app = start(backend=Session, size=size)
        self.session = Session.new(system, faction)

    async def __aenter__(self):
        driver = await self.app.__aenter__()
        await driver.app.show_list(self.session)
        while not isinstance(driver.app.screen, MainScreen):
            await driver.settle()
        await driver.settle()
        return driver

    async def __aexit__(self, *error):
        return await self.app.__aexit__(*error)


def forces(driver):
    return [(line.name, line.depth, line.points) for line in driver.session.forces.lines()]


def found(driver):
    return [item.name for item in driver.app.screen.query_one(FilterList).found]


async def choose(driver, typed):
    await driver.type(typed)
    await driver.press("enter")


async def point_at(driver, label):
    """The cursor of the editor on the line of that name."""
    pane = driver.main.query_one(UnitPane)
    for _ in range(pane.option_count):
        if pane.row is not None and pane.row.label == label:
            return
        await driver.press("down")
    raise AssertionError(label)


async def test_units_are_led_to_a_force_that_takes_them(mice):
    async with mice() as driver:
        await driver.press("a")
        assert isinstance(driver.app.screen, Pick)
        assert found(driver) == ["Warband"]
        assert any("several forces" in note for note in driver.notes)
        await driver.press("enter")
        assert driver.main.commands.browsing.pane is not None
        assert "Add units · Warband" in driver.text()
        await choose(driver, "king")
        await driver.press("escape", "escape")
        assert forces(driver) == [("War Host", 0, 90), ("Warband", 1, 90)]
        assert driver.main.unit.name == "Mouse King"
        await driver.press("a", "enter")  # beside the king
        await driver.press("escape")
        assert forces(driver)[1][2] > 90


async def test_beside_a_full_regiment_another_one_is_offered(start):
    async with with_list(start, "aos-4e", "stormcast-eternals") as driver:
        army = driver.session.roster.forces[0].id
        regiment = driver.session.add_force("force/regiment", army)
        for unit in ("lord-vigilant-on-morrgryph", "liberators", "liberators"):
            added = driver.session.add_unit(unit, regiment)
        driver.main.select_unit(added)
        await driver.press("a")
        await driver.type("praetors")
        await driver.press("enter")
        assert driver.session.army.unit("praetors").force == regiment
        driver.session.set_warlord("lord-vigilant-on-morrgryph")
        driver.session.add_unit("praetors", regiment)
        other = driver.session.add_force("force/regiment", army)
        for unit in ("knight-questor", "liberators", "liberators", "liberators"):
            driver.session.add_unit(unit, other)  # it is full, too
        await driver.press("a")
        assert isinstance(driver.app.screen, Pick)
        assert any("Regiment 2 takes no more" in note for note in driver.notes)
        assert found(driver)[:2] == ["Regiment 1", "Regiment"]
        assert re.search(r"Regiment +new · a Hero", driver.text())
        await driver.press("enter")
        assert "Add units · Regiment 1" in driver.text()
        await driver.type("morrgryph")
        await driver.press("plus")
        assert "not available" not in driver.text()


async def test_forces_are_headings_with_points(mice):
    async with mice() as driver:
        host = driver.session.forces.lines().__next__().id
        for unit in ("king", "guard"):
            driver.session.add_unit(unit, driver.session.add_force("band", host))
        await driver.settle()
        pane = driver.main.query_one(ArmyPane)
        assert [line.text.plain.split() for line in pane.lines() if not line.id.startswith("#")] == [
            ["War", "Host", "150"],
            ["≡", "Army", "settings"],
            ["Warband", "1", "90"],
            ["Mouse", "King", "90"],
            ["Warband", "2", "60"],
            ["Barn", "Guard", "60"],
        ]


async def test_the_units_of_each_force_stand_in_the_order_chosen(mice):
    async with mice() as driver:
        band = driver.session.add_force("band", next(driver.session.forces.lines()).id)
        for name in ("guard", "king"):
            driver.session.add_unit(name, band)
        await driver.settle()
        for key, order in (("", ["guard", "king"]), ("o", ["guard", "king"]), ("o", ["king", "guard"])):
            await driver.press(*filter(None, [key]))
            lines = [line.id for line in driver.main.query_one(ArmyPane).lines()]
            found = [driver.session.unit(line).datasheet for line in lines if driver.session.unit(line)]
            assert [name.split()[-1].casefold() for name in found][-2:] == order


async def test_add_a_force_with_units_of_its_own_and_remove_it(mice):
    async with mice() as driver:
        await driver.press("A")
        assert [(item.name, item.note) for item in driver.app.screen.query_one(FilterList).found] == [
            ("Warband", "in War Host"),
            ("War Host", "next to the army"),
        ]
        await driver.press("enter")
        assert driver.main.holder_id == list(driver.session.forces.lines())[1].id
        assert "Add units" in driver.text()  # what it is for
        await choose(driver, "guard")
        await driver.press("escape", "escape", "k", "d")
        assert forces(driver) == [("War Host", 0, 0)]
        assert any(" removed" in note for note in driver.notes)
        await driver.press("u")
        assert forces(driver)[1:] == [("Warband", 1, 60)]
        await driver.press("X")
        assert forces(driver) == [("War Host", 0, 0)]
        await driver.press("X")
        assert forces(driver) == [("War Host", 0, 0)]
        await driver.press("u")
        assert forces(driver)[1:] == [("Warband", 1, 60)]


async def test_an_empty_force_goes_without_a_question(mice):
    async with mice() as driver:
        await driver.press("A", "enter", "escape", "d")
        assert forces(driver) == [("War Host", 0, 0)]


async def test_a_unit_moves_into_another_force_that_takes_it(mice):
    async with mice() as driver:
        host = next(driver.session.forces.lines()).id
        first, second = (driver.session.add_force("band", host) for _ in range(2))
        driver.session.add_unit("guard", first)
        await driver.settle()
        driver.main.select_unit("barn-guard")
        takes = driver.session.forces.takes
        driver.session.forces.takes = lambda force, unit: False
        await driver.press("M")
        assert "There is nowhere else to move it." in driver.text()
        driver.session.forces.takes = takes
        await driver.press("M", "down", "enter")
        assert [unit.force for unit in driver.session.army.units] == [second]
        assert driver.main.unit_id == "barn-guard"


async def test_units_move_within_their_force(mice):
    async with mice() as driver:
        host = next(driver.session.forces.lines()).id
        first, second = (driver.session.add_force("band", host) for _ in range(2))
        for unit, force in (("king", first), ("guard", first), ("guard", second)):
            driver.session.add_unit(unit, force)
        await driver.settle()
        driver.main.select_unit("guard")
        await driver.press("J")
        assert [unit.id for unit in driver.session.army.units] == ["mouse-king", "barn-guard", "barn-guard-2"]
        driver.main.select_unit("barn-guard")
        await driver.press("K")
        assert [unit.id for unit in driver.session.army.units] == ["barn-guard", "mouse-king", "barn-guard-2"]


async def test_settings_are_edited_like_a_unit(mice):
    async with mice() as driver:
        await driver.press("enter")
        assert "Army settings" in driver.text()
        await driver.press("down", "down", "down", "space")  # past limit, data and note
        assert re.search(r"Show old tales +\[x\]", driver.text())
        assert driver.session.undo() is not None
        await driver.settle()
        assert re.search(r"Show old tales +\[ \]", driver.text())


async def test_a_limit_where_the_data_have_no_sizes(mice):
    async with mice() as driver:
        assert "choose-size" in driver.main.unneeded  # there is nothing to choose
        await driver.press("P")
        await driver.answer("much")
        assert "Enter a number of points." in driver.text()
        await driver.answer("750")
        assert driver.session.limit == 750
        assert "0 / 750 pts" in driver.text()
        await driver.press("P")
        await driver.answer("")
        assert driver.session.limit is None


async def test_the_wizard_passes_over_what_the_data_do_not_have(fables, start):
    del fables
    for run in range(2):  # the second time the cursor stands on the system of the first
        async with start(backend=Session) as driver:
            await driver.press("n")
            await driver.until("Fables")
            if not run:
                await driver.type("fables")
            await driver.press("enter")
            await driver.until("Points limit")  # the data have no sizes
            await driver.press("enter")
            await driver.until(" Name ━")
            await driver.press("enter")
            await driver.until(" Army ━")
            assert driver.session.army.faction_name == "Mice"
            assert driver.app.settings.begun[0] == "fables"


async def test_sizes_are_told_with_their_points_and_begin_with_the_usual_one(real, start):
    real("wh40k-11e", "eleven")
    async with start(backend=Session, size=(80, 24)) as driver:
        await driver.press("n")
        await driver.until("eleven · ")
        await choose(driver, "11th")
        await driver.until("Chaos - Chaos Daemons")
        await choose(driver, "necrons")
        await driver.until("2,000 pts")
        assert driver.app.screen.query_one(FilterList).pointed.name == "Strike Force"


async def test_the_wizard_has_the_words_of_the_game_once_that_is_chosen(start):
    async with start(backend=Session, size=(120, 30)) as driver:
        await driver.press("n")
        await driver.until("Kill Team")
        assert "2 Faction › 3 …" in driver.text()
        await choose(driver, "9th")
        await driver.until("Orks")
        assert "2 Faction › 3 Battle size" in driver.text()
        assert "3 Battle size › 4 Name" in driver.text()
        await choose(driver, "orks")
        await driver.until("Onslaught")
        await driver.press("escape", "escape")
        await driver.until("1 System › 2 Faction › 3 …")


async def test_native_armies_have_no_forces_to_add(start):
    async with with_list(start, "wh40k-10e", "orks", (160, 40)) as driver:
        assert "add force" not in driver.text()
        assert "Army settings" in driver.text()
        await driver.press("A")
        assert isinstance(driver.app.screen, MainScreen)


async def save_and_reopen(driver):
    await driver.press("s")
    await driver.answer("list.yaml")
    while driver.session.dirty:
        await driver.settle()
    return Session.open(Path("list.yaml"))


async def test_a_finding_about_the_army_goes_to_the_row_of_its_settings(real, start):
    """Two cards are to be taken: the row of their group says so, and the cursor goes to the first of them."""
    real("age-of-sigmar-4th", "sigmar")
    async with with_list(start, "sigmar", "Stormcast Eternals", size=(120, 40)) as driver:
        await driver.press("a")
        await choose(driver, "regi")
        for key in (*"knight-arc", "enter"):
            await driver.press(key)
        finding = next(one for one in driver.session.findings if "Battle Tactic Cards" in str(one.message))
        while driver.main.findings_pane.current is not finding:
            await driver.press("n")
        await driver.press("exclamation_mark", "enter")
        assert driver.focused_id == "unit"
        assert re.search(r"Battle Tactic Cards +✗ min 2 ", driver.text())
        before = driver.main.unit_pane.row
        assert before is not None
        assert before.label in ("Blazing Onslaught", "Siege of Ashes")
        await driver.press("space", "down", "space")
        assert finding.message not in [one.message for one in driver.session.findings]
        assert "✗ min 2" not in driver.text()


async def test_regiments_of_age_of_sigmar(real, start):
    real("age-of-sigmar-4th", "sigmar")
    async with with_list(start, "sigmar", "Stormcast Eternals") as driver:
        await driver.press("a")
        assert driver.app.screen.query_one(FilterList).pointed.name == "Regiment"  # before the auxiliary units
        await choose(driver, "regi")
        for name in ("knight-arc", "liberat"):
            await driver.type(name)
            await driver.press("plus", "ctrl+u")
        await driver.press("escape", "1", "home", "down", "enter")
        await point_at(driver, "Allow Legends")
        await driver.press("space")
        again = await save_and_reopen(driver)

    assert [(line.name, line.depth) for line in again.forces.lines()][1:] == [("Regiment", 1)]
    assert [unit.datasheet for unit in again.army.units] == ["Knight-Arcanum", "Liberators"]
    rows = again.rows(next(again.forces.lines()).id)
    assert [row.count for row in rows if row.label == "Allow Legends"] == [1]


async def test_an_army_of_the_eleventh_edition(real, start):
    real("wh40k-11e", "eleven")
    async with with_list(start, "eleven", "Necrons") as driver:
        await driver.press("a")
        for name in ("overlord", "necron warr"):
            await driver.type(name)
            await driver.press("plus", "ctrl+u")
        await driver.press("escape", "1", "home", "enter")
        await point_at(driver, "Legends are visible")
        await driver.press("space")
        again = await save_and_reopen(driver)

    assert {unit.datasheet for unit in again.army.units} == {"Overlord", "Necron Warriors"}
    rows = again.rows(next(again.forces.lines()).id)
    assert [row.count for row in rows if row.label == "Show Legends"] == [0]  # what the data call it now


async def test_several_detachments_are_chosen_by_what_they_cost(real, start):
    real("wh40k-11e", "eleven")
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("System ━")
        await driver.type("11th")
        await driver.press("enter")
        await driver.until("Necrons")
        await driver.type("necrons")
        await driver.press("enter")
        await driver.until("Strike Force")
        assert "Enhancements" in driver.text()  # what the size allows
        await driver.press("enter")
        await driver.until("Detachment Points 0 / 3")
        await driver.press("space")
        text = driver.text()
        assert "Chosen" in text
        assert "[x]" in text
        assert "Detachment Points 0 / 3" not in text
        await driver.click("[x]")  # the mouse chooses and goes on by the key that is named
        assert "[x]" not in driver.text()
        await driver.click("[ ]")
        assert "[x]" in driver.text()
        await driver.press("backspace")  # a step back, and forth again
        await driver.until("Enhancements")
        await driver.press("enter")
        await driver.until("Detachment Points 0 / 3")
        await driver.press("space", "enter")
        await driver.until(" Name ━")
        await driver.press("backspace")  # what was chosen stays
        await driver.until("[x]")
        await driver.type("pantheon")  # it does not fit any more: that is said, and nothing goes on without it
        await driver.until("2 over")
        await driver.press("enter")
        assert any("2 over" in note for note in driver.notes)
        assert "space one more" not in driver.text()  # a blank is a part of what is searched for
        await driver.press("escape", "enter")  # those chosen are gone on with
        await driver.until(" Name ━")
        await driver.press("enter")
        await driver.until(" Army ━")
        assert len(driver.session.army.detachments) == 1
        assert driver.session.steps == 0

        await driver.press("D")
        await driver.until("Detachments · Detachment Points")
        await driver.press("space")
        assert driver.session.army.detachments == ()
        await driver.press("escape", "u")
        assert len(driver.session.army.detachments) == 1


async def test_detachments_are_taken_by_their_names(real, start):
    """What is searched for is taken; the search goes on as long as another one fits, and what is shown is that of the list."""
    real("wh40k-11e", "eleven")
    async with start(backend=Session, size=(120, 40)) as driver:
        await driver.press("n")
        await driver.until("System ━")
        await driver.type("11th")
        await driver.press("enter")
        await driver.until("Necrons")
        await driver.type("orks")
        await driver.press("enter")
        await driver.until("Strike Force")
        await driver.press("enter")
        await driver.until("Detachment Points 0 / 3")
        assert "↵ next" in driver.text().splitlines()[-1]
        await driver.press(*"big")
        assert "↵ one more" in driver.text().splitlines()[-1]  # what is typed is taken, and the step stays
        await driver.press("enter")
        await driver.until("Detachment Points 2 / 3")
        assert "[x] Da Big Hunt" in driver.text()
        assert "<ins>" not in driver.text()
        await driver.press(*"dakka", "enter")
        await driver.until(" Name ━")
        await driver.press("enter")
        await driver.until(" Army ━")
        assert [one.name for one in driver.session.army.detachments] == ["Da Big Hunt", "More Dakka!"]

        await driver.press("comma", "D", *"big", "enter", *"dakka", "enter", *"horde", "enter")
        await driver.pilot.pause(0.4)  # the settings are read while the dialog is open
        await driver.press("escape")
        await driver.pilot.pause(0.4)
        await driver.settle()
        assert [one.name for one in driver.session.army.detachments] == ["War Horde"]
        assert "Get Stuck In" in driver.text()
        assert "Da Hunt Is On" not in driver.text()
