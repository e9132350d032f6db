"""Rows of units and settings over small catalogues: what is shown, how, and with which numbers."""

from __future__ import annotations

from decimal import Decimal

import pytest

from listbuilder.catalogue.model import Entry
from listbuilder.roster.edits import Insert, Remove, SetAmount
from listbuilder.roster.tree import Force, Selection
from listbuilder.session import Row
from listbuilder.session.rows import RowReader, moved, unwrapped, whole
from listbuilder.session.session import Session
from tests.engine import factory as f

Shown = list[tuple[str, str, int, int]]


def model(id: str, **fields: object) -> Entry:
    return f.unit(id, type="model", **fields)


def item(id: str, points: int = 0, **fields: object) -> Entry:
    return f.unit(id, type="upgrade", costs=f.costing(points) if points else (), **fields)


def rows(table: f.Table, holder: Selection | Force) -> tuple[Row, ...]:
    return RowReader(table.engine, "pts").rows(holder)


def shown(table: f.Table, holder: Selection | Force) -> Shown:
    """Label, kind, depth and count of each row."""
    return [(row.label, row.kind, row.depth, row.count) for row in rows(table, holder)]


def squad(*models: Entry, **fields: object) -> tuple[f.Table, Selection]:
    table = f.table(f.unit("squad", entries=models, **fields))
    return table, table.take("squad")


class TestFixed:
    """An entry is not shown when its bounds allow one number only and that many are chosen."""

    @pytest.mark.parametrize(
        ("constraints", "amount", "visible"),
        [
            ((f.least(2), f.most(2)), 2, False),
            ((f.least(2), f.most(2)), 1, True),
            ((f.least(2), f.most(2)), 3, True),
            ((f.least(1), f.most(2)), 1, True),
            ((f.least(1), f.most(2)), 2, True),
            ((f.most(2),), 2, True),
            ((f.least(2),), 2, True),
            ((), 2, True),
        ],
    )
    def test_one_selection(self, constraints: tuple[object, ...], amount: int, visible: bool) -> None:
        table, unit = squad(item("gun", constraints=constraints))
        gun = unit.selections[0] if unit.selections else table.take("gun", unit)
        SetAmount(gun, amount).apply(table.roster)

        assert shown(table, unit) == ([("Gun", "count", 0, amount)] if visible else [])

    def test_amounts_of_several_selections_count_together(self) -> None:
        table, unit = squad(item("gun", constraints=(f.least(2), f.most(2))))
        SetAmount(unit.selections[0], 1).apply(table.roster)
        Insert(Selection(unit.selections[0].option), unit).apply(table.roster)

        assert shown(table, unit) == []
        SetAmount(unit.selections[0], 2).apply(table.roster)
        assert [row.count for row in rows(table, unit)] == [2, 1]

    def test_what_is_below_takes_its_place(self) -> None:
        table, unit = squad(item("kit", constraints=(f.least(1), f.most(1)), entries=(item("knife"), item("flag"))))

        assert shown(table, unit) == [("Knife", "count", 0, 0), ("Flag", "count", 0, 0)]

    def test_a_model_stays_as_the_heading_of_its_wargear(self) -> None:
        leader = model("leader", constraints=(f.least(1), f.most(1)), entries=(item("knife"),))
        table, unit = squad(leader, model("trooper"))
        table.take("trooper", unit, 3)
        found = rows(table, unit)

        assert [(row.label, row.kind, row.depth) for row in found] == [
            ("Leader", "heading", 0),
            ("Knife", "count", 1),
            ("Trooper", "count", 0),
        ]
        assert (found[0].minimum, found[0].maximum) == (None, None)

    def test_a_pick_is_shown_although_it_is_fixed(self) -> None:
        guns = f.group(
            "guns", item("rifle", constraints=(f.least(1), f.most(1))), item("bow"), constraints=(f.most(1),)
        )
        table, unit = squad(groups=(guns,))

        assert [(row.label, row.kind) for row in rows(table, unit)] == [
            ("Guns", "heading"),
            ("Rifle", "pick"),
            ("Bow", "pick"),
        ]


