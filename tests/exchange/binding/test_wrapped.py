"""Names that were wrapped in the middle."""

from __future__ import annotations

import pytest

from listbuilder.validation import validate_bytes

TEXT = """\
Necrons
Awakened Dynasty
Incursion (1000 points)

CHARACTERS

Overlord (85 points)
  • Warlord
  • 1x Tachyon arrow
  • 1x Overlord's blade

BATTLELINE

Immortals (70 points)
  • 5x Immortal
    • 5x Close combat weapon
      5x Gauss blaster
"""


@pytest.mark.parametrize(
    ("name", "wrapped"),
    [
        ("Close combat weapon", "Close combat\n      weapon"),
        ("Gauss blaster", "Gauss\nblaster"),
        ("Tachyon arrow", "Tachyon\n    arrow"),
    ],
)
def test_a_name_of_two_lines_is_one(name: str, wrapped: str) -> None:
    found = validate_bytes(TEXT.replace(name, wrapped).encode())
    assert (found.verdict, found.army.points) == ("legal", 155)


@pytest.mark.parametrize("wrapped", ["Gauss\n\nblaster", "Gauss\n1x blaster", "Gauss\nbanana"])
def test_other_lines_are_not_put_together(wrapped: str) -> None:
    assert validate_bytes(TEXT.replace("Gauss blaster", wrapped).encode()).verdict == "unjudged"
