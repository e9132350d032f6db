"""Outlines: forces in forces, what stands in them, and what is below that."""

from __future__ import annotations

import pytest

from listbuilder import budget
from listbuilder.budget import Budget, TooLarge
from listbuilder.exchange.reading import own
from listbuilder.exchange.reading.outline import OutlineReader
from listbuilder.exchange.reading.record import ListRecord
from listbuilder.exchange.reading.text import LINE_STEPS, Line

TEXT = """\
Game System: Lantern Coast
Faction: Harbour Watch

Force 1: Fleet
Catalogue: Reef Folk
Name: Night shift

2x Patrol (50 points)
• 1x Lamp
  • 1x Oil

Force 1.1: Boat
Crab

Force 1.1.1: Raft
Force 2: Guests
Force 3.1: Lost boat
"""


def test_forces_stand_in_those_whose_number_theirs_begins_with() -> None:
    record = own.read(TEXT)
    fleet, guests, lost = record.outline
    (boat,) = fleet.forces
    (raft,) = boat.forces
    assert [one.kind.text for one in (fleet, boat, raft, guests, lost)] == [
        "Fleet",
        "Boat",
        "Raft",
        "Guests",
        "Lost boat",
    ]
    assert (fleet.title, fleet.catalogue and fleet.catalogue.text) == ("Night shift", "Reef Folk")
    assert [word.text for word in record.unread] == ["Lost boat"]  # in a force that the text does not have


def test_what_is_selected_is_a_tree_with_numbers() -> None:
    fleet = own.read(TEXT).outline[0]
    (patrol,) = fleet.roots
    assert (patrol.name, patrol.points, patrol.models, patrol.flat) == ("Patrol", 50, 2, False)
    (lamp,) = patrol.parts
    assert [(one.name, one.count) for one in (lamp, *lamp.parts)] == [("Lamp", 1), ("Oil", 1)]
    assert [one.name for one in fleet.forces[0].roots] == ["Crab"]


def test_every_line_costs_steps_of_the_budget() -> None:
    budget.use(Budget(steps=LINE_STEPS * 30))  # lines are counted when they are split, too
    try:
        with budget.metered():
            assert own.read(TEXT).outline
        with budget.metered(), pytest.raises(TooLarge):
            OutlineReader(ListRecord("x")).read([Line(number, 0, "", "Crab") for number in range(31)])
    finally:
        budget.use(budget.DEFAULT)
