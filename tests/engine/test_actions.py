"""Edits that know the evaluation: automatic selections, defaults, merging, copies."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from listbuilder import budget
from listbuilder.catalogue.model import (
    CategoryEntry,
    CategoryLink,
    Constraint,
    Cost,
    CostType,
    EntryLink,
    Modifier,
    ModifierGroup,
    Repeat,
)
from listbuilder.engine import actions
from listbuilder.engine.builder import force_accepts
from listbuilder.roster.edits import Insert, SetAmount
from listbuilder.roster.tree import Force, Selection
from tests.engine import factory as f
from tests.engine.random_edits import differences


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


def test_what_a_minimum_asks_for_only_at_first_keeps_to_the_maximum() -> None:
    each = (Repeat(child_id="gate", scope="parent"),)
    tower = f.unit(
        "tower",
        type="upgrade",
        constraints=(f.least(2, id="low"), f.most(0, id="high")),
        modifiers=(
            Modifier(type="increment", field="high", value="2", repeats=each),
            Modifier(type="increment", field="low", value="2", repeats=each),
            Modifier(type="decrement", field="low", value="2"),
        ),
    )
    gate = f.unit("gate", type="upgrade", constraints=(f.least(1, id="g"),))
    table = f.table(f.unit("wall", entries=(gate, tower)))
    assert tree(table.take("wall")) == {"wall": (1,), "gate": (1,), "tower": (2,)}
    assert table.wrong == []


def test_what_a_minimum_asks_for_only_at_first_keeps_to_the_group_around_it() -> None:
    guns = [
        f.unit(
            name,
            type="upgrade",
            constraints=(f.least(1, id=name),),
            modifiers=(Modifier(type="set", field=name, value="0"),),
        )
        for name in ("gun", "bow")
    ]
    table = f.table(f.unit("leader", groups=(f.group("arms", *guns, constraints=(f.most(1),)),)))
    assert tree(table.take("leader")) == {"leader": (1,), "gun": (1,)}
    assert table.wrong == []


def test_children_come_with_their_parent_recursively() -> None:
    deep = f.unit("deep", constraints=(f.least(1),))
    table = f.table(f.unit("unit", entries=(f.unit("child", constraints=(f.least(3),), entries=(deep,)),)))
    unit = table.take("unit")
    assert tree(unit) == {"unit": (1,), "child": (3,), "deep": (1,)}
    assert unit.selections[0].selections[0].number == 3


def test_what_the_force_must_have_is_shared_among_those_that_may_hold_it() -> None:
    scope = {"scope": "force", "include_child_selections": True}
    champion = f.unit(
        "champion", constraints=(f.least(3, id="3", **scope), f.most(3, id="3m", **scope), f.most(1, id="one"))
    )
    table = f.table(f.unit("hound", entries=(champion,)))
    hounds = [table.take("hound") for _ in range(4)]
    assert [tree(hound).get("champion", ()) for hound in hounds] == [(1,), (1,), (1,), ()]
    assert table.wrong == []

    choices = [table.engine.choice(hound, hound.option.options[0]) for hound in hounds]
    assert [(one.minimum, one.maximum) for one in choices] == [(None, 1), (None, 1), (None, 1), (None, 0)]


def test_what_no_parent_may_hold_is_not_taken_for_the_force() -> None:
    own = f.unit("own", constraints=(f.least(2, id="two"), f.most(1, id="one")))
    barred = f.unit("barred", constraints=(f.least(2, id="2", scope="force"), f.most(0, id="none")))
    table = f.table(f.unit("unit", entries=(own, barred)))
    assert tree(table.take("unit")) == {"unit": (1,), "own": (2,)}  # its own bounds contradict each other either way


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


def test_a_default_keeps_to_the_bounds_inside_its_group() -> None:
    inner = f.group("inner", f.unit("axe"), f.unit("mace"), constraints=(f.most(1, id="inner-most"),))
    outer = f.group("outer", f.unit("bow"), groups=(inner,), default_id="axe", constraints=(f.least(2),))
    table = f.table(f.unit("unit", groups=(outer,)))
    assert tree(table.take("unit")) == {"unit": (1,), "axe": (1,)}
    assert table.wrong == [("min", "least")]


def test_a_minimum_of_a_wider_scope_is_shared_by_the_copies_of_a_parent() -> None:
    badge = f.unit("badge", type="upgrade", constraints=(f.least(7, scope="unit", include_child_selections=True),))
    model = f.unit("model", type="model", constraints=(f.least(3, id="models"),), entries=(badge,))
    table = f.table(f.unit("unit", entries=(model,)))
    assert tree(table.take("unit")) == {"unit": (1,), "model": (3,), "badge": (3,)}  # 9 in all: 6 would be too few
    assert table.wrong == []


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


def test_a_further_force_starts_with_no_more_than_the_roster_may_hold() -> None:
    bounds = (f.least(1, scope="roster"), f.most(2, scope="roster", include_child_selections=True))
    table = f.table(f.unit("queen", default_amount="1", constraints=bounds), f.unit("usual", default_amount="1"))
    forces = [table.force, table.add_force(), table.add_force()]
    assert [[node.option.id for node in force.selections] for force in forces] == [
        ["queen", "usual"],
        ["queen", "usual"],
        ["usual"],
    ]


def test_a_further_force_has_what_the_data_require_of_each_also_beyond_the_roster_s_bound() -> None:
    bounds = (f.least(1, scope="force"), f.most(1, scope="roster", include_child_selections=True))
    table = f.table(f.unit("queen", constraints=bounds))
    forces = [table.force, table.add_force()]
    assert [[node.option.id for node in force.selections] for force in forces] == [["queen"], ["queen"]]


def test_default_amounts_may_tell_instances_apart() -> None:
    mace = f.unit("mace", type="upgrade", default_amount="0,1")
    model = f.unit("model", type="model", default_amount="1,4", entries=(mace, f.unit("shield", default_amount="1")))
    table = f.table(f.unit("unit", entries=(model,)))
    assert tree(table.take("unit")) == {"unit": (1,), "model": (1, 4), "shield": (1, 1), "mace": (1,)}


def test_a_price_has_every_instance_of_a_default_amount_and_no_cost_that_nothing_states() -> None:
    """Five models as they would be taken, of which only those after the first have a mace."""
    mace = f.unit("mace", type="upgrade", default_amount="0,1", costs=f.costing(7))
    model = f.unit("model", type="model", default_amount="1,4", costs=f.costing(10), entries=(mace,))
    none = Cost(type_id="slots", value=0)
    types = (f.PTS, CostType(id="slots", name="slots"), CostType(id="cp", name="cp"))
    table = f.table(
        f.unit("unit", entries=(model,), costs=(none,)),
        f.unit("other", costs=f.costing(5)),
        of_system={"cost_types": types},
    )
    assert table.engine.price(table.force, table.option("unit")) == {"pts": 78, "slots": 0}
    assert table.engine.price(table.force, table.option("other")) == {"pts": 5}


@pytest.mark.parametrize("amount", ["²", "-1", "some", "9" * 5000])
def test_a_default_amount_that_is_no_number_is_none(amount: str) -> None:
    table = f.table(f.unit("unit", entries=(f.unit("model", type="model", default_amount=amount),)))
    assert tree(table.take("unit")) == {"unit": (1,)}


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
    edit, copy = actions.duplicate(unit)
    edit.apply(table.roster)
    assert tree(copy) == tree(unit)
    assert copy.selections[0].custom_name == "Bob"
    assert table.force.selections == [unit, copy]
    edit, force = actions.duplicate(table.force)
    edit.apply(table.roster)
    assert [tree(node) for node in force.selections] == [tree(unit), tree(unit)]
    assert force.id != table.force.id


def test_an_inserted_selection_has_no_automatic_children() -> None:
    table = f.table(f.unit("unit", entries=(f.unit("child", constraints=(f.least(1),)),)))
    selection = Selection(table.option("unit"), 2)
    Insert(selection, table.force).apply(table.roster)
    assert tree(selection) == {"unit": (2,)}
    assert table.wrong == [("min", "least")]
    actions.set_amount(selection, 0).apply(table.roster)
    assert table.force.selections == []


def test_a_modified_default_amount() -> None:
    three = Modifier(type="set", field="defaultAmount", value="3")
    table = f.table(f.unit("one", modifiers=(three,)))
    assert [node.option.name for node in table.force.selections] == ["One"] * 3


def test_what_a_later_choice_hides_is_dropped_again() -> None:
    def hidden_by(other: str, scope: str) -> tuple[Modifier, ...]:
        return (
            Modifier(type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, other, scope=scope),)),
        )

    first = f.unit("first", constraints=(f.least(1, id="a"),), modifiers=hidden_by("second", "force"))
    pet = f.unit("pet", constraints=(f.least(1, id="p"),), modifiers=hidden_by("master", "parent"))
    squad = f.unit("squad", entries=(pet, f.unit("master", constraints=(f.least(1, id="m"),))))
    table = f.table(first, squad, f.unit("second", constraints=(f.least(1, id="b"),)))
    assert [node.option.target.id for node in table.force.walk()] == ["second"]
    assert [node.option.target.id for node in table.take("squad").walk()] == ["squad", "master"]


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ((f.most(2),), (2,)),
        ((f.most(0),), ()),
        ((f.most(-1),), (4,)),
        ((f.least(1),), (4,)),
        ((f.least(6),), (6,)),
        ((f.most(3), f.most(1, id="less")), (1,)),
        ((f.most(50, percent=True),), (4,)),
        ((f.most(1, field="pts"),), (4,)),
        ((Constraint(id="x", type="exactly", value=3),), (3,)),
        ((f.most(5, scope="unit", include_child_selections=True),), (2,)),
    ],
)
def test_default_amounts_respect_the_maxima(bounds: tuple[Constraint, ...], expected: tuple[int, ...]) -> None:
    """The last case: two models share five."""
    gun = f.unit("gun", type="upgrade", default_amount="4", constraints=bounds)
    model = f.unit("model", type="model", entries=(gun,), constraints=(f.least(2, id="two"),))
    table = f.table(f.unit("unit", entries=(model,)))
    assert tree(table.take("unit")).get("gun", ()) == expected


def test_default_amounts_leave_room_for_what_a_group_holds_already() -> None:
    arms = f.group(
        "arms",
        f.unit("axe", constraints=(f.least(1),)),
        f.unit("bow", default_amount="4"),
        constraints=(f.most(3, id="arms-most"),),
    )
    table = f.table(f.unit("unit", groups=(arms,)))
    assert tree(table.take("unit")) == {"unit": (1,), "axe": (1,), "bow": (2,)}


def test_minima_of_several_constraints_and_fields() -> None:
    both = f.unit("both", constraints=(f.least(1, id="a"), f.least(2, id="b"), f.least(9, id="c", field="pts")))
    share = f.unit("share", constraints=(f.least(50, id="d", percent=True),))
    half = f.unit("half", constraints=(f.least(Decimal("1.5"), id="e"),))
    table = f.table(f.unit("unit", entries=(both, share, half)))
    assert tree(table.take("unit")) == {"unit": (1,), "both": (2,), "half": (2,)}


def test_a_hidden_group_gives_nothing() -> None:
    hide = Modifier(type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "ban", scope="parent"),))
    arms = f.group("arms", f.unit("axe"), default_id="axe", constraints=(f.least(1, id="g"),), modifiers=(hide,))
    ban = f.unit("ban", constraints=(f.least(1, id="b"),))
    table = f.table(f.unit("unit", entries=(ban,), groups=(arms,)), f.unit("free", groups=(arms,)))
    assert tree(table.take("unit")) == {"unit": (1,), "ban": (1,)}
    assert tree(table.take("free")) == {"free": (1,), "axe": (1,)}


def test_prices_include_defaults_and_name_the_own_costs() -> None:
    axe = f.unit("axe", costs=f.costing(3), constraints=(f.least(2),))
    table = f.table(f.unit("unit", entries=(axe,)), f.unit("free", costs=f.costing(0)), f.unit("nothing"))
    prices = {name: table.engine.price(table.force, table.option(name)) for name in ("unit", "free", "nothing")}
    assert prices == {"unit": {"pts": 6}, "free": {"pts": 0}, "nothing": {}}
    assert table.engine.choice(table.force, table.option("unit")).own_cost == {}


def test_prices_of_what_has_one_of_several_costs() -> None:
    slots = Cost(type_id="slots", value=0)
    modifiers = (
        Modifier(type="set", field="name", value="Dear"),
        Modifier(type="increment", field="pts", value="4"),
    )
    table = f.table(f.unit("paid", costs=(slots, *f.costing(3))), f.unit("dearer", modifiers=modifiers))
    assert table.engine.price(table.force, table.option("paid"))["pts"] == 3
    assert table.engine.price(table.force, table.option("dearer")) == {"pts": 4}


def test_prices_that_no_record_of_the_option_states() -> None:
    """The cost stands in a linked entry in a group below, a modifier adds it, or one of another choice does."""
    dearer = Modifier(type="increment", field="pts", value="4")
    axe = f.unit("axe", costs=f.costing(3), constraints=(f.least(1),))
    arms = f.group("arms", links=(EntryLink(id="to-axe", target_id="axe"),))
    bow = f.unit("bow", modifier_groups=(ModifierGroup(groups=(ModifierGroup(modifiers=(dearer,)),)),))
    nest = f.unit("nest", links=(EntryLink(id="to-nest", target_id="nest"),))
    gift = Modifier(type="increment", field="pts", value="2", scope="force", affects="entries.recursive.plain")
    table = f.table(
        f.unit("armed", groups=(arms,)),
        bow,
        nest,
        f.unit("plain"),
        f.unit("giver", modifiers=(gift,)),
        shared_entries=(axe,),
    )

    def price(name: str) -> Any:
        return table.engine.price(table.force, table.option(name)).get("pts", 0)

    assert [price(name) for name in ("armed", "bow", "nest", "plain")] == [3, 4, 0, 0]
    table.take("giver")
    assert price("plain") == 2


def test_a_force_accepts_choices_of_its_own_categories_only() -> None:
    def accepts(entry: str, force: Force) -> bool:
        return force_accepts(force, table.engine.choice(force, table.option(entry)).categories)

    fort = f.unit("fort", category_links=f.role("fort"), constraints=(f.least(1),))
    table = f.table(
        f.unit("hero", category_links=f.role("hq")),
        f.unit("plain", category_links=(CategoryLink(id="x", target_id="fort"),)),
        fort,
        of_system={"category_entries": (*f.CATEGORIES, CategoryEntry(id="fort"))},
    )
    assert [accepts(name, table.force) for name in ("hero", "plain", "fort")] == [True, True, False]
    assert table.force.selections == []  # its minimum does not bring the fort
    open_force = table.add_force("detachment", table.force)  # without categories of its own
    assert accepts("fort", open_force)
    assert [node.option.target.id for node in open_force.selections] == ["fort"]


def test_copies_of_forces_bring_their_child_forces() -> None:
    table = f.table(f.unit("unit"))
    child = table.add_force("detachment", table.force)
    child.custom_name = "Vanguard"
    table.take("unit", child)
    edit, copy = actions.duplicate(table.force)
    edit.apply(table.roster)
    (inner,) = copy.forces
    assert (inner.custom_name, inner.parent) == ("Vanguard", copy)
    assert [node.option.name for node in inner.selections] == ["Unit"]
    assert inner.selections[0].parent is inner
    assert inner.selections[0].id in table.roster.nodes


def test_default_amounts_of_parents_and_children() -> None:
    """A default list below tells the first of a plain number from the others; further instances take the last number."""
    rank = f.unit("rank", type="upgrade", default_amount="1,0,2")
    model = f.unit("model", type="model", default_amount="3", entries=(rank,))
    table = f.table(
        f.unit("unit", entries=(model,)),
        f.unit("squad", entries=(f.unit("m", default_amount="1,1,1,1", entries=(rank,)),)),
    )
    unit, squad = table.take("unit"), table.take("squad")
    assert [(node.amount, [item.amount for item in node.selections]) for node in unit.selections] == [(1, [1]), (2, [])]
    assert [[item.amount for item in node.selections] for node in squad.selections] == [[1], [], [2], [2]]


def test_the_options_of_a_node_include_those_of_groups() -> None:
    table = f.table(
        f.unit("unit", entries=(f.unit("child"),), groups=(f.group("arms", f.unit("axe")),)), f.unit("other")
    )
    unit = table.take("unit")
    assert [option.target.id for option in actions.options_of(table.engine, unit)] == ["child", "axe"]
    assert [option.target.id for option in actions.options_of(table.engine, table.force)] == ["unit", "other"]


def test_setting_an_amount_of_nothing_removes() -> None:
    table = f.table(f.unit("unit"))
    unit = table.take("unit")
    actions.set_amount(unit, 1).apply(table.roster)
    assert (unit.amount, table.force.selections) == (1, [unit])
    actions.set_amount(unit, -1).apply(table.roster)
    assert table.force.selections == []


def test_an_amount_that_a_group_raises_is_checked() -> None:
    dear = f.most(5, id="one", scope="force", field="pts", include_child_selections=True)
    axe = f.unit("axe", constraints=(f.least(1), dear), costs=f.costing(3))
    arms = f.group("arms", axe, f.unit("bow"), default_id="axe", constraints=(f.least(2, id="two"),))
    table = f.table(f.unit("unit", groups=(arms,)))
    assert tree(table.take("unit")) == {"unit": (1,), "axe": (2,)}
    assert table.wrong == [("max", "one")]
    assert differences(table.engine) == {}


def test_every_selection_on_trial_is_evaluated_like_one_of_the_roster() -> None:
    """A modifier of a new selection that affects the selection itself, and a new force with one that affects the roster."""
    gift = Modifier(type="increment", field="pts", value="1", scope="roster", affects="entries.recursive")
    table = f.table(f.unit("giver", modifiers=(gift,), constraints=(f.least(1, scope="roster"),)), f.unit("other"))
    assert table.points(table.force.selections[0]) == 1
    table.take("giver")
    table.take("other", table.add_force())
    assert table.engine.totals() == {"pts": 6}
    assert differences(table.engine) == {}


def test_a_hidden_default_stands_for_nothing() -> None:
    """The group around its own lacks what it asks for, and takes its own default."""
    inner = f.group("inner", f.unit("secret", hidden=True), constraints=(f.least(1, id="i"),), default_id="secret")
    outer = f.group("outer", f.unit("usual"), groups=(inner,), constraints=(f.least(1, id="o"),), default_id="usual")
    table = f.table(f.unit("unit", groups=(outer,)))
    assert tree(table.take("unit")) == {"unit": (1,), "usual": (1,)}


@pytest.mark.parametrize("what", ["unit_selections", "fill_steps"])
def test_what_data_require_has_a_budget(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    """Also where no list is being judged. Nothing of it remains in the evaluation."""
    entry = f.unit("e0")
    for level in range(1, 9):
        sides = (
            f.unit(f"{side}{level}", entries=entry.entries, constraints=(f.least(1, id=f"{side}"),)) for side in "ab"
        )
        entry = f.unit(f"e{level}", entries=tuple(sides))
    table = f.table(entry)
    monkeypatch.setattr(budget, "_in_force", budget.Budget()._replace(**{what: 200}))
    with pytest.raises(budget.TooLarge, match="at most 200"):
        table.take("e8")
    monkeypatch.undo()
    assert len(list(table.take("e8").walk())) == 511
    assert differences(table.engine) == {}
