"""Prices of data that depend on themselves are named; those that only depend on others are not."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Condition,
    ConditionGroup,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
    Repeat,
)
from listbuilder.sources.store import audit


def rise(child: str, field: str = "pts", counted: str = "pts", **more: object) -> Modifier:
    return Modifier(type="increment", field=field, value="1", repeats=(counting(child, counted),), **more)  # type: ignore[arg-type]


def counting(child: str, field: str = "pts", *, deep: bool = False) -> Repeat:
    return Repeat(child_id=child, scope="force", field=field, include_child_selections=deep)


def named(*entries: Entry, **fields: object) -> list[str]:
    types = tuple(CostType(id=one, name=one) for one in ("pts", "cp"))
    files = [
        Catalogue(
            id="s", name="System", is_game_system=True, cost_types=types, category_entries=(CategoryEntry(id="hq"),)
        ),
        Catalogue(id="army", name="Army", entries=entries, **fields),  # type: ignore[arg-type]
    ]
    return [str(one) for one in audit.endless(files) if one.rule == "price-cycle"]


def unit(name: str, *modifiers: Modifier, **fields: object) -> Entry:
    return Entry(id=name, name=name.title(), type="unit", modifiers=modifiers, **fields)  # type: ignore[arg-type]


def told(names: str) -> list[str]:
    return [f"Army: prices depend on themselves: {names}"]


@pytest.mark.parametrize("child", ["a", "unit", "any", "", "self", "army", "hq"])
def test_a_price_that_counts_itself(child: str) -> None:
    hq = (CategoryLink(id="l", target_id="hq"),)
    assert named(unit("a", rise(child), category_links=hq), unit("b")) == told("A → A")


def test_prices_that_count_each_other() -> None:
    assert named(unit("a", rise("b")), unit("b", rise("c")), unit("c", rise("a")), unit("d", rise("a"))) == (
        told("A → B → C → A")
    )
    assert named(unit("a", rise("b")), unit("b", rise("a")), unit("x", rise("x"))) == [
        *told("A → B → A"),
        *told("X → X"),
    ]


def test_prices_that_only_depend_on_others() -> None:
    assert named(unit("a", rise("b")), unit("b", rise("d")), unit("d"), unit("e", rise("model"))) == []
    assert named(unit("a", rise("a", counted="selections")), unit("b", rise("b", counted="limit::pts"))) == []
    assert named(unit("a", rise("b", "cp"), rise("b", "pts", "selections")), unit("b", rise("b", "pts", "cp"))) == []


def test_prices_in_two_currencies() -> None:
    assert named(unit("a", rise("b", "pts", "cp")), unit("b", rise("a", "cp", "pts"))) == told("A → B → A")


@pytest.mark.parametrize("how", ["condition", "condition group", "local group", "modifier group"])
def test_every_way_to_count_a_price(how: str) -> None:
    when = Condition(type="atLeast", value=1, field="pts", scope="force", child_id="a")
    local = LocalConditionGroup(scope="force", child_id="any", conditions=(when,))
    inner = ConditionGroup(type="or", groups=(ConditionGroup(conditions=(when,)),))
    plain = Modifier(type="set", field="pts", value="9")
    given: dict[str, tuple[Modifier, ...]] = {
        "condition": (Modifier(type="set", field="pts", value="9", conditions=(when,)),),
        "condition group": (Modifier(type="set", field="pts", value="9", condition_groups=(inner,)),),
        "local group": (Modifier(type="set", field="pts", value="9", local_condition_groups=(local,)),),
    }
    around = ModifierGroup(conditions=(when,), groups=(ModifierGroup(modifiers=(plain,)),))
    groups = (around,) if how == "modifier group" else ()
    assert named(unit("a", *given.get(how, ()), modifier_groups=groups)) == told("A → A")


def test_a_price_counted_with_what_is_inside() -> None:
    """An upgrade that rises with the whole price of its unit counts itself; one that rises with the unit alone does not."""

    def inside(*, deep: bool, linked: bool) -> list[str]:
        upgrade = unit("u", Modifier(type="increment", field="pts", value="1", repeats=(counting("a", deep=deep),)))
        held = (EntryLink(id="l", target_id="u"),) if linked else ()
        group = EntryGroup(id="g", entries=() if linked else (upgrade,), links=held)
        return named(unit("a", groups=(group,)), shared_entries=(upgrade,) if linked else ())

    for linked in (False, True):
        assert inside(deep=True, linked=linked) == told("U → U")
        assert inside(deep=False, linked=linked) == []


def test_a_modifier_of_another_price() -> None:
    push = rise("b", scope="force", affects="self.entries.recursive.b")
    assert named(unit("a", push), unit("b")) == told("A → A")
    assert named(unit("a", rise("d", scope="force", affects="self.entries.recursive.b")), unit("b"), unit("d")) == []
    assert named(unit("a", rise("b", scope="force", affects="self.entries.recursive")), unit("b")) == told("A → A")


def test_many_prices_are_one_knot() -> None:
    """As many edges as the data state, not as many as units count each other."""
    units = [unit(f"u{one}", rise("unit")) for one in range(1500)]
    (problem,) = named(*units)
    assert problem == "Army: prices depend on themselves: U0 → U0"
