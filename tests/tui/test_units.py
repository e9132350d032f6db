"""Every key that does something to the unit under the cursor."""

from __future__ import annotations

import re

import pytest

from listbuilder.session import Session
from listbuilder.tui.places import Place, Places
from listbuilder.tui.screens.dialogs import Prompt
from listbuilder.tui.screens.paged import PickWithPage
from listbuilder.tui.widgets.army_pane import ArmyPane
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.key_bar import KeyBar
from listbuilder.tui.widgets.unit_pane import UnitPane


def ids(driver):
    return [unit.id for unit in driver.session.army.units]


async def test_the_cursor_starts_on_the_first_unit_and_moves(begun):
    async with begun() as driver:
        assert driver.main.unit_id == "warden"

        await driver.press("down", "j")
        assert driver.main.unit_id == "guard-2"
        assert "Gate Guard" in str(driver.main.query_one(UnitPane).border_title)

        await driver.press("k")
        assert driver.main.unit_id == "guard"


async def test_duplicate_goes_to_the_copy(begun):
    async with begun() as driver:
        await driver.press("down", "c")

        assert ids(driver) == ["warden", "guard", "guard-3", "guard-2", "archers", "wagon"]
        assert driver.main.unit_id == "guard-3"


async def test_remove_stays_near_and_undo_brings_back(begun):
    async with begun() as driver:
        await driver.press("down", "down", "d")
        assert ids(driver) == ["warden", "guard", "archers", "wagon"]
        assert driver.main.unit is not None

        await driver.press("home", "u")
        assert ids(driver) == ["warden", "guard", "guard-2", "archers", "wagon"]
        assert driver.main.unit_id == "guard-2"

        await driver.press("ctrl+r")
        assert "guard-2" not in ids(driver)


async def test_undo_returns_to_the_line_that_it_changes(begun):
    async with begun() as driver:
        await driver.press("down", "down", "down", "2")
        driver.main.query_one(UnitPane).point_at("banner")
        await driver.press("space", "1", "home", "c")
        assert driver.main.unit_id == "warden-2"

        await driver.press("u")
        assert (driver.main.unit_id, driver.focused_id) == ("warden", "army")
        await driver.press("u")
        assert (driver.main.unit_id, driver.focused_id) == ("archers", "unit")
        assert driver.main.query_one(UnitPane).pointed == "banner"
        await driver.press("1", "home", "ctrl+r")
        assert (driver.main.unit_id, driver.focused_id) == ("archers", "unit")


async def test_remove_the_last_unit_and_act_on_nothing(begun):
    async with begun(("warden",)) as driver:
        await driver.press("d", "d", "c", "w", "e", "l", "m", "v", "h", "r", "K", "J", "enter")

        assert ids(driver) == []
        assert "No units: 1,000 pts to spend." in driver.text()


async def test_moving_passes_the_neighbour_on_the_screen(begun):
    async with begun(("guard", "archers", "warden", "guard")) as driver:
        await driver.press("down", "J")  # the first squad, past archers and captain

        assert [i for i in ids(driver) if i.startswith("guard")] == ["guard-2", "guard"]
        assert driver.main.unit_id == "guard"

        await driver.press("J")
        assert [i for i in ids(driver) if i.startswith("guard")] == ["guard-2", "guard"]

        await driver.press("K")
        assert [i for i in ids(driver) if i.startswith("guard")] == ["guard", "guard-2"]


async def test_rename_unit_and_back_to_the_datasheets_name(begun):
    async with begun() as driver:
        await driver.press("r")
        assert isinstance(driver.app.screen, Prompt)
        await driver.answer("Old Wardens")
        assert driver.main.unit.name == "Old Wardens"
        assert driver.main.unit_pane.title == "Old Wardens  Warden Captain"  # what it is, too

        await driver.press("r")
        await driver.answer("")
        assert driver.main.unit.name == "Warden Captain"
        assert driver.main.unit_pane.title == "Warden Captain"


async def test_find_unit_goes_there(begun):
    async with begun() as driver:
        await driver.press("slash")
        await driver.type("wag")
        await driver.press("enter")

        assert driver.main.unit_id == "wagon"
        assert driver.main.query_one(ArmyPane).pointed == "wagon"


