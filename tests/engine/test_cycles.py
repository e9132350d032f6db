"""Values that depend on themselves: feedback, modifier cycles, roles that only one of several can take."""

from __future__ import annotations

import pytest

from listbuilder import budget
from listbuilder.catalogue.model import CategoryEntry, Condition, ConditionGroup, Modifier, Repeat
from listbuilder.engine import Engine
from listbuilder.engine.cycles import self_feeding
from listbuilder.roster.edits import Insert, Move, Remove, SetAmount
from listbuilder.roster.tree import Selection
from tests.engine import factory as f
from tests.engine.random_edits import differences


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ("", ""),
        ("ab", ""),
        ("aa", "a"),
        ("ab ba", "ab"),
        ("ab bc ca", "abc"),
        ("ab ba bc", "ab"),  # c only follows
        ("ab ba bc cc", "ab"),  # a cycle that is driven by another one
        ("aa bb", "ab"),
        ("ab ba cd dc", "abcd"),
    ],
)
def test_the_cells_that_feed_themselves(edges: str, expected: str) -> None:
    pairs = {(pair[0], pair[1]) for pair in edges.split()}
    assert self_feeding("abcd", lambda one, other: (one, other) in pairs) == list(expected)


def fed_by(other: str, *conditions: object) -> tuple[Modifier, ...]:
    """One point more for each point of another entry."""
    repeat = Repeat(child_id=other, scope="force", field="pts")
    return (Modifier(type="increment", field="pts", value="1", repeats=(repeat,), conditions=conditions),)  # type: ignore[arg-type]


def test_a_price_does_not_keep_itself_up() -> None:
    """A price that is raised where enough is spent counts itself, but not after everything else is gone."""
    enough = f.when("atLeast", 50, "any", scope="force", field="pts")
    dear = f.unit(
        "dear", costs=f.costing(10), modifiers=(Modifier(type="set", field="pts", value="50", conditions=(enough,)),)
    )
    table = f.table(dear, f.unit("rest", costs=f.costing(45)))
    unit, rest = table.take("dear"), table.take("rest")
    assert table.points(unit) == 50
    Remove(rest).apply(table.roster)
    assert table.points(unit) == 10
    assert table.wrong == []


def test_a_cycle_ends_with_its_condition() -> None:
    at_war = f.when("atLeast", 1, "war", scope="force")
    table = f.table(
        f.unit("alpha", costs=f.costing(1), modifiers=fed_by("beta", at_war)),
        f.unit("beta", costs=f.costing(1), modifiers=fed_by("alpha")),
        f.unit("war", type="upgrade"),
    )
    alpha, beta, war = table.take("alpha"), table.take("beta"), table.take("war")
    assert (table.points(alpha), table.points(beta), table.wrong) == (1, 1, [("error", "cycle")])
    assert table.violation().owner_type == "roster"
    Remove(war).apply(table.roster)
    assert (table.points(alpha), table.points(beta), table.wrong) == (1, 2, [])
    table.take("war")
    assert (table.points(beta), table.wrong) == (1, [("error", "cycle")])
    SetAmount(alpha, 2).apply(table.roster)
    assert table.wrong == [("error", "cycle")]
    Remove(alpha).apply(table.roster)
    assert (table.points(beta), table.wrong) == (1, [])


def test_a_cycle_ends_with_a_condition_that_nobody_reads_while_it_is_broken() -> None:
    """Where the modifiers of the cycle are ignored, the first condition does not hold, so that the second is not asked for."""
    raised = f.when("atLeast", 2, "beta", scope="force", field="pts")
    at_war = f.when("atLeast", 1, "war", scope="force")
    table = f.table(
        f.unit("alpha", costs=f.costing(1), modifiers=fed_by("beta", raised, at_war)),
        f.unit("beta", costs=f.costing(1), modifiers=fed_by("alpha")),
        f.unit("war", type="upgrade"),
    )
    alpha, beta, war = table.take("alpha"), table.take("beta"), table.take("war")
    assert (table.points(alpha), table.points(beta), table.wrong) == (1, 1, [("error", "cycle")])
    Remove(war).apply(table.roster)
    assert (table.points(alpha), table.points(beta), table.wrong) == (1, 2, [])
    assert differences(table.engine) == {}


def test_an_entry_may_be_a_cycle_of_its_own() -> None:
    table = f.table(f.unit("alpha", costs=f.costing(1), modifiers=fed_by("alpha")), f.unit("other", costs=f.costing(7)))
    alpha, other = table.take("alpha"), table.take("other")
    assert (table.points(alpha), table.points(other)) == (1, 7)
    assert "the modifiers of Alpha depend on each other" in table.violation().message


def test_a_cycle_by_way_of_a_modifier_on_another_node() -> None:
    """Alpha makes beta dearer as long as beta is cheap."""
    cheap = f.when("lessThan", 5, "beta", scope="force", field="pts")
    push = Modifier(
        type="increment",
        field="pts",
        value="9",
        scope="force",
        affects="self.entries.recursive.beta",
        conditions=(cheap,),
    )
    table = f.table(f.unit("alpha", modifiers=(push,)), f.unit("beta", costs=f.costing(1)))
    table.take("alpha")
    beta = table.take("beta")
    assert table.wrong == [("error", "cycle")]
    Remove(table.force.selections[0]).apply(table.roster)
    assert (table.points(beta), table.wrong) == (1, [])


def test_a_long_chain_is_no_cycle() -> None:
    names = [f"unit-{number:02}" for number in range(30)]
    units = [
        f.unit(name, costs=f.costing(1), modifiers=fed_by(before) if before else ())
        for name, before in zip(names, ["", *names[:-1]], strict=True)
    ]
    table = f.table(*units)
    for name in reversed(names):
        table.take(name)
    assert table.engine.totals() == {"pts": sum(range(1, 31))}
    assert table.wrong == []


