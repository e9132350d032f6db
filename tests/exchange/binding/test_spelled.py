"""What lists may write for records of community data."""

from __future__ import annotations

from collections import Counter

import pytest

from listbuilder import budget
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, Entry, EntryGroup, EntryLink, ForceEntry, Modifier
from listbuilder.exchange.binding.spelled import Item, item_of, names_within
from listbuilder.exchange.binding.unit_sheet import sheet_of

SYSTEM = Catalogue(id="gs", is_game_system=True, force_entries=(ForceEntry(id="army"),))


def link(target: str, **fields: object) -> EntryLink:
    return EntryLink(id=f"to-{target}", target_id=target, **fields)  # type: ignore[arg-type]


def roots(*entries: Entry, groups: tuple[EntryGroup, ...] = ()) -> tuple[Option, ...]:
    return Library(SYSTEM, [Catalogue(id="cat", entries=entries, shared_groups=groups)]).root_options("cat")


def item(name: str, **fields: object) -> Entry:
    return Entry(id=name.casefold(), name=name, **fields)  # type: ignore[arg-type]


def test_an_item_knows_what_is_below_it_models_and_what_they_hold_apart() -> None:
    armoury = EntryGroup(id="armoury", name="Armoury", entries=(item("Swords", entries=(item("Scabbard"),)),))
    captain = item("Captain", type="model", entries=(item("Pistol"),))
    (unit,) = roots(item("Guard", links=(link("armoury"),), entries=(captain,)), groups=(armoury,))
    found = item_of(unit.library, unit)
    assert found.below == {"sword", "scabbard"}
    assert found.inside == {"guard", "sword", "scabbard"}
    assert item_of(unit.library, unit.options[0]).below == {"pistol"}


def test_what_was_asked_of_a_shared_armoury_is_part_of_what_its_next_holder_knows() -> None:
    armoury = EntryGroup(id="armoury", entries=(item("Sword", entries=(item("Scabbard"),)),))
    first, second = roots(
        item("Guard", links=(link("armoury"),)), item("Rider", links=(link("armoury"),)), groups=(armoury,)
    )
    assert item_of(first.library, first.entries[0]).below == {"scabbard"}
    assert item_of(first.library, first.options[0]).inside == {"sword", "scabbard"}
    assert item_of(second.library, second).below == {"sword", "scabbard"}


def test_links_of_other_names_to_one_entry_are_all_known() -> None:
    renaming = Modifier(type="set", field="name", value="Long sword")
    unit, _ = roots(
        item("Guard", links=(link("sword"), EntryLink(id="again", target_id="sword", modifiers=(renaming,)))),
        item("Sword"),
    )
    assert item_of(unit.library, unit).below == {"sword", "long sword"}


def test_groups_in_a_circle_are_looked_into_once() -> None:
    first = EntryGroup(id="first", links=(link("second"),), entries=(item("Sword"),))
    second = EntryGroup(id="second", links=(link("first"),), entries=(item("Axe"),))
    (unit,) = roots(item("Guard", links=(link("first"),)), groups=(first, second))
    assert item_of(unit.library, unit).below == {"sword", "axe"}
    assert names_within(unit.library, unit.merged) == Counter({"sword": 1, "axe": 1})


def test_names_within_a_record_are_those_of_its_entries() -> None:
    armoury = EntryGroup(id="armoury", entries=(item("Sword", entries=(item("Scabbard"),)), item("Axe")))
    (unit,) = roots(
        item("Guard", links=(link("armoury"),), entries=(Entry(id="another", name="Swords"),)), groups=(armoury,)
    )
    assert names_within(unit.library, unit.merged) == Counter({"sword": 2, "axe": 1})


def test_groups_that_double_at_each_level_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [
        EntryGroup(id=f"g{n}", links=(link(f"g{n + 1}"), EntryLink(id=f"b{n}", target_id=f"g{n + 1}")))
        for n in range(30)
    ]
    (unit,) = roots(item("Guard", links=(link("g0"),)), groups=(*levels, EntryGroup(id="g30")))
    assert item_of(unit.library, unit).below == frozenset()
    monkeypatch.setattr(budget, "_in_force", budget.Budget(choices=1000))
    with pytest.raises(budget.TooLarge):
        names_within(unit.library, unit.merged)


def test_models_in_groups_that_double_at_each_level_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    levels = [  # few enough that looking through all of them ends
        EntryGroup(id=f"g{n}", links=(link(f"g{n + 1}"), EntryLink(id=f"b{n}", target_id=f"g{n + 1}")))
        for n in range(10)
    ]
    last = EntryGroup(id="g10", entries=(item("Guardsman", type="model"),))
    (unit,) = roots(item("Guard", links=(link("g0"),)), groups=(*levels, last))
    monkeypatch.setattr(budget, "_in_force", budget.Budget(choices=1000))
    with pytest.raises(budget.TooLarge, match="1001 choices"):
        sheet_of(unit.library, unit)


def test_items_of_one_record_are_one() -> None:
    armoury = EntryGroup(id="armoury", entries=(item("Sword"),))
    first, second = roots(
        item("Guard", links=(link("armoury"),)), item("Rider", links=(link("armoury"),)), groups=(armoury,)
    )
    swords = [option.options[0].options[0] for option in (first, second)]
    assert swords[0] is not swords[1]
    found = [item_of(first.library, sword) for sword in swords]
    assert found[0] is found[1]
    assert isinstance(found[0], Item)