async def test_warlord_toggles_and_shows_its_sign(begun):
    async with begun() as driver:
        await driver.press("w")
        assert driver.main.unit.warlord
        assert "★" in driver.text()

        await driver.press("w")
        assert not driver.main.unit.warlord


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 24)], ids=str)
async def test_enhancement_picker_says_what_each_does(begun, size):
    async with begun(("warden",), size=size) as driver:
        await driver.press("e")
        text = " ".join(driver.text().split())
        assert "+10" in text
        assert "Effect: Reroll one die." in text
        assert "• In the first round: two." in text
        assert "**" not in text
        await driver.press("down")
        assert "Reroll" not in driver.text()
        assert "nothing more" in driver.text()


async def test_enhancement_picker_says_why_not(begun):
    async with begun() as driver:
        await driver.press("e")
        assert isinstance(driver.app.screen, PickWithPage)
        assert "only Psykers may bear it" in driver.text()

        await driver.type("lucky")
        await driver.press("enter")
        assert [taken.id for taken in driver.main.unit.enhancements] == ["charm"]
        assert "◆" in driver.text()

        await driver.press("e", "up", "enter")
        assert driver.main.unit.enhancements == ()


async def test_escape_changes_nothing(begun):
    async with begun() as driver:
        before = driver.session.revision

        for key in ("e", "l", "v", "r", "R", "B", "D", "slash", "p", "S"):
            await driver.press(key, "escape")

        assert driver.session.revision == before


async def test_attach_and_detach_a_leader(begun):
    async with begun() as driver:
        await driver.press("l", "enter")
        assert driver.session.army.declarations.attach == {"warden": "guard"}
        assert re.search(r"└ Gate Guard", driver.text())

        await driver.press("l", "up", "enter")
        assert driver.session.army.declarations.attach == {}


async def test_the_cursor_begins_on_a_unit_that_nobody_leads(begun):
    async with begun(("warden", "warden", "guard", "guard")) as driver:
        await driver.press("l", "enter", "down", "down", "l")
        picked = driver.app.screen.query_one(FilterList)
        assert picked.pointed.id == "guard-2"
        assert [(item.name, item.note) for item in picked.found][1:] == [
            ("Gate Guard A ×5", "← Warden Captain A"),
            ("Gate Guard B ×5", "90"),
        ]
        await driver.press("enter")
        assert driver.session.army.declarations.attach == {"warden": "guard", "warden-2": "guard-2"}


async def test_a_squad_without_leaders_says_so(begun):
    async with begun(("archers",)) as driver:
        await driver.press("l")
        assert driver.notes == ["The army has no leader for it."]


async def test_a_leader_is_chosen_from_the_side_of_the_unit_that_is_led(begun):
    async with begun() as driver:
        await driver.press("down", "l")
        assert "Warden Captain" in driver.text()
        await driver.press("enter")
        assert driver.session.army.declarations.attach == {"warden": "guard"}
        assert re.search(r"Led by +Warden Captain +l", driver.text())

        await driver.press("l", "up", "enter")
        assert driver.session.army.declarations.attach == {}


async def test_where_a_unit_rides_is_told_where_a_transport_takes_its_kind(begun):
    async with begun(("warden", "riders")) as driver:
        assert "Rides in" not in driver.text()  # there is none
    async with begun(("warden", "riders", "wagon")) as driver:
        assert re.search(r"Rides in +— +m", driver.text())
        for other in ("riders", "wagon"):
            driver.main.army_pane.point_at(other)
            await driver.settle()
            assert "Rides in" not in driver.text()
        driver.main.desk.edit(lambda: driver.session.embark("riders", "wagon"))
        driver.main.army_pane.point_at("riders")
        await driver.settle()
        assert re.search(r"Rides in +War Wagon", driver.text())


async def test_embark_with_a_reason_against(begun):
    async with begun(("warden", "riders", "wagon")) as driver:
        await driver.press("m", "enter")
        assert driver.session.army.declarations.embark == {"warden": "wagon"}

        await driver.press("down", "m")
        assert "only Infantry may ride" in driver.text()


