"""Armies for the tests of the rules, built as records: no files, no engine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.army import (
    Ability,
    Army,
    BattleSizeView,
    Detachment,
    Enhancement,
    ModelLine,
    Profile,
    Unit,
    WargearItem,
)
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import BearerRule, Leader, Match, TransportBay
from listbuilder.catalogue.system import System
from listbuilder.errors import Place
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules import Diagnostic, Ruleset, check
from listbuilder.rules.diagnostic import Action, Fix
from listbuilder.sources.native.dataset import NativeSet

ROOT = Path(__file__).parents[2]
SIZES = {"incursion": 1000, "strike-force": 2000, "onslaught": 3000}
GLADIUS = Detachment(id="gladius-task-force", name="Gladius Task Force", faction="Adeptus Astartes")


@cache
def system() -> System:
    return NativeSet([ROOT / "factions"]).system("wh40k-10e")


@cache
def ruleset(*enabled: str) -> Ruleset:
    return Ruleset.from_system(system(), enabled)


def unit(
    name: str,
    points: Number = 100,
    keywords: Iterable[str] = (),
    *,
    id: str = "",
    models: int = 1,
    wounds: int = 2,
    faction: Iterable[str] = ("Adeptus Astartes",),
    abilities: Iterable[str] = (),
    wargear: Iterable[str] = (),
    **more: Any,
) -> Unit:
    """A unit of one kind of model; its id is the name in lower case unless another is given."""
    return Unit(
        id=id or name.lower().replace(" ", "-"),
        name=name,
        datasheet=name,
        datasheet_id=name.lower().replace(" ", "-"),
        role=more.pop("role", ""),
        keywords=tuple(keywords),
        faction_keywords=tuple(faction),
        models=(ModelLine(id=f"{id or name}/models", name=name, count=models),),
        points=points,
        wounds=wounds,
        wargear=tuple(WargearItem(name=item, count=1) for item in wargear),
        profiles=(Profile(name=name, type="Unit", values=(("W", str(wounds)),)),),
        abilities=tuple(Ability(name=ability, kind="core") for ability in abilities),
        **more,
    )


def having(*keywords: str) -> Match:
    """A filter: units with all of these keywords."""
    return Match(keywords=keywords)


def enhancement(name: str = "Artificer Armour", points: int = 10, **more: Any) -> Enhancement:
    return Enhancement(
        id=name.lower().replace(" ", "-"),
        name=name,
        points=points,
        detachment=more.pop("detachment", GLADIUS.id),
        bearer=BearerRule(**more) if more else None,
    )


def army(*units: Unit, size: str = "strike-force", **more: Any) -> Army:
    """An army of Adeptus Astartes with the Gladius Task Force; ``declared`` are its declarations."""
    declared = more.pop("declared", None)
    return Army(
        name="test",
        system="wh40k-10e",
        faction=more.pop("faction", "space-marines"),
        faction_keyword=more.pop("faction_keyword", "Adeptus Astartes"),
        faction_name=more.pop("faction_name", "Space Marines"),
        units=units,
        points=sum((one.points for one in units), 0),
        battle_size=BattleSizeView(id=size, name=size, points=SIZES[size]) if size else None,
        limit=more.pop("limit", SIZES.get(size)),
        detachments=more.pop("detachments", (GLADIUS,)),
        declarations=Declarations(**declared) if declared else Declarations(),
        vocabulary=more.pop("vocabulary", system().vocabulary),
        **more,
    )


def rules_of(found: Iterable[Diagnostic]) -> list[str]:
    return [one.rule for one in found]


def actions(found: Diagnostic) -> list[Action]:
    """The actions of the fixes that the finding proposes."""
    return [fix.action for fix in found.fixes if isinstance(fix, Fix)]


def placed(*keys: str) -> dict[str, Place]:
    """A place in a roster file for each key: line 1, 2 …"""
    return {key: Place("list.yaml", line) for line, key in enumerate(keys, 1)}


def judge(one: Army, *enabled: str) -> list[Diagnostic]:
    return check(one, ruleset(*enabled))


# --- the units of the reference armies (systems.md 1.11) -----------------------------------------------------------------

LEADS = ("Intercessor Squad", "Hellblaster Squad", "Assault Intercessor Squad")


def captain(id: str = "captain", **more: Any) -> Unit:
    more.setdefault("warlord", True)
    words = ("Infantry", "Character", "Captain", "Tacticus", "Imperium")
    return unit("Captain", 80, words, id=id, wounds=5, leader=Leader(leads=LEADS), **more)


def lieutenant(id: str = "lieutenant", **more: Any) -> Unit:
    words = ("Infantry", "Character", "Lieutenant", "Tacticus", "Imperium")
    return unit("Lieutenant", 55, words, id=id, wounds=4, leader=Leader(leads=LEADS, beside=("Captain",)), **more)


def calgar(id: str = "calgar", **more: Any) -> Unit:
    return unit("Marneus Calgar", 200, ("Infantry", "Character", "Epic Hero", "Gravis"), id=id, wounds=6, **more)


def intercessors(id: str = "intercessors", models: int = 5, **more: Any) -> Unit:
    words = ("Infantry", "Battleline", "Grenades", "Imperium", "Tacticus")
    return unit("Intercessor Squad", 80 if models == 5 else 160, words, id=id, models=models, **more)


def hellblasters(id: str = "hellblasters", models: int = 5, **more: Any) -> Unit:
    return unit("Hellblaster Squad", 22 * models, ("Infantry", "Tacticus", "Imperium"), id=id, models=models, **more)


def terminators(id: str = "terminators", **more: Any) -> Unit:
    words = ("Infantry", "Terminator", "Imperium")
    return unit("Terminator Squad", 170, words, id=id, models=5, wounds=3, abilities=("Deep Strike",), **more)


def inceptors(id: str = "inceptors", **more: Any) -> Unit:
    words = ("Infantry", "Jump Pack", "Gravis", "Fly")
    return unit("Inceptor Squad", 120, words, id=id, models=3, wounds=3, abilities=("Deep Strike",), **more)


def redemptor(id: str = "redemptor", **more: Any) -> Unit:
    return unit("Redemptor Dreadnought", 205, ("Vehicle", "Walker", "Dreadnought"), id=id, wounds=12, **more)


def impulsor(id: str = "impulsor", **more: Any) -> Unit:
    bay = TransportBay(capacity=7, allow=(("Tacticus", "Infantry"),), deny=("Jump Pack", "Gravis", "Terminator"))
    words = ("Vehicle", "Transport", "Dedicated Transport")
    return unit("Impulsor", 80, words, id=id, wounds=11, transport=(bay,), **more)


def stormraven(id: str = "stormraven", **more: Any) -> Unit:
    bays = (
        TransportBay(capacity=12, weights={"Terminator": 2}, deny=("Dreadnought",)),
        TransportBay(capacity=1, allow=(("Dreadnought",),)),
    )
    words = ("Vehicle", "Aircraft", "Fly", "Transport")
    return unit("Stormraven Gunship", 280, words, id=id, wounds=14, transport=bays, hover=True, **more)


def bunker(id: str = "bunker", **more: Any) -> Unit:
    return unit("Hammerfall Bunker", 175, ("Vehicle", "Fortification"), id=id, wounds=14, **more)


def with_(one: Unit, **changes: Any) -> Unit:
    return replace(one, **changes)


def with_army(one: Army, **changes: Any) -> Army:
    return replace(one, **changes)
