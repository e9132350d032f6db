"""Which weapon of a unit is the best."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from listbuilder.army.records import ModelLine, Profile, Unit, WargearItem
from listbuilder.print.best_weapon import best_weapon, meanings
from listbuilder.sources.native.dataset import NativeSet


@cache
def vocabulary(system):
    return NativeSet([Path(__file__).parents[2] / "factions"]).system(system).vocabulary


def weapon(name, values, columns=("S", "AP", "D"), kind="Ranged Weapons"):
    return Profile(name, kind, tuple(zip(columns, values.split(), strict=True)), 1)


def unit(weapons, lines=(("Boy", 10, ()),), profiles=(("Boy", "4"),)):
    return Unit(
        id="u",
        name="Unit",
        datasheet="Unit",
        datasheet_id="u",
        role="",
        keywords=(),
        faction_keywords=(),
        models=tuple(
            ModelLine(name, name, count, tuple(WargearItem(item, count) for item in items))
            for name, count, items in lines
        ),
        points=10,
        profiles=tuple(Profile(name, "Unit", (("S", strength),)) for name, strength in profiles),
        weapons=tuple(weapons),
    )


def best(weapons, system="wh40k-10e", **more):
    found = best_weapon(unit(weapons, **more), vocabulary(system))
    return (found.weapon.name, tuple(found.figures.values()))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9 0 1", "8 -4 D6+3"),  # strength goes first
        ("8 -3 1", "8 -2 6"),  # then penetration, of which the lower is the better
        ("8 -3 D6", "8 -3 3"),  # then the damage; 7/2 is more than 3
        ("8 -3 D6+1", "8 -3 4"),
        ("2D6 0 1", "6 0 1"),
        ("8 -3 4", "8 -3 D6"),
    ],
)
def test_the_figures_are_compared_in_order(one, other):
    assert best([weapon("b", other), weapon("a", one)]) == ("a", tuple(one.split()))
    assert best([weapon("a", one), weapon("b", other)]) == ("a", tuple(one.split()))


def test_of_equal_weapons_the_first():
    assert best([weapon("a", "4 0 1"), weapon("b", "4 0 1")])[0] == "a"


def test_an_old_edition_has_a_low_penetration_and_a_dash_for_none():
    weapons = [weapon(name, f"4 {ap}", ("S", "AP"), "Weapon") for name, ap in (("none", "-"), ("5", "5"), ("2", "2"))]
    assert best(weapons, "wh40k-5e") == ("2", ("4", "2"))


def test_a_high_penetration_is_better_where_it_is_written_so():
    columns = ("AP", "D")
    weapons = [weapon("low", "1 3", columns, "Light weapons"), weapon("high", "3 1", columns, "Light weapons")]
    assert best(weapons, "douwang") == ("high", ("3", "1"))


def test_two_figures_of_damage_are_compared_in_order():
    weapons = [weapon(name, name, ("D",)) for name in ("3/4", "3/6", "2/9")]
    assert best(weapons, "kill-team-2021") == ("3/6", ("3/6",))


def test_a_strength_that_depends_on_the_bearer():
    lines = (("Boy", 9, ("Fist",)), ("Boss", 1, ("Claw",)))
    profiles = (("Boy", "4"), ("Boss", "5"))
    weapons = [weapon("Claw", "x2 -3 2", kind="Weapon"), weapon("Fist", "+3 -3 2", kind="Weapon")]
    assert best(weapons, "wh40k-9e", lines=lines, profiles=profiles) == ("Claw", ("10", "-3", "2"))


def test_the_strength_is_that_of_those_who_carry_the_weapon_among_other_things():
    lines = (("Boy", 9, ("Fist", "Pistol")), ("Boss", 1, ("Banner", "Pistol")))
    profiles = (("Boy", "4"), ("Boss", "9"))
    assert best([weapon("Fist", "x2 -3 2", kind="Weapon")], "wh40k-9e", lines=lines, profiles=profiles) == (
        "Fist",
        ("8", "-3", "2"),
    )


def test_a_weapon_that_cannot_be_compared_is_told():
    known = unit(
        [weapon("a", "4 0 1", kind="Weapon"), weapon("b", "User -1 1", kind="Weapon")], profiles=(("Boy", "*"),)
    )
    found = best_weapon(known, vocabulary("wh40k-9e"))
    assert (found.weapon.name, found.among_all) == ("a", False)
    assert best_weapon(unit([weapon("a", "4 0 1")]), vocabulary("wh40k-10e")).among_all


def test_nothing_without_figures():
    assert best_weapon(unit([]), vocabulary("wh40k-10e")) is None
    assert best_weapon(unit([weapon("a", "4", ("Shots",))]), vocabulary("wh40k-10e")) is None


def test_the_figures_that_weapons_of_a_game_have():
    assert meanings(vocabulary("aos-4e"), [weapon("a", "1 2", ("Rnd", "Dmg"), "Melee Weapons")]) == (
        "penetration",
        "damage",
    )
