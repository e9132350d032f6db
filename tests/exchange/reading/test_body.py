"""The lines of units: what starts one, what stands below it, and what that says of the list's edition."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest

from listbuilder.catalogue.base import Number
from listbuilder.exchange.reading import gw_app
from listbuilder.exchange.reading.body import BodyReader
from listbuilder.exchange.reading.record import ListRecord
from listbuilder.exchange.reading.shapes import OWN_UNIT, UNIT
from listbuilder.exchange.reading.text import lines_of


def read(text: str, **settings: bool) -> ListRecord:
    record = ListRecord("x")
    BodyReader(record, **settings).read(lines_of(text))
    return record


@pytest.mark.parametrize(
    ("text", "units", "parts"),
    [
        ("Boyz (85 points)\n  5 with Choppa (10 points)\n", ["Boyz"], 1),
        ("Boyz (85 points)\n5 with Honour (10 points)\n", ["Boyz", "5 with Honour"], 0),
        ("Boyz (85 points)\n  Nobz (10 points)\n", ["Boyz", "Nobz"], 0),
        ("  5 with Honour (10 points)\n", ["5 with Honour"], 0),
    ],
    ids=["below a unit", "not indented", "without with", "above all units"],
)
def test_what_starts_a_unit(text: str, units: list[str], parts: int) -> None:
    found = read(text).units
    names = [f"{unit.models} {unit.name}" if unit.models else unit.name for unit in found]
    assert names == units
    assert len(found[0].parts) == parts


@pytest.mark.parametrize(("settings", "count"), [({}, 2), ({"per_model": False}, 2), ({"per_model": True}, 10)])
def test_counts_behind_a_models_name_are_the_unit_s_unless_they_are_each_model_s(
    settings: dict[str, bool], count: int
) -> None:
    (unit,) = read("Boyz (85 points)\n• 5x Boy: 2x Choppa\n", **settings).units
    assert [(part.name, part.count) for part in unit.parts[0].parts] == [("Choppa", count)]


def test_a_unit_belongs_to_no_attached_unit_unless_a_heading_says_so() -> None:
    assert [unit.group for unit in read("Boyz (85 points)\nNobz (95 points)\n").units] == [0, 0]
    grouped = read("ATTACHED UNITS\nAttached unit 3\nBoyz (85 points)\nCHARACTERS\nNobz (95 points)\n")
    assert [(unit.group, unit.section) for unit in grouped.units] == [(3, "attached"), (0, "character")]


@pytest.mark.parametrize(
    ("unit", "systems"),
    [
        ("Boyz (85 points)\n  • 10x Boy\n", ("wh40k-10e", "wh40k-11e")),
        ("Boyz (85 points)\n  • Attached as: Bodyguard\n", ("wh40k-11e",)),
        ("Attached unit 1\nBoyz (85 points)\n  • 10x Boy\n", ("wh40k-11e",)),
    ],
    ids=["neither", "a part", "a group"],
)
def test_attached_units_mean_11th_edition(unit: str, systems: tuple[str, ...]) -> None:
    assert gw_app.read(f"Waaagh (85 points)\nOrks\nWar Horde\n\nBATTLELINE\n\n{unit}").systems == systems


@pytest.mark.parametrize(
    ("footer", "unread"), [("Exported with App Version: v1.0 (1), Data Version: v500", 1), ("", 0)]
)
def test_what_stands_below_the_footer_is_not_read(footer: str, unread: int) -> None:
    record = gw_app.read(f"Orks\n\nBATTLELINE\n\nBoyz (85 points)\n  • 10x Boy\n{footer}\n  • 1x Choppa\n")
    assert len(record.unread) == unread
    assert len(record.units[0].parts) == 2 - unread


HEADER = "Waaagh (185 points)\nOrks\nIncursion (1000 points)\n"


@pytest.mark.parametrize(
    ("text", "units", "header"),
    [
        (
            f"{HEADER}War Horde\nWarboss (75 points)\n  • 1x Power klaw\nBoyz (110 points)\n",
            ["Warboss", "Boyz"],
            {"Orks", "War Horde"},
        ),
        (f"{HEADER}  • War Horde\nWarboss (75 points)\n  • 1x Power klaw\n", ["Warboss"], {"Orks"}),
        (f"{HEADER}War Horde\n  • 2 CP\nWarboss (75 points)\n  • 1x Power klaw\n", ["Warboss"], {"Orks", "War Horde"}),
        (f"{HEADER}War Horde\n", [], {"Orks", "War Horde"}),
    ],
    ids=["below the title", "a bullet below the size", "a bullet below a name", "no units"],
)
def test_without_sections_units_start_where_something_stands_below_one(
    text: str, units: list[str], header: set[str]
) -> None:
    record = gw_app.read(text)
    assert [unit.name for unit in record.units] == units
    assert header <= {word.text for word in record.header}
    assert (record.size and record.size.text, record.limit) == ("Incursion", 1000)


@pytest.mark.parametrize("line", ["Batt" + "1" * 100_000, "Char1: " + "Unit" + "a1" * 50_000 + " (100 pts"])
def test_a_long_line_is_no_reason_to_wait(line: str) -> None:
    started = time.thread_time()
    assert UNIT.match(line) is None
    assert OWN_UNIT.match(line) is None
    assert time.thread_time() - started < 1


@pytest.mark.parametrize("mark", ["", "Char1: ", "Batt12: ", "Unit_a3: "])
def test_a_mark_before_a_unit_is_no_part_of_its_name(mark: str) -> None:
    assert (found := UNIT.match(f"{mark}2x Boyz (160 pts)")) is not None
    assert (found["count"], found["name"], found["points"].strip()) == ("2", "Boyz", "160")
    assert (own := OWN_UNIT.match(f"{mark}2x Boyz (10 models)")) is not None
    assert (own["count"], own["name"], own["models"]) == ("2", "Boyz", "10")


@pytest.mark.parametrize(
    ("text", "own", "points"),
    [
        ("Boyz (1,085 points)\n", False, 1085),
        ("Boyz (1.085 points)\n", False, 1085),
        ("Boyz (2.5 points)\n", True, Decimal("2.5")),
    ],
)
def test_only_texts_of_this_program_have_parts_of_a_point(text: str, own: bool, points: Number) -> None:
    assert [unit.points for unit in read(text, own=own).units] == [points]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("• Boyz (85 points)\n• 1x Choppa\n• Nobz (95 points)\n", {"Boyz": ["Choppa"], "Nobz": []}),
        ("• Boyz (85 points)\n  • Banner (10 points)\n• Nobz (95 points)\n", {"Boyz": ["Banner"], "Nobz": []}),
        ("Boyz (85 points)\n• Banner (10 points)\n", {"Boyz": ["Banner"]}),
        ("• Choppa\n", {}),
    ],
    ids=["as their wargear", "the outermost", "a unit without", "no unit"],
)
def test_units_may_all_have_bullets(text: str, units: dict[str, list[str]]) -> None:
    held = {
        unit.name: [*(one.name for one in unit.parts), *(one.text for one in unit.enhancements)]
        for unit in read(text).units
    }
    assert held == units


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("Waaagh (180 points)\n• Boyz (85 points)\n• Nobz (95 points)\n", ["Boyz", "Nobz"]),
        ("Boyz (85 points)\n• Banner (10 points)\n", ["Boyz"]),
        ("Waaagh (180 points)\nBoyz (85 points)\nNobz (95 points)\n", ["Boyz", "Nobz"]),
        ("Boyz (85 points)\nNobz (105 points)\n", ["Boyz", "Nobz"]),
        ("Ann\nWaaagh (180 points)\nOrks\nBoyz (85 points)\nNobz (95 points)\n", ["Boyz", "Nobz"]),
        ("Orks\nMeganobz (180 points)\nBoyz (85 points)\nNobz (95 points)\n", ["Meganobz", "Boyz", "Nobz"]),
        ("Orks\nBoyz (85 points)\n", ["Boyz"]),
    ],
    ids=["title above bullets", "bullet below", "title", "no sum", "title apart", "sum among units", "one"],
)
def test_units_begin_below_a_title(text: str, units: list[str]) -> None:
    assert [unit.name for unit in gw_app.read(text).units] == units
