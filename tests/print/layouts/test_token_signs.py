"""The signs of tokens stand in the middle of their column, as large as they say."""

from __future__ import annotations

import io

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.measures import BOX_RULE, mm
from listbuilder.print.layouts.token_sheet import Sign

PAGE, X, TOP, WIDTH = 200.0, 10.0, 150.0, 60.0
SIDE = 5.5 * mm
BOX = (X + (WIDTH - SIDE) / 2, PAGE - TOP, X + (WIDTH + SIDE) / 2, PAGE - TOP + SIDE)


def drawn(name):
    """The paths of a sign, as a reader of the page finds them."""
    held = io.BytesIO()
    canvas = Canvas(held, (PAGE, PAGE))
    Sign(name).draw(canvas, X, TOP, WIDTH)
    canvas.save()
    with pymupdf.open(stream=held.getvalue(), filetype="pdf") as document:
        return document[0].get_drawings()


def around(paths):
    """The box around all paths, without the width of their lines."""
    points = [
        point for path in paths for item in path["items"] for point in item[1:] if isinstance(point, pymupdf.Point)
    ]
    xs, ys = [one.x for one in points], [one.y for one in points]
    return min(xs), min(ys), max(xs), max(ys)


@pytest.mark.parametrize("name", ["circle", "cross"])
def test_it_fills_its_square(name):
    assert around(drawn(name)) == pytest.approx(BOX, abs=0.01)


def test_the_circle_is_a_thin_line_and_the_cross_two_thick_diagonals():
    (circle,) = drawn("circle")
    assert (circle["type"], circle["color"], circle["width"]) == (
        "s",
        (0.0, 0.0, 0.0),
        pytest.approx(BOX_RULE, abs=0.01),
    )
    lines = drawn("cross")
    assert {one["width"] for one in lines} == {3.0}
    (_, a, b), (_, c, d) = (item for one in lines for item in one["items"])
    assert (b.y - a.y) * (d.y - c.y) < 0  # one rises where the other falls


@pytest.mark.parametrize("name", ["flag", "warning"])
def test_an_icon_stays_within_its_square(name):
    left, top, right, low = around(drawn(name))
    assert BOX[0] - 0.01 <= left < right <= BOX[2] + 0.01
    assert BOX[1] - 0.01 <= top < low <= BOX[3] + 0.01
    assert (right - left, low - top) > (SIDE / 2, SIDE / 2)
