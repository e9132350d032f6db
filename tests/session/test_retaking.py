"""Fixes by other choices of units: of those that match, and of what is spent."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.catalogue.model import Modifier, ModifierGroup
from listbuilder.rules.diagnostic import Change, Choose, Retake, Several
from listbuilder.rules.fixes import MOST_STEPS
from listbuilder.rules.where import Where
from listbuilder.session import Session
from listbuilder.session.offers import improves
from listbuilder.session.retaking import _by_line, _Choice, _costs_of, _joined, _several
from tests.engine import factory as f
from tests.session.test_rows import item, model
from tests.session.test_squads import Desk, guns, once

WARDENS = """system: kill-team-2018
faction: dust-wardens
units:
"""
GUARDS = """system: kill-team-2013
faction: fen-patrol
units:
"""
PLAIN, LED = "  - {datasheet: warden}\n", "  - {datasheet: warden, wargear: {warden: {add: [leader]}}}\n"
SQUAD = "  - {datasheet: fen-guards}\n"
BIKES = "  - {datasheet: skimmer-bikes}\n"


def offered(tmp_path: Path, text: str) -> dict[str, list[str]]:
    """The titles of the fixes for each finding, each of which resolves it."""
    path = tmp_path / "list.yaml"
    path.write_text(text, encoding="utf-8")
    session, found = Session.open(path), dict[str, list[str]]()
    for finding in (before := session.findings):
        offers = session.fixes(finding)
        found[finding.rule] = [str(one.title) for one in offers]
        for one in offers:
            session.apply_fix(one)
            assert improves(before, session.findings, finding)
            session.undo()
    return found


@pytest.mark.parametrize(
    ("text", "rule", "titles"),
    [
        (
            WARDENS + PLAIN * 3,
            "leader",
            ["choose Leader for Warden A"],  # the others are as he is
        ),
        (
            WARDENS + LED * 2 + PLAIN,
            "leader",
            ["remove Leader from Warden B"],
        ),
        (
            WARDENS + LED * 3,
            "leader",
            ["remove Leader from Warden C, remove Leader from Warden B"],
        ),
        (
            WARDENS + LED + "  - {datasheet: warden, wargear: {warden: {add: [scout]}}}\n" * 2,
            "one-of-each-specialism",
            [
                "remove Scout specialist from Warden C",
            ],
        ),
        (WARDENS + LED, "size", ["add 2 × Warden (18 points)", "add 2 × Gunner (24 points)"]),
        (GUARDS + SQUAD, "specialists", ["give 3 × Fen Guards Scout", "give 3 × Fen Guards Medic"]),
        (GUARDS + SQUAD, "leader", ["give 1 × Fen Guards Leader"]),
        (
            GUARDS + SQUAD[:-2] + ", wargear: {fen-guards: [{count: 1, add: [leader]}]}}\n" + BIKES,
            "specialists",
            ["give 3 × Fen Guards Scout", "give 3 × Fen Guards Medic"],
        ),
        (
            GUARDS + SQUAD[:-2] + ", models: {fen-guards: 6}, wargear: {fen-guards: [{count: 1, add: [leader]}, "
            "{count: 5, add: [scout]}]}}\n" + BIKES,
            "specialists",
            ["remove Scout from 2 × Fen Guards"],
        ),
        (  # those that have one already are not asked again
            GUARDS
            + SQUAD[:-2]
            + ", models: {fen-guards: 6}, wargear: {fen-guards: [{count: 2, add: [scout]}, {count: 1, add: [leader]}]}}\n"
            + BIKES,
            "specialists",
            ["give 1 × Fen Guards Scout", "give Skimmer Bikes Scout"],
        ),
        (
            "system: kill-team-2021\nfaction: intercession-squad\nunits:\n"
            + "  - {datasheet: intercessor-warrior, wargear: {intercessor-warrior: {add: [auspex, tilting-shield]}}}\n"
            * 3,
            "equipment-points",
            ["remove Tilting Shield from Intercessor Warrior C, remove Tilting Shield from Intercessor Warrior B"],
        ),
    ],
)
def test_other_choices_are_offered(tmp_path: Path, text: str, rule: str, titles: list[str]) -> None:
    found = offered(tmp_path, text)[rule]
    assert found[: len(titles)] == titles


def several(*choices: tuple[int, int], needed: float) -> list[list[int]]:
    """How many models of each line take choices together: (models of the line, what each of them spends)."""
    made = [
        SimpleNamespace(
            line=SimpleNamespace(amount=amount), each=each, of=lambda models, unit=str(n): Change(unit, models=models)
        )
        for n, (amount, each) in enumerate(choices)
    ]
    return [[one.models for one in action.actions] for action in _several(cast(Any, made), needed)]


@pytest.mark.parametrize(
    ("choices", "needed", "models"),
    [
        ([(1, 2), (5, 2)], 5, [[1, 2]]),  # no more models than are needed
        ([(1, 2), (1, 3)], 5, [[1, 1]]),
        ([(1, 2), (1, 2), (9, 2)], 4, [[1, 1]]),
        ([(1, 2), (1, 2)], 5, []),  # one is lacking
        ([(3, 2), (1, 2)], 5, []),  # the first line alone is offered by itself
        ([(1, 1)] * MOST_STEPS, MOST_STEPS, [[1] * MOST_STEPS]),
        ([(1, 1)] * (MOST_STEPS + 1), MOST_STEPS + 1, []),
        ([], 1, []),
    ],
)
def test_lines_that_spend_enough_together(choices: list[tuple[int, int]], needed: int, models: list[list[int]]) -> None:
    assert several(*choices, needed=needed) == models


@pytest.mark.parametrize(("able", "number", "joined"), [(3, 1, [1, 1, 1]), (3, 2, [2]), (2, 2, [2]), (1, 2, [])])
def test_choices_of_as_many_units_as_must_match_are_one_step(able: int, number: int, joined: list[int]) -> None:
    choices = [Choose(str(place), "row", "label", on=True) for place in range(able)]
    steps = [one.actions if isinstance(one, Several) else (one,) for one in _joined(choices, number)]
    assert [len(one) for one in steps] == joined


def test_what_may_cost_something_by_its_own_costs_or_by_modifiers() -> None:
    dearer = Modifier(type="increment", field="power", value="1")
    gun = f.unit("gun", type="upgrade", modifier_groups=(ModifierGroup(groups=(ModifierGroup(modifiers=(dearer,)),)),))
    table = f.table(f.unit("squad", costs=f.costing(5), entries=(gun,)), f.unit("free", costs=f.costing(0)))
    library = table.roster.library
    assert _costs_of(library, table.option("squad")) == {"pts", "power"}
    assert _costs_of(library, table.option("free")) == frozenset()


def test_only_units_that_the_rule_counts_and_that_may_spend_are_looked_into(tmp_path: Path) -> None:
    """The dredger and the bikes are no infantry, and the brute has no specialism to choose."""
    path = tmp_path / "list.yaml"
    names = ("dredger", "skimmer-bikes", "bog-brute", "fen-guards", "reed-stalkers")
    path.write_text(GUARDS + "".join(f"  - {{datasheet: {one}}}\n" for one in names), encoding="utf-8")
    session = Session.open(path)
    lines = _by_line(session, Retake(Where(keywords=("Infantry",)), 3, "specialists"))
    assert [some[0].line.root.option.name for some in lines] == ["Fen Guards", "Reed Stalkers"]


def change(desk: Desk, label: str) -> Change:
    """What takes a choice of the unit's line of models, or gives it up, for two of them."""
    row = next(row for row in desk.editor.reader.rows(desk.unit) if row.label == label)
    return _Choice(desk.unit.selections[0], row, desk.editor.find(desk.unit, row.key), 1).of(2)


