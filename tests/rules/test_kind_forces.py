"""The kinds that look at single forces: who leads one, how many units it holds, and which."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import ForceView
from listbuilder.army.model import SubfactionView
from listbuilder.catalogue.facts import FollowerLimit, Followers, Match
from listbuilder.catalogue.system import Compulsory, Contingent, ForceKind, RuleSpec, System
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.replacing import replace
from listbuilder.rules import Ruleset, check
from listbuilder.rules.diagnostic import AddForce, MoveUnit, RemoveForce, RemoveUnit, Several
from listbuilder.rules.kinds import force_terms
from listbuilder.sources.native.dataset import NativeSet
from tests.rules import factory as f
from tests.rules.test_kinds import judge

HERO = [{"keywords": ["Hero"]}]
FORCES = (
    ForceView("one", "Regiment 1", "Regiment"),
    ForceView("two", "Regiment 2", "Regiment"),
    ForceView("aux", "Rest", "Rest"),
)
LED = Followers(
    units=(Match(keywords=("Warrior",), excludes=("Hero",)), Match(keywords=("Champion",))),
    at_most=(FollowerLimit(units=(Match(keywords=("Champion",)),), number=1),),
)


def hero(id: str, force: str, **more: Any) -> Any:
    return f.unit(id.title(), keywords=("Hero", "Warrior"), id=id, force=force, **more)


def crew(id: str, force: str, *keywords: str) -> Any:
    return f.unit(id.title(), keywords=keywords or ("Warrior",), id=id, force=force)


def found(kind: str, *units: Any, **params: Any) -> list[tuple[str, Any, Any]]:
    army = f.army(*units, forces=FORCES)
    return [(one.unit, one.found, one.bound) for one in judge(kind, army, of="Regiment", **params)]


def test_a_force_without_a_leader_is_found() -> None:
    units = (hero("a", "one"), crew("b", "one"), crew("c", "two"), crew("d", "aux"))
    assert found("force-leader", *units, leader=HERO) == [("c", 0, 1)]


def test_the_warlord_leads_a_force() -> None:
    rest = (hero("a", "one"), hero("b", "two"))
    assert found("force-leader", hero("w", "aux", warlord=True), *rest, leader=HERO, warlord=True) == [
        ("w", None, None)
    ]
    assert found("force-leader", *rest, hero("w", "one", warlord=True), leader=HERO, warlord=True) == [
        ("w", None, None)
    ]
    assert not found("force-leader", hero("w", "one", warlord=True), *rest, leader=HERO, warlord=True)
    either = [{"keywords": ["Marked"]}, *HERO]
    assert len(found("force-leader", hero("w", "aux", warlord=True), *rest, leader=either, warlord=True)) == 1
    other = f.unit("Other", id="o", force="aux", warlord=True)  # cannot be the Warlord, which another rule says
    assert not found("force-leader", other, *rest, leader=either, warlord=True)


def test_the_first_filter_that_a_unit_matches_says_who_leads() -> None:
    marked = f.unit("Marked", keywords=("Hero", "Marked"), id="m", force="one", warlord=True)
    filters = [{"keywords": ["Marked"]}, *HERO]
    assert not found("force-leader", hero("a", "one"), marked, hero("b", "two"), leader=filters, warlord=True)


def test_a_leader_may_lead_what_its_data_say() -> None:
    leader = hero("a", "one", followers=LED)
    assert not found(
        "followers", leader, crew("b", "one"), crew("c", "one", "Champion"), crew("d", "aux", "Rider"), leader=HERO
    )
    assert found("followers", leader, crew("b", "one", "Rider"), leader=HERO) == [("b", None, None)]
    assert found("followers", leader, hero("h", "one"), leader=HERO) == [("h", None, None)]
    two = (crew("b", "one", "Champion"), crew("c", "one", "Champion"))
    assert found("followers", leader, *two, leader=HERO) == [("c", 2, 1)]


def test_a_unit_is_meant_by_what_it_is_known_as() -> None:
    friend = f.unit("Friend", keywords=("Rider",), id="f", force="one", known_as=("champion",))
    assert not found("followers", hero("a", "one", followers=LED), friend, leader=HERO)


def test_a_unit_may_be_bound_to_follow_or_to_lead() -> None:
    squire = f.unit("Squire", keywords=("Hero", "Champion"), id="s", force="two", force_role="follower")
    leader = hero("a", "one", followers=Followers(units=(*LED.units, Match(keywords=("Squire",)))))
    other = hero("a", "one", followers=LED)
    assert found("followers", other, replace(squire, force="one"), leader=HERO) == [("s", None, None)]
    assert found("followers", leader, squire, leader=HERO) == [("s", None, None)]
    assert found("force-leader", leader, squire, leader=HERO) == [("s", 0, 1)]
    assert not found("followers", leader, replace(squire, force="one"), leader=HERO)
    lord = f.unit("Lord", keywords=("Hero", "Champion"), id="l", force="aux", force_role="leader")
    assert found("followers", leader, lord, leader=HERO) == [("l", None, None)]
    assert not found("followers", leader, replace(lord, force="two"), leader=HERO)


def test_a_leader_may_need_a_unit() -> None:
    leader = hero("a", "one", followers=Followers(units=LED.units, needs=(Match(keywords=("Champion",)),)))
    assert found("followers", leader, crew("b", "one"), leader=HERO) == [("a", 0, 1)]
    assert not found("followers", leader, crew("c", "one", "Champion"), leader=HERO)
    assert not found("followers", leader, crew("b", "one"), crew("c", "one", "Champion"), leader=HERO)


def test_each_force_is_looked_at() -> None:
    """Also those after one without a leader, and after one whose leader's data do not say whom it leads."""
    late = (hero("b", "two", followers=LED), crew("c", "two", "Rider"))
    assert found("followers", crew("a", "one"), *late, leader=HERO) == [("c", None, None)]
    assert found("followers", hero("a", "one"), *late, leader=HERO) == [("c", None, None)]


