"""Units of which a list states no models have a size that the data allow."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.sources.native import NativeSet
from listbuilder.validation import validate_bytes

FACTIONS = Path(__file__).resolve().parents[2] / "factions" / "wh40k-10e"
GRENADIERS = "death-korps-grenadier-squad"  # 7 grenadiers and a team, or 9 grenadiers
HEAD = "system: wh40k-10e\nfaction: {faction}\nunits:\n"


def composition(faction: str, datasheets: list[str]) -> list[str]:
    """What is wrong with the sizes of units by their defaults."""
    text = HEAD.format(faction=faction) + "".join(f"  - {{datasheet: {one}}}\n" for one in datasheets)
    validated = validate_bytes(text.encode(), "list.yaml")
    return [str(one.message) for one in validated.findings if one.rule == "unit-composition"]


def test_a_unit_of_certain_numbers_of_models_begins_with_one_of_them() -> None:
    assert composition("astra-militarum", [GRENADIERS]) == []


def test_a_unit_that_is_added_begins_so_too() -> None:
    session = Session.from_text(HEAD.format(faction="astra-militarum").encode() + b"  []\n", "list.yaml")
    session.add_unit(GRENADIERS)
    (unit,) = session.army.units
    assert {model.name: model.count for model in unit.models} == {"Grenadier": 9, "Grenadier Sergeant": 1}
    assert "unit-composition" not in {one.rule for one in session.findings}


@pytest.mark.sweep
@pytest.mark.parametrize("faction", sorted(path.parent.name for path in FACTIONS.glob("*/faction.yaml")))
def test_every_shipped_datasheet_has_a_size_by_default(faction: str) -> None:
    data = NativeSet().load("wh40k-10e", faction)
    roots = data.library.root_options(data.faction.id)
    assert composition(faction, [option.local_id for option in roots if option.type == "unit"]) == []
