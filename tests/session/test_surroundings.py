"""Who could lead a unit, and what it would cost at other sizes."""

from __future__ import annotations

import pytest

from listbuilder.session import Session


@pytest.fixture
def army():
    session = Session.new("wh40k-10e", "space-marines", name="Round")
    squad, other = session.add_unit("intercessor-squad"), session.add_unit("intercessor-squad")
    return session, squad, other


def test_prices_by_size(army):
    session, squad, _ = army
    revision = session.revision
    assert [(one.least, one.most, one.points) for one in session.prices_by_size(squad, 5, 10)] == [
        (5, 5, 80),
        (6, 10, 160),
    ]
    assert session.prices_by_size(squad, 6, 10) == ()  # one price
    assert session.prices_by_size(squad, 5, 5) == ()
    assert session.revision == revision
    assert session.unit(squad).model_count == 5


def test_leaders_of_the_army_and_of_the_faction(army):
    session, squad, other = army
    captain = session.add_unit("captain")
    session.attach(captain, other)
    found = {one.name: one for one in session.possible_leaders(squad)}
    assert (found["Captain"].unit, found["Captain"].leads) == (captain, other)
    assert (found["Apothecary"].unit, found["Apothecary"].points) == ("", 50)
    assert "Captain in Terminator Armour" not in found
    assert "Captain" not in {one.name for one in session.possible_leaders(other)}
    assert session.possible_leaders(captain) == ()
