"""Every part is drawn on one page in each language."""

from __future__ import annotations

import io

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.forms import FactBoxes, GroupKey
from listbuilder.print.kit.look import Colour, Look
from listbuilder.print.kit.measures import mm
from tests.print.kit.parts import WORDS, page_of_parts


@pytest.mark.parametrize("save_ink", [False, True])
def test_all_words_of_the_parts_stand_on_their_page(save_ink):
    data = page_of_parts(Look(Colour.of("#13300E"), save_ink=save_ink))
    with pymupdf.open(stream=data, filetype="pdf") as document:
        for page, words in zip(document, WORDS.values(), strict=True):
            text = " ".join(page.get_text().split()).casefold().replace("\u00a0", " ")
            for word in (
                words["title"],
                words["leader"],
                words["inv"],
                words["damaged"],
                words["legal"],
                *words["state"],
            ):
                assert word.casefold() in text
            for _x, _y, right, bottom, *_rest in page.get_text("words"):
                assert right <= page.rect.width - 20
                assert bottom <= page.rect.height


def test_the_same_parts_give_the_same_bytes():
    assert page_of_parts() == page_of_parts()


def test_the_head_of_a_group_is_as_high_as_its_words():
    short, long = (GroupKey(Look(), "Regiment " * count) for count in (1, 30))
    assert short.height(100 * mm) == pytest.approx(4.6 * mm)
    assert long.height(100 * mm) > 2 * short.height(100 * mm)


def test_figures_and_labels_stand_in_the_middle_of_their_boxes():
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(400, 200))
    FactBoxes([("12", "Models"), ("3", "Enhancements of this army")]).draw(canvas, 50, 150, 52 * mm)
    canvas.save()
    page = pymupdf.open(stream=buffer.getvalue(), filetype="pdf")[0]
    boxes = sorted({(one["rect"].x0, one["rect"].x1) for one in page.get_drawings()})
    assert len(boxes) == 2
    for left, right in boxes:
        lines = [line["bbox"] for block in page.get_text("dict")["blocks"] for line in block["lines"]]
        inside = [(start + end) / 2 for start, _top, end, _bottom in lines if left < start < end < right]
        assert inside
        assert inside == pytest.approx([(left + right) / 2] * len(inside), abs=0.5)
