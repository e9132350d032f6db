"""The shipped datasheets and factions: they fit their schemas, and everything they name exists."""

from __future__ import annotations

import datetime as dt
import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
SYSTEM = ROOT / "factions" / "wh40k-10e"
LEAST = {"space-marines": (60, 3), "orks": (30, 2)}  # datasheets, detachments


def plain(value: Any) -> Any:
    """As JSON sees it: keys and dates are text."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return value.isoformat() if isinstance(value, dt.date) else value


def load(path: Path) -> Any:
    return plain(yaml.load(path.read_text("utf-8"), yaml.CSafeLoader))


SHEETS = {
    faction: {path: load(path) for path in sorted((SYSTEM / faction).glob("*.yaml")) if path.stem != "faction"}
    for faction in LEAST
}
EVERY = [pytest.param(f, p, s, id=f"{f}/{p.stem}") for f, sheets in SHEETS.items() for p, s in sheets.items()]
each_sheet = pytest.mark.parametrize(("faction", "path", "sheet"), EVERY)
each_faction = pytest.mark.parametrize("faction", LEAST)


def schema(name: str) -> jsonschema.Draft202012Validator:
    found = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(found)
    return jsonschema.Draft202012Validator(found)


DATASHEET, FACTION = schema("datasheet"), schema("faction")


def name(thing: dict[str, Any]) -> str:
    return str(thing["name"]["en"] if isinstance(thing["name"], dict) else thing["name"])


def numbers(text: object) -> list[int]:
    """The sizes that a count, a range of them or a list of them stands for."""
    if isinstance(text, list):
        return [int(one) for one in text]
    low, _, high = str(text).partition("-")
    return list(range(int(low), int(high or low) + 1))


def flat(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from flat(inner)


def sizes(sheet: dict[str, Any]) -> set[int]:
    """Every size the unit can have."""
    counts = [numbers(model["count"]) for model in sheet["models"].values() if "points" not in model]
    sums = {0}
    for count in counts:
        sums = {total + one for total in sums for one in count}
    return sums & set(numbers(sheet["size"])) if "size" in sheet else sums


def keywords(sheet: dict[str, Any]) -> set[str]:
    return {*sheet["keywords"], *sheet["faction_keywords"], name(sheet)}


def problems(validator: jsonschema.Draft202012Validator, instance: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(instance)]


@each_sheet
def test_a_datasheet_fits_its_schema(faction: str, path: Path, sheet: dict[str, Any]) -> None:
    first = path.read_text("utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=../../../schemas/datasheet.schema.json"
    assert not problems(DATASHEET, sheet)
    assert sheet["id"] == path.stem


@each_sheet
def test_models_and_options_name_what_is_there(faction: str, path: Path, sheet: dict[str, Any]) -> None:
    models, options = sheet["models"], sheet.get("options", [])
    items = {*sheet.get("weapons", {}), *sheet.get("gear", {})}
    reached = set(flat([model["wargear"] for model in models.values()]))
    gained = set(flat([[option.get("with", []), option.get("add", [])] for option in options]))
    named = set(flat([[option.get(key, []) for key in ("replace", "requires", "excludes")] for option in options]))
    assert reached | gained == items, "an item that nobody can have, or that is not described"
    assert named <= items
    ids = [option["id"] for option in options]
    assert len(ids) == len(set(ids))
    for option in options:
        users = list(flat(option.get("model", list(models))))
        assert set(users) <= set(models)
        assert option.get("per", users[0]) in models
        assert {option.get(key, ids[0]) for key in ("after", "shared_limit")} <= set(ids)
        held = Counter(flat(option.get("replace", [])))
        for user in users if "after" not in option else []:
            assert held <= Counter(models[user]["wargear"]), f"{user} has not what {option['id']} gives up"
    profiles = {profile["name"] for profile in sheet["profiles"]}
    for model in models.values():
        assert model.get("profile", sheet["profiles"][0]["name"]) in profiles
        assert "profile" in model or len(profiles) == 1
        assert set(model.get("keywords", [])) <= set(sheet["keywords"])


@each_sheet
def test_every_size_has_one_price(faction: str, path: Path, sheet: dict[str, Any]) -> None:
    if isinstance(sheet["points"], list):
        counts = {kind: numbers(model["count"]) for kind, model in sheet["models"].items()}
        for choice in itertools.product(*counts.values()):
            assert any(
                all(
                    dict(zip(counts, choice, strict=True))[kind] in numbers(how_many)
                    for kind, how_many in row["models"].items()
                )
                for row in sheet["points"]
            )
        return
    priced = [size for bracket in sheet["points"] for size in numbers(bracket)]
    assert len(priced) == len(set(priced)), "brackets overlap"
    assert sizes(sheet) == set(priced)
    prices = list(sheet["points"].values())
    assert prices == sorted(prices)


@each_sheet
def test_leaders_and_transports_name_what_is_there(faction: str, path: Path, sheet: dict[str, Any]) -> None:
    ids = {other["id"] for other in SHEETS[faction].values()}
    names = {name(other) for other in SHEETS[faction].values()}
    known = set[str]().union(*(keywords(other) for other in SHEETS[faction].values())) | {"Wulfen"}  # of Space Wolves
    assert ("leader" in sheet) == ("Leader" in sheet["abilities"].get("core", []))
    assert sheet.get("hover", False) == ("Hover" in sheet["abilities"].get("core", []))
    assert ("transport" in sheet) == ("Transport" in sheet["keywords"])
    for target in sheet.get("leader", {}).get("leads", []):
        assert target in ids or (target[0].isupper() and target not in names)
    for target, item in sheet.get("leader", {}).get("requires", {}).items():
        assert target in sheet["leader"]["leads"]
        assert item in {*sheet["weapons"], *sheet.get("gear", {})}
    bays = sheet.get("transport", [])
    for bay in bays:
        used = flat([bay["allow"], bay.get("deny", []), bay.get("attached", []), list(bay.get("weights", {}))])
        assert set(used) <= known
        assert set(bay.get("capacity_with", {})) <= set(sheet.get("weapons", {}))
    beside = {*sheet.get("leader", {}).get("beside", []), *flat(list(sheet.get("bodyguard", {}).values()))}
    assert beside <= known
    assert {word for word in flat(sheet.get("never_with", [])) if word[0].islower()} <= ids


@each_faction
def test_a_faction_fits_its_schema(faction: str) -> None:
    path = SYSTEM / faction / "faction.yaml"
    data, known = load(path), set[str]().union(*(keywords(sheet) for sheet in SHEETS[faction].values()))
    assert path.read_text("utf-8").startswith("# yaml-language-server: $schema=../../../schemas/faction.schema.json\n")
    assert not problems(FACTION, data)
    assert data["id"] == faction
    assert all(data["keyword"] == sheet["faction_keywords"][0] for sheet in SHEETS[faction].values())
    enhancements = [e for d in data["detachments"].values() for e in d["enhancements"].values()]
    assert set(flat([[e.get("requires", []), e.get("excludes", [])] for e in enhancements])) <= known
    for detachment in data["detachments"].values():
        assert len(detachment["enhancements"]) == 4
        assert len(detachment.get("stratagems", range(6))) == 6


@each_faction
def test_there_are_enough(faction: str) -> None:
    sheets, detachments = LEAST[faction]
    assert len(SHEETS[faction]) >= sheets
    assert len(load(SYSTEM / faction / "faction.yaml")["detachments"]) >= detachments
    names = [name(sheet) for sheet in SHEETS[faction].values()]
    assert len(names) == len(set(names))
    assert {sheet["role"] for sheet in SHEETS[faction].values()} >= {
        *("character", "battleline", "transport", "infantry", "mounted", "vehicle", "aircraft", "fortification"),
    }
    assert sum(sheet.get("status") == "legends" for sheet in SHEETS[faction].values()) >= 2


def uses(sheet: dict[str, Any], kind: str, loadout: Counter[str]) -> list[Counter[str]]:
    """The ways to come from the default loadout to this one, as uses of options (enough for one-step options)."""
    start, found = Counter(sheet["models"][kind]["wargear"]), []
    ways = [
        [(option, alternative) for alternative in option.get("with", option.get("add"))] + [None]
        for option in sheet["options"]
        if option.get("model", kind) == kind
    ]
    for way in itertools.product(*ways):
        given, taken, used = Counter[str](), Counter[str](), Counter[str]()
        for option, alternative in filter(None, way):
            given += Counter(flat(option.get("replace", [])))
            taken += Counter(flat([alternative]))
            used[option["id"]] += 1
        needed = [item for option, _ in filter(None, way) for item in flat(option.get("requires", []))]
        if given <= start and start - given + taken == loadout and all(loadout[item] for item in needed):
            found.append(used)
    return found


def legal(sheet: dict[str, Any], size: int, loadouts: list[tuple[str, list[str], list[str]]]) -> bool:
    """Whether a unit of that size may hold models of these kinds with these items given up and taken."""
    ways = []
    for kind, gone, more in loadouts:
        ways.append(uses(sheet, kind, Counter(sheet["models"][kind]["wargear"]) - Counter(gone) + Counter(more)))
    limits = {o["id"]: size // o["per_models"] * o.get("limit", 1) for o in sheet["options"] if "per_models" in o}
    return any(
        all(sum(way, Counter[str]())[option] <= most for option, most in limits.items())
        for way in itertools.product(*ways)
    )


LAUNCHER = ("intercessor", [], ["astartes-grenade-launcher"])


@pytest.mark.parametrize(
    ("size", "loadouts", "expected"),
    [
        (5, [LAUNCHER], True),
        (9, [LAUNCHER, LAUNCHER], False),
        (10, [LAUNCHER, LAUNCHER], True),
        (5, [("intercessor-sergeant", ["bolt-rifle"], ["power-weapon", "astartes-grenade-launcher"])], False),
        (10, [("intercessor", [], ["astartes-grenade-launcher", "astartes-grenade-launcher"])], False),
        (5, [("intercessor-sergeant", ["bolt-rifle", "close-combat-weapon"], ["plasma-pistol", "power-fist"])], True),
    ],
)
def test_the_six_examples_of_the_intercessor_squad(
    size: int, loadouts: list[tuple[str, list[str], list[str]]], expected: bool
) -> None:
    sheet = load(SYSTEM / "space-marines" / "intercessor-squad.yaml")
    assert legal(sheet, size, loadouts) is expected


def test_abbreviations_keep_their_capitals() -> None:
    """A mode of a weapon is named in small letters, "krak" but "EMP"."""
    odd = re.compile(r"\{name: [a-z][A-Z]+\b")
    sheets = (ROOT / "factions").rglob("*.yaml")
    assert [path.name for path in sheets if odd.search(path.read_text("utf-8"))] == []
