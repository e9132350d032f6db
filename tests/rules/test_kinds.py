"""Each rule kind by itself, with parameters of its own: what passes, what fails, what is offered."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace as changed

from listbuilder.army import Army, Chosen, Detachment, Enhancement, ForceView, Profile, Unit
from listbuilder.army.model import SubfactionView
from listbuilder.catalogue.facts import Allowance, BearerRule, Bodyguard, Leader, Match, StandIn, TransportBay
from listbuilder.catalogue.system import BattleSize, Currency, RuleSpec, System
from listbuilder.catalogue.vocabulary import ItemType, Vocabulary
from listbuilder.replacing import replace
from listbuilder.rules import Diagnostic, Ruleset, check, fixes
from listbuilder.rules.diagnostic import (
    Action,
    Attach,
    Change,
    Cheapen,
    ClearEnhancement,
    Deploy,
    Detach,
    Embark,
    Fix,
    GiveUpDetachment,
    Proposal,
    RemoveUnit,
    Retake,
    SetBattleSize,
    SetReserves,
    SetSubfaction,
    SetWarlord,
    Several,
    Want,
)
from listbuilder.rules.kind import RuleError, all_kinds, bind, kind_names, load_kind
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.rules.kinds.relation_limit import stand_together
from listbuilder.rules.where import Where
from tests.rules import factory as f


def judge(
    kind: str, army: Army, ally_rules: Any = (), vocabulary: Vocabulary | None = None, **params: Any
) -> list[Diagnostic]:
    """The findings of one rule of the kind in a system that has nothing else."""
    sizes = tuple(BattleSize(id=name, name={"en": name}, points=points) for name, points in f.SIZES.items())
    spec = RuleSpec(id="rule", kind=kind, name={"en": "the rule"}, params=params, source="test")
    words = vocabulary or f.system().vocabulary
    system = System(
        id="test", name={"en": "test"}, battle_sizes=sizes, rules=(spec,), ally_rules=ally_rules, vocabulary=words
    )
    return check(army, Ruleset.from_system(system))


def one(found: list[Diagnostic]) -> Diagnostic:
    assert len(found) == 1, [str(each.message) for each in found]
    return found[0]


def squads(number: int, **more: Any) -> list[Any]:
    return [f.unit("Squad", 100, ("Infantry",), id=f"s{n}", **more) for n in range(number)]


# --- the registry ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", all_kinds(), ids=lambda kind: kind.name)
def test_a_kind_documents_itself(kind: Any) -> None:
    assert kind.name in kind_names()
    assert "Parameters" in kind.doc
    assert "Passes: " in kind.doc
    assert "Fails: " in kind.doc
    assert kind.params.__struct_config__.forbid_unknown_fields


def test_an_unknown_kind_names_the_nearest() -> None:
    with pytest.raises(RuleError, match="did you mean share"):
        load_kind("shares")


def test_wrong_parameters_name_the_rule_and_the_place() -> None:
    spec = RuleSpec(id="my-cap", kind="copies")
    with pytest.raises(RuleError, match=r"my-cap.*copies.*\$.max"):
        bind(spec, {"max": {"default": "three"}})
    with pytest.raises(RuleError, match="unknown field `maximum`"):
        bind(spec, {"maximum": 3})
    with pytest.raises(RuleError, match=r"share.*regex"):
        bind(RuleSpec(id="x", kind="share"), {"at_most": "1/0"})


# --- sums and copies ---------------------------------------------------------------------------------------------------------


def test_total_of_points_says_how_much_is_too_much() -> None:
    found = one(judge("total", f.army(f.unit("Tank", 1005), size="incursion"), of="points", at_most="limit"))
    assert str(found.message) == "the army costs 1005 points, at most 1000 (5 too many)"
    assert (found.found, found.bound) == (1005, 1000)
    assert list(found.fixes) == [Cheapen(Where(), 5), Fix(RemoveUnit("tank")), Fix(SetBattleSize("strike-force"))]


def test_total_by_battle_size() -> None:
    bounds = {"incursion": 1, "onslaught": 3}
    assert judge("total", f.army(*squads(2), size="incursion"), of="units", at_most=bounds)
    assert not judge("total", f.army(*squads(2), size="strike-force"), of="units", at_most=bounds)
    assert not judge("total", f.army(*squads(3), size="onslaught"), of="units", at_most=bounds)


def test_total_of_models_and_a_minimum_that_only_holds_where_there_are_any() -> None:
    team = f.army(*squads(2, models=1))
    assert one(judge("total", team, of="models", at_least=3)).bound == 3
    assert judge("total", f.army(), of="units", at_least=1)
    assert not judge("total", f.army(), of="units", at_least=1, if_any=True)


INFANTRY = Where(keywords=("Infantry",))


@pytest.mark.parametrize(
    ("params", "fewer", "more"),
    [
        ({"of": "units"}, [], [Want(Where(), 2, "units")]),
        ({"of": "units", "where": INFANTRY}, [Retake(INFANTRY, -1)], [Retake(INFANTRY, 2), Want(INFANTRY, 2, "units")]),
        ({"of": "models", "where": INFANTRY}, [], [Want(INFANTRY, 2, "models")]),
        ({"of": "points", "where": INFANTRY}, [Cheapen(INFANTRY, 1)], [Want(INFANTRY, 2, "points")]),
        ({"of": "currency", "currency": "cp"}, [Retake(Where(), -1, "cp")], [Retake(Where(), 2, "cp")]),
        ({"of": "currency", "currency": "cp", "where": INFANTRY}, [Retake(INFANTRY, -1, "cp")], [Retake(INFANTRY, 2, "cp")]),
        ({"of": "enhancements"}, [], []),
    ],
)  # fmt: skip
def test_a_sum_is_changed_by_what_units_choose_only_where_that_can_change_it(
    params: dict[str, Any], fewer: list[Proposal], more: list[Proposal]
) -> None:
    """Fewer Infantry by other options of a unit; never fewer units."""
    army = f.army(f.unit("Squad", 1, ("Infantry",), costs=(("cp", 1),), enhancements=(f.enhancement(),)))
    army = replace(army, points=1, spent=(("cp", 1),), detachments=())
    many, few = (one(judge("total", army, **params, **bound)) for bound in ({"at_most": 0}, {"at_least": 3}))
    assert [each for each in many.fixes if not isinstance(each, Fix)] == fewer
    assert list(few.fixes) == more


def test_copies_are_counted_by_datasheet_not_by_name() -> None:
    army = f.army(*(f.with_(squad, name=f"Squad {n}") for n, squad in enumerate(squads(4))))
    found = one(judge("copies", army, max={"default": 3}))
    assert str(found.message) == "Squad: 4 units, at most 3 with the same datasheet"
    assert found.unit == "s3"
    assert [fix.action for fix in found.fixes] == [RemoveUnit(name) for name in ("s3", "s2", "s1", "s0")]


def test_of_several_limits_the_highest_counts_and_sizes_have_their_own() -> None:
    army = f.army(*(f.with_(squad, keywords=("Infantry", "Battleline")) for squad in squads(5)), size="incursion")
    assert not judge("copies", army, max={"default": 3, "Infantry": 4, "Battleline": 6})
    assert one(judge("copies", army, max={"Battleline": 6}, by_size={"incursion": {"Battleline": 4}})).bound == 4
    assert not judge("copies", army, max={"Vehicle": 1})


def test_copies_by_role() -> None:
    rare = [f.unit("Steam Tank", 250, id=f"t{n}", role="Rare") for n in range(3)]
    assert one(judge("copies", f.army(*rare), max={"Special": 3, "Rare": 2})).bound == 2


def test_copies_of_enhancements() -> None:
    bearers = [f.lieutenant(id=f"l{n}", enhancements=(f.enhancement(),)) for n in range(2)]
    found = one(judge("copies", f.army(*bearers), of="enhancement", max={"default": 1}))
    assert [fix.action for fix in found.fixes] == [ClearEnhancement(name, "artificer-armour") for name in ("l1", "l0")]
    single = f.captain(enhancements=(f.enhancement("Sword"),))
    assert one(judge("copies", f.army(single, *bearers), of="enhancement", max={"default": 1})).unit == "l1"


def test_per_unit_counts_points_of_enhancements() -> None:
    hero = f.captain(enhancements=(f.enhancement("Sword", 30), f.enhancement("Shield", 25)))
    assert one(judge("per-unit", f.army(hero), of="enhancement-points", at_most=50)).found == 55
    assert not judge("per-unit", f.army(hero), of="enhancement-points", at_most=55)


def test_choices_of_an_army_are_counted_by_their_kind() -> None:
    chosen = [Chosen(kind="kit", label="Kit", id=name, name=name, node=f"n-{name}", holder="kit") for name in "abc"]
    army = f.army(choices=(*chosen, Chosen(kind="lore", label="Lore", id="d", name="d")))
    assert not judge("choices", army, of="kit", at_least=3, at_most=3)
    found = one(judge("choices", army, of="kit", at_most=2))
    assert (found.found, found.bound) == (3, 2)
    assert [fix.action for fix in found.fixes] == [Change("kit", fewer=((f"n-{name}", 1),)) for name in "cba"]
    assert len(one(judge("choices", army, of="kit", at_most=1)).fixes) == 1  # two of them together
    assert one(judge("choices", army, of="lore", at_least=2)).bound == 2


@pytest.mark.parametrize(("agents", "others", "found"), [(0, 3, None), (1, 1, None), (1, 2, 4), (1, 0, 2), (2, 0, 4)])
def test_a_unit_may_take_several_places_of_a_slot(agents: int, others: int, found: int | None) -> None:
    units = [f.unit(f"Agent {n}", keywords=["Operative", "Agent"]) for n in range(agents)]
    units += [f.unit(f"Other {n}", keywords=["Operative"]) for n in range(others)]
    army = f.army(*units, slots={"Operative": (3, 3), "Agent": (0, 2)}, slot_places={"Operative": {"Agent": 2}})
    assert [(one.found, one.bound) for one in judge("slots", army)] == ([] if found is None else [(found, 3)])
    said = " ".join(str(one.message) for one in judge("slots", army))
    assert ("places taken" in said) == (found is not None)


def test_units_that_take_several_places_of_a_slot_are_removed_until_enough_is_free() -> None:
    agents = [f.unit(f"Agent {n}", keywords=["Operative", "Agent"], id=f"a{n}") for n in range(2)]
    operative = f.unit("Other", keywords=["Operative"], id="other")

    def removed(*units: Unit) -> list[Action]:
        army = f.army(*units, slots={"Operative": (0, 3)}, slot_places={"Operative": {"Agent": 2}})
        return f.actions(one(judge("slots", army)))

    assert removed(operative, *agents) == [RemoveUnit("a0"), RemoveUnit("a1")]
    assert removed(*agents) == [RemoveUnit("a0"), RemoveUnit("a1")]
    four = [replace(operative, id=f"o{n}") for n in range(4)]
    assert removed(*four) == [RemoveUnit(f"o{n}") for n in (3, 2, 1, 0)]


@pytest.mark.parametrize("params", [{"force": "patrol"}, {"of": {"HQ": (0, 1)}, "in_each_force": True}])
def test_the_slots_of_the_army_are_judged_by_the_rule_about_the_army_alone(params: dict[str, Any]) -> None:
    army = f.army(f.unit("Boss", role="HQ", force="main"), slots={"HQ": (2, 2)})
    army = replace(army, forces=(ForceView(id="main", name="Patrol", kind="patrol", inside=True),))
    assert one(judge("slots", army)).bound == 2
    assert not judge("slots", army, **params)


def test_slots_of_a_force() -> None:
    table = {"HQ": (1, 2), "Troops": (2, None)}
    forces = (ForceView(id="main", name="Battalion", kind="battalion"), ForceView(id="b", name="Patrol", kind="patrol"))
    units = [f.unit("Boss", role="HQ", force="main"), f.unit("Boyz", role="Troops", force="main")]
    found = one(judge("slots", f.army(*units, forces=forces), of=table, force="battalion"))
    assert str(found.message) == "Battalion: Troops: 1 found, at least 2 needed"
    both = judge("slots", f.army(*units, forces=forces), of={"Troops": (2, 3), "HQ": (0, 0)}, force="battalion")
    assert [(one.found, one.bound) for one in both] == [(1, 2), (1, 0)]
    more = [f.unit(f"Boyz {n}", role="Troops", force="main") for n in range(9)]
    assert not judge("slots", f.army(*units, *more, forces=forces), of=table, force="battalion")
    bosses = [f.unit(f"Boss {n}", role="HQ") for n in range(3)]
    assert one(judge("slots", f.army(*bosses), of={"HQ": (1, 2)})).found == 3
    assert not judge("slots", f.army(*bosses), of={"HQ": (1, 2)}, uncounted={"keywords": ["Boss 2"]})


def test_attendants_need_no_slot() -> None:
    forces = (ForceView(id="main", name="Patrol", kind="patrol"),)
    units = [
        f.unit("Seer", role="HQ", force="main"),
        *(f.unit("Guard", id=f"g{n}", role="Elites", force="main") for n in range(3)),
    ]
    params = {"of": {"HQ": (1, 2), "Elites": (0, 2)}, "force": "patrol"}
    beside = {"units": {"keywords": ["Guard"]}, "per": {"keywords": ["Seer"]}}
    assert one(judge("slots", f.army(*units, forces=forces), **params)).found == 3
    assert not judge("slots", f.army(*units, forces=forces), **params, attendants=[beside])
    units.append(f.unit("Guard", id="g3", role="Elites", force="main"))
    assert one(judge("slots", f.army(*units, forces=forces), **params, attendants=[beside])).found == 3
    assert not judge("slots", f.army(*units, forces=forces), **params, attendants=[{**beside, "times": 2}])


def test_attendants_may_fill_a_compulsory_slot() -> None:
    forces = (ForceView(id="main", name="Vanguard", kind="vanguard"),)
    units = [f.unit("Seer", role="HQ", force="main"), f.unit("Guard", role="Elites", force="main")]
    beside = {"units": {"keywords": ["Guard"]}, "per": {"keywords": ["Seer"]}}
    params = {"of": {"Elites": (1, 2)}, "force": "vanguard", "attendants": [beside]}
    assert not judge("slots", f.army(*units, forces=forces), **params)


def test_a_regiment_has_one_leader_and_so_many_units() -> None:
    forces = tuple(ForceView(id=f"r{n}", name=f"Regiment {n}", kind="regiment") for n in range(2))
    units = [
        f.unit("Hero", keywords=("Leader",), force="r0"),
        f.unit("Men", force="r0"),
        f.unit("Lord", keywords=("Leader",), force="r1"),
    ]
    table = {"Leader": (1, 1), "*": (1, 4)}
    assert not judge("slots", f.army(*units, forces=forces), of=table, force="Regiment")
    units += [f.unit(f"Men {n}", force="r1") for n in range(4)]
    assert one(judge("slots", f.army(*units, forces=forces), of=table, force="Regiment")).found == 5


@pytest.mark.parametrize(("number", "legal"), [(0, False), (1, True), (5, True), (6, False)])
def test_forces_are_counted_by_kind(number: int, legal: bool) -> None:
    forces = tuple(ForceView(id=f"r{n}", name=f"Regiment {n}", kind="regiment") for n in range(number))
    found = judge("forces", f.army(forces=forces), of="Regiment", at_least=1, at_most=5)
    assert bool(found) is not legal
    assert not judge("forces", f.army(forces=forces), of="Regiment")


def test_all_forces_are_counted_and_a_force_that_may_not_be_is_named() -> None:
    forces = tuple(ForceView(id=name, name=name, kind=name) for name in ("team", "roster"))
    assert one(judge("forces", f.army(forces=forces), of="*", at_most=1)).found == 2
    assert not judge("forces", f.army(forces=forces[:1]), of="*", at_most=1)
    barred = one(judge("forces", f.army(forces=forces), of=["roster"], at_most=0))
    assert str(barred.message) == "the rule: 1 found, at most 0"


def test_a_ratio_may_be_that_of_each_force() -> None:
    """Two cars beside one squad in the first force are too many, whatever walks in the second."""
    cars = [f.unit("Car", 50, ("Car",), id=f"car-{n}", force="first") for n in range(2)]
    squads = [
        f.unit("Squad", 50, ("Infantry",), id=f"squad-{n}", force=force) for n, force in enumerate(("first", "second"))
    ]
    params = {"limited": {"keywords": ["Car"]}, "by": {"keywords": ["Infantry"]}}
    forces = tuple(ForceView(name, name, "Patrol") for name in ("first", "second"))
    army = f.army(*cars, *squads, forces=forces)
    found = one(judge("ratio", army, **params, in_each_force=True))
    assert (found.found, found.bound, found.unit) == (2, 1, "car-1")
    assert not judge("ratio", army, **params)
    apart = f.army(cars[0], replace(cars[1], force="second"), *squads, forces=forces)
    assert not judge("ratio", apart, **params, in_each_force=True)


def test_ratio_and_alternatives_without_groups() -> None:
    army = f.army(f.impulsor(), f.impulsor(id="i2"), f.intercessors())
    params = {"limited": {"keywords": ["Dedicated Transport"]}, "by": {"keywords": ["Infantry"]}}
    assert one(judge("ratio", army, **params)).bound == 1
    assert not judge("ratio", army, **params, times=2)
    options = [{"name": "tanks", "where": {"keywords": ["Vehicle"]}, "at_most": 2}]
    assert not judge("alternatives", army, options=options)
    options.append({"name": "men", "where": {"keywords": ["Infantry"]}, "at_most": 2})
    assert str(one(judge("alternatives", army, options=options)).message) == "the rule: only one of tanks, men"


@pytest.mark.parametrize(
    ("marked", "legal"),
    [
        (("a", "b", "c"), True),
        (("a", "c", "d"), True),
        (("a", "b", "e"), False),
        (("b", "c", "d"), False),
        (("a", "b"), False),
        (("a", "b", "fort"), False),
    ],
)
def test_the_dearest_units_are_marked(marked: tuple[str, ...], legal: bool) -> None:
    points = {"a": 240, "b": 205, "c": 205, "d": 205, "e": 110}
    units = [f.unit(name, cost, id=name) for name, cost in points.items()]
    units.append(f.unit("fort", 250, ("Fortification",), id="fort"))
    army = f.army(*units, declared={"marks": {"last": marked}})
    found = judge("top-n", army, mark="last", count=3, where={"not_keywords": ["Fortification"]})
    assert bool(found) is not legal


# --- marks, enhancements, company ---------------------------------------------------------------------------------------------


def test_a_warlord_that_only_one_could_be_is_a_safe_fix() -> None:
    hero = f.captain(warlord=False)
    found = one(judge("marker", f.army(hero, f.intercessors()), bearer={"keywords": ["Character"]}))
    assert [(fix.action, fix.safe) for fix in found.fixes] == [(SetWarlord("captain"), True)]
    two = one(judge("marker", f.army(hero, f.lieutenant()), bearer={"keywords": ["Character"]}))
    assert [fix.safe for fix in two.fixes] == [False, False]
    upstart = f.unit("Upstart", 20, ["Character"])
    dearest = one(judge("marker", f.army(upstart, hero), bearer={"keywords": ["Character"]}))
    assert f.actions(dearest) == [SetWarlord("captain"), SetWarlord("upstart")]
    supreme = f.calgar(must_be_warlord=True)
    fixed = one(judge("marker", f.army(hero, supreme), bearer={"keywords": ["Character"]}))
    assert [(fix.action, fix.safe) for fix in fixed.fixes] == [(SetWarlord("calgar"), True)]


def test_a_mark_that_is_a_keyword() -> None:
    army = f.army(
        f.unit("Bearer", keywords=("Hero", "Battle Standard")), f.unit("Other", keywords=("Battle Standard",))
    )
    assert str(one(judge("marker", army, marker="Battle Standard", at_least=0)).message).startswith("the rule: 2 found")
    found = one(judge("marker", army, marker="Battle Standard", at_most=2, bearer={"keywords": ["Hero"]}))
    assert found.unit == "other"


def test_terms_of_an_enhancement_are_spelled_out() -> None:
    hero = f.lieutenant(
        enhancements=(f.enhancement(requires=(("Captain", "Gravis"), ("Librarian",)), excludes=("Phobos",)),)
    )
    found = one(judge("bearer", f.army(hero), own_terms=True))
    assert str(found.message) == "Lieutenant: Artificer Armour is for Captain + Gravis / Librarian, not for Phobos"
    assert not judge("bearer", f.army(f.captain(enhancements=(f.enhancement(),))), own_terms=True)


def test_each_enhancement_of_a_unit_is_looked_at() -> None:
    free, plain = f.enhancement("Free", any_unit=True), f.enhancement("Plain")
    strict = f.enhancement("Strict", any_unit=True, requires=(("Corsair",),))
    squad = f.intercessors(enhancements=(free, plain, strict))
    heroes = {"must_be": {"keywords": ["Character"]}, "unless_any_unit": True}
    found = judge("bearer", f.army(squad), **heroes)
    assert [str(one.message) for one in found] == ["Intercessor Squad: cannot have Plain (the rule)"]
    found = judge("bearer", f.army(squad), where={"keywords": ["Character"]}, own_terms=True)
    assert [str(one.message) for one in found] == ["Intercessor Squad: Strict is for Corsair"]


def test_an_enhancement_for_any_unit_keeps_its_terms() -> None:
    gift = f.enhancement(any_unit=True, requires=(("Corsair",),))
    characters = {"where": {"keywords": ["Character"], "not_keywords": ["Epic Hero"]}}
    for keywords, legal in ((("Corsair",), True), (("Corsair", "Character", "Epic Hero"), True), (("Guard",), False)):
        bearer = f.army(f.unit("Band", keywords=keywords, enhancements=(gift,)))
        assert bool(judge("bearer", bearer, **characters, own_terms=True)) is not legal
        heroes = {"where": {"keywords": ["Epic Hero"]}, "must_be": {"not_keywords": ["Epic Hero"]}}
        assert not judge("bearer", bearer, **heroes, unless_any_unit=True)


@pytest.mark.parametrize(("heroes", "others"), [(("Character",), ["shaper"]), ((), ["shaper", "pack"])])
def test_another_warlord_is_one_that_the_enhancement_asks_for(heroes: tuple[str, ...], others: list[str]) -> None:
    gift = f.enhancement(warlord=(f.having("Kroot"),))
    army = f.army(
        f.captain(enhancements=(gift,), warlord=True),
        f.unit("Shaper", keywords=("Character", "Kroot")),
        f.unit("Pack", keywords=("Kroot",)),
        f.unit("Elder", keywords=("Character", "Kroot"), never_warlord=True),
        f.unit("Guest", keywords=("Character",)),
    )
    found = one(judge("bearer", army, vocabulary=Vocabulary(heroes=heroes), own_terms=True))
    assert [action.unit for action in f.actions(found) if isinstance(action, SetWarlord)] == others


def test_another_subfaction_gives_what_an_enhancement_asks_for() -> None:
    north, south, east = (SubfactionView(name.lower(), name) for name in ("North", "South", "East"))
    gift = f.enhancement(requires=(("South",),))
    for held, offered in ((north, ["south", "east"]), (None, ["north", "south", "east"])):
        host = ForceView("host", "Host", "Host", inside=True, subfaction=held, subfactions=(north, south, east))
        bearer = f.captain(enhancements=(gift,), force="host")
        found = one(judge("bearer", f.army(bearer, forces=(host,)), own_terms=True))
        given = [action for action in f.actions(found) if isinstance(action, SetSubfaction)]
        assert given == [SetSubfaction("host", name) for name in offered]


def test_exclusive_pairs_need_two_units() -> None:
    pairs = [["Farsight", "Ethereal"]]
    assert not judge("exclusive", f.army(f.unit("Farsight", keywords=("Ethereal",))), pairs=pairs)
    found = one(judge("exclusive", f.army(f.unit("Farsight"), f.unit("Wise", keywords=("Ethereal",))), pairs=pairs))
    assert str(found.message) == "Farsight (Farsight) and Wise (Ethereal) cannot be in the same army"
    traitor = f.unit("Traitor", keywords=("Farsight", "Ethereal"))
    dogs = (f.unit("Cat", keywords=("Cat",)), f.unit("Dog", keywords=("Dog",)))
    found = one(judge("exclusive", f.army(traitor, *dogs), pairs=[*pairs, ["Cat", "Dog"]]))
    assert found.unit == "dog"


def test_required_asks_only_while_given() -> None:
    params = {"when": {"keywords": ["Warmaster"]}, "needs": {"keywords": ["Warmaster"], "warlord": True}}
    master, hero = f.unit("Yndrasta", keywords=("Warmaster",)), f.unit("Knight", warlord=True)
    found = one(judge("required", f.army(master, hero), **params))
    assert [fix.action for fix in found.fixes] == [SetWarlord("yndrasta"), RemoveUnit("yndrasta")]
    assert not judge("required", f.army(hero), **params)
    assert not judge("required", f.army(master), **params, given={"warlord": True})


def test_without_a_faction_keyword_nobody_can_judge() -> None:
    assert one(judge("faction", f.army(f.captain(), faction_keyword=""))).severity == "unjudged"


def test_an_ally_rule_lets_a_unit_in_only_with_its_host() -> None:
    tyranids = f.unit("Tyranid Warriors", 75, faction=("Tyranids",))
    rule = {
        "id": "a",
        "name": "A",
        "hosts": ["Genestealer Cults"],
        "group": {"keywords": ["Tyranids"]},
        "points": {"incursion": 50},
    }
    cult = f.unit("Acolytes", 70, faction=("Genestealer Cults",))
    hosted = f.army(cult, tyranids, faction_keyword="Genestealer Cults", size="incursion")
    assert not judge("faction", hosted, (rule,))
    assert one(judge("ally-cap", hosted, (rule,))).found == 75
    stranger = f.army(f.captain(), tyranids, size="incursion")
    assert one(judge("faction", stranger, (rule,))).unit == "tyranid-warriors"
    assert not judge("ally-cap", stranger, (rule,))


def test_ally_rules_may_depend_on_the_detachment() -> None:
    rule = {"id": "a", "name": "A", "group": {"keywords": ["Tacticus"]}, "points": {"incursion": 50}}
    army = f.army(f.captain(), size="incursion")
    assert judge("ally-cap", army, ({**rule, "detachments": ["gladius task force"]},))
    assert not judge("ally-cap", army, ({**rule, "detachments": ["Other"]},))
    assert not judge("ally-cap", army, ({**rule, "without_detachments": ["Gladius Task Force"], "detachments": []},))


# --- leaders and transports -----------------------------------------------------------------------------------------------------


def test_leaders_stand_beside_each_other_in_either_order() -> None:
    together = {"attach": {"captain": "intercessors", "lieutenant": "intercessors"}}
    assert not judge("relation-limit", f.army(f.captain(), f.lieutenant(), f.intercessors(), declared=together))
    assert not judge("relation-limit", f.army(f.lieutenant(), f.captain(), f.intercessors(), declared=together))
    apart = {"attach": {"l1": "intercessors", "l2": "intercessors"}}
    found = one(
        judge("relation-limit", f.army(f.lieutenant(id="l1"), f.lieutenant(id="l2"), f.intercessors(), declared=apart))
    )
    assert str(found.message) == "Intercessor Squad: 2 leaders (Lieutenant A, Lieutenant B), at most 1"


@pytest.mark.parametrize(
    ("terms", "others", "together"),
    [
        ({}, ("Boss",), False),
        ({"beside": ("Lord", "Boss")}, ("Boss",), True),
        ({"beside": ("any",)}, ("Boss", "Chief"), False),
        ({"beside": ("any",), "beside_many": True}, ("Boss", "Chief"), True),
        ({"beside": ("Boss",), "beside_many": True}, ("Boss", "Chief"), False),
        ({"beside": ("Boss",), "beside_at": ("Cats", "Pikes")}, ("Boss",), True),
        ({"beside": ("Boss",), "beside_at": ("Cats",)}, ("Boss",), False),
        ({"beside": ("any",), "not_beside": ("Lord", "Chief"), "beside_many": True}, ("Boss", "Chief"), False),
        ({"beside": ("any",), "not_beside": ("Lord",)}, ("Boss",), True),
        ({"beside": ("any",), "unique": True, "beside_many": True}, ("Boss", "Squire"), False),
        ({"beside": ("any",), "beside_many": True}, ("Boss", "Squire"), True),
    ],
)  # fmt: skip
def test_a_leader_says_beside_whom_it_may_join(terms: dict[str, Any], others: tuple[str, ...], together: bool) -> None:
    squire = f.unit("Squire", id="last", leader=Leader(leads=("Pikes",), **terms))
    joined = [f.unit(name) for name in others]
    assert stand_together([squire, *joined], len(joined), f.unit("Pikes")) is together


def test_several_leaders_of_a_large_unit_are_of_different_datasheets() -> None:
    warband = f.intercessors(models=20, bodyguard=Bodyguard(leaders={20: 2}, distinct=True))
    two = {"attach": {"one": "intercessors", "two": "intercessors"}}
    shaper, other = f.unit("Shaper", id="one"), f.unit("Lone Spear", id="two")
    assert not judge("relation-limit", f.army(warband, shaper, other, declared=two))
    twin = f.unit("Shaper", id="two")
    assert one(judge("relation-limit", f.army(warband, shaper, twin, declared=two))).bound == 1
    small = f.intercessors(models=19, bodyguard=warband.bodyguard)
    assert judge("relation-limit", f.army(small, shaper, other, declared=two))


def test_one_with_support_joins_beside_a_leader_and_is_counted_apart() -> None:
    body = f.unit("Mob", id="mob")
    leaders = [f.unit(name, id=name.lower(), leader=Leader(leads=("Mob",))) for name in ("Boss", "Mek")]
    doctors = [f.unit("Doctor", id=f"doctor-{n}", leader=Leader(leads=("Mob",), support=True)) for n in (1, 2)]

    def judged(*joined: Unit, supports: int = 1) -> list[tuple[str, object]]:
        army = f.army(body, *joined, declared={"attach": {unit.id: "mob" for unit in joined}})
        return [(str(one.message), one.bound) for one in judge("relation-limit", army, supports=supports)]

    assert judged(leaders[0], doctors[0]) == []
    assert judged(doctors[0]) == []  # Support needs no leader
    assert judged(*leaders, doctors[0]) == [("Mob: 2 leaders (Boss, Mek), at most 1", 1)]
    assert judged(leaders[0], *doctors) == [("Mob: 2 join beside its leader (Doctor A, Doctor B), at most 1", 1)]
    assert judged(leaders[0], *doctors, supports=2) == []
    assert judged(doctors[0], supports=0) == [("Mob: 1 join beside its leader (Doctor), at most 0", 0)]


def test_whom_a_complete_list_names_is_no_keyword() -> None:
    hounds, riders = f.unit("Hounds"), f.unit("Riders", keywords=("Hounds",))
    listed = f.unit("Boss", leader=Leader(leads=("cats", "hounds"), whole=True))
    printed = f.unit("Boss", leader=Leader(leads=("Cats", "Hounds")))
    assert [may_lead(listed, one) for one in (hounds, riders)] == [True, False]
    assert [may_lead(printed, one) for one in (hounds, riders)] == [True, True]


def test_keywords_that_a_leader_asks_for_excludes_and_shares() -> None:
    terms = Leader(leads_keywords=(("Beast", "Rot"), ("Daemon",)), excludes=("Possessed",), shares=("Rot", "Lust"))
    herald = f.unit("Herald", keywords=("Rot",), leader=terms)
    for keywords, allowed in (
        (("Daemon", "Rot"), True),
        (("Daemon", "Lust"), False),
        (("Daemon",), False),
        (("Rot",), False),
        (("Daemon", "Rot", "Possessed"), False),
    ):
        army = f.army(herald, f.unit("Pack", keywords=keywords), declared={"attach": {"herald": "pack"}})
        assert bool(judge("relation", army)) is not allowed


def test_a_unit_that_stands_in_for_another_takes_any_of_its_leaders() -> None:
    leader = f.unit("Boss", leader=Leader(leads=("Bikers",)))
    stand_in = Bodyguard(stand_in=(StandIn(instead_of=("Bikers",)),))
    trikes = f.unit("Trikes", bodyguard=stand_in)
    assert not judge("relation", f.army(leader, trikes, declared={"attach": {"boss": "trikes"}}))
    listed = f.unit("Boss", leader=Leader(leads=("Bikers",), whole=True))  # all that it may join is listed
    assert judge("relation", f.army(listed, trikes, declared={"attach": {"boss": "trikes"}}))
    other = f.unit("Boss", leader=Leader(leads=("Walkers",)))
    assert judge("relation", f.army(other, trikes, declared={"attach": {"boss": "trikes"}}))


@pytest.mark.parametrize(
    ("terms", "allowed"),
    [
        ({}, True),
        ({"who": ("Psyker", "Chief")}, True),
        ({"who": ("Psyker",)}, False),
        ({"excludes": ("Psyker", "Chief")}, False),
        ({"excludes": ("Psyker",)}, True),
        ({"instead_of": ("Cars", "bikers")}, True),
        ({"who": ("Chief",), "instead_of": ("Cars",)}, False),
    ],
)
def test_whom_a_unit_that_stands_in_takes(terms: dict[str, tuple[str, ...]], allowed: bool) -> None:
    boss = f.unit("Boss", keywords=("Chief", "Ork"), leader=Leader(leads=("Walkers", "Bikers")))
    never, trikes = StandIn(who=("Nobody",)), StandIn(**terms)
    assert may_lead(boss, f.unit("Trikes", bodyguard=Bodyguard(stand_in=(never, trikes)))) is allowed


def test_of_two_leaders_only_one_may_be_of_a_kind() -> None:
    body = f.with_(f.intercessors(), bodyguard=Bodyguard(leaders={1: 2}, once=("Staff",)))
    staff = [f.unit("Staff", keywords=("Staff",), leader=f.captain().leader, id=f"s{n}") for n in (1, 2)]
    both = {"attach": {"s1": "intercessors", "s2": "intercessors"}}
    beside = {"attach": {"s1": "intercessors", "captain": "intercessors"}}
    assert judge("relation-limit", f.army(*staff, body, declared=both))
    assert not judge("relation-limit", f.army(staff[0], f.captain(), body, declared=beside))


def test_unreadable_texts_are_unjudged() -> None:
    unread = f.with_(f.captain(), leader=None, leader_unread=True)
    army = f.army(unread, f.intercessors(), declared={"attach": {"captain": "intercessors"}})
    assert one(judge("relation", army)).severity == "unjudged"
    hulk = f.with_(f.impulsor(), transport=(), transport_unread=True)
    army = f.army(hulk, f.intercessors(), declared={"embark": {"intercessors": "impulsor"}})
    assert one(judge("capacity", army)).severity == "unjudged"


def test_places_are_counted_by_the_largest_weight_and_by_bay() -> None:
    bays = (
        TransportBay(capacity=12, weights={"Terminator": 2, "Infantry": 1}, deny=("Dreadnought",)),
        TransportBay(capacity=1, allow=(("Dreadnought",),)),
    )
    raven = f.with_(f.stormraven(), transport=bays)
    riders = {"terminators": "stormraven", "redemptor": "stormraven"}
    assert not judge("capacity", f.army(raven, f.terminators(), f.redemptor(), declared={"embark": riders}))
    more = {**riders, "intercessors": "stormraven"}
    found = one(
        judge("capacity", f.army(raven, f.terminators(), f.redemptor(), f.intercessors(), declared={"embark": more}))
    )
    assert (found.found, found.bound) == (15, 12)
    second = {**riders, "r2": "stormraven"}
    found = one(
        judge(
            "capacity", f.army(raven, f.terminators(), f.redemptor(), f.redemptor(id="r2"), declared={"embark": second})
        )
    )
    assert (found.found, found.bound) == (2, 1)


def test_a_forbidden_leader_is_named_and_the_rest_is_not() -> None:
    jumper = f.with_(f.captain(), keywords=("Infantry", "Tacticus", "Jump Pack"))
    declared = {"attach": {"captain": "intercessors"}, "embark": {"intercessors": "impulsor"}}
    found = one(judge("capacity", f.army(jumper, f.intercessors(), f.impulsor(), declared=declared)))
    assert (found.unit, str(found.message)) == (
        "captain",
        "Captain: cannot embark in Impulsor, which does not admit Jump Pack",
    )


def test_a_unit_that_fits_into_one_of_two_bays_only_is_not_offered_to_ride() -> None:
    bays = (TransportBay(capacity=4, allow=(("Infantry",),)), TransportBay(capacity=9, allow=(("Walker",),)))
    army = f.army(f.captain(), f.intercessors(), f.unit("Bus", transport=bays), declared={"hover": ("none",)})
    found = one(judge("occupied", army, where={"keywords": ["Bus"]}))
    assert f.actions(found) == [Embark("captain", "bus"), RemoveUnit("bus")]


def test_wargear_changes_the_capacity() -> None:
    bay = TransportBay(capacity=22, capacity_with={"Killkannon": 4})
    wagon = f.unit("Battlewagon", 160, ("Vehicle",), transport=(bay,))
    declared = {"embark": {"intercessors": "battlewagon"}}
    assert not judge("capacity", f.army(wagon, f.intercessors(), declared=declared))
    armed = f.unit("Battlewagon", 160, ("Vehicle",), transport=(bay,), wargear=("killkannon",))
    assert one(judge("capacity", f.army(armed, f.intercessors(), declared=declared))).bound == 4


def test_an_empty_transport_offers_who_could_ride() -> None:
    army = f.army(f.captain(), f.intercessors(), f.redemptor(), f.impulsor(), declared={"hover": ("none",)})
    found = one(judge("occupied", army, where={"keywords": ["Dedicated Transport"]}))
    assert [fix.action for fix in found.fixes] == [
        Embark("captain", "impulsor"),
        Embark("intercessors", "impulsor"),
        RemoveUnit("impulsor"),
    ]
    quiet = f.army(f.redemptor(), f.impulsor())
    assert one(judge("occupied", quiet, where={"keywords": ["Dedicated Transport"]})).severity == "warning"


def test_states_of_attached_units_count_for_all_parts() -> None:
    leader = f.with_(f.captain(), leader=Leader(leads=("Terminator Squad",)))
    declared = {"attach": {"captain": "terminators"}, "reserves": {"terminators": "deep-strike"}}
    found = one(
        judge(
            "state",
            f.army(leader, f.terminators(), declared=declared),
            states=["deep-strike"],
            needs={"abilities": ["Deep Strike"]},
        )
    )
    assert found.unit == "captain"
    assert [fix.action for fix in found.fixes] == [
        Deploy("terminators"),
        SetReserves("terminators", "strategic-reserves"),
    ]


def test_share_at_least_by_role() -> None:
    core = f.unit("Spearmen", 249, role="Core")
    rest = f.unit("Dragon", 600, role="Lords")
    params = {"where": {"keywords": ["Core"]}, "at_least": "1/4", "base": "battle-size-limit"}
    found = one(judge("share", f.army(core, rest, size="incursion"), **params))
    assert str(found.message) == "the rule: 249 points, at least 250 needed (1/4 of 1000 points)"
    assert not judge("share", f.army(f.with_(core, points=250), rest, size="incursion"), **params)
    assert one(judge("share", f.army(core, size=""), **params)).severity == "unjudged"
    unknown, few = judge(
        "share", f.army(core, rest, rest, size=""), **{**params, "at_least": "1/2"}, of=["points", "units"]
    )
    assert (unknown.severity, few.severity, few.found, few.bound) == ("unjudged", "error", 1, 2)


@pytest.mark.parametrize(("params", "points"), [({}, 400), ({"attached": True}, 400), ({"attached": False}, 100)])
def test_a_share_counts_attached_units_as_a_whole_unless_told_otherwise(params: dict[str, bool], points: int) -> None:
    leader = f.unit("Captain", 100, ("Character",), leader=Leader(leads=("squad",)))
    body = f.unit("Squad", 300)
    army = f.army(leader, body, declared={"attach": {"captain": "squad"}})
    found = one(judge("share", army, where={"keywords": ["Character"]}, at_most="1/5", **params))
    assert found.found == points


def test_a_share_of_units_has_whole_bounds() -> None:
    army = f.army(
        *squads(5, abilities=("Deep Strike",)), declared={"reserves": {f"s{n}": "deep-strike" for n in range(3)}}
    )
    found = one(judge("share", army, of=["units"], states=["deep-strike"], at_most="1/2"))
    assert str(found.message) == "the rule: 3 units, at most 2 (1/2 of 5 units)"
    assert [fix.action for fix in found.fixes] == [
        *(Deploy(name) for name in ("s2", "s1", "s0")),
        Several((Deploy("s1"), Deploy("s2"))),
        Several((Deploy("s0"), Deploy("s1"), Deploy("s2"))),
    ]


# --- items and their allowances ----------------------------------------------------------------------------------------------

JEWELS = Vocabulary(
    item_types=(
        ItemType(id="ring", name={"en": "Ring"}),
        ItemType(id="charm", name={"en": "Charm"}, per_unit=0, repeated=True),
        ItemType(id="flag", name={"en": "Flag"}),
    )
)


def item(name: str, points: int, kind: str) -> Enhancement:
    return Enhancement(id=f"items/{name}", name=name, points=points, type=kind, local_id=name)


FIFTY = (Allowance(points=50),)


def bearer(*items: Enhancement, id: str = "hero", allowed: Any = FIFTY, **more: Any) -> Unit:
    return f.unit("Hero", 100, ("Character",), id=id, enhancements=items, allowances=allowed, **more)


def test_items_cost_no_more_than_the_allowance() -> None:
    assert not judge("allowance", f.army(bearer(item("opal", 45, "ring"), item("bell", 5, "charm"))))
    found = one(judge("allowance", f.army(bearer(item("opal", 45, "ring"), item("bell", 6, "charm")))))
    assert (found.found, found.bound) == (51, 50)
    assert f.actions(found) == [ClearEnhancement("hero", "items/bell"), ClearEnhancement("hero", "items/opal")]
    two = one(judge("allowance", f.army(bearer(item("opal", 26, "ring"), item("bell", 27, "charm")))))
    assert f.actions(two) == [ClearEnhancement("hero", "items/opal"), ClearEnhancement("hero", "items/bell")]
    exact = one(judge("allowance", f.army(bearer(item("opal", 50, "ring"), item("bell", 5, "charm")))))
    assert f.actions(exact) == [ClearEnhancement("hero", "items/bell"), ClearEnhancement("hero", "items/opal")]


def test_an_item_counts_against_the_narrowest_allowance_that_admits_it() -> None:
    both = (Allowance(points=50), Allowance(points=10, types=("charm",)), Allowance(items=("crown",)))
    assert not judge("allowance", f.army(bearer(item("opal", 50, "ring"), item("bell", 10, "charm"), allowed=both)))
    found = one(judge("allowance", f.army(bearer(item("bell", 11, "charm"), allowed=both))))
    assert (found.found, found.bound) == (11, 10)
    assert not judge("allowance", f.army(bearer(item("crown", 99, "ring"), allowed=both)))


def test_an_item_needs_an_allowance_and_what_that_asks_for() -> None:
    flags = (Allowance(types=("flag",), gear="Pole"),)
    assert not judge("allowance", f.army(bearer(item("banner", 5, "flag"), allowed=flags, wargear=("Pole",))))
    found = one(judge("allowance", f.army(bearer(item("banner", 5, "flag"), allowed=flags))))
    assert str(found.message) == "Hero: may have banner only with Pole (the rule)"
    assert f.actions(found) == [ClearEnhancement("hero", "items/banner")]
    found = one(judge_items("allowance", bearer(item("opal", 5, "ring"), allowed=flags, wargear=("Pole",))))
    assert str(found.message) == "Hero: may not have opal, nor any other Ring (the rule)"
    single = (Allowance(items=("ruby",)),)
    found = one(judge_items("allowance", bearer(item("opal", 5, "ring"), allowed=single)))
    assert str(found.message) == "Hero: may not have opal (the rule)"
    found = one(judge_items("allowance", bearer(item("opal", 5, "ring"), allowed=(*single, *flags))))
    assert str(found.message) == "Hero: may not have opal (the rule)"
    assert not judge(
        "allowance", f.army(bearer(item("opal", 5, "ring"), allowed=None))
    )  # the data bound the items themselves


def test_a_type_may_ask_for_wargear_and_an_item_may_stand_alone() -> None:
    rings = (Allowance(points=50, types_with={"ring": "Glove"}), Allowance(types=("flag",), alone=True))
    assert not judge("allowance", f.army(bearer(item("opal", 5, "ring"), allowed=rings, wargear=("Glove",))))
    assert one(judge("allowance", f.army(bearer(item("opal", 5, "ring"), allowed=rings))))
    assert not judge("allowance", f.army(bearer(item("banner", 5, "flag"), allowed=rings)))
    charms = [item("bell", 5, "charm"), item("bone", 5, "charm")]
    found = one(judge("allowance", f.army(bearer(item("banner", 5, "flag"), *charms, allowed=rings))))
    assert "cannot have other items beside banner" in str(found.message)
    assert f.actions(found) == [
        Several((ClearEnhancement("hero", "items/bell"), ClearEnhancement("hero", "items/bone"))),
        ClearEnhancement("hero", "items/banner"),
    ]


def test_a_rule_may_be_about_some_types_of_items() -> None:
    both = bearer(item("banner", 5, "flag"), item("opal", 60, "ring"), allowed=(Allowance(points=50, types=("ring",)),))
    flags = one(judge_items("allowance", both, types=["flag"]))
    assert str(flags.message) == "Hero: may not have banner, nor any other Flag (the rule)"
    others = one(judge_items("allowance", both, not_types=["flag"]))
    assert (others.found, others.bound) == (60, 50)
    flag_first = replace(both, allowances=(*FIFTY, Allowance(types=("flag",))))
    assert one(judge_items("allowance", flag_first, types=["ring"])).bound == 50


def test_an_item_may_ask_for_a_model() -> None:
    allowed = Allowance(model="witch", model_name="Night Witch")
    opal = bearer(item("opal", 5, "ring"), allowed=(allowed,))
    witch = replace(opal.models[0], local_id="witch")
    assert not judge("allowance", f.army(replace(opal, models=(*opal.models, witch))))
    for unit, needed in (
        (opal, "Night Witch"),
        (replace(opal, models=(*opal.models, replace(witch, count=0))), "Night Witch"),
        (replace(opal, allowances=(changed(allowed, model_name=""),)), "witch"),
    ):
        said = str(one(judge("allowance", f.army(unit))).message)
        assert said == f"Hero: may have opal only with {needed} (the rule)"


def typed_army(*units: Unit) -> Army:
    return f.army(*units, vocabulary=JEWELS)


def judge_items(kind: str, *units: Unit, **params: Any) -> list[Diagnostic]:
    spec = RuleSpec(id="rule", kind=kind, name={"en": "the rule"}, params=params, source="test")
    system = System(id="test", name={"en": "test"}, rules=(spec,), vocabulary=JEWELS)
    return check(typed_army(*units), Ruleset.from_system(system))


def test_a_unit_has_so_many_items_of_a_type_as_the_type_says() -> None:
    charms = [item(name, 5, "charm") for name in ("bell", "bone", "leaf")]
    assert not judge_items("per-unit", bearer(item("opal", 5, "ring"), item("banner", 5, "flag"), *charms), of="types")
    found = one(judge_items("per-unit", bearer(item("opal", 5, "ring"), item("ruby", 5, "ring")), of="types"))
    assert str(found.message) == "Hero: Ring: 2 found (opal, ruby), at most 1"
    after_others = (
        item("banner", 5, "flag"),
        item("odd", 5, "unheard-of"),
        item("opal", 5, "ring"),
        item("ruby", 5, "ring"),
    )
    assert str(one(judge_items("per-unit", bearer(*after_others), of="types")).message) == str(found.message)


def test_of_items_too_many_for_a_unit_one_is_kept_where_that_is_all_that_is_allowed() -> None:
    three = bearer(*(item(name, 5, "ring") for name in ("opal", "ruby", "jade")))
    opal, ruby, jade = (ClearEnhancement("hero", f"items/{name}") for name in ("opal", "ruby", "jade"))
    kept = [Several((ruby, jade)), Several((opal, jade)), Several((opal, ruby))]
    assert f.actions(one(judge_items("per-unit", three, of="types"))) == kept
    assert f.actions(one(judge_items("per-unit", three, of="enhancements", at_most=1))) == kept
    assert f.actions(one(judge_items("per-unit", three, of="enhancements", at_most=2))) == [jade, ruby, opal]
    dear = f.actions(one(judge_items("per-unit", three, of="enhancement-points", at_most=10)))
    assert dear == [opal, ruby, jade]
    assert f.actions(one(judge_items("per-unit", three, of="enhancement-points", at_most=5))) == [
        Several((opal, ruby, jade))
    ]


def test_a_unit_has_each_item_of_a_type_without_a_limit_once() -> None:
    bells = [item("bell", 5, "charm"), item("bell", 5, "charm"), item("bone", 5, "charm")]
    found = one(judge_items("per-unit", bearer(*bells), of="types"))
    assert str(found.message) == "Hero: bell: 2 found, at most 1"
    assert f.actions(found) == [ClearEnhancement("hero", "items/bell")]


def test_a_unit_may_have_an_item_as_often_as_its_type() -> None:
    flags = [item("banner", 5, "flag")] * 2
    assert not judge_items("per-unit", bearer(*flags), of="types", at_most=2)
    assert not judge_items("per-unit", bearer(*[item("odd", 5, "unheard-of")] * 2), of="types")


def test_an_army_has_so_many_items_of_each_type() -> None:
    few = bearer(item("odd", 5, "unheard-of"), item("odder", 5, "unheard-of"), item("opal", 5, "ring"))
    flags = [bearer(item(name, 5, "flag"), id=name) for name in ("red", "blue")]
    found = one(judge_items("copies", few, *flags, of="item-type", max={"default": 1}))
    assert str(found.message) == "Flag: 2 in the army (red, blue), at most 1"
    assert (found.unit, found.found, found.bound) == ("blue", 2, 1)
    assert f.actions(found) == [ClearEnhancement(name, f"items/{name}") for name in ("blue", "red")]


def test_an_item_is_in_the_army_once_unless_its_type_may_be_repeated() -> None:
    heroes = [bearer(item("opal", 5, "ring"), item("bell", 5, "charm"), id=name) for name in ("first", "second")]
    found = one(judge_items("copies", *heroes, of="enhancement", max={"default": 1}))
    assert str(found.message) == "opal: 2 times in the army, at most 1"


def paying(**more: Any) -> Vocabulary:
    """Rings of which an army has one for nothing, seals that are free for the Warlord; each other one costs a point."""
    ring = ItemType(id="ring", name={"en": "Ring"}, costs={"cp": -1}, free=1)
    seal = ItemType(id="seal", name={"en": "Seal"}, costs={"cp": -1}, free_with_warlord=True)
    return Vocabulary(item_types=(ring, seal), **more)


def test_items_beyond_the_free_ones_are_counted() -> None:
    params = {"of": "enhancements", "types": ["ring"], "paid": True, "at_most": 1}
    spec = RuleSpec(id="rule", kind="total", name={"en": "the rule"}, params=params, source="test")
    seals = replace(spec, params={**params, "types": ["seal"], "at_most": 0})
    units = [bearer(item(name, 0, "ring"), id=name) for name in ("opal", "ruby", "jade")]
    warlord = bearer(item("owl", 0, "seal"), id="owl", warlord=True)

    def judged(*some: Unit) -> list[Diagnostic]:
        system = System(id="test", name={"en": "test"}, rules=(spec, replace(seals, id="seals")), vocabulary=paying())
        return check(f.army(*some, vocabulary=paying()), Ruleset.from_system(system))

    assert not judged(*units[:2], warlord)
    found = one(judged(*units, warlord))
    assert (found.rule, found.unit, found.found, found.bound) == ("rule", "jade", 2, 1)
    assert str(found.message) == "the rule: 2 found (ruby, jade), at most 1"
    assert f.actions(found) == [ClearEnhancement("jade", "items/jade"), ClearEnhancement("ruby", "items/ruby")]
    assert one(judged(replace(warlord, warlord=False))).rule == "seals"


def test_a_currency_is_won_back_by_items_that_cost_enough_of_it() -> None:
    """Of an army that spends more than it has: any item that costs what is missing, else the last ones that together do."""
    words, points = paying(), Currency(id="cp", name={"en": "CP"})
    crown = ItemType(id="crown", name={"en": "Crown"}, costs={"cp": -2})
    words = replace(words, item_types=(*words.item_types, crown))

    def offered(missing: int, *items: Enhancement) -> list[Action]:
        params = {"of": "currency", "currency": "cp", "at_least": 0}
        spec = RuleSpec(id="rule", kind="total", name={"en": "the rule"}, params=params, source="test")
        system = System(id="test", name={"en": "test"}, rules=(spec,), vocabulary=words, currencies=(points,))
        units = [bearer(one, id=one.name) for one in items]
        army = f.army(*units, vocabulary=words, spent=(("cp", -missing),))
        return f.actions(one(check(army, Ruleset.from_system(system))))

    def removed(*names: str) -> list[Action]:
        return [Several(tuple(ClearEnhancement(name, f"items/{name}") for name in names))]

    free, opal, jade, onyx = (item(name, 0, "ring") for name in ("free", "opal", "jade", "onyx"))
    ruby = item("ruby", 0, "crown")
    assert offered(1, free, opal, jade) == [ClearEnhancement(name, f"items/{name}") for name in ("jade", "opal")]
    assert offered(2, free, opal, ruby) == [ClearEnhancement("ruby", "items/ruby")]
    assert offered(2, free, opal, jade, onyx) == removed("onyx", "jade")
    assert offered(3, free, opal, ruby) == removed("ruby", "opal")
    assert offered(4, free, opal, ruby) == []  # they cost 3 together


def test_detachments_that_cost_too_much_are_given_up_the_fewest_first() -> None:
    """Not all of them, and none where only what some units cost is too much."""
    points = Currency(id="dp", name={"en": "DP"})
    three = tuple(Detachment(name, name.title()) for name in ("ash", "bog", "cliff"))

    def offered(*chosen: Detachment, **where: Any) -> list[Action]:
        params = {"of": "currency", "currency": "dp", "at_most": 3, **where}
        spec = RuleSpec(id="rule", kind="total", name={"en": "the rule"}, params=params, source="test")
        system = System(id="test", name={"en": "test"}, rules=(spec,), currencies=(points,))
        army = f.army(
            f.unit("Bearer", keywords=["Infantry"], costs=(("dp", 8),)), spent=(("dp", 8),), detachments=chosen
        )
        found = f.actions(one(check(army, Ruleset.from_system(system))))
        return [action for action in found if not isinstance(action, RemoveUnit | Retake)]

    ash, bog, cliff = (GiveUpDetachment(one.id) for one in three)
    some = [Several((cliff, bog)), Several((cliff, ash)), Several((bog, ash))]
    assert offered(*three) == [cliff, bog, ash, *some]
    assert offered(three[0]) == []
    assert offered(*three, where={"keywords": ["Infantry"]}) == []


def test_an_item_may_ask_for_wargear_replace_some_and_ask_for_a_warlord() -> None:
    def hero(*held: str, instead_of: str = "", **terms: Any) -> Unit:
        rule = BearerRule(any_unit=True, **terms)
        return bearer(replace(item("opal", 0, "ring"), bearer=rule, instead_of=instead_of), wargear=held)

    def messages(*units: Unit) -> list[str]:
        return [str(one.message) for one in judge("bearer", f.army(*units), own_terms=True)]

    assert not messages(hero("Bow", gear=("bow", "sling")))
    assert messages(hero("Axe", gear=("Bow", "Sling"))) == ["Hero: opal is for a model with Bow / Sling"]
    assert not messages(hero("Bow", replaces=("Bow",), instead_of="Bow"))
    assert messages(hero("Axe", replaces=("Bow",))) == ["Hero: opal replaces Bow, which the unit does not have"]
    elf = f.unit("Elf", keywords=("Character", "Elf"), warlord=True)
    wanted = (Match(keywords=("Elf",)),)
    assert not messages(hero(warlord=wanted), elf)
    assert not messages(hero(warlord=wanted))  # without any Warlord another rule is broken
    orc = f.unit("Orc", keywords=("Character",), warlord=True)
    (finding,) = judge("bearer", f.army(hero(warlord=wanted), replace(elf, warlord=False), orc), own_terms=True)
    assert str(finding.message) == "Hero: opal is for an army whose Warlord is Elf"
    assert f.actions(finding) == [ClearEnhancement("hero", "items/opal"), SetWarlord("elf")]
    assert not messages(hero(warlord=(*wanted, Match(keywords=("Dwarf",)))), elf)


def test_forces_may_be_more_from_a_points_limit_on() -> None:
    params = {"of": "Regiment", "at_most": 1, "at_most_from": [{"limit": 2000, "number": 2}]}
    two = tuple(ForceView(name, name, "Regiment") for name in ("one", "two"))
    found = [len(judge("forces", replace(f.army(forces=two), limit=limit), **params)) for limit in (1999, 2000, 3000)]
    assert found == [1, 0, 0]


def test_parts_of_a_unit_are_at_most_a_fraction_of_it_rounded_up() -> None:
    joins = Leader(leads=("Pikes",), retinue=True)

    def army(parts: int, models: int, at: str = "pikes") -> Army:
        pikes = f.unit("Pikes", 90, id="pikes", models=models)
        scouts = [f.unit("Scouts", 30, id=f"scouts-{n}", models=parts, leader=joins) for n in range(2)]
        return f.army(pikes, *scouts, declared={"attach": {"scouts-0": at}})

    assert not judge("relation-size", army(5, 9), at_most="1/2")
    found = one(judge("relation-size", army(6, 9), at_most="1/2"))
    assert (found.found, found.bound, found.unit) == (6, 5, "scouts-0")
    assert not judge("relation-size", army(6, 9, at="scouts-1"), at_most="1/2")  # another rule says that this is none


def test_who_joined_itself_hides_no_other() -> None:
    declared = {"attach": {"captain": "captain", "lieutenant": "redemptor"}}
    found = one(judge("relation", f.army(f.captain(), f.lieutenant(), f.redemptor(), declared=declared)))
    assert found.unit == "lieutenant"


@pytest.mark.parametrize(("must", "elsewhere"), [(True, ["others"]), (False, [])])
def test_who_must_join_a_unit_and_joined_a_wrong_one_may_join_another(must: bool, elsewhere: list[str]) -> None:
    joins = Leader(leads=("Pikes", "Squad"), retinue=True, must=must, only_with=("Boss",))
    squad = f.unit("Squad", 30, id="squad", leader=joins)
    chief = f.unit("Chief", 50, id="chief", leader=Leader(leads=("Pikes",)))
    pikes = [f.unit("Pikes", 90, id=name, models=9) for name in ("pikes", "others")]
    army = f.army(squad, chief, *pikes, f.unit("Tank"), declared={"attach": {"squad": "pikes", "chief": "pikes"}})
    assert f.actions(one(judge("relation", army))) == [*(Attach("squad", name) for name in elsewhere), Detach("squad")]


@pytest.mark.parametrize(
    ("terms", "others", "said"),
    [
        ({"led_by": (f.having("Boss"),)}, ("boss",), ""),
        ({"led_by": (f.having("Boss"),)}, ("chief",), "only while Boss leads it"),
        ({"led_by": (f.having("Boss"),)}, ("part",), "only while Boss leads it"),  # a part of the unit does not lead it
        ({"led_by": (f.having("Boss"), f.having("Chief"))}, ("chief",), ""),
        ({"led_by": (f.having("Boss"),), "retinue": False}, (), ""),
        ({"only_with": ("Boss",)}, (), ""),
        ({"only_with": ("Boss", "Lord")}, ("boss", "part"), ""),
        ({"only_with": ("Boss",)}, ("boss", "chief"), "together with Chief A"),
        ({"only_with": ("Lord",)}, ("boss", "chief"), "together with Boss"),
        ({"not_beside": ("Chief", "Part")}, ("boss",), ""),
        ({"not_beside": ("Lord", "Chief")}, ("boss", "chief"), "together with Chief A"),
        ({"not_beside": ("Part",)}, ("part",), "together with Part"),
        ({"not_beside": ("Part",), "retinue": False}, ("part",), ""),
        ({"unique": True}, ("part",), ""),
        ({"unique": True}, ("part", "second"), "together with Second"),
    ],
)  # fmt: skip
def test_a_part_of_a_unit_may_ask_for_its_company(terms: dict[str, Any], others: tuple[str, ...], said: str) -> None:
    joins = Leader(leads=("Pikes",), retinue=True)
    squad = replace(f.unit("Squad", 30, id="squad"), leader=changed(joins, **terms))
    known = {
        "boss": f.unit("Boss", 50, ("Boss",), id="boss", leader=changed(joins, retinue=False)),
        "chief": f.unit("Chief", 50, ("Chief",), id="chief", leader=changed(joins, retinue=False)),
        "part": f.unit("Part", 30, ("Boss", "Part"), id="part", leader=joins),
        "second": replace(squad, id="second", name="Second", leader=joins),
    }
    units = [known[name] for name in others]
    elsewhere = replace(known["chief"], id="elsewhere")
    attach = {"squad": "pikes", "elsewhere": "others", **dict.fromkeys(others, "pikes")}
    pikes = [f.unit("Pikes", 90, id=name, models=9) for name in ("pikes", "others")]
    found = judge("relation", f.army(*pikes, squad, *units, elsewhere, declared={"attach": attach}))
    assert [(one.unit, str(one.message).endswith(said)) for one in found] == ([("squad", True)] if said else [])


def test_without_declarations_a_part_of_a_unit_fits_the_largest_one_that_it_could_join() -> None:
    def army(parts: int, must: bool = True, declared: dict[str, dict[str, str]] | None = None) -> Army:
        joins = Leader(leads=("Pikes",), retinue=True, must=must)
        pikes = [f.unit("Pikes", 90, id=f"pikes-{n}", models=n) for n in (9, 20, 4)]
        others = f.unit("Guards", 90, id="guards", models=40)  # may not be joined
        scouts = f.unit("Scouts", 30, id="scouts", models=parts, leader=joins)
        return f.army(*pikes, others, scouts, declared=declared or {})

    assert not judge("relation-size", army(10), at_most="1/2")
    found = one(judge("relation-size", army(11), at_most="1/2"))
    assert (found.found, found.bound, found.unit) == (11, 10, "scouts")
    assert not judge("relation-size", army(11, must=False), at_most="1/2")
    assert not judge("relation-size", army(11), units=2)
    crowd = f.unit("Crowd", 30, id="crowd", models=6, leader=Leader(leads=("Crowd",), retinue=True, must=True))
    assert not judge("relation-size", f.army(crowd), at_most="1/2")  # it is no part of itself


def test_so_many_units_may_join_one_as_parts_of_it() -> None:
    joins = Leader(leads=("Pikes",), retinue=True)
    scouts = [f.unit("Scouts", 30, id=f"scouts-{n}", leader=joins) for n in range(3)]
    army = f.army(f.unit("Pikes", id="pikes"), *scouts, declared={"attach": {one.id: "pikes" for one in scouts}})
    assert not judge("relation-size", army, units=3)
    assert (one(judge("relation-size", army, units=2)).found, one(judge("relation-size", army, units=2)).bound) == (
        3,
        2,
    )
    boss = f.unit("Boss", id="boss", leader=changed(joins, retinue=False))
    attach = {"boss": "pikes", **army.declarations.attach}
    led = f.army(f.unit("Pikes", id="pikes"), boss, *scouts, declared={"attach": attach})
    assert one(judge("relation-size", led, units=2)).found == 3


def test_without_declarations_parts_find_room_among_all_units_that_they_could_join() -> None:
    def army(*bodies: str, parts: int, joins: Leader) -> Army:
        hosts = [f.unit(name, 90, id=f"{name.lower()}-{n}") for n, name in enumerate(bodies)]
        return f.army(*hosts, *(f.unit("Scouts", 30, id=f"scouts-{n}", leader=joins) for n in range(parts)))

    def found(*bodies: str, parts: int, leads: tuple[str, ...] = ("Pikes",), **of_leader: bool) -> list[Diagnostic]:
        joins = Leader(leads=leads, **{"retinue": True, "must": True, **of_leader})
        return list(judge("relation-size", army(*bodies, parts=parts, joins=joins), units=2))

    assert not found("Pikes", parts=2)
    assert not found("Pikes", "Pikes", parts=4)
    assert not found("Pikes", "Guards", parts=4, leads=("Pikes", "Guards"))
    over = one(found("Pikes", "Guards", parts=4))
    assert (over.found, over.bound, over.unit) == (4, 2, "scouts-2")
    assert f.actions(one(found("Pikes", parts=3))) == [RemoveUnit(f"scouts-{n}") for n in (2, 1, 0)]
    assert not found(parts=3)  # another rule says that there is nothing to join
    assert not found("Pikes", parts=3, must=False)
    assert not found("Pikes", parts=3, retinue=False)
    assert not found(parts=1, leads=("Scouts",))  # it is no part of itself


def test_each_keyword_has_a_limit_of_its_own() -> None:
    def trained(id: str, *words: str) -> Unit:
        return f.unit(id.title(), 5, words, id=id)

    some = (trained("a", "Medic"), trained("b", "Scout"), trained("c", "Scout"))
    limits = {"Medic": 1, "Scout": 2}
    assert not judge("copies", f.army(*some), of="keyword", max=limits)
    found = one(
        judge("copies", f.army(*some, trained("d", "Medic", "Scout")), of="keyword", max={**limits, "Scout": 3})
    )
    assert (str(found.message), found.unit) == ("the rule (Medic): 2 found, at most 1", "d")
    assert tuple(found.fixes) == (Retake(Where(keywords=("Medic",)), -1), Fix(RemoveUnit("d")), Fix(RemoveUnit("a")))
    where = {"not_keywords": ["Scout"]}
    assert not judge("copies", f.army(*some, trained("d", "Medic", "Scout")), of="keyword", max=limits, where=where)


def statlines(name: str, *rows: dict[str, str]) -> Unit:
    rows_ = tuple(Profile(name=f"{name} {n}", type="Unit", values=tuple(row.items())) for n, row in enumerate(rows))
    return f.with_(f.unit(name, 10, ("Infantry",)), profiles=rows_)


@pytest.mark.parametrize(
    ("params", "legal", "illegal", "bound"),
    [
        ({"of": "W", "at_most": 3}, {"W": "3"}, {"W": "4"}, (4, 3)),
        ({"of": "Sv", "at_least": 3}, {"Sv": "3+"}, {"Sv": "2+"}, (2, 3)),
        ({"of": ["F", "R"], "at_most": 22}, {"F": "12", "R": "10"}, {"F": "12", "R": "11"}, (23, 22)),
    ],
)
def test_a_characteristic_stays_within_limits(params: Any, legal: Any, illegal: Any, bound: tuple[int, int]) -> None:
    army = f.army(statlines("Good", legal, {"X": "1"}, dict.fromkeys(legal, "-")))
    assert not judge("characteristic", army, **params)
    after = statlines("Bad", dict.fromkeys(legal, "-"), legal, illegal)
    found = one(judge("characteristic", f.army(after), **params))
    assert (found.unit, found.severity, (found.found, found.bound)) == ("bad", "error", bound)
    assert [fix.action for fix in found.fixes] == [RemoveUnit("bad")]
    assert not judge("characteristic", f.army(statlines("Bad", illegal)), where={"keywords": ["Vehicle"]}, **params)


def test_a_characteristic_that_is_no_number_is_not_judged() -> None:
    found = one(judge("characteristic", f.army(statlines("Odd", {"W": "D6"})), of="W", at_most=3))
    assert (str(found.message), found.severity) == ("Odd: the rule: W is D6, which is no number", "unjudged")
    found = one(judge("characteristic", f.army(statlines("Odd", {"W": "D6"}, {"W": "4"})), of="W", at_most=3))
    assert found.severity == "error"
    assert not judge("characteristic", f.army(statlines("Wall", {"F": "23", "R": "-"})), of=["F", "R"], at_most=22)


def test_the_mark_is_on_the_highest_value() -> None:
    def hero(name: str, value: str, **more: Any) -> Unit:
        line = Profile(name=name, type="Unit", values=(("Ld", value),))
        return f.with_(f.unit(name, 100, ("Character",), **more), profiles=(line,))

    params = {"characteristic": "Ld", "among": [{"keywords": ["Character"]}]}
    assert not judge("highest", f.army(hero("General", "9", warlord=True), hero("Captain", "8")), **params)
    assert not judge("highest", f.army(hero("General", "9", warlord=True), hero("Other", "9")), **params)
    found = one(judge("highest", f.army(hero("General", "9"), hero("Captain", "8", warlord=True)), **params))
    assert (found.found, found.bound, f.actions(found)) == (8, 9, [SetWarlord("general")])
    assert not judge("highest", f.army(hero("General", "-"), hero("Captain", "8", warlord=True)), **params)


def test_a_share_may_count_each_unit_of_an_attached_one_by_itself() -> None:
    joins = Leader(leads=("Pikes",), retinue=True)
    pikes, scouts = f.unit("Pikes", 300, ("Heavy",)), f.unit("Scouts", 100, ("Light",), leader=joins)
    army = f.army(pikes, scouts, size="incursion", declared={"attach": {"scouts": "pikes"}})
    params = {"where": {"keywords": ["Light"]}, "at_most": "1/10", "base": "battle-size-limit"}
    assert not judge("share", army, **params, attached=False)
    assert one(judge("share", army, **params)).found == 400
    found = one(
        judge("share", army, where={"keywords": ["Heavy"]}, at_most="1/4", base="battle-size-limit", attached=False)
    )
    assert (found.found, found.bound, f.actions(found)) == (300, 250, [RemoveUnit("pikes")])


# --- settings of community data ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("settings", "said"), [((), []), (("command roster",), ["Command Roster"]), (("other",), [])])
def test_chosen_settings_are_reported(settings: tuple[str, ...], said: list[str]) -> None:
    found = judge("chosen", f.army(*squads(1), settings=frozenset(settings)), of=["Command Roster", "Open Play"])
    assert [str(each.message) for each in found] == [f"the rule: {name}" for name in said]


def test_a_rule_does_not_apply_with_some_settings() -> None:
    spec = RuleSpec(id="few", kind="total", params={"of": "units", "at_most": 1}, unless=("Command Roster", "Open"))
    rules = Ruleset.from_system(System(id="test", name={"en": "test"}, rules=(spec,)))
    for settings, found in (((), 1), (("matched",), 1), (("open",), 0), (("command roster", "matched"), 0)):
        assert len(check(f.army(*squads(2), settings=frozenset(settings)), rules)) == found


def test_a_rule_does_not_apply_to_some_forces_and_factions() -> None:
    spec = RuleSpec(id="few", kind="total", params={"of": "units", "at_most": 1}, unless=("Roster", "Wardens"))
    rules = Ruleset.from_system(System(id="test", name={"en": "test"}, rules=(spec,)))
    for kind, faction, found in (("Team", "Orks", 1), ("Roster", "Orks", 0), ("Team", "Wardens", 0)):
        army = f.army(*squads(2), forces=(ForceView("one", "First", kind),), faction_name=faction)
        assert len(check(army, rules)) == found


def test_the_cheapest_enhancement_that_is_enough_is_given_up_first() -> None:
    relics = [f.enhancement(name, points) for name, points in (("Crown", 40), ("Ring", 9), ("Sword", 30), ("Cup", 20))]
    units = [f.captain(id=one.id, enhancements=(one,)) for one in relics]
    proposed = fixes.cheapest(Where(), [(unit, unit.points) for unit in units], 10)
    assert [
        one.action.unit for one in proposed if isinstance(one, Fix) and isinstance(one.action, ClearEnhancement)
    ] == [
        "cup",
        "sword",
    ]
