"""Options, readings, order, verdicts and the schema of system files."""

from __future__ import annotations

import copy
import runpy
from typing import Any

import jsonschema
import msgspec
import pytest
import yaml

from listbuilder.army import TreeFinding
from listbuilder.catalogue.battle import Condition, Pool, Score
from listbuilder.catalogue.columns import Column
from listbuilder.catalogue.states import State
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.catalogue.vocabulary import Arrival, HalfStrength, Role, Vocabulary
from listbuilder.errors import Place
from listbuilder.i18n import LANGUAGES, Text, set_language
from listbuilder.replacing import replace
from listbuilder.rules import Diagnostic, Ruleset, check, verdict
from listbuilder.rules.diagnostic import SetHover, SetReserves
from listbuilder.rules.kind import RuleError, load_kind
from tests.rules import factory as f

GENERATED = runpy.run_path(str(f.ROOT / ".ci" / "kinds.py"))


def reserve(points: int, total: int, size: str = "strike-force") -> Any:
    tank = f.unit("Tank", points, ("Vehicle",))
    rest = f.unit("Rest", total - points - 80, ("Vehicle",))
    return f.army(f.captain(), tank, rest, size=size, declared={"strategic_reserves": ("tank",)})


# --- options and readings ----------------------------------------------------------------------------------------------------


def test_the_quarter_is_of_the_army_or_of_the_limit() -> None:
    army = reserve(495, 1960)
    found = f.judge(army)
    assert str(found[0].message) == (
        "Strategic Reserves: 495 points, at most 490 (1/4 of 1960 points); "
        "read as: a quarter of the army's points, Aircraft apart; other readings: "
        "a quarter of the points limit (battle-size-limit), Aircraft are counted (aircraft-counted)"
    )
    other = f.judge(reserve(501, 1960), "battle-size-limit")
    assert "; read as: a quarter of the points limit; other readings: Aircraft are" in str(other[0].message)
    assert (found[0].found, found[0].bound) == (495, 490)
    assert f.judge(army, "sr-quarter=battle-size-limit") == []
    assert f.judge(army, "battle-size-limit") == []
    assert f.judge(reserve(500, 1960), "battle-size-limit") == []
    assert f.rules_of(f.judge(reserve(501, 1960), "battle-size-limit")) == ["sr-quarter"]


def test_a_finding_does_not_say_how_a_rule_is_read_where_no_words_tell() -> None:
    system = f.system()
    (spec,) = (one for one in system.rules if one.id == "sr-quarter")
    others = {name: words for name, words in spec.meanings.items() if name != "default"}
    silent = replace(system, rules=(replace(spec, meanings=others),))
    found = check(reserve(495, 1960), Ruleset.from_system(silent))
    assert [str(one.message) for one in found] == ["Strategic Reserves: 495 points, at most 490 (1/4 of 1960 points)"]


def test_readings_of_one_rule_combine() -> None:
    declared = {"reserves": {"stormraven": "aircraft"}, "strategic_reserves": ("tank",)}
    army = f.army(f.captain(), f.stormraven(), f.unit("Tank", 490), f.unit("Rest", 1110), declared=declared)
    assert f.judge(army) == []
    assert f.judge(army, "battle-size-limit") == []
    assert f.rules_of(f.judge(army, "aircraft-counted")) == ["sr-quarter"]
    assert f.rules_of(f.judge(army, "battle-size-limit", "aircraft-counted")) == ["sr-quarter"]


def test_a_replacing_rule_stands_for_the_other_in_its_sizes_only() -> None:
    three, four = ([f.redemptor(id=f"r{n}") for n in range(count)] for count in (3, 4))
    assert f.rules_of(f.judge(f.army(f.captain(), *three, size="incursion"), "incursion-datasheet-cap")) == [
        "incursion-datasheet-cap"
    ]
    assert f.judge(f.army(f.captain(), *three), "incursion-datasheet-cap") == []
    assert f.rules_of(f.judge(f.army(f.captain(), *four), "incursion-datasheet-cap")) == ["datasheet-cap"]


def test_passengers_of_aircraft_by_deep_strike_only() -> None:
    declared = {"reserves": {"stormraven": "aircraft"}, "embark": {"intercessors": "stormraven"}}
    army = f.army(f.captain(), f.intercessors(), f.stormraven(), f.unit("Rest", 1300), declared=declared)
    assert f.judge(army) == []
    assert f.rules_of(f.judge(army, "passengers-deep-strike")) == ["aircraft-transport-passengers"]


