"""What the data say in words alone against more of a row stands there before anybody asks for more."""

from __future__ import annotations

import pytest
from fake_session import FakeSession

from listbuilder.i18n import Text
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.unit_pane import UnitPane

SAID = "at most one per five"


@pytest.fixture
def asked(monkeypatch):
    """The counts that were asked for; one is asked in a slice, and the data speak against more than six models."""
    counts: list[int] = []

    def said_against(session, unit_id, _row, count):
        counts.append(count)
        return Text(f"{{unit}}: {SAID}", {"unit": session.unit(unit_id).name}) if count > 6 else None

    monkeypatch.setattr(FakeSession, "said_against", said_against)
    monkeypatch.setattr("listbuilder.tui.widgets.unit_pane.REST", 0)
    monkeypatch.setattr("listbuilder.tui.slices.SLICE", -1)
    return counts


async def answered(driver):
    """The pane, once nothing is left to ask."""
    pane = driver.main.query_one(UnitPane)
    await driver.settle()
    while pane.is_looking:
        await driver.settle()
    return pane


async def test_more_is_not_offered_where_the_data_speak_against_it_and_the_line_says_why(begun, asked):
    async with begun(("archers",), size=(120, 40)) as driver:
        await driver.press("2")
        pane = await answered(driver)
        pane.point_at("models")
        line = next(one for one in driver.text().splitlines() if glyphs().more in one)
        assert SAID not in line
        assert asked == [6]
        await driver.press("plus")
        await answered(driver)
        assert asked[-1] == 7
        line = next(one for one in driver.text().splitlines() if SAID in one)
        assert glyphs().more not in line
        assert pane.why_not == SAID
        await driver.press("minus")
        await answered(driver)
        assert SAID not in driver.text()
        assert not pane.why_not


async def test_the_rest_is_dropped_when_another_unit_is_shown_or_the_list_changes(begun, asked):
    async with begun(("archers", "archers"), size=(120, 40)) as driver:
        pane = await answered(driver)
        unit, rows = driver.main.unit, list(pane._rows.values())[:1] * 3
        refusals, asked[:] = pane._refusals, []
        refusals.ask(unit.id, unit, rows)
        assert refusals._ask(0)  # one is asked, two are left
        driver.session.add_unit("archers")
        assert not refusals._ask(0)
        assert len(asked) == 1
        await answered(driver)
        refusals.ask(unit.id, unit, rows)
        await driver.press("down")
        await answered(driver)
        assert asked.count(6) < 6
