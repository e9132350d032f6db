"""What a list leaves out that states only what was chosen beyond the usual: models, wargear, and who leads the army."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import pytest

from listbuilder.catalogue.model import Constraint, Entry, Modifier
from listbuilder.errors import Place
from listbuilder.exchange.binding.filling import fill, note_unstated, warlords
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import UnitRecord
from listbuilder.roster.edits import Insert
from listbuilder.roster.tree import Force, Selection
from tests.army import factory as f
from tests.engine.factory import Table, least, most, when


def put(table: Table, entry: str, parent: Selection | Force | None = None, amount: int = 1) -> Selection:
    """A selection without what the data require below it."""
    parent = parent or table.force
    node = Selection(table.option(entry, parent), amount)
    Insert(node, parent).apply(table.roster)
    return node


def filled(table: Table, *stated: str, units: Collection[Selection] | None = None) -> None:
    """Fills the units of the list, below which it states these names."""
    nodes = table.force.selections if units is None else units
    fill(table.roster, {node.id: frozenset(stated) for node in nodes})


def tree(node: Selection) -> Any:
    """Names and numbers of what is below."""
    return [(one.option.name, one.amount, *([tree(one)] if one.selections else [])) for one in node.selections]


def needing(number: int, **fields: Any) -> dict[str, Any]:
    return {"constraints": (least(number, **fields),)}


def test_models_and_wargear_that_are_required_are_added_as_often_as_that() -> None:
    sword = f.item("Sword", **needing(2))
    table = f.table(f.unit("squad", entries=(f.model("Guard", sword, **needing(3)), f.item("Flag"))))
    squad = put(table, "squad")
    put(table, "flag", squad)
    filled(table)
    assert tree(squad) == [("Flag", 1), ("Guard", 3, [("Sword", 2)])]
    assert table.wrong == []


def test_what_each_model_must_have_is_added_for_each() -> None:
    table = f.table(f.unit("squad", entries=(f.model("Guard", f.item("Sword", **needing(2))),)))
    squad = put(table, "squad")
    put(table, "guard", squad, 3)
    filled(table)
    assert tree(squad) == [("Guard", 3, [("Sword", 2)])]


def test_what_is_there_already_is_raised_to_the_fewest() -> None:
    table = f.table(f.unit("squad", entries=(f.model("Guard", **needing(5)), f.model("Officer", **needing(1)))))
    squad = put(table, "squad")
    put(table, "guard", squad, 2)
    put(table, "officer", squad, 3)
    filled(table)
    assert tree(squad) == [("Guard", 5), ("Officer", 3)]


@pytest.mark.parametrize(
    ("default", "hidden", "expected"),
    [("axe", (), ["Axe"]), ("", ("Sword",), ["Axe"]), ("", (), []), ("sword", (), ["Sword"])],
)
def test_of_a_group_its_default_or_the_only_choice_is_taken(
    default: str, hidden: Collection[str], expected: list[str]
) -> None:
    arms = [f.item(name, hidden=name in hidden) for name in ("Sword", "Axe")]
    group = f.group("arms", *arms, default_id=default or None, **needing(1))
    table = f.table(f.unit("squad", groups=(group,)))
    squad = put(table, "squad")
    filled(table)
    assert [one.option.name for one in squad.selections] == expected


def test_a_choice_that_is_open_is_noted_at_the_line_of_its_unit() -> None:
    arms = f.group("arms", f.item("Sword"), f.item("Axe"), **needing(1))
    setting = f.unit("mission", type="upgrade", groups=(f.group("missions", f.item("A"), f.item("B"), **needing(1)),))
    others = (f.item("Flag", constraints=(most(1),)), f.item("Horn", **needing(2)))
    table = f.table(f.unit("squad", groups=(arms,)), f.unit("tank", entries=others), setting)
    squad, tank = put(table, "squad"), put(table, "tank")
    put(table, "flag", tank, 2)
    put(table, "horn", tank)
    put(table, "mission")
    problems = Problems("list.txt")
    units = {squad.id: UnitRecord("The Squad", 7), tank.id: UnitRecord("Tank", 9)}
    note_unstated(table.roster, units, set(), problems)
    assert [(one.line, one.unit, one.rule, str(one.message)) for one in problems.found] == [
        (7, squad.id, "incomplete", "the list does not say which wargear The Squad takes where it must choose"),
        (0, "", "incomplete", "Mission: the list does not say which one is chosen"),
    ]
    problems = Problems("list.txt")
    note_unstated(table.roster, units, {"mission"}, problems)
    assert [one.line for one in problems.found] == [7]


def test_units_that_the_list_does_not_have_are_left_alone() -> None:
    table = f.table(f.unit("squad", entries=(f.model("Guard", **needing(3)),)))
    first, second = put(table, "squad"), put(table, "squad")
    filled(table, units=[second])
    assert (tree(first), tree(second)) == ([], [("Guard", 3)])


def test_what_was_assumed_and_is_hidden_is_taken_away_again() -> None:
    hidden = {
        "modifiers": (
            Modifier(type="set", field="hidden", value="true", conditions=(when("atLeast", 1, "gag", scope="parent"),)),
        )
    }
    items = (f.item("Horn", **hidden), f.item("Drum", **hidden), f.item("General", **hidden), f.item("Gag"))
    table = f.table(f.unit("squad", entries=items), f.unit("ghost", hidden=True))
    squad, ghost = put(table, "squad"), put(table, "ghost")
    for one in ("horn", "drum", "general", "gag"):
        put(table, one, squad)
    filled(table, "drum")
    assert [one.option.name for one in squad.selections] == ["Drum", "General", "Gag"]
    assert ghost in table.force.selections


GENERAL = {"constraints": (least(1, scope="roster", include_child_selections=True),)}


def leader(name: str, **fields: Any) -> Entry:
    return f.unit(name, entries=(f.item("General", **GENERAL, **fields),))


def test_the_general_of_a_list_that_names_none_leads_the_largest_force() -> None:
    table = f.table(leader("hero"), f.unit("squad"))
    alone = put(table, "hero")
    force = table.add_force("detachment", table.force)
    first, second = put(table, "hero", force), put(table, "hero", force)
    put(table, "squad", force)
    filled(table, units=[alone, first, second])
    assert list(warlords(table.roster)) == [first.id]


def test_who_may_not_be_general_is_not_taken_for_it() -> None:
    table = f.table(f.unit("hero", entries=(f.item("General", hidden=True, **GENERAL),)), leader("lord"))
    hero, lord = put(table, "hero"), put(table, "lord")
    filled(table)
    assert (list(warlords(table.roster)), tree(hero)) == ([lord.id], [])


@pytest.mark.parametrize(
    ("needed", "expected"),
    [
        (1, {(1, ("Flag", 1), ("Knife", 1)): 1, (3, ("Knife", 1)): 1}),
        (2, {(2, ("Flag", 1), ("Knife", 1)): 1, (2, ("Knife", 1)): 1}),
        (4, {(4, ("Flag", 1), ("Knife", 1)): 1}),
        (8, {(4, ("Flag", 2), ("Knife", 1)): 1}),
        (9, {(1, ("Flag", 3), ("Knife", 1)): 1, (3, ("Flag", 2), ("Knife", 1)): 1}),
    ],
)
def test_an_item_for_some_models_of_a_unit_parts_them_from_the_others(needed: int, expected: object) -> None:
    """Each stands at the place of all of them in the list."""
    counted = Constraint(
        id="few", type="min", value=needed, field="selections", scope="squad", include_child_selections=True
    )
    guard = f.model("Guard", f.item("Knife"), f.item("Flag", constraints=(counted,)))
    table = f.table(f.unit("squad", entries=(guard,)))
    squad = put(table, "squad")
    guards = put(table, "guard", squad, 4)
    put(table, "knife", guards)
    guards.place = Place("list.txt", 3, 1)
    filled(table)
    assert Counter((one.amount, *sorted(tree(one))) for one in squad.selections) == expected
    assert {one.place for one in squad.selections} == {guards.place}


def required_with(other: str) -> dict[str, Any]:
    raising = Modifier(
        type="set", field=f"for-{other}", value="2", conditions=(when("atLeast", 2, other, scope="parent"),)
    )
    return {"constraints": (least(0, id=f"for-{other}"),), "modifiers": (raising,)}


def test_what_is_filled_up_may_require_more() -> None:
    """A choice that is there is raised, one that is not is added."""
    items = (
        f.item("Flag", **needing(2)),
        f.item("Horn", **required_with("flag")),
        f.item("Drum", **required_with("horn")),
    )
    table = f.table(f.unit("squad", entries=items, groups=(f.group("open", f.item("A"), f.item("B"), **needing(1)),)))
    squad = put(table, "squad")
    put(table, "flag", squad)
    filled(table)
    assert tree(squad) == [("Flag", 2), ("Horn", 2), ("Drum", 2)]


def test_what_is_taken_away_may_hide_more() -> None:
    def hidden_without(other: str) -> dict[str, Any]:
        none = when("lessThan", 1, other, scope="parent")
        return {"modifiers": (Modifier(type="set", field="hidden", value="true", conditions=(none,)),)}

    table = f.table(
        f.unit("squad", entries=(f.item("Horn", **hidden_without("gag")), f.item("Drum", **hidden_without("horn"))))
    )
    squad = put(table, "squad")
    put(table, "horn", squad)
    put(table, "drum", squad)
    filled(table)
    assert tree(squad) == []
