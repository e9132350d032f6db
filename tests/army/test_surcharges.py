"""What the number of units in a kind of force costs beyond their prices: only where it holds, and as the game's own app counts it."""

from __future__ import annotations

import pytest

from listbuilder.army.model import ForceView
from listbuilder.army.surcharges import surcharged
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
