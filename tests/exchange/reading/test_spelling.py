"""Counts, prices and headings as people write them, and what is none of these."""

from __future__ import annotations

import pytest

from listbuilder.exchange.reading import aos, gw_app, listforge
from listbuilder.exchange.reading.recognise import recognise
from listbuilder.exchange.reading.spelling import count_first, heading, usual
from tests.exchange import lists
from tests.exchange.reading.test_aos import TEXT as AOS


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("x5 Herons", "5x Herons"),
        ("Char2: ×1 Heron King (75 pts): Beak", "Char2: 1x Heron King (75 pts): Beak"),
        ("10 xenarchs", "10 xenarchs"),
        ("5 with Beak", "5 with Beak"),
        ("Heron King - 75 pts", "Heron King (75 points)"),
        ("Heron King: 75 points", "Heron King (75 points)"),
        ("Heron King 75pts", "Heron King (75 points)"),
        ("Heron King - 75 pts - Beak, Crown", "Heron King (75 points) - Beak, Crown"),
        ("Heron King — 1,075 очков", "Heron King (1,075 points)"),
        ("Heron King (75 Pkt.)", "Heron King (75 points)"),
        ("Heron King [75 p]", "Heron King [75 points]"),
        ("Beak (+25 pt.)", "Beak (+25 points)"),
        ("+ TOTAL ARMY POINTS: 245pts", "+ TOTAL ARMY POINTS: 245pts"),
        ("Wetlands 300/2000 pts", "Wetlands 300/2000 pts"),
        ("Wetlands 300 / 2000 pts", "Wetlands 300 / 2000 pts"),
        ("Total: 2000 points", "Total: 2000 points"),
        ("I hope that my opponent does not score more than 20 points", "I hope that my opponent does not score more than 20 points"),
        ("=== Herons ===", "Herons"),
        ("# ++ Army Roster ++ [245 pts]", "# ++ Army Roster ++ [245 pts]"),
        ("General´s Regiment", "General's Regiment"),
        ("2х ’Eron", "2x ’Eron"),  # a Cyrillic letter before a name that has lost its first one
        ('(2) "Heron"', '2x "Heron"'),
        ("2 × 3 inches", "2 × 3 inches"),
    ],
)  # fmt: skip
def test_the_usual_spelling_of_a_line(row: str, expected: str) -> None:
    assert usual(row) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Beak x2", "2x Beak"),
        ("Beak (2)", "2x Beak"),
        ("Beak [x2]", "2x Beak"),
        ("2x Beak (1)", "2x Beak (1)"),
        ("Beak 2", "Beak 2"),
        ("x2", "x2"),
        ("x2 Beak", "2x Beak"),
        ("2х Beak", "2x Beak"),
        ("2x Beak", "2x Beak"),
    ],
)
def test_a_count_behind_a_name(name: str, expected: str) -> None:
    assert count_first(name) == expected


def test_a_number_in_brackets_is_a_price_where_only_an_x_marks_a_count() -> None:
    assert count_first("Crown (20)", marked=True) == "Crown (20)"
    assert count_first("Crown (x2)", marked=True) == "2x Crown"


def test_headings_without_their_frames() -> None:
    assert {heading(text) for text in ("CHARACTERS", "## Characters:", "~ characters ~", "[Characters]")} >= {
        "characters"
    }


@pytest.mark.parametrize(
    "title",
    [
        "Regiment 1",
        "REGIMENTS",
        "Regiment #1:",
        "1st Regiment",
        "General’s Regiment",
        "Generals Regiment:",
        "-- Regiment 1 --",
    ],
)
def test_headings_of_regiments(title: str) -> None:
    text = AOS.format(unit="Heron King (350)").replace("General's Regiment", title)
    assert recognise(text) == "aos-app"
    record = aos.read(text)
    assert [(unit.name, unit.section, unit.regiment) for unit in record.units] == [("Heron King", "regiment", 1)]
    assert not record.unread


@pytest.mark.parametrize("total", ["300/2000 pts", "300/2000 pt", "300 / 2000 Points", "300/2000"])
def test_totals_of_the_app_for_age_of_sigmar(total: str) -> None:
    record = aos.read(AOS.format(unit="Heron King (350)").replace("300/2000 pts", total))
    assert (record.name, record.total, record.limit) == ("Wetlands", 300, 2000)


def test_a_fraction_in_the_name_is_no_total() -> None:
    assert aos.read(AOS.format(unit="Heron King (350)").replace("300/2000 pts", "round 2/5")).total is None


@pytest.mark.parametrize(
    "unit", ["Heron King - 350", "Heron King: 350", "1. Heron King (350)", "Heron King [350]", "Heron King (350 pt.)"]
)
def test_prices_of_units_in_age_of_sigmar(unit: str) -> None:
    (read,) = aos.read(AOS.format(unit=unit)).units
    assert (read.name, read.points) == ("Heron King", 350)


