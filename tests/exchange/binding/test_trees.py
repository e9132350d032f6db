"""The ways to choose below an entry: what each takes of what a list states, and how much it needs that the list does not."""

from __future__ import annotations

from collections import Counter

import pytest

from listbuilder import budget
from listbuilder.catalogue.model import EntryGroup, Modifier
from listbuilder.exchange.binding.trees import Way, Ways
from tests.engine import factory as f

AXE, BOW = f.unit("axe", type="upgrade"), f.unit("bow", type="upgrade")
KIT = f.unit("kit", type="upgrade", entries=(AXE, BOW))


def ways(*stated: str, after: dict[str, str] | None = None) -> list[Way]:
    option = f.table(KIT).option("kit")
    return Ways(option.library, Counter(stated), after).of_entry(option)


def taken(way: Way) -> tuple[set[str], int]:
    return set(way.used), way.lacking


@pytest.mark.parametrize(
    ("stated", "best"),
    [
        ((), (set(), 1)),  # it is not named, and nothing speaks for it
        (("kit",), ({"kit"}, 0)),
        (("axe",), ({"axe"}, 2)),  # it holds what is stated, and is not named
        (("axe", "bow"), ({"axe", "bow"}, 2)),
        (("spear",), (set(), 1)),
    ],
)
def test_an_entry_is_named_itself_or_by_what_it_holds(stated: tuple[str, ...], best: tuple[set[str], int]) -> None:
    assert taken(ways(*stated)[0]) == best


@pytest.mark.parametrize(("after", "lacking"), [({"axe": "kit"}, 0), ({"axe": "rack"}, 1), ({}, 1)])
def test_what_it_holds_is_listed_behind_it(after: dict[str, str], lacking: int) -> None:
    assert taken(ways("kit", "axe", after=after)[0]) == ({"kit", "axe"}, lacking)


def test_the_tree_that_is_to_be_selected() -> None:
    (chosen,) = ways("kit", "bow")[0].chosen
    assert (chosen.option.name, chosen.amount, [(one.option.name, one.amount) for one in chosen.below]) == (
        "Kit",
        1,
        [("Bow", 1)],
    )


@pytest.mark.parametrize(
    ("guns", "sights", "below"),
    [
        (3, 1, [("Gun", 1, ["Sight"]), ("Gun", 2, [])]),
        (2, 1, [("Gun", 1, ["Sight"]), ("Gun", 1, [])]),
        (1, 1, [("Gun", 1, ["Sight"])]),
        (3, 3, [("Gun", 3, ["Sight"])]),
        (3, 0, [("Gun", 3, [])]),
    ],
)
def test_one_of_several_copies_may_hold_what_the_others_lack(
    guns: int, sights: int, below: list[tuple[str, int, list[str]]]
) -> None:
    gun = f.unit("gun", type="upgrade", entries=(f.unit("sight", type="upgrade"),), constraints=(f.most(4),))
    option = f.table(f.unit("pod", entries=(gun,))).option("pod")
    stated = Counter({"pod": 1, "gun": guns, "sight": sights})
    best = Ways(option.library, +stated, {"gun": "pod", "sight": "gun"}).of_entry(option)[0]
    (chosen,) = best.chosen
    assert [(one.option.name, one.amount, [two.option.name for two in one.below]) for one in chosen.below] == below
    assert best.used == +stated


@pytest.mark.parametrize("lifted", [False, True])
def test_of_two_groups_with_one_choice_each_takes_one(lifted: bool) -> None:
    """Also where a modifier may lift what a group holds, as a pair of claws does that takes the place of both."""
    claws = f.when("atLeast", 1, "claws", scope="parent")

    def hand(name: str, *held: str) -> EntryGroup:
        bounds = (f.least(1, id=f"{name}-least"), f.most(1, id=f"{name}-most"))
        lift = tuple(Modifier(type="set", field=one.id, value="0", conditions=(claws,)) for one in bounds)
        weapons = tuple(f.unit(f"{name}-{one}", name=one.title(), type="upgrade") for one in held)
        return f.group(name, *weapons, constraints=bounds, modifiers=lift if lifted else ())

    hands = (hand("first", "axe", "bow"), hand("second", "axe", "gun"))
    option = f.table(f.unit("sergeant", groups=hands)).option("sergeant")
    best = Ways(option.library, Counter(("sergeant", "bow", "axe"))).of_entry(option)[0]
    assert sorted(one.option.name for one in best.chosen[0].below) == ["Axe", "Bow"]
    assert {one.option.group_chain[-1].name for one in best.chosen[0].below} == {"First", "Second"}


@pytest.mark.parametrize("stated", [True, False])
@pytest.mark.parametrize("as_group", [True, False])
@pytest.mark.parametrize("hides", [True, False])
def test_what_a_modifier_may_hide_is_chosen_only_where_it_is_stated(stated: bool, as_group: bool, hides: bool) -> None:
    """Such as the horn of a beast that only a rider of one patron has: what shows it then makes it required."""
    field = "hidden" if hides else "name"
    hidden = (
        Modifier(type="set", field=field, value="true", conditions=(f.when("lessThan", 1, "beast", scope="parent"),)),
    )
    least = (f.least(1, id="some"),)
    horn = f.unit("horn", type="upgrade", constraints=least, modifiers=hidden)
    plain = f.group("horns", f.unit("horn", type="upgrade"), constraints=least, modifiers=hidden)
    kept = {"groups": (plain,)} if as_group else {"entries": (horn,)}
    option = f.table(f.unit("rider", **kept)).option("rider")
    best = Ways(option.library, Counter(["horn"] if stated else []), {}).of_entry(option)[0]
    assert [one.option.name for one in best.chosen[0].below] == (["Horn"] if stated or not hides else [])


def test_what_data_require_is_counted_before_it_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = f.unit("e0", type="upgrade")
    for level in range(1, 8):
        sides = (
            f.unit(f"{side}{level}", type="upgrade", entries=entry.entries, constraints=(f.least(1, id=side),))
            for side in "ab"
        )
        entry = f.unit(f"e{level}", type="upgrade", entries=tuple(sides))
    option = f.table(entry).option("e7")
    assert Ways(option.library, Counter()).of_entry(option)[0].chosen[0].held == 255
    monkeypatch.setattr(budget, "_in_force", budget.Budget(unit_selections=254))
    with pytest.raises(budget.TooLarge, match="255 selections in one unit, at most 254"):
        Ways(option.library, Counter()).of_entry(option)
