"""The counting index: counters per one of a node, probes whose dependents are invalidated only by another answer."""

from __future__ import annotations

import gc

import pytest

from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.scheduler import Cell
from listbuilder.engine.tallies import DEEP, DIRECT, OWN, TREE_DEEP, TREE_DIRECT, Measure, Probe
from listbuilder.roster.edits import Remove, SetAmount
from tests.engine import factory as f


class Listener:
    def __init__(self) -> None:
        self.reads: dict[Probe, None] = {}
        self.heard = 0

    def invalidate(self) -> None:
        self.heard += 1


def squad() -> f.Table:
    return f.table(
        f.unit("squad", entries=(f.unit("trooper", type="model", entries=(f.unit("gun", type="upgrade"),)),)),
        f.unit("tank"),
    )


def test_counts_are_per_one_of_the_node() -> None:
    table = squad()
    unit = table.take("squad")
    trooper = table.take("trooper", unit, 5)
    gun = table.take("gun", trooper, 2)
    index: CountIndex = table.engine.store.index
    key = ("selections", "gun")
    assert [index.count(node, DEEP, key) for node in (trooper, unit, table.force)] == [2, 10, 10]
    assert index.count(unit, DIRECT, key) == 0
    SetAmount(trooper, 3).apply(table.roster)
    assert index.count(table.roster, TREE_DEEP, key) == 6
    assert gun.number == 6
    Remove(unit).apply(table.roster)
    assert index.count(table.roster, TREE_DEEP, key) == 0
    assert index.holders_of("gun") == {}


def test_child_forces_count_only_where_asked() -> None:
    table = squad()
    child = table.add_force("detachment", table.force)
    table.take("tank", child)
    index, key = table.engine.store.index, ("selections", "tank")
    assert index.count(table.force, DIRECT, key) == 0
    assert index.count(table.force, TREE_DIRECT, key) == 1
    assert index.count(table.force, DIRECT, ("forces", "detachment")) == 1
    Remove(child).apply(table.roster)
    assert index.count(table.roster, TREE_DEEP, ("forces", "any")) == 1


def test_a_probe_invalidates_its_dependents_only_when_the_answer_changes() -> None:
    table, listener = squad(), Listener()
    index, key = table.engine.store.index, ("selections", "tank")
    asked = index.probe(
        table.roster,
        "two",
        lambda: Measure(((TREE_DEEP, key),), lambda: index.count(table.roster, TREE_DEEP, key) >= 2),
        listener,
    )
    assert asked is False
    table.take("tank")
    index.update_probes()
    assert listener.heard == 0
    table.take("tank")
    index.update_probes()
    assert listener.heard == 1
    CountIndex.release(listener)
    table.take("squad")
    index.update_probes()
    assert listener.heard == 1
    assert listener.reads == {}


def test_watching_a_counter_invalidates_with_every_change() -> None:
    table, listener = squad(), Listener()
    index, key = table.engine.store.index, ("selections", "tank")
    index.watch(index.tallies[table.roster], TREE_DEEP, key, listener)
    for heard in (1, 2, 3):
        table.take("tank")
        index.update_probes()
        assert listener.heard == heard
    Remove(table.force.selections[0]).apply(table.roster)
    index.update_probes()
    assert listener.heard == 4


def test_a_probe_without_dependents_is_forgotten() -> None:
    table, first, second = squad(), Listener(), Listener()
    index, key = table.engine.store.index, ("selections", "tank")
    tally = index.tallies[table.roster]

    def ask(name: str, listener: Listener) -> object:
        return index.probe(
            table.roster,
            name,
            lambda: Measure(((TREE_DEEP, key),), lambda: index.count(table.roster, TREE_DEEP, key)),
            listener,
        )

    asked = (ask("one", first), ask("two", second))
    assert asked == (0, 0)
    known = set(tally.probes)
    CountIndex.release(first)
    table.take("tank")
    index.update_probes()
    assert known - set(tally.probes) == {"one"}
    CountIndex.release(second)
    table.take("tank")
    index.update_probes()
    assert known - set(tally.probes) == {"one", "two"}
    assert key not in tally.watchers[TREE_DEEP]
    assert ask("one", first) == 2


def test_a_stale_probe_is_asked_again_before_it_answers() -> None:
    table, listener = squad(), Listener()
    index, key = table.engine.store.index, ("selections", "tank")

    def ask() -> object:
        return index.probe(
            table.roster,
            "x",
            lambda: Measure(((TREE_DEEP, key),), lambda: index.count(table.roster, TREE_DEEP, key)),
            listener,
        )

    assert ask() == 0
    table.take("tank")
    assert ask() == 1
    assert listener.heard == 1


