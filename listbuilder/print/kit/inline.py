"""Words and icons on one line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.tags import text_part
from listbuilder.print.kit.typefaces import clean, is_han
from listbuilder.print.kit.typeset import Line, Span, break_lines, text_width
from listbuilder.replacing import replace

Piece = Span | Icon
_DROP = 0.13  # of an icon's side: how far it reaches below the baseline
_AFTER_ICON = 0.3  # of its side
ELLIPSIS = "…"
_LEAST_CUT = 3.9  # of the size of the type: what stays of words that are cut


def pieces_width(pieces: Sequence[Piece]) -> float:
    """How long words and icons are on one line."""
    return sum(_width(piece) for piece in pieces)


def _width(piece: Piece) -> float:
    return piece.side * (1 + _AFTER_ICON) if isinstance(piece, Icon) else text_width(piece.text, piece.style)


def draw_pieces(canvas: Canvas, x: float, baseline: float, pieces: Sequence[Piece]) -> None:
    """Draws words and icons next to each other."""
    words: list[Span] = []
    start = x
    for piece in pieces:
        if isinstance(piece, Icon):
            _draw_words(canvas, start, baseline, words)
            piece.draw(canvas, x, baseline + piece.side * (1 - _DROP), piece.side)
            words = []
        else:
            words.append(piece)
        x += _width(piece)
        if not words:
            start = x
    _draw_words(canvas, start, baseline, words)


def _draw_words(canvas: Canvas, x: float, baseline: float, words: Sequence[Span]) -> None:
    if words:
        Line.of(words).draw(canvas, x, baseline)


def cut_pieces(pieces: Sequence[Piece], width: float) -> list[Piece]:
    """The pieces that fit; the one that does not is cut at a word, with an ellipsis, where enough of it stays to be understood,
    and those behind it are left out."""
    kept: list[Piece] = []
    room = width
    for piece in pieces:
        wide = _width(piece)
        if wide <= room + 0.01:
            kept.append(piece)
            room -= wide
            continue
        short = cut_text(piece, room, letters=False) if isinstance(piece, Span) else None
        if short is not None and text_width(short.text, short.style) >= _LEAST_CUT * short.style.size:
            kept.append(short)
        break
    while kept and (isinstance(kept[-1], Icon) or not kept[-1].text.strip()):
        kept.pop()  # its word is left out
    return kept


def cut_label(pieces: Sequence[Piece], room: float) -> list[Piece]:
    """A label as far as there is room; its last word may be cut within."""
    kept: list[Piece] = []
    for piece in pieces:
        wide = pieces_width([piece])
        if wide <= room + 0.01:
            kept.append(piece)
        elif isinstance(piece, Span) and (short := cut_text(piece, room)) is not None:
            kept.append(short)
        room -= wide
    return kept


def cut_text(span: Span, width: float, *, letters: bool = True) -> Span | None:
    """The text on one line, cut at a word with an ellipsis where it is too long. Where not one word fits, it is cut within the
    first with ``letters``, else None; also where nothing fits."""
    if text_width(span.text, span.style) <= width + 0.01:
        return span
    room = width - text_width(ELLIPSIS, span.style)
    if room <= 0:
        return None
    text = clean(span.text)
    lead = text[: len(text) - len(text.lstrip())]
    first = break_lines([span], room)[0]
    whole = "".join(piece.text for piece in first.spans)
    if not letters and _is_within_word(text.lstrip(), len(whole)):
        return None
    words = whole.rstrip(" ·,;:–-/(")
    short = Span(lead + words + ELLIPSIS, span.style)
    return short if words and text_width(short.text, short.style) <= width + 0.01 else None


def _is_within_word(text: str, place: int) -> bool:
    """Whether both sides of a place are letters of one word."""
    around = text[place - 1 : place + 1]
    return len(around) > 1 and all(sign.isalnum() and not is_han(sign) for sign in around)


@dataclass(frozen=True, slots=True)
class Inline:
    """One line of words and icons, cut where it is too long; as high as its largest type needs."""

    pieces: Sequence[Piece]
    align: str = "left"
    leading: float = 1.22

    def _size(self) -> float:
        sizes = [piece.style.size if isinstance(piece, Span) else piece.side * 0.8 for piece in self.pieces]
        return max(sizes, default=0.0)

    def height(self, width: float) -> float:
        return self._size() * self.leading

    def first_baseline(self, width: float) -> float:
        """Distance of the baseline from the top, as a text of that size has it."""
        size = self._size()
        return size * (0.8 + (self.leading - 0.8) * 0.42)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        pieces = self.pieces if pieces_width(self.pieces) <= width + 0.01 else cut_pieces(self.pieces, width)
        slack = width - pieces_width(pieces)
        shift = {"left": 0.0, "centre": slack / 2, "right": slack}[self.align]
        with text_part(canvas, "P", one=False):
            draw_pieces(canvas, x + shift, top - self.first_baseline(width), pieces)


def scaled_span(span: Span, size: float) -> Span:
    """The span in another size."""
    return replace(span, style=replace(span.style, size=size))
