"""Entries found by their ids are those that binding everything would find, and nothing else is bound for them."""

from __future__ import annotations

import random

import pytest

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.lookup import entries_where, entry_below
from listbuilder.catalogue.model import Catalogue, Container, Entry, EntryGroup, EntryLink
from tests.engine.random_data import RandomData


def every(option: Option, depth: int = 4) -> list[Option]:
    """The option and the entries below it, down to some depth: data may nest without end."""
    return [option] if not depth else [option, *(one for below in option.entries for one in every(below, depth - 1))]


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_first_entry_of_that_id(seed: int) -> None:
    library = RandomData(random.Random(seed)).library()
    for root in library.root_options("cat"):
        for option in every(root):
            first: dict[str, Option] = {}
            for below in option.entries:
                first.setdefault(below.id, below)
            for entry_id, expected in first.items():
                assert entry_below(option, entry_id) is expected
            for group in option.groups:
                assert entry_below(option, group.id) is None, "groups are no entries"
            assert entry_below(option, "nobody") is None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("wanted", ["e1", "e4", "e6", "sa", "sb1", "sg", "sbg", "link-a2"])
def test_entries_of_a_test_are_those_that_pass_it_or_stand_in_a_group_that_does(seed: int, wanted: str) -> None:
    library = RandomData(random.Random(seed)).library()

    def test(record: Container) -> bool:
        return record.id == wanted

    for root in library.root_options("cat"):
        for option in every(root):
            expected = [
                one for one in option.entries if any(wanted in passed.ids for passed in (one, *one.group_chain))
            ]
            assert list(entries_where(option, test)) == expected


def test_groups_without_such_an_entry_are_not_bound() -> None:
    other = EntryGroup(id="other", name="Other", entries=(Entry(id="cup", name="Cup"),))
    unit = _library(other, links=(_link("left", "sacks"), _link("to-a", "a")))
    assert [one.name for one in entries_where(unit, _is_bag)] == ["Bag"]
    assert [one.id for one in unit.options if "options" in one.__dict__] == ["left::sacks"]


def test_an_entry_in_a_group_that_another_links_to() -> None:
    nest = EntryGroup(id="nest", name="Nest", links=(_link("inner", "sacks"),))
    unit = _library(nest)
    assert [one.id for one in entries_where(unit, _is_bag)] == ["inner::bag"]
    assert entry_below(unit, "inner::bag") is not None


def _is_bag(record: Container) -> bool:
    return record.id == "bag"


def _library(*groups: EntryGroup, links: tuple[EntryLink, ...] = ()) -> Option:
    unit = Entry(id="unit", name="Unit", type="unit", groups=groups, links=links)
    shared = (
        EntryGroup(id="sacks", name="Sacks", entries=(Entry(id="bag", name="Bag"), Entry(id="box", name="Box"))),
        EntryGroup(id="a", name="A", links=(EntryLink(id="a-b", target_id="b", type="selectionEntryGroup"),)),
        EntryGroup(
            id="b",
            name="B",
            entries=(Entry(id="inside", name="Inside"),),
            links=(EntryLink(id="b-a", target_id="a", type="selectionEntryGroup"),),
        ),
    )
    catalogue = Catalogue(id="cat", name="Cat", entries=(unit,), shared_groups=shared)
    library = Library(Catalogue(id="system", name="System", is_game_system=True), [catalogue])
    return next(iter(library.root_options("cat")))


def _link(name: str, target: str) -> EntryLink:
    return EntryLink(id=name, target_id=target, type="selectionEntryGroup")


def test_one_of_two_links_to_a_group_is_meant() -> None:
    unit = _library(links=(_link("left", "sacks"), _link("right", "sacks")))
    found = entry_below(unit, "right::bag")
    assert found is not None
    assert found.group is not None
    assert found.group.id == "right::sacks"
    assert entry_below(unit, "bag") is None, "only the exact id names it"


def test_groups_that_do_not_hold_it_are_not_bound() -> None:
    other = EntryGroup(id="other", name="Other", entries=(Entry(id="cup", name="Cup"),))
    unit = _library(other, links=(_link("left", "sacks"),))
    assert entry_below(unit, "left::bag") is not None
    bound = {option.id: "options" in option.__dict__ for option in unit.options}
    assert bound == {"other": False, "left::sacks": True}


def test_groups_that_hold_each_other_end() -> None:
    unit = _library(links=(_link("to-a", "a"), _link("to-b", "b")))
    found = entry_below(unit, "to-a::a-b::inside")
    assert found is not None
    assert found.name == "Inside"
    assert entry_below(unit, "to-b::inside") is not None
    assert entry_below(unit, "nobody") is None
