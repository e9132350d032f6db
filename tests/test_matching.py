"""As many things as possible find a place."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from listbuilder.matching import assign


def test_a_thing_makes_room_for_one_that_has_no_other_place() -> None:
    assert assign([["a", "b"], ["a"]], {"a": 1, "b": 1}) == ["b", "a"]
    assert assign([["a", "b"], ["a", "c"], ["a"]], {"a": 1, "b": 1, "c": 1}) == ["b", "c", "a"]


def test_earlier_things_and_wishes_go_first() -> None:
    assert assign([["a"], ["a"]], {"a": 1}) == ["a", None]
    assert assign([["b", "a"]], {"a": 1, "b": 1}) == ["b"]
    assert assign([["a"], ["a"], ["a"]], {"a": 2}) == ["a", "a", None]


def test_a_place_without_room_takes_nothing() -> None:
    assert assign([["x"], []], {"a": 1}) == [None, None]
    assert assign([["a"]], {"a": 0}) == [None]


places = st.lists(st.sampled_from("abc"), max_size=3, unique=True)


@given(st.lists(places, max_size=5), st.fixed_dictionaries({"a": st.integers(0, 2), "b": st.integers(0, 2)}))
def test_no_more_could_find_one(wishes: list[list[str]], room: dict[str, int]) -> None:
    found = assign(wishes, room)
    assert all(place is None or place in wish for place, wish in zip(found, wishes, strict=True))
    assert all(found.count(place) <= most for place, most in room.items())
    ways = product(*([None, *wish] for wish in wishes))
    allowed = (way for way in ways if all(way.count(p) <= room.get(p, 0) for p in set(way) - {None}))
    assert sum(place is not None for place in found) == max(sum(p is not None for p in way) for way in allowed)