def test_what_a_choice_takes_the_place_of_is_given_up() -> None:
    belt = f.group("belt", item("axe"), item("rope"), constraints=(f.most(2),))
    desk = Desk(model("trooper", groups=(guns(), belt), entries=(once("flag"),), constraints=(f.least(3),)))
    desk.set("Axe", 3)
    desk.set("Flag", 3)
    (line,) = desk.unit.selections
    held = {node.option.name: node for node in line.selections}
    offered = {option.name: option.id for option in line.option.options for option in (option, *option.entries)}

    assert change(desk, "Bow") == Change(line.id, ((held["Rifle"].id, 1),), ((offered["Bow"], 1),), models=2)
    assert change(desk, "Rope") == Change(line.id, (), ((offered["Rope"], 1),), models=2)
    assert change(desk, "Flag") == Change(line.id, ((held["Flag"].id, 1),), (), models=2)


def test_what_stands_in_an_item_is_chosen_for_all_that_have_the_item() -> None:
    pack = item("pack", entries=(once("charm"),), constraints=(f.least(1), f.most(1)))
    desk = Desk(model("trooper", entries=(pack,), constraints=(f.least(3),)))
    (holder,) = desk.unit.selections[0].selections
    found = change(desk, "Charm")
    assert (found.node, found.models) == (holder.id, 0)
