"""What mutation starts from: lists, data, packs, conversations, tables of this repository."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec

from listbuilder.exchange import formats
from listbuilder.exchange.formats import read_file
from listbuilder.sources.points.documents import order

DOCUMENTED = "wh40k-11e"  # a game with points documents
ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
SAMPLE = ROOT / "exports" / "samples" / "space-marines-gladius.yaml"
EXAMPLES = sorted((ROOT / "factions" / "wh40k-10e" / "examples").glob("*legal.yaml"))
SETUP: dict[str, object] = {
    "type": "setup",
    "specId": "spec",
    "gameSystem": {
        "id": "gs",
        "name": "GS",
        "costTypes": [{"id": "pts", "name": "pts", "defaultCostLimit": 5}],
        "categoryEntries": [{"id": "hq", "name": "HQ"}],
        "forceEntries": [{"id": "fe", "name": "Army", "categoryLinks": [{"id": "cl", "targetId": "hq", "name": "HQ"}]}],
    },
    "catalogues": [
        {
            "id": "cat",
            "name": "Cat",
            "entryLinks": [{"id": "link", "targetId": "shared", "type": "selectionEntry", "name": "Link"}],
            "sharedSelectionEntries": [{"id": "shared", "name": "Shared", "type": "upgrade"}],
            "selectionEntries": [
                {
                    "id": "unit",
                    "name": "Unit",
                    "type": "unit",
                    "categoryLinks": [{"id": "ul", "targetId": "hq", "primary": True}],
                    "costs": [{"name": "pts", "typeId": "pts", "value": 2.5}],
                    "constraints": [{"id": "c", "type": "max", "value": 2, "field": "selections", "scope": "roster"}],
                    "modifiers": [
                        {
                            "type": "increment",
                            "field": "c",
                            "value": 1,
                            "conditions": [
                                {
                                    "type": "atLeast",
                                    "value": 1,
                                    "field": "selections",
                                    "scope": "force",
                                    "childId": "unit",
                                }
                            ],
                        }
                    ],
                    "selectionEntryGroups": [
                        {"id": "g", "name": "G", "selectionEntries": [{"id": "opt", "name": "Opt", "type": "upgrade"}]}
                    ],
                }
            ],
        }
    ],
}
TALK = [
    SETUP,
    {"type": "action", "action": "addForce", "forceEntryId": "fe", "catalogueId": "cat"},
    {"type": "getState"},
    {"type": "action", "action": "selectEntry", "forceId": "$force", "entryId": "unit"},
    {"type": "action", "action": "setCostLimit", "costTypeId": "pts", "value": 3},
    {"type": "action", "action": "reload"},
    {"type": "getState"},
]
PACK = """\
name: Fuzzed Cup
system: wh40k-10e
source: pack
battle_size: strike-force
data: {set: native, cutoff: 2027-07-01}
deny:
  legends: true
  datasheets: {Trukk: no}
allow: {factions: [Orks, Space Marines]}
rules:
  on: [reserves-half]
  change:
    datasheet-cap: {max: {default: 2}}
  add:
    - id: one-flyer
      kind: total
      name: Aircraft
      params: {of: units, where: {keywords: [Aircraft]}, at_most: 1}
sources: {datasheet-cap: page 4, one-flyer: page 5}
formats: [gw-app, new-recruit]
deadline: 2026-11-20 20:00 +01:00
team: {players: 8, factions_once: true}
"""
SETTINGS = (
    """\
exclude = ["old/", "*.pdf", "!keep.txt"]
columns = ["list=Army list", "name=Player"]
strict = true
format = "line"
jobs = 1
budget = ["units=500", "seconds=5"]
""",
    """\
limit = 1000
size = "incursion"
system = "wh40k-10e"
faction = ["Orks", "Space Marines"]
rules = ["reserves-half"]

[budget]
units = 500
""",
    """\
pack = "cup.yaml"
data = ["native"]
anonymous = true
quiet = false
""",
)
SMALL = 40  # files of a shipped faction, at most: more only take longer


def own_lists() -> list[bytes]:
    """List files of ours: a part of those that the tests use."""
    paths = [*EXAMPLES, *sorted((DATA / "real").glob("*.yaml")), *sorted((ROOT / "tests" / "systems").glob("*.yaml"))]
    for folder in sorted((ROOT / "factions").glob("*/examples")):
        paths += sorted(folder.glob("*.yaml"))[::4]
    for kind in ("legal", "illegal"):
        paths += [next(iter(sorted(folder.glob("*.yaml")))) for folder in sorted((DATA / kind).iterdir())]
    return [path.read_bytes() for path in paths]


def other_lists() -> list[tuple[str, bytes]]:
    """Lists of other programs, each with the suffix of its name."""
    from tests.exchange import lists
    from tests.exchange.reading.test_roster_json import NAMED, ROSTERIZER

    found = [(".txt", value.encode()) for name, value in vars(lists).items() if name.isupper()]
    found += [(".json", json.dumps(one).encode()) for one in (NAMED, ROSTERIZER)]
    found += [(path.suffix, path.read_bytes()) for path in sorted((DATA / "bsdata").glob("*.ros"))]
    for example in EXAMPLES:
        bound = read_file(example)
        for name, output in formats.outputs().items():
            if name not in {formats.OWN, "ros", "rosz", "json"}:  # which are of community data
                found.append(((*output.suffixes, ".txt")[0], formats.written(bound, name)))
    return found


@cache
def files_below(folder: Path) -> dict[str, bytes]:
    """The files of a folder by their paths in it."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


