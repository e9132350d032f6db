"""The card of a unit."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from itertools import pairwise

import pymupdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit import measures
from listbuilder.print.kit.measures import mm
from listbuilder.print.layouts.card import Card


@dataclass
class Slab:
    """A block that is higher the narrower it is, and remembers how wide it was to be."""

    widths: set[float] = field(default_factory=set)
    left: float = 0.0
    top: float = 0.0

    def height(self, width):
        self.widths.add(width)
        return 1000 / width

    def draw(self, canvas, x, top, width):
        self.left, self.top = x, top


def test_words_of_a_card_are_as_wide_as_the_card_without_its_edges():
    bar, figures, rules, small, track = (Slab() for _ in range(5))
    card = Card(bar, figures, rules=rules, small=small, tracks=[track])
    bare = Card(bar, figures, tracks=[track])
    inner = 100 - 2 * measures.CARD_PAD
    assert round((card.height(100) - bare.height(100) - 2000 / inner) / mm, 3) == 2.6  # above and below the words
    assert rules.widths == small.widths == {inner}
    assert bar.widths == figures.widths == track.widths == {100}
    assert bare.height(100) == pytest.approx(30 + 1.2 * mm)


def test_parts_of_a_card_stand_below_each_other_and_fill_it():
    blocks = [Slab() for _ in range(7)]
    bar, figures, weapons, rules, small, first, second = blocks
    card = Card(bar, figures, weapons, rules, small, [first, second])
    card.draw(Canvas(io.BytesIO()), 0, 700, 100)
    low = 1000 / (100 - 2 * measures.CARD_PAD)
    gaps = [one.top - other.top for one, other in pairwise(blocks)]
    assert gaps == pytest.approx([10, 10 + 1.2 * mm, 10 + 1.6 * mm, low, low + 1.0 * mm, 10])
    assert [one.left for one in blocks] == [0, 0, 0, measures.CARD_PAD, measures.CARD_PAD, 0, 0]
    assert 700 - card.height(100) == pytest.approx(second.top - 10)


@pytest.mark.parametrize(
    ("parts", "rules"),
    [
        ({}, 0),
        ({"figures": 1}, 0),
        ({"rules": 1}, 0),
        ({"weapons": 1, "small": 1}, 1),
        ({"figures": 1, "tracks": 2}, 2),
    ],
)
def test_a_card_has_a_frame_and_rules_between_its_parts(parts, rules):
    made = {name: [Slab()] * number if name == "tracks" else Slab() for name, number in parts.items()}
    card, buffer = Card(Slab(), **made), io.BytesIO()
    canvas = Canvas(buffer, pagesize=(200, 800))
    card.draw(canvas, 50, 700, 100)
    canvas.save()
    drawn = [one["rect"] for one in pymupdf.open(stream=buffer.getvalue(), filetype="pdf")[0].get_drawings()]
    assert len([one for one in drawn if one.height < 1]) == rules
    (frame,) = [one for one in drawn if one.height > 1]
    assert tuple(frame) == pytest.approx((50, 100, 150, 100 + card.height(100)), abs=0.1)