def test_data_that_do_not_say_it_are_not_checked() -> None:
    assert not found("followers", hero("a", "one"), crew("b", "one", "Rider"), leader=HERO)


def test_a_force_holds_so_many_units() -> None:
    more = [{"where": {"warlord": True}, "at_most": 3}]
    three = (hero("a", "one"), crew("b", "one"), crew("c", "one"))
    assert found("force-size", *three, at_most=2, at_most_with=more) == [("c", 3, 2)]
    assert not found("force-size", hero("a", "one", warlord=True), *three[1:], at_most=2, at_most_with=more)
    assert found("force-size", hero("a", "one"), at_least=1) == [("", 0, 1)]


def test_units_that_take_no_place_of_a_force_do_not_count() -> None:
    small = {"at_most": 2, "uncounted": {"any_keywords": ["Champion"]}}
    two = (hero("a", "one"), crew("b", "one"))
    assert not found("force-size", *two, crew("c", "one", "Champion"), **small)
    assert found("force-size", *two, crew("c", "one", "Champion"), crew("d", "one"), **small) == [("d", 3, 2)]


def test_slots_in_each_force_count_the_units_of_one_force_of_native_data() -> None:
    inside = tuple(replace(force, inside=True) for force in FORCES)
    units = (hero("a", "one"), hero("b", "two"), crew("c", "two"), hero("d", "two"))
    rule: dict[str, Any] = {"of": {"Hero": [0, 1]}, "in_each_force": True}

    def slots(forces: tuple[ForceView, ...], *some: Any) -> list[tuple[str, Any, Any]]:
        return [(one.unit, one.found, one.bound) for one in judge("slots", f.army(*some, forces=forces), **rule)]

    assert slots(inside, *units) == [("d", 2, 1)]
    assert slots(inside, *units[:3]) == []  # two heroes, in two forces
    assert slots(FORCES, *units) == []  # community data bound those of theirs themselves


def test_a_detachment_of_support_has_one_unit_over_community_data() -> None:
    rules = Ruleset.from_system(NativeSet([f.ROOT / "factions"]).system("wh40k-9e"))
    forces = (
        ForceView("aid", "Auxiliary Support Detachment 0CP", "Auxiliary Support Detachment -2CP"),
        ForceView("main", "Patrol Detachment -2CP", "Patrol Detachment -2CP"),
    )
    free = f.unit("Spyder", keywords=("No Force Org Slot",), force="aid")
    others = (crew("a", "main"), crew("b", "main"), crew("c", "aid"), free)

    def found(*units: Any) -> list[tuple[str, Any, Any]]:
        army = f.army(*units, forces=forces, vocabulary=rules.system.vocabulary)
        return [(one.unit, one.found, one.bound) for one in check(army, rules) if one.rule == "auxiliary-one-unit"]

    assert found(*others) == []
    assert found(*others, crew("d", "aid")) == [("d", 2, 1)]


