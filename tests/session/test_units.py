"""Whole units: copies, order and ids; and declarations as pure functions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from listbuilder.roster.declarations import Declarations
from listbuilder.roster.history import History
from listbuilder.roster.tree import Selection
from listbuilder.session import declaring
from listbuilder.session.units import Units, free_id
from tests.engine import factory as f
from tests.session.test_rows import item


def table_of(*names: str) -> f.Table:
    table = f.table(
        *(f.unit(name, category_links=f.role("troops")) for name in ("a", "b", "c")),
        item("setting"),
    )
    for name in names:
        table.take(name)
    return table


def order(table: f.Table) -> list[str]:
    return [node.option.target.id for node in table.force.selections]


class TestMove:
    @pytest.mark.parametrize(
        ("unit", "offset", "expected"),
        [
            (0, 1, "b a c"),
            (0, 2, "b c a"),
            (0, 9, "b c a"),
            (2, -1, "a c b"),
            (2, -9, "c a b"),
            (1, 0, "a b c"),
            (0, -1, "a b c"),
            (2, 1, "a b c"),
        ],
    )
    def test_units_move_to_either_end_at_most(self, unit: int, offset: int, expected: str) -> None:
        table = table_of("a", "b", "c")
        history = History(table.roster)
        Units(table.engine, history).move(table.force.selections[unit], offset)

        assert " ".join(order(table)) == expected
        assert bool(history.revision) == (expected != "a b c")

    def test_settings_between_units_are_passed(self) -> None:
        table = table_of("setting", "a", "setting", "b")
        Units(table.engine, History(table.roster)).move(table.force.selections[3], -1)

        assert [name for name in order(table) if name != "setting"] == ["b", "a"]


class TestDuplicate:
    def test_a_copy_follows_its_original(self) -> None:
        gear = (item("knife"), item("warlord"))
        table = f.table(f.unit("a", entries=gear, groups=(f.group("enhancements", item("relic")),)), f.unit("b"))
        unit = table.take("a")
        table.take("b")
        for name in ("knife", "warlord", "relic"):
            table.take(name, unit)
        copy = Units(table.engine, History(table.roster)).duplicate(unit)

        assert order(table) == ["a", "a", "b"]
        assert table.force.selections[1] is copy
        assert [node.option.target.id for node in copy.selections] == ["knife"]
        assert len(unit.selections) == 3
        assert copy.id == "a" != unit.id

    def test_a_copy_keeps_what_the_army_may_have_once_more(self) -> None:
        limits = (f.most(2, scope="roster", include_child_selections=True), f.most(1, id="one"))
        upgrades = f.group("enhancements - upgrades", item("ramp", constraints=limits))
        table = f.table(f.unit("a", groups=(upgrades,)))
        unit = table.take("a")
        table.take("ramp", unit)
        units = Units(table.engine, History(table.roster))
        assert [len(units.duplicate(unit).selections) for _ in range(2)] == [1, 0]
        assert table.wrong == []


def test_a_new_unit_comes_last_with_a_readable_id() -> None:
    table = table_of("a")
    units = Units(table.engine, History(table.roster))
    first = units.add(table.force, table.option("b"))
    second = units.add(table.force, table.option("b"))

    assert [first.id, second.id] == ["b", "b-2"]
    assert order(table) == ["a", "b", "b"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Iron Hands", "iron-hands"), ("  T'au -- Crisis! ", "t-au-crisis"), ("斗望", "unit"), ("", "unit")],
)
def test_ids_are_made_of_names(name: str, expected: str) -> None:
    table = table_of()
    assert free_id(table.roster, name) == expected
    table.roster.nodes[expected] = table.roster.nodes[f"{expected}-2"] = Selection(table.option("a"))
    assert free_id(table.roster, name) == f"{expected}-3"


FULL = Declarations(
    attach={"captain": "squad", "priest": "crew"},
    embark={"squad": "tank", "scouts": "boat"},
    reserves={"jets": "aircraft", "drop": "deep-strike"},
    strategic_reserves=("bikes", "dogs"),
    hover=("jets", "plane"),
    split={"squad": ("alpha", "beta"), "crew": ("left", "right")},
    deployed=("crew", "guns"),
)
FREE = replace(FULL, deployed=())


class TestDeclaring:
    def test_attach(self) -> None:
        assert declaring.attach(FREE, "captain", "crew").attach == {"captain": "crew", "priest": "crew"}
        assert declaring.attach(FREE, "bikes", "crew") == replace(
            FREE, attach={**FREE.attach, "bikes": "crew"}, strategic_reserves=("dogs",)
        )
        assert declaring.attach(FULL, "guns", "crew").deployed == ("crew",)

    def test_detach(self) -> None:
        assert declaring.attach(FREE, "captain", "") == replace(FREE, attach={"priest": "crew"})
        assert declaring.attach(FULL, "captain", "").deployed == ("crew", "guns", "captain")
        elsewhere = replace(FULL, strategic_reserves=("captain",))
        assert declaring.attach(elsewhere, "captain", "") == replace(elsewhere, attach={"priest": "crew"})

    def test_embark(self) -> None:
        assert declaring.embark(FULL, "guns", "boat") == replace(
            FULL, embark={**FULL.embark, "guns": "boat"}, deployed=("crew",)
        )
        assert declaring.embark(FREE, "drop", "boat").reserves == {"jets": "aircraft"}
        assert declaring.embark(FREE, "squad", "") == replace(FREE, embark={"scouts": "boat"})
        assert declaring.embark(FULL, "squad", "").deployed == ("crew", "guns", "squad")

    def test_reserves(self) -> None:
        assert declaring.reserve(FREE, "squad", "strategic-reserves") == replace(
            FREE, embark={"scouts": "boat"}, strategic_reserves=("bikes", "dogs", "squad")
        )
        assert declaring.reserve(FREE, "bikes", "deep-strike") == replace(
            FREE, strategic_reserves=("dogs",), reserves={**FREE.reserves, "bikes": "deep-strike"}
        )
        assert declaring.reserve(FREE, "drop", "") == replace(FREE, reserves={"jets": "aircraft"})
        assert declaring.reserve(FULL, "drop", "").deployed == ("crew", "guns", "drop")

    def test_what_is_on_the_table_stays_listed_once_where_it_was(self) -> None:
        assert declaring.reserve(FULL, "crew", "") == FULL

    def test_an_attached_unit_is_not_listed_on_the_table(self) -> None:
        assert declaring.reserve(FULL, "captain", "") == FULL

    def test_hover(self) -> None:
        assert declaring.hover(FULL, "crew", on=True).hover == ("jets", "plane", "crew")
        assert declaring.hover(FULL, "jets", on=True).hover == ("plane", "jets")
        assert declaring.hover(FULL, "jets", on=False).hover == ("plane",)

    def test_without_a_unit(self) -> None:
        assert declaring.without(FULL, "squad") == replace(
            FULL, attach={"priest": "crew"}, embark={"scouts": "boat"}, split={"crew": ("left", "right")}
        )
        assert declaring.without(FULL, "tank").embark == {"scouts": "boat"}
        assert declaring.without(FULL, "jets") == replace(FULL, reserves={"drop": "deep-strike"}, hover=("plane",))
        assert declaring.without(FULL, "captain").attach == {"priest": "crew"}
