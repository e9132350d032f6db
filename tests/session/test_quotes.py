"""What one more of a datasheet comes to: prices beside the present army, sizes, and what speaks against it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from listbuilder.i18n import Text
from listbuilder.resources import shipped
from listbuilder.rules.diagnostic import ClearWarlord, Deploy, Diagnostic, Fix, RemoveUnit
from listbuilder.session import Session, quotes
from listbuilder.session.quotes import _steps, goes_apart
from listbuilder.sources import registry
from tests.sources.native.conftest import HOMEBREW_FACTION, HOMEBREW_SHEET, HOMEBREW_SYSTEM

ROOT = Path(__file__).parents[2]
GLADIUS = ROOT / "exports" / "samples" / "space-marines-gladius.yaml"


@pytest.fixture(scope="module")
def marines():
    return Session.new("wh40k-10e", "space-marines")


def quoted(session, name):
    found = next(one for one in session.datasheets() if one.name == name)
    return session.quote(found.id)


def sizes(quote):
    return [(size.models, size.points) for size in quote.sizes]


def test_sizes_with_their_prices(marines):
    assert sizes(quoted(marines, "Intercessor Squad")) == [(5, 80), (10, 160)]
    assert sizes(quoted(marines, "Captain")) == [(1, 80)]


def test_of_few_sizes_the_largest_of_each_price_is_offered():
    """Four Meganobz cost as much as five."""
    assert [models for models, _points in sizes(quoted(Session.new("wh40k-10e", "orks"), "Meganobz"))] == [2, 3, 5, 6]


def test_the_price_is_what_the_army_costs_more(marines):
    for choice in marines.datasheets()[::12]:
        quote = marines.quote(choice.id)
        for size in quote.sizes:
            with marines.trial():
                marines.add_unit(choice.id, models=size.models)
                assert marines.points == size.points, choice.name


def test_a_unit_whose_price_follows_from_its_parts(marines):
    """Its own price is that of the largest number of hunting wolves."""
    assert quoted(marines, "Wolf Guard Headtakers").points == 85


def test_a_second_small_squad_beside_a_large_one():
    session = Session.new("wh40k-10e", "space-marines")
    found = next(one for one in session.datasheets() if one.name == "Intercessor Squad")
    session.add_unit(found.id, models=10)

    assert sizes(session.quote(found.id)) == [(5, 80), (10, 160)]


def test_a_cap_that_is_reached_speaks_against_it():
    session = Session.new("wh40k-10e", "space-marines", battle_size="onslaught")
    found = next(one for one in session.datasheets() if one.name == "Aggressor Squad")
    for _copy in range(3):
        assert not session.quote(found.id).against
        session.add_unit(found.id)

    assert "at most 3" in str(session.quote(found.id).against[0])


def test_who_cannot_stand_beside_the_army():
    session = Session.open(GLADIUS)
    assert "cannot be in the same army" in str(quoted(session, "Ragnar Blackmane").against[0])


@pytest.mark.parametrize("name", ["Impulsor", "Stormraven Gunship", "Roboute Guilliman", "Redemptor Dreadnought"])
def test_points_and_what_is_still_to_be_declared_do_not(name):
    """The army has ten points left; a transport is empty at first, an aircraft has to start in reserves."""
    session = Session.open(GLADIUS)
    found = quoted(session, name)
    assert found.points > 10
    assert not found.against


def test_a_transport_may_be_added_before_its_passengers():
    """Nobody of the army can ride in it, and who leads whom is declared already."""
    session = Session.new("wh40k-10e", "space-marines")
    offered = {one.name: one.id for one in session.datasheets()}
    captain, squad = (session.add_unit(offered[name]) for name in ("Captain in Gravis Armour", "Aggressor Squad"))
    session.attach(captain, squad)

    assert not quoted(session, "Impulsor").against


REMOVE, CHANGE, UNMARK = Fix(RemoveUnit("new")), Fix(Deploy("new")), Fix(ClearWarlord("new"))


@pytest.mark.parametrize(
    ("finding", "against"),
    [
        ({"found": 4, "bound": 3}, True),
        ({"found": 4, "bound": 3, "severity": "warning"}, False),
        ({"found": 4, "bound": 3, "fixes": (UNMARK,)}, False),
        ({"found": 2, "bound": 3}, False),  # more choices mend it
        ({"found": 2005, "bound": 2000}, False),  # the army's points
        ({"found": 3, "bound": 3, "fixes": (CHANGE,)}, False),
        ({"found": 3, "bound": 3, "fixes": (CHANGE, REMOVE)}, True),
        ({"found": 4, "bound": 1, "whole": 4}, False),  # a share of the units
        ({"found": 400, "bound": 200, "whole": 2005}, True),
        ({"found": 600, "bound": 500}, True),
        ({"found": 4}, True),
        ({"found": 4, "fixes": (CHANGE,)}, False),
        ({"bound": 4, "fixes": (CHANGE,)}, False),
        ({"unit": "new"}, False),
        ({"unit": "new", "fixes": (CHANGE,)}, False),
        ({"unit": "new", "fixes": (REMOVE, CHANGE)}, False),
        ({"unit": "new", "fixes": (REMOVE,)}, True),
    ],
)
def test_an_error_speaks_against_a_unit_where_more_choices_do_not_mend_it(finding, against):
    army = SimpleNamespace(points=2005, limit=2000)
    found = Diagnostic("rule", Text("wrong"), **{"severity": "error", **finding})
    assert quotes._speaks_against(found, SimpleNamespace(now=SimpleNamespace(army=army))) is against


@pytest.mark.parametrize(
    ("found", "points", "limit", "outgrown"),
    [(220, 220, 2000, True), (900, 900, 2000, True), (1100, 1100, 2000, False), (1100, 1100, None, True)],
)
def test_a_share_of_what_the_army_spends_grows_with_it_up_to_its_limit(found, points, limit, outgrown):
    half = Diagnostic("rule", Text("wrong"), found=found, bound=points // 2, whole=points)
    assert quotes._is_outgrown(half, points, limit) is outgrown
    assert not quotes._is_outgrown(Diagnostic("rule", Text("wrong"), found=found, bound=points // 2), points, limit)


def test_nothing_is_changed_by_it(marines):
    told = []
    marines.listeners.append(told.append)
    revision, steps = marines.revision, marines.steps
    quoted(marines, "Tactical Squad")

    assert (marines.revision, marines.steps, marines.army.units, told) == (revision, steps, (), [])
    marines.listeners.clear()


def test_adding_so_many_models_is_one_step():
    session = Session.new("wh40k-10e", "space-marines")
    found = next(one for one in session.datasheets() if one.name == "Intercessor Squad")
    unit = session.unit(session.add_unit(found.id, models=10))

    assert unit.model_count == 10
    assert session.preview(found.id, models=10).model_count == 10
    session.undo()
    assert not session.army.units


def test_the_copy_of_a_leader_opens_a_force_of_its_own():
    session = Session.new("aos-4e", "stormcast-eternals")
    regiment = session.add_force("force/regiment", session.roster.forces[0].id)
    hero = session.add_unit("lord-vigilant-on-morrgryph", regiment)
    unit = session.add_unit("liberators", regiment)
    assert goes_apart(session, hero)
    assert not goes_apart(session, unit)
    steps = session.steps

    copy = session.duplicate_unit(hero, apart=True)
    force = session.unit(copy).force
    assert force != regiment
    assert next(one.kind_id for one in session.army.forces if one.id == force) == "regiment"
    assert session.steps == steps + 1
    session.undo()
    assert [one.id for one in session.army.units] == [hero, unit]


def test_a_contingent_is_offered_only_its_own_units():
    session = Session.open(shipped("factions") / "aos-4e" / "examples" / "legal" / "renown-skaven.yaml")
    offered = {line.kind: [one.name for one in session.datasheets(line.id)] for line in session.forces.lines()}
    assert offered["Nurgle's Gift"] == ["Nurglings"]
    assert len(offered["Regiment"]) > 9


def test_the_copy_of_a_unit_of_a_contingent_stays_in_it():
    """The army may not have the same contingent again."""
    session = Session.open(shipped("factions") / "aos-4e" / "examples" / "legal" / "renown-skaven.yaml")
    lent = {force.id for force in session.army.forces if force.kind_id not in {"", "army", "regiment"}}
    units = [unit.id for unit in session.army.units if unit.force in lent]
    assert units
    assert not any(goes_apart(session, unit) for unit in units)


def test_the_copy_of_a_unit_that_the_army_may_have_once_stays_beside_it():
    session = Session.new("aos-4e", "stormcast-eternals")
    regiment = session.add_force("force/regiment", session.roster.forces[0].id)
    session.add_unit("lord-vigilant-on-morrgryph", regiment)
    assert not goes_apart(session, session.add_unit("steelhearts-champions", regiment))

    session = Session.new("wh40k-10e", "space-marines", battle_size="onslaught")
    units = [session.add_unit("aggressor-squad") for _ in range(3)]
    assert session.quote("aggressor-squad").against
    assert not goes_apart(session, units[0])


def test_a_force_is_full_when_the_same_error_comes_with_any_unit():
    session = Session.new("aos-4e", "stormcast-eternals")
    army = session.roster.forces[0].id
    regiment = session.add_force("force/regiment", army)
    session.add_unit("lord-vigilant-on-morrgryph", regiment)
    assert not session.is_full(regiment)  # though no other leader may join
    for number in range(3):
        assert not session.is_full(regiment), number
        session.add_unit("liberators", regiment)
    session.set_warlord("lord-vigilant-on-morrgryph")
    assert not session.is_full(regiment)
    session.add_unit("praetors", regiment)
    assert session.is_full(regiment)
    assert not session.is_full(session.add_force("force/regiment", army))


def test_what_is_wrong_already_does_not_speak_against_it():
    """A quarter of the points may start in Strategic Reserves: too much is there, and each further unit makes it less too much."""
    session = Session.new("wh40k-10e", "space-marines")
    unit = session.add_unit("intercessor-squad")
    session.set_reserves(unit, "strategic-reserves")
    assert any(one.severity == "error" and one.found == 80 for one in session.findings)

    for name in ("Tactical Squad", "Captain", "Land Raider"):
        assert not quoted(session, name).against


def test_what_makes_worse_what_is_wrong_already_speaks_against_it():
    session = Session.new("wh40k-10e", "space-marines", battle_size="onslaught")
    for _copy in range(4):
        session.add_unit("aggressor-squad")

    assert "5 units, at most 3" in str(session.quote("aggressor-squad").against[0])


def test_an_enhancement_is_not_refused_for_what_was_wrong_before():
    session = Session.new("wh40k-10e", "space-marines")
    session.set_detachment("gladius-task-force")
    captain = session.add_unit("captain")
    squad = session.add_unit("intercessor-squad")
    session.set_reserves(squad, "strategic-reserves")
    assert any(one.found == 80 for one in session.findings)

    assert not [one.reason for one in session.enhancements(captain) if "Strategic Reserves" in one.reason]


def test_what_units_cost_beyond_their_prices_is_in_the_price():
    """In Age of Sigmar the second auxiliary unit costs 20 points beyond its price, the third 40."""
    session = Session.new("aos-4e", "stormcast-eternals")
    auxiliary = session.add_force("force/auxiliary", session.roster.forces[0].id)
    prices = []
    for _copy in range(3):
        quote, before = session.quote("liberators", auxiliary), session.points
        session.add_unit("liberators", auxiliary)
        prices.append(quote.points)
        assert quote.points == session.points - before

    assert [price - prices[0] for price in prices] == [0, 20, 40]


@pytest.mark.parametrize(
    ("least", "most", "steps"),
    [
        (5, 10, [10]),
        (3, 8, [6, 8]),
        (2, 6, [3, 4, 5, 6]),  # few enough to try each
        (5, 5, []),
        (1, 6, [2, 3, 6]),  # few enough to choose from
        (1, 1, []),
        (10, None, [20, 30, 40]),
        (1, None, []),  # any number
    ],
)
def test_sizes_to_try_are_multiples_of_the_smallest_and_the_largest(least, most, steps):
    assert list(_steps(least, most)) == steps


def test_a_unit_grows_by_the_models_that_may_be_more(tmp_path, monkeypatch):
    """Of five guards that are always there and one to three gunners only these."""
    folder = tmp_path / "skirmish" / "gang"
    folder.mkdir(parents=True)
    sheet = HOMEBREW_SHEET.replace("count: 1, wargear: [club, club]", "count: 5, wargear: [club]")
    sheet = sheet.replace("count: 2-5", "count: 1-3").replace("size: [3, 6]\n", "")
    sheet = sheet.replace("points: {3: 7.5, 6: 15}", "points: {6: 10, 7: 12, 8: 14}")
    (folder.parent / "system.yaml").write_text(HOMEBREW_SYSTEM, "utf-8")
    (folder / "faction.yaml").write_text(HOMEBREW_FACTION, "utf-8")
    (folder / "thugs.yaml").write_text(sheet, "utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path))
    registry._native.cache_clear()
    quote = Session.new("skirmish", "gang").quote("thugs")
    registry._native.cache_clear()
    assert (sizes(quote), quote.open_ended) == ([(6, 10), (7, 12), (8, 14)], False)
