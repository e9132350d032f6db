"""The findings pane: going through, jumping, fixing; and the gauge above."""

from __future__ import annotations

import re

import pytest

from listbuilder.tui.widgets.findings_pane import FindingsPane

SQUADS = ("warden", "guard", "guard", "guard", "guard", "relic")


def rules(driver):
    return [finding.rule for finding in driver.session.findings]


async def test_findings_show_message_rule_source_and_fix(begun):
    async with begun(SQUADS, size=(160, 50)) as driver:
        assert "f Make Warden Captain the warlord" in driver.text()

        await driver.press("4", "down")
        text = driver.text()

        assert "Gate Guard: 4 taken, at most 3" in text
        assert "datasheet-cap · Muster" in text
        assert "f Remove Gate Guard" in text
        assert "✗ 2 errors   ▲ 1 warning   n next" in text


async def test_errors_come_first(begun):
    async with begun(SQUADS) as driver:
        shown = [finding.severity for finding in driver.main.query_one(FindingsPane)._findings]

        assert shown == ["error", "error", "warning"]


async def test_units_show_their_worst_finding(begun):
    async with begun(SQUADS) as driver:
        lines = driver.text().splitlines()

        assert any(re.search(r"Relic Engine †\s+▲\s", line) for line in lines)
        assert sum(bool(re.search(r"Gate Guard ×5\s+✗\s", line)) for line in lines) == 1


async def test_enter_jumps_to_the_unit(begun):
    async with begun(SQUADS) as driver:
        await driver.press("4", "down", "enter")

        assert driver.main.unit_id == "guard-4"
        assert driver.focused_id == "army"


async def test_next_and_previous_go_round(begun):
    async with begun(SQUADS) as driver:
        await driver.press("n")
        assert driver.main.unit_id == "guard-4"
        await driver.press("n")
        assert driver.main.unit_id == "relic"
        await driver.press("N", "N")
        assert driver.main.query_one(FindingsPane).current.rule == "warlord"


async def test_fix_of_the_finding_and_undo(begun):
    async with begun(SQUADS) as driver:
        await driver.press("4", "f")
        assert "warlord" not in rules(driver)
        assert driver.notes == ["Done: Make Warden Captain the warlord. Press u to undo."]

        await driver.press("u")
        assert "warlord" in rules(driver)


async def test_fix_in_the_army_is_the_units_own(begun):
    async with begun(SQUADS) as driver:
        driver.main.select_unit("guard-4")
        await driver.press("f")

        assert "datasheet-cap" not in rules(driver)
        assert "warlord" in rules(driver)


async def test_a_finding_without_a_fix_says_so(begun):
    async with begun(("warden", "relic")) as driver:
        await driver.press("w", "4", "f")

        assert driver.notes[-1] == "No fix is known for this finding."


async def test_no_findings(begun):
    async with begun(("warden",)) as driver:
        await driver.press("w", "n", "f")

        assert "✓ legal" in driver.text()
        assert driver.notes[-2:] == ["There are no findings.", "There are no findings."]


@pytest.mark.parametrize(
    ("units", "expected"),
    [((), "0 / 1,000 pts"), (("relic",) * 5, "0 left"), (("relic",) * 6, "✗ 200 over")],
)
async def test_the_gauge_is_right_and_needs_no_colour(begun, units, expected):
    async with begun(units) as driver:
        assert expected in driver.text()


async def test_the_gauge_follows_undo(begun):
    async with begun(("guard",)) as driver:
        await driver.press("c")
        assert "180 / 1,000" in driver.text()
        await driver.press("u")
        assert "90 / 1,000" in driver.text()
