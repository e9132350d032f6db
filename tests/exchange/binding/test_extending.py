"""Lists of a faction that extends another one: it is told by the header, a unit or a detachment, and it stays what it is."""

from __future__ import annotations

import pytest

from listbuilder.exchange import formats
from listbuilder.validation import Validated, validate_bytes

UNITS = """\
CHARACTERS

{hero} (80 Points)
  • Warlord
  • 1x Bolt pistol
    1x Master-crafted bolter
    1x Close combat weapon

OTHER DATASHEETS

Terminator Squad ({points} Points)
  • 1x Terminator Sergeant
    • 1x Power fist
      1x Storm bolter
  • 9x Terminator
    • 9x Power fist
      9x Storm bolter
"""


def judged(header: str, hero: str = "Captain", points: int = 330) -> Validated:
    text = f"My list ({points + 80} Points)\n\n{header}\nIncursion (1000 Points)\n\n{UNITS.format(hero=hero, points=points)}"
    return validate_bytes(text.encode(), "list.txt")


def terminators(found: Validated) -> tuple[str, object]:
    return found.army.faction, next(unit.points for unit in found.army.units if unit.datasheet == "Terminator Squad")


@pytest.mark.parametrize(
    "header",
    [
        "Space Marines\nBlack Templars\nGladius Task Force",
        "Black Templars\nGladius Task Force",
        "Space Marines - Black Templars\nGladius Task Force",
        "Imperium - Adeptus Astartes - Black Templars\nGladius Task Force",
        "Space Marines\nWrathful Procession",
        "Adeptus Astartes\nGodhammer Assault Force (Shock and Awe)",
    ],
)
def test_the_header_tells_the_faction(header: str) -> None:
    found = judged(header)
    assert terminators(found) == ("black-templars", 330)
    assert (found.verdict, found.bound.problems) == ("legal", [])


def test_a_unit_tells_the_faction() -> None:
    found = judged("Space Marines\nGladius Task Force", hero="Marshal")
    assert terminators(found) == ("black-templars", 330)


@pytest.mark.parametrize(
    "header", ["Space Marines\nGladius Task Force", "Space Marines\nUltramarines\nGladius Task Force"]
)
def test_what_nothing_tells_is_of_the_wider_faction(header: str) -> None:
    assert terminators(judged(header, points=340)) == ("space-marines", 340)


def test_the_name_of_a_list_tells_nothing() -> None:
    text = f"Black Templars (420 Points)\n\nSpace Marines\nGladius Task Force\nIncursion (1000 Points)\n\n{UNITS}"
    found = validate_bytes(text.format(hero="Captain", points=340).encode(), "list.txt")
    assert terminators(found) == ("space-marines", 340)


@pytest.mark.parametrize("to", ["yaml", "gw-app", "wtc-compact", "wtc-full", "markdown"])
def test_a_list_that_is_converted_stays_of_the_faction(to: str) -> None:
    first = judged("Space Marines\nBlack Templars\nGladius Task Force")
    again = validate_bytes(formats.written(first.bound, to), f"list.{to}")
    assert terminators(again) == ("black-templars", 330)
    assert again.verdict == "legal"


@pytest.mark.parametrize(
    ("hero", "faction"), [("Marshal", ("black-templars", 330)), ("Captain", ("space-marines", 340))]
)
def test_the_units_of_a_list_that_names_no_faction_tell_it(hero: str, faction: tuple[str, int]) -> None:
    assert terminators(judged("Gladius Task Force", hero, faction[1])) == faction
