"""Sizes of units whose models are spread over several entries, compositions or bounds that follow the size."""

from __future__ import annotations

import pytest

from listbuilder.army import roles
from listbuilder.army.currencies import PriceTypes
from listbuilder.army.model import BattleSizeView
from listbuilder.army.unit import UnitReader
from listbuilder.catalogue.model import EntryGroup, Modifier
from listbuilder.roster.history import History
from listbuilder.roster.tree import Selection
from listbuilder.session.editor import UnitEditor
from listbuilder.session.sizes import chosen_size
from listbuilder.session.squad_editor import SquadEditor
from listbuilder.session.views import Named
from listbuilder.session.wargear import WargearReader, carried_by
from tests.engine import factory as f


def model(name: str, **fields: object) -> object:
    return f.unit(name, name=name, type="model", **fields)


def sized(unit: Selection, table: f.Table, models: int) -> dict[str, int]:
    """How many of each kind of model the unit has after it was given a size."""
    UnitEditor(table.engine, History(table.roster), "pts").set_size(unit, models)
    return {node.option.name: node.amount for node in unit.walk() if node is not unit and node.option.type == "model"}


def between(low: int, high: int) -> tuple[object, ...]:
    return (f.least(low, id=f"min{low}"), f.most(high, id=f"max{high}"))


# --- several entries -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (11, {"chief": 1, "scout": 10}),
        (12, {"chief": 1, "scout": 10, "rider": 1}),
        (13, {"chief": 1, "scout": 10, "rider": 2}),
        (14, {"chief": 1, "scout": 13}),  # more than may be: those that most are of
        (5, {"chief": 1, "scout": 4}),
        (4, {"chief": 1, "scout": 3}),  # fewer than must be
    ],
)
def test_others_grow_when_one_may_not(size: int, expected: dict[str, int]) -> None:
    table = f.table(
        f.unit(
            "unit",
            entries=(
                model("chief", constraints=between(1, 1)),
                model("scout", constraints=between(4, 10)),
                model("rider", constraints=(f.most(2),)),
            ),
        )
    )
    assert sized(table.take("unit"), table, size) == expected


def test_the_room_of_a_group_is_kept() -> None:
    gunners = EntryGroup(
        id="g", name="Gunners", entries=(model("red"), model("blue")), constraints=(f.most(3, id="three"),)
    )
    table = f.table(f.unit("unit", entries=(model("guard", constraints=between(2, 4)),), groups=(gunners,)))
    unit = table.take("unit")
    assert sized(unit, table, 7) == {"guard": 4, "red": 3}
    table.take("blue", unit)
    assert sized(unit, table, 6) == {"guard": 3, "red": 2, "blue": 1}
    assert table.wrong == []


def test_what_a_larger_unit_must_have_counts() -> None:
    many = (f.when("atLeast", 10, "gaunt", scope="parent"),)
    node = model(
        "node",
        constraints=(f.least(1, id="least"), f.most(1, id="most")),
        modifiers=tuple(Modifier(type="set", field=bound, value="2", conditions=many) for bound in ("least", "most")),
    )
    table = f.table(f.unit("unit", entries=(model("gaunt", constraints=between(5, 10)), node)))
    unit = table.take("unit")
    assert sized(unit, table, 12) == {"gaunt": 10, "node": 2}
    assert sized(unit, table, 6) == {"gaunt": 5, "node": 1}
    assert sized(unit, table, 10) == {"gaunt": 9, "node": 1}
    assert table.wrong == []


# --- compositions --------------------------------------------------------------------------------------------------------


def composition(name: str, **numbers: int) -> object:
    models = tuple(model(kind, constraints=between(number, number)) for kind, number in numbers.items())
    return f.unit(name, name=name, entries=models)


def mob(*more: object) -> f.Table:
    ways = EntryGroup(
        id="ways",
        name="Unit Composition",
        default_id="small",
        entries=(composition("small", boss=1, boy=4), composition("large", boss=2, boy=8)),
        constraints=between(1, 1),
    )
    return f.table(f.unit("unit", entries=more, groups=(ways,)))


def test_another_composition_is_chosen_where_the_size_asks_for_it() -> None:
    table = mob()
    unit = table.take("unit")
    assert sized(unit, table, 10) == {"boss": 2, "boy": 8}
    assert sized(unit, table, 5) == {"boss": 1, "boy": 4}
    assert table.wrong == []


def test_a_composition_and_models_beside_it_add_up() -> None:
    table = mob(model("squig", constraints=(f.most(2),)))
    unit = table.take("unit")
    assert sized(unit, table, 6) == {"boss": 1, "boy": 4, "squig": 1}
    assert sized(unit, table, 12) == {"boss": 2, "boy": 8, "squig": 2}
    assert table.wrong == []


def test_a_size_of_no_composition_leaves_the_unit_as_it_is() -> None:
    table = mob()
    unit = table.take("unit")
    before = [node.id for node in unit.walk()]
    assert sized(unit, table, 7) == {"boss": 1, "boy": 4}
    assert [node.id for node in unit.walk()] == before


# --- models inside others -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 5, 10])
def test_mounts_come_with_their_riders(size: int) -> None:
    rider = model("rider", constraints=(f.least(3),), entries=(model("steed", constraints=between(1, 1)),))
    table = f.table(f.unit("unit", entries=(rider,)))
    unit = table.take("unit")
    assert sized(unit, table, size)["rider"] == size
    assert roles.whole_of(next(node for node in unit.walk() if node.option.name == "steed")) is not None


def test_mounts_are_told_from_models_of_their_own() -> None:
    """The unit has as many models as it has riders."""
    rider = model("rider", constraints=(f.least(3),), entries=(model("steed", constraints=between(1, 1)),))
    table = f.table(f.unit("unit", entries=(rider,)))
    unit = table.take("unit")
    editor = SquadEditor(table.engine, History(table.roster), "pts")
    reader = UnitReader(table.engine, unit, PriceTypes("pts"))
    for bearers in (WargearReader(editor).bearers(reader, ()), carried_by(reader.read())):
        assert [(one.name, one.count, one.inside) for one in bearers] == [("rider", 3, False), ("steed", 3, True)]


SIZES = (Named("2. strike", "Strike Force"), Named("big", "Onslaught"))


@pytest.mark.parametrize(
    ("size", "chosen"),
    [
        (BattleSizeView("big", "Anything", 3000), "big"),
        (BattleSizeView("x", "Onslaught", 3000), "big"),
        (BattleSizeView("x", "2. Strike Force", 2000, names={"en": "Strike Force", "ru": "Y"}), "2. strike"),
        (BattleSizeView("y", "Incursion", 1000), ""),
        (None, ""),
    ],
)
def test_the_size_in_force_is_found_by_its_id_or_any_of_its_names(size: BattleSizeView | None, chosen: str) -> None:
    assert chosen_size(size, SIZES) == chosen
