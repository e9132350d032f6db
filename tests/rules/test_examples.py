"""One legal and one illegal army for every rule of Warhammer 40,000 10th edition, in every battle size.

The illegal one trips the rule and no other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from listbuilder.army import Army, Detachment, TreeFinding, Unit
from listbuilder.catalogue.facts import Bodyguard, Leader, Needed, Split, TransportBay
from listbuilder.i18n import Text
from listbuilder.rules import verdict
from tests.rules import factory as f

ALL = ("incursion", "strike-force", "onslaught")


NEEDY = f.with_(
    f.unit("Company Heroes", 105, ("Infantry",)),
    bodyguard=Bodyguard(needs=("Captain", "Chapter Master")),
)


class Case(NamedTuple):
    """``legal`` and ``illegal`` make the army for a battle size; ``trips`` is the rule that finds it, when it is another."""

    legal: Callable[[str], Army]
    illegal: Callable[[str], Army]
    enabled: tuple[str, ...] = ()
    trips: str = ""
    severity: str = "error"
    sizes: tuple[str, ...] = ALL
    again: tuple[Callable[[str], Army], ...] = ()  # further illegal armies


def field(*more: Unit, **extra: object) -> Callable[[str], Army]:
    """A Captain as Warlord, Intercessors, and what else is asked for."""
    return lambda size: f.army(f.captain(), f.intercessors(), *more, size=size, **extra)


def bare(*units: Unit, **extra: object) -> Callable[[str], Army]:
    return lambda size: f.army(*units, size=size, **extra)


def copies(make: Callable[..., Unit], number: int, **more: object) -> list[Unit]:
    return [make(id=f"{make.__name__}-{count}", **more) for count in range(number)]


def costing(points: Callable[[int], int], **extra: object) -> Callable[[str], Army]:
    """An army of exactly so many points, given the limit."""

    def build(size: str) -> Army:
        rest = points(f.SIZES[size]) - 160
        return f.army(f.captain(), f.intercessors(), f.unit("Land Raider", rest, ("Vehicle",)), size=size, **extra)

    return build


def ally(name: str, points: int, faction: str, *keywords: str, **more: Any) -> Unit:
    return f.unit(name, points, keywords, faction=(faction,), **more)


def unaligned(extra: int) -> Callable[[str], Army]:
    caps = {"incursion": 250, "strike-force": 500, "onslaught": 1000}
    return lambda size: field(ally("Beasts", caps[size] + extra, "Unaligned Forces", "Beast"))(size)


def daemons(*units: Unit) -> Callable[[str], Army]:
    lord = f.unit("Chaos Lord", 90, ("Infantry", "Character", "Chaos"), faction=("Heretic Astartes",), warlord=True)
    host = Detachment(id="veterans", name="Veterans of the Long War", faction="Heretic Astartes")
    return bare(lord, *units, faction="csm", faction_keyword="Heretic Astartes", detachments=(host,))


def engine(rule: str) -> Callable[[str], Army]:
    found = TreeFinding(rule=rule, message=Text("4 models, at least 5"), unit="intercessors", found=4, bound=5)
    return field(tree_findings=(found,))


def reserves(over: int, base: Callable[[int], int] = lambda limit: limit - 40) -> Callable[[str], Army]:
    """An army in which a quarter of its points, and ``over`` more, is in Strategic Reserves."""

    def build(size: str) -> Army:
        total = base(f.SIZES[size])
        tank = f.unit("Land Raider", total // 4 + over, ("Vehicle",))
        rest = f.unit("Repulsor", total - tank.points - 80, ("Vehicle",))
        return f.army(f.captain(), tank, rest, size=size, declared={"strategic_reserves": ("land-raider",)})

    return build


def many(deep: int, of: int = 10) -> Callable[[str], Army]:
    """``of`` units of equal points, ``deep`` of them in reserves by Deep Strike."""

    def build(size: str) -> Army:
        units = [f.unit(f"Squad {n}", 80, ("Infantry",), id=f"u{n}", abilities=("Deep Strike",)) for n in range(of - 1)]
        declared = {"reserves": {f"u{n}": "deep-strike" for n in range(deep)}}
        return f.army(f.captain(), *units, size=size, declared=declared)

    return build


def enhanced(make: Callable[..., Unit] = f.captain, id: str = "", *names: str, **more: object) -> Unit:
    taken = tuple(f.enhancement(name) for name in names or ("Artificer Armour",))
    return make(enhancements=taken, **({"id": id} if id else {}), **more)


def heroes(*names: str) -> Callable[[str], Army]:
    """Lieutenants, each with the enhancement."""
    bearers = [f.lieutenant(id=f"lt-{n}", enhancements=(f.enhancement(name),)) for n, name in enumerate(names)]
    return field(*bearers)


RAIDER = f.unit("Raider", 500, ("Vehicle",))
PLANE = f.with_(f.stormraven(), transport=(TransportBay(capacity=12),), points=80)
FARSIGHT = f.unit("Commander Farsight", 95, ("Character", "Epic Hero", "Battlesuit"))
FIRESTORM = Detachment(id="firestorm", name="Firestorm Assault Force", faction="Adeptus Astartes")
NECRONS = Detachment(id="awakened-dynasty", name="Awakened Dynasty", faction="Necrons")
PICKY = Detachment(
    id="picky", name="Picky", faction="Adeptus Astartes", requires=(Needed(any=("Deathwing", "Ravenwing")),)
)
FOOT = Detachment(id="foot", name="Foot", faction="Adeptus Astartes", forbids=(f.having("Vehicle"),))
NO_CAPTAIN = f.captain(warlord=False)
PALADIN = ally("Knight Paladin", 375, "Imperial Knights", "Vehicle", "Titanic", "Questoris")
ATTACHED = {"attach": {"lieutenant": "hellblasters"}}

CASES: dict[str, Case] = {
    "battle-size": Case(field(), bare(f.captain()), severity="unjudged", sizes=("",)),
    "points-limit": Case(costing(lambda limit: limit), costing(lambda limit: limit + 5)),
    "points-bracket": Case(field(), engine("points-bracket")),
    "unit-composition": Case(field(), engine("unit-composition")),
    "wargear-options": Case(field(), engine("wargear-options")),
    "army-faction": Case(
        field(PALADIN, f.unit("Boyz", 80, ("Infantry",), faction=("Orks",), allied=True)),
        field(f.unit("Boyz", 80, ("Infantry",), faction=("Orks",))),
    ),
    "army-detachment": Case(
        field(), field(detachments=()), again=(field(detachments=(NECRONS,)), field(detachments=(f.GLADIUS, FIRESTORM)))
    ),
    "detachment-unit-rules": Case(
        field(f.unit("Deathwing Knights", 250, ("Deathwing",)), detachments=(PICKY,)),
        field(detachments=(PICKY,)),
        again=(field(f.redemptor(), detachments=(FOOT,)),),
    ),
    "datasheet-cap": Case(
        field(*copies(f.redemptor, 3)),
        field(*copies(f.redemptor, 4)),
        again=(field(*copies(f.intercessors, 6)), field(*copies(f.impulsor, 7))),
    ),
    "epic-hero-unique": Case(field(f.calgar()), field(*copies(f.calgar, 2)), again=(field(*copies(f.calgar, 4)),)),
    "min-character": Case(field(), bare(f.intercessors(), f.hellblasters())),
    "warlord": Case(
        field(),
        bare(NO_CAPTAIN, f.intercessors()),
        again=(
            field(f.captain(id="captain-2")),
            bare(NO_CAPTAIN, f.intercessors(warlord=True)),
            field(f.hellblasters(warlord=True)),
        ),
    ),
    "must-be-warlord-if-present": Case(
        bare(NO_CAPTAIN, f.intercessors(), f.calgar(must_be_warlord=True, warlord=True)),
        field(f.calgar(must_be_warlord=True)),
    ),
    "exclusive-pair": Case(
        field(FARSIGHT),
        field(FARSIGHT, f.unit("Ethereal", 50, ("Infantry", "Character", "Ethereal"))),
        again=(
            field(f.with_(f.redemptor(), never_with=(f.having("Intercessor Squad"),))),
            field(
                f.unit("Gabriel Seth", 80, ("Infantry", "Blood Angels")),
                f.unit("Ragnar", 80, ("Infantry", "Space Wolves")),
                exclusive_keywords=("Blood Angels", "Dark Angels", "Space Wolves"),
            ),
        ),
    ),
    "enh-character-only": Case(bare(enhanced()), field(enhanced(f.hellblasters))),
    "enh-not-epic-hero": Case(field(f.calgar()), field(enhanced(f.calgar))),
    "enh-one-per-unit": Case(
        bare(enhanced()), bare(enhanced(f.captain, "captain", "Artificer Armour", "Fire Discipline"))
    ),
    "enh-unique": Case(heroes("Artificer Armour", "Fire Discipline"), heroes("Artificer Armour", "Artificer Armour")),
    "enh-max-3": Case(
        heroes("A", "B", "C"),
        lambda size: f.army(enhanced(f.captain, "captain", "D"), *heroes("A", "B", "C")(size).units[1:], size=size),
    ),
    "enh-detachment": Case(bare(enhanced()), bare(f.captain(enhancements=(f.enhancement(detachment="firestorm"),)))),
    "enh-bearer-restriction": Case(
        bare(f.captain(enhancements=(f.enhancement(requires=(("Captain",),)),))),
        field(f.lieutenant(enhancements=(f.enhancement(requires=(("Captain",),)),))),
        again=(field(f.lieutenant(enhancements=(f.enhancement(excludes=("Tacticus",)),))),),
    ),
    "enh-bearer-model": Case(
        bare(enhanced()),
        bare(f.captain(), enhanced(f.unit, name="Command Squad", keywords=("Character",), models=5)),
        severity="warning",
    ),
    "ally-cap": Case(
        unaligned(0),
        unaligned(1),
        again=(field(*[ally("Titan", 10, "Adeptus Titanicus", "Titanic", id=f"t{n}") for n in range(2)]),),
    ),
    "knight-ally": Case(
        field(PALADIN),
        field(PALADIN, ally("Armiger Warglaive", 140, "Imperial Knights", "Armiger")),
        again=(
            field(*[ally(f"Armiger {n}", 140, "Imperial Knights", "Armiger") for n in range(4)]),
            field(f.with_(PALADIN, id="other"), PALADIN),
        ),
    ),
    "daemon-ally-battleline": Case(
        daemons(
            ally("Bloodletters", 110, "Legiones Daemonica", "Khorne", "Battleline"),
            ally("Bloodcrushers", 110, "Legiones Daemonica", "Khorne"),
        ),
        daemons(
            ally("Plaguebearers", 110, "Legiones Daemonica", "Nurgle", "Battleline"),
            ally("Bloodcrushers", 110, "Legiones Daemonica", "Khorne"),
        ),
    ),
    "ally-warlord": Case(
        field(PALADIN),
        bare(NO_CAPTAIN, ally("Canis Rex", 415, "Imperial Knights", "Character", "Titanic", warlord=True)),
        enabled=("ally-warlord",),
    ),
    "ally-enhancements": Case(
        field(PALADIN),
        field(ally("Inquisitor", 60, "Agents of the Imperium", "Character", enhancements=(f.enhancement(),))),
        enabled=("ally-enhancements",),
    ),
    "legends-notice": Case(field(), field(f.redemptor(legends=True)), severity="warning"),
    "legends-forbidden": Case(field(), field(f.redemptor(legends=True)), enabled=("legends-forbidden",)),
    "crucible-max": Case(
        field(*[f.unit(f"Hero {n}", 50, ("Character", "Crucible")) for n in range(3)]),
        field(*[f.unit(f"Hero {n}", 50, ("Character", "Crucible")) for n in range(4)]),
    ),
    "crucible-no-enhancement": Case(
        field(f.unit("Hero", 50, ("Character", "Crucible"))),
        field(f.unit("Hero", 50, ("Character", "Crucible"), enhancements=(f.enhancement(),))),
    ),
    "incursion-datasheet-cap": Case(
        field(*copies(f.redemptor, 2)),
        field(*copies(f.redemptor, 3)),
        enabled=("incursion-datasheet-cap",),
        sizes=("incursion",),
    ),
    "incursion-titanic": Case(
        field(f.unit("Titanic Hero", 300, ("Character", "Titanic"))),
        field(*[f.unit(f"Titanic Hero {n}", 300, ("Character", "Titanic")) for n in range(2)]),
        enabled=("incursion-titanic",),
        sizes=("incursion",),
    ),
    "declaration-complete": Case(
        field(f.terminators(), declared={"reserves": {"terminators": "deep-strike"}}),
        field(
            f.terminators(),
            declared={"reserves": {"terminators": "deep-strike"}, "strategic_reserves": ("terminators",)},
        ),
        again=(
            field(f.terminators(), declared={"deployed": ("captain", "intercessors")}),
            field(declared={"attach": {"captian": "intercessors"}}),
            field(f.stormraven(), declared={"deployed": ("captain", "intercessors")}),
            field(f.terminators(), declared={"reserves": {"terminators": "teleport"}}),
            field(f.hellblasters(), f.lieutenant(), declared={**ATTACHED, "strategic_reserves": ("lieutenant",)}),
        ),
    ),
    "hover": Case(
        field(f.stormraven(), declared={"hover": ("stormraven",)}),
        field(f.redemptor(), declared={"hover": ("redemptor",)}),
    ),
    "leader-target": Case(
        field(declared={"attach": {"captain": "intercessors"}}),
        field(f.redemptor(), declared={"attach": {"captain": "redemptor"}}),
        again=(
            field(f.hellblasters(), declared={"attach": {"hellblasters": "intercessors"}}),
            bare(
                f.with_(
                    f.captain(),
                    leader=Leader(leads=("Intercessor Squad",), requires={"Intercessor Squad": "Plasma pistol"}),
                ),
                f.intercessors(),
                declared={"attach": {"captain": "intercessors"}},
            ),
        ),
    ),
    "leader-needed": Case(
        field(
            NEEDY,
            f.with_(f.captain(id="c2", warlord=False), leader=Leader(leads=("Company Heroes",))),
            declared={"attach": {"c2": "company-heroes"}},
        ),
        field(NEEDY, declared={"attach": {"captain": "intercessors"}}),
        again=(
            field(
                f.with_(f.lieutenant(), leader=Leader(leads=("Intercessor Squad",), must=True)),
                declared={"attach": {"captain": "intercessors"}},
            ),
        ),
    ),
    "leader-one-per-bodyguard": Case(
        field(f.lieutenant(), declared={"attach": {"captain": "intercessors", "lieutenant": "intercessors"}}),
        field(
            f.captain(id="c2", warlord=False), declared={"attach": {"captain": "intercessors", "c2": "intercessors"}}
        ),
        again=(
            field(
                f.lieutenant(),
                f.lieutenant(id="l2"),
                declared={"attach": dict.fromkeys(("captain", "lieutenant", "l2"), "intercessors")},
            ),
        ),
    ),
    "leader-once": Case(
        field(declared={"attach": {"captain": "intercessors"}}),
        bare(
            f.with_(f.captain(), leader=Leader(leads=("Company Heroes",))),
            f.intercessors(),
            f.unit("Company Heroes", 95, ("Infantry",), leader=f.captain().leader),
            declared={"attach": {"captain": "company-heroes", "company-heroes": "intercessors"}},
        ),
    ),
    "attached-keywords": Case(
        field(f.terminators(), declared={"reserves": {"terminators": "deep-strike"}}),
        bare(
            f.with_(f.captain(), leader=Leader(leads=("Terminator Squad",))),
            f.terminators(),
            declared={"attach": {"captain": "terminators"}, "reserves": {"terminators": "deep-strike"}},
        ),
        trips="deep-strike",
    ),
    "starting-strength": Case(field(), field()),
    "below-half": Case(field(), field()),
    "coherency": Case(field(), field()),
    "transport-capacity": Case(
        field(
            f.hellblasters(),
            f.lieutenant(),
            f.impulsor(),
            declared={**ATTACHED, "embark": {"hellblasters": "impulsor"}},
        ),
        field(f.intercessors(id="ten", models=10), f.impulsor(), declared={"embark": {"ten": "impulsor"}}),
        again=(
            field(f.terminators(), f.impulsor(), declared={"embark": {"terminators": "impulsor"}}),
            field(f.redemptor(), declared={"embark": {"intercessors": "redemptor"}}),
        ),
    ),
    "dedicated-transport-occupied": Case(
        field(f.impulsor(), declared={"embark": {"intercessors": "impulsor"}}),
        field(f.impulsor(), declared={"attach": {"captain": "intercessors"}}),
    ),
    "embark-whole-attached": Case(
        field(
            f.hellblasters(),
            f.lieutenant(),
            f.impulsor(),
            declared={**ATTACHED, "embark": {"hellblasters": "impulsor"}},
        ),
        field(
            f.hellblasters(),
            f.lieutenant(),
            f.impulsor(),
            declared={**ATTACHED, "embark": {"lieutenant": "impulsor", "intercessors": "impulsor"}},
        ),
        again=(
            field(
                f.hellblasters(),
                f.lieutenant(),
                f.impulsor(),
                f.impulsor(id="second"),
                declared={
                    **ATTACHED,
                    "embark": {"lieutenant": "second", "hellblasters": "impulsor", "intercessors": "second"},
                },
            ),
        ),
    ),
    "deep-strike": Case(
        field(f.terminators(), declared={"reserves": {"terminators": "deep-strike"}}),
        field(declared={"reserves": {"intercessors": "deep-strike"}}),
    ),
    "aircraft-reserves": Case(
        field(RAIDER, f.with_(f.stormraven(), points=200), declared={"reserves": {"stormraven": "aircraft"}}),
        field(f.stormraven(), declared={"attach": {"captain": "intercessors"}}),
        again=(field(RAIDER, f.redemptor(), declared={"reserves": {"redemptor": "aircraft"}}),),
    ),
    "aircraft-transport-passengers": Case(
        field(
            RAIDER, PLANE, declared={"reserves": {"stormraven": "aircraft"}, "embark": {"intercessors": "stormraven"}}
        ),
        field(
            RAIDER,
            PLANE,
            f.with_(f.bunker(), points=50),
            declared={"reserves": {"stormraven": "aircraft"}, "embark": {"bunker": "stormraven"}},
        ),
    ),
    "sr-no-fortification": Case(
        field(f.bunker(), RAIDER, declared={"deployed": ("bunker", "captain", "intercessors", "raider")}),
        field(f.bunker(), RAIDER, declared={"strategic_reserves": ("bunker",)}),
    ),
    "sr-quarter": Case(reserves(0), reserves(1), again=(reserves(5),)),
    "sr-includes-passengers": Case(
        field(
            f.impulsor(), RAIDER, declared={"strategic_reserves": ("impulsor",), "embark": {"intercessors": "impulsor"}}
        ),
        field(
            f.impulsor(),
            f.hellblasters(),
            f.lieutenant(),
            RAIDER,
            declared={**ATTACHED, "strategic_reserves": ("impulsor",), "embark": {"hellblasters": "impulsor"}},
        ),
        trips="sr-quarter",
    ),
    "sr-split-unit": Case(
        field(
            f.unit("Split", 240, models=10, split=Split()),
            f.with_(RAIDER, points=200),
            declared={
                "split": {"split": ("one", "two")},
                "strategic_reserves": ("one",),
                "deployed": ("two", "captain", "intercessors", "raider"),
            },
        ),
        field(
            f.unit("Split", 240, models=10, split=Split()),
            f.with_(RAIDER, points=200),
            declared={"split": {"split": ("one", "two")}, "strategic_reserves": ("split",)},
        ),
        trips="sr-quarter",
    ),
    "reserves-half": Case(many(5), many(6), enabled=("reserves-half",)),
}


FACTS = {"starting-strength", "below-half", "coherency"}  # nothing can violate them


def cases(*without: str) -> list[object]:
    known = [(rule, size) for rule, case in CASES.items() if rule not in without for size in case.sizes]
    return [pytest.param(rule, size, id=f"{rule}-{size}") for rule, size in known]


def test_every_rule_has_examples() -> None:
    """Here, or as lists (tests/test_rosters.py)."""
    rules = {spec.id for spec in f.system().rules}
    lists = {folder.name for folder in (f.ROOT / "tests" / "data" / "illegal").iterdir()}
    assert set(CASES) <= rules
    assert rules - set(CASES) <= lists


@pytest.mark.parametrize(("rule", "size"), cases())
def test_the_legal_example_trips_nothing(rule: str, size: str) -> None:
    case = CASES[rule]
    found = f.judge(case.legal(size or "incursion"), *case.enabled)
    assert [str(one.message) for one in found] == []
    assert verdict(found) == "legal"


@pytest.mark.parametrize(("rule", "size"), cases(*FACTS))
def test_the_illegal_example_trips_the_rule_and_no_other(rule: str, size: str) -> None:
    case = CASES[rule]
    for build in (case.illegal, *case.again):
        found = f.judge(build(size), *case.enabled)
        assert {one.rule for one in found} == {case.trips or rule}, [str(one.message) for one in found]
        assert {one.severity for one in found} == {case.severity}
        assert all(str(one.source) and str(one.message) for one in found)


@pytest.mark.parametrize("rule", [rule for rule, case in CASES.items() if case.enabled])
def test_optional_rules_are_off_as_shipped(rule: str) -> None:
    case = CASES[rule]
    assert rule not in f.rules_of(f.judge(case.illegal(case.sizes[0])))
