"""Loadouts of invented datasheets: options with the same result, slots closed by a choice, and how values are laid out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.engine import Engine
from listbuilder.listfile import document
from listbuilder.listfile.plain import Ids, roster_data
from listbuilder.listfile.writer import flow, styled
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.sources.native import NativeSet

SYSTEM = "id: alley\nname: Alley\npoints_name: coins\nbattle_sizes: [{id: brawl, name: Brawl, points: 50}]\nrules: []\n"
FACTION = "id: gang\nname: Gang\nsystem: alley\nkeyword: Gang\npoints_date: 2026-01-01\nsource: {set: own}\n"
SHEET = """\
id: SHEET
name: Thugs
role: infantry
faction_keywords: [Gang]
keywords: [Infantry]
profiles: [{name: Thugs, M: 5", T: 3, SV: 6+, W: 1, LD: 7+, OC: 1}]
models:
  boss: {name: Boss, count: 1, wargear: [club, sling]}
  thug: {name: Thug, count: 2, wargear: [club, sling]}
points: {3: 10}
weapons:
  club: {name: Club, type: melee, A: 1, WS: 4+, S: 3, AP: 0, D: 1}
  chain: {name: Chain, type: melee, A: 2, WS: 4+, S: 3, AP: 0, D: 1}
  pike: {name: Pike, type: melee, A: 3, WS: 4+, S: 3, AP: 0, D: 1}
  sling: {name: Sling, type: ranged, range: 8", A: 1, BS: 4+, S: 3, AP: 0, D: 1}
options:
OPTIONS
  - {id: pike, replace: [club, sling], with: [pike]}
abilities: {}
"""
OWN = """\
id: own
name: Thugs
role: infantry
faction_keywords: [Gang]
keywords: [Infantry]
profiles: [{name: Thugs, M: 5", T: 3, SV: 6+, W: 1, LD: 7+, OC: 1}]
models:
  thug: {name: Thug, count: 2, wargear: [sling]}
  boss: {name: Boss, count: 1, wargear: [boss-sling]}
points: {3: 10}
weapons:
  boss-sling: {name: Sling, type: ranged, range: 8", A: 1, BS: 3+, S: 3, AP: 0, D: 1}
  sling: {name: Sling, type: ranged, range: 8", A: 1, BS: 4+, S: 3, AP: 0, D: 1}
  bow: {name: Bow, type: ranged, range: 9", A: 1, BS: 4+, S: 3, AP: 0, D: 1}
options:
  - {id: bow, model: thug, replace: sling, with: [bow]}
  - {id: boss-bow, model: boss, replace: boss-sling, with: [bow]}
abilities: {}
"""
FOR_ALL = "  - {id: for-all, replace: club, with: [chain], all: true}"
FOR_ONE = "  - {id: for-one, model: thug, replace: club, with: [chain], limit: 1}"
CHAIN = "replace: {club: chain}"


def text_of(sheet: str, options: str) -> str:
    return SHEET.replace("SHEET", sheet).replace("OPTIONS", options)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> NativeSet:
    root = tmp_path_factory.mktemp("factions")
    folder = root / "alley" / "gang"
    folder.mkdir(parents=True)
    (root / "alley" / "system.yaml").write_text(SYSTEM)
    (folder / "faction.yaml").write_text(FACTION)
    for name, options in (("all-first", f"{FOR_ALL}\n{FOR_ONE}"), ("one-first", f"{FOR_ONE}\n{FOR_ALL}")):
        (folder / f"{name}.yaml").write_text(text_of(name, options))
    adding = "  - {id: chain, add: [chain]}\n  - {id: second, add: [club]}"
    (folder / "adding.yaml").write_text(text_of("adding", adding))
    either = (
        "  - {id: either, add: [chain, club]}\n  - {id: none, replace: club, with: [[]]}\n  - {id: more, add: [sling]}"
    )
    (folder / "either.yaml").write_text(text_of("either", either))
    for name, size in (("larger", "min: 4"), ("smaller", "max: 2"), ("least", "min: 3"), ("most", "max: 3")):
        first = FOR_ONE.replace("for-one", "first").replace("limit: 1", f"limit: 1, {size.replace(':', '_models:')}")
        second = first.replace("first", "second") if "3" in size else FOR_ONE
        (folder / f"{name}.yaml").write_text(text_of(name, f"{first}\n{second}"))
    twice = "  - {id: first, add: [chain]}\n  - {id: again, add: [chain]}"
    (folder / "twice.yaml").write_text(text_of("twice", twice))
    fixed = text_of("fixed", "  - {id: more, add: [pike]}").replace("[club, sling]}", "[club, club, sling]}")
    (folder / "fixed.yaml").write_text(fixed.replace("  - {id: pike, replace: [club, sling], with: [pike]}\n", ""))
    (folder / "keys.yaml").write_text(text_of("keys", FOR_ALL).replace("sling", "notes"))
    (folder / "own.yaml").write_text(OWN)
    return NativeSet([Path(root)])


def bound(data: NativeSet, sheet: str, wargear: str) -> tuple[Selection, list[str]]:
    """A unit, and what the data say against it."""
    text = f"system: alley\nfaction: gang\nunits: [{{datasheet: {sheet}, wargear: {wargear}}}]\n"
    roster, problems = document.bind(document.load(text.encode()), data.load("alley", "gang").library)
    assert not problems
    return roster.forces[0].selections[-1], [found.message for found in Engine(roster).violations()]


@pytest.mark.parametrize("sheet", ["all-first", "one-first"])
@pytest.mark.parametrize(
    ("wargear", "option"),
    [
        (f"{{thug: [{{count: 1, {CHAIN}}}]}}", "for-one"),
        (f"{{boss: {{{CHAIN}}}, thug: {{{CHAIN}}}}}", "for-all"),
    ],
)
def test_models_agree_on_one_of_two_options_with_the_same_result(
    data: NativeSet, sheet: str, wargear: str, option: str
) -> None:
    unit, violations = bound(data, sheet, wargear)

    assert violations == []
    thugs = [model for model in unit.selections if model.option.name == "Thug"]
    chains = [node.id for model in thugs for node in model.selections if node.option.name == "Chain"]
    assert chains
    assert all(name.endswith(f"/{option}/chain") for name in chains)


@pytest.mark.parametrize(("sheet", "wrong"), [("larger", 1), ("smaller", 1), ("least", 0), ("most", 0)])
def test_an_option_for_units_of_another_size_is_not_used_where_another_one_does(
    data: NativeSet, sheet: str, wrong: int
) -> None:
    """Where both options are open to units of three models, two of these may have what they give."""
    assert bound(data, sheet, f"{{thug: [{{count: 1, {CHAIN}}}]}}")[1] == []
    assert len(bound(data, sheet, f"{{thug: {{{CHAIN}}}}}")[1]) == wrong


def test_a_choice_closes_the_slots_of_all_items_that_it_replaces(data: NativeSet) -> None:
    unit, violations = bound(data, "all-first", "{boss: {replace: {club + sling: pike}}}")

    assert violations == []
    boss = next(model for model in unit.selections if model.option.name == "Boss")
    assert [node.option.name for node in boss.selections] == ["Pike"]


def test_what_is_taken_stands_where_the_list_names_it(data: NativeSet) -> None:
    """Findings about a weapon lead to its line; those about what nobody named lead to the model."""
    unit, _violations = bound(data, "all-first", "{\n  boss: {\n    replace: {club: chain}}}")

    boss = next(model for model in unit.selections if model.option.name == "Boss")
    assert boss.place is not None
    assert {node.option.name: node.place and node.place.line for node in boss.selections} == {"Chain": 5, "Sling": 4}
    assert boss.place.line == 4


@pytest.mark.parametrize("steps", [20_000, 1])
def test_the_search_for_options_gives_up_after_many_steps(
    data: NativeSet, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    monkeypatch.setattr("listbuilder.listfile.solve.MAX_STEPS", steps)
    unit, violations = bound(data, "adding", "{boss: {items: [club, club, chain, sling]}}")

    items = sorted(node.option.name for node in unit.selections[0].selections)
    assert items == ["Chain", "Club", "Club", "Sling"]
    assert bool(violations) == (steps == 1)  # one of the two additions is not found


@pytest.mark.parametrize(("number", "uses"), [(1, [1]), (2, [1, 1]), (3, [2, 1])])
def test_what_two_options_add_is_shared_among_them(data: NativeSet, number: int, uses: list[int]) -> None:
    """One of them has too many where both together allow fewer."""
    unit, violations = bound(data, "twice", f"{{boss: {{add: [{', '.join(['[chain]'] * number)}]}}}}")

    added = [node.amount for node in unit.selections[0].selections if node.option.name == "Chain"]
    assert added == uses
    assert bool(violations) == (number > 2)


@pytest.mark.parametrize("item", ["chain", "club"])
def test_an_item_is_added_by_the_option_that_offers_it(
    data: NativeSet, monkeypatch: pytest.MonkeyPatch, item: str
) -> None:
    monkeypatch.setattr("listbuilder.listfile.solve.MAX_STEPS", 0)  # nothing has to be searched for
    unit, violations = bound(data, "adding", f"{{boss: {{add: {item}}}}}")

    assert violations == []
    carried = sorted(node.option.name for node in unit.selections[0].selections)
    assert carried == sorted(["Club", "Sling", item.title()])


def test_an_addition_is_used_once_for_all_of_its_alternatives(data: NativeSet) -> None:
    """A club that the boss has is kept, not laid down and added again beside the chain."""
    unit, violations = bound(data, "either", "{boss: {items: [club, chain, sling, sling]}}")

    assert violations == []
    assert sorted(node.option.name for node in unit.selections[0].selections) == ["Chain", "Club", "Sling", "Sling"]


@pytest.mark.parametrize(("replaced", "left"), [("club", 1), ("club + club", 0)])
def test_what_no_option_takes_is_given_up_as_often_as_stated(data: NativeSet, replaced: str, left: int) -> None:
    unit, violations = bound(data, "fixed", f"{{boss: {{replace: {{{replaced}: chain}}}}}}")

    boss = next(model for model in unit.selections if model.option.name == "Boss")
    found = {node.option.name: node.amount for node in boss.selections}
    assert (found.get("Club", 0), found["Chain"], found["Sling"]) == (left, 1, 1)
    assert violations


def test_an_item_may_be_called_like_a_key(data: NativeSet) -> None:
    unit, _ = bound(data, "keys", "{boss: {replace: {notes: chain}, notes: His own}}")

    assert unit.selections[0].custom_notes == "His own"
    assert [node.option.local_id for node in unit.selections[0].selections] == ["club", "chain"]


@pytest.mark.parametrize(
    "wargear",
    [
        "{thug: {items: [Sling]}, boss: {items: [Sling]}}",
        "{thug: {Sling: Bow}, boss: {Sling: Bow}}",
    ],
)
def test_of_several_items_of_one_name_a_model_has_its_own(data: NativeSet, wargear: str) -> None:
    assert bound(data, "own", wargear)[1] == []


def test_an_id_means_that_item_and_no_other_of_its_name(data: NativeSet) -> None:
    assert bound(data, "own", "{boss: {items: [boss-sling]}}")[1] == []
    assert bound(data, "own", "{boss: {items: [sling]}}")[1]
    assert bound(data, "own", "{thug: {items: [boss-sling]}}")[1]


def carried(unit: Selection) -> list[Any]:
    """The models with what each carries."""
    return [
        (model.option.name, model.amount, [(n.option.id, n.amount) for n in model.selections])
        for model in unit.selections
    ]


@pytest.mark.parametrize(
    ("stated", "written"),
    [
        ({"boss": {"club": "chain"}}, None),
        ({"boss": {"club + sling": "pike"}}, {"boss": {"club": "pike"}}),
        ({"boss": {"club": "sling"}}, None),  # no option allows this, or what follows
        ({"boss": {"club": []}}, None),
        ({"boss": {"replace": {"sling": []}, "add": "chain"}}, {"boss": {"sling": "chain"}}),
        ({"boss": {"club": ["chain", "pike"]}}, None),
        ({"boss": {"sling": "chain", "club": "pike"}}, {"boss": {"club + sling": ["chain", "pike"]}}),
        ({"boss": {"club": [], "sling": []}}, None),
        ({"boss": {"add": "pike"}}, None),
        ({"boss": {"add": [["chain", "chain"], "club"]}}, {"boss": {"add": ["chain", "chain", "club"]}}),
        ({"thug": [{"count": 1, "add": "club"}]}, None),
    ],
)
def test_what_a_model_carries_is_written_whether_allowed_or_not(data: NativeSet, stated: Any, written: Any) -> None:
    """``written``: None where it is what was stated."""
    written = written or stated
    unit, violations = bound(data, "all-first", flow(stated))
    force = unit.parent
    assert isinstance(force, Force)
    assert isinstance(force.parent, Roster)
    (record,) = roster_data(force.parent, Ids(force.parent, {}))["units"]
    assert record["wargear"] == written

    again, same = bound(data, "all-first", flow(written))
    assert (carried(again), same) == (carried(unit), violations)


@pytest.mark.parametrize(
    ("value", "inline"),
    [
        ({"key": {"k": "v" * 85}}, True),  # `{k: v…}` has 90 characters
        ({"key": {"k": "v" * 86}}, False),
        ([{"k": "v" * 95}], True),
        ([{"k": "v" * 96}], False),
        ({"key": ["v" * 200, "w"]}, True),  # a list of plain values is one line, however long
        ({"key": [{"k": "v" * 200}]}, False),
    ],
)
def test_short_values_are_written_in_one_line(value: Any, inline: bool) -> None:
    laid_out = styled(value, short=False)
    inner = next(iter(laid_out.values())) if isinstance(laid_out, dict) else laid_out[0]

    assert not (isinstance(laid_out, dict) and laid_out.fa.flow_style())
    assert bool(inner.fa.flow_style()) is inline
