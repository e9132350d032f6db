"""Bars of the accent with white words: titles of cards and pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import CAP_HEIGHT, Block
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.inline import Piece, cut_pieces, cut_text, draw_pieces, pieces_width, scaled_span
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.tags import Tag, tagged
from listbuilder.print.kit.typeset import Span
from listbuilder.replacing import replace

_SIZES = (1.0, 13 / 15, 12 / 15)  # of a title, the first that fits
_APART = 3 * mm  # between what stands on the left and on the right
_BESIDE = 2.6 * mm  # between the title and what follows it


@dataclass(frozen=True)
class Bar:
    """A title with words and icons behind it, and words on the right that never move. Where there is no room, the words behind
    the title are cut first, then the title is set smaller, but not below ``least`` points, and at last it is cut, too. Styles
    keep their size; the look gives ink and halo. ``tag``: the role of the title in the document, such as H2."""

    look: Look
    height_of: float
    left: Sequence[Piece]
    right: Sequence[Piece] = ()
    pad: float = 4 * mm
    tag: Tag = "H2"
    least: float = 0.0

    def height(self, width: float) -> float:
        return self.height_of

    def _on_bar(self, pieces: Sequence[Piece]) -> list[Piece]:
        return [
            replace(piece, white=not self.look.save_ink)
            if isinstance(piece, Icon)
            else replace(piece, style=self.look.on_bar(piece.style))
            for piece in pieces
        ]

    def fitted(self, width: float) -> tuple[Span, list[Piece], list[Piece]]:
        """The title, what follows it and what stands on the right, as they fit into a bar of that width."""
        title, *second = self._on_bar(self.left)
        assert isinstance(title, Span), "the first piece is the title"
        right = self._on_bar(self.right)
        room = width - 2 * self.pad - (pieces_width(right) + _APART if right else 0.0)
        for factor in _SIZES:
            if factor < 1 and title.style.size * factor < self.least:
                break
            smaller = scaled_span(title, title.style.size * factor)
            smaller = replace(smaller, style=self.look.on_bar(smaller.style))  # smaller type needs its halo
            rest = room - pieces_width([smaller])
            if rest >= 0:
                return smaller, cut_pieces(second, rest - _BESIDE), right
        return cut_text(smaller, room) or replace(smaller, text=""), [], right

    def is_cut(self, width: float) -> bool:
        """Whether a bar of that width has no room for all words on the left."""
        title, second, _right = self.fitted(width)
        shown = [piece.text for piece in (title, *second) if isinstance(piece, Span)]
        return shown != [piece.text for piece in self.left if isinstance(piece, Span)]

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        self.look.draw_ground(canvas, x, top, width, self.height_of)
        title, second, right = self.fitted(width)
        baseline = top - (self.height_of + CAP_HEIGHT * self._largest()) / 2
        with tagged(canvas, self.tag):
            draw_pieces(canvas, x + self.pad, baseline, [title])
        with tagged(canvas, "P"):
            draw_pieces(canvas, x + self.pad + pieces_width([title]) + _BESIDE, baseline, second)
        with tagged(canvas, "P"):
            draw_pieces(canvas, x + width - self.pad - pieces_width(right), baseline, right)

    def _largest(self) -> float:
        return max(piece.style.size for piece in (*self.left, *self.right) if isinstance(piece, Span))


@dataclass(frozen=True, slots=True)
class Banner:
    """A ground of the accent with any block on it, as a page's head; the block's styles are made with `Look.on_bar`."""

    look: Look
    block: Block
    least: float = 0.0  # points of height
    pad: float = 4 * mm
    above: float = 0.0

    def height(self, width: float) -> float:
        return max(self.least, self.block.height(width - 2 * self.pad) + self.above)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        self.look.draw_ground(canvas, x, top, width, self.height(width))
        self.block.draw(canvas, x + self.pad, top - self.above, width - 2 * self.pad)