@cache
def community_sets() -> dict[str, dict[str, bytes]]:
    """Small community sets by name: path in the set -> content."""
    folders = [path for path in sorted((DATA / "bsdata").iterdir()) if path.is_dir()]
    folders += sorted((DATA / "old_formats").iterdir())
    return {folder.name: files_below(folder) for folder in folders}


@cache
def native_systems() -> dict[str, dict[str, bytes]]:
    """Native systems by name: path in the system -> content, without example lists."""
    folders = [ROOT / "tests" / "systems" / "hedge-war", DATA / "forces" / "pond-war"]
    folders += [path.parent for path in sorted((ROOT / "factions").glob("*/system.yaml"))]
    return {folder.name: _part(files_below(folder)) for folder in folders if folder.name != "wh40k-10e"}


def _part(files: dict[str, bytes]) -> dict[str, bytes]:
    """The smallest faction of a system, with a part of its datasheets."""
    factions = [Path(path).parent.as_posix() for path in files if Path(path).name == "faction.yaml"]
    size = {name: sum(path.startswith(f"{name}/") for path in files) for name in factions}
    kept = [path for path in files if "/" not in path]
    if size:
        kept += [path for path in files if path.startswith(min(sorted(size), key=size.__getitem__) + "/")][-SMALL:]
    return {path: files[path] for path in kept}


@cache
def document() -> Path:
    """The folder of the newest shipped points document."""
    return max((ROOT / "factions" / DOCUMENTED / "points").iterdir(), key=lambda folder: order(folder.name))


@cache
def points_pages() -> dict[str, bytes]:
    """Its shortest pages, by the names of their files, and one with all that pages may say."""
    pages = files_below(document())
    return {name: pages[name] for name in (*sorted(pages, key=lambda name: len(pages[name]))[:5], "orks.yaml")}


def page_folder(folder: Path, name: str, content: bytes) -> Path:
    """A game's folder that has a points document of this page."""
    path = folder / "points" / document().name / name
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return folder


@cache
def native_lists(system: str) -> list[bytes]:
    """Lists of a native system."""
    own = [*(ROOT / "tests" / "systems").glob("*.yaml"), *(DATA / "forces").glob("*.yaml")]
    paths = [*own, *(ROOT / "factions" / system / "examples").glob("*.yaml")]
    contents = [path.read_bytes() for path in sorted(paths)]
    return [content for content in contents if f"system: {system}\n".encode() in content]


@cache
def declarations() -> list[bytes]:
    """What is declared before a game with the first of the examples: what that states itself, and all that can be."""
    stated = read_file(EXAMPLES[-1]).document.facts.get("declarations") or {}
    every = {
        "roster": "legal.yaml",
        "hover": ["captain"],
        "attach": {"captain": "first-squad"},
        "embark": {"first-squad": "impulsor"},
        "reserves": {"terminators": "deep-strike"},
        "strategic_reserves": ["first-squad"],
        "split": {"first-squad": ["one", "two"]},
        "deployed": ["captain"],
        "marks": {"warlord": ["captain"]},
    }
    return [json.dumps(one, default=str).encode() for one in (stated, every)]


@cache
def battles() -> list[bytes]:
    """A battle as it is kept, in which a few things happened."""
    from listbuilder.battle import keeping
    from listbuilder.battle.fight import Battle
    from listbuilder.battle.fighters import read_side

    side = read_side(SAMPLE.read_text("utf-8"), str(SAMPLE))
    battle = Battle.begin(side.army.vocabulary.battle, side)
    battle.advance()
    for fighter in battle.fighters(0)[:4]:
        battle.count(0, fighter.id, -1)
        battle.wound(0, fighter.id)
        battle.toggle_reserves(0, fighter.id)
        battle.advance()
    battle.destroy(0, battle.fighters(0)[0].id)
    battle.undo()
    return [msgspec.json.encode(keeping.Keeper(Path("battle.json"), 0.0).state(battle, "wh40k-10e"))]


def tables() -> list[bytes]:
    """Registration tables with lists in them."""
    from tests.exchange import lists

    texts = [value.replace('"', '""') for name, value in vars(lists).items() if name.isupper()][:4]
    rows = "".join(f'Player {number},Reds,2026-11-0{number + 1} 19:59,"{text}"\n' for number, text in enumerate(texts))
    return [
        f"Player,Team,Submitted,Army List\n{rows}".encode(),
        rows.replace(",", ";").encode("utf-16"),
        f"name\tlist\nAnn\t{EXAMPLES[0].name}\n".encode(),
    ]
