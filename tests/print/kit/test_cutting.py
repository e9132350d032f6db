"""Marks to cut by."""

from __future__ import annotations

import io

import pymupdf
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.cutting import MARK, OFF, draw_cut_marks


def lines(columns, rows):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 300))
    draw_cut_marks(canvas, 60, 240, columns, rows, (50.0, 70.0))
    canvas.save()
    with pymupdf.open(stream=buffer.getvalue(), filetype="pdf") as document:
        return [tuple(round(value, 2) for value in shape["rect"]) for shape in document[0].get_drawings()]


def test_marks_are_beside_every_cut_and_outside_of_the_pieces():
    inside = pymupdf.Rect(60, 60, 160, 130)  # two pieces beside each other
    outside = [box for box in lines(2, 1) if not inside.contains(pymupdf.Rect(box))]
    upright = sorted({box[0] for box in outside if box[0] == box[2]})
    level = sorted({box[1] for box in outside if box[1] == box[3]})
    assert (upright, level) == ([60, 110, 160], [60, 130])
    assert min(box[1] for box in outside) == round(60 - OFF - MARK, 2)
    assert all(box[3] <= 60 - OFF + 0.01 or box[1] >= 130 + OFF - 0.01 for box in outside if box[0] == box[2])


def test_crosses_stand_where_four_pieces_meet():
    across = [box for box in lines(2, 2) if box[1] == box[3] == 130]
    assert any(box[0] < 110 < box[2] for box in across)
