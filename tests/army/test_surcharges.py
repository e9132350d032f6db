"""What the number of units in a kind of force costs beyond their prices: only where it holds, and as the game's own app counts it."""

from __future__ import annotations

import pytest

from listbuilder.army.model import ForceView
from listbuilder.army.surcharges import saved, surcharged
from listbuilder.catalogue.system import ForceKind, Surcharge, System
from tests.rules import factory as f

REEDS = ForceKind(id="reeds", name={"en": "Reeds"}, surcharge=Surcharge(step=20, armies=("This Season",)))
SYSTEM = System(id="pond", name={"en": "Pond"}, forces=(REEDS, ForceKind(id="nest", name={"en": "Nest"})))


@pytest.mark.parametrize(("season", "each"), [("this season", [0, 20]), ("Last Season", [0, 0])])
def test_each_further_unit_costs_a_step_more(season: str, each: list[int]) -> None:
    forces = (
        ForceView("army", season, season),
        ForceView("nest", "Nest", "Nest", "army"),
        ForceView("first", "Reeds", "Reeds", "army"),
        ForceView("second", "Reeds", "Reeds", "army"),
    )
    units = [
        f.unit("Heron", id=f"{force}-{n}", force=force) for n, force in enumerate(("nest", "nest", "first", "second"))
    ]

    found, total = surcharged(forces, units, SYSTEM)

    assert [force.points for force in found] == [0, 0, *each]
    assert total == sum(each)


def test_native_armies_pay_it_whatever_they_are_called() -> None:
    forces = (ForceView("reeds", "Reeds", "Reeds", kind_id="reeds", inside=True),)
    units = [f.unit("Heron", id=str(n), force="reeds") for n in range(4)]

    assert surcharged(forces, units, SYSTEM)[1] == 20 + 40 + 60


@pytest.mark.parametrize("inside", [True, False])
@pytest.mark.parametrize(("season", "less"), [("This Season", 60), ("Last Season", None)])
def test_one_unit_fewer_saves_the_last_step(inside: bool, season: str, less: int | None) -> None:
    """Of an army that the data state as a force around the others, or of native data."""
    around = () if inside else (ForceView("army", season, season),)
    facts = {"kind_id": "reeds", "inside": True} if inside else {"parent": "army"}
    forces = (*around, *(ForceView(name, "Reeds", "Reeds", **facts) for name in ("first", "second", "empty")))
    units = [f.unit("Heron", id=str(n), force=force) for n, force in enumerate(("first", "second", "second", "second"))]
    expected = {"first": 60, "second": 60} if inside or less else {}

    assert saved(forces, units, SYSTEM) == expected
    assert saved(forces, units, System(id="pond", name={"en": "Pond"})) == {}
