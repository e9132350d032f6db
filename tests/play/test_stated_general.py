"""Age of Sigmar: a text that says which unit is general is judged with that general, also where no list may have it."""

from __future__ import annotations

import pytest

from listbuilder.validation import Validated, validate_bytes

pytestmark = [pytest.mark.shared, pytest.mark.usefixtures("community")]

TEXT = """Hammers 670/2000 pts
-----
Grand Alliance Order | Stormcast Eternals | Thunderhead Host
General's Handbook 2026-27
Drops: 3
Battle Tactic Cards: Blazing Onslaught, Burning for Vengeance
-----
General's Regiment
Lord-Celestant (100)
Knight-Questor (110)
Liberators (90)
-----
Regiment 1
Vandus Hammerhand (160)
Vindictors (90)
-----
Auxiliary Units
Lord-Relictor (120)
-----
Created with Warhammer Age of Sigmar: The App
App: v1.35.0 | Data: 459
"""


WARMASTER = TEXT.replace("670/", "780/").replace("Vandus Hammerhand (160)", "Yndrasta, the Celestial Spear (270)")


def read(general: str, text: str = TEXT) -> Validated:
    """The text with the mark of the General below the unit of that name."""
    lines = [f"{line}\n• General" if line.startswith(f"{general} (") else line for line in text.splitlines()]
    assert len("\n".join(lines).splitlines()) == len(lines) + 1
    return validate_bytes("\n".join(lines).encode(), "list.txt")


def refused(found: Validated) -> list[tuple[str, str]]:
    return [(one.rule, str(one.message)) for one in found.findings if one.severity == "error"]


@pytest.mark.parametrize(
    ("general", "text"),
    [("Lord-Celestant", TEXT), ("Vandus Hammerhand", TEXT), ("Yndrasta, the Celestial Spear", WARMASTER)],
    ids=["first", "second", "warmaster"],
)
def test_a_leader_may_be_general(general: str, text: str) -> None:
    found = read(general, text)
    assert (found.verdict, refused(found)) == ("legal", [])
    assert [unit.name for unit in found.army.units if unit.warlord] == [general]


@pytest.mark.parametrize("general", ["Knight-Questor", "Lord-Relictor"])
def test_a_second_hero_and_an_auxiliary_one_are_refused(general: str) -> None:
    found = read(general)
    assert (found.verdict, refused(found)) == ("illegal", [("general-leads", f"{general}: leads no regiment")])


def test_a_hero_beside_a_warmaster_is_refused() -> None:
    found = read("Lord-Celestant", WARMASTER)
    assert found.verdict == "illegal"
    assert ("warmaster-general", "Yndrasta, the Celestial Spear: Warmaster") in refused(found)
    assert ("general", "General: 0 found, at least 1 needed") not in refused(found)