class TestKinds:
    @pytest.mark.parametrize(
        ("most", "amount", "kind"),
        [(1, 0, "toggle"), (1, 1, "toggle"), (1, 2, "count"), (2, 1, "count"), (None, 1, "count")],
    )
    def test_counts_and_toggles(self, most: int | None, amount: int, kind: str) -> None:
        table, unit = squad(item("flag", constraints=(f.most(most),) if most else ()))
        if amount:
            table.take("flag", unit, amount)
        row = rows(table, unit)[0]

        assert (row.kind, row.count, row.minimum, row.maximum, row.chosen) == (kind, amount, None, most, amount > 0)

    def test_prices_bounds_and_nodes(self) -> None:
        table, unit = squad(item("flag", 5, constraints=(f.least(1), f.most(3))))
        row = rows(table, unit)[0]

        assert (row.points, row.minimum, row.maximum, row.node) == (5, 1, 3, unit.selections[0].id)

    def test_models_with_choices_may_be_split(self) -> None:
        table, unit = squad(
            model("trooper", entries=(item("knife"),)), model("drone"), item("crate", entries=(item("rope"),))
        )
        for entry in ("trooper", "drone", "crate"):
            table.take(entry, unit, 2)

        assert {row.label: row.split for row in rows(table, unit) if row.depth == 0} == {
            "Trooper": True,
            "Drone": False,
            "Crate": False,
        }
        SetAmount(unit.selections[0], 1).apply(table.roster)
        assert not any(row.split for row in rows(table, unit))

    def test_names_are_those_after_modifiers(self) -> None:
        table, unit = squad(item("flag", modifiers=f.renamed_when()))

        assert shown(table, unit) == [("yes", "count", 0, 0)]
        table.take("flag", unit)
        assert shown(table, unit) == [("yes", "count", 0, 1)]


