"""Lists of 40k 11th edition that no installed data set has data for: the shipped points document decides what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.sources import registry
from listbuilder.sources.points.dataset import PointsSet, pages_of
from listbuilder.sources.store.installed import Store
from listbuilder.validation import Validated, validate_bytes

GAME = "sys-352e-adc2-7639-d610"


@pytest.fixture(autouse=True)
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    yield


def judged(
    *units: str,
    detachment: str = "War Horde (3 Detachment Points)",
    disposition: str = "Take and Hold",
    size: str = "Strike Force",
) -> Validated:
    points = {"Incursion": "1,000", "Strike Force": "2,000"}[size]
    total = sum(int(number) for unit in units for number in re.findall(r"^[^•◦]+ \((\d+) Points\)", unit))
    head = f"Waaagh ({total} Points)\n\nOrks\n{detachment}\n{disposition}\n{size} ({points} Points)\n\nCHARACTERS\n\n"
    return validate_bytes(
        (head + "\n\n".join(units) + "\n\nExported with App Version: v2.3.0 (1)\n").encode(), "orks.txt"
    )


def boyz(number: int, points: int) -> str:
    inside = f"  • 1x Boss Nob\n     ◦ 1x Big choppa\n  • {number - 1}x Boy\n     ◦ {number - 1}x Choppa"
    return f"Boyz ({points} Points)\n{inside}"


WARBOSS = "Warboss (85 Points)\n  • Warlord\n  • 1x Big choppa\n  • 1x Twin sluggas"
DREAD = "Deff Dread (120 Points)\n  • 1x Dread klaw"


def gifted(name: str, unit: str = "Warboss", points: int = 85) -> str:
    return f"{unit} ({points} Points)\n  • 1x Big choppa\n  • Enhancements: {name}"


def found(validated: Validated) -> list[tuple[str, str]]:
    return sorted((one.rule, one.severity) for one in validated.findings if one.severity in {"error", "unjudged"})


ALONE = ("missing-catalogue", "unjudged")


def test_what_the_document_does_not_decide_is_said_once() -> None:
    validated = judged(WARBOSS, boyz(10, 75))
    assert found(validated) == [ALONE]
    assert validated.verdict == "unjudged"
    (said,) = [str(one.message) for one in validated.findings if one.rule == "missing-catalogue"]
    assert "points document 1.1 alone" in said
    assert "min-character, warlord, wargear-options" in said


def test_prices_are_those_of_the_document() -> None:
    army = judged(WARBOSS, boyz(10, 75), boyz(11, 160), boyz(20, 160), boyz(20, 170)).army
    assert [(unit.model_count, unit.points) for unit in army.units] == [
        (1, 85),
        (10, 75),
        (11, 160),
        (20, 160),
        (20, 170),
    ]
    assert army.points == 650


def test_items_that_cost_something_are_counted() -> None:
    plain = judged("Battlewagon (145 Points)\n  • 1x Lobba").army
    armoured = judged("Battlewagon (160 Points)\n  • 1x Lobba\n  • 1x ’Ard case").army
    assert (plain.points, armoured.points) == (145, 160)


@pytest.mark.parametrize(
    ("units", "wanted"),
    [
        ((boyz(10, 75), boyz(21, 160)), "unit-composition"),
        ((boyz(9, 75),), "unit-composition"),
        (
            tuple(boyz(20, 170) for _ in range(6)) + tuple(DREAD for _ in range(6)) + (boyz(20, 170),) * 2,
            "points-limit",
        ),
        (("Squiggly Cannon (1 Points)",), "unknown-name"),
        ((gifted("Follow Me Ladz"), gifted("Follow Me Ladz", "Big Mek", 70)), "enh-unique"),
        ((gifted("Blitzkaptin"),), "data-hidden"),  # of another detachment
    ],
)
def test_what_breaks_a_rule_is_found(units: tuple[str, ...], wanted: str) -> None:
    rules = {rule for rule, _ in found(judged(WARBOSS, *units))}
    assert wanted in rules
    assert rules - {wanted, "datasheet-cap"} == {"missing-catalogue"}


@pytest.mark.parametrize(("size", "most"), [("Incursion", 4), ("Strike Force", 6)])
def test_no_keyword_allows_more_copies(size: str, most: int) -> None:
    gretchin = "Gretchin (45 Points)\n  • 1x Runtherd\n     ◦ 1x Slugga\n  • 10x Gretchin\n     ◦ 10x Grot blasta"
    detachment = "Blitz Brigade (2 Detachment Points)"
    fine = judged(*[gretchin] * most, size=size, detachment=detachment, disposition="Reconnaissance")
    more = judged(*[gretchin] * (most + 1), size=size, detachment=detachment, disposition="Reconnaissance")
    assert found(fine) == [ALONE]
    assert [unit.points for unit in fine.army.units] == [45] * most
    assert {rule for rule, _ in found(more)} == {"missing-catalogue", "datasheet-cap"}


@pytest.mark.parametrize(
    ("detachment", "disposition", "wanted"),
    [
        ("Blitz Brigade (2 Detachment Points)\nMore Dakka! (1 Detachment Points)", "Disruption", set()),
        (
            "Blitz Brigade (2 Detachment Points)\nRollin' Deff (1 Detachment Points)",
            "Reconnaissance",
            {"detachment-tags"},
        ),
        ("War Horde (3 Detachment Points)\nMore Dakka! (1 Detachment Points)", "Disruption", {"detachment-points"}),
        ("War Horde (3 Detachment Points)", "Disruption", {"data-hidden"}),
    ],
)
def test_detachments_are_judged(detachment: str, disposition: str, wanted: set[str]) -> None:
    rules = {rule for rule, _ in found(judged(WARBOSS, detachment=detachment, disposition=disposition))}
    assert rules == wanted | {"missing-catalogue"}


def test_a_chapter_has_the_units_of_its_parent_and_all_detachments() -> None:
    (data,) = registry.points_alone(GAME)
    library = data.load("", "Black Templars").library
    names = {one.name for one in library.root_options("black-templars")}
    assert {"Bike Squad", "Crusader Squad", "Outrider Squad"} <= names


def test_a_list_may_name_the_document_as_its_data() -> None:
    text = "name: x\nsystem: wh40k-11e\ndata: {set: wh40k-11e-points}\nfaction: Orks\nforces:\n  - force: Army\n    selections: [Warboss]\n"
    validated = validate_bytes(text.encode(), "orks.yaml")
    assert validated.army.points == 85
    assert ALONE in found(validated)


def test_a_faction_that_the_document_does_not_have_is_refused_with_the_nearest() -> None:
    (data,) = registry.points_alone(GAME)
    with pytest.raises(InputError) as caught:
        data.load("", "Orcs")
    assert "Orks" in str(caught.value.problems[0].hint)


def test_a_game_without_a_document_has_none() -> None:
    assert registry.points_alone("sys-none") == ()


def test_factions_that_installed_data_have_are_left_to_these() -> None:
    document = registry.native().documents("wh40k-11e")[0]
    without = pages_of(document, ["Xenos - Orks", "Necrons", "Imperium - Adeptus Astartes - Imperial Fists"])
    assert without == {"orks", "necrons"}
    system = registry.native().known_system("wh40k-11e")
    assert system is not None
    data = PointsSet(document, system, without)
    assert {"orks", "necrons"}.isdisjoint(one.id for one in data.factions(""))
    assert "space-marines" in {one.id for one in data.factions("")}
    assert "Boyz" not in data.units("")
    assert "space-marines" in data.units("")["Intercessor Squad"]
    with pytest.raises(InputError):
        data.load("", "Orks")


def compact(*units: str, faction: str = "Black Templars", detachments: str = "Gladius Task Force") -> Validated:
    """A list of the format that states how many models a unit has before its name."""
    line = "+" * 47
    head = f"{line}\n+ FACTION KEYWORD: {faction}\n+ DETACHMENT: {detachments}\n+ FORCE DISPOSITION: Priority Assets\n+ TOTAL ARMY POINTS: 500pts\n+\n{line}\n\n"
    return validate_bytes((head + "\n".join(units) + "\n\nCreated with newrecruit.eu v35.82\n").encode(), "x.txt")


@pytest.mark.parametrize(
    ("unit", "models", "points"),
    [
        # all models are counted, whether anything is listed for them or not
        (
            "5x Assault Intercessors with Jump Packs (85 pts)\n• 1x Sergeant: Chainsword\n• 4x Assault Intercessors with Jump Pack",
            5,
            85,
        ),
        ("10x Crusader Squad (150 pts)\n• 1x Sword Brother: Heavy Bolt Pistol\n• 5x Initiate\n• 4x Neophyte", 10, 150),
        # a model that is added to the unit is none of its size
        (
            "4x Outrider Squad (130 pts)\n• 1x Outrider Sergeant: Chainsword\n• 2x Outrider: Chainsword\n• 1x Invader ATV: Gatling",
            4,
            130,
        ),
        ("3x Outrider Squad (70 pts)\n• 3x Outrider: 3 with Chainsword", 3, 70),
    ],
)
def test_models_are_counted_as_the_list_states_them(unit: str, models: int, points: int) -> None:
    validated = compact(unit)
    assert [(one.model_count, one.points) for one in validated.army.units] == [(models, points)]
    assert not any(one.unit and one.severity in {"error", "unjudged"} for one in validated.findings)


def test_one_before_a_unit_of_several_models_may_be_one_unit_and_is_open() -> None:
    validated = compact(
        "1x Boyz (75 pts)\n• 1x Boss Nob: Slugga\n• 9x Boy: Slugga", faction="Orks", detachments="War Horde"
    )
    assert [(one.model_count, one.points) for one in validated.army.units] == [(10, 75)]
    assert [one.severity for one in validated.findings if one.unit] == ["unjudged"]


def test_a_number_that_the_list_states_is_not_made_up_of_its_wargear() -> None:
    validated = compact("1x Bladeguard Veteran Squad (80 pts): 2 Master-crafted Power Weapon, 1 Storm Shield")
    assert [one.model_count for one in validated.army.units] == [1]
    assert "unit-composition" in {one.rule for one in validated.findings if one.severity == "error"}


@pytest.mark.parametrize(
    ("detachments", "severity"),
    [
        ("Gladius Task Force", "unjudged"),  # 3 points: too many in an Incursion, enough in a Strike Force
        ("Gladius Task Force\n+ DETACHMENT: Ironstorm Spearhead", "error"),  # too many in both
    ],
)
def test_what_only_an_assumed_size_forbids_is_open(detachments: str, severity: str) -> None:
    validated = compact("5x Assault Intercessors with Jump Packs (85 pts)", detachments=detachments)
    assert dict(found(validated))["detachment-points"] == severity
    said = next(one for one in validated.findings if one.rule == "detachment-points")
    assert str(said.message).endswith("not judged: the list states no battle size") == (severity == "unjudged")


# --- installed data that lack catalogues -----------------------------------------------------------------------------------

SYSTEM = (
    f'<gameSystem id="{GAME}" name="Eleven" revision="1"><costTypes><costType id="p" name="pts"/></costTypes>'
    '<forceEntries><forceEntry id="army" name="Army"/></forceEntries></gameSystem>'
)


def install(folder: Path, link: str) -> None:
    """A data set of the game whose Orks have a Warboss, and link to this catalogue."""
    folder.mkdir()
    unit = '<selectionEntry id="boss" name="Warboss" type="unit"><costs><cost typeId="p" name="pts" value="85"/></costs></selectionEntry>'
    (folder / "eleven.gst").write_text(SYSTEM)
    (folder / "orks.cat").write_text(
        f'<catalogue id="orks" name="Xenos - Orks" revision="1" gameSystemId="{GAME}"><catalogueLinks>{link}</catalogueLinks>'
        f"<selectionEntries>{unit}</selectionEntries></catalogue>"
    )
    Store().add(folder, "eleven")


MISSING = '<catalogueLink id="l" name="Ork Library" targetId="gone" type="catalogue" importRootEntries="true"/>'


def test_a_faction_that_is_installed_in_part_is_judged_by_the_document_which_knows_more_of_it(tmp_path: Path) -> None:
    install(tmp_path / "set", MISSING)
    validated = judged(WARBOSS, boyz(10, 75))
    assert (validated.bound.data.alone, validated.army.points) == (True, 160)
    (said,) = [str(one.message) for one in validated.findings if one.rule == "missing-catalogue"]
    assert said.startswith("the installed data of Orks lack Ork Library: judged by the points document")


def test_a_faction_that_is_installed_whole_is_judged_by_the_installed_data(tmp_path: Path) -> None:
    install(tmp_path / "set", "")
    validated = judged(WARBOSS, boyz(10, 75))
    assert not validated.bound.data.alone
    assert ("unknown-name", "unjudged") in found(validated)
