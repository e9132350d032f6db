"""The shipped native set, lists in it, and a small homebrew system to break."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.engine import Engine, Violation
from listbuilder.listfile import document
from listbuilder.sources.native import NativeSet

sys.path.insert(0, str(Path(__file__).parent))  # for the brute-force reading of the options

SYSTEM = "wh40k-10e"


@pytest.fixture(scope="session")
def native() -> NativeSet:
    found = NativeSet()
    for faction in ("space-marines", "orks"):
        found.load(SYSTEM, faction)
    return found


Judge = Callable[..., list[Violation]]


@pytest.fixture(scope="session")
def judge(native: NativeSet) -> Judge:
    """What the data say against one unit, given as the inside of its mapping."""

    def run(unit: str, faction: str = "space-marines") -> list[Violation]:
        text = f"system: {SYSTEM}\nfaction: {faction}\nunits: [{{id: u, {unit}}}]\n"
        read = document.load(text.encode(), "army.yaml")
        roster, problems = document.bind(read, native.load(SYSTEM, faction).library)
        assert not problems
        return list(Engine(roster).violations())

    return run


HOMEBREW_SYSTEM = """\
id: skirmish
name: {en: Back Alley Skirmish, ru: Драка}
points_name: gold
default_size: brawl
battle_sizes:
  - {id: brawl, name: Brawl, points: 50}
rules: []
"""

HOMEBREW_FACTION = """\
id: gang
name: {en: Gang, zh: 帮派}
system: skirmish
keyword: Gang
points_date: 2026-01-01
source: {set: own}
army_rules: []
detachments:
  night-shift: {name: Night Shift, rule: Dark, enhancements: {lantern: {name: Lantern, points: 2.5}}}
"""

HOMEBREW_SHEET = """\
id: thugs
name: Thugs
role: infantry
faction_keywords: [Gang]
keywords: [Infantry]
profiles:
  - {name: Thugs, M: 5", T: 3, SV: 6+, W: 1, LD: 7+, OC: 1}
models:
  boss: {name: Boss, count: 1, wargear: [club, club]}
  thug: {name: Thug, count: 2-5, wargear: [club]}
size: [3, 6]
points: {3: 7.5, 6: 15}
weapons:
  club: {name: Club, type: melee, A: 1, WS: 4+, S: 3, AP: 0, D: 1}
  knife: {name: Knife, type: melee, A: 2, WS: 4+, S: 3, AP: 0, D: 1}
  sling: {name: Sling, type: ranged, range: 8", A: 1, BS: 5+, S: 3, AP: 0, D: 1}
options:
  - {id: knives, replace: club, with: [knife, [knife, knife]]}
  - {id: sling, model: thug, add: [sling], limit: 1}
abilities: {}
"""


@pytest.fixture
def homebrew(tmp_path: Path, own_cache: Path) -> Path:
    """A folder of somebody's own data; the cache is its own, too."""
    folder = tmp_path / "own" / "skirmish" / "gang"
    folder.mkdir(parents=True)
    (folder.parent / "system.yaml").write_text(HOMEBREW_SYSTEM, encoding="utf-8")
    (folder / "faction.yaml").write_text(HOMEBREW_FACTION, encoding="utf-8")
    (folder / "thugs.yaml").write_text(HOMEBREW_SHEET, encoding="utf-8")
    return tmp_path / "own"
