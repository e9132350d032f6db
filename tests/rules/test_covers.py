"""Findings of the data beside findings of rules: which of the two is reported, and under which rule."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import ForceView, TreeFinding, Unit
from listbuilder.army.model import POINTS, BattleSizeView
from listbuilder.catalogue.system import BattleSize, Cover, RuleSpec, System
from listbuilder.i18n import Text
from listbuilder.rules import Diagnostic, Ruleset, check
from tests.rules import factory as f

SIZES = tuple(BattleSize(id=name, name={"en": name}, points=points) for name, points in f.SIZES.items())
CAP = RuleSpec(id="cap", kind="copies", params={"max": {"default": 2}}, source="Rulebook")
TOTAL = {"kind": "total", "params": {"of": "units", "at_least": 3}}
COMPOSITION = RuleSpec(id="composition", kind="engine", source="Datasheets")
UNIQUE = RuleSpec(id="unique", kind="copies", params={"of": "enhancement", "max": {"default": 1}})


def judge(units: list[Unit], found: TreeFinding, *rules: RuleSpec, covers: tuple[Cover, ...]) -> list[Diagnostic]:
    system = System(id="test", name={"en": "test"}, battle_sizes=SIZES, rules=rules, covers=covers)
    return check(f.army(*units, tree_findings=(found,)), Ruleset.from_system(system))


def tree(kind: str = "max", subject: str = "Tank", sort: str = "datasheet", **more: Any) -> TreeFinding:
    return TreeFinding(
        rule="data-" + kind, by_rule=False, message=Text("by the data"), kind=kind, subject=subject, sort=sort, **more
    )


def tanks(number: int) -> list[Unit]:
    return [f.unit("Tank", id=f"t{n}") for n in range(number)]


DATASHEETS = (Cover(rules=("cap",), of="datasheet"),)


@pytest.mark.parametrize(
    ("bound", "reported"),
    [(1, ["data-max", "cap"]), (2, ["cap"]), (3, ["cap"]), (None, ["cap"])],
)
def test_a_maximum_of_the_data_stays_only_when_it_is_stricter(bound: int | None, reported: list[str]) -> None:
    found = judge(tanks(4), tree(bound=bound), CAP, covers=DATASHEETS)
    assert f.rules_of(found) == reported


def test_a_finding_that_names_another_rule_is_about_another_thing() -> None:
    """The limit of an option of the datasheet is none of its copies."""
    option = TreeFinding(
        rule="composition", message=Text("too many"), kind="max", subject="Tank", sort="datasheet", bound=3
    )
    assert f.rules_of(judge(tanks(4), option, CAP, COMPOSITION, covers=DATASHEETS)) == ["composition", "cap"]
    rules = Ruleset.from_system(
        System(id="test", name={"en": "test"}, battle_sizes=SIZES, rules=(CAP, COMPOSITION), covers=DATASHEETS)
    )
    several = f.army(*tanks(4), tree_findings=(option, tree(bound=1), tree(subject="Gun")))
    assert sorted(f.rules_of(check(several, rules))) == ["cap", "composition", "data-max", "data-max"]


@pytest.mark.parametrize(("bound", "reported"), [(2, ["few"]), (3, ["few"]), (4, ["data-min", "few"])])
def test_a_minimum_of_the_data_stays_only_when_it_is_stricter(bound: int, reported: list[str]) -> None:
    few = RuleSpec(id="few", **TOTAL)
    found = judge(
        tanks(1), tree("min", "Troops", "", bound=bound), few, covers=(Cover(rules=("few",), what=("troops",)),)
    )
    assert f.rules_of(found) == reported


@pytest.mark.parametrize("severity", ["info", "warning", "unjudged"])
def test_a_milder_finding_of_a_rule_covers_no_error_of_the_data(severity: str) -> None:
    mild = RuleSpec(id="cap", kind="copies", params={"max": {"default": 2}}, severity=severity)
    assert f.rules_of(judge(tanks(4), tree(bound=2), mild, covers=DATASHEETS)) == ["data-max", "cap"]
    assert f.rules_of(judge(tanks(4), tree(bound=2, severity=severity), mild, covers=DATASHEETS)) == ["cap"]


def test_too_few_of_a_rule_is_not_too_many_of_the_data() -> None:
    army_of_three = RuleSpec(id="few", kind="total", params={"of": "units", "at_least": 3})
    covers = (Cover(rules=("few",), what=("Troops",)),)
    found = judge(tanks(1), tree("max", "Troops", "", bound=3), army_of_three, covers=covers)
    assert f.rules_of(found) == ["data-max", "few"]


def test_one_of_several_findings_of_a_rule_is_about_the_same() -> None:
    cars = [f.unit("Car", id=f"c{n}") for n in range(4)]
    for units in ([*tanks(4), *cars], [*cars, *tanks(4)]):
        assert f.rules_of(judge(units, tree(bound=3), CAP, covers=DATASHEETS)) == ["cap", "cap"]
        other = tree(subject="Walker", bound=3)
        assert sorted(f.rules_of(judge(units, other, CAP, covers=DATASHEETS))) == ["cap", "cap", "data-max"]


def test_what_an_event_changed_is_not_found_by_the_data_either() -> None:
    system = System(id="test", name={"en": "test"}, battle_sizes=SIZES, covers=DATASHEETS, overruled=(CAP,))
    rules = Ruleset.from_system(system)
    cars = [f.unit("Car", id=f"c{n}") for n in range(4)]
    for bound, left in ((2, []), (1, ["data-max"])):
        army = f.army(*cars, *tanks(4), tree_findings=(tree(bound=bound),))
        assert f.rules_of(check(army, rules)) == left


def test_a_finding_that_no_rule_makes_stays() -> None:
    assert f.rules_of(judge(tanks(2), tree(bound=1), CAP, covers=DATASHEETS)) == ["data-max"]


@pytest.mark.parametrize("kind", ["error", "warning", "info"])
def test_what_the_authors_say_of_a_datasheet_is_not_its_number_of_copies(kind: str) -> None:
    """ "Max 1 flamer per 5 models", "only in that detachment": whatever else is wrong with these units."""
    assert f.rules_of(judge(tanks(4), tree(kind), CAP, covers=DATASHEETS)) == [f"data-{kind}", "cap"]
    left_to_data = RuleSpec(id="cap", kind="engine", source="Datasheets")
    assert f.rules_of(judge(tanks(1), tree(kind), left_to_data, covers=DATASHEETS)) == [f"data-{kind}"]
    assert f.rules_of(judge(tanks(1), tree("max"), left_to_data, covers=DATASHEETS)) == ["cap"]


def test_data_that_hide_a_second_copy_say_what_a_rule_says_and_do_not_name_it() -> None:
    assert f.rules_of(judge(tanks(4), tree("hidden"), CAP, covers=DATASHEETS)) == ["cap"]
    left_to_data = RuleSpec(id="cap", kind="engine", source="Datasheets")
    assert f.rules_of(judge(tanks(1), tree("hidden"), left_to_data, covers=DATASHEETS)) == ["data-hidden"]


def test_a_finding_about_another_datasheet_stays() -> None:
    found = judge(tanks(4), tree(subject="Walker", bound=3), CAP, covers=DATASHEETS)
    assert f.rules_of(found) == ["data-max", "cap"]


def test_a_finding_about_another_enhancement_stays() -> None:
    bearers = [f.captain(id=f"c{n}", enhancements=(f.enhancement("Sword"),)) for n in range(2)]
    covers = (Cover(rules=("unique",), of="enhancement"),)
    same = judge(bearers, tree(subject="SWORD", sort="enhancement", bound=1), UNIQUE, covers=covers)
    assert f.rules_of(same) == ["unique"]
    other = judge(bearers, tree(subject="Shield", sort="enhancement", bound=1), UNIQUE, covers=covers)
    assert f.rules_of(other) == ["data-max", "unique"]


@pytest.mark.parametrize(("unit", "reported"), [("c0", ["limit"]), ("c1", ["limit", "data-max"]), ("", ["limit"])])
def test_a_finding_about_a_name_is_covered_for_the_same_unit(unit: str, reported: list[str]) -> None:
    limit = RuleSpec(id="limit", kind="per-unit", params={"at_most": 1})
    units = [f.captain(id="c0", enhancements=(f.enhancement("A"), f.enhancement("B"))), f.captain(id="c1")]
    found = judge(
        units, tree("max", "Relics", "", unit=unit), limit, covers=(Cover(rules=("limit",), what=("Relics",)),)
    )
    assert f.rules_of(found) == reported


@pytest.mark.parametrize(("force", "reported"), [("left", ["size"]), ("right", ["size", "data-max"])])
def test_a_finding_about_a_force_is_covered_whichever_of_its_units_it_names(force: str, reported: list[str]) -> None:
    size = RuleSpec(id="size", kind="force-size", params={"of": "Wing", "at_most": 2})
    units = [f.unit("Tank", id=f"t{n}", force="left") for n in range(4)]
    army = f.army(
        *units,
        forces=[ForceView(one, one.title(), "Wing") for one in ("left", "right")],
        tree_findings=(tree(subject="Wing", sort="", bound=2, unit="t3", node=force),),
    )
    cover = Cover(what=("Wing",), rules=("size",))
    system = System(id="test", name={"en": "test"}, battle_sizes=SIZES, rules=(size,), covers=(cover,))
    assert f.rules_of(check(army, Ruleset.from_system(system))) == reported


def test_a_rule_about_the_army_covers_a_finding_about_a_unit() -> None:
    few = RuleSpec(id="few", **TOTAL)
    found = judge(
        tanks(1), tree("min", "Troops", "", unit="t0", bound=3), few, covers=(Cover(rules=("few",), what=("Troops",)),)
    )
    assert f.rules_of(found) == ["few"]


def test_a_name_that_is_not_in_the_table_is_not_covered() -> None:
    few = RuleSpec(id="few", **TOTAL)
    found = judge(tanks(1), tree("min", "Elites", "", bound=3), few, covers=(Cover(rules=("few",), what=("Troops",)),))
    assert f.rules_of(found) == ["data-min", "few"]


def test_findings_that_a_rule_leaves_to_the_data_carry_its_id_and_source() -> None:
    covers = (Cover(rules=("cap", "composition"), of="model"), Cover(rules=("composition",), what=("Crew",)))
    by_sort = judge(tanks(1), tree(sort="model", subject="Gunner"), CAP, COMPOSITION, covers=covers)
    assert [(one.rule, str(one.source)) for one in by_sort] == [("composition", "Datasheets")]
    by_name = judge(tanks(1), tree(sort="", subject="CREW"), COMPOSITION, covers=covers)
    assert f.rules_of(by_name) == ["composition"]
    neither = judge(tanks(1), tree(sort="wargear", subject="Gun"), COMPOSITION, covers=covers)
    assert [(one.rule, str(one.source)) for one in neither] == [("data-max", "")]


@pytest.mark.parametrize(
    ("limit", "size", "bound", "reported"),
    [
        (3000, "large", 2000, []),  # the list, or whoever judges it, has set a limit of its own
        (2000, "large", 2000, ["data-max"]),
        (None, "large", 2000, ["data-max"]),
        (3000, "large", 1500, ["data-max"]),  # that of no size
        (3000, "", 2000, ["data-max"]),
    ],
)
def test_what_data_bound_by_the_size_gives_way_to_the_limit_that_holds(
    limit: int | None, size: str, bound: int, reported: list[str]
) -> None:
    stated = BattleSizeView(id=size, name=size, points=2000) if size else None
    points = tree(sort=POINTS, subject="pts", found=2500, bound=bound)
    army = f.army(*tanks(1), tree_findings=(points,), limit=limit, stated_size=stated)
    rules = Ruleset.from_system(System(id="test", name={"en": "test"}))
    assert f.rules_of(check(army, rules)) == reported
    more = f.with_army(army, tree_findings=(points, tree("hidden")))
    assert sorted(f.rules_of(check(more, rules))) == sorted([*reported, "data-hidden"])


def test_a_finding_with_a_rule_of_its_own_keeps_it() -> None:
    found = TreeFinding("points-bracket", Text("price"), subject="Crew")
    judged = judge(tanks(1), found, COMPOSITION, covers=(Cover(rules=("composition",), what=("Crew",)),))
    assert f.rules_of(judged) == ["points-bracket"]


def test_a_finding_of_the_data_keeps_what_it_was() -> None:
    cause = tree(bound=1, found=3)
    found = judge([*tanks(3), f.captain()], cause, COMPOSITION, covers=())
    assert (found[0].found, found[0].bound, found[0].cause, found[0].fixes) == (3, 1, cause, ())


@pytest.mark.parametrize(("any_unit", "reported"), [(False, ["data-hidden", "lead"]), (True, ["lead"])])
def test_a_rule_may_say_it_of_another_unit(any_unit: bool, reported: list[str]) -> None:
    params = {"when": {"keywords": ["Duke"]}, "needs": {"keywords": ["Duke"], "warlord": True}}
    lead = RuleSpec(id="lead", kind="required", params=params)
    units = [f.unit("Squire", id="squire", warlord=True), f.unit("Duke", id="duke")]
    found = tree("hidden", "Warlord", "", unit="squire")
    covers = (Cover(rules=("lead",), what=("Warlord",), any_unit=any_unit),)
    assert f.rules_of(judge(units, found, lead, covers=covers)) == reported
    by_sort = tree("hidden", "Warlord", "mark", unit="squire")  # for which the table has nothing
    assert f.rules_of(judge(units, by_sort, lead, covers=covers)) == reported


@pytest.mark.parametrize(("marked", "reported"), [("squire", ["lead"]), ("duke", ["lead", "data-hidden"])])
def test_a_mark_that_another_unit_should_have_is_said_once(marked: str, reported: list[str]) -> None:
    """The rule names the unit that lacks the Warlord's mark, the data the one that has it and may not."""
    when = {"keywords": ["Duke"]}
    lead = RuleSpec(id="lead", kind="required", params={"when": when, "needs": {"keywords": ["King"], "warlord": True}})
    units = [
        f.unit("Duke", id="duke", warlord=marked == "duke"),
        f.unit("Squire", id="squire", warlord=marked != "duke"),
    ]
    found = tree("hidden", "Warlord", "warlord", unit="squire")
    covers = (Cover(rules=("lead",), of="warlord"),)
    assert sorted(f.rules_of(judge(units, found, lead, covers=covers))) == sorted(reported)
