"""The card of an attached unit: bar, statlines, weapons by their bearers, abilities, keywords, track."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.bar import Bar
from listbuilder.print.kit.blocks import EMPTY, Block, draw_box, draw_rule
from listbuilder.print.kit.links import Anchor
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.typeset import Span
from listbuilder.print.layouts.armoury import WeaponTable
from listbuilder.print.layouts.columns import Columns
from listbuilder.replacing import replace

_ABOVE_TEXT, _BELOW_TEXT = 1.6 * mm, 1.0 * mm
_BELOW_FIGURES = 1.2 * mm
_LEAST_REST = 25 * mm  # of a card that is parted without need
_MORE, _MOST_MORE = 4 * mm, 6  # that go on with the rest, and how often more of it may
_TIGHT = 0.5 * mm  # between abilities where a card fits only so
_TOLERANCE = 0.01


@dataclass(frozen=True)
class Card:
    """Parts of a card, each as wide as the card; what is not there is left out. ``keys``: names of the places that links lead to.
    A card that is taller than a page goes on behind its title; its tracks stay with the statlines."""

    bar: Bar
    figures: Block | None = None
    weapons: WeaponTable | None = None
    rules: Columns | None = None
    small: Block | None = None  # keywords and what the models carry besides weapons
    tracks: Sequence[Block] = ()
    keys: Sequence[str] = ()

    def _text_height(self, width: float) -> float:
        inner = width - 2 * measures.CARD_PAD
        blocks = [block for block in (self.rules, self.small) if block is not None]
        return sum(block.height(inner) for block in blocks) + (_ABOVE_TEXT + _BELOW_TEXT if blocks else 0.0)

    def height(self, width: float) -> float:
        return self.bar.height(width) + sum(height for _draw, height in self._parts(width))

    def tightened(self) -> Card:
        """The card with less between its abilities."""
        return replace(self, rules=self.rules.tightened(_TIGHT)) if self.rules is not None else self

    # --- over pages ------------------------------------------------------------------------------------------------------
    def split(self, width: float, room: float) -> tuple[Card | None, Card | None]:
        """The card as far as it fits into ``room`` points of height, and the rest of it."""
        if self.height(width) <= room + _TOLERANCE:
            return self, None
        rest = replace(self, bar=continued(self.bar), figures=None, tracks=(), keys=())
        least = replace(self, weapons=None, rules=None, small=None)
        free = room - least.height(width)
        if self.weapons is not None and self.weapons.height(width) > free:
            return self._parted_weapons(width, free, least, rest)
        with_weapons = replace(least, weapons=self.weapons)
        free -= self.weapons.height(width) if self.weapons is not None else 0.0
        inner = width - 2 * measures.CARD_PAD
        if self.rules is None:
            return with_weapons, replace(rest, weapons=None)
        some, others = self.rules.split(inner, free - _ABOVE_TEXT - _BELOW_TEXT)
        if some is None and self.weapons is None:
            return None, self
        return replace(with_weapons, rules=some), replace(rest, weapons=None, rules=others)

    def worth_parting(self, width: float, room: float) -> tuple[Card | None, Card | None]:
        """The same as `split`, with a part of the texts besides keywords on the next page, if less on this one makes it so."""
        parts = found = self.split(width, room)
        for more in range(1, _MOST_MORE + 1):
            first, rest = found
            if first is None or rest is None or not rest._has_only_keywords(self):
                return found if first is not None else parts
            found = self.split(width, room - more * _MORE)
        return parts

    def _has_only_keywords(self, of: Card) -> bool:
        return of.rules is not None and self.rules is None and self.weapons is None

    def begun(self, width: float, room: float) -> tuple[Card | None, Card | None]:
        """The card as far as it fits into a room at the foot of a page, which it need not begin on: all of its weapons stay
        together there, and what is left is worth the title that it goes on with."""
        first, rest = self.split(width, room)
        for _more in range(_MOST_MORE):  # a text goes on as a whole, or by lines
            if rest is None or (short := _LEAST_REST - rest.height(width)) <= 0:
                break
            room -= short
            first, rest = self.split(width, room)
        is_whole = rest is None or (rest.weapons is None and rest.height(width) >= _LEAST_REST)
        return (first, rest) if first is not None and is_whole else (None, self)

    def _parted_weapons(self, width: float, free: float, least: Card, rest: Card) -> tuple[Card | None, Card | None]:
        """The same where not even the weapons fit."""
        assert self.weapons is not None
        most = self.weapons.count
        kept = max((end for end in range(1, most) if self.weapons.part(0, end).height(width) <= free), default=0)
        if not kept:
            return None, self
        first = replace(least, weapons=self.weapons.part(0, kept))
        return first, replace(rest, weapons=self.weapons.part(kept, most))

    # --- drawing ---------------------------------------------------------------------------------------------------------
    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for key in self.keys:
            Anchor(EMPTY, key).draw(canvas, x, top, width)
        height = self.height(width)
        self.bar.draw(canvas, x, top, width)
        y = top - self.bar.height(width)
        for index, (draw, part) in enumerate(self._parts(width)):
            if index:
                draw_rule(canvas, x, y, width, measures.COLUMN_RULE)
            draw(canvas, x, y, width)
            y -= part
        draw_box(canvas, x, top - height, width, height, frame=measures.CARD_FRAME)

    def _parts(self, width: float) -> Iterator[tuple[Callable[[Canvas, float, float, float], None], float]]:
        """What draws each part below the bar, and its height; rules stand between them."""
        if self.figures is not None:
            yield self.figures.draw, self.figures.height(width) + _BELOW_FIGURES
        if self.weapons is not None:
            yield self.weapons.draw, self.weapons.height(width)
        if self.rules is not None or self.small is not None:
            yield self._draw_text, self._text_height(width)
        for track in self.tracks:
            yield track.draw, track.height(width)

    def _draw_text(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        inner, y = width - 2 * measures.CARD_PAD, y - _ABOVE_TEXT
        for block in (self.rules, self.small):
            if block is not None:
                block.draw(canvas, x + measures.CARD_PAD, y, inner)
                y -= block.height(inner)


def continued(bar: Bar) -> Bar:
    """The bar of a card that goes on from the page before."""
    title, *_rest = bar.left
    assert isinstance(title, Span)
    words = Span(_("continued"), theme.BAR_SECOND)
    return replace(bar, left=(title, words), right=())  # what it costs stands where it begins