@pytest.mark.parametrize(
    ("own", "other", "both", "one_way"),
    [("amber", "Coral", True, True), ("coral", "Amber", True, False), ("amber", "Basalt", False, False)],
)
def test_factions_that_never_stand_beside_each_other(own: str, other: str, both: bool, one_way: bool) -> None:
    force = ForceView("one", "Allies", "Allies", faction=other, faction_id=other.casefold())
    never = {"amber": ("Coral",)}
    assert force_terms.is_barred(force_terms.Params(never=never), {own}, force) == both
    assert force_terms.is_barred(force_terms.Params(never=never, one_way=True), {own}, force) == one_way


def test_each_force_of_native_data_has_its_terms() -> None:
    """Also those that come after a force of community data."""
    kinds = (ForceKind(id="own", name={"en": "Own"}, faction="own"),)
    system = System(id="s", name={"en": "S"}, rules=(RuleSpec(id="r", kind="force-terms"),), forces=kinds)
    strange = ForceView("b", "Strange", "Own", kind_id="own", inside=True, faction="Frogs", faction_id="frogs")
    army = f.army(forces=(ForceView("a", "Theirs", "Patrol"), strange))
    (found,) = check(army, Ruleset.from_system(system))
    assert str(found.message) == "Strange: has units of the army's own faction only, not of Frogs"
    assert f.actions(found) == [RemoveForce("b")]


ARK = ForceView("ark", "Ark", "Ark", kind_id="ark", inside=True)


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ({"Elite": 4, "Troop": 5}, []),  # the elites are compulsory: they need more slots
        ({"Elite": 4, "Rider": 9}, []),  # of riders there is no limit
        ({"Elite": 4, "Troop": 7}, [(4, 3)]),  # only one role has more slots
        ({"Elite": 5}, [(5, 4)]),
        ({"Elite": 2, "Troop": 1}, [(2, 3)]),
    ],
    ids=str,
)
def test_the_compulsory_role_is_the_one_that_needs_more_slots(
    units: dict[str, int], expected: list[tuple[Any, Any]]
) -> None:
    kind = ForceKind(
        id="ark",
        name={"en": "Ark"},
        slots={"Rider": (0, None), "Elite": (0, 3), "Troop": (0, 6)},
        compulsory=Compulsory(roles=("Rider", "Troop", "Elite"), at_least=3, more=1),
    )
    spec = RuleSpec(id="rule", kind="slots", name={"en": "the rule"}, source="test")
    system = System(id="test", name={"en": "test"}, forces=(kind,), rules=(spec,))
    army = f.army(
        *(crew(f"{word}{n}", "ark", word) for word, many in units.items() for n in range(many)), forces=(ARK,)
    )
    assert [(one.found, one.bound) for one in check(army, Ruleset.from_system(system))] == expected


NORTH, SOUTH = SubfactionView("north", "North"), SubfactionView("south", "South")


@pytest.mark.parametrize(
    ("subfaction", "unit", "expected"),
    [
        (NORTH, ("north",), []),
        (NORTH, ("south", "north"), []),
        (NORTH, (), []),
        (SOUTH, ("north",), ["Bear: only stands in a force of North"]),
        (None, (), ["Host: no subfaction is chosen"]),
        (None, ("north",), ["Bear: only stands in a force of North"]),  # which says what is to be chosen
    ],
)
def test_units_stand_in_a_force_of_their_subfaction(
    subfaction: SubfactionView | None, unit: tuple[str, ...], expected: list[str]
) -> None:
    host = ForceView("host", "Host", "Host", inside=True, subfaction=subfaction, subfactions=(NORTH, SOUTH))
    bear = f.unit("Bear", id="bear", force="host", subfactions=unit)
    army = f.army(bear, forces=(host, ForceView("other", "Other", "Other", inside=True)), vocabulary=NEUTRAL)
    system = System(
        id="test",
        name={"en": "test"},
        rules=(RuleSpec(id="rule", kind="subfactions", name={"en": "the rule"}, params={"needed": True}, source="x"),),
    )
    assert [str(one.message) for one in check(army, Ruleset.from_system(system))] == expected
    turned = replace(army, forces=army.forces[::-1])
    assert [str(one.message) for one in check(turned, Ruleset.from_system(system))] == expected


