"""The table of units on the first page."""

from __future__ import annotations

import pytest

from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import UNIT_ROW, mm
from listbuilder.print.kit.theme import ROW_NAME, ROW_TEXT
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.unit_table import UnitRow, UnitTable

WIDTH = 184 * mm
LONG = "Auric Runeson on Magmadroth of the Burning Lodges of Aqshy"
NOTE = ((Span("Warlord", ROW_TEXT),),)


def table(*rows):
    return UnitTable(Look(), "Unit", ("T", "SV", "W"), "Points", rows, {})


def row(name, notes=()):
    return UnitRow(name, "1", name, "", notes, ("4", "3+", "2"), "80")


def test_a_long_name_has_the_room_of_notes_where_its_unit_has_none():
    assert 80 * mm < text_width(LONG, ROW_NAME) < 110 * mm
    plain, noted = row(LONG), row(LONG, NOTE)
    head = table(row("Short")).height(WIDTH) - UNIT_ROW
    assert table(plain).height(WIDTH) - head == pytest.approx(UNIT_ROW)
    assert table(noted).height(WIDTH) - head > UNIT_ROW
    assert table(plain, row("Short", NOTE)).height(WIDTH) - head == pytest.approx(2 * UNIT_ROW)
