"""Facts about the army that rules share: battle size, limit, words, allies."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import Army, BattleSizeView, ForceView
from listbuilder.catalogue.system import BattleSize, System
from listbuilder.errors import Place
from listbuilder.rules.formation import FormationOptions
from listbuilder.rules.muster import Muster
from listbuilder.rules.quotas import AllyRule
from listbuilder.rules.where import Where
from tests.rules import factory as f

SIZES = tuple(BattleSize(id=name, name={"en": name}, points=points) for name, points in f.SIZES.items())


def muster(army: Army, *allies: AllyRule, sizes: tuple[BattleSize, ...] = SIZES, hover: tuple[str, ...] = ()) -> Muster:
    system = System(id="test", name={"en": "test"}, battle_sizes=sizes)
    return Muster(army, system, FormationOptions(hover_removes=hover), allies)


def test_leaders_and_the_units_that_they_joined_are_in_the_order_of_the_leaders() -> None:
    units = (f.captain(), f.lieutenant(), f.intercessors(), f.hellblasters())
    attach = {"lieutenant": "intercessors", "captain": "hellblasters", "nobody": "intercessors", "hellblasters": "gone"}
    joined = muster(f.army(*units, declared={"attach": attach})).joined
    assert [(one.id, other.id) for one, other in joined] == [
        ("captain", "hellblasters"),
        ("lieutenant", "intercessors"),
    ]


# --- size and limit ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "size"),
    [
        (1, "incursion"),
        (999, "incursion"),
        (1000, "incursion"),
        (1001, "strike-force"),
        (2000, "strike-force"),
        (2001, "onslaught"),
        (3000, "onslaught"),
        (3001, "onslaught"),
        (None, ""),
    ],
)
def test_a_limit_belongs_to_the_smallest_size_that_it_fits_in(limit: int | None, size: str) -> None:
    army = f.army(f.captain(), size="", limit=limit)
    assert muster(army).size == size


def test_the_smallest_fitting_size_is_found_in_any_order() -> None:
    army = f.army(f.captain(), size="", limit=900)
    assert muster(army, sizes=tuple(reversed(SIZES))).size == "incursion"


def test_the_chosen_size_goes_before_the_limit() -> None:
    assert muster(f.army(f.captain(), size="onslaught", limit=500)).size == "onslaught"


def test_a_size_that_the_system_does_not_know_counts_by_its_points() -> None:
    own = BattleSizeView(id="club-night", name="Club night", points=1500)
    army = f.with_army(f.army(f.captain(), size="", limit=None), battle_size=own)
    assert muster(army).size == "strike-force"
    assert muster(army).limit == 1500
    assert muster(f.with_army(army, limit=800)).size == "incursion"
    assert muster(f.with_army(army, limit=800)).limit == 800


def test_without_any_sizes_there_is_no_size() -> None:
    army = f.army(f.captain(), size="", limit=750)
    assert muster(army, sizes=()).size == ""
    assert muster(army, sizes=()).limit == 750
    assert muster(f.army(f.captain(), size="")).limit is None


def test_values_by_size() -> None:
    one = muster(f.army(f.captain(), size="incursion"))
    assert one.by_size({"incursion": 3, "onslaught": 5}) == 3
    assert one.by_size({"onslaught": 5}) is None
    assert one.by_size(7) == 7
    assert one.by_size(None) is None


# --- words -------------------------------------------------------------------------------------------------------------------


def test_words_are_keywords_name_and_role_in_any_case() -> None:
    unit = f.unit("Steam Tank", keywords=("War Machine",), role="Rare")
    one = muster(f.army(unit))
    for word in ("war machine", "STEAM TANK", "rare", "adeptus astartes"):
        assert one.has(unit, word)
        assert one.bearers(word) == (unit,)
    assert not one.has(unit, "tank")
    assert one.bearers("tank") == ()


def test_only_a_unit_that_hovers_loses_keywords() -> None:
    flyer, other = f.stormraven(), f.stormraven(id="other")
    dread = f.with_(f.redemptor(), keywords=("Aircraft",))  # declared to hover, but it cannot
    army = f.army(flyer, other, dread, declared={"hover": ("stormraven", "redemptor")})
    one = muster(army, hover=("Aircraft",))
    assert [one.has(unit, "Aircraft") for unit in army.units] == [False, True, True]
    assert one.has(flyer, "Fly")
    assert one.bearers("Aircraft") == (other, dread)


def test_forces_are_found_by_kind_and_by_name() -> None:
    forces = (ForceView(id="a", name="First Company", kind="Regiment"), ForceView(id="b", name="Levy", kind="crowd"))
    one = muster(f.army(forces=forces))
    assert [force.id for force in one.forces("regiment")] == ["a"]
    assert [force.id for force in one.forces("LEVY")] == ["b"]
    assert one.forces("company") == ()


def test_the_first_known_place_is_taken() -> None:
    places = {"detachment": Place("list.yaml", 3), "battle_size": Place("list.yaml", 2)}
    one = muster(f.army(places=places))
    assert one.place("nothing", "battle_size", "detachment") == places["battle_size"]
    assert one.place("nothing") is None


def test_units_of_one_name_are_called_by_their_letters_and_an_unknown_one_by_its_id() -> None:
    one = muster(f.army(f.captain(id="c1")))
    assert (one.name("c1"), one.name("c2")) == ("Captain", "c2")
    two = muster(f.army(f.captain(id="c1"), f.captain(id="c2")))
    assert [str(two.name(one)) for one in ("c1", "c2", "c3")] == ["Captain A", "Captain B", "c3"]


# --- allies ------------------------------------------------------------------------------------------------------------------

KNIGHTS = {"group": Where(keywords=("Imperial Knights",))}


def usable(army: Army, **rule: Any) -> bool:
    return bool(muster(army, AllyRule(id="a", name="A", **KNIGHTS, **rule)).allies)


@pytest.mark.parametrize("host", ["adeptus astartes", "space-marines", "Space Marines"])
def test_hosts_are_the_faction_by_any_of_its_names(host: str) -> None:
    army = f.army(f.captain())
    assert usable(army, hosts=(host,))
    assert not usable(army, not_hosts=(host,))
    assert not usable(army, hosts=(host,), not_hosts=("Orks", host))
    assert usable(army, hosts=("Orks", host), not_hosts=("Orks",))
    assert not usable(army, hosts=("Orks",))


def test_a_keyword_of_the_own_units_makes_a_host_and_one_of_an_ally_does_not() -> None:
    ally = f.unit("Armiger", keywords=("Chaos",), faction=("Imperial Knights",))
    army = f.army(f.captain(), ally)
    assert usable(army, hosts=("Tacticus",))
    assert not usable(army, hosts=("Chaos",))
    assert usable(army, not_hosts=("Tacticus",))  # of factions only


def test_an_ally_rule_may_depend_on_the_chosen_detachments() -> None:
    army = f.army(f.captain())
    assert usable(army, detachments=("Other", "gladius-task-force"))
    assert usable(army, detachments=("GLADIUS TASK FORCE",))
    assert not usable(army, detachments=("Other",))
    assert not usable(army, without_detachments=("Other", "Gladius Task Force"))
    assert usable(army, without_detachments=("Other",))
    assert not usable(f.with_army(army, detachments=()), detachments=("Gladius Task Force",))


def test_an_order_of_battle_may_collect_allies_for_any_detachment() -> None:
    army = f.with_army(f.army(f.captain()), detachments=(), offers_detachments=False)
    crusade = f.with_army(army, hides_detachments="Crusade Force")
    assert not usable(army, detachments=("Other",))
    assert usable(crusade, detachments=("Other",))
    assert not usable(crusade, detachments=("Other",), hosts=("Orks",))


def test_who_is_an_ally() -> None:
    own, friend = f.captain(), f.unit("Boyz", faction=("Orks",))
    marked = f.intercessors(allied=True)
    one = muster(f.army(own, friend, marked))
    assert [one.is_allied(unit) for unit in (own, friend, marked)] == [False, True, True]
    nameless = muster(f.army(own, friend, marked, faction_keyword=""))
    assert [nameless.is_allied(unit) for unit in (own, friend, marked)] == [False, False, True]


def test_the_first_ally_rule_that_allows_a_unit_is_its_rule() -> None:
    first = AllyRule(id="first", name="First", group=Where(keywords=("Titanic",)))
    second = AllyRule(id="second", name="Second", group=Where(keywords=("Imperial Knights",)))
    third = AllyRule(id="third", name="Third", group=Where())
    knight = f.unit("Knight", faction=("Imperial Knights",))
    one = muster(f.army(f.captain(), knight), first, second, third)
    assert one.ally_rule(knight) is second
    assert muster(f.army(knight), first).ally_rule(knight) is None


# --- the filter --------------------------------------------------------------------------------------------------------------

HERO = f.unit("Hero", keywords=("Infantry", "Character"), abilities=("Deep Strike", "Firing Deck 2"), warlord=True)
GUARD = f.unit("Guard", keywords=("Infantry",), must_be_warlord=True, enhancements=(f.enhancement(),))
BEAST = f.unit("Beast", keywords=("Monster",), legends=True, faction=("Orks",))


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({}, ["hero", "guard", "beast"]),
        ({"keywords": ("INFANTRY",)}, ["hero", "guard"]),
        ({"keywords": ("Infantry", "Character")}, ["hero"]),
        ({"any_keywords": ("Character", "monster")}, ["hero", "beast"]),
        ({"any_keywords": ("Vehicle",)}, []),
        ({"not_keywords": ("Character",)}, ["guard", "beast"]),
        ({"not_keywords": ("Character", "Monster")}, ["guard"]),
        ({"keywords": ("Infantry",), "not_keywords": ("Character",)}, ["guard"]),
        ({"abilities": ("Deep Strike",)}, ["hero"]),
        ({"abilities": ("Deep Strike", "Firing Deck")}, ["hero"]),
        ({"abilities": ("Deep Strike", "Lone Operative")}, []),
        ({"warlord": True}, ["hero"]),
        ({"warlord": False}, ["guard", "beast"]),
        ({"must_be_warlord": True}, ["guard"]),
        ({"must_be_warlord": False}, ["hero", "beast"]),
        ({"legends": True}, ["beast"]),
        ({"legends": False}, ["hero", "guard"]),
        ({"enhanced": True}, ["guard"]),
        ({"enhanced": False}, ["hero", "beast"]),
        ({"allied": True}, ["beast"]),
        ({"allied": False}, ["hero", "guard"]),
    ],
)
def test_a_filter_finds_units_that_satisfy_all_of_it(where: dict[str, Any], found: list[str]) -> None:
    one = muster(f.army(HERO, GUARD, BEAST))
    assert [unit.id for unit in one.matching(Where(**where))] == found
