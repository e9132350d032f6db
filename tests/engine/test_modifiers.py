"""Modifiers on everything an entry has, as New Recruit applies them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from listbuilder import budget
from listbuilder.budget import TooLarge
from listbuilder.catalogue.model import CategoryEntry, CategoryLink, Modifier, ModifierGroup, Repeat
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.tree import Selection
from tests.engine import factory as f


def change(type: str, field: str, value: str, **fields: Any) -> Modifier:
    return Modifier(type=type, field=field, value=value, **fields)


def named(*modifiers: Modifier, name: str = "Alpha", **fields: Any) -> str:
    table = f.table(f.unit("one", name=name, modifiers=modifiers, **fields))
    return table.name(table.take("one"))


@pytest.mark.parametrize(
    ("modifiers", "expected"),
    [
        ([change("append", "name", "Beta")], "Alpha Beta"),
        ([change("append", "name", "Beta", join="")], "AlphaBeta"),
        ([change("prepend", "name", "The")], "The Alpha"),
        ([change("replace", "name", "Omega", arg="Alpha")], "Omega"),
        ([change("replace", "name", "o", arg="a", position=-1)], "Alpho"),
        ([change("append", "name", "Beta"), change("set", "name", "Gamma")], "Gamma Beta"),
        ([change("set", "name", "100"), change("append", "name", "units")], "units"),
        ([change("set", "name", "100"), change("increment", "name", "23")], "123"),
        ([change("increment", "name", "1")], "Alpha"),
    ],
)
def test_names(modifiers: list[Modifier], expected: str) -> None:
    assert named(*modifiers) == expected


def test_groups_gate_and_repeat_but_append_once() -> None:
    repeat = Repeat(child_id="tank", scope="force")
    gated = ModifierGroup(
        repeats=(repeat,),
        modifiers=(change("increment", "pts", "5"), change("append", "name", "+")),
        groups=(ModifierGroup(modifiers=(change("decrement", "pts", "0.5"),)),),
    )
    table = f.table(f.unit("squad", costs=f.costing(10), modifier_groups=(gated,)), f.unit("tank"))
    squad = table.take("squad")
    assert (table.name(squad), table.points(squad)) == ("Squad", 10)
    for _ in range(3):
        table.take("tank")
    assert (table.name(squad), table.points(squad)) == ("Squad +", Decimal("23.5"))


@pytest.mark.parametrize(
    ("outer", "inner", "own", "points"), [(1, 1, 1, 9), (2, 1, 1, 5), (1, 2, 1, 5), (1, 1, 2, 5), (2, 2, 2, 5)]
)
def test_a_modifier_applies_where_all_around_it_hold(outer: int, inner: int, own: int, points: int) -> None:
    """Each asks for so many tanks, of which there is one."""
    gates = [(f.when("atLeast", number, "tank", scope="roster"),) for number in (outer, inner, own)]
    modifier = Modifier(type="set", field="pts", value="9", conditions=gates[2])
    group = ModifierGroup(conditions=gates[0], groups=(ModifierGroup(conditions=gates[1], modifiers=(modifier,)),))
    table = f.table(f.unit("squad", costs=f.costing(5), modifier_groups=(group,)), f.unit("tank"))
    squad = table.take("squad")
    table.take("tank")
    assert table.points(squad) == points


def test_a_cost_that_no_modifier_changes_stays_and_an_unlisted_one_may_come() -> None:
    table = f.table(f.unit("one", modifiers=(change("increment", "pts", "5"),)))
    one = table.take("one")
    assert table.points(one) == 5
    assert table.engine.totals() == {"pts": 5}


def categories(*modifiers: Modifier, **fields: Any) -> tuple[list[tuple[str, bool]], bool]:
    table = f.table(f.unit("one", category_links=f.role("hq"), modifiers=modifiers, **fields))
    state = table.engine.state(table.take("one"))
    return [(item.id, item.primary) for item in state.categories], state.hidden


def test_categories_are_added_removed_and_made_primary() -> None:
    assert categories(change("add", "category", "elite")) == ([("hq", True), ("elite", False)], False)
    assert categories(change("remove", "category", "hq")) == ([], False)
    assert categories(change("set-primary", "category", "elite")) == ([("hq", False), ("elite", True)], False)


def test_a_unit_without_its_role_is_hidden() -> None:
    """As New Recruit: it has no place for such a unit."""
    assert categories(change("unset-primary", "category", "hq")) == ([("hq", True)], True)
    both = (change("unset-primary", "category", "hq"), change("set-primary", "category", "elite"))
    assert categories(*both) == ([("hq", False), ("elite", True)], False)


def test_category_names_come_from_the_entry_else_the_link() -> None:
    links = (CategoryLink(id="a", target_id="hq", name="x"), CategoryLink(id="b", target_id="gone", name="Gone"))
    table = f.table(f.unit("one", category_links=links))
    assert [item.name for item in table.engine.state(table.take("one")).categories] == ["HQ", "Gone"]


def test_messages_hidden_and_annotation() -> None:
    modifiers = (
        change("add", "error", "no good"),
        change("set", "warning", "hm"),
        change("add", "info", "well"),
        change("append", "annotation", "first"),
        change("append", "annotation", "second", join=", "),
        change("set", "hidden", "true", conditions=(f.when("atLeast", 2, "one", scope="force"),)),
    )
    table = f.table(f.unit("one", modifiers=modifiers))
    one = table.take("one")
    state = table.engine.state(one)
    assert [(item.severity, item.text) for item in state.messages] == [
        ("warning", "hm"),
        ("error", "no good"),
        ("info", "well"),
    ]
    assert (state.annotation, state.hidden) == ("first, second", False)
    assert [item.kind for item in table.engine.violations()] == ["error", "info", "warning"]


def test_a_category_that_depends_on_itself_settles() -> None:
    """A selection sees the categories that its own modifiers give it."""
    modifiers = (
        change("add", "category", "elite", conditions=(f.when("instanceOf", 1, "troops"),)),
        change("add", "category", "troops", conditions=(f.when("instanceOf", 1, "hq"),)),
    )
    assert [key for key, _ in categories(*modifiers)[0]] == ["hq", "elite", "troops"]


def test_categories_do_not_outlive_their_cause() -> None:
    """Counted again from the start: a category that is given where it is found must go with its first bearer."""
    spread = (change("add", "category", "elite", conditions=(f.when("atLeast", 1, "elite", scope="force"),)),)
    table = f.table(
        f.unit("a", modifiers=spread),
        f.unit("b", category_links=f.role("elite")),
        of_system={"category_entries": (CategoryEntry(id="elite"),)},
    )
    bearer, follower = table.take("b"), table.take("a")
    assert [item.id for item in table.engine.state(follower).categories] == ["elite"]
    Remove(bearer).apply(table.roster)
    assert table.engine.state(follower).categories == ()


@pytest.mark.parametrize(
    ("change_of_name", "found"),
    [
        (change("replace", "name", "aa", arg="a"), r"\d{5} characters in one text"),
        (
            change("replace", "name", "a" * 20_000, arg="a"),
            r"40000 characters in one text",
        ),
        (change("append", "name", "a" * 15_000), r"30004 characters in one text"),
        (change("prepend", "name", "a" * 100, join=""), r"6\d\d\d characters in one name, at most 500"),
    ],
)
def test_a_text_that_grows_without_end_is_refused(change_of_name: Modifier, found: str) -> None:
    with pytest.raises(TooLarge, match=found):
        named(*[change_of_name] * 60, name="aa")


def test_a_name_is_as_long_as_any_data_need() -> None:
    assert len(named(name="a" * 500)) == 500
    with pytest.raises(TooLarge, match="501 characters in one name"):
        named(name="a" * 501)


def test_what_was_refused_is_refused_again_and_evaluated_once_it_is_gone() -> None:
    """Half an evaluation is never taken for its result."""
    endless = tuple(change("append", "name", "a" * 1000, conditions=(f.when("atLeast", 1, "call"),)) for _ in range(60))
    table = f.table(f.unit("one", modifiers=endless, entries=(f.unit("call", type="upgrade"),)))
    one = table.take("one")
    call = Selection(one.option.entries[0])
    Insert(call, one).apply(table.roster)
    for _ in range(2):
        with pytest.raises(TooLarge):
            table.engine.state(one)
    Remove(call).apply(table.roster)
    assert table.name(one) == "One"


def test_many_modifiers_of_one_owner_are_counted() -> None:
    costly = f.unit("one", modifiers=[change("increment", "pts", "1")] * 10_000)
    with budget.metered() as meter:
        table = f.table(costly)
        table.take("one")
    assert meter.steps >= 500
