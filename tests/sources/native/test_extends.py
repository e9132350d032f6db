"""A faction that extends another one: what it has of it, what it has otherwise, and which lists are of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.errors import InputError
from listbuilder.listfile import bound, document
from listbuilder.listfile.saving import save
from listbuilder.roster.edits import Remove
from listbuilder.sources.dataset import Loaded
from listbuilder.sources.native import NativeSet
from tests.sources.native.conftest import HOMEBREW_FACTION, HOMEBREW_SHEET

CREW = """\
id: crew
name: {en: Red Crew, zh: 红帮}
system: skirmish
extends: gang
subfaction: Red
forbids: [[Gang, Sorcerer]]
keyword: Gang
points_date: 2026-01-01
source: {set: own}
detachments:
  red-night: {name: Red Night, rule: Red, enhancements: {torch: {name: Torch, points: 5}}}
"""


def sheet(name: str, keywords: str = "Infantry", faction: str = "Gang") -> str:
    text = HOMEBREW_SHEET.replace("id: thugs", f"id: {name}").replace("name: Thugs\n", f"name: {name.title()}\n")
    return text.replace("keywords: [Infantry]", f"keywords: [{keywords}]").replace("[Gang]", f"[{faction}]")


@pytest.fixture
def folder(homebrew: Path) -> Path:
    """The folder of a game with a gang of two crews, one of which is a faction of its own."""
    system = homebrew / "skirmish"
    detachments = "  day-shift: {name: Day Shift, rule: Day, enhancements: {}, forbids: [Red]}\n  night-shift: {name: Night Shift, rule: Dark, enhancements: {}, forbids: [Sorcerer]}\n"
    gang = HOMEBREW_FACTION[: HOMEBREW_FACTION.index("  night-shift")] + detachments
    gang += "exclusive_keywords: [Red, Blue]\nterms: {Infantry: {zh: 步兵}}\n"
    (system / "gang" / "faction.yaml").write_text(gang, "utf-8")
    (system / "gang" / "brutes.yaml").write_text(sheet("brutes"), "utf-8")
    (system / "gang" / "witch.yaml").write_text(sheet("witch", "Infantry, Sorcerer"), "utf-8")
    (system / "gang" / "divers.yaml").write_text(sheet("divers", faction="Gang, Blue"), "utf-8")
    crew = system / "crew"
    crew.mkdir()
    (crew / "faction.yaml").write_text(CREW, "utf-8")
    thugs = sheet("thugs", faction="Gang, Red").replace("{3: 7.5, 6: 15}", "{3: 9, 6: 18}")
    (crew / "thugs.yaml").write_text(thugs, "utf-8")
    (crew / "chief.yaml").write_text(sheet("chief", faction="Gang, Red"), "utf-8")
    return homebrew


def units(data: Loaded) -> dict[str, Option]:
    roots = data.library.root_options(data.faction.id)
    return {option.id: option for option in roots if option.type == "unit"}


def bind(data: NativeSet, text: str) -> bound.BoundList:
    read = document.load(f"system: skirmish\n{text}\n".encode(), "army.yaml")
    return bound.bind_to(read, data.load("skirmish", data.narrowed("skirmish", read.faction, read.held)))


def test_it_has_the_datasheets_of_the_other_but_for_those_it_forbids_and_those_of_other_subfactions(
    folder: Path,
) -> None:
    data = NativeSet([folder])
    assert units(data.load("skirmish", "crew")).keys() == {"thugs", "chief", "brutes"}
    assert units(data.load("skirmish", "gang")).keys() == {"thugs", "brutes", "witch", "divers"}


def test_its_own_datasheet_of_one_id_counts_with_its_own_price(folder: Path) -> None:
    data = NativeSet([folder])
    totals = {}
    for faction in ("gang", "crew"):
        found = bind(data, f"faction: {faction}\nunits: [{{datasheet: thugs}}]")
        totals[faction] = str(Engine(found.roster).totals()["gold"])
    assert totals == {"gang": "7.5", "crew": "9"}


def test_it_has_the_detachments_that_do_not_forbid_it_and_the_terms(folder: Path) -> None:
    faction = NativeSet([folder]).load("skirmish", "crew").faction
    assert [entry.id for entry in faction.entries[0].entries] == ["red-night", "night-shift"]
    assert [entry.id for entry in faction.shared_groups[0].entries] == ["red-night/torch"]
    assert faction.exclusive_keywords == ("Red", "Blue")
    assert (faction.extends, faction.subfaction) == ("gang", "Red")
    assert faction.glossary["zh"]["Infantry"] == "步兵"


@pytest.mark.parametrize(
    ("names", "faction"),
    [
        ("units: [{datasheet: brutes}, {datasheet: Chief}]", "crew"),
        ("detachment: Red Night\nunits: [{datasheet: brutes}]", "crew"),
        ("detachment: [night-shift, red-night]", "crew"),
        ("detachment: night-shift\nunits: [{datasheet: thugs}, {datasheet: divers}]", "gang"),
        ("units: [{datasheet: nobody}]", "gang"),
        ("", "gang"),
    ],
)
@pytest.mark.parametrize("word", ["gang", "帮派"])
def test_units_and_detachments_tell_that_a_list_is_of_it(folder: Path, names: str, faction: str, word: str) -> None:
    assert bind(NativeSet([folder]), f"faction: {word}\n{names}").data.faction.id == faction


def test_a_list_that_names_it_is_of_it(folder: Path) -> None:
    found = bind(NativeSet([folder]), "faction: 红帮\nunits: [{datasheet: brutes}, {datasheet: divers}]")
    assert (found.data.faction.id, found.problems) == ("crew", [])
    assert [unit.option.catalogue.id for unit in found.roster.forces[0].selections][-2:] == [
        "crew",
        "gang",
    ]


@pytest.mark.parametrize(("word", "written"), [("gang", "crew"), ("帮派", "crew"), ("crew", "crew"), ("红帮", "红帮")])
def test_a_list_that_is_changed_names_the_faction_that_it_was_judged_by(folder: Path, word: str, written: str) -> None:
    data = NativeSet([folder])
    text = f"faction: {word}\nunits:\n  - {{datasheet: chief}}"
    found = bind(data, text)
    assert save(found.document, found.roster) == found.document.text
    Remove(found.roster.forces[0].selections[-1]).apply(found.roster)
    changed = save(found.document, found.roster)
    assert changed.splitlines()[1] == f"faction: {written}"
    assert data.narrowed("skirmish", document.load(changed.encode()).faction, ()) in {"crew", "红帮"}


def test_only_it_is_called_by_its_own_keyword(folder: Path) -> None:
    (folder / "skirmish" / "crew" / "faction.yaml").write_text(CREW.replace("en: Red Crew", "en: Red"), "utf-8")
    called = {offer.id: offer.keywords for offer in NativeSet([folder]).factions("skirmish")}
    assert called == {"crew": ("Red",), "gang": ("Gang", "Blue")}


def test_its_data_are_other_ones_when_those_of_the_other_faction_change(folder: Path) -> None:
    before = NativeSet([folder]).fingerprint("skirmish", "crew")
    gang = folder / "skirmish" / "gang" / "brutes.yaml"
    gang.write_text(gang.read_text("utf-8").replace("7.5", "8"), "utf-8")
    assert NativeSet([folder]).fingerprint("skirmish", "crew") != before
    found = bind(NativeSet([folder]), "faction: crew\nunits: [{datasheet: brutes}]")
    assert str(Engine(found.roster).totals()["gold"]) == "8"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (CREW.replace("extends: gang", "extends: gnag"), "4:10: unknown faction: gnag"),
        (CREW.replace("subfaction: Red", "subfaction: Rad"), "5:13: unknown faction keyword: Rad (did you mean Red?)"),
        (CREW.replace("forbids: [[Gang, Sorcerer]]", "forbids: [wich]"), "6:11: unknown datasheet: wich"),
    ],
)
def test_mistakes_in_its_file_have_a_place(folder: Path, wrong: str, message: str) -> None:
    (folder / "skirmish" / "crew" / "faction.yaml").write_text(wrong, "utf-8")
    with pytest.raises(InputError) as caught:
        NativeSet([folder]).load("skirmish", "crew")
    assert f"{folder}/skirmish/crew/faction.yaml:{message}" in str(caught.value)


def test_a_faction_that_extends_cannot_be_extended(folder: Path) -> None:
    third = folder / "skirmish" / "third"
    third.mkdir()
    (third / "faction.yaml").write_text(CREW.replace("crew", "third").replace("gang", "crew"), "utf-8")
    with pytest.raises(InputError, match="crew extends another faction itself"):
        NativeSet([folder]).load("skirmish", "third")
