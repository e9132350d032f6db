"""Binding roster files: names in any language, defaults, ids, places, and what the data do not know."""

from __future__ import annotations

import pytest

from listbuilder.listfile import bound, document
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.tree import Roster, Selection

HEAD = "system: wh40k-10e\nfaction: space-marines\n"


def units(roster: Roster) -> list[Selection]:
    return [unit for unit in roster.forces[0].selections if unit.option.type == "unit"]


def carried(model: Selection) -> list[str]:
    return sorted(f"{child.amount} {child.option.name}" for child in model.selections)


def test_a_unit_with_nothing_said_is_the_smallest_one(bind) -> None:
    roster, problems = bind(HEAD + "units: [{datasheet: intercessor-squad}]\n")
    (unit,) = units(roster)

    assert not problems
    assert [(model.id, model.amount) for model in unit.selections] == [
        ("intercessor-squad/intercessor-sergeant/1", 1),
        ("intercessor-squad/intercessor/1", 4),
    ]
    assert carried(unit.selections[1]) == ["1 Bolt pistol", "1 Bolt rifle", "1 Close combat weapon"]


@pytest.mark.parametrize(
    "name", ["intercessor-squad", "Intercessor Squad", "INTERCESSOR SQUAD", "仲裁者小队", "intercessor_squad"]
)
def test_names_in_any_language_and_case(bind, name: str) -> None:
    roster, problems = bind(f"{HEAD}units: [{{datasheet: {name}, models: {{Intercessor: 5}}}}]\n")

    assert not problems
    assert units(roster)[0].selections[1].amount == 5


@pytest.mark.parametrize(
    ("wargear", "told"),
    [
        ("{intercessor: {bolt-rifle: bolt-rifle}}", []),
        (
            "{intercessor: {astartes-chainsword: astartes-chainsword}}",
            ["has no Astartes chainsword that it could give up"],
        ),
        ("{intercessor: {replace: {plasma-pistol: []}}}", ["has no Plasma pistol that it could give up"]),
        ("{intercessor: {replace: [{bolt-rifle: []}, {bolt-rifle: []}]}}", ["has no Bolt rifle that it could give up"]),
        ("{intercessor: {replace: {bolt-rifle: plasma-pistol, plasma-pistol: bolt-rifle}}}", []),
    ],
)
def test_what_a_model_gives_up_it_has(bind, wargear: str, told: list[str]) -> None:
    _, problems = bind(f"{HEAD}units:\n  - {{datasheet: intercessor-squad, wargear: {wargear}}}\n")
    assert [str(one.message) for one in problems] == [f"Intercessor: {text}" for text in told]
    assert all(
        (one.rule, one.severity, one.line, one.unit) == ("roster-file", "unjudged", 4, "intercessor-squad")
        for one in problems
    )


def test_wargear_of_models_that_the_unit_does_not_have_is_told() -> None:
    text = "system: whfb-8e\nfaction: empire\nunits: [{datasheet: halberdiers, wargear: {champion: {add: shield}}}]\n"
    ((problem,), (other,)) = (
        bound.bind(document.load(text.replace("champion", kind).encode())).problems for kind in ("champion", "sergant")
    )
    assert str(problem.message) == "Sergeant: wargear is given for it, but the unit has none"
    assert str(other.message) == "unknown model: sergant"
    rows = bound.bind(document.load(text.replace("{add: shield}", "[{name: Otto}, {add: shield}]").encode())).problems
    only_one = "Sergeant: only one loadout may leave out its count"
    assert {str(one.message) for one in rows} == {str(problem.message), only_one}
    named = text.replace("{add: shield}", "{name: Otto}")
    assert not bound.bind(document.load(named.encode())).problems


@pytest.mark.parametrize("what", ["embark: {a: b}", "hover: [a]", "split: [a]", "marks: {x: [a]}"])
def test_what_a_game_does_not_declare_is_told(what: str) -> None:
    text = "system: whfb-8e\nfaction: empire\nunits: [{id: a, datasheet: archers}, {id: b, datasheet: mortar}]\n"
    (problem,) = bound.bind(document.load(f"{text}declarations: {{{what}}}\n".encode())).problems
    assert (str(problem.message), problem.severity) == (
        f"this game has no declaration {what.split(':', maxsplit=1)[0]}",
        "warning",
    )
    assert problem.line == 4


