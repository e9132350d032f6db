"""Findings that hold however an army is declared: the same as when all rules are asked again, and only then used."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from listbuilder.army import Army
from listbuilder.army.effects import declaring
from listbuilder.i18n import Text
from listbuilder.roster.declarations import Declarations, half_names
from listbuilder.rules import kinds
from listbuilder.rules.checker import check
from listbuilder.rules.diagnostic import Diagnostic, Fix, Proposals, RemoveUnit
from listbuilder.rules.settled import Settled
from tests.rules import factory as f

UNITS = (
    f.captain(),
    f.lieutenant(),
    f.intercessors(models=10),
    f.intercessors(id="others", models=5),
    f.impulsor(),
    f.stormraven(),
    f.terminators(),
    f.redemptor(),
)
IDS = [unit.id for unit in UNITS]
RULES = f.ruleset(*(spec.id for spec in f.system().rules if not spec.enabled))


def random_declarations(rng: random.Random) -> Declarations:
    """Some declarations of each sort; hovering and splitting are rare, since findings do not hold beyond them."""

    def some() -> list[str]:
        return rng.sample(IDS, rng.randint(0, 3)) if rng.random() < 0.6 else []

    return Declarations(
        hover=tuple(some()) if rng.random() < 0.3 else (),
        attach={one: rng.choice(IDS) for one in some()},
        embark={one: rng.choice(IDS) for one in some()},
        reserves={one: rng.choice(("deep-strike", "aircraft", "nowhere")) for one in some()},
        strategic_reserves=tuple(some()),
        split={one: half_names(one) for one in some()} if rng.random() < 0.3 else {},
        deployed=tuple(some()),
        marks={rng.choice(("target", "mark")): tuple(some())},
    )


@pytest.mark.parametrize("seed", range(40))
def test_what_is_settled_is_what_the_rules_find(seed: int) -> None:
    rng = random.Random(seed)
    army = declaring(f.army(*rng.sample(UNITS, rng.randint(2, len(UNITS)))), random_declarations(rng))
    settled = Settled(army)
    assert check(army, RULES, settled) == check(army, RULES)
    for _ in range(4):
        other = declaring(army, random_declarations(rng))
        assert check(other, RULES, settled) == check(other, RULES)


def other_points(army: Army) -> Army:
    return replace(army, points=army.points + 2000)


def other_unit(army: Army) -> Army:
    return replace(army, units=(*army.units[:-1], f.unit("Ork Boyz", faction=("Orks",))))


def one_more(army: Army) -> Army:
    return replace(army, units=(*army.units, *(f.redemptor(f"redemptor-{number}") for number in range(3))))


@pytest.mark.parametrize("changed", [other_points, other_unit, one_more])
def test_nothing_is_settled_for_another_army(changed: Any) -> None:
    army = f.army(*UNITS)
    settled = Settled(army)
    check(army, RULES, settled)
    assert not settled.hold_for(changed(army))
    assert check(changed(army), RULES, settled) == check(changed(army), RULES) != check(army, RULES)


def test_hovering_and_splitting_change_the_words_of_units() -> None:
    settled = Settled(f.army(*UNITS))
    assert settled.hold_for(declaring(settled.army, Declarations(attach={"captain": "others"})))
    assert not settled.hold_for(declaring(settled.army, Declarations(hover=("stormraven",))))
    assert not settled.hold_for(declaring(settled.army, Declarations(split={"others": half_names("others")})))


def test_rules_that_ask_for_no_declaration_are_asked_once() -> None:
    army = declaring(f.army(*UNITS), Declarations(embark={"others": "impulsor"}))
    settled = Settled(army)
    check(army, RULES, settled)
    assert {"points-limit", "datasheet-cap", "warlord"} <= settled.found.keys()
    assert not {"transport-capacity", "declaration-complete", "leader-needed"} & settled.found.keys()

    known = Diagnostic("points-limit", Text("found before"))
    settled.found["points-limit"] = (known,)
    assert known in check(declaring(army, Declarations(attach={"captain": "others"})), RULES, settled)
    assert known not in check(other_points(army), RULES, settled)


def test_no_kind_reads_declarations_past_the_muster() -> None:
    files = [file for path in kinds.__path__ for file in Path(path).glob("*.py")]
    assert files
    assert not [file.name for file in files if "army.declarations" in file.read_text("utf-8")]


def test_fixes_are_found_when_they_are_asked_for() -> None:
    asked = []
    fix = Fix(RemoveUnit("others"))

    def found() -> list[Fix]:
        asked.append(1)
        return [fix, fix]

    proposals = Proposals(found)
    finding = Diagnostic("some", Text("text"), fixes=proposals)
    assert not asked
    assert (len(proposals), proposals[0], proposals[1:]) == (2, fix, (fix,))
    assert finding == replace(finding, fixes=(fix, fix)) != replace(finding, fixes=(fix,))
    assert hash(proposals) == hash((fix, fix))
    assert asked == [1]
