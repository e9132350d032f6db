"""Prices of wargear options, and wargear that a unit chooses once for all its models."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from listbuilder.catalogue.library import Option as Entry
from tools.native_data.bench import Pick
from tools.native_data.composition import Composition, Kind, Variant
from tools.native_data.limited import Option
from tools.native_data.loadouts import Alternative, Inexpressible
from tools.native_data.options import Change
from tools.native_data.prices import PriceFinder


@dataclass(eq=False)
class Stub:
    """An entry of community data."""

    name: str
    type: str = "upgrade"
    parent: Any = None

    @property
    def id(self) -> str:
        return self.name


UNIT = cast(Entry, Stub("Mob", "unit"))
MODEL = cast(Entry, Stub("Trooper", "model", UNIT))


def entry(name: str, parent: Any) -> Entry:
    return cast(Entry, Stub(name, parent=parent))


def alternative(name: str, parent: Any = MODEL) -> Alternative:
    return Alternative((name,), (Pick(entry(name, parent)),))


CLUB, KLAW, SAW = (alternative(name) for name in ("club", "klaw", "saw"))
TROOPER = Variant(MODEL, [(CLUB, KLAW, SAW)], (CLUB,))


@dataclass
class Units:
    """Units of troopers, ten points each. ``prices``: of items; ``first``: what the first use of any costs on top."""

    prices: dict[str, int]
    first: int = 0
    illegal: list[str] = field(default_factory=list)

    def unit_with(self, found: Composition, counts: tuple[int, ...], chosen: dict[int, list[Pick]]) -> Any:
        return [item.option.name for pick in chosen[0] for item in pick.below for _ in range(pick.amount)]

    def price(self, found: Composition, unit: Any) -> int | None:
        if any(name in self.illegal for name in unit):
            return None
        return 50 + self.first * bool(unit) + sum(self.prices[name] for name in unit)


def prices(units: Units) -> tuple[Any, ...]:
    found = Composition(UNIT, [Kind("Trooper", [TROOPER], 5, 5)], [], (), (), frozenset(), {(5,): 50})
    option = Option(0, Change(("club",), (("klaw",), ("saw",))), [[(TROOPER, (KLAW,))], [(TROOPER, (SAW,))]])
    return PriceFinder(cast(Any, units), found, [(5,)]).of(option)


def test_each_alternative_has_its_price() -> None:
    assert prices(Units({"klaw": 10, "saw": 5})) == (10, 5)
    assert prices(Units({"klaw": 0, "saw": -5})) == (0, -5)


def test_free_wargear_has_no_prices() -> None:
    assert prices(Units({"klaw": 0, "saw": 0})) == ()


def test_what_no_unit_may_have_is_not_priced() -> None:
    assert prices(Units({"klaw": 10, "saw": 5}, illegal=["klaw"])) == (0, 5)


def test_a_price_that_depends_on_the_unit_is_not_stated() -> None:
    units = Units({"klaw": 10, "saw": 5})
    found = Composition(UNIT, [Kind("Trooper", [TROOPER], 5, 6)], [], (), (), frozenset(), {(5,): 50, (6,): 45})
    option = Option(0, Change(("club",), (("klaw",),)), [[(TROOPER, (KLAW,))]])
    with pytest.raises(Inexpressible, match="depends on the unit: klaw"):
        PriceFinder(cast(Any, units), found, [(5,), (6,)]).of(option)


def test_what_a_unit_chooses_for_all_its_models_stands_below_the_unit_once() -> None:
    gauss, tesla = (alternative(name, UNIT) for name in ("gauss", "tesla"))
    trooper = Variant(MODEL, [(CLUB,), (gauss, tesla)], (CLUB, gauss))
    found = Composition(UNIT, [Kind("Trooper", [trooper], 5, 5)], [], (), (), frozenset())

    alike = found.rooted([trooper.pick((CLUB, tesla), 5)])
    mixed = found.rooted([trooper.pick((CLUB, tesla), 1), trooper.pick((CLUB, gauss), 4)])

    assert [(pick.option.name, pick.amount) for pick in alike.below] == [("Trooper", 5), ("tesla", 1)]
    assert sorted(pick.option.name for pick in mixed.below) == ["Trooper", "Trooper", "gauss", "tesla"]
    assert [item.option.name for item in alike.below[0].below] == ["club"]