def test_every_node_has_an_id_of_its_own_and_a_place(bind) -> None:
    text = (
        HEAD
        + "detachment: Gladius Task Force\nunits:\n  - {datasheet: captain, warlord: true, enhancement: Artificer Armour}\n"
    )
    roster, problems = bind(text)

    assert not problems
    assert {node.id for node in roster.walk()} == set(roster.nodes) - {"@army"}
    assert all(node.place[0] == "army.yaml" for node in roster.walk())
    assert roster.nodes["captain"].place == ("army.yaml", 5, 6)
    assert roster.nodes["captain/enhancement/gladius-task-force/artificer-armour"].place == ("army.yaml", 5, 54)
    assert roster.nodes["@detachment/gladius-task-force"].place == ("army.yaml", 3, 13)


def test_ids_are_the_files_or_made_of_the_datasheet(bind) -> None:
    text = (
        HEAD
        + "units: [{datasheet: captain}, {id: captain-2, datasheet: captain}, {datasheet: captain}, {id: 7, datasheet: captain}]\n"
    )

    assert [unit.id for unit in units(bind(text)[0])] == ["captain", "captain-2", "captain-3", "7"]


def test_an_id_for_two_units_is_a_problem(bind) -> None:
    roster, (problem,) = bind(HEAD + "units: [{id: a, datasheet: captain}, {id: a, datasheet: captain}]\n")

    assert (problem.rule, problem.line, problem.column) == ("duplicate-id", 3, 43)
    assert len(units(roster)) == 2


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("units: [{datasheet: captian}]", (3, 21), "unknown datasheet: captian (did you mean captain?)"),
        ("units: [{datasheet: intercessor-squad, models: {sergant: 1}}]", (3, 49), "unknown model: sergant"),
        ("units: [{datasheet: captain, wargear: {captain: {bolt-pistl: power-fist}}}]", (3, 50), "unknown item: bolt-pistl (did you mean bolt-pistol?)"),
        ("units: [{datasheet: captain, wargear: {captain: {bolt-pistol: powerfists}}}]", (3, 63), "unknown item: powerfists (did you mean power-fist?)"),
        ("units: [{datasheet: captain, wargear: {captain: {add: [relic-shild]}}}]", (3, 56), "unknown item: relic-shild (did you mean relic-shield?)"),
        ("units: [{datasheet: captain, enhancement: artificial-armour}]", (3, 43), "unknown enhancement: artificial-armour (did you mean artificer-armour?)"),
        ("detachment: Gladius", (3, 13), "unknown detachment: Gladius (did you mean"),
        ("battle_size: strikeforce", (3, 14), "unknown battle size: strikeforce (did you mean strike-force?)"),
        ("units: [{datasheet: captain, modles: {}}]", (3, 30), "unknown key modles (did you mean models?)"),
        ("units: [{datasheet: captain}]\ndeclarations: {hover: [captan]}", (4, 24), "unknown unit: captan (did you mean captain?)"),
        ("declarations: {atach: {}}", (3, 16), "unknown key atach (did you mean attach?)"),
        ("limits: {gold: 5}", (3, 10), "unknown kind of cost: gold"),
    ],
)  # fmt: skip
def test_unknown_names_are_problems_at_their_place(bind, text: str, place: tuple, message: str) -> None:
    _, problems = bind(f"{HEAD}{text}\n")

    (problem,) = problems
    assert (problem.line, problem.column) == place
    assert message in str(problem)
    assert problem.severity == "unjudged"


def test_foreign_keys_are_only_a_warning(bind) -> None:
    _, problems = bind(HEAD + "painted: true\nx-mine: 1\nunits: [{datasheet: captain, gluing: done}]\n")

    assert [(problem.severity, problem.line) for problem in problems] == [("warning", 3), ("warning", 5)]


def test_units_that_are_unknown_do_not_trouble_the_declarations(bind) -> None:
    _, problems = bind(HEAD + "units: [{id: a, datasheet: nonsense-squad}]\ndeclarations: {attach: {a: a}}\n")

    assert len(problems) == 1


# --- what is not allowed is bound all the same ---------------------------------------------------------------------------------


