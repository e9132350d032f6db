"""Pages on sheets of paper."""

from __future__ import annotations

import pytest

from listbuilder.print.kit.pages import SIZES
from listbuilder.print.kit.sheets import LARGE, arranged, stapled


@pytest.mark.parametrize(
    ("count", "sides"),
    [(4, [(3, 0), (1, 2)]), (8, [(7, 0), (1, 6), (5, 2), (3, 4)])],
)
def test_a_booklet_has_the_order_that_folding_needs(count, sides):
    found = stapled(count, (100.0, 150.0))
    assert [tuple(one.page for one in sheet.pages) for sheet in found] == sides
    assert {sheet.paper for sheet in found} == {(200.0, 150.0)}
    assert {tuple(one.x for one in sheet.pages) for sheet in found} == {(0.0, 100.0)}


@pytest.mark.parametrize("count", [4, 8, 12, 40])
def test_pages_of_a_folded_pile_follow_each_other(count):
    sides = stapled(count, (100.0, 150.0))
    leaves = list(zip(sides[::2], sides[1::2], strict=True))  # front and back of each sheet, turned over the short edge
    rights = [(front.pages[1].page, back.pages[0].page) for front, back in leaves]
    lefts = [(back.pages[1].page, front.pages[0].page) for front, back in reversed(leaves)]
    assert [page for leaf in (*rights, *lefts) for page in leaf] == list(range(count))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_two_pages_of_a_booklet_fill_a_sheet_and_large_ones_the_paper(paper):
    width, height = SIZES[paper]
    assert {sheet.paper for sheet in stapled(4, SIZES[f"half-{paper}"])} == {(height, width)}
    assert [side * LARGE for side in SIZES[f"small-{paper}"]] == pytest.approx([width, height])


def test_large_pages_fill_the_larger_paper():
    (sheet,) = arranged("enlarged", 1, (100.0, 200.0))
    scale = sheet.pages[0].scale
    assert sheet.paper == pytest.approx((100.0 * scale, 200.0 * scale))
    assert 8.5 * scale == pytest.approx(12.0, abs=0.05)


def test_plain_pages_are_as_they_are():
    first, second = arranged("plain", 2, (100.0, 200.0))
    assert [(first.paper, first.pages[0].page, first.pages[0].scale)] == [((100.0, 200.0), 0, 1.0)]
    assert second.pages[0].page == 1