class TestGroups:
    def test_of_a_group_with_room_for_one_a_row_is_picked(self) -> None:
        table, unit = squad(groups=(f.group("guns", item("rifle"), item("bow", 3), constraints=(f.most(1),)),))
        heading, rifle, bow = rows(table, unit)

        assert (heading.label, heading.kind, heading.count, heading.minimum, heading.maximum) == (
            "Guns",
            "heading",
            0,
            None,
            1,
        )
        assert {rifle.kind, bow.kind} == {"pick"}
        assert {heading.group, rifle.group, bow.group} == {"guns"}
        assert (heading.hidden, heading.split, heading.node, heading.points) == (False, False, "", 0)
        assert (rifle.depth, bow.points) == (1, 3)

    def test_of_a_larger_group_rows_are_counted(self) -> None:
        table, unit = squad(groups=(f.group("guns", item("rifle"), item("bow"), constraints=(f.least(1), f.most(2))),))
        table.take("bow", unit, 2)
        found = rows(table, unit)

        assert [(row.kind, row.group, row.count) for row in found] == [
            ("heading", "guns", 2),
            ("count", "", 0),
            ("count", "", 2),
        ]
        assert (found[0].minimum, found[0].maximum) == (1, 2)

    def test_a_group_of_one_entry_is_that_entry_with_the_lower_bound(self) -> None:
        table, unit = squad(
            groups=(f.group("extra", item("flag", constraints=(f.most(5),)), constraints=(f.most(2),)),)
        )
        assert [(row.label, row.depth, row.maximum) for row in rows(table, unit)] == [("Flag", 0, 2)]

        table, unit = squad(
            groups=(f.group("extra", item("flag", constraints=(f.most(1),)), constraints=(f.most(2),)),)
        )
        assert [(row.label, row.kind, row.maximum) for row in rows(table, unit)] == [("Flag", "toggle", 1)]

    def test_a_group_of_one_entry_without_room_is_not_shown(self) -> None:
        table, unit = squad(groups=(f.group("extra", item("flag"), constraints=(f.most(0),)),))

        assert shown(table, unit) == []

    def test_a_group_that_demands_its_only_entry_keeps_its_heading(self) -> None:
        table, unit = squad(groups=(f.group("extra", item("flag"), constraints=(f.least(1), f.most(3))),))
        for child in list(unit.selections):
            unit.selections.remove(child)

        assert [row.label for row in rows(table, unit)] == ["Extra", "Flag"]

    def test_the_outermost_group_of_one_holds_all_picks(self) -> None:
        inner = f.group("bows", item("short"), item("long"), constraints=(f.most(1),))
        outer = f.group("guns", item("rifle"), groups=(inner,), constraints=(f.most(1),))
        table, unit = squad(groups=(outer,))

        assert {row.label: row.group for row in rows(table, unit) if row.kind == "pick"} == {
            "Rifle": "guns",
            "Short": "guns",
            "Long": "guns",
        }

    def test_a_pick_that_is_the_only_one_and_taken_is_not_shown(self) -> None:
        hidden = item("bow", hidden=True)
        guns = f.group("guns", item("rifle"), hidden, constraints=(f.least(1), f.most(1)))
        table, unit = squad(groups=(guns,))
        assert shown(table, unit) == []

        Remove(unit.selections[0]).apply(table.roster)
        assert shown(table, unit)[1:] == [("Rifle", "pick", 1, 0)]

    @pytest.mark.parametrize("outer", [False, True])
    def test_nothing_is_shown_of_a_group_that_leaves_no_choice(self, outer: bool) -> None:
        guns = f.group("guns", item("rifle"), constraints=(f.least(1), f.most(1)), default_id="rifle")
        groups = (f.group("all", groups=(guns,)),) if outer else (guns,)
        table, unit = squad(item("flag"), groups=groups)
        assert shown(table, unit) == [("Flag", "count", 0, 0)]

        Remove(unit.selections[0]).apply(table.roster)
        assert shown(table, unit)[1:] == [("Guns", "heading", 0, 0), ("Rifle", "pick", 1, 0)]

    def test_hidden_groups_are_shown_as_long_as_something_of_them_is_chosen(self) -> None:
        table, unit = squad(groups=(f.group("guns", item("rifle"), item("bow"), hidden=True),))
        assert shown(table, unit) == []

        table.take("bow", unit)
        assert shown(table, unit) == [("Bow", "count", 0, 1)]

    def test_hidden_entries_are_shown_when_chosen(self) -> None:
        table, unit = squad(item("relic", hidden=True))
        assert shown(table, unit) == []

        table.take("relic", unit)
        assert [(row.label, row.hidden) for row in rows(table, unit)] == [("Relic", True)]

    def test_an_entry_without_room_is_shown_only_as_a_pick(self) -> None:
        closed = item("relic", constraints=(f.most(0),))
        table, unit = squad(
            closed,
            groups=(f.group("guns", item("bow"), item("rifle", constraints=(f.most(0),)), constraints=(f.most(1),)),),
        )

        assert [row.label for row in rows(table, unit)] == ["Guns", "Bow", "Rifle"]

    def test_groups_that_only_hold_groups_are_left_out(self) -> None:
        first = f.group("first", item("a"), item("b"), constraints=(f.most(1),))
        second = f.group("second", item("c"), item("d"), constraints=(f.most(1),))
        table, unit = squad(item("flag"), groups=(f.group("all", groups=(first, second)),))
        assert [(row.label, row.depth) for row in rows(table, unit)] == [
            ("Flag", 0), ("First", 0), ("A", 1), ("B", 1), ("Second", 0), ("C", 1), ("D", 1),
        ]  # fmt: skip

        bounded = f.group("all", groups=(first, second), constraints=(f.most(2),))
        table, unit = squad(item("flag"), groups=(bounded,))
        assert [(row.label, row.depth) for row in rows(table, unit)][:3] == [("Flag", 0), ("All", 0), ("First", 1)]

    def test_a_group_with_choices_beside_its_groups_keeps_its_heading(self) -> None:
        bows = f.group("bows", item("short"), item("long"), constraints=(f.most(1),))
        table, unit = squad(item("flag"), groups=(f.group("guns", item("rifle"), groups=(bows,)),))

        assert [(row.label, row.depth) for row in rows(table, unit)] == [
            ("Flag", 0), ("Guns", 0), ("Rifle", 1), ("Bows", 1), ("Short", 2), ("Long", 2),
        ]  # fmt: skip

    def test_the_authors_order_goes_first(self) -> None:
        table, unit = squad(item("a"), item("b", sort_index=2), item("c", sort_index=1), item("d"))

        assert [row.label for row in rows(table, unit)] == ["C", "B", "A", "D"]

    def test_enhancements_and_the_warlord_have_pickers_of_their_own(self) -> None:
        table, unit = squad(
            item("warlord"), item("flag"), groups=(f.group("enhancements", item("relic"), item("crown")),)
        )

        assert [row.label for row in rows(table, unit)] == ["Flag"]


