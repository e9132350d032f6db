"""Armies to print, made by hand: they need no data and no engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from listbuilder.army.model import Army, BattleSizeView, DataPin, Detachment, RuleGroup
from listbuilder.army.records import Ability, Enhancement, ModelLine, Profile, Unit, WargearItem
from listbuilder.catalogue.facts import Stratagem, TransportBay
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.i18n import Text
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.sources.native.dataset import NativeSet

STATS = ("M", "T", "SV", "W", "LD", "OC")
RANGED = ("Range", "A", "BS", "S", "AP", "D", "Keywords")
MELEE = ("Range", "A", "WS", "S", "AP", "D", "Keywords")
AOS = ("Move", "Health", "Save", "Control")
AOS_MELEE = ("Atk", "Hit", "Wnd", "Rnd", "Dmg", "Ability")


def statline(name, values, columns=STATS, inv=""):
    pairs = tuple(zip(columns, values.split(), strict=True))
    return Profile(name, "Unit", (*pairs, ("INV", inv)) if inv else pairs)


def ranged(name, values, words="", count=1, item=""):
    return Profile(name, "Ranged Weapons", tuple(zip(RANGED, (*values.split(), words), strict=True)), count, item)


def melee(name, values, words="", count=1, columns=MELEE):
    parts = values.split() if columns is not MELEE else ["Melee", *values.split()]
    return Profile(name, "Melee Weapons", tuple(zip(columns, (*parts, words), strict=True)), count)


def items(names, count):
    return tuple(WargearItem(name, count, name.casefold().replace(" ", "-")) for name in names.split(", ") if name)


def line(name, count, gear=""):
    return ModelLine(f"model-{name}", name, count, items(gear, count))


def abilities(core="", faction="Oath of Moment", unit=""):
    groups = (("core", core), ("faction", faction), ("unit", unit))
    return tuple(Ability(name, kind) for kind, names in groups for name in names.split(", ") if name)


def unit(key, name, role, models, points, profiles, weapons=(), keywords="", **more):
    more.setdefault("datasheet", name)
    more.setdefault("faction_keywords", ("Adeptus Astartes",))
    more.setdefault("abilities", abilities())
    words = tuple(keywords.split(", ")) if keywords else ()
    profiles = profiles if isinstance(profiles, tuple) else (profiles,)
    return Unit(
        id=key,
        name=name,
        datasheet_id=more["datasheet"],
        role=role,
        keywords=words,
        models=models,
        points=points,
        wounds=max(int(line.value("W") or line.value("Health")) for line in profiles),
        profiles=profiles,
        weapons=tuple(weapons),
        **more,
    )


@cache
def vocabulary(system="wh40k-10e"):
    return NativeSet([Path(__file__).parents[2] / "factions"]).system(system).vocabulary


def system(points_name="pts"):
    def stratagem(name, cp, kind, turn, phase, target=(), state="", once=False):
        return Stratagem(
            id=name,
            name=name,
            cp=cp,
            type=kind,
            turn=turn,
            phase=phase,
            target=target,
            target_state=state,
            once_per_battle=once,
        )

    core = (
        stratagem("Command Re-roll", 1, "Battle Tactic", "either", "any"),
        stratagem("Counter-offensive", 2, "Strategic Ploy", "either", "fight"),
        stratagem("Epic Challenge", 1, "Epic Deed", "either", "fight", (("Character",),)),
        stratagem("Insane Bravery", 1, "Epic Deed", "own", "command", (), "", True),
        stratagem("Grenade", 1, "Wargear", "own", "shooting", (("Grenades",),)),
        stratagem("Tank Shock", 1, "Strategic Ploy", "own", "charge", (("Vehicle",),)),
        stratagem("Rapid Ingress", 1, "Strategic Ploy", "opponent", "movement", (), "reserves"),
        stratagem("Go to Ground", 1, "Battle Tactic", "opponent", "shooting", (("Infantry",),)),
        stratagem("Smokescreen", 1, "Wargear", "opponent", "shooting", (("Smoke",),)),
    )
    rules = (
        RuleSpec(
            id="sr-quarter",
            kind="share",
            stage="declaration",
            params={"states": ["strategic-reserves"], "at_most": "1/4"},
            readings={"english": {"base": "battle-size-limit"}},
        ),
        RuleSpec(id="coherency", kind="coherency", stage="declaration", params={"from_models": 7}),
    )
    return System(
        id="wh40k-10e",
        name={"en": "Warhammer 40,000, 10th edition"},
        rules=rules,
        stratagems=core,
        points_name=points_name,
        vocabulary=vocabulary(),
    )


BOLT_PISTOL = ranged("Bolt pistol", '12" 1 3+ 4 0 1', "Pistol")
FISTS = melee("Close combat weapon", "3 3+ 4 0 1")


def captain(key="captain", **more):
    more.setdefault("datasheet", "Captain")
    weapons = (
        ranged("Plasma pistol – standard", '12" 1 2+ 7 -2 1', "Pistol", item="Plasma pistol"),
        ranged("Plasma pistol – supercharge", '12" 1 2+ 8 -3 2', "Hazardous, Pistol", item="Plasma pistol"),
        melee("Power fist", "5 2+ 8 -2 2"),
    )
    more.setdefault("abilities", abilities("Leader", unit="Finest Hour, Rites of Battle"))
    return unit(
        key,
        more.pop("name", "Captain"),
        "character",
        (line("Captain", 1, "Plasma pistol, Power fist"),),
        80 + sum(e.points for e in more.get("enhancements", ())),
        statline("Captain", '6" 4 3+ 5 6+ 1', inv="4+"),
        weapons,
        "Infantry, Character, Grenades, Imperium, Tacticus",
        **more,
    )


def lieutenant(key, **more):
    return unit(
        key,
        "Lieutenant",
        "character",
        (line("Lieutenant", 1, "Heavy bolt pistol, Power weapon"),),
        55,
        statline("Lieutenant", '6" 4 3+ 4 6+ 1'),
        (BOLT_PISTOL, melee("Power weapon", "5 2+ 5 -2 1")),
        "Infantry, Character, Grenades, Imperium, Tacticus",
        abilities=abilities("Leader", unit="Tactical Precision, Target Priority"),
        **more,
    )


def intercessors(key, size=10, **more):
    models = (
        line("Intercessor Sergeant", 1, "Bolt pistol, Bolt rifle, Power fist"),
        ModelLine(
            "m",
            "Intercessor",
            size - 1,
            (
                *items("Bolt pistol, Bolt rifle, Close combat weapon", size - 1),
                WargearItem("Astartes grenade launcher", size // 5),
            ),
        ),
    )
    weapons = (
        ranged("Bolt rifle", '24" 2 3+ 4 -1 1', "Assault, Heavy", size),
        ranged("Bolt pistol", '12" 1 3+ 4 0 1', "Pistol", size),
        ranged("Astartes grenade launcher – frag", '24" D3 3+ 4 0 1', "Blast", size // 5, "Astartes grenade launcher"),
        ranged("Astartes grenade launcher – krak", '24" 1 3+ 9 -2 D3', "", size // 5, "Astartes grenade launcher"),
        melee("Close combat weapon", "3 3+ 4 0 1", "", size - 1),
        melee("Power fist", "3 3+ 8 -2 2"),
    )
    return unit(
        key,
        more.pop("name", "Intercessor Squad"),
        "battleline",
        models,
        80 if size == 5 else 160,
        statline("Intercessor Squad", '6" 4 3+ 2 6+ 2'),
        weapons,
        "Infantry, Battleline, Grenades, Imperium, Tacticus",
        datasheet="Intercessor Squad",
        abilities=abilities(unit="Objective Secured, Target Elimination"),
        **more,
    )


def hellblasters(key, size=5):
    weapons = (
        ranged("Plasma incinerator – standard", '24" 2 3+ 7 -2 1', "Assault, Heavy", size, "Plasma incinerator"),
        ranged(
            "Plasma incinerator – supercharge",
            '24" 2 3+ 8 -3 2',
            "Assault, Hazardous, Heavy",
            size,
            "Plasma incinerator",
        ),
        melee("Close combat weapon", "3 3+ 4 0 1", "", size),
    )
    return unit(
        key,
        "Hellblaster Squad",
        "other",
        (
            line("Hellblaster Sergeant", 1, "Plasma incinerator, Bolt pistol, Close combat weapon"),
            line("Hellblaster", size - 1, "Plasma incinerator, Bolt pistol, Close combat weapon"),
        ),
        22 * size,
        statline("Hellblaster Squad", '6" 4 3+ 2 6+ 1'),
        weapons,
        "Infantry, Grenades, Imperium, Tacticus",
        abilities=abilities(unit="For the Chapter!"),
    )


def inceptors(key):
    weapons = (
        ranged("Plasma exterminators – standard", '18" 2 3+ 7 -2 2', "Assault, Pistol, Twin-linked", 3, "p"),
        ranged(
            "Plasma exterminators – supercharge", '18" 2 3+ 8 -3 3', "Assault, Hazardous, Pistol, Twin-linked", 3, "p"
        ),
        melee("Close combat weapon", "3 3+ 4 0 1", "", 3),
    )
    return unit(
        key,
        "Inceptor Squad",
        "other",
        (line("Inceptor Sergeant", 1, "Plasma exterminators"), line("Inceptor", 2, "Plasma exterminators")),
        120,
        statline("Inceptor Squad", '10" 6 3+ 3 6+ 1'),
        weapons,
        "Infantry, Fly, Jump Pack, Imperium, Gravis",
        abilities=abilities("Deep Strike", unit="Meteoric Descent"),
    )


def redemptor(key):
    weapons = (
        ranged("Heavy onslaught gatling cannon", '24" 12 3+ 6 0 1', "Devastating Wounds"),
        ranged("Icarus rocket pod", '24" D3 3+ 8 -1 2', "Anti-fly 2+"),
        ranged("Onslaught gatling cannon", '24" 8 3+ 5 0 1', "Devastating Wounds"),
        ranged("Twin fragstorm grenade launcher", '18" D6 3+ 4 0 1', "Blast, Twin-linked"),
        melee("Redemptor fist", "5 3+ 12 -2 3"),
    )
    return unit(
        key,
        "Redemptor Dreadnought",
        "vehicle",
        (
            line(
                "Redemptor Dreadnought",
                1,
                "Heavy onslaught gatling cannon, Icarus rocket pod, Onslaught gatling cannon, Twin fragstorm grenade launcher, Redemptor fist",
            ),
        ),
        205,
        statline("Redemptor Dreadnought", '8" 10 2+ 12 6+ 4'),
        weapons,
        "Vehicle, Walker, Imperium, Dreadnought",
        abilities=abilities("Deadly Demise D3", unit="Duty Eternal"),
    )


def impulsor(key):
    bay = TransportBay(
        capacity=7, allow=(("Adeptus Astartes", "Infantry", "Tacticus"), ("Adeptus Astartes", "Infantry", "Phobos"))
    )
    weapons = (
        ranged("Ironhail heavy stubber", '36" 3 3+ 4 0 1', "Rapid Fire 3"),
        ranged("Storm bolter", '24" 2 3+ 4 0 1', "Rapid Fire 2", 2),
        melee("Armoured hull", "3 4+ 6 0 1"),
    )
    return unit(
        key,
        "Impulsor",
        "transport",
        (line("Impulsor", 1, "Ironhail heavy stubber, Shield dome, Armoured hull"),),
        80,
        statline("Impulsor", '12" 9 3+ 11 6+ 2', inv="5+"),
        weapons,
        "Vehicle, Transport, Dedicated Transport, Smoke, Imperium",
        transport=(bay,),
        abilities=abilities("Deadly Demise D3, Firing Deck 6", unit="Assault Vehicle"),
    )


def marines():
    relic = Enhancement("artificer-armour", "Artificer Armour", 10)
    fire = Enhancement("fire-discipline", "Fire Discipline", 25)
    leader = lieutenant("lt-a")
    units = (
        captain(warlord=True, enhancements=(relic,)),
        leader,
        lieutenant("lt-b"),
        intercessors("ints-a"),
        intercessors("ints-b"),
        intercessors("ints-c", 5, name="Squad Titus"),
        impulsor("imp-1"),
        impulsor("imp-2"),
        hellblasters("hell-1"),
        hellblasters("hell-2"),
        inceptors("inc-1"),
        inceptors("inc-2"),
        redemptor("red-1"),
        redemptor("red-2"),
        unit(
            "stormraven",
            "Stormraven Gunship",
            "other",
            (line("Stormraven Gunship", 1, "Assault cannon, Hurricane bolters"),),
            280,
            statline("Stormraven Gunship", '20+" 10 3+ 14 6+ 0'),
            (
                ranged("Twin assault cannon", '24" 6 3+ 6 0 1', "Devastating Wounds, Twin-linked"),
                ranged("Stormstrike missile launcher", '48" 1 3+ 10 -2 3'),
                melee("Armoured hull", "3 4+ 8 0 1"),
            ),
            "Vehicle, Aircraft, Fly, Transport, Imperium, Smoke",
            hover=True,
            transport=(
                TransportBay(capacity=12, allow=(("Adeptus Astartes", "Infantry"),)),
                TransportBay(capacity=1, allow=(("Dreadnought",),)),
            ),
            abilities=abilities("Deadly Demise D6, Hover", unit="Armoured Resilience"),
        ),
        unit(
            "ancient",
            "Ancient",
            "character",
            (line("Ancient", 1, "Bolt rifle"),),
            75,
            statline("Ancient", '6" 4 3+ 4 6+ 1'),
            (ranged("Bolt rifle", '24" 2 3+ 4 -1 1', "Assault, Heavy"), FISTS),
            "Infantry, Character, Grenades, Imperium, Tacticus",
            enhancements=(fire,),
            abilities=abilities("Leader", unit="Astartes Banner"),
        ),
    )
    declared = Declarations(
        attach={"captain": "ints-a", "lt-a": "hell-1", "lt-b": "ints-b", "ancient": "ints-a"},
        embark={"hell-1": "imp-1", "ints-c": "imp-2"},
        reserves={"inc-1": "deep-strike", "stormraven": "aircraft"},
        strategic_reserves=("red-2", "inc-2"),
    )
    detachment = Detachment(
        "gladius",
        "Gladius Task Force",
        "Adeptus Astartes",
        "Combat Doctrines",
        stratagems=(
            Stratagem(
                id="aoc",
                name="Armour of Contempt",
                cp=1,
                type="Battle Tactic",
                turn="opponent / either",
                phase="shooting / fight",
                target=(("Adeptus Astartes",),),
            ),
            Stratagem(
                id="st",
                name="Squad Tactics",
                cp=1,
                type="Strategic Ploy",
                turn="opponent",
                phase="movement",
                target=(("Adeptus Astartes", "Infantry"), ("Adeptus Astartes", "Mounted")),
            ),
        ),
    )
    return army(units, name="Gladius, round 1", declarations=declared, detachments=(detachment,))


def army(units, **more):
    more.setdefault("name", "Test army")
    more.setdefault("battle_size", BattleSizeView("strike-force", "Strike Force", 2000))
    more.setdefault("limit", 2000)
    more.setdefault("faction_name", "Space Marines")
    more.setdefault("data", DataPin("native", "2026-06-14", sha256="c0ffee"))
    points = sum(one.points for one in units)
    system = more.pop("system", "wh40k-10e")
    return Army(
        system=system,
        faction="space-marines",
        faction_keyword="Adeptus Astartes",
        units=tuple(units),
        points=points,
        vocabulary=more.pop("vocabulary", vocabulary(system)),
        **more,
    )


def orks():
    boss = statline("Boss Nob", '6" 5 5+ 2 7+ 2')
    boyz_weapons = (
        ranged("Slugga", '12" 1 5+ 4 0 1', "Pistol", 27),
        ranged("Rokkit launcha", '24" D3 5+ 9 -2 3', "Blast", 3),
        melee("Choppa", "3 3+ 4 -1 1", "", 29),
        melee("Power klaw", "3 4+ 9 -2 2"),
    )

    def boyz(key):
        models = (
            line("Boss Nob", 1, "Slugga, Power klaw"),
            line("Ork Boy", 26, "Slugga, Choppa"),
            line("Ork Boy w/ rokkit launcha", 3, "Rokkit launcha, Choppa"),
        )
        return unit(
            key,
            "Boyz",
            "battleline",
            models,
            170,
            (statline("Boyz", '6" 5 5+ 1 7+ 2'), boss),
            boyz_weapons,
            "Infantry, Battleline, Mob, Grenades",
            faction_keywords=("Orks",),
            abilities=abilities(faction="Waaagh!", unit="Get Da Good Bitz"),
        )

    odd = unit(
        "odd",
        'Gretchin <b>& "Da Runtz"</b> d’Zog',
        "other",
        (line("Runtherd", 2, "Grabba stikk"), line("Gretchin", 20, "Grot blasta")),
        80,
        (statline("Runtherd", '6" 4 5+ 2 7+ 1'), statline("Gretchin", '6" 2 7+ 1 8+ 2')),
        (ranged("Grot blasta", '12" 1 4+ 3 0 1', "Pistol", 20), melee("Close combat weapon", "1 5+ 2 0 1", "", 20)),
        "Infantry, Grots",
        datasheet="Gretchin",
        faction_keywords=("Orks",),
        abilities=abilities(faction="Waaagh!", unit="Thievin' Scavengers"),
    )
    meks = unit(
        "big",
        "Big Mek in Mega Armour with Kustom Force Field and Grot Oilers of Ghazghkull's Own",
        "character",
        (line("Big Mek", 1, "Power klaw"), line("Grot Oiler", 2, "")),
        105,
        (statline("Big Mek", '5" 6 2+ 6 7+ 1', inv="4+*"),),
        (melee("Power klaw", "4 3+ 9 -2 2"),),
        "Infantry, Character",
        faction_keywords=("Orks",),
        abilities=abilities("Leader", "Waaagh!", "Fix Dat Armour Up"),
        warlord=True,
    )
    units = (meks, boyz("b1"), boyz("b2"), boyz("b3"), odd)
    return army(
        units,
        name="Da Green Tide & <Mob> — ’ere we go!",
        faction_name="Orks",
        declarations=Declarations(attach={"big": "b1"}),
    )


def monsters():
    def knight(key, name, wounds):
        weapons = (
            ranged("Thundercoil harpoon", '18" 1 3+ 24 -6 12', "Anti-monster 4+, Anti-vehicle 4+"),
            ranged("Conflagration cannon", '18" 3D6 N/A 7 -2 2', "Ignores Cover, Torrent"),
            ranged("Twin siegebreaker cannon", '48" 2D3 3+ 10 -2 4', "Blast, Twin-linked", 2),
            melee("Titanic feet", "5 4+ 8 -1 2"),
        )
        return unit(
            key,
            name,
            "other",
            (line(name, 1, "Thundercoil harpoon, Conflagration cannon, 2 Twin siegebreaker cannons"),),
            430,
            statline(name, f'8" 13 3+ {wounds} 6+ 10', inv="5+"),
            weapons,
            "Vehicle, Walker, Titanic, Towering, Character",
            faction_keywords=("Imperial Knights",),
            abilities=abilities("Deadly Demise 2D6", "Code Chivalric", "Indomitable Hero, Bondsman Ability"),
        )

    units = (
        knight("k1", "Knight Valiant", 24),
        knight("k2", "Knight Castellan", 22),
        redemptor("r"),
        knight("k3", "Knight Valiant", 24),
    )
    bad = (
        Diagnostic(
            "army-faction",
            Text(
                "{unit} is not in the faction {faction}",
                {"unit": "Redemptor Dreadnought", "faction": "Imperial Knights"},
            ),
            unit="r",
        ),
        Diagnostic("legends-notice", Text("something to mind"), severity="warning"),
        Diagnostic("leader-target", Text("not known whom it leads"), severity="unjudged", unit="k1"),
    )
    return army(units, name="Ungainly Giants", faction_name="Imperial Knights"), bad


GLOSSARY = {
    "zh": {
        "Intercessor Squad": "仲裁者小队",
        "Infantry": "步兵",
        "Captain": "连长",
        "Oath of Moment": "破敌重誓",
        "Bolt rifle": "爆矢步枪",
        "Space Marines": "星际战士",
        "Strike Force": "打击部队",
        "Command Re-roll": "指挥重投",
        "Grenades": "手雷",
        "battleline": "战线",
    },
    "ru": {
        "Intercessor Squad": "Отделение заступников",
        "Infantry": "Пехота",
        "Captain": "Капитан",
        "Oath of Moment": "Клятва момента",
        "Bolt rifle": "Болт-винтовка",
        "Space Marines": "Космодесант",
    },
}


def showcase():
    """Few units with all that pages show: attached and carried ones, copies, modes, texts, reserves, states, damage."""
    relic = Enhancement("artificer-armour", "Artificer Armour", 10)
    oath = Ability("Oath", "unit", "Choose one, once per battle:\n• Re-roll hits.\n• **Re-roll** wounds.")
    walker = redemptor("walker")
    units = (
        captain(warlord=True, enhancements=(relic,), abilities=(*abilities("Leader"), oath)),
        intercessors("squad", name="Squad Titus", notes="Stays at home."),
        impulsor("carrier"),
        hellblasters("gunners"),
        inceptors("jumpers"),
        replace(walker, damaged=(4,)),
        replace(walker, id="walker-2", damaged=(4,)),
    )
    declared = Declarations(
        attach={"captain": "squad"}, embark={"gunners": "carrier"}, reserves={"jumpers": "deep-strike"}
    )
    told = RuleGroup("Host", (Ability("Vow", "army", "All of them swear it again. " * 12),))
    found = (
        Diagnostic("points-limit", Text("too many points")),
        Diagnostic("legends-notice", Text("something to mind"), severity="warning"),
    )
    return army(units, name="Showcase", declarations=declared, rules=(told,), notes="Hold the left."), found


def foreign():
    long = "第三连第二战术小队——帝皇之怒、泰拉之盾、马库拉格之荣耀、永不后退的守护者，以及所有在巴达布战争中倒下的战斗兄弟们"
    units = (
        captain(warlord=True, name="连长 Тит «Несокрушимый» 泰图斯"),
        intercessors("a", name=long),
        intercessors(
            "b",
            5,
            name="Отделение заступников имени сто тридцать второго краснознамённого макрагжского полка прорыва и наступления",
        ),
        intercessors("c", 5),
        redemptor("d"),
        hellblasters("e"),
        unit(
            "x",
            "Nörmäl Ünït ★ 龍馬 한국 🔥 Ærøskøbing W" + "o" * 120 + "rd",
            "other",
            (line("Ж", 3, "Č"),),
            12,
            statline("Ж", '6" 4 3+ 1 6+ 1'),
        ),
    )
    return army(
        units,
        name="星际战士·第二连 — Космодесант",
        glossary=lambda text, language: GLOSSARY.get(language, {}).get(text, text),
    )


def crowd():
    units = []
    for index in range(10):
        units += [
            intercessors(f"i{index}", 5 if index % 2 else 10),
            hellblasters(f"h{index}"),
            redemptor(f"r{index}"),
            lieutenant(f"l{index}"),
        ]
    return army(tuple(units), name="Forty units", limit=None, battle_size=None, data=None)


def sigmar():
    weapons = (
        melee("Warblade and Shield", "2 3+ 3+ 1 1", "Crit (Mortal)", 9, AOS_MELEE),
        melee(
            "Celestial Hammer with a long name",
            "3 3+ 2+ 1 2",
            "Anti-INFANTRY (+1 Rend), Charge (+1 Damage), Companion",
            1,
            AOS_MELEE,
        ),
    )
    liberators = unit(
        "lib",
        "Liberators",
        "Stormcast",
        (line("Liberator-Prime", 1), line("Liberator", 9)),
        180,
        statline("Liberators", '5" 2 3+ 1', AOS),
        weapons,
        "Infantry, Champion, Ward (6+)",
        faction_keywords=("Order", "Stormcast Eternals"),
        abilities=abilities(faction="", unit="Stalwart Defenders"),
    )
    dracoth = unit(
        "dra",
        "Lord-Celestant on Dracoth",
        "Hero",
        (line("Lord-Celestant", 1),),
        260,
        statline("Lord-Celestant", '10" 12 3+ 5', AOS),
        (melee("Tempestos Hammer", "5 3+ 3+ 2 3", "", 1, AOS_MELEE),),
        "Hero, Cavalry",
        faction_keywords=("Order", "Stormcast Eternals"),
        abilities=abilities(faction="", unit="Lord of Azyr"),
    )
    return army(
        (dracoth, liberators),
        name="Hammers of Sigmar",
        system="aos-4e",
        faction_name="Stormcast Eternals",
        battle_size=None,
    )


@pytest.fixture
def armies():
    """Name -> (army, findings)."""
    giants, bad = monsters()
    return {
        "marines": (marines(), ()),
        "orks": (orks(), ()),
        "monsters": (giants, bad),
        "foreign": (foreign(), ()),
        "crowd": (crowd(), ()),
        "sigmar": (sigmar(), ()),
        "showcase": showcase(),
        "empty": (army((), name=""), ()),
    }


@pytest.fixture
def make():
    """The factory functions, for tests that need an army of their own."""
    return SimpleNamespace(**{name: value for name, value in globals().items() if callable(value)})


@pytest.fixture
def rules():
    return system()