def test_counters_of_removed_and_child_forces() -> None:
    table = squad()
    index = table.engine.store.index
    child = table.add_force("detachment", table.force)
    unit = table.take("squad", child)
    table.take("trooper", unit, 4)
    keys = [("selections", name) for name in ("squad", "trooper", "detachment")] + [
        ("forces", "any"),
        ("forces", "cat"),
    ]
    modes = (DIRECT, DEEP, TREE_DIRECT, TREE_DEEP)
    found = [[index.count(table.force, mode, key) for mode in modes] for key in keys]
    assert found == [[0, 0, 1, 1], [0, 0, 0, 4], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]
    assert [index.count(table.roster, mode, ("forces", "any")) for mode in modes] == [0, 0, 2, 2]
    Remove(child).apply(table.roster)
    assert [[index.count(table.force, mode, key) for mode in modes] for key in keys] == [[0] * 4] * 5
    assert index.count(child, TREE_DEEP, keys[0]) == 0
    assert child not in index.tallies
    assert unit not in index.tallies


def test_a_stale_question_that_nothing_depends_on_is_asked_again() -> None:
    table, listener = squad(), Listener()
    index, key = table.engine.store.index, ("selections", "tank")

    def tanks() -> int:
        watched = ((TREE_DEEP, key),)
        return index.probe(
            table.roster, "n", lambda: Measure(watched, lambda: index.count(table.roster, TREE_DEEP, key)), listener
        )

    assert tanks() == 0
    index.release(listener)
    tally = index.tallies[table.roster]
    index.add(tally, TREE_DEEP, {key: 1})
    assert tanks() == 1
    index.add(tally, TREE_DEEP, {key: 1})
    index.update_probes()
    assert listener.heard == 1


@pytest.mark.parametrize("removed", ["unit", "force"])
def test_the_probes_of_what_was_removed_are_left_to_no_collector(removed: str) -> None:
    table, listener = squad(), Listener()
    index, key = table.engine.store.index, ("selections", "gun")
    force = table.add_force("detachment", table.force)
    unit = table.take("squad", force)
    node = unit if removed == "unit" else force
    index.probe(node, "any", lambda: Measure(((DEEP, key),), lambda: index.count(node, DEEP, key)), listener)
    gc.collect()
    gc.disable()
    try:
        before = _probes()
        index.release(listener)
        Remove(node).apply(table.roster)
        assert _probes() < before
        left = _probes()
    finally:
        gc.enable()
    gc.collect()
    assert _probes() == left


def _probes() -> int:
    return sum(isinstance(found, Probe) for found in gc.get_objects())


def test_counters_that_are_exchanged_are_asked_for_again() -> None:
    table, listener = squad(), Listener()
    node = table.take("tank")
    index, elite = table.engine.store.index, ("selections", "elite")
    tally = index.tallies[node]
    index.watch(tally, OWN, elite, listener)
    own = tally.counts[OWN]
    index.exchange_whole(node, (own, {}, {}), {}, {})
    index.update_probes()
    assert listener.heard == 0
    index.exchange_whole(node, ({**own, elite: 1}, {}, {}), {}, {elite: 1})
    index.update_probes()
    assert listener.heard == 1
    assert node in index.holders_of("elite")
    assert index.count(table.roster, TREE_DEEP, elite) == 1
    assert own.get(elite) is None  # those of the shape are never changed


def test_the_cells_of_a_closed_engine_are_left_to_no_collector() -> None:
    """Also those with violations and those of a cycle of modifiers."""
    gc.collect()
    gc.disable()
    try:
        before = _cells()
        table = squad()
        unit = table.take("squad")
        table.take("trooper", unit, 2)
        few = f.table(f.unit("few", constraints=(f.most(0),)), f.unit("none", hidden=True))
        few.take("few")
        few.take("none")
        assert len(few.wrong) == 2
        assert _cells() > before
        for engine in (table.engine, few.engine):
            engine.close()
        del engine, table, few, unit
        assert _cells() == before
    finally:
        gc.enable()


def test_an_engine_that_nobody_closed_is_collected() -> None:
    """With all that asks it: conditions, shares and modifiers refer to it from their cells."""
    gc.collect()
    before = _cells(), _probes()
    table = squad()
    few = f.most(1, id="few", scope="force")
    more = f.Modifier(
        type="increment", field="few", value="1", conditions=(f.when("atLeast", 1, "trooper", scope="force"),)
    )
    other = f.table(f.unit("few", constraints=(few,), modifiers=(more,)), f.unit("trooper"))
    other.take("few")
    other.take("trooper")
    table.take("trooper", table.take("squad"), 2)
    assert not other.wrong
    assert _cells() > before[0]
    assert _probes() > before[1]
    del table, other
    gc.collect()
    assert (_cells(), _probes()) == before


def _cells() -> int:
    return sum(isinstance(found, Cell) for found in gc.get_objects())