def led() -> f.Table:
    """The first hero of a force leads it, by a category that is given where there is none of it yet."""
    leads = Modifier(
        type="add", field="category", value="leader", conditions=(f.when("lessThan", 1, "leader", scope="force"),)
    )
    return f.table(
        f.unit("hero", modifiers=(leads,)),
        f.unit("other"),
        of_system={"category_entries": (CategoryEntry(id="leader"),)},
    )


def leaders(table: f.Table) -> list[bool]:
    return ["leader" in {item.id for item in table.engine.state(node).categories} for node in table.force.selections]


def test_one_of_several_takes_a_role_in_the_order_of_the_roster() -> None:
    table = led()
    heroes = [table.take("hero") for _ in range(3)]
    assert leaders(table) == [True, False, False]
    Move(heroes[2], 0).apply(table.roster)
    assert leaders(table) == [True, False, False]
    Remove(heroes[2]).apply(table.roster)
    assert leaders(table) == [True, False]
    assert differences(table.engine) == {}
    assert table.wrong == []


def test_a_role_does_not_depend_on_the_order_of_insertion() -> None:
    table = led()
    last = table.take("hero")
    assert leaders(table) == [True]
    first = table.take("hero")
    Move(first, 0).apply(table.roster)
    assert leaders(table) == [True, False]
    assert leaders(table) == [True, False]
    other = Engine(table.roster)
    assert [bool(other.state(node).categories) for node in (first, last)] == [True, False]


def test_who_comes_before_the_bearer_of_a_role_takes_it() -> None:
    table = led()
    last = table.take("hero")
    assert leaders(table) == [True]
    Insert(Selection(last.option), table.force, 0).apply(table.roster)
    assert leaders(table) == [True, False]


def test_a_category_that_spreads_goes_with_its_source_whatever_its_price() -> None:
    spread = (
        Modifier(
            type="add", field="category", value="elite", conditions=(f.when("atLeast", 1, "elite", scope="force"),)
        ),
        Modifier(type="set", field="pts", value="9", conditions=(f.when("instanceOf", 1, "elite"),)),
    )
    table = f.table(f.unit("a", costs=f.costing(1), modifiers=spread), f.unit("b", category_links=f.role("elite")))
    first, second, source = table.take("a"), table.take("a"), table.take("b")
    assert (table.points(first), table.points(second)) == (9, 9)
    Remove(source).apply(table.roster)
    assert (table.points(first), table.points(second)) == (1, 1)


def test_prices_do_not_keep_each_other_up() -> None:
    """Two prices that each rise with the other: without what began it neither is left, whichever is evaluated first."""

    def rising(*conditions: Condition) -> tuple[Modifier, ...]:
        any_of = ConditionGroup(type="or", conditions=conditions)
        return (Modifier(type="set", field="pts", value="50", condition_groups=(any_of,)),)

    def dear(other: str) -> Condition:
        return f.when("atLeast", 50, other, scope="force", field="pts")

    began = f.when("atLeast", 1, "rest", scope="force")
    alpha = f.unit("alpha", costs=f.costing(10), modifiers=rising(began, dear("beta")))
    beta = f.unit("beta", costs=f.costing(10), modifiers=rising(dear("alpha")))
    for first, second in (("alpha", "beta"), ("beta", "alpha")):
        table = f.table(alpha, beta, f.unit("rest", type="upgrade"))
        one, other, rest = table.take(first), table.take(second), table.take("rest")
        assert (table.points(one), table.points(other)) == (50, 50)
        Remove(rest).apply(table.roster)
        assert (table.points(one), table.points(other)) == (10, 10)
        assert table.wrong == []


@pytest.mark.parametrize(("steps", "points", "is_cycle"), [(11, 11, False), (12, 12, False), (13, 1, True)])
def test_a_price_that_settles_in_twelve_runs_is_no_cycle(steps: int, points: int, *, is_cycle: bool) -> None:
    """Each run finds the price of the one before, and raises it by one."""
    climb = tuple(
        Modifier(
            type="set",
            field="pts",
            value=str(step),
            conditions=(f.when("atLeast", step - 1, "alpha", scope="force", field="pts"),),
        )
        for step in range(2, steps + 1)
    )
    table = f.table(f.unit("alpha", costs=f.costing(1), modifiers=climb))
    alpha = table.take("alpha")
    assert (table.points(alpha), table.wrong) == (points, [("error", "cycle")] if is_cycle else [])


@pytest.mark.parametrize("price", ["units", "modifiers"])
def test_values_that_depend_on_each_other_have_a_budget(monkeypatch: pytest.MonkeyPatch, price: str) -> None:
    """A set of 400 units that each cost what 20 others do took a minute. Outside of a list that is judged, the cycle is named."""
    names = [f"unit-{number}" for number in range(12 if price == "units" else 2)]
    copies = 1 if price == "units" else 12
    units = [
        f.unit(name, costs=f.costing(1), modifiers=fed_by(before) * copies)
        for name, before in zip(names, [names[-1], *names[:-1]], strict=True)
    ]
    table = f.table(*units)
    monkeypatch.setattr(budget, "_in_force", budget.DEFAULT._replace(cycle_steps=100))
    with pytest.raises(budget.TooLarge, match="depend on each other"), budget.metered():
        for name in names:
            table.take(name)
        table.engine.totals()
    monkeypatch.undo()
    left = names[len(table.force.selections) :]
    if price == "modifiers":  # they rise beyond all numbers
        with pytest.raises(budget.TooLarge, match="a number beyond"):
            table.take(left[0])
        return
    for name in left:
        table.take(name)
    assert "depend on each other" in table.violation().message
    assert differences(table.engine) == {}
