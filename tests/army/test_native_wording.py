"""How broken constraints of native data are worded: by what the constraint is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.engine import Engine
from listbuilder.listfile import document
from listbuilder.sources.native import NativeSet

SYSTEM = """\
id: alley
name: Alley
points_name: coins
battle_sizes: [{id: brawl, name: Brawl, points: 50}]
rules: []
"""
FACTION = """\
id: gang
name: Gang
system: alley
keyword: Gang
points_date: 2026-01-01
source: {set: own}
"""
SHEET = """\
id: thugs
name: Thugs
role: infantry
faction_keywords: [Gang]
keywords: [Infantry]
profiles: [{name: Thugs, M: 5", T: 3, SV: 6+, W: 1, LD: 7+, OC: 1}]
models:
  boss: {name: Boss, count: 1, wargear: [club, club, sling]}
  thug: {name: Thug, count: 1-6, wargear: [club]}
  dog: {name: Dog, count: 0-2, wargear: []}
size: 4-6
points: {4-6: 10}
weapons:
  club: {name: Club, type: melee, A: 1, WS: 4+, S: 3, AP: 0, D: 1}
  chain: {name: Chain, type: melee, A: 2, WS: 4+, S: 3, AP: 0, D: 1}
  knife: {name: Knife, type: melee, A: 3, WS: 4+, S: 3, AP: 0, D: 1}
  sling: {name: Sling, type: ranged, range: 8", A: 1, BS: 4+, S: 3, AP: 0, D: 1}
gear:
  bottle: {name: Bottle}
  whistle: {name: Whistle}
  horn: {name: Horn}
  boots: {name: Boots}
  drum: {name: Drum}
  lute: {name: Lute}
  mask: {name: Mask}
  hood: {name: Hood}
  flute: {name: Flute}
  pipe: {name: Pipe}
  stick: {name: Stick}
  stone: {name: Stone}
options:
  - {id: chains, model: thug, replace: club, with: [chain], per_models: 4}
  - {id: boss-chain, model: boss, replace: club, with: [chain], times: 1}
  - {id: bottles, add: [bottle], requires: sling}
  - {id: whistles, add: [whistle], excludes: sling}
  - {id: horns, add: [horn], requires: club, excludes: [sling, chain]}
  - {id: boots, model: thug, add: [boots], all: true}
  - {id: drum, model: boss, add: [drum], min_models: 5}
  - {id: lute, model: boss, add: [lute], max_models: 4}
  - {id: masks, model: thug, add: [mask, hood], limit_each: 1}
  - {id: pipes, model: thug, add: [flute, pipe], limit_each: 2, each_per_models: 3}
  - {id: sticks, model: thug, add: [stick], limit: 3}
  - {id: stones, model: thug, add: [stone], shared_limit: sticks, limit: 1}
abilities: {}
"""


def alley(root: Path) -> NativeSet:
    """The invented game, its files below a folder."""
    folder = root / "alley" / "gang"
    folder.mkdir(parents=True)
    (root / "alley" / "system.yaml").write_text(SYSTEM)
    (folder / "faction.yaml").write_text(FACTION)
    (folder / "thugs.yaml").write_text(SHEET)
    return NativeSet([root])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> NativeSet:
    return alley(tmp_path_factory.mktemp("factions"))


@pytest.mark.parametrize(
    ("unit", "messages"),
    [
        ("models: {thug: 3}", []),
        ("models: {thug: 1}", ["Thugs: models: 2 taken, at least 4"]),
        ("models: {thug: 6}", ["Thugs: models: 7 taken, at most 6"]),
        ("models: {dog: 3, thug: 1}", ["Thugs: Dog: 3 taken, at most 2"]),
        ("models: {thug: 3, boss: 2}", ["Thugs: Boss: 2 taken, at most 1"]),
        ("wargear: {thug: [{count: 1, replace: {club: chain}}]}", []),
        ("wargear: {thug: [{count: 2, replace: {club: chain}}]}", ["Thugs: Chain: 2 taken, at most 1"]),
        ("wargear: {boss: {replace: {club: chain}}}", []),
        ("wargear: {boss: {replace: [{club: chain}, {club: chain}]}}", ["Thugs: Chain: 2 taken, at most 1"]),
        ("wargear: {boss: {add: bottle}}", []),
        ("wargear: {boss: {add: [bottle, bottle]}}", ["Thugs: Bottle: 2 taken, at most 1"]),
        (
            "wargear: {thug: [{count: 1, add: bottle}]}",
            ["Thugs: Bottle is only for a model with Sling (Thug)"],
        ),
        ("wargear: {boss: {add: whistle}}", ["Thugs: Whistle is only for a model without Sling (Boss)"]),
        (
            "wargear: {boss: {add: horn}}",
            ["Thugs: Horn is only for a model with Club and without Sling, Chain (Boss)"],
        ),
        ("wargear: {thug: {add: boots}}", []),
        (
            "wargear: {thug: [{count: 2, add: boots}]}",
            ["Thugs: Boots: 2 taken, all 3 models take it or none"],
        ),
        ("wargear: {boss: {add: drum}}", ["Thugs: Drum: 1 taken, at most 0"]),
        ("models: {thug: 4}, wargear: {boss: {add: drum}}", []),
        ("wargear: {boss: {add: lute}}", []),
        ("models: {thug: 4}, wargear: {boss: {add: lute}}", ["Thugs: Lute: 1 taken, at most 0"]),
        ("wargear: {thug: [{count: 1, add: mask}, {count: 1, add: hood}]}", []),
        ("wargear: {thug: [{count: 2, add: mask}]}", ["Thugs: Mask: 2 taken, at most 1"]),
        ("wargear: {thug: [{count: 2, add: pipe}, {count: 1, add: flute}]}", []),
        ("wargear: {thug: {add: pipe}}", ["Thugs: Pipe: 3 taken, at most 2"]),
        ("models: {thug: 5}, wargear: {thug: [{count: 4, add: pipe}]}", []),
        ("models: {thug: 5}, wargear: {thug: {add: pipe}}", ["Thugs: Pipe: 5 taken, at most 4"]),
        ("wargear: {thug: [{count: 2, add: stick}, {count: 1, add: stone}]}", []),
        ("wargear: {thug: [{count: 2, add: stone}]}", ["Thugs: Stone: 2 taken, at most 1"]),
        (
            "models: {thug: 5}, wargear: {thug: [{count: 3, add: stick}, {count: 1, add: stone}]}",
            ["Thugs: Stick: 4 taken, at most 3"],
        ),
        ("wargear: {thug: [{count: 1, add: knife}]}", ["Thugs: Knife is not an option of Thug"]),
        ("wargear: {thug: [{count: 1, replace: {club: knife}}]}", ["Thugs: Knife is not an option of Thug"]),
        ("wargear: {thug: [{count: 1, replace: {club: []}}]}", ["Thugs: Club: 0 taken, exactly 1 needed"]),
    ],
)
def test_a_broken_constraint_is_worded_by_its_purpose(data: NativeSet, unit: str, messages: list[str]) -> None:
    read = document.load(f"system: alley\nfaction: gang\nunits: [{{datasheet: thugs, {unit}}}]\n".encode())
    loaded = data.load("alley", "gang")
    roster, problems = document.bind(read, loaded.library)
    assert not problems

    army = ArmyBuilder(Engine(roster), ArmyContext(loaded.system, loaded.faction)).build()

    assert [str(finding.message) for finding in army.tree_findings] == messages
    assert {finding.rule for finding in army.tree_findings} <= {"unit-composition", "wargear-options"}
