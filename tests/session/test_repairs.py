"""Changes that are proposed for a number that the data bound: single ones that are enough, else several together."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from listbuilder.catalogue.model import Modifier
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Change, Fix, RemoveUnit, Several
from listbuilder.session.repairs import Repairs
from tests.army import factory as f
from tests.engine import factory as e

Taken = Sequence[tuple[str, int]]


def proposed(taken: Taken, least: int, most: int, items: str = "abcd") -> list[str]:
    """What is proposed for a squad of whose items there may be so many: "-2c -1b", and what is added with a plus."""
    bounds = (e.most(most), *([e.least(least)] if least else []))
    group = f.group("guns", *map(f.item, items), constraints=bounds)
    table = f.table(f.unit("squad", groups=(group,)))
    squad = table.take("squad")
    for name, amount in taken:
        table.take(name, squad, amount)
    names = {node.id: node.option.name for node in squad.walk()}
    army = f.army(table)
    (cause,) = army.tree_findings
    return [_words(one, names) for one in Repairs(table.engine, "pts").of(cause, army) if isinstance(one, Fix)]


def _words(fix: Fix, names: dict[str, str]) -> str:
    steps = fix.action.actions if isinstance(fix.action, Several) else (fix.action,)
    assert all(isinstance(step, Change) for step in steps)
    fewer = [
        f"-{number}{names[node].lower()}" for step in steps if isinstance(step, Change) for node, number in step.fewer
    ]
    more = [
        f"+{number}{names.get(one, one).lower()}"
        for step in steps
        if isinstance(step, Change)
        for one, number in step.more
    ]
    return " ".join([*fewer, *more])


@pytest.mark.parametrize(
    ("taken", "most", "expected"),
    [
        ([("a", 1), ("b", 1), ("c", 1)], 2, ["-1c", "-1b", "-1a"]),
        ([("a", 1), ("b", 1), ("c", 1), ("d", 1)], 2, ["-1d -1c"]),
        ([("a", 3), ("b", 1)], 2, ["-2a", "-1b -1a"]),
        ([("a", 1), ("b", 2), ("c", 2)], 2, ["-2c -1b"]),
        ([("a", 5)], 2, ["-3a"]),
    ],
)
def test_the_last_items_too_many_are_given_up_alone_or_together(taken: Taken, most: int, expected: list[str]) -> None:
    assert proposed(taken, 0, most) == expected


@pytest.mark.parametrize(
    ("taken", "least", "expected"),
    [
        ([("a", 1)], 2, ["+1a", "+1b", "+1c", "+1d"]),
        ([("a", 1)], 3, ["+2a", "+2b", "+2c", "+2d", "+1b +1c"]),
        ([("a", 1)], 4, ["+3a", "+3b", "+3c", "+3d", "+1b +1c +1d"]),
        ([("a", 1)], 5, ["+4a", "+4b", "+4c", "+4d"]),  # three others are not enough
    ],
)
def test_what_is_missing_is_more_of_one_or_one_of_each(taken: Taken, least: int, expected: list[str]) -> None:
    assert proposed(taken, least, 9) == expected


@pytest.mark.parametrize(("number", "is_proposed"), [(fixes.MOST_STEPS, True), (fixes.MOST_STEPS + 1, False)])
def test_no_proposal_has_too_many_steps(number: int, *, is_proposed: bool) -> None:
    items = [f"item-{place}" for place in range(number + 1)]
    group = f.group("guns", *map(f.item, items), constraints=(e.most(1),))
    table = f.table(f.unit("squad", groups=(group,)))
    squad = table.take("squad")
    for name in items:
        table.take(name, squad)
    army = f.army(table)
    (cause,) = army.tree_findings
    found = list(Repairs(table.engine, "pts").of(cause, army))
    assert [len(one.action.actions) for one in found if isinstance(one, Fix) and isinstance(one.action, Several)] == (
        [number] if is_proposed else []
    )


def test_units_too_many_are_removed_as_many_as_there_are_too_many() -> None:
    table = f.table(f.unit("squad", constraints=(e.most(1),)))
    squads = [table.take("squad").id for _ in range(3)]
    army = f.army(table)
    (cause,) = army.tree_findings
    found = [one.action for one in Repairs(table.engine, "pts").of(cause, army) if isinstance(one, Fix)]
    last, first = squads[1:], squads[:2]
    assert found == [Several(tuple(map(RemoveUnit, some))) for some in (last, first)]


@pytest.mark.parametrize(("most", "removed"), [(3, []), (2, [2]), (1, [3])])
def test_units_whose_parts_may_not_be_fewer_are_removed_until_enough_is_gone(most: int, removed: list[int]) -> None:
    """The last ones first, of four with a banner each."""
    whole = e.most(most, scope="roster", include_child_selections=True)
    table = f.table(f.unit("squad", entries=(f.item("Banner", constraints=(e.least(1), whole)),)))
    squads = [table.take("squad").id for _ in range(4)]
    army = f.army(table)
    (cause,) = army.tree_findings
    found = [one.action for one in Repairs(table.engine, "pts").of(cause, army) if isinstance(one, Fix)]
    units = [one for one in found if isinstance(one, Several) and all(isinstance(x, RemoveUnit) for x in one.actions)]
    assert units == [Several(tuple(map(RemoveUnit, squads[::-1][:number]))) for number in removed]


def test_no_units_are_removed_where_what_is_elsewhere_is_still_too_much() -> None:
    whole = e.most(1, scope="roster", include_child_selections=True)
    banner = f.item("Banner", constraints=(whole,))
    table = f.table(f.unit("squad", entries=(banner,)), f.unit("camp", type="upgrade", entries=(banner,)))
    for root, number in (("squad", 1), ("squad", 1), ("camp", 2)):
        table.take("banner", table.take(root), number)
    army = f.army(table)
    cause = army.tree_findings[0]
    found = [one.action for one in Repairs(table.engine, "pts").of(cause, army) if isinstance(one, Fix)]
    assert found
    steps = [step for one in found for step in (one.actions if isinstance(one, Several) else (one,))]
    assert not any(isinstance(step, RemoveUnit) for step in steps)


def test_units_that_cost_too_much_are_removed_the_cheapest_that_is_enough_first() -> None:
    """What costs less than there is too much comes last: a share may be met without it."""
    bound = e.most(100, scope="force", field="pts", child_id="any", include_child_selections=True)
    names = (("ox", 60), ("hen", 9), ("goat", 30), ("cow", 35))
    units = [
        f.unit(name, costs=e.costing(points), constraints=(bound,) if name == "ox" else ()) for name, points in names
    ]
    table = f.table(*units)
    taken = {table.take(name).id: name for name, _points in names}
    army = f.army(table)
    (cause,) = army.tree_findings
    found = [one.action for one in Repairs(table.engine, "pts").of(cause, army) if isinstance(one, Fix)]
    assert [taken[one.unit] for one in found if isinstance(one, RemoveUnit)] == ["cow", "ox", "hen", "goat"]


def test_at_last_the_model_or_all_models_have_their_defaults_or_the_unit_goes() -> None:
    shout = Modifier(type="add", field="error", value="no!")
    gun = f.item("Gun", modifiers=(shout,))
    table = f.table(f.unit("squad", entries=(f.model("Trooper", gun), f.model("Boss", f.item("Horn")))))
    squad = table.take("squad")
    trooper, boss = table.take("trooper", squad), table.take("boss", squad)
    for name, holder in (("gun", trooper), ("horn", boss)):
        table.take(name, holder)
    army = f.army(table)
    (cause,) = army.tree_findings
    alone, every, unit = [one.action for one in Repairs(table.engine, "pts").fallback(cause)]
    assert isinstance(alone, Change)
    assert isinstance(every, Several)
    assert [step.node for step in every.actions if isinstance(step, Change)] == [trooper.id, boss.id]
    assert (alone.node, unit) == (trooper.id, RemoveUnit(squad.id))
