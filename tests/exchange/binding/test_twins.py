"""Units of one name of which the data hide some from the army."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Entry, Modifier
from listbuilder.exchange.binding import twins
from listbuilder.exchange.reading.record import Part, UnitRecord
from tests.engine import factory as f


def titan(id: str, **fields: object) -> Entry:
    return f.unit(id, name="Titan", **fields)


HIDES = (Modifier(type="set", field="hidden", value="true"),)
LATER = (Modifier(type="set", field="hidden", value="true", conditions=(f.when("atLeast", 1, "drum", scope="force"),)),)


@pytest.mark.parametrize(
    ("first", "second", "drum", "taken"),
    [
        ((), (), False, "first"),
        ((), HIDES, False, "first"),
        (HIDES, (), False, "second"),
        (HIDES, HIDES, False, "first"),  # the engine says that it is hidden
        (LATER, (), False, "first"),
        (LATER, (), True, "second"),
    ],
)
def test_one_that_is_offered_is_taken(
    first: tuple[Modifier, ...], second: tuple[Modifier, ...], drum: bool, taken: str
) -> None:
    table = f.table(titan("first", modifiers=first), titan("second", modifiers=second), f.unit("drum"), f.unit("giant"))
    if drum:
        table.take("drum")
    options = [table.option("first"), table.option("second"), table.option("giant")]
    assert twins.meant(UnitRecord("Titan"), table.roster, table.force, options).id == taken


def test_one_of_another_name_is_never_taken() -> None:
    table = f.table(titan("first", modifiers=HIDES), f.unit("giant"))
    options = [table.option("first"), table.option("giant")]
    assert twins.meant(UnitRecord("Titan"), table.roster, table.force, options).id == "first"


@pytest.mark.parametrize(
    ("parts", "taken"),
    [
        (("Bow",), "first"),
        (("Axe",), "first"),
        (("Gun",), "second"),
        (("Bow", "Gun"), "first"),
        (("Gun", "Lamp"), "second"),
        ((), "first"),
    ],
)
def test_one_that_has_what_the_list_names_is_taken(parts: tuple[str, ...], taken: str) -> None:
    axe, bow, gun, lamp = (f.unit(name, type="upgrade") for name in ("axe", "bow", "gun", "lamp"))
    old = f.unit("second", name="Scouts [Legends]", entries=(axe, gun, lamp))
    table = f.table(f.unit("first", name="Scouts", entries=(axe, bow)), old)
    record = UnitRecord("Scouts", parts=[Part(name, 1) for name in parts])
    options = [table.option("first"), table.option("second")]
    assert twins.meant(record, table.roster, table.force, options).id == taken
