"""What findings carry: the unit they are about, the numbers, the place in the file, the fixes they propose."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import Detachment, ForceView
from listbuilder.catalogue.facts import Leader, Needed
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.errors import Place
from listbuilder.replacing import replace
from listbuilder.rules import Diagnostic, Ruleset, check
from listbuilder.rules.diagnostic import (
    Cheapen,
    ClearEnhancement,
    ClearWarlord,
    Deploy,
    Fix,
    Rechoose,
    RemoveUnit,
    SetBattleSize,
    SetWarlord,
    Several,
    Want,
)
from listbuilder.rules.where import Where
from tests.rules import factory as f
from tests.rules.test_kinds import judge, one, squads

FLYING = (f.having("Fly"), f.having("Vehicle"))


def removed(found: Diagnostic) -> list[str]:
    return [action.unit for action in f.actions(found) if isinstance(action, RemoveUnit)]


def removed_together(found: Diagnostic) -> list[list[str]]:
    """The units that each proposal removes."""
    steps = (action.actions if isinstance(action, Several) else (action,) for action in f.actions(found))
    return [[step.unit for step in some if isinstance(step, RemoveUnit)] for some in steps]


# --- what is too many ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "times", "over"), [(2, 2, 0), (3, 2, 1), (3, 1, 2), (5, 2, 3)])
def test_ratio_proposes_to_remove_as_many_units_as_are_too_many(number: int, times: int, over: int) -> None:
    army = f.army(f.intercessors(), *(f.impulsor(id=f"i{n}") for n in range(number)))
    params = {"limited": {"keywords": ["Transport"]}, "by": {"keywords": ["Battleline"]}, "times": times}
    found = judge("ratio", army, **params)
    ids = [f"i{n}" for n in range(number)]
    single, several = [[one] for one in reversed(ids)], [ids[-over:], ids[:over]]
    assert [removed_together(finding) for finding in found] == ([single if over == 1 else several] if over else [])
    assert [(finding.unit, finding.found, finding.bound) for finding in found] == (
        [(ids[times], number, times)] if over else []
    )


def test_ratio_counts_each_keyword_apart() -> None:
    units = [
        f.unit("Letters", keywords=("Khorne", "Line")),
        f.unit("Crushers", keywords=("Khorne", "Elite")),
        f.unit("Bearers", keywords=("Nurgle", "Elite")),
        f.unit("Horrors", keywords=("Tzeentch", "Line")),
    ]
    params = {"limited": {"keywords": ["Elite"]}, "by": {"keywords": ["Line"]}}
    assert not judge("ratio", f.army(*units), **params)
    found = one(judge("ratio", f.army(*units), **params, each=["Khorne", "Nurgle", "Tzeentch"]))
    assert (found.unit, found.found, found.bound, removed(found)) == ("bearers", 1, 0, ["bearers"])
    assert str(found.message) == "the rule (Nurgle): 1 found, at most 0"
    assert not judge("ratio", f.army(units[0]), **params)


def test_copies_propose_to_remove_what_is_beyond_the_limit() -> None:
    found = one(judge("copies", f.army(*squads(5)), max={"default": 3}))
    assert (found.unit, removed_together(found)) == ("s3", [["s3", "s4"], ["s0", "s1"]])
    single = one(judge("copies", f.army(*squads(4)), max={"default": 3}))
    assert removed(single) == ["s3", "s2", "s1", "s0"]
    none = one(judge("copies", f.army(*squads(1)), max={"default": 0}))
    assert (none.unit, none.found, none.bound, removed(none)) == ("s0", 1, 0, ["s0"])
    assert not judge("copies", f.army(*squads(1)), max={"default": 1})
    assert not judge("copies", f.army(*squads(4)), max={"default": 3}, where={"keywords": ["Vehicle"]})


def test_copies_of_an_enhancement_are_counted_by_unit() -> None:
    twice = f.captain(id="a", enhancements=(f.enhancement("Sword"), f.enhancement("Sword")))
    assert not judge("copies", f.army(twice), of="enhancement", max={"default": 1})
    others = [
        f.captain(id=name, enhancements=(f.enhancement(word),)) for name, word in (("b", "SWORD"), ("c", "Sword"))
    ]
    found = one(judge("copies", f.army(twice, *others), of="enhancement", max={"default": 1}))
    assert (found.unit, found.found, found.bound) == ("b", 3, 1)
    assert f.actions(found) == [Several((ClearEnhancement("b", "sword"), ClearEnhancement("c", "sword")))]
    assert not judge("copies", f.army(twice, *others), of="enhancement", max={"default": 3})
    assert not judge("copies", f.army(twice, *others), of="enhancement", max={"Infantry": 1})


def test_one_unit_may_have_so_many_enhancements() -> None:
    hero = f.captain(enhancements=(f.enhancement("A", 5), f.enhancement("B", 6)))
    found = one(judge("per-unit", f.army(hero)))
    assert (found.unit, found.found, found.bound) == ("captain", 2, 1)
    assert f.actions(found) == [ClearEnhancement("captain", "b"), ClearEnhancement("captain", "a")]
    cheap = one(judge("per-unit", f.army(hero), of="enhancement-points", at_most=6))
    assert f.actions(cheap) == [ClearEnhancement("captain", "a"), ClearEnhancement("captain", "b")]
    dear = one(judge("per-unit", f.army(hero), of="enhancement-points", at_most=5))
    assert f.actions(dear) == [ClearEnhancement("captain", "b")]
    assert not judge("per-unit", f.army(hero), at_most=2)
    assert not judge("per-unit", f.army(hero), where={"keywords": ["Vehicle"]})


def test_alternatives_exclude_each_other_and_have_maxima() -> None:
    armigers = [f.unit("Armiger", keywords=("Armiger",), id=f"a{n}") for n in range(4)]
    knight = f.unit("Knight", keywords=("Titanic",), id="k")
    options = [
        {"name": "small", "where": {"keywords": ["Armiger"]}, "at_most": 3},
        {"name": "large", "where": {"keywords": ["Titanic"]}, "at_most": {"onslaught": 1}},
    ]
    assert not judge("alternatives", f.army(*armigers[:3]), options=options)
    found = one(judge("alternatives", f.army(*armigers), options=options))
    assert (str(found.message), found.unit) == ("the rule, small: 4 found, at most 3", "a3")
    assert (found.found, found.bound, removed(found)) == (4, 3, ["a3", "a2", "a1", "a0"])
    both = one(judge("alternatives", f.army(armigers[0], knight), options=options))
    assert (str(both.message), both.unit, removed_together(both)) == (
        "the rule: only one of small, large",
        "k",
        [["k"], ["a0"]],
    )
    pair = f.army(knight, f.with_(knight, id="k2"))
    assert not judge("alternatives", pair, options=options)  # no limit at this size
    large = f.army(knight, f.with_(knight, id="k2"), size="onslaught")
    assert one(judge("alternatives", large, options=options)).unit == "k2"
    assert not judge("alternatives", f.army(armigers[0], knight), options=options, where={"keywords": ["Armiger"]})


@pytest.mark.parametrize(("found", "legal"), [(1, False), (2, True), (3, True), (4, False)])
def test_slots_have_both_bounds(found: int, legal: bool) -> None:
    units = [f.unit("Boyz", id=f"b{n}", role="Troops") for n in range(found)]
    judged = judge("slots", f.army(*units), of={"Troops": (2, 3)})
    assert not judged if legal else one(judged).found == found
    if found == 4:
        assert (one(judged).unit, one(judged).bound) == ("b3", 3)
    if found == 1:
        assert (one(judged).unit, one(judged).bound) == ("", 2)


def test_forces_report_both_bounds() -> None:
    assert (
        one(judge("forces", f.army(), of="x", at_least=2)).found,
        one(judge("forces", f.army(), of="x", at_least=2)).bound,
    ) == (0, 2)


# --- sums --------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "sizes"), [(1001, ["strike-force"]), (2000, ["strike-force"]), (2001, ["onslaught"]), (3001, [])]
)
def test_too_many_points_propose_the_next_size_that_holds_them(points: int, sizes: list[str]) -> None:
    army = f.army(f.unit("Tank", points), size="incursion", places=f.placed("battle_size"))
    found = one(judge("total", army, at_most="limit"))
    assert f.actions(found) == [RemoveUnit("tank"), *(SetBattleSize(size) for size in sizes)]
    assert (found.place, found.bound) == (Place("list.yaml", 1), 1000)


def test_a_sum_at_its_bounds_is_legal() -> None:
    army = f.army(f.unit("Tank", 1000), size="incursion")
    assert not judge("total", army, at_most="limit")
    assert not judge("total", army, of="units", at_least=1, at_most=1)
    assert one(judge("total", army, of="units", at_least=2)).found == 1
    assert not judge("total", f.army(f.unit("Tank", 1000), size="", limit=None), at_most="limit")


def test_a_sum_counts_what_it_is_of() -> None:
    units = [f.intercessors(models=5, enhancements=(f.enhancement("A"), f.enhancement("B"))), f.redemptor()]
    for of, number in (("points", 285), ("units", 2), ("models", 6), ("enhancements", 2)):
        found = one(judge("total", f.army(*units), of=of, at_most=1))
        assert (found.found, found.bound) == (number, 1)
        vehicles = {"where": {"keywords": ["Vehicle"]}}
        counted = [finding.found for finding in judge("total", f.army(*units), of=of, at_most=0, **vehicles)]
        assert counted == {"points": [205], "units": [1], "models": [1], "enhancements": []}[of]
    many = one(judge("total", f.army(*units), of="enhancements", at_most=1))
    assert f.actions(many) == [ClearEnhancement("intercessors", "b"), ClearEnhancement("intercessors", "a")]
    assert removed(one(judge("total", f.army(*units), of="units", at_most=1))) == ["redemptor", "intercessors"]
    assert removed(one(judge("total", f.army(*units), of="models", at_most=5))) == ["redemptor", "intercessors"]
    assert removed(one(judge("total", f.army(*units), of="models", at_most=4))) == ["intercessors"]


def test_too_many_points_propose_the_cheapest_that_is_enough() -> None:
    bearer = f.captain(enhancements=(f.enhancement("A", 10), f.enhancement("B", 20)))
    units = (bearer, f.unit("Tank", 970), f.unit("Car", 60), f.unit("Bike", 15))
    over = one(judge("total", f.army(*units, size="incursion", limit=1110), at_most="limit"))
    assert over.found == 1125
    assert f.actions(over)[:5] == [
        ClearEnhancement("captain", "b"),
        RemoveUnit("bike"),
        RemoveUnit("car"),
        RemoveUnit("captain"),
        RemoveUnit("tank"),
    ]
    far = one(judge("total", f.army(*units, size="incursion", limit=140), at_most="limit"))
    assert removed_together(far)[0] == ["tank", "captain"]


def test_points_that_belong_to_no_unit_count() -> None:
    army = f.with_army(f.army(f.unit("Tank", 990), size="incursion"), points=1010)
    assert one(judge("total", army, at_most="limit")).found == 1010
    assert not judge("total", army, at_most=1000, where={"keywords": ["Tank"]})


def test_a_missing_battle_size_proposes_the_smallest_that_holds_the_army() -> None:
    for points, size in ((1000, "incursion"), (1001, "strike-force")):
        found = one(judge("battle-size", f.army(f.unit("Tank", points), size="")))
        assert f.actions(found) == [SetBattleSize(size)]
    assert not judge("battle-size", f.army(f.unit("Tank"), size="", limit=500))


# --- shares ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "total", "bound"), [(250, 1000, None), (251, 1000, "250"), (251, 1001, "250.25"), (251, 1002, "250.5")]
)
def test_a_share_of_points_is_shown_as_it_is(points: int, total: int, bound: str | None) -> None:
    army = f.army(f.unit("Tank", points), f.unit("Rest", total - points))
    found = judge("share", army, where={"keywords": ["Tank"]}, at_most="1/4")
    assert [str(finding.bound) for finding in found] == ([bound] if bound else [])


@pytest.mark.parametrize(("core", "bound"), [(249, "250.25"), (250, "250.25"), (251, None)])
def test_a_least_share_is_shown_as_it_is(core: int, bound: str | None) -> None:
    army = f.army(f.unit("Core", core), f.unit("Rest", 1001 - core))
    found = judge("share", army, where={"keywords": ["Core"]}, at_least="1/4")
    assert [str(finding.bound) for finding in found] == ([bound] if bound else [])


def test_a_share_counts_passengers_unless_it_says_otherwise() -> None:
    units = (f.impulsor(), f.intercessors(), f.unit("Rest", 480))
    declared = {"strategic_reserves": ("impulsor",), "embark": {"intercessors": "impulsor"}}
    army = f.army(*units, declared=declared)
    params: dict[str, Any] = {"states": ["strategic-reserves"], "at_most": "1/5"}
    found = one(judge("share", army, **params))
    assert (found.found, found.bound, f.actions(found)) == (160, 128, [Deploy("impulsor")])
    assert not judge("share", army, **params, passengers=False)


def test_a_share_of_points_and_of_units_are_two_findings() -> None:
    declared = {"reserves": {"s0": "deep-strike", "s1": "deep-strike"}}
    army = f.army(*squads(3), declared=declared)
    params: dict[str, Any] = {"states": ["deep-strike"], "of": ["points", "units"]}
    assert [finding.found for finding in judge("share", army, **params, at_most="1/2")] == [200, 2]
    assert not judge("share", army, **params, at_most="2/3")
    one_attached = f.army(
        f.captain(), f.intercessors(), f.unit("Rest", 160), declared={"attach": {"captain": "intercessors"}}
    )
    found = one(judge("share", one_attached, of=["units"], where={"keywords": ["Captain"]}, at_most="1/4"))
    assert (found.found, found.bound) == (2, 0)  # an attached unit counts with all its parts


def test_a_share_offers_what_is_enough_for_what_it_is_of() -> None:
    tanks = [f.unit("Tank", points, ("Tank",), id=f"t{points}") for points in (30, 50, 60)]
    army = f.army(*tanks, f.unit("Rest", 140), f.unit("Other", 0))
    params: dict[str, Any] = {"of": ["points", "units"], "where": {"keywords": ["Tank"]}}
    where = Where(keywords=("Tank",))
    points, units = judge("share", army, **params, at_most="1/4")
    assert (points.found, points.bound, points.whole, units.found, units.bound, units.whole) == (140, 70, 280, 3, 1, 5)
    assert next(iter(points.fixes)) == Cheapen(where, 70)
    assert removed_together(points) == [["t60", "t50"]]
    assert not any(isinstance(fix, Cheapen) for fix in units.fixes)
    assert [len(some) for some in removed_together(units)] == [2]
    by_limit = judge("share", army, **params, at_most="1/20", base="battle-size-limit")
    assert [one.whole for one in by_limit] == [None, 5]
    few, fewer = judge("share", army, **params, at_least="3/4")
    assert (list(few.fixes), list(fewer.fixes)) == ([Want(where, 70, "points")], [Want(where, 1, "units")])


def test_a_share_counts_no_units_that_limits_on_reserves_do_not_count() -> None:
    units = (f.unit("Pod", 100, id="pod"), f.unit("Rest", 300))
    army = f.army(*units, declared={"strategic_reserves": ("pod",)})
    params: dict[str, Any] = {"states": ["strategic-reserves"], "at_most": "1/5"}
    assert one(judge("share", army, **params)).found == 100
    exempt = f.with_army(army, units=(replace(units[0], reserves_uncounted=True), units[1]))
    assert not judge("share", exempt, **params)
    embarked = {"strategic_reserves": ("pod",), "embark": {"squad": "pod"}, "attach": {"leader": "squad"}}
    inside = (f.unit("Squad", 190), f.unit("Leader", 10, leader=Leader(leads=("Squad",))))
    assert not judge("share", f.army(*exempt.units, *inside, declared=embarked), **params)
    led = f.army(*inside, units[1], declared={"strategic_reserves": ("squad",), "attach": {"leader": "squad"}})
    assert one(judge("share", led, **params)).found == 200
    with_exempt = f.with_army(led, units=(inside[0], replace(inside[1], reserves_uncounted=True), units[1]))
    assert not judge("share", with_exempt, **params)


# --- marks and enhancements ----------------------------------------------------------------------------------------------------

CHARACTER = {"keywords": ["Character"]}


def test_too_many_warlords_may_each_be_unmarked() -> None:
    army = f.army(f.captain(), f.lieutenant(warlord=True), f.lieutenant(id="l2", warlord=True))
    found = one(judge("marker", army, bearer=CHARACTER))
    assert (found.unit, found.found, found.bound) == ("lieutenant", 3, 1)
    assert f.actions(found) == [
        *(ClearWarlord(unit) for unit in ("l2", "lieutenant", "captain")),
        *(SetWarlord(unit) for unit in ("captain", "lieutenant", "l2")),
    ]
    assert not judge("marker", army, bearer=CHARACTER, at_most=3)


def test_a_unit_that_cannot_be_warlord_hands_the_mark_on() -> None:
    squad = f.intercessors(warlord=True)
    found = one(judge("marker", f.army(f.captain(warlord=False), squad), bearer=CHARACTER))
    handed = [SetWarlord("captain"), ClearWarlord("intercessors")]
    assert (found.unit, f.actions(found)) == ("intercessors", handed)
    alone = one(judge("marker", f.army(squad), bearer=CHARACTER))
    assert f.actions(alone) == [ClearWarlord("intercessors")]
    never = f.captain(never_warlord=True)
    assert one(judge("marker", f.army(never, f.lieutenant()), bearer=CHARACTER)).fixes[0].action == SetWarlord(
        "lieutenant"
    )


def test_an_army_whose_characters_can_never_be_warlord_has_none() -> None:
    never = f.captain(warlord=False, never_warlord=True)
    found = one(judge("marker", f.army(never, f.intercessors()), bearer=CHARACTER))
    assert (found.found, found.bound, found.fixes) == (0, 1, ())
    assert not judge("marker", f.army(f.intercessors()), bearer=CHARACTER)  # no Character: another rule says so
    assert one(judge("marker", f.army(f.intercessors()), bearer=CHARACTER, demanded=True)).found == 0
    assert not judge("marker", f.army(f.captain(warlord=True)), bearer=CHARACTER, demanded=True)


def test_who_bears_a_mark_in_community_data_is_the_business_of_these_data() -> None:
    params = {"bearer": CHARACTER, "in_forces": True}
    squad, forces = f.intercessors(warlord=True, force="one"), (ForceView("one", "Band", "band", inside=True),)
    assert not judge("marker", f.army(squad), **params)  # in no force of native data
    unmarked = f.intercessors(warlord=False, force="one")
    assert not judge("marker", f.army(unmarked), **params, demanded=True)
    assert one(judge("marker", f.army(unmarked, forces=forces), **params, demanded=True)).found == 0
    assert one(judge("marker", f.army(squad, forces=forces), **params)).unit == "intercessors"
    never = f.with_(squad, never_warlord=True)
    assert one(judge("marker", f.army(never), **params)).unit == "intercessors"


def test_an_ally_is_proposed_as_warlord_only_when_nobody_else_can_be() -> None:
    ally = f.unit("Canis Rex", keywords=("Character",), faction=("Imperial Knights",))
    both = one(judge("marker", f.army(ally, f.captain(warlord=False)), bearer=CHARACTER))
    assert f.actions(both) == [SetWarlord("captain")]
    assert f.actions(one(judge("marker", f.army(ally, f.intercessors()), bearer=CHARACTER))) == [
        SetWarlord("canis-rex")
    ]


def test_a_keyword_mark_too_many_is_chosen_away_or_goes_with_its_unit() -> None:
    army = f.army(f.unit("A", keywords=("Banner",)), f.unit("B", keywords=("Banner",)))
    found = one(judge("marker", army, marker="Banner"))
    assert tuple(found.fixes) == (Rechoose("b"), Rechoose("a"), Fix(RemoveUnit("b")), Fix(RemoveUnit("a")))
    found = one(judge("marker", f.army(f.unit("A")), marker="Banner"))
    assert (found.found, found.bound, found.fixes) == (0, 1, ())
    assert not judge("marker", f.army(f.unit("A", warlord=True, keywords=("Banner",))), marker="Banner")


def test_what_speaks_against_a_bearer() -> None:
    sword = f.enhancement("Sword")
    squad = f.intercessors(enhancements=(sword,))
    found = one(judge("bearer", f.army(squad), must_be=CHARACTER))
    assert (str(found.message), f.actions(found)) == (
        "Intercessor Squad: cannot have Sword (the rule)",
        [ClearEnhancement("intercessors", "sword")],
    )
    unnamed = one(judge("bearer", f.army(squad), name_model=True))
    assert (unnamed.unit, unnamed.fixes) == ("intercessors", ())
    assert not judge(
        "bearer", f.army(f.with_(squad, enhancements=(f.with_(sword, model="sergeant"),))), name_model=True
    )
    assert not judge("bearer", f.army(f.captain(enhancements=(sword,))), name_model=True)
    assert not judge("bearer", f.army(squad), must_be=CHARACTER, where={"keywords": ["Vehicle"]})


@pytest.mark.parametrize(
    ("terms", "message"),
    [
        ({"requires": (("Captain",),)}, "Lieutenant: Sword is for Captain"),
        ({"excludes": ("Tacticus",)}, "Lieutenant: Sword is not for Tacticus"),
        ({"requires": (("Infantry", "Lieutenant"),)}, None),
        ({"requires": (("Captain",), ("Lieutenant",))}, None),
        ({"requires": (("Infantry", "Captain"),)}, "Lieutenant: Sword is for Infantry + Captain"),
        ({"requires": (("Lieutenant",),), "excludes": ("Phobos",)}, None),
    ],
)
def test_an_enhancement_has_terms_of_its_own(terms: dict[str, Any], message: str | None) -> None:
    hero = f.lieutenant(enhancements=(f.enhancement("Sword", **terms),))
    assert [str(found.message) for found in judge("bearer", f.army(hero), own_terms=True)] == (
        [message] if message else []
    )
    assert not judge("bearer", f.army(hero))


def test_an_enhancement_belongs_to_its_detachment() -> None:
    hero = f.captain(enhancements=(f.enhancement("Sword", detachment="firestorm"), f.enhancement("Shield")))
    found = one(judge("belongs", f.army(hero)))
    assert str(found.message) == "Captain: Sword does not belong to Gladius Task Force"
    assert (found.unit, f.actions(found)) == ("captain", [ClearEnhancement("captain", "sword")])
    assert not judge("belongs", f.army(hero, detachments=()))
    assert not judge("belongs", f.army(f.captain(enhancements=(f.enhancement(detachment=""),))))
    assert not judge("belongs", f.army(f.captain(enhancements=(f.enhancement(detachment="GLADIUS TASK FORCE"),))))


# --- faction, detachment, company ------------------------------------------------------------------------------------------------


def test_a_stranger_is_removed() -> None:
    found = one(judge("faction", f.army(f.captain(), f.unit("Boyz", faction=("Orks",)))))
    assert str(found.message) == "Boyz: does not have the faction keyword Adeptus Astartes of the army"
    assert (found.unit, removed(found)) == ("boyz", ["boyz"])


@pytest.mark.parametrize("faction", ["adeptus astartes", "space-marines", "Space Marines", ""])
def test_a_detachment_of_the_faction_by_any_name(faction: str) -> None:
    assert not judge("detachment", f.army(detachments=(Detachment("d", "D", faction=faction),)))


def test_findings_about_detachments_stand_where_the_file_names_them() -> None:
    places = f.placed("detachment")
    strange = Detachment("d", "Dynasty", faction="Necrons")
    found = one(judge("detachment", f.army(detachments=(strange,), places=places)))
    assert (str(found.message), found.place) == (
        "Dynasty: belongs to Necrons, the army is Adeptus Astartes",
        places["detachment"],
    )
    own = f.with_(strange, place=Place("list.yaml", 9))
    assert one(judge("detachment", f.army(detachments=(own,), places=places))).place == Place("list.yaml", 9)
    two = one(judge("detachment", f.army(detachments=(f.GLADIUS, f.GLADIUS), places=places)))
    assert (two.found, two.bound, two.place) == (2, 1, places["detachment"])
    assert not judge("detachment", f.army(detachments=(f.GLADIUS, f.GLADIUS)), exactly=2)
    picky = Detachment(
        "p", "Picky", requires=(Needed(any=("Deathwing", "Ravenwing")), Needed(any=("Captain",))), forbids=FLYING
    )
    needs = one(judge("detachment-terms", f.army(f.captain(), detachments=(picky,), places=places)))
    assert (str(needs.message), needs.place) == (
        "Picky: requires a unit with Deathwing, Ravenwing",
        places["detachment"],
    )


def test_a_faction_without_detachments_is_unjudged() -> None:
    found = one(judge("detachment", f.army(detachments=(), offers_detachments=False)))
    assert found.severity == "unjudged"
    assert one(judge("detachment", f.army(detachments=()))).severity == "error"
    assert not judge("detachment", f.army(offers_detachments=False))
    hidden = one(
        judge("detachment", f.army(detachments=(), offers_detachments=False, hides_detachments="Crusade Force"))
    )
    assert (hidden.severity, str(hidden.message).partition(":")[0]) == ("unjudged", "Crusade Force")


def test_a_rule_that_only_warns_says_nothing_of_a_faction_without_detachments() -> None:
    rule = RuleSpec(id="formation", kind="detachment", severity="warning")
    ruleset = Ruleset.from_system(System(id="test", name={"en": "test"}, rules=(rule,)))
    assert check(f.army(detachments=(), offers_detachments=False), ruleset) == []
    assert one(check(f.army(detachments=()), ruleset)).severity == "warning"


def test_a_forbidden_unit_is_removed() -> None:
    foot = Detachment("foot", "Foot", forbids=FLYING)
    found = one(judge("detachment-terms", f.army(f.captain(), f.redemptor(), detachments=(foot,))))
    assert str(found.message) == "Redemptor Dreadnought: Foot does not allow Vehicle"
    assert (found.unit, removed(found)) == ("redemptor", ["redemptor"])


def test_a_warlord_whom_a_detachment_does_not_allow_is_replaced_by_one_whom_it_does() -> None:
    led = Detachment("led", "Led", warlord=(f.having("Lieutenant"),))
    able, other = f.lieutenant(), f.unit("Other")
    found = one(judge("detachment-terms", f.army(f.captain(), able, other, detachments=(led,))))
    assert str(found.message) == "Captain: cannot be the Warlord of Led"
    assert f.actions(found) == [SetWarlord("lieutenant"), ClearWarlord("captain")]
    alone = one(judge("detachment-terms", f.army(f.captain(), other, detachments=(led,))))
    assert f.actions(alone) == [ClearWarlord("captain")]
    either = replace(led, warlord=(*led.warlord, f.having("Captain")))
    assert not judge("detachment-terms", f.army(f.captain(), able, detachments=(either,)))


def test_a_warlord_that_a_detachment_never_has_is_replaced_by_any_other_unit() -> None:
    free = Detachment("free", "Free", never_warlords=(f.having("Captain"),))
    second = f.captain(id="second", warlord=False)
    found = one(judge("detachment-terms", f.army(f.captain(), second, f.lieutenant(), detachments=(free,))))
    assert f.actions(found) == [SetWarlord("lieutenant"), ClearWarlord("captain")]


def test_an_army_has_its_subfaction_without_a_unit_of_it() -> None:
    red = {"exclusive_keywords": ("Red", "Blue"), "subfaction": "Red", "faction_name": "Reds"}
    foot = Detachment("foot", "Foot", forbids=(f.having("Red"),))
    assert not judge("exclusive", f.army(f.captain(), f.unit("Own", keywords=("Red",)), **red), pairs=[])
    other = one(judge("exclusive", f.army(f.captain(), f.unit("Other", keywords=("Blue",)), **red), pairs=[]))
    assert str(other.message) == "Other (Blue) cannot be in an army of Reds"
    assert (other.unit, removed(other)) == ("other", ["other"])
    assert not judge("detachment-terms", f.army(f.captain(), detachments=(foot,)))
    places = f.placed("units", "detachment")
    barred = one(judge("detachment-terms", f.army(f.captain(), detachments=(foot,), places=places, **red)))
    assert str(barred.message) == "Foot does not allow Red"
    assert barred.place == places["detachment"]
    several = replace(foot, forbids=(f.having("Psyker"), *foot.forbids))
    assert one(judge("detachment-terms", f.army(f.captain(), detachments=(several,), **red)))
    once = one(judge("detachment-terms", f.army(f.unit("Own", keywords=("Red",)), detachments=(foot,), **red)))
    assert str(once.message) == "Own: Foot does not allow Red"


def test_units_that_a_faction_forbids() -> None:
    psyker = f.unit("Librarian", keywords=("Psyker",))
    found = one(judge("faction", f.army(f.captain(), psyker, forbids=(f.having("Psyker"),), faction_name="Reds")))
    assert str(found.message) == "Librarian: an army of Reds cannot have Psyker"
    assert (found.unit, removed(found)) == ("librarian", ["librarian"])
    assert not judge("faction", f.army(f.captain(), psyker))
    assert not judge("faction", f.army(f.captain(), forbids=(f.having("Psyker"),)))


def test_units_that_exclude_each_other_are_reported_once() -> None:
    seth = f.unit("Seth", keywords=("Blood",), never_with=(f.having("Wolves"), f.having("Ragnar")))
    ragnar = f.unit("Ragnar", keywords=("Wolves",))
    found = one(judge("exclusive", f.army(seth, ragnar, exclusive_keywords=("Blood", "Dark", "Wolves")), pairs=[]))
    assert str(found.message) == "Seth (Blood) and Ragnar (Wolves) cannot be in the same army"
    assert (found.unit, removed(found)) == ("ragnar", ["ragnar", "seth"])
    named = one(judge("exclusive", f.army(seth, ragnar), pairs=[["Seth", "Ragnar"]]))
    assert str(named.message) == "Seth and Ragnar cannot be in the same army"
    assert not judge(
        "exclusive",
        f.army(seth),
        pairs=[["Seth", "Ragnar"]],
    )
    assert not judge("exclusive", f.army(f.unit("A", never_with=(f.having("A"),))), pairs=[])


def test_a_requirement_names_the_units_that_ask() -> None:
    params = {"when": {"keywords": ["Infantry"]}, "needs": {"keywords": ["Tank"]}}
    found = one(judge("required", f.army(*squads(2)), **params))
    assert (str(found.message), found.unit, found.fixes) == ("Squad A, Squad B: the rule", "s0", found.fixes)
    both = Several((RemoveUnit("s0"), RemoveUnit("s1")))
    assert tuple(found.fixes) == (Rechoose("s0"), Want(Where(keywords=("Tank",)), 1, "units"), Fix(both))
    assert not judge("required", f.army(*squads(1), f.unit("Tank")), **params)


@pytest.mark.parametrize(("severity", "ids"), [("error", ["s0"]), ("warning", [])])
def test_a_notice_proposes_a_fix_only_for_an_error(severity: str, ids: list[str]) -> None:
    spec = RuleSpec(id="n", kind="notice", params={"where": {"keywords": ["Infantry"]}}, severity=severity)
    found = one(check(f.army(*squads(1)), Ruleset.from_system(System(id="t", name={"en": "t"}, rules=(spec,)))))
    assert (found.severity, found.unit, removed(found)) == (severity, "s0", ids)


def test_a_notice_about_the_warlord_offers_another_hero_of_any_kind() -> None:
    heroes = replace(f.system().vocabulary, heroes=("Character", "Hero"))
    spec = RuleSpec(id="n", kind="notice", params={"where": {"warlord": True}}, severity="error")
    rules = Ruleset.from_system(System(id="t", name={"en": "t"}, rules=(spec,), vocabulary=heroes))
    others = (
        f.unit("Elf", keywords=("Hero",)),
        f.unit("Never", keywords=("Hero",), never_warlord=True),
        f.unit("Squad"),
    )
    found = one(check(f.army(f.captain(), *others, vocabulary=heroes), rules))
    assert list(found.fixes) == [Fix(SetWarlord("elf")), Rechoose("captain")]


ALLY = {"id": "a", "name": "Friends", "group": {"keywords": ["Orks"]}, "points": {"strike-force": 100}}


@pytest.mark.parametrize(("points", "legal"), [(100, True), (101, False)])
def test_allies_have_a_cap(points: int, legal: bool) -> None:
    army = f.army(f.captain(), f.unit("Boyz", points - 50, faction=("Orks",)), f.unit("Nob", 50, faction=("Orks",)))
    found = judge("ally-cap", army, (ALLY,))
    assert bool(found) is not legal
    if found:
        assert str(one(found).message) == "Friends: 101 points of allies, at most 100"
        assert (one(found).unit, one(found).found, one(found).bound, removed(one(found))) == (
            "boyz",
            101,
            100,
            ["nob", "boyz"],
        )
    assert not judge("ally-cap", f.with_army(army, battle_size=None, limit=3000), (ALLY,))


def test_allies_whose_limit_no_source_states_are_unjudged() -> None:
    boyz = f.unit("Boyz", 10, faction=("Orks",))
    unknown = {"id": "a", "name": "Friends", "group": {"keywords": ["Orks"]}, "limit_unknown": True}
    found = one(judge("ally-cap", f.army(f.captain(), boyz), (unknown,)))
    assert (found.severity, found.unit) == ("unjudged", "boyz")
    assert str(found.message) == "Friends: no source states how many an army may include"
    assert not judge("ally-cap", f.army(f.captain()), (unknown,))


def test_some_units_do_not_count_towards_a_quota_of_allies() -> None:
    agents = [f.unit("Agents", 10, id=f"a{n}", faction=("Orks",)) for n in range(3)]
    exempt = {"units": {"keywords": ["Agents"]}, "per": {"keywords": ["Inquisitor"]}}
    rule = {**ALLY, "quotas": [{"at_most": 1, "uncounted": [exempt]}]}

    def found(inquisitors: int) -> list[tuple[int | None, str]]:
        leaders = [f.unit("Inquisitor", 10, id=f"i{n}") for n in range(inquisitors)]
        return [(one.found, one.unit) for one in judge("ally-cap", f.army(f.captain(), *agents, *leaders), (rule,))]

    assert [found(number) for number in range(4)] == [[(3, "a1")], [(2, "a1")], [], []]


def test_allies_may_be_barred_from_marks() -> None:
    boyz = f.unit("Boyz", 10, faction=("Orks",), warlord=True, enhancements=(f.enhancement("Gift"),))
    army = f.army(f.captain(), boyz)
    assert not judge("ally-cap", army, (ALLY,))
    one_of = judge("ally-cap", army, ({**ALLY, "never_warlord": True},))
    assert [(str(found.message), found.unit) for found in one_of] == [("Boyz: Friends cannot be the Warlord", "boyz")]
    both = judge("ally-cap", army, ({**ALLY, "never_warlord": True, "never_enhanced": True},))
    assert [str(found.message) for found in both][1:] == ["Boyz: Friends have no enhancements"]
    own = f.army(f.captain(warlord=True), f.unit("Boyz", 10, faction=("Orks",)))
    assert not judge("ally-cap", own, ({**ALLY, "never_warlord": True, "never_enhanced": True},))


def test_allies_have_quotas() -> None:
    boyz = [f.unit("Boyz", 10, ("Infantry",), id=f"b{n}", faction=("Orks",)) for n in range(3)]
    quota = {"where": {"keywords": ["Infantry"]}, "at_most": {"strike-force": 1}, "name": "Mobs"}
    found = one(judge("ally-cap", f.army(f.captain(), *boyz), ({**ALLY, "quotas": [quota]},)))
    assert (str(found.message), found.unit, removed_together(found)) == (
        "Mobs: 3 found, at most 1",
        "b1",
        [["b1", "b2"], ["b0", "b1"]],
    )
    assert not judge("ally-cap", f.army(f.captain(), boyz[0]), ({**ALLY, "quotas": [quota]},))
    assert not judge("ally-cap", f.army(f.captain(), *boyz, size="onslaught"), ({**ALLY, "quotas": [quota]},))
    nameless = {**ALLY, "quotas": [{"at_most": 0}]}
    assert (
        str(one(judge("ally-cap", f.army(f.captain(), boyz[0]), (nameless,))).message) == "Friends: 1 found, at most 0"
    )


def test_an_attached_unit_that_starts_where_it_may_not_is_one_finding() -> None:
    squad, captain, ancient = f.intercessors(), f.captain(), f.unit("Ancient", keywords=("Character",))
    declared = {
        "attach": {"captain": "intercessors", "ancient": "intercessors"},
        "reserves": {"intercessors": "deep-strike"},
    }
    params: dict[str, Any] = {"states": ["deep-strike"], "needs": {"abilities": ["Deep Strike"]}}
    found = one(judge("state", f.army(squad, captain, ancient, declared=declared), **params))
    assert all(name in str(found.message) for name in ("Captain", "Intercessor", "Ancient"))
    alone = one(judge("state", f.army(squad, declared={"reserves": {"intercessors": "deep-strike"}}), **params))
    assert str(alone.message).startswith("Intercessor")
    both = one(
        judge("state", f.army(squad, captain, declared={**declared, "attach": {"captain": "intercessors"}}), **params)
    )
    assert all(word in str(both.message) for word in ("Captain", "Intercessor", " they do not "))
