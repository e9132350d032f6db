"""Bars, statlines, stamps and codes: what gives way when there is little room."""

from __future__ import annotations

import io
import math

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit import qr
from listbuilder.print.kit.bar import Bar
from listbuilder.print.kit.icons import ICON_NAMES, Icon
from listbuilder.print.kit.inline import cut_pieces, cut_text, pieces_width
from listbuilder.print.kit.look import Colour, Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.qr import LEAST_MODULE, QrCode
from listbuilder.print.kit.stamp import Stamp
from listbuilder.print.kit.statboxes import StatBoxes, StatRow
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import BAR_SECOND, CARD_POINTS, CARD_TITLE
from listbuilder.print.kit.typeset import Span

WIDTH = 184 * mm


def page_of(block, width=WIDTH, size=(700, 400)):
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size, invariant=1)
    block.draw(canvas, 50, 350, width)
    canvas.showPage()
    canvas.save()
    return pymupdf.open(stream=buffer.getvalue(), filetype="pdf")[0]


def bar(title, second="", look=None):
    left = [Span(title, CARD_TITLE), Span(second, BAR_SECOND)] if second else [Span(title, CARD_TITLE)]
    return Bar(look or Look(), 8.5 * mm, left, [Span("11 models ", BAR_SECOND), Span("260", CARD_POINTS)])


def test_words_behind_the_title_are_cut_before_the_title_is_smaller():
    title, second, right = bar("First Squad", "Intercessors, their captain and " * 8).fitted(WIDTH)
    assert title.style.size == 15
    assert second[-1].text.endswith("…")
    assert pieces_width([title, *second, *right]) < WIDTH


@pytest.mark.parametrize("room", [10, 25, 40, 60, 90, 120])
def test_words_behind_the_title_are_never_cut_within_a_word(room):
    text = "Адские бластеры и лейтенант"
    kept = cut_pieces([Span(text, BAR_SECOND)], room)
    for piece in kept:
        assert piece.text == text or piece.text.removesuffix("…") in ("Адские", "Адские бластеры", "Адские бластеры и")
    assert pieces_width(kept) <= room


def test_words_of_which_next_to_nothing_would_stay_are_left_out():
    star = [Icon("star", 9), Span("Warlord", BAR_SECOND), Span("   ", BAR_SECOND)]
    words = Span("in the transport of another unit", BAR_SECOND)
    shown = [[getattr(piece, "text", "") for piece in cut_pieces([*star, words], room)] for room in (62, 120, 300)]
    assert shown[0] == ["", "Warlord"]
    assert shown[1][-1] == "in the transport…"
    assert shown[2][-1] == words.text
    assert cut_pieces([Span("Named characters", BAR_SECOND)], 50) == []


def test_one_long_word_is_cut_within_where_it_has_to_be_shown():
    assert cut_text(Span("Überlebensfähigkeitsprüfung", BAR_SECOND), 60).text.endswith("…")
    assert cut_text(Span("Überlebensfähigkeitsprüfung", BAR_SECOND), 60, letters=False) is None
    assert cut_text(Span("第一小队第二小队第三小队", BAR_SECOND), 60, letters=False).text.endswith("…")


def test_a_title_that_is_too_long_is_smaller_and_at_last_cut():
    smaller, second, _right = bar(
        "The Eternal Watchers of the Outermost Gate of the North and Their Kin", "gone"
    ).fitted(WIDTH)
    assert smaller.style.size == pytest.approx(13) or smaller.style.size == pytest.approx(12)
    assert smaller.text.endswith("Kin")
    assert smaller.style.halo
    cut, nothing, right = bar("Watchers of the Gate " * 12, "gone").fitted(WIDTH)
    assert cut.text.endswith("…")
    assert nothing == []
    assert right[-1].text == "260"
    assert right[-1].style.size == 15


def test_white_words_stand_on_the_accent_and_black_ones_between_rules_where_ink_is_saved():
    full = page_of(bar("First Squad", "Captain", Look(Colour.of("#0B2349"))))
    ground = next(shape for shape in full.get_drawings() if shape["fill"])
    assert ground["fill"] == pytest.approx((0x0B / 255, 0x23 / 255, 0x49 / 255), abs=0.01)
    assert {span["color"] for span in full.get_texttrace() if span["type"] == 0} == {(1.0, 1.0, 1.0)}
    saved = page_of(bar("First Squad", "Captain", Look(Colour.of("#0B2349"), save_ink=True)))
    assert not [shape for shape in saved.get_drawings() if shape["fill"]]
    assert {span["color"] for span in saved.get_texttrace()} <= {(0.0,), (0.0, 0.0, 0.0)}


def test_small_white_words_have_an_outline_and_large_ones_none():
    outlined = {span["size"] for span in page_of(bar("First Squad", "Captain")).get_texttrace() if span["type"] == 1}
    assert outlined == {9.5}


@pytest.mark.parametrize("name", ICON_NAMES)
def test_each_icon_keeps_within_its_square(name):
    page = page_of(Icon(name, 100))
    rects = [shape["rect"] for shape in page.get_drawings()]
    reach = max((shape["width"] or 0) / 2 for shape in page.get_drawings())
    assert rects
    for rect in rects:
        assert rect.x0 >= 50 - 3
        assert rect.x1 <= 150 + 3
        assert rect.y0 >= 50 - 3
        assert rect.y1 <= 150 + 3
    assert reach < 10


LABELS = ["M", "T", "SV", "W", "LD", "OC"]


