"""Edits that know the evaluation: automatic selections, defaults, merging, copies."""

from __future__ import annotations

from listbuilder.catalogue.model import EntryLink, Modifier
from listbuilder.engine import actions
from listbuilder.roster.edits import Insert, SetAmount
from listbuilder.roster.tree import Selection
from tests.engine import factory as f


def tree(selection: Selection) -> dict[str, tuple[int, ...]]:
    """How many of what stands below a selection, each node once."""
    found: dict[str, tuple[int, ...]] = {}
    for node in selection.walk():
        found[node.option.target.id] = (*found.get(node.option.target.id, ()), node.amount)
    return found


def test_a_force_comes_with_what_it_must_have() -> None:
    table = f.table(
        f.unit("two", constraints=(f.least(2),)),
        f.unit("hidden", hidden=True, constraints=(f.least(1, id="h"),)),
        f.unit(
            "shadow",
            constraints=(f.least(1, id="s"),),
            modifiers=(
                Modifier(
                    type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "any", scope="parent"),)
                ),
            ),
        ),
        f.unit("optional", constraints=(f.least(1, id="o"),), modifiers=(Modifier(type="set", field="o", value="0"),)),
        f.unit("usual", default_amount="1"),
        f.unit("rare"),
        f.unit("once", constraints=(f.least(1, id="r", scope="roster"),)),
    )
    assert [node.option.target.id for node in table.force.selections] == ["two", "two", "optional", "usual", "once"]
    second = table.add_force()
    assert [node.option.target.id for node in second.selections] == ["two", "two", "optional", "usual"]
    assert table.wrong == []


def test_children_come_with_their_parent_recursively() -> None:
    deep = f.unit("deep", constraints=(f.least(1),))
    table = f.table(f.unit("unit", entries=(f.unit("child", constraints=(f.least(3),), entries=(deep,)),)))
    unit = table.take("unit")
    assert tree(unit) == {"unit": (1,), "child": (3,), "deep": (1,)}
    assert unit.selections[0].selections[0].number == 3


def test_a_group_takes_its_default_as_often_as_it_must() -> None:
    arms = f.group(
        "arms",
        f.unit("axe", constraints=(f.least(1),)),
        f.unit("sword"),
        f.unit("bow"),
        default_id="sword",
        constraints=(f.least(3),),
    )
    table = f.table(f.unit("unit", groups=(arms,)))
    assert tree(table.take("unit")) == {"unit": (1,), "axe": (1,), "sword": (2,)}


def test_a_group_with_one_visible_choice_needs_no_default_others_stay_open() -> None:
    single = f.group("single", f.unit("axe"), f.unit("ghost", hidden=True), constraints=(f.least(1, id="a"),))
    several = f.group("several", f.unit("sword"), f.unit("bow"), constraints=(f.least(1, id="b"),))
    free = f.group("free", f.unit("hat"), default_id="hat")
    table = f.table(f.unit("unit", groups=(single, several, free)))
    assert tree(table.take("unit")) == {"unit": (1,), "axe": (1,)}
    assert table.wrong == [("min", "b")]


def test_a_default_may_be_named_by_its_link() -> None:
    arms = f.group(
        "arms", default_id="link", links=(EntryLink(id="link", target_id="sword"),), constraints=(f.least(1),)
    )
    table = f.table(f.unit("unit", groups=(arms,)), shared_entries=(f.unit("sword"),))
    unit = table.take("unit")
    assert unit.selections[0].option.id == "link::sword"


def test_bounds_that_depend_on_what_was_just_chosen() -> None:
    more = Modifier(type="set", field="least", value="2", conditions=(f.when("atLeast", 1, "first", scope="parent"),))
    second = f.unit("second", constraints=(f.least(0),), modifiers=(more,))
    table = f.table(f.unit("unit", entries=(f.unit("first", constraints=(f.least(1, id="one"),)), second)))
    assert tree(table.take("unit")) == {"unit": (1,), "first": (1,), "second": (2,)}


def test_default_amounts_may_tell_instances_apart() -> None:
    mace = f.unit("mace", type="upgrade", default_amount="0,1")
    model = f.unit("model", type="model", default_amount="1,4", entries=(mace, f.unit("shield", default_amount="1")))
    table = f.table(f.unit("unit", entries=(model,)))
    assert tree(table.take("unit")) == {"unit": (1,), "model": (1, 4), "shield": (1, 1), "mace": (1,)}


def test_leaves_are_merged_individuals_are_not_and_units_never() -> None:
    plain, badge = (
        f.unit("plain", entries=(f.unit("gun", collective=True),)),
        f.unit("badged", entries=(f.unit("badge"),)),
    )
    table = f.table(f.unit("unit", entries=(plain, badge)))
    unit = table.take("unit")
    first = table.take("plain", unit)
    assert table.take("plain", unit, 2) is first
    table.take("badged", unit)
    table.take("badged", unit)
    assert tree(unit) == {"unit": (1,), "plain": (3,), "badged": (1, 1)}
    assert table.take("unit") is not unit


def test_nothing_is_applied_while_building() -> None:
    table = f.table(
        f.unit("unit", costs=f.costing(10), entries=(f.unit("child", costs=f.costing(1), constraints=(f.least(2),)),))
    )
    edit, selection = actions.select(table.engine, table.force, table.option("unit"))
    assert table.engine.totals() == {}
    assert table.engine.price(table.force, table.option("unit")) == {"pts": 12}
    assert not table.roster.nodes.keys() & {selection.id}
    edit.apply(table.roster)
    assert table.engine.totals() == {"pts": 12}


def test_what_was_built_may_be_changed_before_it_is_inserted() -> None:
    table = f.table(
        f.unit("unit", costs=f.costing(10), entries=(f.unit("child", costs=f.costing(1), constraints=(f.least(2),)),))
    )
    edit, selection = actions.select(table.engine, table.force, table.option("unit"))
    selection.selections[0].amount = 7
    edit.apply(table.roster)
    assert table.engine.totals() == {"pts": 17}


def test_an_edit_that_is_never_applied_leaves_no_trace() -> None:
    table = f.table(f.unit("unit", costs=f.costing(10)), f.unit("other", costs=f.costing(1)))
    actions.select(table.engine, table.force, table.option("unit"))
    table.take("other")
    assert table.engine.totals() == {"pts": 1}
    actions.select(table.engine, table.force, table.option("unit"))
    SetAmount(table.force.selections[0], 3).apply(table.roster)
    assert table.engine.totals() == {"pts": 3}


def test_copies_bring_everything_below() -> None:
    table = f.table(f.unit("unit", entries=(f.unit("child"),)))
    unit = table.take("unit")
    table.take("child", unit, 4).custom_name = "Bob"
    edit, copy = actions.duplicate(table.engine, unit)
    edit.apply(table.roster)
    assert tree(copy) == tree(unit)
    assert copy.selections[0].custom_name == "Bob"
    assert table.force.selections == [unit, copy]
    edit, force = actions.duplicate_force(table.engine, table.force)
    edit.apply(table.roster)
    assert [tree(node) for node in force.selections] == [tree(unit), tree(unit)]
    assert force.id != table.force.id


def test_a_bare_selection_has_no_children() -> None:
    table = f.table(f.unit("unit", entries=(f.unit("child", constraints=(f.least(1),)),)))
    selection = actions.bare(table.option("unit"), 2)
    Insert(selection, table.force).apply(table.roster)
    assert tree(selection) == {"unit": (2,)}
    assert table.wrong == [("min", "least")]
    actions.set_amount(table.engine, selection, 0).apply(table.roster)
    assert table.force.selections == []
