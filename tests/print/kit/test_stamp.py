"""Where the words of a stamp stand, and what is drawn around them."""

from __future__ import annotations

import io

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.look import Colour, Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.stamp import Stamp
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.typeset import text_width

WIDTH, X, TOP = 200.0, 50.0, 350.0
ACCENT = Look(Colour.of("#0B2349"))
CAPITALS = 0.69  # their height, of the size
LONG = "3 errors · 12 warnings · 14 open questions · and much more"


def page_of(stamp, width=WIDTH):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(700, 400), invariant=1)
    stamp.draw(canvas, X, TOP, width)
    canvas.save()
    return pymupdf.open(stream=buffer.getvalue(), filetype="pdf")[0]


def lines(stamp, width=WIDTH):
    """Text, size, middle and height above the middle of the block, and ink, of each line."""
    middle = 400 - (TOP - stamp.height(width) / 2)
    found = []
    for span in page_of(stamp, width).get_texttrace():
        chars = span["chars"]
        text = "".join(chr(char[0]) for char in chars)
        x, y = chars[0][2]
        style = Style(span["size"], strong=True, tracking=1.2 * span["size"] / 22 if text.isupper() else 0.0)
        found.append((text, span["size"], x + text_width(text, style) / 2, middle - y, span["color"]))
    return found


def straight(words="Legal", small="", *, legal=True, look=ACCENT):
    return Stamp(look, words, small, legal=legal, turned=False)


def test_words_alone_stand_in_the_middle():
    ((text, size, middle, up, ink),) = lines(straight())
    assert (text, size) == ("LEGAL", 22)
    assert middle == pytest.approx(X + WIDTH / 2, abs=0.1)
    assert up == pytest.approx(-CAPITALS * 22 / 2, abs=0.05)
    assert ink == pytest.approx((0x0B / 255, 0x23 / 255, 0x49 / 255), abs=0.01)


def test_a_line_below_the_words_stands_at_the_foot_and_they_above_it():
    stamp = straight(small="2 warnings")
    (_words, size, _middle, up, _ink), (small, less, middle, down, black) = lines(stamp)
    high = stamp.box(WIDTH)[1]
    assert high == pytest.approx(16.5 * mm)
    assert (small, less, black) == ("2 warnings", 9, (0.0, 0.0, 0.0))
    assert middle == pytest.approx(X + WIDTH / 2, abs=0.1)
    assert down == pytest.approx(2.9 * mm - high / 2, abs=0.01)
    assert up + CAPITALS * size / 2 == pytest.approx(2.55 * mm, abs=0.05)  # the middle of the words
    assert up - (down + CAPITALS * less) > 4


def test_two_lines_below_the_words_make_the_stamp_higher():
    stamp = straight(small=LONG)
    narrow = 44 * mm
    (_words, *_rest), (first, size, _x, upper, _ink), (second, *_same, lower, _black) = lines(stamp, narrow)
    assert f"{first} {second}" == LONG
    assert size == 7.5
    assert upper - lower == pytest.approx(3.4 * mm, abs=0.01)
    assert stamp.box(narrow)[1] == pytest.approx((16.5 + 3.4) * mm)
    assert lower == pytest.approx(2.9 * mm - stamp.box(narrow)[1] / 2, abs=0.01)


def test_words_for_which_there_is_little_room_are_smaller_down_to_the_least():
    narrow, narrowest = (lines(straight("Не по правилам"), width)[0] for width in (44 * mm, 20 * mm))
    assert 10 < narrow[1] < 22
    assert narrowest[1] == 10


@pytest.mark.parametrize(("legal", "look", "ink"), [(False, ACCENT, 1.0), (False, Look(save_ink=True), 0.0)])
def test_words_of_a_list_that_is_not_legal_are_white_unless_ink_is_saved(legal, look, ink):
    assert {sum(one[4]) / len(one[4]) for one in lines(straight("Not legal", "1 error", legal=legal, look=look))} == {
        ink
    }


def boxes(stamp):
    found = page_of(stamp).get_drawings()
    return [
        (
            round(shape["rect"].width, 1),
            round(shape["rect"].height, 1),
            round(shape["width"] or 0, 2),
            shape["fill"],
            shape["color"],
        )
        for shape in found
    ]


def test_a_legal_stamp_has_a_strong_and_a_fine_outline_in_the_accent():
    outer, inner = boxes(straight())
    assert (outer[2], inner[2]) == (2.2, 0.6)
    assert outer[0] == pytest.approx(40 * mm, abs=0.1)
    assert [outer[at] - inner[at] for at in (0, 1)] == pytest.approx([2.2 * mm] * 2, abs=0.2)
    assert outer[4] == pytest.approx((0x0B / 255, 0x23 / 255, 0x49 / 255), abs=0.01)


def test_another_stamp_is_black_or_has_a_stronger_outline_where_ink_is_saved():
    ((_wide, high, _line, fill, _ink),) = boxes(straight("Not legal", legal=False))
    assert fill == (0.0, 0.0, 0.0)
    assert high == pytest.approx(16.5 * mm, abs=0.1)
    ((_wide, _high, weight, fill, _ink),) = boxes(straight("Not legal", legal=False, look=Look(save_ink=True)))
    assert (weight, fill) == (3.96, None)


def test_a_long_word_makes_the_stamp_wider_up_to_its_block():
    wide = straight("Extraordinarily legal").box(400)[0]
    assert wide == pytest.approx(
        text_width("EXTRAORDINARILY LEGAL", Style(22, strong=True, tracking=1.2)) + 10 * mm, abs=0.1
    )
    assert straight("Extraordinarily legal").box(120)[0] <= 120
    assert straight("Extraordinarily legal").natural_width == pytest.approx(wide + 2.2)
