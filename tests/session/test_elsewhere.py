"""Where a datasheet has its place that a force does not take now."""

from __future__ import annotations

import pytest

from listbuilder.session import Session
from listbuilder.session.elsewhere import Places, places
from tests.pond import FACTIONS


@pytest.fixture
def frogs(monkeypatch: pytest.MonkeyPatch) -> Session:
    """An army of a fleet, a raft and newts as guests."""
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(FACTIONS))
    session = Session.new("pond-war", "frogs")
    army = next(line.id for line in session.forces.lines())
    for choice in session.forces.choices(army)[1:]:
        session.add_force(choice.id, army)
    return session


def of(session: Session, name: str) -> str:
    return next(line.id for line in session.forces.lines() if line.name == name)


def test_other_forces_and_a_new_one_take_it_but_not_the_army_around_them(frogs: Session) -> None:
    found = places(frogs, of(frogs, "Fleet"), "tadpoles")
    assert (found.forces, found.apart) == (("Raft",), True)
    assert places(frogs, of(frogs, "Army"), "tadpoles") == Places(("Fleet", "Raft"))


def test_a_unit_of_another_faction_has_its_place_with_the_guests_alone(frogs: Session) -> None:
    assert places(frogs, of(frogs, "Fleet"), "efts") == Places(("Guests",))
    assert not places(frogs, of(frogs, "Guests"), "tadpoles").apart


def test_only_an_empty_force_is_told_who_would_open_it(frogs: Session) -> None:
    fleet = of(frogs, "Fleet")
    assert places(frogs, fleet, "tadpoles").beside == ("Old Frog", "Tadpoles")
    frogs.add_unit("old-frog", fleet)
    assert places(frogs, fleet, "tadpoles").beside == ()


def test_a_new_force_takes_it_beside_a_leader_of_its_own(frogs: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one there is led by somebody else."""
    fleet = of(frogs, "Fleet")
    frogs.add_unit("tadpoles", fleet)
    monkeypatch.setattr(
        "listbuilder.session.elsewhere._takes",
        lambda _session, force, _datasheet: any(one.option.name == "Old Frog" for one in force.selections),
    )
    assert places(frogs, fleet, "tadpoles") == Places(apart=True, leaders=("Old Frog",))


def test_trying_leaves_the_list_as_it_was(frogs: Session) -> None:
    before = sorted(frogs.roster.nodes)
    places(frogs, of(frogs, "Fleet"), "tadpoles")
    assert (sorted(frogs.roster.nodes), bool(frogs.history.redo_stack)) == (before, False)