@pytest.mark.parametrize(
    ("kinds", "units"), [(["Rest", "regiment"], ["a", "c"]), (["Regiment 2"], []), (["Rest"], ["c"])]
)
def test_a_filter_may_name_several_kinds_of_forces(kinds: list[str], units: list[str]) -> None:
    army = f.army(crew("a", "one"), crew("b", ""), crew("c", "aux"), forces=FORCES)
    said = judge("notice", army, where={"forces": kinds})
    assert [one.unit for one in said] == units


class TestForcesTooMany:
    """Forces that count besides are counted, and as many are removed as are too many, empty ones first."""

    KINDS = (ForceKind(id="band", name={"en": "Band"}), ForceKind(id="hired", name={"en": "Hired"}, contingents=True))

    def judged(self, kinds: list[str], **params: Any) -> list[Any]:
        forces = tuple(ForceView(str(n), f"{kind} {n}", kind) for n, kind in enumerate(kinds))
        army = replace(f.army(*(crew(f"unit{n}", str(n)) for n in range(len(kinds)) if n != 1)), forces=forces)
        spec = RuleSpec(id="bands", kind="forces", params={"of": "band", "at_most": 2, **params})
        system = System(id="any", name={"en": "Any"}, forces=self.KINDS, rules=(spec,))
        return list(check(army, Ruleset.from_system(system)))

    def test_others_count_where_they_are_said_to(self) -> None:
        assert not self.judged(["band", "band", "hired"])
        (one,) = self.judged(["band", "band", "hired"], besides=["hired"])
        assert (one.found, one.bound) == (3, 2)
        assert f.actions(one) == [RemoveForce("1")]

    def test_a_force_that_is_missing_is_added_empty_or_with_a_unit_of_no_such_force(self) -> None:
        forces = (
            ForceView("1", "Band 1", "band", kind_id="band", inside=True),
            ForceView("2", "Rest", "", inside=True),
        )
        army = replace(f.army(crew("own", "1"), crew("other", "2"), crew("free", "")), forces=forces)
        spec = RuleSpec(id="bands", kind="forces", params={"of": ["band", "hired", "inner"], "at_least": 2})
        inner = ForceKind(id="inner", name={"en": "Inner"}, inside=("band",))
        system = System(id="any", name={"en": "Any"}, forces=(*self.KINDS, inner), rules=(spec,))
        (one,) = check(army, Ruleset.from_system(system))
        assert (one.found, one.bound) == (1, 2)
        assert f.actions(one) == [AddForce("band"), MoveUnit("other", kind="band"), MoveUnit("free", kind="band")]

    def test_as_many_go_as_are_too_many(self) -> None:
        (one,) = self.judged(["band"] * 5)
        assert f.actions(one) == [Several((RemoveForce("1"), RemoveForce("4"), RemoveForce("3")))]


def test_units_of_community_data_stand_where_these_data_put_them() -> None:
    spec = RuleSpec(id="places", kind="placed", name={"en": "Places"}, params={})
    system = System(id="s", name={"en": "S"}, rules=(spec,), forces=(ForceKind(id="band", name={"en": "Band"}),))
    rules = Ruleset.from_system(system)
    assert not check(f.army(crew("a", "one"), forces=FORCES), rules)
    native = (ForceView("army", "Army", "Army", frame=True),)
    assert [one.unit for one in check(f.army(crew("a", ""), forces=native), rules)] == ["a"]
    nested = (*FORCES[:1], ForceView("in", "Inner", "Regiment", "one"))
    assert not check(f.army(crew("a", ""), forces=nested), rules)


