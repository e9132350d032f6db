"""The army pane: between which points the units of a role have to cost."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.i18n import set_language
from listbuilder.rules.shares import RoleShare
from listbuilder.session import Session
from listbuilder.tui.army_summary import bounds


@pytest.mark.parametrize(
    ("share", "words"),
    [(None, ""), (RoleShare(5, 500), "≥ 500"), (RoleShare(5, None, 250), "≤ 250"), (RoleShare(5, 1, 2), "≥ 1 ≤ 2")],
)
def test_the_bounds_of_a_role_stand_beside_its_name(share: RoleShare | None, words: str) -> None:
    assert bounds(share) == words


async def test_a_large_window_sums_up_the_army_below_its_units(begun: Any) -> None:
    async with begun(("warden", "guard", "archers", "wagon"), size=(200, 60)) as driver:
        session = driver.session
        session.set_enhancement("warden", "charm")
        session.attach("warden", "guard")
        session.set_reserves("archers", "strategic-reserves")
        await driver.settle()
        lines = [line[: driver.main.army_pane.region.width] for line in driver.text().splitlines()]

        guard = next(number for number, line in enumerate(lines) if "└ Gate Guard" in line)
        assert not lines[guard + 1].strip("┃ ")  # a blank line after the formation
        enhancement = next(line for line in lines if "◆ Lucky Charm  Warden Captain" in line)
        assert "+" in enhancement
        off = next(number for number, line in enumerate(lines) if "Starts off the table" in line)
        assert "Tower Archers  strategic reserves" in lines[off + 1]
        assert "━" in lines[driver.main.army_pane.region.bottom - 2]  # the points by role stand at the bottom

        await driver.resize(120, 20)
        assert "Starts off the table" not in driver.text()


async def test_an_army_of_several_forces_is_summed_up_in_the_same_way(start: Any) -> None:
    async with start(size=(200, 60), backend=Session) as driver:
        session = Session.new("aos-4e", "stormcast-eternals")
        regiment = [line.id for line in session.forces.lines()][-1]
        offered = session.datasheets(regiment)
        for role in dict.fromkeys(one.role for one in offered if one.points):
            session.add_unit(next(one.id for one in offered if one.role == role and one.points), regiment)
        await driver.app.show_list(session)
        await driver.settle()
        lines = [line[: driver.main.army_pane.region.width] for line in driver.text().splitlines()]

        heading = next(number for number, line in enumerate(lines) if "Regiment" in line)
        assert not lines[heading - 1].strip("┃ ")
        bars = next(number for number, line in enumerate(lines) if "By role" in line)
        said = [line.strip("┃ ") for line in lines[bars + 1 : driver.main.army_pane.region.bottom - 1]]
        roles = {unit.role for unit in session.army.units}
        assert len(said) == len(roles) > 1
        assert sum(int(line.split()[-1]) for line in said) == session.points

        await driver.resize(120, 16)
        heading = next(number for number, line in enumerate(driver.text().splitlines()) if "Regiment" in line)
        assert "Army settings" in driver.text().splitlines()[heading - 1]  # no blank lines where there is little room


async def test_an_empty_transport_tells_its_places_where_rules_count_who_is_in_it(begun: Any) -> None:
    async with begun(("guard", "wagon"), size=(120, 40)) as driver:
        assert "0/10" in said(driver, "War Wagon")
        driver.session.embark("guard", "wagon")
        await driver.settle()
        assert "5/10" in said(driver, "War Wagon")


async def test_what_starts_off_the_table_costs_what_starts_with_it(begun: Any) -> None:
    """As the reserves in the header: with its leader, and with those aboard and theirs."""
    async with begun(("warden", "guard", "wagon"), size=(120, 40)) as driver:
        session = driver.session
        session.attach("warden", "guard")
        session.set_reserves("guard", "strategic-reserves")
        await driver.settle()
        assert said(driver, "Gate Guard  strategic").endswith(f" {session.points - session.unit('wagon').points}")


def said(driver: Any, text: str) -> str:
    """The line of the army pane with this text."""
    lines = (line[: driver.main.army_pane.region.width] for line in driver.text().splitlines())
    return next(line.strip("┃ ") for line in lines if text in line)


async def test_a_number_is_not_parted_where_a_line_ends(begun: Any) -> None:
    async with begun((), size=(120, 40)) as driver:
        set_language("ru")
        driver.app.main.refresh_texts()
        await driver.settle()
        assert "1\u00a0000 очк." in driver.text()
        rows = [line[: driver.main.army_pane.region.width] for line in driver.text().splitlines()]
        assert any("1\u00a0000 очк.  a добавить" in row for row in rows)


async def test_an_empty_army_says_what_there_is_to_spend(begun: Any) -> None:
    async with begun((), size=(120, 40)) as driver:
        assert "No units: 1,000 pts to spend.  a add" in driver.text()
        row = next(number for number, line in enumerate(driver.text().splitlines()) if "to spend" in line)
        await driver.pilot.click(offset=(driver.text().splitlines()[row].index("a add") + 2, row))
        await driver.settle()
        assert "Gate Guard" in driver.text()


async def test_the_cursor_starts_on_the_first_unit_and_stays_on_its_unit(begun: Any) -> None:
    async with begun(("warden", "guard", "archers")) as driver:
        first, _, last = (unit.id for unit in driver.session.army.units)
        assert driver.main.unit_id == first
        driver.main.select_unit(last)
        driver.session.rename_unit(first, "Old Warden")
        await driver.settle()
        assert "Old Warden" in driver.text()
        assert driver.main.army_pane.pointed == last
