"""Limits of options: found for units of several sizes, shared where options may not be used to the full beside each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tools.native_data.composition import Composition, Counts
from tools.native_data.limits import LimitFinder, Loadout, Option
from tools.native_data.loadouts import Inexpressible
from tools.native_data.options import Change
from tools.native_data.sharing import Sharing
from tools.native_data.units import UnitReader

TROOPERS, LEADER = 0, 1


class Finder(LimitFinder):
    """Units of one leader and some troopers. ``rule``: from the models and the items taken to whether the unit is legal."""

    def __init__(self, rule: Callable[[int, Counter[str]], bool], sizes: tuple[int, ...] = (5, 6, 7, 8, 9, 10)) -> None:
        kinds = [SimpleNamespace(name=name, variants=[None, None]) for name in ("Trooper", "Leader")]
        found = cast(Composition, SimpleNamespace(kinds=kinds, conditional=True))
        super().__init__(cast(UnitReader, None), found, [(size - 1, 1) for size in sizes])
        self.rule = rule

    def is_legal(self, counts: Counts, chosen: Iterable[tuple[int, Loadout, int]]) -> bool:
        held: Counter[str] = Counter()
        for _, (_, item), amount in chosen:
            held[str(item)] += amount
        return self.rule(sum(counts), held)

    def settled(self, *options: Option) -> list[dict[str, Any]]:
        found = Sharing(self, [part for option in options for part in self.limited(option)]).settle()
        return [
            {
                "takes": "/".join(items[0] for items in option.change.take),
                **dict(option.limits),
                **({"shares": option.shares.change.take[0][0]} if option.shares else {}),
            }
            for option in found
        ]


def option(kind: int, *items: str) -> Option:
    """Instead of a rifle, one of these items."""
    loadouts = [[cast(Loadout, (SimpleNamespace(), item))] for item in items]
    return Option(kind, Change(("rifle",), tuple((item,) for item in items)), loadouts)


def test_a_limit_by_size_is_found() -> None:
    finder = Finder(lambda models, held: held["gun"] <= models // 5)
    assert finder.settled(option(TROOPERS, "gun")) == [{"takes": "gun", "per_models": 5}]


def test_alternatives_with_limits_of_their_own() -> None:
    finder = Finder(lambda models, held: max(held["gun"], held["lance"]) <= models // 5)
    assert finder.settled(option(TROOPERS, "gun", "lance")) == [
        {"takes": "gun/lance", "limit_each": 1, "each_per_models": 5}
    ]


def test_two_kinds_of_models_share_a_limit() -> None:
    finder = Finder(lambda models, held: held["gun"] <= models // 5)
    found = finder.settled(option(TROOPERS, "gun"), option(LEADER, "gun", "sword"))
    assert found == [
        {"takes": "gun", "per_models": 5},
        {"takes": "sword"},
        {"takes": "gun", "shares": "gun"},
    ]


def test_three_share_a_limit_that_no_two_reach() -> None:
    finder = Finder(lambda models, held: sum(held.values()) <= 2 and max(held.values(), default=0) <= 1, sizes=(10,))
    options = [option(TROOPERS, item) for item in ("gun", "lance", "flamer")]
    assert finder.settled(*options) == [
        {"takes": "gun", "limit": 2, "limit_each": 1},
        {"takes": "lance", "limit_each": 1, "shares": "gun"},
        {"takes": "flamer", "limit_each": 1, "shares": "gun"},
    ]


def test_one_of_two_that_share_may_have_a_limit_of_its_own() -> None:
    finder = Finder(
        lambda models, held: held["heavy"] + held["cannon"] <= 1 and sum(held.values()) <= 2 and held["banner"] <= 2,
        sizes=(10,),
    )
    found = finder.settled(option(TROOPERS, "banner"), option(TROOPERS, "heavy", "cannon"))
    assert found == [
        {"takes": "banner", "limit": 2},
        {"takes": "heavy/cannon", "limit": 1, "shares": "banner", "limit_each": 1},
    ]


def test_independent_options_share_nothing() -> None:
    finder = Finder(lambda models, held: held["gun"] <= 1 and held["lance"] <= 1)
    assert [one.keys() for one in finder.settled(option(TROOPERS, "gun"), option(LEADER, "lance"))] == [
        {"takes", "limit"},
        {"takes"},
    ]


def test_limits_without_a_rule_are_refused() -> None:
    finder = Finder(lambda models, held: held["gun"] <= {5: 3}.get(models, 1))
    with pytest.raises(Inexpressible, match="grow with the unit"):
        finder.settled(option(TROOPERS, "gun"))


def test_a_limit_for_small_units_only() -> None:
    finder = Finder(lambda models, held: held["gun"] <= (1 if models < 7 else 0))
    assert finder.settled(option(TROOPERS, "gun")) == [{"takes": "gun", "limit": 1, "max_models": 6}]


def test_a_limit_by_the_models_of_one_kind() -> None:
    finder = Finder(lambda models, held: held["gun"] <= 2 * ((models - 1) // 4))
    assert finder.settled(option(TROOPERS, "gun")) == [{"takes": "gun", "limit": 2, "per_models": 4, "per": "trooper"}]


def test_alternatives_that_compete_stand_together() -> None:
    heavy, special = ("laser", "cannon", "stubber"), ("webber", "flamer", "launcher")

    def rule(models: int, held: Counter[str]) -> bool:
        most = models // 10
        each = all(number <= most for number in held.values())
        return each and all(sum(held[item] for item in some) <= 2 * most for some in (heavy, special))

    finder = Finder(rule, sizes=tuple(range(10, 21)))
    limits = {"limit": 2, "per_models": 10, "limit_each": 1, "each_per_models": 10}
    assert finder.settled(option(TROOPERS, *heavy, *special)) == [
        {"takes": "laser/cannon/stubber", **limits},
        {"takes": "webber/flamer/launcher", **limits},
    ]