def test_a_year_behind_a_dash_is_no_price() -> None:
    record = aos.read(AOS.format(unit="Heron King (350)\nHandbook 2026-27"))
    assert [(unit.name, unit.points) for unit in record.units] == [("Heron King", 350), ("Handbook 2026-27", None)]


@pytest.mark.parametrize("title", ["(245 pts)", "[245 points]", "(245 Points)"])
def test_titles_of_list_forge(title: str) -> None:
    text = lists.LISTFORGE.replace("(245 Points)", title)
    assert recognise(text) == "listforge"
    assert listforge.read(text).total == 245


HAND = """\
Green Afternoon

Faction: Orks
Detachment: War Horde
Points limit: 2000

Warboss - 75 pts - Warlord, power klaw
Boyz x10 - 85pts
Gretchin (11) 40pts
"""


def test_a_list_that_was_typed_by_hand() -> None:
    assert recognise(HAND) == "gw-app"
    record = gw_app.read(HAND)
    assert [(unit.name, unit.points, unit.models, unit.warlord) for unit in record.units] == [
        ("Warboss", 75, 0, True),
        ("Boyz", 85, 10, False),
        ("Gretchin", 40, 11, False),
    ]
    assert [part.name for part in record.units[0].parts] == ["power klaw"]
    assert ([word.text for word in record.detachments], record.limit, record.total) == (["War Horde"], 2000, None)
    assert [word.text for word in record.header] == ["Green Afternoon", "Orks"]


@pytest.mark.parametrize(
    ("first", "units", "total"),
    [
        ("Waaagh (160 points)\n", ["Warboss", "Boyz"], 160),
        ("Waaagh - 160 points\nOrks\n", ["Warboss", "Boyz"], 160),
        ("", ["Warboss", "Boyz"], None),
    ],
)
def test_a_title_is_no_unit(first: str, units: list[str], total: int | None) -> None:
    record = gw_app.read(f"{first}Warboss (75 points)\nBoyz (85 points)\n")
    assert ([unit.name for unit in record.units], record.total) == (units, total)


def test_units_with_bullets_like_their_wargear() -> None:
    record = gw_app.read(
        "Orks\n\nCHARACTERS\n• Warboss (75 points)\n   • 1x Power klaw\n• Boyz (85 points)\n   • 9x Boy\n"
    )
    assert [(unit.name, [part.name for part in unit.parts]) for unit in record.units] == [
        ("Warboss", ["Power klaw"]),
        ("Boyz", ["Boy"]),
    ]


def test_words_between_the_lines_of_a_unit_leave_what_stands_below_where_it_is() -> None:
    text = "BATTLELINE\n\nBoyz (85 points)\n  • 9x Boy\nmy favourites!\n    • 9x Choppa\n"
    (unit,) = gw_app.read(text).units
    assert [(part.name, [one.name for one in part.parts]) for part in unit.parts] == [
        ("Boy", ["Choppa"]),
        ("my favourites!", []),
    ]


@pytest.mark.parametrize(
    ("line", "wrapped"),
    [
        ("17 with Choppa, Slugga", "17 with Choppa,\nSlugga"),
        ("Warboss (75 pts): Warlord, Attack squig", "Warboss (75 pts):\nWarlord, Attack squig"),
        ("Char1: 1x Warboss (75 pts)", "Char1: 1x Warboss\n(75 pts)"),
        ("War Horde (Get Stuck In)", "War Horde (Get Stuck\nIn)"),
    ],
)
def test_wrapped_lines(line: str, wrapped: str) -> None:
    from listbuilder.exchange.reading import new_recruit

    assert line in lists.COMPACT
    whole, broken = (new_recruit.read(text) for text in (lists.COMPACT, lists.COMPACT.replace(line, wrapped)))
    assert [word.text for word in broken.detachments] == [word.text for word in whole.detachments]
    assert [_shape(unit.parts) for unit in broken.units] == [_shape(unit.parts) for unit in whole.units]
    assert [(unit.name, unit.warlord) for unit in broken.units] == [(unit.name, unit.warlord) for unit in whole.units]


def _shape(parts: object) -> list[object]:
    assert isinstance(parts, list)
    return [(part.name, part.count, _shape(part.parts)) for part in parts]


def test_a_header_that_breaks_off_in_an_enumeration() -> None:
    text = lists.ELEVENTH.replace("Purge the Foe, Reconnaissance", "Purge the Foe,\nReconnaissance")
    assert text != lists.ELEVENTH
    assert [word.text for _, word in gw_app.read(text).choices] == ["Purge the Foe, Reconnaissance"]
