"""Keys that come faster than what they open: each goes to what the one before it opened."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from tests.tui.conftest import Start


def burst(app, *keys: str) -> None:  # type: ignore[no-untyped-def]
    """As a terminal sends keys that were typed while the program was busy: all at once."""
    for key in keys:
        character = key if len(key) == 1 else None
        app.post_message(events.Key(key, character).set_sender(app))


async def test_the_second_of_two_keys_follows_the_first(begun: Start) -> None:
    async with begun() as driver:
        burst(driver.app, "g", "f")
        await driver.settle()
        assert driver.focused_id == "findings"
        assert not driver.session.past  # f alone would have done a fix


async def test_keys_from_before_a_list_was_shown_come_before_later_ones(begun: Start) -> None:
    async with begun() as driver:
        before = [events.Key(key, key).set_sender(driver.app) for key in "aarch"]
        go_on = driver.app._turns.pause(before)
        burst(driver.app, *"ers", "enter")
        assert len(driver.session.army.units) == 5
        go_on()
        await driver.settle()
        assert [unit.name for unit in driver.session.army.units].count("Tower Archers") == 2


async def test_what_is_typed_after_a_is_searched(begun: Start) -> None:
    async with begun() as driver:
        burst(driver.app, *"aarchers", "enter")
        await driver.settle()
        names = [unit.name for unit in driver.session.army.units]
        assert names.count("Tower Archers") == 2
        assert len(driver.session.past) == 1


async def test_a_name_is_typed_into_its_dialog(begun: Start) -> None:
    async with begun() as driver:
        burst(driver.app, "R", *"dun", "enter", "g", "u")
        await driver.settle()
        assert driver.session.name.endswith("dun")
        assert driver.focused_id == "unit"
        assert not driver.app.screen.query(Input)
