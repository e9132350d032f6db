"""Marks to cut by."""

from __future__ import annotations

import io

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.cutting import MARK, OFF, draw_cut_marks
from listbuilder.print.kit.measures import mm

LEFT, TOP, WIDE, HIGH = 60, 240, 50.0, 70.0


def shapes(columns, rows):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 300))
    canvas.setLineWidth(5)
    canvas.setStrokeGray(0.5)
    draw_cut_marks(canvas, LEFT, TOP, columns, rows, (WIDE, HIGH))
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        return document[0].get_drawings()


def lines(columns, rows):
    return [tuple(round(value, 2) for value in shape["rect"]) for shape in shapes(columns, rows)]


def test_marks_are_beside_every_cut_and_outside_of_the_pieces():
    inside = pymupdf.Rect(60, 60, 160, 130)  # two pieces beside each other
    outside = [box for box in lines(2, 1) if not inside.contains(pymupdf.Rect(box))]
    upright = sorted({box[0] for box in outside if box[0] == box[2]})
    level = sorted({box[1] for box in outside if box[1] == box[3]})
    assert (upright, level) == ([60, 110, 160], [60, 130])
    assert min(box[1] for box in outside) == round(60 - OFF - MARK, 2)
    assert all(box[3] <= 60 - OFF + 0.01 or box[1] >= 130 + OFF - 0.01 for box in outside if box[0] == box[2])


def test_each_cut_has_a_mark_of_the_same_length_at_both_of_its_ends():
    near, far = OFF, OFF + MARK
    assert (near, far) == pytest.approx((2 * mm, 8 * mm))
    drawn = lines(2, 3)
    low, right = 60 + 3 * HIGH, LEFT + 2 * WIDE  # the page's upper edge is at 0, the pieces begin at 60
    for x in (60, 110, 160):
        for top, bottom in ((60 - far, 60 - near), (low + near, low + far)):
            assert (x, round(top, 2), x, round(bottom, 2)) in drawn
    for y in (60, 130, 200, 270):
        for left, end in ((60 - far, 60 - near), (right + near, right + far)):
            assert (round(left, 2), y, round(end, 2), y) in drawn
    assert len(drawn) == 2 * 3 + 2 * 4 + 2 * 3 * 4  # marks above and below, beside, and a cross at each corner


def test_crosses_reach_over_corners_and_not_out_of_the_pieces():
    drawn = lines(2, 2)
    half = 0.6 * mm
    assert (round(110 - half, 2), 130, round(110 + half, 2), 130) in drawn
    assert (110, round(130 - half, 2), 110, round(130 + half, 2)) in drawn
    assert (60, 60, round(60 + half, 2), 60) in drawn  # the first corner
    assert (60, 60, 60, round(60 + half, 2)) in drawn
    assert (round(160 - half, 2), 200, 160, 200) in drawn  # the last one
    assert (160, round(200 - half, 2), 160, 200) in drawn


def test_marks_are_fine_black_lines():
    assert {(round(shape["width"], 3), shape["color"]) for shape in shapes(3, 3)} == {(0.4, (0.0, 0.0, 0.0))}
