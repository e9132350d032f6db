"""The table of units on the first page."""

from __future__ import annotations

import io

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import UNIT_ROW, mm
from listbuilder.print.kit.theme import ROW_NAME, ROW_TEXT
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.unit_table import HeadRow, TotalRow, UnitRow, UnitTable
from listbuilder.replacing import replace
from tests.print import layout

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


# --- what is drawn --------------------------------------------------------------------------------------------------------------


def drawn(made, width=WIDTH):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(700, 400))
    made.draw(canvas, 50, 350, width)
    canvas.save()
    return pymupdf.open(stream=buffer.getvalue(), filetype="pdf")[0]


def places(page):
    """Left and right edge, in millimetres from the left of the table, and the baseline from its top, of each text."""
    return {
        "".join(chr(char[0]) for char in span["chars"]).strip(): (
            (span["chars"][0][2][0] - 50) / mm,
            (span["chars"][-1][3][2] - 50) / mm,
            (span["chars"][0][2][1] - 50) / mm,
        )
        for span in layout._seen(page)
    }


def full(**more):
    rows = (
        HeadRow("Battleline", "160", "300–600"),
        replace(row("Squad"), key="a", models="10", points="160"),
        replace(row("Captain", NOTE), key="b", models="1", points="90", joined=True, figures=("5", "2+", "6")),
        TotalRow("10 left", "250"),
    )
    return UnitTable(Look(), "Unit", ("T", "SV", "W"), "Points", rows, {"a": 2, "b": 12}, **more)


def test_columns_end_at_the_right_with_points_and_a_box_to_tick():
    page = drawn(full())
    found = places(page)
    assert found["POINTS"][1] == pytest.approx(184 - 11 - 0.5, abs=0.2)
    assert found["90"][1] == pytest.approx(184 - 11 - 0.5, abs=0.2)
    assert found["LOST"][1] == pytest.approx(184, abs=0.2)
    assert sum(found["CARD"][:2]) / 2 == pytest.approx(184 - 11 - 13 - 9.5 / 2, abs=0.2)
    assert sum(found["p. 12"][:2]) / 2 == pytest.approx(184 - 11 - 13 - 9.5 / 2, abs=0.2)
    middles = [sum(found[text][:2]) / 2 for text in ("T", "SV", "W")]
    assert [middles[1] - middles[0], middles[2] - middles[1]] == pytest.approx([7.2, 7.2], abs=0.2)
    boxes = [shape["rect"] for shape in page.get_drawings() if round(shape["rect"].width / mm, 1) == 4.6]
    assert len(boxes) == 2
    assert {round((box.x1 - 50) / mm, 1) for box in boxes} == {184 - 0.6}
    assert boxes[1].y0 - boxes[0].y0 == pytest.approx(UNIT_ROW, abs=0.01)


def test_the_bounds_of_a_group_end_before_the_figures():
    found = places(drawn(full()))
    assert found["Battleline"][1] < found["300–600"][0]
    assert found["300–600"][1] < found["160"][0]
    assert found["300–600"][1] == pytest.approx(184 - 11 - 13 - 9.5, abs=0.2)


def test_who_joined_a_unit_is_indented_below_it_and_counts_stand_before_names():
    found = places(drawn(full()))
    assert found["Squad"][0] == pytest.approx(12, abs=0.05)
    assert found["Captain"][0] == pytest.approx(18, abs=0.05)
    assert found["10"][1] == pytest.approx(9.3, abs=0.2)
    assert found["UNIT"][0] == pytest.approx(4, abs=0.05)
    assert found["Total"][0] == pytest.approx(4, abs=0.05)
    assert found["Warlord"][0] == pytest.approx(found["ROLE IN THE LIST"][0], abs=0.05)
    assert found["Warlord"][0] == pytest.approx(found["10 left"][0], abs=0.05)
    rows = [found[text][2] for text in ("UNIT", "Battleline", "Squad", "Captain", "Total")]
    assert rows == sorted(rows)
    assert found["Captain"][2] - found["Squad"][2] == pytest.approx(6, abs=0.01)


def test_rules_between_rows():
    page = drawn(full())
    rules = [
        (round((shape["rect"].y0 - 50) / mm, 1), round(shape["width"], 1), round((shape["rect"].x0 - 50) / mm))
        for shape in page.get_drawings()
        if shape["rect"].height < 0.01 and shape["rect"].width > 100
    ]
    head, group = 4.2, 4.2 + 4.6
    assert rules == [(head, 0.5, 0), (group, 0.4, 0), (group + 6, 0.8, 12), (group + 12, 1.6, 0)]


@pytest.mark.parametrize(
    ("room", "kept"),
    [(400, 4), (4.2 + 4.6 + 12 + 1, 0), (4.2 + 4.6 + 6 + 1, 0), (4.2, 0)],
)
def test_a_table_is_not_parted_within_an_attached_unit_or_before_its_total(room, kept):
    first, rest = full().split(WIDTH, room * mm)
    assert (len(first._shown) if first else 0) == kept
    assert (len(rest._shown) if rest else 0) == 4 - kept


def test_a_table_goes_on_with_its_head_and_notes_on_marks_stand_below_the_last_row():
    rows = tuple(replace(row(f"Squad {number}"), key=str(number)) for number in range(20))
    whole = UnitTable(Look(), "Unit", ("T", "SV", "W"), "Points", rows, {}, notes=("* ranged only",))
    first, rest = whole.split(WIDTH, (4.2 + 7 * 6 + 1) * mm)
    assert (len(first._shown), len(rest._shown)) == (7, 13)
    for part, name, noted in ((first, "Squad 6", False), (rest, "Squad 7", True)):
        found = places(drawn(part))
        assert name in found
        assert "UNIT" in found
        assert ("* ranged only" in found) == noted
    assert rest.height(WIDTH) > (4.2 + 13 * 6) * mm


def test_a_game_without_points_has_no_column_of_them():
    made = UnitTable(Look(), "Unit", ("T",), "", (replace(row("Squad"), figures=("4",), points=""),), {})
    found = places(drawn(made))
    assert "POINTS" not in found
    assert found["CARD"][1] > 184 - 11 - 9.5


def test_a_narrow_table_has_notes_below_names():
    found = places(drawn(full(), 120 * mm))
    assert found["Warlord"][0] == pytest.approx(found["Captain"][0], abs=0.1)
    assert found["Warlord"][2] - found["Captain"][2] == pytest.approx(3.1, abs=0.1)
    assert "ROLE IN THE LIST" not in found


def test_notes_have_no_more_room_than_they_need_and_stand_near_short_names():
    figures_begin = 184 - 11 - 13 - 9.5 - 3 * 7.2
    found = places(drawn(full()))
    assert found["Warlord"][0] == pytest.approx(figures_begin - 2 - 52, abs=0.1)
    long = UnitTable(Look(), "Unit", ("T", "SV", "W"), "Points", (row(LONG), row("Short", NOTE)), {})
    assert places(drawn(long))["Warlord"][0] == pytest.approx(figures_begin - 2 - 34, abs=0.1)
