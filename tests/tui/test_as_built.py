"""How many models carry what."""

from __future__ import annotations

from listbuilder.army import Army, ModelLine, WargearItem
from listbuilder.session import Session
from listbuilder.tui.sheet import as_built
from tests.conftest import ROOT

LEGAL = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"


def line(name: str, count: int, **wargear: int) -> ModelLine:
    return ModelLine(name, name, count, tuple(WargearItem(item, number) for item, number in wargear.items()))


def built(*lines: ModelLine) -> list[str]:
    from msgspec.structs import replace

    army: Army = Session.open(LEGAL).army
    return as_built(army, replace(army.units[0], models=lines))


def test_counts_are_those_of_one_model() -> None:
    sergeant, others = line("leader", 1, blaster=2, sword=1), line("trooper", 3, blaster=12, sword=3)

    assert built(sergeant, others) == ["3× 4× blaster", "1× 2× blaster"]


def test_what_all_carry_as_many_of_is_left_out() -> None:
    assert built(line("leader", 1, rifle=2, fist=1), line("trooper", 3, rifle=6, knife=3)) == ["3× knife", "1× fist"]
    assert built(line("leader", 1, rifle=1, fist=1), line("trooper", 3, rifle=6)) == ["3× 2× rifle", "1× rifle, fist"]


def test_a_unit_of_equal_models_says_nothing() -> None:
    assert built(line("trooper", 5, rifle=5)) == []