async def test_a_leader_takes_the_unit_that_it_has_joined_along(begun):
    """Who has joined a unit is where that is: from its line, the unit boards and goes into reserves."""
    async with begun(("warden", "guard", "wagon")) as driver:
        await driver.press("l", "enter", "m")
        assert "Embark in a transport · Gate Guard" in driver.text()
        await driver.press("enter")
        assert driver.session.army.declarations.embark == {"guard": "wagon"}
        assert driver.main.unit_id == "warden"
        assert re.search(r"Rides in +War Wagon +m", driver.text())

        await driver.press("v", "enter")
        assert list(driver.session.army.declarations.reserves) == ["guard"]
        await driver.press("enter")
        driver.main.query_one(UnitPane).point_at("!embark")
        await driver.press("d")
        assert driver.session.army.declarations.embark == {}
        assert driver.session.army.declarations.attach == {"warden": "guard"}


async def test_embark_without_transports_says_so(begun):
    async with begun(("warden",)) as driver:
        await driver.press("m")

        assert driver.notes == ["No other unit of the army is a transport."]


async def test_reserves_offer_deep_strike_to_those_that_have_it(begun):
    async with begun() as driver:
        await driver.press("v")
        assert "Deep Strike" not in driver.text()
        await driver.press("escape")

        driver.main.select_unit("archers")
        await driver.press("v")
        assert "Starts · Tower Archers" in driver.text()
        await driver.press("enter")  # what only some units can do comes first

        assert driver.session.army.declarations.reserves == {"archers": "deep-strike"}
        assert "↯" in driver.text()


async def test_hover_is_for_those_that_can(begun):
    async with begun() as driver:
        await driver.press("h")

        assert driver.notes == ["Not possible for this unit: Hover."]


async def test_list_name_size_and_detachment(begun):
    async with begun() as driver:
        await driver.press("R")
        await driver.answer("Spring muster")
        await driver.press("B")
        await driver.type("skir")
        await driver.press("enter", "D")
        await driver.type("storm")
        await driver.press("enter")

        assert driver.session.name == "Spring muster"
        assert driver.session.state.size == "small"
        assert driver.session.state.detachment == "storm"
        assert "Storm Host" in driver.text()

        await driver.press("ctrl+z", "ctrl+z", "ctrl+z")
        assert (driver.session.name, driver.session.state.size, driver.session.state.detachment) == (
            "Test host",
            "large",
            "wall",
        )


async def test_redo_of_an_addition_goes_to_the_unit(begun):
    async with begun() as driver:
        await driver.press("home", "c", "u")
        assert driver.main.unit_id == "warden"
        await driver.press("ctrl+r")
        assert (driver.main.unit_id, driver.main.army_pane.pointed_id) == ("warden-2", "warden-2")


async def test_undo_and_redo_of_nothing_say_so(begun):
    async with begun() as driver:
        await driver.press("u", "ctrl+y")

        assert driver.notes == ["There is nothing to undo.", "There is nothing to redo."]


async def test_the_datasheet_follows_the_cursor(begun):
    async with begun(size=(120, 44)) as driver:
        await driver.press("down", "down", "down")

        assert driver.main.unit_pane.title.startswith("Tower Archers")
        assert "Rapid Fire 1" in driver.text()


async def test_a_click_on_a_unit_opens_its_editor(begun):
    async with begun() as driver:
        place = next(n for n, line in enumerate(driver.text().splitlines()) if "Archers" in line)
        await driver.pilot.click(offset=(6, place))
        await driver.settle()

        assert driver.main.unit_id == "archers"
        assert driver.focused_id == "unit"


def test_places_of_steps_that_were_made_anew_are_forgotten() -> None:
    places = Places()
    for step, holder in ((1, "a"), (2, "b"), (3, "c"), (2, "d")):
        places.note(step, Place(holder, "army", ""))
    assert [place and place.holder for place in map(places.before, range(4))] == [None, "a", "d", None]


