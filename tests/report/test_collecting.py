"""The collector looks between lists, and never at data."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from listbuilder.report import collecting
from listbuilder.report.checking import Job, check_one
from listbuilder.report.collecting import between_lists
from listbuilder.report.entry import Entry
from listbuilder.resources import shipped
from listbuilder.sources.cache import Loads

pytestmark = pytest.mark.unmeasured


class Node:
    """Refers to itself."""

    def __init__(self) -> None:
        self.self = self


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = Loads.number, Loads.dropped, collecting.SetAside.loads, collecting.SetAside.dropped
    collecting.SetAside.loads, collecting.SetAside.dropped = -1, Loads.dropped
    yield
    Loads.number, Loads.dropped, collecting.SetAside.loads, collecting.SetAside.dropped = before
    gc.unfreeze()
    gc.enable()


def test_the_collector_rests_during_lists_and_goes_on_afterwards() -> None:
    with between_lists():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_is_loaded_for_a_list_is_set_aside_once() -> None:
    with between_lists() as between:
        before = gc.get_freeze_count()
        between.after_list()
        after = gc.get_freeze_count()
        between.after_list()

        assert before < after >= gc.get_freeze_count()  # what was set aside may be freed meanwhile

        Loads.number += 1
        more = [[number] for number in range(1000)]
        between.after_list()

        assert gc.get_freeze_count() >= after + len(more)


def test_what_was_set_aside_is_freed_once_enough_was_dropped() -> None:
    with between_lists() as between:
        held = [Node()]
        left = weakref.ref(held[0])
        Loads.number += 1
        between.after_list()  # sets it aside
        held.clear()
        Loads.dropped += collecting.FEWEST - 1
        between.after_list()
        assert left() is not None
        Loads.dropped += 1
        between.after_list()
        assert left() is None


def test_old_objects_are_looked_at_once_in_many_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "YOUNG_OBJECTS", -1)
    monkeypatch.setattr(collecting, "OLD", 4)
    with between_lists() as between:
        between.after_list()  # sets the data aside
        held = [Node()]
        left = weakref.ref(held[0])
        between.after_list()
        between.after_list()  # nothing is younger than two looks
        held.clear()
        between.after_list()
        assert left() is not None
        between.after_list()
        assert left() is None


def test_few_new_objects_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "YOUNG_OBJECTS", 1 << 30)
    with between_lists() as between:
        between.after_list()
        left = weakref.ref(Node())
        between.after_list()
        assert left() is not None


def test_another_batch_sets_nothing_aside_of_what_the_one_before_has_left() -> None:
    with between_lists() as between:
        between.after_list()
        left = weakref.ref(Node())
    with between_lists() as between:
        between.after_list()
    gc.collect()
    assert left() is None


def test_circles_that_lists_leave_behind_are_freed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collecting, "YOUNG_OBJECTS", 100)
    with between_lists() as between:
        between.after_list()
        left = weakref.ref(Node())
        between.after_list()

        assert left() is not None  # too few to look for

        circles = [Node() for _ in range(200)]
        circles.clear()
        between.after_list()

        assert left() is None


def test_a_legal_list_leaves_nothing_to_collect() -> None:
    """What reads and judges a list refers to each other in circles; it is taken apart, so that nobody has to look for it."""
    path = shipped("factions") / "wh40k-10e" / "examples" / "legal.yaml"
    check_one(Entry("first.yaml", path), Job())  # loads data and keeps what is known of units
    gc.collect()
    gc.disable()

    record = check_one(Entry("second.yaml", path), Job())

    assert record.verdict == "legal"
    assert gc.collect() == 0
