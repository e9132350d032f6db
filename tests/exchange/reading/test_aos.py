"""The reader of the texts of the Age of Sigmar app and of Sigdex."""

from __future__ import annotations

import pytest

from listbuilder.exchange.reading import aos

TEXT = """Wetlands 300/2000 pts

Marsh Folk
Battle Tactic Cards: Wade and Wait
-----
General's Regiment
{unit}
• General
-----
Created with Warhammer Age of Sigmar: The App
"""


@pytest.mark.parametrize(
    ("line", "name", "points"),
    [
        ("Heron King (350)", "Heron King", 350),
        ("Heron King (350) (Old Bill)", "Heron King", 350),
        ("Heron King (350 pts) (the 2nd!)", "Heron King", 350),
        ("Herons (2 Models) (80)", "Herons (2 Models)", 80),
        ("2 x Herons (80)", "Herons", 80),
    ],
)
def test_the_line_of_a_unit(line: str, name: str, points: int) -> None:
    (unit,) = {one.name: one for one in aos.read(TEXT.format(unit=line)).units}.values()
    assert (unit.name, unit.points, unit.warlord) == (name, points, True)
