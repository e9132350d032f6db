"""Wargear options found for loadouts: they allow exactly these."""

from __future__ import annotations

import pytest

from tools.native_data.loadouts import Inexpressible
from tools.native_data.options import Change, changes_for, reached


@pytest.mark.parametrize(
    ("default", "loadouts"),
    [
        (("rifle",), {("rifle",), ("pistol",), ("blade", "pistol")}),
        (("rifle",), {("rifle",), ("launcher", "rifle"), ("pistol",)}),
        ((), {(), ("shield",)}),
        ((), {(), ("gun",), ("gun", "gun")}),
        ((), {(), ("drone",), ("drone", "shield")}),
        (("gun", "gun"), {("gun", "gun"), ("gun", "lance"), ("lance", "lance")}),
        (("gun", "pod"), {("gun", "pod"), ("gun", "gun"), ("pod", "pod")}),
        (("gun",), {("gun",), ()}),
        (("a", "b"), {("a", "b"), ("a", "x"), ("b", "y")}),  # either is exchanged, not both
        ((), {(), ("gun",), ("gun", "gun"), ("gun", "shield"), ("shield",)}),  # one shield at most
        (
            ("gun",),
            {("gun",), ("shield",), ("gun", "gun"), ("gun", "shield"), ("rod",), ("gun", "rod"), ("rod", "shield")},
        ),
    ],
)
def test_options_allow_exactly_the_loadouts(default: tuple[str, ...], loadouts: set[tuple[str, ...]]) -> None:
    assert reached(default, changes_for(default, loadouts)) == loadouts


def test_what_comes_on_top_asks_for_the_default() -> None:
    found = changes_for(("rifle",), {("rifle",), ("launcher", "rifle"), ("pistol",)})
    assert Change((), (("launcher",),), requires=("rifle",)) in found
    assert Change(("rifle",), (("pistol",),)) in found


def test_independent_options_combine() -> None:
    changes = (Change(("rifle",), (("pistol",),)), Change((), (("shield",),)))
    assert reached(("rifle",), changes) == {("rifle",), ("pistol",), ("rifle", "shield"), ("pistol", "shield")}


def test_too_many_loadouts_are_refused() -> None:
    loadouts = {
        tuple(sorted((f"a{one}", f"b{two}", f"c{three}")))
        for one in range(12)
        for two in range(12)
        for three in range(12)
    }
    with pytest.raises(Inexpressible, match="too many"):
        changes_for(("a0", "b0", "c0"), loadouts)


def test_changes_by_item_combine_freely() -> None:
    default = ("boltgun", "pistol", "sword")
    loadouts = {
        default,
        ("boltgun", "plasma", "sword"),
        ("combi", "pistol", "sword"),
        ("combi", "plasma", "sword"),
        ("boltgun", "fist", "pistol"),
        ("boltgun", "fist", "plasma"),
        ("claws", "pistol"),
        ("claws", "plasma"),
    }
    found = changes_for(default, loadouts, by_item=True)
    assert reached(default, found) == loadouts
    assert {change.replace: (change.take, change.excludes) for change in found} == {
        ("sword",): ((("fist",),), ("combi",)),
        ("pistol",): ((("plasma",),), ()),
        ("boltgun",): ((("combi",),), ()),
        ("boltgun", "sword"): ((("claws",),), ()),
    }


def test_changes_by_item_need_no_loadout_for_each_pair() -> None:
    loadouts = {("a", "b"), ("b", "x"), ("a", "y"), ("x", "y")}
    found = changes_for(("a", "b"), loadouts, by_item=True)
    assert sorted(change.replace for change in found) == [("a",), ("b",)]