def test_rules_can_be_left_out() -> None:
    army = f.army(f.captain(), f.calgar(), f.calgar(id="again"))
    assert f.rules_of(f.judge(army)) == ["epic-hero-unique"]
    without = Ruleset.from_system(f.system(), disabled=("epic-hero-unique",))
    assert "epic-hero-unique" not in {rule.id for rule in without.rules}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("reserve-half", r"no rule or reading reserve-half \(did you mean reserves-half"),
        ("battle-size-limits", "did you mean battle-size-limit"),
        ("sr-quater=battle-size-limit", r"no rule sr-quater \(did you mean sr-quarter"),
        ("sr-quarter=battle-size", r"has no reading battle-size \(did you mean battle-size-limit"),
        ("", "no rule or reading "),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(name: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        f.ruleset(name)


def test_wrong_ally_rules_are_refused() -> None:
    system = System(id="s", name={"en": "s"}, ally_rules=({"id": "a", "name": "A", "group": {"keyword": "x"}},))
    with pytest.raises(RuleError, match=r"ally_rules.*keyword"):
        Ruleset.from_system(system)


# --- verdicts and order ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("severities", "expected"),
    [
        ((), "legal"),
        (("warning", "info"), "legal"),
        (("unjudged", "warning"), "unjudged"),
        (("unjudged", "error"), "illegal"),
    ],
)
def test_verdict(severities: tuple[str, ...], expected: str) -> None:
    assert verdict(Diagnostic("rule", Text("x"), severity) for severity in severities) == expected


def test_findings_stand_in_the_order_of_units_then_of_rules() -> None:
    place = Place("list.yaml", 7)
    tree = (
        TreeFinding("wargear-options", Text("gun"), unit="ints"),
        TreeFinding("unit-composition", Text("size"), unit="ints", place=place),
    )
    army = f.army(
        f.unit("Boyz", 2000, faction=("Orks",)),
        f.intercessors(id="ints", enhancements=(f.enhancement(),)),
        f.captain(),
        tree_findings=tree,
    )
    found = f.judge(army)
    assert [(one.unit, one.rule) for one in found] == [
        ("", "points-limit"),
        ("boyz", "army-faction"),
        ("ints", "unit-composition"),
        ("ints", "wargear-options"),
        ("ints", "enh-character-only"),
    ]
    assert found[2].place == place
    assert str(found[2].source)


def test_declarations_are_judged_only_when_there_are_any() -> None:
    assert f.judge(f.army(f.captain(), f.stormraven())) == []
    declared = {"attach": {}, "strategic_reserves": ("captain",)}
    found = f.judge(f.army(f.captain(), f.stormraven(), f.unit("Rest", 800), declared=declared))
    assert f.rules_of(found) == ["aircraft-reserves"]
    assert [fix.action for fix in found[0].fixes] == [
        SetReserves("stormraven", "aircraft"),
        SetReserves("stormraven", "strategic-reserves"),
        SetHover("stormraven", on=True),
    ]


def test_a_finding_stands_where_the_declaration_does() -> None:
    places = {"declarations.attach.captain": Place("list.yaml", 12, 5)}
    army = f.army(f.captain(), f.redemptor(), declared={"attach": {"captain": "redemptor"}}, places=places)
    assert f.judge(army)[0].place == Place("list.yaml", 12, 5)


def test_a_limit_without_a_battle_size_takes_the_next_larger_size() -> None:
    beasts = f.unit("Beasts", 251, ("Unaligned Forces",), faction=())
    army = f.army(f.captain(), beasts, size="", limit=750)
    assert f.rules_of(f.judge(army)) == ["ally-cap"]
    assert f.judge(f.with_army(army, limit=1500)) == []
    assert f.judge(f.with_army(army, limit=5000)) == []


def test_names_are_shown_in_the_language_in_use() -> None:
    found = f.judge(f.army(f.captain(warlord=False)))
    try:
        set_language("zh")
        assert "主将" in str(found[0].message)
    finally:
        set_language("en")
    assert str(found[0].message) == "Warlord: 0 found, at least 1 needed"


def test_checking_does_not_change_its_input() -> None:
    army = reserve(495, 1960)
    before = copy.deepcopy(army)
    assert f.judge(army) == f.judge(army)
    assert army == before


# --- schema, data -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", f.system().rules, ids=lambda rule: rule.id)
def test_every_rule_explains_itself(rule: RuleSpec) -> None:
    assert rule.source["en"]
    assert load_kind(rule.kind).doc
    assert rule.examples["legal"]["en"]
    for code in LANGUAGES:
        assert rule.name[code]
        assert rule.help[code]