def test_illegal_wargear_is_kept(bind) -> None:
    roster, problems = bind(
        HEAD
        + "units: [{datasheet: intercessor-squad, wargear: {intercessor: [{count: 1, replace: {bolt-rifle: power-fist}}]}}]\n"
    )
    changed = units(roster)[0].selections[1]

    assert not problems
    assert carried(changed) == ["1 Bolt pistol", "1 Close combat weapon", "1 Power fist"]


def test_two_enhancements_two_warlords_two_detachments(bind) -> None:
    text = HEAD + "detachment: [gladius-task-force, anvil-siege-force]\nunits:\n"
    text += (
        "  - {datasheet: captain, warlord: true, enhancement: [artificer-armour, stoic-defender, artificer-armour]}\n"
    )
    text += "  - {datasheet: intercessor-squad, warlord: true, enhancement: fire-discipline}\n"
    roster, problems = bind(text)
    names = [child.option.name for unit in units(roster) for child in unit.selections if child.option.type == "upgrade"]

    assert not problems
    assert names == ["Warlord", "Artificer Armour", "Stoic Defender", "Artificer Armour", "Warlord", "Fire Discipline"]
    assert len(roster.nodes["@detachment"].selections) == 2


def test_a_battle_size_left_out_is_the_default(bind) -> None:
    assert "@battle-size/strike-force" in bind(HEAD)[0].nodes


# --- wargear -------------------------------------------------------------------------------------------------------------------


def squad(bind, wargear: str, models: str = "{intercessor: 9}") -> list[Selection]:
    roster, problems = bind(f"{HEAD}units: [{{datasheet: intercessor-squad, models: {models}, wargear: {wargear}}}]\n")
    assert not problems
    return units(roster)[0].selections


def test_loadouts_with_counts_leave_the_rest_as_it_comes(bind) -> None:
    found = squad(bind, "{intercessor: [{count: 2, add: astartes-grenade-launcher}]}")

    assert [model.amount for model in found] == [1, 2, 7]


def test_a_loadout_without_count_is_for_all_the_rest(bind) -> None:
    found = squad(bind, "{intercessor: [{add: astartes-grenade-launcher}, {count: 2, name: Twins}]}")

    assert [(model.amount, model.custom_name) for model in found[1:]] == [(7, ""), (2, "Twins")]


def test_more_loadouts_than_models_is_a_problem_only_when_the_number_is_stated(bind) -> None:
    text = HEAD + "units: [{datasheet: intercessor-squad, %swargear: {intercessor: [{count: 6}]}}]\n"

    assert units(bind(text % "")[0])[0].selections[1].amount == 6
    assert [problem.rule for problem in bind(text % "models: {intercessor: 5}, ")[1]] == ["roster-file"]


def test_a_loadout_for_the_rest_may_find_none_left(bind) -> None:
    loadouts = "[{count: 5, replace: {bolt-rifle: []}}, {add: astartes-grenade-launcher}]"
    roster, problems = bind(
        f"{HEAD}units: [{{datasheet: intercessor-squad, models: {{intercessor: 5}}, wargear: {{intercessor: {loadouts}}}}}]\n"
    )

    assert not problems
    assert [model.amount for model in units(roster)[0].selections] == [1, 5]


@pytest.mark.parametrize(
    "wargear",
    [
        "{bolt-pistol: plasma-pistol}",
        "{master-crafted-bolter: plasma-pistol, close-combat-weapon: power-fist}",
        "{bolt pistol + master-crafted bolter: Plasma pistol}",
        "{replace: [{bolt-pistol: plasma-pistol}, {close-combat-weapon: power-fist}]}",
        "{items: [plasma-pistol, power-fist]}",
        "{bolt-pistol: power-fist, master-crafted-bolter: plasma-pistol, close-combat-weapon: []}",
    ],
)
def test_items_given_up_together_may_be_written_in_many_ways(bind, wargear: str) -> None:
    roster, problems = bind(f"{HEAD}units: [{{datasheet: captain, wargear: {{captain: {wargear}}}}}]\n")
    names = {child.id.rpartition("/")[0] for child in units(roster)[0].selections[0].selections}

    assert not problems
    assert "captain/captain/1/pistol" in names
    assert not any("unlisted" in name for name in names)


# --- declarations --------------------------------------------------------------------------------------------------------------

