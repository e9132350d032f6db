"""The roster as a booklet and in large type."""

from __future__ import annotations

import pymupdf
import pytest

from listbuilder.print import PrintOptions, print_army
from tests.print.proof import words_of

A4, LETTER = (595, 842), (612, 792)


@pytest.fixture
def opened(armies, rules):
    def make(name, **options):
        return pymupdf.open(stream=print_army(*armies[name], rules, PrintOptions(**options)), filetype="pdf")

    return make


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_a_booklet_is_whole_sheets_of_two_pages_a_side(opened, paper, size):
    with opened("marines", layout="booklet", paper=paper) as document:
        assert len(document) % 2 == 0
        for page in document:
            assert (round(page.rect.height), round(page.rect.width)) == pytest.approx(size, abs=1)


def test_both_pages_of_a_side_add_up_to_one_more_than_all(opened):
    with opened("marines", layout="booklet") as document:
        total = 2 * len(document)
        for number, page in enumerate(document):
            width, height = page.rect.width, page.rect.height
            left = page.get_text(clip=pymupdf.Rect(0, 0, width / 2, height))
            right = page.get_text(clip=pymupdf.Rect(width / 2, 0, width, height))
            near, far = number + 1, total - number
            first, second = (far, near) if number % 2 == 0 else (near, far)
            assert f"page {first} of {total}" in left
            assert f"page {second} of {total}" in right


def test_what_is_left_of_the_last_sheet_is_for_notes(opened):
    with opened("empty", layout="booklet") as document:  # one page of four
        assert len(document) == 2
        assert sum(page.get_text().count("Notes\n") for page in document) == 3


def test_the_outline_of_a_booklet_is_in_reading_order(opened):
    with opened("marines", layout="booklet") as document, opened("marines", paper="a5") as pages:
        titles = [entry[:2] for entry in document.get_toc() if entry[1] != "Notes"]
        assert titles == [entry[:2] for entry in pages.get_toc()]


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_large_type_on_the_same_paper(opened, paper, size):
    with opened("marines", layout="large", paper=paper) as large, opened("marines", paper=paper) as document:
        assert (round(large[0].rect.width), round(large[0].rect.height)) == size
        assert foot_size(large) == pytest.approx(8.5 * 2**0.5)
        assert foot_size(document) == pytest.approx(7.5)
        assert len(large) > len(document)


@pytest.mark.parametrize("name", ["marines", "sigmar"])
def test_no_large_type_is_smaller_than_twelve_points(opened, name):
    with opened(name, layout="large") as document:
        sizes = {word.size for page in document for word in words_of(page)}
    assert min(sizes) == pytest.approx(12, abs=0.05)


def foot_size(document):
    """The size of the type of the page number."""
    spans = document[0].get_texttrace()
    return next(span["size"] for span in spans if "".join(chr(char[0]) for char in span["chars"]).startswith("page 1"))


def test_the_outline_leads_to_the_names_on_enlarged_pages(opened):
    with opened("marines", layout="large") as document:
        entries = [entry for entry in document.get_toc(simple=False) if entry[1] == "Squad Titus"]
        (_level, title, page, target) = entries[0]
        below = pymupdf.Rect(0, target["to"].y - 1, document[page - 1].rect.width, target["to"].y + 40)
        assert title in document[page - 1].get_text(clip=below)