@pytest.mark.parametrize(
    ("units", "line", "keys"),
    [
        (("archers", "wagon"), "embark", ("m", "enter")),
        (("warden", "guard"), "choose-enhancement", ("e", "enter")),
        (("warden", "guard"), "attach-leader", ("l", "enter")),
        (("archers",), "choose-reserves", ("v", "enter")),
        (("warden",), "toggle-warlord", ("w",)),
        (("guard", "warden"), "attach-leader", ("l", "enter")),  # of the unit that is led
        (("archers",), "annotate", ("t", "x", "ctrl+s")),
    ],
)
async def test_the_line_of_a_mark_or_declaration_is_cleared(begun, units, line, keys):
    async with begun(units) as driver:
        plain = driver.session.state
        await driver.press(*keys)
        assert driver.session.state != plain
        await driver.press("2")
        driver.main.query_one(UnitPane).point_at(f"!{line}")
        await driver.press("d")
        assert driver.session.state == plain


@pytest.mark.parametrize("key", ["R", "r"])
async def test_a_name_that_could_not_be_saved_is_refused(begun, key):
    async with begun(("warden",)) as driver:
        await driver.press(key)
        await driver.answer("W" * 501)
        assert "At most 500 characters." in driver.text()
        await driver.answer("W" * 500)
        assert "W" * 500 in (driver.session.name, driver.session.state.units[0].name)


async def test_nothing_is_asked_of_the_session_while_another_screen_may_be_reading_it(begun, monkeypatch):
    async with begun() as driver:
        main, session = driver.main, driver.session
        await driver.press("slash")

        def refused(*_args, **_more):
            raise AssertionError("asked")

        for name in ("battle_sizes", "detachments", "rows"):
            monkeypatch.setattr(session, name, refused)
        main.query_one(KeyBar).say("Done.")
        assert main.check_action("choose_size", ()) is True
        main.query_one(ArmyPane).action_last()
        await driver.settle()
        monkeypatch.undo()
        await driver.press("escape")
        assert main.unit_id == "wagon"
        assert "War Wagon" in str(main.query_one(UnitPane).border_title)


async def test_a_led_unit_of_real_data_chooses_its_leader(start, tmp_path):
    """Its data know the terms on which others lead, and it leads nobody."""
    path = tmp_path / "led.yaml"
    units = "[{id: captain, datasheet: captain, warlord: true}, {id: squad, datasheet: intercessor-squad}]"
    path.write_text(
        "name: Led\nsystem: wh40k-10e\nfaction: space-marines\ndetachment: gladius-task-force\n"
        f"battle_size: strike-force\nunits: {units}\n",
        "utf-8",
    )
    async with start(path, backend=Session) as driver:
        driver.app.main.select_unit("squad")
        await driver.press("l", "enter")
        assert dict(driver.app.main.session.army.declarations.attach) == {"captain": "squad"}


async def test_a_transport_says_how_full_it_would_be(start):
    """Also where no rule of the game judges that; the cursor begins on one with room."""
    session = Session.new("wh40k-10e", "space-marines", battle_size="strike-force", detachment="gladius-task-force")
    first, second = (session.add_unit("impulsor") for _ in range(2))
    riders, others = (session.add_unit("intercessor-squad") for _ in range(2))
    session.embark(riders, first)
    found = {one.id: one.places for one in session.transport_targets(others)}
    assert found == {first: (10, 7), second: (5, 7)}
    async with start(size=(120, 40), backend=Session) as driver:
        await driver.app.show_list(session)
        await driver.settle()
        driver.main.select_unit(others)
        await driver.press("m")
        text = " ".join(driver.text().split())
        assert "✗ 10/7" in text
        assert "5/7" in text
        await driver.press("enter")
        assert session.army.declarations.embark[others] == second


async def test_keys_of_units_on_the_line_of_the_settings(start, root):
    async with start(root / "factions" / "wh40k-10e" / "examples" / "legal.yaml", backend=Session) as driver:
        await driver.press("home", "e")
        assert driver.notes[-1:] == ["No unit is under the cursor."]
    async with start(backend=Session) as driver:
        await driver.app.show_list(Session.new("wh40k-10e", "orks"))
        await driver.settle()
        await driver.press("e")
        assert driver.notes[-1:] == ["There is no unit here. Press a to add one."]
