"""Models without a weapon of a type use what the game says instead."""

from __future__ import annotations

import pytest

from listbuilder.session import Session

LIST = "system: douwang\nfaction: windward\nlimits: {{points: 300}}\nunits:\n  - {{datasheet: archers{}}}\n"


@pytest.mark.parametrize(
    ("wargear", "expected"),
    [
        ("", {"Bare hands": 3, "Long bow": 3}),
        (", wargear: {archer: [{count: 1, add: knife}]}", {"Bare hands": 2, "Knife": 1, "Long bow": 3}),
        (", wargear: {archer: {add: knife}}", {"Knife": 3, "Long bow": 3}),
    ],
)
def test_bare_hands_are_counted_for_the_models_that_need_them(wargear: str, expected: dict[str, int]) -> None:
    (unit,) = Session.from_text(LIST.format(wargear).encode(), "list.yaml").army.units
    assert {weapon.name: weapon.count for weapon in unit.weapons} == expected
    bare = [weapon for weapon in unit.weapons if weapon.name == "Bare hands"]
    assert all(
        dict(weapon.values) == {"Range": "-", "A": "1", "AP": "-", "D": "1", "Abilities": "hit -1"} for weapon in bare
    )