def test_an_unknown_rule_names_the_nearest() -> None:
    with pytest.raises(RuleError, match="did you mean warlord"):
        Ruleset.from_system(f.system(), disabled=["warlrod"])


def test_references_between_rules_hold() -> None:
    known = {spec.id for spec in f.system().rules}
    sizes = {size.id for size in f.system().battle_sizes}
    for spec in f.system().rules:
        assert set(spec.replaces) | set(spec.params.get("enforced_by", ())) <= known
        assert set(spec.sizes) <= sizes
    for ally in f.ruleset().allies:
        assert set(ally.points) <= sizes
    assert f.system().default_size in sizes


def test_the_committed_schema_and_page_are_the_generated_ones() -> None:
    assert (f.ROOT / "schemas/system.schema.json").read_text(encoding="utf-8") == GENERATED["schema_text"]()
    assert (f.ROOT / "schemas/event.schema.json").read_text(encoding="utf-8") == GENERATED["event_schema_text"]()
    assert (f.ROOT / "docs/rules/kinds.md").read_text(encoding="utf-8") == GENERATED["kinds_page"]()


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = GENERATED["system_schema"]()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.fixture
def document() -> dict[str, Any]:
    return yaml.load((f.ROOT / "factions/wh40k-10e/system.yaml").read_bytes(), yaml.CSafeLoader)  # type: ignore[no-any-return]


def test_the_shipped_system_is_valid(validator: jsonschema.Draft202012Validator, document: dict[str, Any]) -> None:
    assert [error.message for error in validator.iter_errors(document)] == []


def test_the_schema_refuses_mistakes(validator: jsonschema.Draft202012Validator, document: dict[str, Any]) -> None:
    cap = next(rule for rule in document["rules"] if rule["id"] == "datasheet-cap")
    for change in (
        {"kind": "copy"},
        {"params": {"of": "datasheet", "maximum": {"default": 3}}},
        {"params": {"max": {"default": "three"}}},
        {"stage": "later"},
        {"source": ""},
        {"name": {"zh": "只有中文"}},
        {"unknown": 1},
    ):
        wrong = {**document, "rules": [{**cap, **change}]}
        assert list(validator.iter_errors(wrong)), change
    missing = {**document, "rules": [{"id": "x", "kind": "exclusive", "source": "s"}]}
    assert list(validator.iter_errors(missing))


def test_the_schema_and_the_records_agree() -> None:
    properties = GENERATED["system_schema"]()["$defs"]["rule"]["properties"]
    assert set(properties) == set(RuleSpec.__struct_fields__)
    keys = {*System.__struct_fields__, *Vocabulary.__struct_fields__} - {"vocabulary", "overruled"}
    keys.add("absent")  # which `data check` reads
    assert set(GENERATED["system_schema"]()["properties"]) == keys


@pytest.mark.parametrize("record", [Column, Role, State, HalfStrength, Arrival, Pool, Score, Condition])
def test_the_schema_of_the_vocabulary_and_its_records_agree(record: type[msgspec.Struct]) -> None:
    name = "half_strength" if record is HalfStrength else record.__name__.lower()
    definition = GENERATED["system_schema"]()["$defs"][name]
    assert list(definition["properties"]) == list(record.__struct_fields__)
    needed = [field.name for field in msgspec.structs.fields(record) if field.required]
    assert definition["required"] == needed


def test_stratagems_have_names_in_chinese_and_russian() -> None:
    system = f.system()
    for stratagem in system.stratagems:
        for language in set(LANGUAGES) - {"en"}:
            assert stratagem.name in system.glossary[language]
            assert stratagem.type in system.glossary[language]
            for phase in stratagem.phase.split(" / "):
                assert language in system.vocabulary.phases[phase]


# --- which rules apply -------------------------------------------------------------------------------------------------------


def reporting(name: str, **more: Any) -> RuleSpec:
    """A rule that finds something in every army."""
    return RuleSpec(id=name, kind="total", params={"of": "units", "at_least": 99}, **more)


