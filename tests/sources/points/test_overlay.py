"""A points document over a community set: what units cost then, asked of the engine, and where the set says otherwise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from listbuilder.army.roles import is_enhancement
from listbuilder.catalogue.facts import BEARER, Leader, Match
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import (
    Catalogue,
    CatalogueLink,
    CategoryEntry,
    CategoryLink,
    Condition,
    ConditionGroup,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
)
from listbuilder.catalogue.system import Currency, DocumentNames, System
from listbuilder.roster.edits import SetAmount
from listbuilder.sources.points.army import ArmyPages
from listbuilder.sources.points.deviation import Deviation
from listbuilder.sources.points.overlay import Overlay
from listbuilder.sources.points.record import DetachmentLine, EnhancementLine, Joins, Page, Price, UnitLine
from tests.engine import factory as f

NAMES = DocumentNames(
    pages={"gulls": ("Cat",), "lenders": ("Library - Lent",)},
    names={"Old Lamp": ("Lampe",)},
    marks=("[Old]",),
    detachment_points="tide",
    enhancements="gifts",
)
RULES = System(
    id="shore",
    name={"en": "Shore"},
    currencies=(Currency(id="tide", name={"en": "Tide"}), Currency(id="gifts", name={"en": "Gifts"})),
)
COSTS = (f.PTS, CostType(id="t", name="Tide"), CostType(id="g", name="Gifts"))
TIDES = tuple(CategoryEntry(id=name, name=name.title()) for name in ("ebb", "flood"))


def page(*units: UnitLine, **fields: Any) -> Page:
    return Page(**{"id": "gulls", "name": "Gulls", "version": "2", "date": "2026-03-01", "units": units, **fields})


def line(prices: dict[int, int], name: str = "Squad", **fields: Any) -> UnitLine:
    found = tuple(Price(models=models, points=points) for models, points in sorted(prices.items()))
    return UnitLine(name=name, prices=found, **fields)


def squad(least: int, most: int, price: int, *changes: Modifier, **fields: Any) -> Entry:
    bounds = (f.least(least), f.most(most))
    model = Entry(id="bird", name="Bird", type="model", constraints=bounds)
    parts = {"entries": (model,), "costs": f.costing(price), "modifiers": changes, **fields}
    return f.unit("squad", **parts)


def sized(price: int, more_than: int) -> Modifier:
    return Modifier(type="set", field="pts", value=str(price), conditions=(counted("greaterThan", more_than),))


def counted(kind: str, number: int, what: str = "model", scope: str = "squad") -> Condition:
    return Condition(type=kind, value=number, scope=scope, child_id=what, include_child_selections=True)


def later(more: int, copy: int, what: str = "squad") -> Modifier:
    same = Condition(type="instanceOf", value=1, scope="self", child_id=what)
    earlier = LocalConditionGroup(
        type="atLeast",
        value=copy - 1,
        scope="parent",
        include_child_selections=True,
        conditions=(Condition(type="before", value=1, child_id="any"), same),
    )
    return Modifier(
        type="increment", field="pts", value=str(more), condition_groups=(ConditionGroup(local_groups=(earlier,)),)
    )


def files(*entries: Entry, **fields: Any) -> list[Catalogue]:
    return [
        f.system(cost_types=COSTS, category_entries=(*f.CATEGORIES, *TIDES)),
        Catalogue(id="cat", name="Cat", entries=entries, **fields),
    ]


def laid(
    data: Sequence[Catalogue], *pages: Page, names: DocumentNames = NAMES
) -> tuple[f.Table, tuple[Deviation, ...]]:
    """A table over the data as the document has them, and where they differ."""
    overlay = Overlay(data, ArmyPages(pages, names, data[1].name), RULES)
    changes = overlay.changes()
    new = {one.id: one for one in (*changes.shared_entries, *changes.shared_groups)}
    changed = [
        replace(
            file,
            entries=tuple(new.get(one.id, one) for one in file.entries),
            shared_entries=tuple(new.get(one.id, one) for one in file.shared_entries),
            shared_groups=tuple(new.get(one.id, one) for one in file.shared_groups),
            category_entries=(*file.category_entries, *(changes.category_entries if file.id == "cat" else ())),
        )
        for file in data
    ]
    return f.Table(Library(changed[0], changed[1:])), overlay.deviations


def price(table: f.Table, models: int, copies: int = 1, what: str = "bird", unit: str = "squad") -> Any:
    """What the last of so many units costs, each of so many models."""
    for _ in range(copies):
        taken = table.take(unit)
        if found := [one for one in taken.selections if what in one.option.ids]:
            SetAmount(found[0], models).apply(table.roster)
        else:
            table.take(what, taken, models)
    return table.points(taken)


def said(found: Sequence[Deviation]) -> list[tuple[str, str, int, str, str]]:
    return [(one.kind, one.name, one.models, one.said, one.stated) for one in found]


# --- sizes and copies ---------------------------------------------------------------------------------------------------


def test_a_set_that_says_the_same_is_left_as_it_is() -> None:
    entry = squad(5, 20, 80, sized(160, 5), sized(300, 10), later(20, 2), later(10, 3))
    data = files(entry)
    overlay = Overlay(
        data, ArmyPages([page(line({5: 80, 10: 160, 20: 300}, again={2: 20, 3: 30}))], NAMES, "Cat"), RULES
    )
    (same,) = overlay.changes().shared_entries
    assert replace(same, facts=None) == entry
    assert overlay.deviations == ()


@pytest.mark.parametrize(("models", "wanted"), [(5, 70), (6, 140), (10, 140), (11, 290), (20, 290)])
def test_a_unit_pays_for_the_next_size_that_has_a_price(models: int, wanted: int) -> None:
    table, found = laid(files(squad(5, 20, 80, sized(160, 5))), page(line({5: 70, 10: 140, 20: 290})))
    assert price(table, models) == wanted
    assert said(found) == [
        ("price", "", 5, "80", "70"),
        ("price", "", 10, "160", "140"),
        ("price", "", 20, "160", "290"),
    ]


def test_a_size_at_which_the_set_turns_too_late_is_found() -> None:
    _, found = laid(files(squad(5, 20, 80, sized(160, 7))), page(line({5: 80, 10: 160})))
    assert said(found) == [("price", "", 6, "80", "160")]


def test_sizes_that_the_set_does_not_have_are_not_compared() -> None:
    assert laid(files(squad(5, 10, 80, sized(160, 5))), page(line({3: 40, 5: 80, 10: 160, 20: 300})))[1] == ()


def test_units_of_fixed_compositions_have_no_sizes_between_them() -> None:
    def composition(number: int) -> Entry:
        bounds = (f.least(number), f.most(number))
        model = Entry(id=f"bird-{number}", name="Bird", type="model", constraints=bounds)
        return Entry(id=f"of-{number}", name=f"{number} birds", entries=(model,))

    group = EntryGroup(
        id="sizes", name="Sizes", entries=(composition(5), composition(10)), constraints=(f.least(1), f.most(1))
    )
    larger = Modifier(type="set", field="pts", value="200", conditions=(counted("atLeast", 1, "of-10"),))
    entry = f.unit("squad", groups=(group,), costs=f.costing(100), modifiers=(larger,))
    assert laid(files(entry), page(line({5: 100, 10: 200})))[1] == ()
    assert said(laid(files(entry), page(line({5: 90, 10: 210})))[1]) == [
        ("price", "", 5, "100", "90"),
        ("price", "", 10, "200", "210"),
    ]


def test_only_bounds_on_the_models_of_a_unit_bound_its_size() -> None:
    """Not how many an army may have of them, nor what they may cost."""
    others = (
        f.most(1, id="army", scope="roster"),
        f.most(1, id="force", scope="force"),
        f.most(1, id="points", field="pts"),
    )
    entry = squad(5, 10, 80, sized(150, 5))
    (model,) = entry.entries
    entry = replace(entry, entries=(replace(model, constraints=(*model.constraints, *others)),))
    assert said(laid(files(entry), page(line({5: 80, 10: 160})))[1]) == [("price", "", 10, "150", "160")]


@pytest.mark.parametrize(("copies", "wanted"), [(1, 80), (2, 90), (3, 90), (4, 105), (5, 105)])
def test_later_copies_cost_more_at_every_size(copies: int, wanted: int) -> None:
    document = page(line({5: 80, 10: 160}, again={2: 10, 4: 25}))
    table, found = laid(files(squad(5, 10, 80, sized(160, 5), later(20, 3))), document)
    assert price(table, 5, copies) == wanted
    again, _ = laid(files(squad(5, 10, 80, sized(160, 5), later(20, 3))), document)
    assert price(again, 10, copies) == wanted + 80
    assert said(found) == [
        ("later-copies", "2", 0, "0", "10"),
        ("later-copies", "3", 0, "20", "10"),
        ("later-copies", "4", 0, "20", "25"),
    ]


def test_copies_are_counted_by_what_the_set_counts() -> None:
    """Two datasheets that the document has as one share their copies."""
    category = f.role("hq")
    first = squad(5, 5, 50, later(5, 2, "hq"), category_links=category)
    second = replace(first, id="other", name="Other")
    names = replace(NAMES, names={"Squad": ("Other",)})
    table, _ = laid(files(first, second), page(line({5: 60}, again={2: 15})), names=names)
    assert price(table, 5) == 60
    assert price(table, 5, unit="other") == 75


def test_random_prices_are_those_of_the_document() -> None:
    """Whatever sizes, prices and copies the set has, a unit costs what an independent reading of the document says."""
    for seed in range(60):
        dice = random.Random(seed)
        sizes = sorted(dice.sample(range(2, 21), dice.randint(1, 4)))
        stated = {size: dice.randint(1, 40) * 5 for size in sizes}
        again = {copy: dice.randint(1, 6) * 5 for copy in dice.sample(range(2, 6), dice.randint(0, 2))}
        changes = [sized(dice.randint(1, 40) * 5, size) for size in dice.sample(range(2, 21), dice.randint(0, 3))]
        changes += [later(dice.randint(1, 4) * 5, dice.randint(2, 4)) for _ in range(dice.randint(0, 2))]
        entry = squad(1, sizes[-1], dice.randint(1, 40) * 5, *changes)
        table, found = laid(files(entry), page(line(stated, again=again)))
        for copy in range(1, 6):
            models = dice.randint(1, sizes[-1])
            base = stated[next(size for size in sizes if size >= models)]
            more = max(((start, points) for start, points in again.items() if start <= copy), default=(0, 0))[1]
            assert price(table, models) == base + more, (seed, copy, models, found)


# --- what the set states otherwise --------------------------------------------------------------------------------------


def test_models_that_are_priced_one_by_one_are_read() -> None:
    bird = Entry(id="bird", name="Bird", type="model", costs=f.costing(30), constraints=(f.least(1), f.most(3)))
    entry = f.unit("squad", entries=(bird,))
    _, same = laid(files(entry), page(line({1: 30, 2: 60, 3: 90})))
    table, found = laid(files(entry), page(line({1: 30, 2: 55, 3: 90})))
    assert same == ()
    assert said(found) == [("price", "", 2, "60", "55")]
    assert [price(laid(files(entry), page(line({1: 30, 2: 55, 3: 90})))[0], models) for models in (1, 2, 3)] == [
        30,
        55,
        90,
    ]


def test_an_allied_unit_is_priced_by_the_army_that_it_stands_in() -> None:
    entry = squad(5, 5, 50)
    lent = Catalogue(id="lent", name="Library - Lent", library=True, shared_entries=(entry,))
    link = EntryLink(id="to-squad", name="Squad", target_id="squad")
    data = [*files(links=(link,)), lent]
    lender = page(line({5: 50}), id="lenders", name="Lenders", allied=(line({5: 65}),))
    table, found = laid(data, page(), lender)
    assert price(table, 5) == 65
    assert [(one.page, one.said, one.stated) for one in found if one.kind == "price"] == [("Lenders", "50", "65")]
    own, _ = laid(data, page(line({5: 40})), lender)  # the army's own page goes first
    assert price(own, 5) == 40


def test_a_condition_of_the_army_is_read_as_it_holds_there() -> None:
    abroad = Condition(type="notInstanceOf", scope="primary-catalogue", child_id="cat", value=1)
    entry = squad(5, 5, 50, Modifier(type="increment", field="pts", value="15", conditions=(abroad,)))
    assert laid(files(entry), page(line({5: 50})))[1] == ()
    elsewhere = squad(
        5, 5, 50, Modifier(type="increment", field="pts", value="15", conditions=(replace(abroad, child_id="x"),))
    )
    assert said(laid(files(elsewhere), page(line({5: 50})))[1]) == [("price", "", 5, "65", "50")]


def test_a_page_has_the_units_of_its_parent() -> None:
    parent = page(line({5: 55}), line({5: 99}, "Crab"), id="birds", name="Birds")
    own = page(line({5: 60}), parent="birds")
    crab = replace(squad(5, 5, 10), id="crab", name="Crab")
    table, _ = laid(files(squad(5, 5, 10), crab), own, parent)
    assert (price(table, 5), price(table, 5, unit="crab")) == (60, 99)


def test_what_cannot_be_read_has_the_document_s_price() -> None:
    elsewhere = Modifier(type="set", field="pts", value="5", conditions=(counted("atLeast", 1, "crab", "force"),))
    table, found = laid(files(squad(5, 10, 80, elsewhere)), page(line({5: 70, 10: 120})))
    assert [one.kind for one in found] == ["unread"]
    assert [price(table, 5), price(table, 6)] == [70, 120]


def test_a_gated_group_of_modifiers_is_read_and_taken_away() -> None:
    group = ModifierGroup(
        conditions=(counted("atLeast", 6),), modifiers=(Modifier(type="set", field="pts", value="99"),)
    )
    entry = squad(5, 10, 80, modifier_groups=(group,))
    assert laid(files(entry), page(line({5: 80, 10: 99})))[1] == ()
    table, _ = laid(files(entry), page(line({5: 80, 10: 120})))
    assert price(table, 8) == 120


def test_a_marked_unit_is_meant_by_the_bare_name_where_there_is_no_other() -> None:
    old = replace(squad(5, 5, 50), name="Squad [Old]", id="old")
    alone, _ = laid(files(old), page(line({5: 60})))
    assert price(alone, 5, unit="old") == 60
    beside, _ = laid(files(squad(5, 5, 50), old), page(line({5: 60})))
    assert (price(beside, 5), price(beside, 5, unit="old")) == (60, 50)


def test_units_of_compositions_are_priced_by_their_kinds() -> None:
    wolf = Entry(id="wolf", name="Wolf", type="model", constraints=(f.most(6),))
    rider = Entry(id="rider", name="Rider", type="model", constraints=(f.least(3), f.most(6)))
    entry = f.unit("squad", entries=(rider, wolf), costs=f.costing(1))
    prices = tuple(
        Price(models=rider + wolf, points=points, of={"Rider": rider} | ({"Wolf": wolf} if wolf else {}))
        for rider, wolf, points in ((3, 0, 80), (3, 3, 110), (6, 0, 160), (6, 6, 220))
    )
    for riders, wolves, wanted in (
        (3, 0, 80),
        (3, 1, 110),
        (3, 3, 110),
        (4, 0, 160),
        (6, 0, 160),
        (4, 1, 220),
        (6, 6, 220),
    ):
        table, _ = laid(files(entry), page(UnitLine(name="Squad", prices=prices)))
        taken = table.take("squad")
        SetAmount(taken.selections[0], riders).apply(table.roster)
        if wolves:
            table.take("wolf", taken, wolves)
        assert table.points(taken) == wanted, (riders, wolves)


def test_additions_cost_on_top_and_are_no_part_of_the_size() -> None:
    cart = Entry(id="cart", name="Cart", type="model", constraints=(f.most(1),), costs=f.costing(50))
    bird = Entry(id="bird", name="Bird", type="model", constraints=(f.least(3), f.most(6)))
    entry = f.unit("squad", entries=(bird, cart), costs=f.costing(70))
    table, found = laid(files(entry), page(line({3: 70, 6: 140}, additions={"Cart": 60})))
    taken = table.take("squad")
    table.take("cart", taken)
    assert sum(table.points(one) for one in (taken, *taken.selections)) == 130
    SetAmount(taken.selections[0], 4).apply(table.roster)
    assert sum(table.points(one) for one in (taken, *taken.selections)) == 200
    assert ("item", "Cart", 0, "50", "60") in said(found)


# --- items --------------------------------------------------------------------------------------------------------------


def armed(*weapons: Entry | EntryLink, price: int = 50) -> Entry:
    entries = tuple(one for one in weapons if isinstance(one, Entry))
    links = tuple(one for one in weapons if isinstance(one, EntryLink))
    bird = Entry(
        id="bird", name="Bird", type="model", constraints=(f.least(1), f.most(3)), entries=entries, links=links
    )
    return f.unit("squad", entries=(bird,), costs=f.costing(price))


def test_an_item_has_the_points_of_the_document() -> None:
    lamp = Entry(id="lamp", name="Lampe", costs=f.costing(5))
    net = Entry(id="net", name="Net")
    table, found = laid(files(armed(lamp, net)), page(line({3: 50}, items={"Old Lamp": 15, "Net": 10, "Hook": 5})))
    taken = table.take("squad")
    bird = taken.selections[0]
    assert [table.points(table.take(one, bird)) for one in ("lamp", "net")] == [15, 10]
    assert said(found) == [
        ("item", "Old Lamp", 0, "5", "15"),
        ("item", "Net", 0, "0", "10"),
        ("absent", "Hook", 0, "", "5"),
    ]


def test_an_item_behind_a_link_costs_what_the_document_says_in_this_unit_alone() -> None:
    shared = Entry(id="lamp", name="Old Lamp", costs=f.costing(5))
    link = EntryLink(id="to-lamp", target_id="lamp")
    other = replace(armed(link), id="other", name="Other")
    data = files(armed(link), other, shared_entries=(shared,))
    table, found = laid(data, page(line({3: 50}, items={"Old Lamp": 15})))
    for unit, wanted in (("squad", 15), ("other", 5)):
        taken = table.take(unit)
        assert table.points(table.take("to-lamp", taken.selections[0])) == wanted
    assert said(found) == [("item", "Old Lamp", 0, "5", "15")]


def test_an_item_behind_a_link_may_cost_nothing() -> None:
    shared = Entry(id="lamp", name="Old Lamp", costs=f.costing(5))
    data = files(armed(EntryLink(id="to-lamp", target_id="lamp")), shared_entries=(shared,))
    table, _ = laid(data, page(line({3: 50}, items={"Old Lamp": 0})))
    assert table.points(table.take("to-lamp", table.take("squad").selections[0])) == 0


def test_a_choice_that_is_priced_for_the_item_in_it_is_that_item() -> None:
    both = Entry(id="both", name="Lamp and net", costs=f.costing(20), entries=(Entry(id="lamp", name="Old Lamp"),))
    assert laid(files(armed(both)), page(line({3: 50}, items={"Old Lamp": 20})))[1] == ()
    table, _ = laid(files(armed(both)), page(line({3: 50}, items={"Old Lamp": 25})))
    choice = table.take("both", table.take("squad").selections[0])
    assert table.points(choice) == 25
    assert sum(table.points(one) for one in choice.selections) == 0


def test_a_price_that_the_document_does_not_name_is_listed_and_kept() -> None:
    table, found = laid(files(armed(Entry(id="net", name="Net", costs=f.costing(5)))), page(line({3: 50})))
    assert table.points(table.take("net", table.take("squad").selections[0])) == 5
    assert said(found) == [("unnamed", "Net", 0, "5", "")]


# --- detachments and enhancements ---------------------------------------------------------------------------------------


def detachment(id: str, tide: int, *categories: str, **fields: Any) -> Entry:
    links = tuple(CategoryLink(id=f"{id}-{name}", target_id=name) for name in categories)
    return Entry(id=id, name=id.title(), costs=(Cost(type_id="t", value=tide),), category_links=links, **fields)


def choices(*entries: Entry, name: str = "Detachments", id: str = "choices") -> EntryGroup:
    return EntryGroup(id=id, name=name, entries=entries)


def test_a_detachment_has_points_disposition_and_tag_of_the_document() -> None:
    data = files(
        squad(5, 5, 50), shared_groups=(choices(detachment("shoal", 1, "ebb"), detachment("drift", 2, "ebb")),)
    )
    lines = (
        DetachmentLine(name="Shoal", points=3, disposition="Flood", tag="Nets"),
        DetachmentLine(name="Drift", points=2, disposition="Ebb"),
    )
    overlay = Overlay(data, ArmyPages([page(line({5: 50}), detachments=lines)], NAMES, "Cat"), RULES)
    changes = overlay.changes()
    (group,) = changes.shared_groups
    shoal, drift = group.entries
    assert [cost.value for cost in shoal.costs if cost.type_id == "t"] == [3]
    (tag,) = changes.category_entries
    assert [link.target_id for link in shoal.category_links] == ["flood", tag.id]
    assert [(one.type, one.value, one.scope) for one in tag.constraints] == [("max", 1, "force")]
    assert drift is data[1].shared_groups[0].entries[1]
    assert [(one.kind, one.said, one.stated) for one in overlay.deviations] == [
        ("detachment-points", "1", "3"),
        ("disposition", "Ebb", "Flood"),
        ("tag", "", "Nets"),
    ]


SHOWS = Modifier(type="set", field="hidden", value="false")
HIDES = Modifier(type="set", field="hidden", value="true")


@pytest.mark.parametrize(
    ("entries", "shown"),
    [
        ((detachment("shoal", 1, "ebb", hidden=True),), True),
        ((detachment("shoal", 1, "ebb", hidden=True, modifiers=(HIDES,)),), True),
        # something else in the data shows it
        ((detachment("shoal", 1, "ebb", hidden=True, modifiers=(HIDES, SHOWS)),), False),
        ((detachment("shoal", 1, "ebb", hidden=True, modifier_groups=(ModifierGroup(modifiers=(SHOWS,)),)),), False),
        # another one of the name is there
        ((detachment("shoal", 1, "ebb", hidden=True), detachment("Shoal", 1, "ebb")), False),
        # the document does not list it
        ((detachment("wreck", 1, "ebb", hidden=True),), False),
    ],
)
def test_a_detachment_that_authors_hide_is_offered(entries: tuple[Entry, ...], shown: bool) -> None:
    drift = detachment("drift", 2, "ebb")
    data = files(squad(5, 5, 50), shared_groups=(choices(*entries, drift),))
    lines = (
        DetachmentLine(name="Shoal", points=1, disposition="Ebb"),
        DetachmentLine(name="Drift", points=2, disposition="Ebb"),
    )
    overlay = Overlay(data, ArmyPages([page(line({5: 50}), detachments=lines)], NAMES, "Cat"), RULES)
    (group,) = overlay.changes().shared_groups or data[1].shared_groups
    assert group.entries[0].hidden is not shown
    assert ("hidden" in {one.kind for one in overlay.deviations}) is shown


def test_a_tag_that_the_document_does_not_know_is_taken_away() -> None:
    tags = (CategoryEntry(id="nets", name="Nets"),)
    data = files(
        category_entries=tags,
        shared_groups=(choices(detachment("shoal", 1, "nets", "ebb"), detachment("drift", 1, "nets")),),
    )
    lines = (
        DetachmentLine(name="Shoal", points=1, disposition="Ebb"),
        DetachmentLine(name="Drift", points=1, tag="Nets"),
    )
    overlay = Overlay(data, ArmyPages([page(detachments=lines)], NAMES, "Cat"), RULES)
    (group,) = overlay.changes().shared_groups
    assert [link.target_id for link in group.entries[0].category_links] == ["ebb"]
    (found,) = overlay.deviations
    assert (found.kind, found.of, found.said, found.stated) == ("tag", "Shoal", "Nets", "")
    assert not found.models  # no price of a size


def gift(id: str, points: int, **fields: Any) -> Entry:
    costs = (Cost(type_id="pts", value=points), Cost(type_id="g", value=1))
    return Entry(id=id, name=fields.pop("name", id.title()), costs=costs, **fields)


def test_an_enhancement_has_the_points_of_its_own_detachment() -> None:
    """Two detachments may have one of a name."""
    groups = (
        choices(detachment("shoal", 1), detachment("drift", 1)),
        choices(gift("pearl", 10), name="Shoal Gifts", id="shoal-gifts"),
        choices(gift("pearl-2", 10, name="Pearl"), name="Drift Gifts", id="drift-gifts"),
    )
    lines = (
        DetachmentLine(name="Shoal", points=1, enhancements=(EnhancementLine(name="Pearl", points=20),)),
        DetachmentLine(
            name="Drift",
            points=1,
            enhancements=(EnhancementLine(name="Pearl", points=30), EnhancementLine(name="Coral", points=5)),
        ),
    )
    overlay = Overlay(files(shared_groups=groups), ArmyPages([page(detachments=lines)], NAMES, "Cat"), RULES)
    changed = {group.id: group.entries[0] for group in overlay.changes().shared_groups}
    found = {key: next(cost.value for cost in one.costs if cost.type_id == "pts") for key, one in changed.items()}
    assert found == {"shoal-gifts": 20, "drift-gifts": 30}
    assert [(one.kind, one.of, one.name, one.stated) for one in overlay.deviations] == [
        ("enhancement", "Shoal", "Pearl", "20"),
        ("enhancement", "Drift", "Pearl", "30"),
        ("absent", "Drift", "Coral", "5"),
    ]


def test_an_enhancement_in_a_unit_is_no_item_of_it() -> None:
    data = files(armed(gift("pearl", 10)), shared_groups=(choices(detachment("shoal", 1)),))
    lines = (DetachmentLine(name="Shoal", points=1, enhancements=(EnhancementLine(name="Pearl", points=25),)),)
    table, found = laid(data, page(line({3: 50}), detachments=lines))
    assert table.points(table.take("pearl", table.take("squad").selections[0])) == 25
    assert [(one.kind, one.name) for one in found] == [("enhancement", "Pearl")]


def test_an_enhancement_that_the_set_takes_for_wargear_is_counted_as_one() -> None:
    pearl = Entry(id="pearl", name="Pearl", costs=f.costing(25))
    data = files(armed(pearl), shared_groups=(choices(detachment("shoal", 1)),))
    lines = (
        DetachmentLine(name="Shoal", points=1, enhancements=(EnhancementLine(name="Pearl", points=25, upgrade=True),)),
    )
    table, found = laid(data, page(line({3: 50}), detachments=lines))
    taken = table.take("pearl", table.take("squad").selections[0])
    assert table.engine.state(taken).costs["g"] == 1
    assert is_enhancement(taken.option)
    assert [(one.kind, one.name) for one in found] == [("enhancement-kind", "Pearl")]


HEROES = (CategoryEntry(id="hero", name="Hero"),)


@pytest.mark.parametrize(
    ("upgrade", "categories", "offered"),
    [(False, (), False), (False, ("hero",), True), (True, (), True), (True, ("hero",), True)],
)
def test_an_enhancement_is_for_characters_and_an_upgrade_for_all(
    upgrade: bool, categories: tuple[str, ...], offered: bool
) -> None:
    links = tuple(CategoryLink(id=f"squad-{name}", target_id=name) for name in categories)
    unit = replace(armed(gift("pearl", 25)), category_links=links)
    data = files(unit, category_entries=HEROES, shared_groups=(choices(detachment("shoal", 1)),))
    pearl = EnhancementLine(name="Pearl", points=25, upgrade=upgrade)
    table, _ = laid(
        data, page(line({3: 50}), detachments=(DetachmentLine(name="Shoal", points=1, enhancements=(pearl,)),))
    )
    holder = table.take("squad").selections[0]
    option = next(one for one in holder.option.entries if one.name == "Pearl")
    assert table.engine.choice(holder, option).hidden is not offered


@pytest.mark.parametrize(
    ("upgrade", "bound", "most"),
    [(False, None, 1), (False, 2, 2), (True, None, 3)],
)
def test_an_enhancement_is_had_once_unless_the_set_or_an_upgrade_says_otherwise(
    upgrade: bool, bound: int | None, most: int
) -> None:
    stated = () if bound is None else (f.most(bound, scope="roster", include_child_selections=True),)
    unit = armed(replace(gift("pearl", 25), constraints=stated))
    data = files(unit, shared_groups=(choices(detachment("shoal", 1)),))
    pearl = EnhancementLine(name="Pearl", points=25, upgrade=upgrade)
    table, _ = laid(
        data, page(line({3: 50}), detachments=(DetachmentLine(name="Shoal", points=1, enhancements=(pearl,)),))
    )
    for number in range(1, 4):
        table.take("pearl", table.take("squad").selections[0])
        assert bool([one for one in table.engine.violations() if one.kind == "max"]) is (number > most)


def kinds(least: int) -> Entry:
    """Ten birds with at least so many keepers, who stand behind a link."""
    birds = Entry(id="bird", name="Bird", type="model", constraints=(f.least(10), f.most(10)))
    keepers = EntryLink(
        id="keepers",
        name="Keeper",
        target_id="keeper",
        constraints=(f.least(least, id="keepers-least"), f.most(2, id="keepers-most")),
        modifiers=(Modifier(type="set", field="keepers-least", value="2"),),
    )
    return f.unit("squad", entries=(birds,), links=(keepers,), costs=f.costing(45))


def test_models_without_which_the_document_prices_a_unit_are_optional() -> None:
    data = files(kinds(1), shared_entries=(Entry(id="keeper", name="Keeper", type="model"),))
    composed = tuple(
        Price(models=10 + number, points=45, of={"Bird": 10, **({"Keeper": number} if number else {})})
        for number in (0, 2)
    )
    table, found = laid(data, page(UnitLine(name="Squad", prices=composed)))
    taken = table.take("squad")
    keepers = [one for one in taken.selections if one.option.name == "Keeper"]
    assert sum(one.amount for one in keepers) == 1, "a new unit has them still"
    for one in keepers:
        SetAmount(one, 0).apply(table.roster)
    assert not list(table.engine.violations())
    assert ("optional", "Keeper") in {(one.kind, one.name) for one in found}

    always = tuple(replace(one, of={"Bird": 10, "Keeper": 1 + place}) for place, one in enumerate(composed))
    _, found = laid(data, page(UnitLine(name="Squad", prices=always)))
    assert "optional" not in {one.kind for one in found}


def test_nothing_is_missed_where_a_linked_catalogue_is_missing() -> None:
    """The one that is not there may have it."""
    lines = (DetachmentLine(name="Shoal", points=1),)
    link = CatalogueLink(id="to-none", target_id="none")
    document = page(line({5: 50}, "Whale"), detachments=lines)
    assert laid(files(catalogue_links=(link,)), document)[1] == ()
    assert [(one.kind, one.of) for one in laid(files(), document)[1]] == [("absent", "Shoal"), ("absent", "Whale")]


# --- who joins whom -----------------------------------------------------------------------------------------------------


def facts_of(document: Page, *entries: Entry, **fields: Any) -> dict[str, Any]:
    """The facts of the entries by their names, as the document has them."""
    overlay = Overlay(files(*entries, **fields), ArmyPages([document], NAMES, "Cat"), RULES)
    changes = overlay.changes()
    found = [*changes.shared_entries, *(entry for group in changes.shared_groups for entry in group.entries)]
    return {one.name: one.facts for one in found}


def named(name: str) -> Entry:
    return replace(squad(5, 5, 50), id=name.lower(), name=name)


def test_a_leader_joins_those_that_the_document_lists_by_the_names_of_the_data() -> None:
    joins = Joins(names=("Tern’s Crew", "Whale", "Nowhere"), keywords=(("Wing", "Grey"),))
    names = ("Boss", "Tern's crew", "Whale [Old]")
    document = page(line({5: 50}, "Boss", leads=joins), line({5: 50}, "Tern’s Crew"))
    found = facts_of(document, *map(named, names))
    assert found["Boss"].leader == Leader(
        leads=("Tern's crew", "Whale [Old]", "Nowhere"), leads_keywords=(("Wing", "Grey"),), whole=True
    )
    assert found["Boss"].partial
    assert found["Tern's crew"].leader == Leader(whole=True)  # it joins nobody
    assert "Whale [Old]" not in found  # the document says nothing of it


def test_who_is_joined_has_the_name_that_armies_show() -> None:
    document = page(line({5: 50}, "Boss", leads=Joins(names=("Gull", "Crab"))), line({5: 50}, "Gull"))
    names = replace(NAMES, marks=("[Legends]", "[legendary]"))
    data = files(*map(named, ("Boss", "Gull [Legends]", "Crab [legendary]")))
    changes = Overlay(data, ArmyPages([document], names, "Cat"), RULES).changes()
    boss = next(one for one in changes.shared_entries if one.name == "Boss")
    assert boss.facts is not None
    assert boss.facts.leader == Leader(leads=("Gull", "Crab"), whole=True)


def test_a_unit_of_no_type_of_its_own_is_one_of_the_army() -> None:
    crab = replace(named("Crab"), type="upgrade")
    free = replace(named("Tide"), type="upgrade", costs=())
    lines = (line({5: 60}, "Crab", leads=Joins(names=("Crab",))), line({5: 60}, "Tide"))
    found = facts_of(page(*lines), crab, free)
    assert found["Crab"].leader == Leader(leads=("Crab",), whole=True)
    assert "Tide" not in found  # what costs nothing may be a setting of the army


def test_support_is_told_from_leading() -> None:
    found = facts_of(page(line({5: 50}, "Doctor", supports=Joins(names=("Doctor",)))), named("Doctor"))
    assert (found["Doctor"].leader.leads, found["Doctor"].leader.support) == (("Doctor",), True)


def test_an_enhancement_lets_its_bearer_join_further_units() -> None:
    lines = (
        DetachmentLine(
            name="Shoal",
            points=1,
            enhancements=(
                EnhancementLine(
                    name="Pearl", points=10, leads=Joins(names=("Whale",)), supports=Joins(keywords=(("Wing",),))
                ),
                EnhancementLine(name="Coral", points=10),
            ),
        ),
    )
    group = choices(gift("pearl", 10), gift("coral", 10), name="Shoal Gifts")
    found = facts_of(page(detachments=lines), named("Whale"), shared_groups=(group,))
    (effect,) = found["Pearl"].effects
    assert effect.leads == (Match(keywords=("Whale",)), Match(keywords=("Wing",)))
    assert effect.to == BEARER
    assert found["Coral"] is None
