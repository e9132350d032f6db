"""The card of a unit."""

from __future__ import annotations

from dataclasses import dataclass, field

from listbuilder.print.kit import measures
from listbuilder.print.kit.measures import mm
from listbuilder.print.layouts.card import Card


@dataclass
class Slab:
    """A block that is higher the narrower it is, and remembers how wide it was to be."""

    widths: set[float] = field(default_factory=set)

    def height(self, width):
        self.widths.add(width)
        return 1000 / width


def test_words_of_a_card_are_as_wide_as_the_card_without_its_edges():
    bar, figures, rules, small, track = (Slab() for _ in range(5))
    card = Card(bar, figures, rules=rules, small=small, tracks=[track])
    bare = Card(bar, figures, tracks=[track])
    inner = 100 - 2 * measures.CARD_PAD
    assert round((card.height(100) - bare.height(100) - 2000 / inner) / mm, 3) == 2.6  # above and below the words
    assert rules.widths == small.widths == {inner}
    assert bar.widths == figures.widths == track.widths == {100}
