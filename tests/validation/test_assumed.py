"""What is only found in the size of game that was assumed for a list is open; what is found in every larger one is not."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.army import Army
from listbuilder.army.model import TreeFinding
from listbuilder.catalogue.system import BattleSize, RuleSpec, System
from listbuilder.replacing import replace
from listbuilder.rules import Ruleset, check
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.validation.assumed import undecided
from tests.rules import factory as f

SIZES = ("incursion", 1000), ("strike-force", 2000), ("onslaught", 3000)
SYSTEM = System(
    id="pond",
    name={"en": "Pond"},
    battle_sizes=tuple(BattleSize(id=name, name={"en": name}, points=points) for name, points in SIZES),
)


def judged(most: Any, units: int = 3, size: str = "incursion", **more: Any) -> list[Diagnostic]:
    """The findings about an army of so many units, of which it may have ``most`` (by size of game)."""
    spec = RuleSpec(id="units", kind="total", params={"of": "units", "at_most": most, **more}, name={"en": "Units"})
    ruleset = Ruleset.from_system(replace(SYSTEM, rules=(spec,)))
    army = army_of(units, size)
    return list(undecided(check(army, ruleset), army, ruleset))


def army_of(units: int, size: str) -> Army:
    army = f.army(*(f.unit("Duck", 100, id=f"duck-{n}") for n in range(units)), size=size)
    return army if size else replace(army, battle_size=None)


def said(found: list[Diagnostic]) -> list[tuple[str, str]]:
    return [(one.severity, str(one.message)) for one in found]


BY_SIZE = {"incursion": 2, "strike-force": 3, "onslaught": 4}
OPEN = "Units: 3 found, at most 2; not judged: the list states no battle size"


def test_what_no_larger_game_forbids_is_open() -> None:
    assert said(judged(BY_SIZE)) == [("unjudged", OPEN)]


def test_what_one_larger_game_allows_is_open_too() -> None:
    assert said(judged({"incursion": 2, "strike-force": 2, "onslaught": 4})) == [("unjudged", OPEN)]


@pytest.mark.parametrize(("units", "bound"), [(5, 2), (9, 2)])
def test_what_every_larger_game_forbids_is_an_error(units: int, bound: int) -> None:
    assert said(judged(BY_SIZE, units)) == [("error", f"Units: {units} found, at most {bound}")]


def test_the_largest_game_has_none_that_is_larger() -> None:
    assert said(judged(BY_SIZE, 5, "onslaught")) == [("error", "Units: 5 found, at most 4")]


def test_a_game_of_the_same_size_is_no_larger_one() -> None:
    assert said(judged(BY_SIZE, 4, "strike-force"))[0][0] == "unjudged"
    assert said(judged({**BY_SIZE, "incursion": 9, "onslaught": 3}, 4, "strike-force"))[0][0] == "error"


def test_warnings_and_what_the_data_find_stay_as_they_are() -> None:
    spec = RuleSpec(id="units", kind="total", params={"of": "units", "at_most": BY_SIZE}, name={"en": "Units"})
    ruleset = Ruleset.from_system(replace(SYSTEM, rules=(spec,)))
    army = army_of(3, "incursion")
    (error,) = check(army, ruleset)
    warning = replace(error, severity="warning")
    of_data = replace(error, cause=TreeFinding("units", "max", error.message))
    found = list(undecided([warning, of_data, error], army, ruleset))
    assert found[:2] == [warning, of_data]
    assert found[2].severity == "unjudged"
    assert list(undecided([warning, of_data], army, ruleset)) == [warning, of_data]
