"""The converter of points documents: the shipped pages hold what the publisher's documents say, no more and no less, and what
our pages cannot state is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from listbuilder.errors import InputError
from listbuilder.resources import shipped
from listbuilder.sources.points import reading
from listbuilder.sources.points.record import DetachmentLine, Joins, Page, UnitLine
from tools.points_document.__main__ import main, pages_of
from tools.points_document.names import Corrections, Names
from tools.points_document.page import convert

SYSTEM = "wh40k-11e"
VERSIONS = ("1.0", "1.1")
# what the corrections and the parting of names say, told here a second time
ALLIED = "Every Model Has The Imperium Keyword"
KEYWORDS = {"Battleline Imperium Infantry": ("Battleline", "Imperium", "Infantry")}
PARTED = {"Eradicator Squad Sternguard Veteran Squad": ("Eradicator Squad", "Sternguard Veteran Squad")}

Facts = dict[str, Any]


@pytest.fixture(params=VERSIONS)
def version(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def given(shared: Path, version: str) -> Path:
    folder = shared / "points-11e" / f"v{version}"
    if not folder.is_dir():
        pytest.skip("the publisher's documents are not there")
    return folder


def pages(version: str) -> dict[str, Page]:
    files = sorted((shipped("factions") / SYSTEM / "points" / version).glob("*.yaml"))
    found, problems = reading.read([(path, path.read_bytes()) for path in files])
    assert not problems
    return {one.id: one for one in found}


def said(joins: Joins) -> tuple[set[str], list[tuple[str, ...]]]:
    return set(joins.names), sorted(joins.keywords)


def meant(names: list[str]) -> tuple[set[str], list[tuple[str, ...]]]:
    units = {one for name in names if name not in KEYWORDS for one in PARTED.get(name, (name,))}
    return units, sorted(KEYWORDS[name] for name in names if name in KEYWORDS)


def of_detachment(found: DetachmentLine) -> Facts:
    return {
        "name": found.name,
        "dp": found.points,
        "objective": found.disposition.upper(),
        "unique": found.tag,
        "enhancements": [
            (one.name + " (Upgrade)" * one.upgrade, one.points, said(one.leads), said(one.supports))
            for one in found.enhancements
        ],
    }


def in_document(detachment: Facts) -> Facts:
    enhancements = [
        (one["name"], one["points"], meant(one.get("leaderTo", [])), meant(one.get("supportTo", [])))
        for one in detachment["enhancements"]
    ]
    return {"unique": "", **detachment, "enhancements": enhancements}


def paid(found: UnitLine, copy: int) -> set[tuple[int, str, int]]:
    """What that copy of a unit costs by its size and its models."""
    more = [points for number, points in found.again.items() if number <= copy][-1:]
    return {
        (one.models, ", ".join(f"{number} {name}" for name, number in one.of.items()), one.points + sum(more))
        for one in found.prices
    }


def check_unit(found: UnitLine, unit: Facts) -> None:
    for tier in unit["pricing"]:
        first, last = re.findall(r"\d+", tier["range"] + "99")[:2]
        costs = [one for one in tier["costs"] if not one.get("addon")]
        stated = {(one["models"], one.get("desc", ""), one["points"]) for one in costs}
        assert len(stated) == len(costs)
        for copy in {int(first), int(last)}:
            assert paid(found, copy) == stated, found.name
        assert {one["desc"]: one["points"] for one in tier["costs"] if one.get("addon")} == found.additions
    assert {one["item"]: one["points"] for one in unit.get("wargear", [])} == found.items


@pytest.mark.shared
def test_the_shipped_pages_are_what_the_converter_makes(given: Path, version: str):
    made = pages_of(SYSTEM, given)
    folder = shipped("factions") / SYSTEM / "points"
    assert {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.glob(f"{version}/*")
    } == made


@pytest.mark.shared
def test_the_shipped_pages_hold_the_facts_of_the_document(given: Path, version: str):
    ours = pages(version)
    assert set(ours) == {path.stem for path in given.glob("*.yaml")}
    for path in given.glob("*.yaml"):
        document, found = yaml.safe_load(path.read_text("utf-8")), ours[path.stem]
        assert (found.name, found.version, found.date) == (
            document["name"],
            document["version"],
            str(document["firstSeen"]),
        )
        assert (ours[found.parent].name if found.parent else None) == document.get("parent")
        assert [of_detachment(one) for one in found.detachments] == [
            in_document(one) for one in document["detachments"]
        ]
        lines = {(one.group, one.name): one for one in found.units} | {(ALLIED, one.name): one for one in found.allied}
        stated = {(one.get("groupTitle", ""), one["name"]): one for one in document["units"]}
        assert lines.keys() == stated.keys()
        for key, unit in stated.items():
            check_unit(lines[key], unit)
            line = lines[key] if key[0] != ALLIED else next(one for one in found.units if one.name == key[1])
            joins = {"leader": line.leads, "support": line.supports}
            assert said(joins.pop(unit.get("role", "leader"))) == meant(unit.get("attachTo", []))
            assert not any(joins.values()) or "role" not in unit
            assert line.legends is unit.get("legends", False)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_unit_that_a_shipped_page_names_is_in_its_document(version: str):
    found = pages(version)
    assert len(found) == 30
    units = {one.name for page in found.values() for one in page.units}
    named = {name for page in found.values() for one in page.units for name in (*one.leads.names, *one.supports.names)}
    enhancements = [e for page in found.values() for one in page.detachments for e in one.enhancements]
    named |= {name for one in enhancements for name in (*one.leads.names, *one.supports.names)}
    assert named <= units


# --- what a document says and means ---------------------------------------------------------------------------------------

CORRECTIONS = Corrections(
    dispositions=("Take and Hold",),
    allied=("In Other Armies",),
    keywords={"Bird Tin": ("Bird", "Tin")},
    names={"Gul": ("Gull",)},
)


def tier(copies: str, *costs: Facts) -> Facts:
    return {"range": copies, "label": "", "costs": list(costs)}


def cost(models: int, points: int, **more: Any) -> Facts:
    return {"models": models, "points": points, **more}


def made(*units: Facts, **more: Any) -> Facts:
    names = Names(["Gull", "Gull Keeper", "Keeper", "Crab"], CORRECTIONS)
    document = {"name": "Shore", "version": "1.0", "firstSeen": "2026-03-01", "detachments": [], "units": list(units)}
    return convert(document | more, {"birds": {"name": "Birds"}}, names)


def gull(*pricing: Facts, **more: Any) -> Facts:
    return {"name": "Gull", "pricing": list(pricing) or [tier("[1,)", cost(1, 5))], **more}


def refused(*units: Facts, **more: Any) -> str:
    with pytest.raises(InputError) as raised:
        made(*units, **more)
    return str(raised.value)


def test_ranges_of_copies_become_surcharges():
    pricing = [
        tier("[1,2]", cost(5, 50), cost(10, 90)),
        tier("[3,4]", cost(5, 60), cost(10, 100)),
        tier("[5,)", cost(5, 75), cost(10, 115)),
    ]
    assert made(gull(*pricing))["units"] == {"Gull": {"points": {5: 50, 10: 90}, "again": {3: 10, 5: 25}}}


@pytest.mark.parametrize(
    "later", [(cost(5, 60), cost(10, 95)), (cost(5, 60),), (cost(5, 60), cost(11, 100)), (cost(5, 60), cost(10, 100), cost(20, 1))]
)  # fmt: skip
def test_a_surcharge_that_differs_by_size_is_refused(later: tuple[Facts, ...]):
    pricing = [tier("[1,2]", cost(5, 50), cost(10, 90)), tier("[3,)", *later)]
    assert refused(gull(*pricing)) == "Shore: Gull: later copies do not cost the same more at every size"


@pytest.mark.parametrize("ranges", [("[1,2]", "[4,)"), ("[1,2]", "[2,)"), ("[1,)", "[3,)"), ("[1,2]", "[3,4]")])
def test_copies_with_no_price_or_two_are_refused(ranges: tuple[str, ...]):
    assert "ranges of copies do not follow" in refused(gull(*(tier(one, cost(1, 5)) for one in ranges)))


@pytest.mark.parametrize("copies", ["[2,)", "(1,)", "[1,2)", "[1,]"])
def test_other_ranges_are_refused(copies: str):
    assert refused(gull(tier(copies, cost(1, 5)))).startswith("Shore: Gull: ")


def test_prices_by_composition_and_additions():
    costs = [cost(11, 45, desc="1 Keeper, 10 Gull"), cost(20, 80, desc="20 Gull"), cost(1, 60, desc="Raft", addon=True)]
    assert made(gull(tier("[1,)", *costs)))["units"]["Gull"] == {
        "points": [{"models": {"Keeper": 1, "Gull": 10}, "price": 45}, {"models": {"Gull": 20}, "price": 80}],
        "additions": {"Raft": 60},
    }


@pytest.mark.parametrize("description", ["2 Keeper, 10 Gull", "Keeper, 10 Gull", ""])
def test_a_composition_of_another_number_of_models_is_refused(description: str):
    costs = [cost(11, 45, desc=description), cost(20, 80, desc="20 Gull")]
    assert "are not 11 models" in refused(gull(tier("[1,)", *costs)))


def test_two_prices_for_one_size_are_refused():
    assert "two prices" in refused(gull(tier("[1,)", cost(5, 50), cost(5, 60))))


def test_an_item_has_its_points():
    wargear = [{"item": "tin hat", "points": 15}]
    assert made(gull(wargear=wargear))["units"]["Gull"]["items"] == {"tin hat": 15}
    assert "twice" in refused(gull(wargear=wargear * 2))


def test_names_are_read_as_the_corrections_say():
    joined = made(gull(role="support", attachTo=["Gul", "Bird Tin", "Gull"]))["units"]["Gull"]["supports"]
    assert joined == ["Gull", {"keywords": ["Bird", "Tin"]}]


def test_names_that_are_run_together_are_parted():
    assert made(gull(role="leader", attachTo=["Keeper Crab"]))["units"]["Gull"]["leads"] == ["Keeper", "Crab"]
    assert "several ways" in refused(gull(role="leader", attachTo=["Gull Keeper Crab"]))
    assert "no unit" in refused(gull(role="leader", attachTo=["Tern"]))


def test_allied_units_cost_otherwise_and_are_the_same_else():
    own = gull(role="leader", attachTo=["Crab"])
    other = gull(tier("[1,)", cost(1, 9)), role="leader", attachTo=["Crab"], groupTitle="In Other Armies")
    assert made(own, other)["allied"] == {"Gull": {"points": {1: 9}}}
    assert "another unit" in refused(own, {**other, "attachTo": ["Keeper"]})
    assert "another unit" in refused(other)


def test_a_heading_that_is_not_allied_is_a_group():
    assert made(gull(groupTitle="Flock"))["groups"] == {"Flock": {"Gull": {"points": {1: 5}}}}


def test_detachments_and_their_enhancements():
    enhancements = [
        {"name": "Beak", "points": 10},
        {"name": "Shine (Upgrade)", "points": 15},
        {"name": "Call", "points": 5, "leaderTo": ["Crab"]},
    ]
    flock = {"name": "Flock", "dp": 2, "objective": "TAKE AND HOLD", "unique": "Wings", "enhancements": enhancements}
    assert made(detachments=[flock])["detachments"]["Flock"] == {
        "points": 2,
        "disposition": "Take and Hold",
        "tag": "Wings",
        "enhancements": {
            "Beak": 10,
            "Shine": {"points": 15, "upgrade": True},
            "Call": {"points": 5, "leads": ["Crab"]},
        },
    }
    assert "unknown Force Disposition" in refused(detachments=[{**flock, "objective": "FLY AWAY"}])
    assert "twice" in refused(detachments=[flock, flock])


def test_a_parent_is_the_page_of_its_name():
    assert made(parent="Birds")["parent"] == "birds"
    assert "unknown parent" in refused(parent="Bards")


def given_page(folder: Path, name: str, text: str) -> None:
    folder.joinpath(name).write_text(
        f"name: Gulls\nslug: gulls\ndetachments: []\nunits: []\nfirstSeen: 2026-03-01\n{text}"
    )


def test_what_the_converter_does_not_know_is_refused(tmp_path: Path):
    with pytest.raises(InputError, match="no pages"):
        pages_of(SYSTEM, tmp_path)
    given_page(tmp_path, "gulls.yaml", 'version: "1.0"\nmood: foul\n')
    with pytest.raises(InputError, match="unknown: mood"):
        pages_of(SYSTEM, tmp_path)
    given_page(tmp_path, "gulls.yaml", 'version: "1.0"\n')
    assert set(pages_of(SYSTEM, tmp_path)) == {"1.0/gulls.yaml"}
    given_page(tmp_path, "crabs.yaml", 'version: "1.1"\n')
    with pytest.raises(InputError, match="crabs.yaml: the page calls itself gulls"):
        pages_of(SYSTEM, tmp_path)
    tmp_path.joinpath("crabs.yaml").write_text(
        (tmp_path / "gulls.yaml").read_text().replace("gulls", "crabs").replace("1.0", "1.1")
    )
    with pytest.raises(InputError, match="several versions"):
        pages_of(SYSTEM, tmp_path)


def test_the_command_writes_a_version_and_says_what_is_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def run(version: str, units: str, slug: str = "gulls") -> tuple[int, str, str]:
        folder = tmp_path / f"given-{version}-{slug}"
        folder.mkdir(exist_ok=True)
        head = f'name: Gulls\nslug: {slug}\nversion: "{version}"\nfirstSeen: 2026-03-01\ndetachments: []\n'
        (folder / f"{slug}.yaml").write_text(f"{head}units: {units}\n", "utf-8")
        monkeypatch.setattr("sys.argv", ["points", SYSTEM, str(folder), "--to", str(tmp_path / "to")])
        status = main()
        return (status, *capsys.readouterr())

    def gull(points: int, more: str = "") -> str:
        return f'[{{name: Gull{more}, pricing: [{{range: "[1,)", costs: [{{models: 1, points: {points}}}]}}]}}]'

    assert run("1.9", gull(5)) == (0, "", "")
    assert run("1.10", gull(6)) == (0, "Gulls\n  ~ Gull: 5 → 6\n", "")
    assert run("1.9", gull(7)) == (0, "", "")
    assert run("1.10", gull(7), "terns") == (0, "Gulls\n  + the page is new\n\nGulls\n  - the page is gone\n", "")
    made = {path.relative_to(tmp_path / "to").as_posix() for path in (tmp_path / "to").rglob("*.yaml")}
    assert made == {f"{SYSTEM}/points/1.9/gulls.yaml", f"{SYSTEM}/points/1.10/terns.yaml"}
    status, out, err = run("1.11", gull(7, ", mood: foul"))
    assert (status, out) == (2, "")
    assert "Gull: unknown: mood" in err
