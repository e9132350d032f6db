"""Undo and redo: any sequence of edits and undos gives the same roster back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.roster.edits import Rename, SetAmount
from listbuilder.roster.history import History
from listbuilder.roster.tree import Roster
from tests.engine import factory as f
from tests.engine.random_edits import Numbers, Player
from tests.roster.test_edits import picture

LIBRARY = f.library(f.unit("squad", entries=(f.unit("trooper", constraints=(f.least(1),)),)), f.unit("tank"))
NUMBERS = st.tuples(st.integers(2, 19), st.integers(0, 20), st.integers(0, 20))


@settings(max_examples=100)
@given(st.lists(NUMBERS, min_size=1, max_size=20), st.data())
def test_undo_and_redo_walk_through_the_same_rosters(steps: list[Numbers], data: st.DataObject) -> None:
    player = Player(Roster(LIBRARY), LIBRARY.game_system.force_entries, "cat")
    seen = [picture(player.roster)]
    for numbers in steps:
        depth = len(player.history.undo_stack)
        player.play(numbers)
        if len(player.history.undo_stack) > depth:
            seen.append(picture(player.roster))
    place = len(seen) - 1
    for back in data.draw(st.lists(st.booleans(), max_size=40)):
        moved = player.history.undo() if back else player.history.redo()
        if moved is not None:
            place += -1 if back else 1
        assert picture(player.roster) == seen[place]


def table() -> tuple[f.Table, History]:
    table = f.Table(LIBRARY)
    table.take("tank")
    return table, History(table.roster)


def test_a_step_is_one_action_and_an_exception_takes_it_back() -> None:
    world, history = table()
    tank = world.force.selections[0]
    with history.step("two things"):
        history.do(SetAmount(tank, 2))
        with history.step("inner"):
            history.do(Rename("new"))
    assert [step.title for step in history.undo_stack] == ["two things"]
    with pytest.raises(ZeroDivisionError), history.step("failing"):
        history.do(SetAmount(tank, 9))
        raise ZeroDivisionError
    assert tank.amount == 2
    assert history.undo() == "two things"
    assert (tank.amount, world.roster.name) == (1, "test")
    assert history.redo() == "two things"
    assert (tank.amount, world.roster.name) == (2, "new")


def test_a_new_action_forgets_what_was_undone_and_an_empty_step_is_none() -> None:
    _world, history = table()
    history.do(Rename("a"), "a")
    history.undo()
    history.do(Rename("b"), "b")
    assert history.redo() is None
    with history.step("nothing"):
        pass
    assert len(history.undo_stack) == 1
    assert history.undo() == "b"
    assert history.undo() is None
    assert history.revision == 4


def test_a_trial_leaves_nothing_behind() -> None:
    world, history = table()
    tank = world.force.selections[0]
    before = (history.revision, history.state, len(history.undo_stack), picture(world.roster))
    with history.trial():
        history.do(SetAmount(tank, 2))
        with history.step("inner"):
            history.do(SetAmount(tank, 3))
            history.do(Rename("tried"))
        assert (tank.amount, world.roster.name) == (3, "tried")
        assert history.revision > before[0]
    assert (history.revision, history.state, len(history.undo_stack), picture(world.roster)) == before
    with pytest.raises(ZeroDivisionError), history.trial():
        history.do(SetAmount(tank, 9))
        raise ZeroDivisionError
    assert tank.amount == 1
    history.do(Rename("real"), "real")
    assert history.undo() == "real"


def test_a_trial_inside_a_step_keeps_what_was_done_before() -> None:
    world, history = table()
    tank = world.force.selections[0]
    with history.step("step"):
        history.do(SetAmount(tank, 2))
        with history.trial():
            history.do(SetAmount(tank, 5))
        history.do(Rename("new"))
    assert (tank.amount, world.roster.name, len(history.undo_stack)) == (2, "new", 1)
    assert history.undo() == "step"
    assert (tank.amount, world.roster.name) == (1, "test")


def test_undo_and_redo_return_to_the_same_states() -> None:
    _world, history = table()
    states = [history.state]
    for name in "ab":
        history.do(Rename(name), name)
        states.append(history.state)
    assert len(set(states)) == 3
    history.undo()
    assert history.state == states[1]
    history.undo()
    assert history.state == states[0]
    history.redo()
    assert history.state == states[1]
    history.do(Rename("c"), "c")
    assert history.state not in states
    assert history.redo() is None


def test_an_attempt_is_kept_only_if_it_is_accepted() -> None:
    world, history = table()
    tank = world.force.selections[0]

    def set_amounts(*amounts: int) -> bool:
        for amount in amounts:
            history.do(SetAmount(tank, amount))
        return tank.amount < 5

    assert not history.attempt(lambda: set_amounts(4, 5))
    assert (tank.amount, history.revision, history.undo_stack) == (1, 0, [])
    with history.step("raise"):
        assert history.attempt(lambda: set_amounts(5, 4))
    assert (tank.amount, history.revision) == (4, 2)
    assert history.attempt(lambda: set_amounts(2, 3))
    assert history.undo() == ""
    assert tank.amount == 4
    assert history.undo() == "raise"
    assert tank.amount == 1


def test_an_attempt_that_fails_is_taken_back() -> None:
    world, history = table()
    tank = world.force.selections[0]

    def fail() -> bool:
        history.do(SetAmount(tank, 4))
        raise LookupError("gone")

    with pytest.raises(LookupError):
        history.attempt(fail)
    assert (tank.amount, history.revision, history.undo_stack) == (1, 0, [])
    history.do(SetAmount(tank, 2), "two")
    assert history.undo() == "two"


def test_a_step_that_fails_ends_in_a_revision_of_its_own() -> None:
    """Who looked while it was made looks again."""
    world, history = table()
    tank, seen = world.force.selections[0], [history.revision]
    with pytest.raises(LookupError), history.step("fails"):
        for amount in (4, 5):
            history.do(SetAmount(tank, amount))
            seen.append(history.revision)
        raise LookupError("gone")
    assert (tank.amount, history.undo_stack) == (1, [])
    assert history.revision > max(seen)
