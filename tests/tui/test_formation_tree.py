"""The army as a tree, and the orders that it can be shown in."""

from __future__ import annotations

from typing import Any

import pytest
from fake_session import FakeSession

from listbuilder.army.effects import declaring
from listbuilder.roster.declarations import Declarations, half_names
from listbuilder.rules.formation import FormationOptions, formation
from listbuilder.rules.formation_tree import DEEPEST, formations
from listbuilder.rules.shares import RoleShare
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.army_pane import ArmyPane, Order
from tests.rules import factory as f


def drawn(*ids: str, **declared: Any) -> list[str]:
    """The tree of these units: two blanks a level, ``-`` before the last of its siblings."""
    army = declaring(f.army(*(f.unit(one, id=one) for one in ids)), Declarations(**declared))
    found = formations(formation(army, FormationOptions()), army.units)
    return [
        "  " * len(branch.path) + ("-" if branch.path and branch.path[-1] else "") + branch.unit.id
        for branches in found
        for branch in branches
    ]


def test_leaders_stand_above_the_unit_that_they_lead() -> None:
    assert drawn("squad", "captain", "tank", "ancient", attach={"captain": "squad", "ancient": "squad"}) == [
        "captain",
        "  ancient",
        "  -squad",
        "tank",
    ]


def test_passengers_stand_below_their_transport_with_their_leaders() -> None:
    declared = {"attach": {"captain": "squad"}, "embark": {"squad": "tank", "scouts": "tank"}}
    assert drawn("captain", "squad", "tank", "scouts", **declared) == ["tank", "  captain", "    -squad", "  -scouts"]


def test_formations_come_in_the_order_of_their_first_unit_in_the_list() -> None:
    assert drawn("scouts", "squad", "tank", embark={"squad": "tank"}) == ["scouts", "tank", "  -squad"]


@pytest.mark.parametrize(
    "embark", [{"one": "other", "other": "one"}, {"one": "one"}, {"one": "missing"}, {"other": "one", "third": "other"}]
)
def test_every_unit_stands_there_once_whatever_is_declared(embark: dict[str, str]) -> None:
    found = drawn("one", "other", "third", embark=embark)
    assert sorted(line.strip(" -") for line in found) == ["one", "other", "third"]


def test_both_halves_of_a_split_unit_are_one_line() -> None:
    halves = half_names("squad")
    found = drawn("captain", "squad", split={"squad": halves}, attach={"captain": halves[1]})
    assert sorted(line.strip(" -") for line in found) == ["captain", "squad"]


def test_a_long_chain_is_drawn_to_a_depth() -> None:
    names = [f"tank-{number}" for number in range(2000)]
    found = drawn(*names, embark=dict(zip(names[1:], names, strict=False)))
    assert len(found) == len(names)
    assert max(line.count("  ") for line in found) == DEEPEST


def shown(driver: Any) -> list[str]:
    return [line.id for line in driver.main.query_one(ArmyPane).lines() if not line.heading]


async def test_the_orders_go_round_and_are_remembered(begun: Any) -> None:
    async with begun(("guard", "warden", "relic", "archers")) as driver:
        assert shown(driver) == ["warden", "guard", "archers", "relic"]
        await driver.press("o", "o")
        assert shown(driver) == ["relic", "guard", "warden", "archers"]
        assert "by points" in driver.text()
        await driver.press("o")
        assert shown(driver) == ["guard", "warden", "relic", "archers"]
        assert Settings.load().order == Order.FILE
        await driver.press("o")
        assert driver.main.query_one(ArmyPane).order is Order.FORMATION


async def test_who_leads_and_rides_is_drawn_as_a_tree_with_its_sum(begun: Any) -> None:
    async with begun(("warden", "guard", "wagon")) as driver:
        driver.session.attach("warden", "guard")
        driver.session.embark("guard", "wagon")
        await driver.settle()
        text = driver.text()
        assert "▣ War Wagon 6/10" in text
        assert "└ Warden Captain" in text
        assert "  └ Gate Guard" in text
        assert "Σ245" in text
        await driver.press("o")
        assert "└ Gate Guard" not in driver.text()


async def test_the_warlords_formation_comes_first(begun: Any) -> None:
    async with begun(("warden", "guard", "relic")) as driver:
        assert shown(driver)[0] == "warden"
        driver.session.set_warlord("relic")
        await driver.settle()
        assert shown(driver)[0] == "relic"


async def test_a_name_that_is_cut_is_whole_in_the_bottom_line(begun: Any) -> None:
    async with begun(("warden", "sage"), size=(100, 24)) as driver:
        assert "Sage of the Long Winter and the Even Longer Name" not in driver.text()
        await driver.press("down")
        assert "Sage of the Long Winter and the Even Longer Name" in driver.text().splitlines()[-1]


async def test_an_order_that_is_unknown_is_that_of_formations(begun: Any) -> None:
    settings = Settings.load()
    settings.order = "nonsense"
    settings.save()
    async with begun(("guard", "warden")) as driver:
        assert driver.main.query_one(ArmyPane).order is Order.FORMATION


async def test_the_usual_order_is_by_role_where_rules_bound_what_roles_cost(begun: Any, monkeypatch: Any) -> None:
    share = RoleShare(0, None, 500)
    monkeypatch.setattr(FakeSession, "shares", property(lambda _self: {"character": share}))
    async with begun(("guard", "warden")) as driver:
        assert driver.main.query_one(ArmyPane).order is Order.ROLE
