"""How much of what rules allow is used."""

from __future__ import annotations

from typing import Any

from listbuilder.army import Army
from listbuilder.army.effects import declaring
from listbuilder.catalogue.system import RuleSpec
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.checker import Checked
from listbuilder.rules.gauges import Used
from listbuilder.rules.kind import bind
from tests.rules import factory as f

NAME = {"en": "Gauge"}


def used(army: Army, kind: str, **params: Any) -> tuple[Used, ...]:
    """What a rule of that kind has used of the army."""
    ruleset = f.ruleset()
    rule = bind(RuleSpec(id="one", kind=kind, gauge=NAME), params)
    unnamed = bind(RuleSpec(id="other", kind=kind), params)
    found = Checked(army, replace(ruleset, rules=(rule, unnamed))).gauges
    assert all((one.rule, one.name) == ("one", NAME) for one in found)
    return tuple(one.used for one in found)


def test_a_sum_with_its_bounds() -> None:
    army = f.army(f.captain(enhancements=(f.enhancement(),)), f.redemptor())
    assert used(army, "total", of="enhancements", at_most=3) == (Used(1, 3),)
    assert used(army, "total", of="units", at_most={"strike-force": 5}, at_least=3) == (Used(2, 5, 3),)
    assert used(army, "total", of="points", at_most="limit") == (Used(army.points, army.limit),)


def test_a_gauge_names_the_currency_that_it_shows() -> None:
    spec = RuleSpec(id="one", kind="total", gauge=NAME)
    rule = bind(spec, {"of": "currency", "currency": "cp", "at_most": 3})
    (found,) = Checked(f.army(f.captain()), replace(f.ruleset(), rules=(rule,))).gauges
    assert found.currency == "cp"


def test_a_share_of_the_army_with_what_it_comes_to() -> None:
    army = replace(f.army(f.captain(), f.terminators()), points=400)
    reserves = {"of": ["points"], "states": ["strategic-reserves"], "at_most": "1/4"}
    assert used(army, "share", **reserves) == (Used(0, 100),)
    declared = declaring(army, Declarations(strategic_reserves=("terminators",)))
    assert used(declared, "share", **reserves) == (Used(army.units[1].points, 100),)
    assert used(replace(army, limit=None, battle_size=None), "share", base="battle-size-limit", at_most="1/4") == ()
    three = f.army(f.captain(), f.terminators(), f.redemptor())
    assert used(three, "share", of=["units"], at_most="1/2", at_least="1/4", attached=False) == (Used(3, 1, 1),)


def test_a_mark() -> None:
    assert used(f.army(f.captain(warlord=True), f.redemptor()), "marker") == (Used(1, 1, 1),)
    assert used(f.army(f.redemptor()), "marker") == (Used(0, 1, 1),)
    of_heroes = {"bearer": {"keywords": ["Character"]}}
    assert used(f.army(f.redemptor(), f.captain(warlord=False)), "marker", **of_heroes) == (Used(0, 1, 1),)
    assert used(f.army(), "marker", **of_heroes) == (Used(0, 1, 1),)
    assert used(f.army(f.redemptor()), "marker", **of_heroes) == ()  # nobody may have it, and nothing is found missing
    assert used(f.army(f.redemptor()), "marker", **of_heroes, demanded=True) == (Used(0, 1, 1),)


def test_kinds_that_use_nothing_up_have_no_gauge() -> None:
    assert used(f.army(f.captain()), "notice", where={"legends": True}) == ()


def test_over_and_short() -> None:
    assert Used(3, 2).is_over
    assert not Used(2, 2).is_over
    assert Used(0, None, 1).is_short
    assert not Used(1, 1, 1).is_short
