"""The dialog to pick one of many: its cursor starts on the current choice and then belongs to the keys."""

from __future__ import annotations

import pytest
from textual.widgets import OptionList

from listbuilder.session import Session
from listbuilder.tui.screens.dialogs import Pick
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.army_pane import ArmyPane
from listbuilder.tui.widgets.filter_list import FilterList, draw

ITEMS = [Item(f"item-{n}", f"Item {n}") for n in range(60)]


async def test_the_cursor_starts_on_the_current_choice_and_shows_it(start):
    async with start() as driver:
        await driver.app.push_screen(Pick("Pick", ITEMS, current="item-50"))
        await driver.settle()

        assert driver.app.screen.query_one(FilterList).pointed.id == "item-50"
        assert "Item 50" in driver.text()


async def test_the_cursor_starts_far_below_what_is_drawn_at_once(start):
    items = [Item(f"item-{n}", f"Item {n}") for n in range(700)]
    async with start() as driver:
        pick = Pick("Pick", items, current="item-650")
        await driver.app.push_screen(pick)
        found = pick.query_one(FilterList)
        assert found.pointed.id == "item-650"
        await driver.settle()
        found.point_at("no such item")
        assert found.pointed.id == "item-650"
        assert "Item 650" in driver.text()


async def test_a_key_before_the_first_picture_is_not_taken_back(start):
    async with start() as driver:
        pick = Pick("Pick", ITEMS, current="item-0")
        await driver.app.push_screen(pick)
        pick.query_one(FilterList).action_move("cursor_down")
        await driver.settle()

        assert pick.query_one(FilterList).pointed.id == "item-1"


async def test_a_note_without_room_beside_the_name_stands_below_it(start):
    long = Item("arks", "Arks of Omen Detachment: Necrons", "of one season; its compulsory role is not checked")
    async with start(size=(60, 20)) as driver:
        await driver.app.push_screen(Pick("Pick", [long, Item("patrol", "Patrol Detachment", "in Army")]))
        await driver.settle()

        shown = [line.strip(" │┃▏▕|") for line in driver.text().splitlines()]
        place = next(number for number, line in enumerate(shown) if "Arks of Omen Detachment: Necrons" in line)
        assert "of one season" in shown[place + 1]
        assert any("Patrol Detachment" in line and "in Army" in line for line in shown)


def test_what_stands_below_a_name_is_further_in_than_the_names_beside_marks():
    for mark, indent in (("", 2), ("●", 4)):
        item = Item("page", "Page", "one page to hand in: the list and its verdict", mark=mark, reason="not now")
        name, *below = draw(item, 40).plain.split("\n")
        assert name.startswith(f"{mark} Page".lstrip())
        assert {len(line) - len(line.lstrip()) for line in below} == {indent}


def test_a_long_reason_goes_on_below_its_beginning():
    item = Item("charm", "Charm", reason="only those of the north may bear it")

    assert draw(item, 24).plain.splitlines() == [
        "Charm" + " " * 19,
        "  ✗ only those of the",
        "    north may bear it",
    ]


@pytest.mark.parametrize("reason", ["", "too many"])
def test_a_name_longer_than_a_line_goes_on_below_it(reason):
    """Nothing else would say it whole; what stands beside or against it follows."""
    item = Item("a", "Keep the unit in view beside others, or no more", note="|", mark="●", reason=reason)
    lines = draw(item, 30).plain.splitlines()
    assert lines[:3] == ["● Keep the unit in view beside", "  others, or no more", "    |"]
    assert [line.strip() for line in lines[3:]] == (["✗ too many"] if reason else [])


async def test_no_pane_reads_the_session_behind_another_screen(begun):
    async with begun() as driver:
        pane, drawn = driver.main.query_one(ArmyPane), []
        redraw = pane.redraw
        pane.redraw = lambda: (drawn.append(driver.app.screen is driver.main), redraw())
        await driver.press("e")
        assert driver.app.screen is not driver.main
        pane.redraw_soon()
        assert drawn == []
        await driver.press("escape")
        assert drawn
        assert all(drawn)


async def test_magic_items_stand_under_their_types_and_are_found_by_them(start, tmp_path):
    path = tmp_path / "host.yaml"
    host = "{system: whfb-8e, faction: vampire-counts, battle_size: army-2000, units: [{id: lord, datasheet: vampire-lord}]}"
    path.write_text(host)
    async with start(path, backend=Session, size=(120, 60)) as driver:
        driver.main.select_unit("lord")
        await driver.press("e")
        found = driver.app.screen.query_one(FilterList)
        groups = list(dict.fromkeys(item.group for item in found.found if item.group))
        assert groups[:6] == [
            "Magic Weapon",
            "Magic Armour",
            "Talisman",
            "Enchanted Item",
            "Arcane Item",
            "Vampiric Power",
        ]
        assert "Magic Weapon" in driver.text()
        assert not any("read as" in item.reason for item in found.found)
        await driver.type("talisman")
        assert {"Dawnstone", "Talisman of Endurance"} <= {item.name for item in found.found}
        await driver.press("escape", "escape", "exclamation_mark")
        assert "read as" in driver.text()  # what is under the cursor is told whole


@pytest.mark.parametrize(("width", "lines"), [(120, 1), (42, 3)])
async def test_a_box_is_as_high_as_its_few_items_need(start, width, lines):
    async with start(size=(width, 40)) as driver:
        items = [Item(f"i{n}", f"Item {n}", "what it is for, told at some length and more") for n in range(6)]
        await driver.app.push_screen(Pick("Choose", items, wide=True))
        await driver.settle()
        shown = driver.app.screen.query_one(OptionList)
        assert 6 * lines == shown.virtual_size.height
        assert 6 * lines <= shown.size.height <= 6 * lines + 2
        await driver.press(*"item 3")
        height = driver.app.screen.query_one(".box").size.height
        await driver.press("escape")
        assert height > 6 * lines  # it stays as it is while items are filtered
