"""What one more of a datasheet comes to: prices beside the present army, sizes, and what speaks against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session

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