class TestSettings:
    @staticmethod
    def army(*entries: Entry) -> f.Table:
        return f.table(f.unit("squad", category_links=f.role("troops")), *entries)

    def test_what_a_force_offers_besides_units(self) -> None:
        table = self.army(
            item("size", entries=(item("small"), item("large"))), item("legends", constraints=(f.most(1),))
        )
        assert shown(table, table.force) == [("Size", "count", 0, 0), ("Legends", "toggle", 0, 0)]

        table.take("size")
        assert shown(table, table.force) == [
            ("Size", "heading", 0, 1),
            ("Small", "count", 1, 0),
            ("Large", "count", 1, 0),
            ("Legends", "toggle", 0, 0),
        ]

    def test_a_setting_that_is_always_there_is_a_heading(self) -> None:
        sizes = f.group("sizes", item("small"), item("large"), constraints=(f.least(1), f.most(1)))
        table = self.army(item("size", constraints=(f.least(1), f.most(1)), groups=(sizes,)))
        found = shown(table, table.force)

        assert found[0] == ("Size", "heading", 0, 1)
        assert [(label, depth) for label, _kind, depth, _count in found[1:]] == [
            ("Sizes", 1),
            ("Small", 2),
            ("Large", 2),
        ]

    def test_a_setting_that_holds_a_choice_of_its_name_is_that_choice(self) -> None:
        sizes = f.group("SIZE", item("small"), item("large"), constraints=(f.least(1), f.most(1)))
        table = self.army(item("size", constraints=(f.least(1), f.most(1)), groups=(sizes,)))

        assert [(label, depth) for label, _kind, depth, _count in shown(table, table.force)] == [
            ("Size", 0),
            ("Small", 1),
            ("Large", 1),
        ]

    def test_only_a_setting_with_choices_below_it_becomes_a_heading(self) -> None:
        table = self.army(
            item("plain"),
            item("one", entries=(item("only"),)),
            item("few", entries=(item("a"),), constraints=(f.most(3),)),
        )
        for name in ("plain", "one", "few"):
            table.take(name)

        assert [(label, kind) for label, kind, depth, _count in shown(table, table.force) if depth == 0] == [
            ("Plain", "count"),
            ("One", "heading"),
            ("Few", "count"),
        ]

    def test_choices_of_a_setting_that_is_always_there_are_one_step_further_in(self) -> None:
        table = self.army(item("size", constraints=(f.least(1), f.most(1)), entries=(item("small"), item("large"))))

        assert [(label, depth) for label, _kind, depth, _count in shown(table, table.force)] == [
            ("Size", 0),
            ("Small", 1),
            ("Large", 1),
        ]