def test_labels_stand_once_above_all_statlines_and_the_shield_has_its_condition():
    rows = [
        StatRow("Squad", ['6"', "4", "3+", "2", "6+", "2"], "5+", "ranged only"),
        StatRow("Captain", ['5"', "5", "2+", "6", "7+", "1"]),
    ]
    page = page_of(StatBoxes(LABELS, rows, "Inv"), 130 * mm)
    words = [word[4] for word in page.get_text("words")]
    assert words.count("SV") == words.count("INV") == 1
    assert {"5+", "ranged", "only", "Squad", "Captain"} <= set(words)
    shields = [shape for shape in page.get_drawings() if shape["width"] == pytest.approx(1.2)]
    assert len(shields) == 1
    where = {word[4]: word[:2] for word in page.get_text("words")}
    assert where["ranged"][0] > where["5+"][0]
    assert abs(where["ranged"][1] - where["5+"][1]) < 12


def test_without_an_invulnerable_save_there_is_no_label_for_it():
    page = page_of(StatBoxes(LABELS, [StatRow("Squad", list("123456"))], "Inv"), 130 * mm)
    assert "INV" not in page.get_text()


@pytest.mark.parametrize("width", [130 * mm, 90 * mm, 60 * mm])
def test_boxes_keep_within_their_width(width):
    rows = [
        StatRow(
            "A very long name of models that goes on",
            ["20+D6", "12", "3+", "24", "10+", "10"],
            "4+",
            "not against psychic attacks",
        )
    ]
    page = page_of(StatBoxes(["Movement", *LABELS[1:]], rows, "Invulnerable"), width)
    assert all(shape["rect"].x1 <= 50 + width + 1 for shape in page.get_drawings())


def inside(point, corners):
    """Whether a point is within a turned box whose corners go round."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return all((bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) >= -0.5 for (ax, ay), (bx, by) in pairs)


@pytest.mark.parametrize("width", [150 * mm, 60 * mm, 44 * mm])
@pytest.mark.parametrize("words", ["Legal", "Не по правилам"])
def test_the_words_of_a_stamp_keep_within_it(width, words):
    stamp = Stamp(Look(), words, "3 errors · 12 warnings · 14 June 2026", legal=False)
    page = page_of(stamp, width)
    corners = stamp.corners(50, 350, width)
    assert min(x for x, _y in corners) >= 50 - 0.01
    assert max(x for x, _y in corners) <= 50 + width + 0.01
    assert min(y for _x, y in corners) >= 350 - stamp.height(width) - 0.01
    for span in page.get_texttrace():
        assert span["size"] >= 7.5
        for _char, _glyph, (x, y), _box in span["chars"]:
            assert inside((x, 400 - y), corners), chr(_char)


def test_a_stamp_is_turned_by_five_degrees_unless_it_has_to_stand_straight():
    (ax, ay), (bx, by), *_rest = Stamp(Look(), "Legal", "", legal=True).corners(0, 0, 300)
    assert math.degrees(math.atan2(by - ay, bx - ax)) == pytest.approx(5)
    (_ax, ay), (_bx, by), *_rest = Stamp(Look(), "Legal", "", legal=True, turned=False).corners(0, 0, 300)
    assert ay == by


def test_a_legal_stamp_is_outlined_twice_and_another_filled():
    legal, wrong = (
        page_of(Stamp(Look(), "Words", "2 warnings", legal=legal)).get_drawings() for legal in (True, False)
    )
    assert [shape["type"] for shape in legal] == ["s", "s"]
    assert [shape["type"] for shape in wrong] == ["f"]


@pytest.mark.parametrize(("length", "count"), [(60, 1), (1400, 1), (2600, 2), (5000, 4)])
def test_a_text_is_in_as_few_codes_as_have_modules_that_can_be_read(length, count):
    text = ("Intercessor Squad with bolt rifles\n" * (length // 35 + 1))[:length]
    code = QrCode(text)
    assert len(code.codes) == count
    for one in code.codes:
        assert (code.side - 2 * code.quiet) / len(one) >= LEAST_MODULE


def test_a_text_too_long_for_codes_does_not_fit():
    assert not QrCode("word " * 4000).fits
    assert QrCode("word").fits


def test_codes_are_only_worked_out_when_they_are_drawn(monkeypatch):
    monkeypatch.setattr(qr, "_modules", None)
    code = QrCode("Intercessor Squad with bolt rifles\n" * 40)
    assert code.fits
    assert code.height(200) == code.side


@pytest.mark.parametrize(("level", "letters"), [("M", 2213), ("L", 2809)])  # most bytes of version 39
def test_the_longest_text_of_one_code_fits_and_a_longer_one_does_not(level, letters):
    def code(length):
        return QrCode("a" * length, side=2000, levels=(level,), most=1)

    assert code(letters).fits
    assert len(code(letters).codes[0]) == 17 + 4 * 39
    assert not code(letters + 1).fits
    assert code(letters + 1).codes == ()


@pytest.mark.parametrize(("least", "size"), [(0.0, 6.4), (6.6, 6.933), (8.0, 8.0)])
def test_a_title_is_set_smaller_down_to_the_least_and_then_cut(least, size):
    bar = Bar(Look(), 14.0, [Span("Words without end " * 9, Style(8.0, strong=True))], least=least)
    title, second, right = bar.fitted(160.0)
    assert title.style.size == pytest.approx(size, abs=0.01)
    assert title.text.endswith("…")
    assert (second, right) == ([], [])
