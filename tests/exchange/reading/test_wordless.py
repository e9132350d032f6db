"""Prices that nothing calls points, and tables that spreadsheet programs copy."""

from __future__ import annotations

import pytest

from listbuilder.exchange.reading import gw_app
from listbuilder.exchange.reading.others import typed_other
from listbuilder.exchange.reading.recognise import recognise
from listbuilder.exchange.reading.wordless import worded

HEAD = "Space Marines\nGladius Task Force\nStrike Force (2000 points)\n\n"


@pytest.mark.parametrize(
    ("captain", "squad"),
    [
        ("Captain - 80", "Intercessor Squad - 75"),
        ("Captain – 80", "5x Intercessor Squad – 75"),
        ("Captain (80)", "Intercessor Squad (75)"),
        ("Captain: 80", "Intercessor Squad: 75"),
        ("Captain ..... 80", "Intercessor Squad … 75"),
        ("1x Captain, 80", "5x Intercessor Squad, 75"),
        ("Captain\t80", "Intercessor Squad\t75"),
        ("Captain\t1\t80", "Intercessor Squad\t1\t75"),
    ],
)
def test_several_numbers_of_one_shape_are_prices(captain: str, squad: str) -> None:
    text = f"{HEAD}{captain}\n{squad}\n"
    assert recognise(text) == "gw-app"
    record = gw_app.read(text)
    assert [(unit.name, unit.points) for unit in record.units] == [("Captain", 80), ("Intercessor Squad", 75)]
    assert [unit.line for unit in record.units] == [5, 6]
    assert not record.unread


@pytest.mark.parametrize("line", ["Boyz - 20", "Boyz (20)", "Boyz: 20", "Boyz, 20", "Boyz\t20"])
def test_a_number_that_a_unit_may_have_as_many_models_is_no_price(line: str) -> None:
    assert line in worded(f"{HEAD}{line}\nWarboss - 85\nTrukk - 65\n")


@pytest.mark.parametrize("text", ["Captain - 80\n", f"{HEAD}Captain - 80\n", f"{HEAD}Captain (80)\n"])
def test_one_line_alone_is_left(text: str) -> None:
    assert worded(text) == text


def test_where_points_are_named_a_bare_number_is_left() -> None:
    text = f"{HEAD}Captain (80 points)\nLieutenant (55 points)\nSquad - 75\nTank - 205\n"
    assert worded(text) == text


def test_a_note_with_numbers_is_no_list() -> None:
    note = "A letter\n\nWe met in the hall.\nThere was tea.\nIt rained.\nNobody won.\nRoom - 101\nHouse - 221\nEnd.\n"
    assert recognise(note) == ""
    assert recognise("Report - 2023\nReport - 2024\nReport - 2025\n") == ""


def test_the_head_of_a_table_names_its_columns() -> None:
    rows = [
        "Faction\tSpace Marines",
        "Detachment\tGladius Task Force",
        "Battle Size\tStrike Force\t2000",
        "",
        "Points\tUnit\tModels\tWargear",
        "80\tCaptain\t1\tWarlord, Power fist",
        "25\tGretchin\t10\t",
        "\tTotal\t\t",
        "Total\t105",
    ]
    record = gw_app.read("\n".join(rows))
    captain, gretchin = record.units
    assert (captain.name, captain.points, captain.warlord) == ("Captain", 80, True)
    assert [part.name for part in captain.parts] == ["Power fist"]
    assert (gretchin.name, gretchin.points, gretchin.models or gretchin.count) == ("Gretchin", 25, 10)
    assert record.limit == 2000
    assert record.total == 105
    assert [word.text for word in record.detachments] == ["Gladius Task Force"]


def test_a_number_that_no_column_explains_leaves_the_row() -> None:
    rows = "Unit\tQuantity\tPoints\nBoyz\t2\t170\nWarboss\t1\t85\nTrukk\t1\t65\n"
    assert "Boyz\t2\t170" in worded(rows)
    assert "Warboss (85 points)" in worded(rows)


def test_a_list_of_sigmar_without_regiments_is_named_and_not_read() -> None:
    text = "Skaven\nStampede of Rats\n2000 points\n\nClawlord (100) General\nClanrats (150)\nStormvermin (140)\n"
    assert recognise(text) == ""
    assert "regiment" in typed_other(text)