def test_a_unit_may_stand_in_any_of_the_kinds_that_a_rule_names() -> None:
    kinds = tuple(ForceKind(id=name, name={"en": name.title()}) for name in ("band", "crowd", "guard"))
    spec = RuleSpec(id="places", kind="placed", params={"of": ["band", "crowd"]})
    rules = Ruleset.from_system(System(id="s", name={"en": "S"}, rules=(spec,), forces=kinds))
    inside = tuple(ForceView(one.id, one.id.title(), one.id, "army", kind_id=one.id, inside=True) for one in kinds)
    forces = (ForceView("army", "Army", "Army", frame=True), *inside)
    assert not check(f.army(crew("a", "band"), crew("b", "crowd"), forces=forces), rules)
    (found,) = check(f.army(crew("c", "guard"), forces=forces), rules)
    assert str(found.message) == "C: may not stand in Guard"
    moves = [MoveUnit("c", name) for name in ("band", "crowd")]
    assert f.actions(found) == [*moves, MoveUnit("c", kind="band"), MoveUnit("c", kind="crowd")]


def test_a_unit_outside_is_moved_into_forces_that_take_any_but_not_into_contingents() -> None:
    """A contingent holds what its faction states, and is no place for others; nor is the kind that stands for all of them."""
    fixed = Contingent(faction="frogs", units={"Frog": 1}, points=5)
    kinds = (
        ForceKind(id="regiment", name={"en": "Regiment"}),
        ForceKind(id="lent", name={"en": "Lent"}, contingents=True),
        ForceKind(id="frogs", name={"en": "Frogs"}, of="lent", contingent=fixed),
    )
    spec = RuleSpec(id="places", kind="placed", name={"en": "Places"}, params={})
    system = System(id="s", name={"en": "S"}, rules=(spec,), forces=kinds)
    names = ("regiment", "lent", "frogs")
    inside = (ForceView(name, name.title(), name.title(), "army", kind_id=name, inside=True) for name in names)
    forces = (ForceView("army", "Army", "Army", frame=True), *inside)
    (outside,) = check(f.army(crew("a", ""), forces=forces), Ruleset.from_system(system))
    moves = f.actions(outside)
    assert moves == [MoveUnit("a", "regiment"), MoveUnit("a", kind="regiment")]


def test_a_unit_without_a_slot_is_moved_to_where_there_is_room_or_removed() -> None:
    kinds = (
        ForceKind(id="boat", name={"en": "Boat"}, slots={"Crew": (0, 1)}),
        ForceKind(id="raft", name={"en": "Raft"}, slots={"Rider": (0, 1)}),
        ForceKind(id="ark", name={"en": "Ark"}, slots={"Rider": (0, 2), "*": (0, 1)}),
    )
    system = System(id="s", name={"en": "S"}, rules=(RuleSpec(id="r", kind="slots", params={}),), forces=kinds)
    named = (("here", "boat"), ("full", "raft"), ("free", "raft"), ("other", "boat"), ("ark", "ark"))
    forces = tuple(ForceView(name, name.title(), kind, kind_id=kind, inside=True) for name, kind in named)
    units = (crew("lost", "here", "Rider"), crew("taken", "full", "Rider"), crew("pair", "ark", "Crew"))
    (found,) = check(f.army(*units, forces=forces), Ruleset.from_system(system))
    assert (found.unit, f.actions(found)) == ("lost", [MoveUnit("lost", "free"), RemoveUnit("lost")])


def test_more_of_a_force_for_each_of_another() -> None:
    kinds = tuple(ForceKind(id=name, name={"en": name}) for name in ("main", "allied"))
    spec = RuleSpec(id="r", kind="forces", params={"of": "allied", "at_most": 1, "per": ["main"]})
    system = System(id="s", name={"en": "S"}, rules=(spec,), forces=kinds)

    def found(*names: str) -> list[tuple[Any, Any]]:
        forces = tuple(
            ForceView(str(n), f"{name} {n}", name, kind_id=name, inside=True) for n, name in enumerate(names)
        )
        army = f.army(*(crew(f"unit{n}", str(n)) for n in range(len(names))), forces=forces)
        return [(one.found, one.bound) for one in check(army, Ruleset.from_system(system))]

    assert not found("main", "allied")
    assert found("main", "allied", "allied") == [(2, 1)]
    assert not found("main", "main", "allied", "allied")
    assert found("allied") == [(1, 0)]
