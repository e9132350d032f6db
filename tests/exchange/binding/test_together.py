"""Units whose models a list names one by one are one unit."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from listbuilder.exchange.binding.together import together
from listbuilder.exchange.reading.record import Part, UnitRecord
from tests.engine import factory as f


def model(name: str, most: int = 1) -> f.Entry:
    limits = (f.least(1, id=f"least-{name}"), f.most(most, id=f"most-{name}"))
    return f.unit(name.lower(), name=name, type="model", constraints=limits)


PAIR = f.unit("pair", name="Ida and Olaf Reed", entries=(model("Ida Reed"), model("Olaf Reed")))
SQUAD = f.unit("squad", name="Herons", entries=(model("Heron Prime"), model("Heron", most=9)))
LONER = f.unit("loner", name="Stork")


def line(
    name: str, number: int = 1, points: int | None = None, regiment: int = 1, *, warlord: bool = False
) -> UnitRecord:
    return UnitRecord(name, number, points, section="regiment", regiment=regiment, warlord=warlord)


def names(units: Sequence[UnitRecord], *others: f.Entry) -> list[str]:
    return [unit.name for unit in together(units, f.library(PAIR, SQUAD, LONER, *others), "cat")]


@pytest.mark.parametrize("order", [("Ida Reed", "Olaf Reed"), ("olaf reed", "Ida Reed")])
def test_the_models_of_a_unit_are_that_unit(order: tuple[str, str]) -> None:
    assert names([line("Stork"), *map(line, order), line("Stork")]) == ["Stork", "Ida and Olaf Reed", "Stork"]


def test_what_their_lines_state_is_the_unit_s() -> None:
    ida, olaf = line("Ida Reed", 4, 170), line("Olaf Reed", 6, warlord=True)
    olaf.parts.append(Part("Reed Bow", 1, 7))
    (unit,) = together([ida, olaf], f.library(PAIR), "cat")
    assert (unit.line, unit.points, unit.warlord, unit.regiment) == (4, 170, True, 1)
    assert [(part.name, part.line, [item.name for item in part.parts]) for part in unit.parts] == [
        ("Ida Reed", 4, []),
        ("Olaf Reed", 6, ["Reed Bow"]),
    ]


@pytest.mark.parametrize(
    "units",
    [
        [line("Ida Reed")],
        [line("Ida Reed"), line("Stork"), line("Olaf Reed")],
        [line("Ida Reed"), line("Olaf Reed", regiment=2)],
        [line("Ida Reed"), line("Ida Reed")],
        [line("Heron Prime"), line("Heron")],
    ],
    ids=["one of them", "apart", "in two regiments", "one twice", "of which there may be several"],
)
def test_nothing_else_is_put_together(units: list[UnitRecord]) -> None:
    assert names(units) == [unit.name for unit in units]


def test_names_of_units_go_first_and_two_units_of_the_same_models_are_not_told_apart() -> None:
    lines = [line("Ida Reed"), line("Olaf Reed")]
    assert names(lines, f.unit("ida", name="Ida Reed")) == ["Ida Reed", "Olaf Reed"]
    twin = f.unit("twin", name="The Reeds", entries=(model("Ida Reed"), model("Olaf Reed")))
    assert names(lines, twin) == ["Ida Reed", "Olaf Reed"]