@pytest.mark.parametrize(
    ("size", "found"),
    [
        ("incursion", ["always", "small", "instead-of-small-games"]),
        ("strike-force", ["always", "medium", "instead-of-medium-games"]),
        ("onslaught", ["always", "small-games", "medium-games"]),
    ],
)
def test_rules_apply_in_their_sizes_and_give_way_to_those_that_replace_them(size: str, found: list[str]) -> None:
    rules = (
        reporting("always"),
        reporting("small", sizes=("incursion",)),
        reporting("medium", sizes=("strike-force", "other")),
        reporting("small-games", sizes=("incursion", "onslaught")),
        reporting("medium-games", sizes=("strike-force", "onslaught")),
        reporting("instead-of-small-games", sizes=("incursion",), replaces=("small-games",)),
        reporting("instead-of-medium-games", sizes=("strike-force",), replaces=("medium-games",)),
        reporting("never"),
        reporting("unlisted", enabled=False),
        reporting("instead-of-never", replaces=("never",), sizes=("strike-force",), enabled=False),
    )
    system = System(id="s", name={"en": "s"}, battle_sizes=f.system().battle_sizes, rules=rules)
    judged = check(f.army(size=size), Ruleset.from_system(system, disabled=["never"]))
    assert f.rules_of(judged) == found


def test_a_rule_may_be_replaced_in_every_size() -> None:
    system = System(
        id="s", name={"en": "s"}, rules=(reporting("old"), reporting("new", replaces=("old",), enabled=False))
    )
    assert f.rules_of(check(f.army(), Ruleset.from_system(system))) == ["old"]
    assert f.rules_of(check(f.army(), Ruleset.from_system(system, ["new"]))) == ["new"]


def test_a_reading_applies_to_every_rule_that_has_it() -> None:
    easy = {"easy": {"at_least": 0}}
    rules = (reporting("a", readings=easy), reporting("b", readings=easy), reporting("c", readings=easy, enabled=False))
    system = System(id="s", name={"en": "s"}, rules=rules)
    assert f.rules_of(check(f.army(), Ruleset.from_system(system))) == ["a", "b"]
    assert f.rules_of(check(f.army(), Ruleset.from_system(system, ["a=easy"]))) == ["b"]
    assert [rule.id for rule in Ruleset.from_system(system, ["easy"]).rules] == ["a", "b", "c"]
    assert check(f.army(), Ruleset.from_system(system, ["easy"])) == []


def test_rule_sets_are_shared_by_system_and_options() -> None:
    system = System(id="s", name={"en": "s"}, rules=(reporting("a"), reporting("b", enabled=False)))
    first = Ruleset.shared(system)
    assert Ruleset.shared(system, ["b"]) is Ruleset.shared(system, ("b",))
    assert Ruleset.shared(system, ["b"]) is not Ruleset.shared(system)
    assert Ruleset.shared(system) is first
    same = System(id="s", name={"en": "s"}, rules=(reporting("a"),))
    assert Ruleset.shared(same) is not Ruleset.shared(system)
    assert len(Ruleset.shared(same).rules) == 1


def test_stages_and_numbers_for_formations() -> None:
    late = reporting("late", stage="declaration")
    hover = RuleSpec(id="hover", kind="hover", params={"removes": ["Aircraft"]})
    near = RuleSpec(id="near", kind="coherency", params={"from_models": 6})
    ruleset = Ruleset.from_system(System(id="s", name={"en": "s"}, rules=(late, hover, near)))
    assert check(f.army(f.captain()), ruleset) == []
    assert f.rules_of(check(f.army(f.captain(), declared={"deployed": ("captain",)}), ruleset)) == ["late"]
    flyer = f.army(f.stormraven(), f.intercessors(models=10), declared={"hover": ("stormraven",)})
    groups = ruleset.formation(flyer).groups
    assert [group.coherency for group in groups] == [False, True]
    assert not groups[0].has("Aircraft")


def test_a_kind_of_reserves_that_the_game_does_not_have_is_not_judged() -> None:
    system = msgspec.structs.replace(f.system(), rules=())
    army = f.army(f.terminators(), declared={"reserves": {"terminators": "deep-strik"}})

    (found,) = check(army, Ruleset.from_system(system))

    assert (found.rule, found.severity, found.unit) == ("unknown-name", "unjudged", "terminators")
    assert str(found.message) == "Terminator Squad: deep-strik is not a kind of reserves; did you mean deep-strike?"


def test_a_finding_about_the_whole_army_stands_where_the_list_has_its_units() -> None:
    system = System(id="s", name={"en": "s"}, rules=(reporting("a"),))
    places = f.placed("name", "units")
    (found,) = check(f.army(places=places), Ruleset.from_system(system))
    assert found.place == places["units"]
    (unplaced,) = check(f.army(), Ruleset.from_system(system))
    assert unplaced.place is None