DECLARED = (
    HEAD
    + "units: [{id: c, datasheet: captain}, {id: a, datasheet: intercessor-squad, name: First}, {id: b, datasheet: intercessor-squad}]\n"
)


def test_declarations_name_units_by_id_or_unique_name(bind) -> None:
    roster, problems = bind(
        DECLARED + "declarations: {attach: {Captain: first}, reserves: {b: other}, strategic_reserves: [a, a]}\n"
    )

    assert not problems
    assert roster.declarations == Declarations(attach={"c": "a"}, reserves={"b": "other"}, strategic_reserves=("a",))


def test_a_name_of_several_units_is_a_problem(bind) -> None:
    _, problems = bind(DECLARED + "declarations: {split: [Intercessor Squad]}\n")

    assert "several have this name" in str(problems[0])


def test_halves_have_the_names_of_the_list_or_those_of_their_unit(bind) -> None:
    roster, problems = bind(DECLARED + "declarations: {split: {First: [left, right]}, reserves: {left: other}}\n")
    assert not problems
    assert roster.declarations == Declarations(split={"a": ("left", "right")}, reserves={"left": "other"})
    roster, problems = bind(DECLARED + "declarations: {split: [b], embark: {b/1: a}, strategic_reserves: [b/2]}\n")
    assert not problems
    assert roster.declarations == Declarations(
        split={"b": ("b/1", "b/2")}, embark={"b/1": "a"}, strategic_reserves=("b/2",)
    )


@pytest.mark.parametrize(
    ("halves", "told"),
    [
        ("{a: [b, x]}", [("a", "duplicate unit id: b")]),
        ("{a: [x, y], b: [y, z]}", [("b", "duplicate unit id: y")]),
    ],
)
def test_a_half_has_a_name_of_its_own(bind, halves: str, told: list[tuple[str, str]]) -> None:
    _, problems = bind(f"{DECLARED}declarations: {{split: {halves}}}\n")
    assert [(one.unit, str(one.message)) for one in problems] == told
    assert {(one.rule, one.line) for one in problems} == {("duplicate-id", 4)}


def test_of_units_that_nobody_knows_there_are_no_halves(bind) -> None:
    roster, problems = bind(DECLARED + "declarations: {split: {d: [x, y], a: [v, w]}, reserves: {x: other}}\n")
    assert roster.declarations == Declarations(split={"a": ("v", "w")})
    assert [str(one.message) for one in problems] == ["unknown unit: d", "unknown unit: x"]


def test_places_of_declarations(bind, marines) -> None:
    read = document.load((DECLARED + "declarations:\n  attach: {c: a}\n").encode(), "army.yaml")
    document.bind(read, marines)

    assert read.places["declarations.attach.c"] == ("army.yaml", 5, 12)
    for split, column in (("{b: [x, y]}", 11), ("[b]", 11)):
        other = document.load(f"{DECLARED}declarations:\n  split: {split}\n".encode(), "army.yaml")
        document.bind(other, marines)
        assert other.places["declarations.split.b"] == ("army.yaml", 5, column)
    assert read.places["units.b"] == ("army.yaml", 3, 90)
    assert read.places["faction"] == ("army.yaml", 2, 10)


def test_declarations_in_a_file_of_their_own(bind) -> None:
    roster, _ = bind(DECLARED)
    own = document.load_declarations(b"roster: army.yaml\nattach: {c: a}\nembark: {x: a}\nhoover: [c]\n", "game.yaml")
    declared, problems = document.bind_declaration_file(own, roster)

    assert own.roster == "army.yaml"
    assert declared == Declarations(attach={"c": "a"})
    assert [(problem.file, problem.line, problem.column) for problem in problems] == [
        ("game.yaml", 4, 1),
        ("game.yaml", 3, 10),
    ]
    assert own.places == {"declarations.attach.c": ("game.yaml", 2, 10)}


@pytest.mark.parametrize(("key", "severity"), [("nane", "unjudged"), ("nxne", "warning"), ("x-nane", None)])
def test_an_unknown_key_is_unjudged_where_it_looks_like_a_typo(bind, key: str, severity: str | None) -> None:
    _, problems = bind(f"system: wh40k-10e\nfaction: space-marines\n{key}: Otto\n")

    assert [problem.severity for problem in problems] == ([severity] if severity else [])