def row(label: str, kind: str = "count", depth: int = 0, **fields: object) -> Row:
    return Row(key=label, label=label, kind=kind, depth=depth, **fields)  # type: ignore[arg-type]


def test_moved() -> None:
    assert [one.depth for one in moved([row("a"), row("b", depth=2)], 1)] == [1, 3]


@pytest.mark.parametrize(
    ("heading", "kept"),
    [
        (row("all", "heading"), False),
        (row("all", "count"), True),
        (row("all", "heading", node="n"), True),
        (row("all", "heading", minimum=1), True),
        (row("all", "heading", minimum=0), False),
        (row("all", "heading", maximum=3), True),
    ],
)
def test_only_a_heading_without_bounds_is_unwrapped(heading: Row, kept: bool) -> None:
    found = unwrapped([heading, row("a", depth=1), row("b", depth=2)])

    assert [(one.label, one.depth) for one in found] == (
        [("all", 0), ("a", 1), ("b", 2)] if kept else [("a", 0), ("b", 1)]
    )


def test_a_heading_beside_others_stays() -> None:
    lines = [row("all", "heading"), row("a", depth=1), row("b")]

    assert unwrapped(lines) == lines
    beside = [row("all", "heading"), row("one", "heading"), row("a", depth=1)]
    assert unwrapped(beside) == beside
    assert unwrapped([row("all", "heading"), row("one", "heading", 1), row("a", depth=2)]) == [row("a")]
    assert unwrapped([]) == []


def test_bounds_are_whole() -> None:
    assert (whole(None), whole(0), whole(Decimal("2.0"))) == (None, 0, 2)


class TestSizeOfNativeData:
    """The size of game is one of its choices, under the game's word for it; formations that the data do not have are not asked
    for."""

    def settings(self, session: Session) -> tuple[str, tuple[Row, ...]]:
        army = next(iter(session.forces.lines())).id
        return army, session.rows(army)

    def test_its_choices_are_picked_under_one_heading(self) -> None:
        _, rows = self.settings(Session.new("whfb-8e", "empire"))
        assert [(row.label, row.kind) for row in rows[:2]] == [
            ("Points limit", "heading"),
            ("Army of 1000 points", "pick"),
        ]
        assert [row.kind for row in rows].count("heading") == 1

    def test_picking_one_takes_the_place_of_the_other_and_keeps_one(self) -> None:
        session = Session.new("whfb-8e", "empire")
        for _ in range(2):
            army, rows = self.settings(session)
            session.pick(army, rows[1].key)
            _, rows = self.settings(session)
            assert [row.label for row in rows if row.kind == "pick" and row.count] == ["Army of 1000 points"]

    def test_a_single_size_is_chosen_already(self) -> None:
        _, rows = self.settings(Session.new("kill-team-2018", "dust-wardens"))
        size = rows[-2:]  # below the type of the list
        assert [(row.kind, row.count) for row in size] == [("heading", 1), ("pick", 1)]

    def test_formations_are_taken_once(self) -> None:
        session = Session.new("aos-4e", "skaven")
        army, rows = self.settings(session)
        assert (rows[0].label, rows[0].kind) == ("Battle formation", "toggle")
        session.set_count(army, rows[0].key, 1)
        _, rows = self.settings(session)
        assert {row.kind for row in rows[1:] if row.depth == 1 and not row.group} == {"toggle"}


def test_the_least_size_of_a_unit_stays_while_it_grows():
    """Also where spears, of which all models or none have one, are counted with the models."""
    session = Session.new("whfb-8e", "vampire-counts")
    unit = session.add_unit("skeleton-warriors")
    for models in (10, 40):
        session.set_count(unit, next(row.key for row in session.rows(unit) if row.label == "Skeleton Warrior"), models)
        size = next(row for row in session.rows(unit) if row.label == "Models")
        assert (size.count, size.minimum) == (models, 10)
