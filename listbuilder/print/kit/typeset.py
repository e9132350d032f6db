"""Breaks text into lines: styled spans in, positioned lines out.

Western words break at spaces, after a slash and after a hyphen between letters; Chinese and Japanese break between any two
characters, but a closing mark never starts a line and an opening one never ends it; a word wider than the line breaks
anywhere. No markup is parsed: every text is printed as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from msgspec import Struct
from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit import bidi, pen, typefaces
from listbuilder.print.kit.style import Style
from listbuilder.replacing import replace

_CLOSING = frozenset("，。、；：？！）】」』》〉”’％…·—・ー々)]}%,.;:!?")
_OPENING = frozenset("（【「『《〈“‘([{")
_LEAST_LETTERS = 2  # of a shortened word
FLOOR = 7.0  # points: no type is made smaller than this so that it fits
_WORDS = re.compile(" +|[^ ]+")
_BREAKABLE = re.compile(f"[/—-]|{typefaces.HAN_SCRIPTS.pattern}")
_MOST_KEPT = 4096  # texts whose words or lines are kept: cards are set in three sizes, the pages around them each time

_least: ContextVar[float] = ContextVar("_least", default=0.0)


@contextmanager
def at_least(size: float) -> Iterator[None]:
    """No type is set smaller than so many points in this context: smaller styles are raised to it."""
    token = _least.set(size)
    try:
        yield
    finally:
        _least.reset(token)


class Span(Struct, frozen=True, gc=False):
    """A piece of text in one style; a ``solid`` one is not broken while it fits on a line. ``said``: the text in the order of
    reading, where it stands in another."""

    text: str
    style: Style
    solid: bool = False
    said: str = ""


class _Box(Struct, frozen=True, gc=False):
    """Spans without a break opportunity, and the space that follows on the same line."""

    spans: tuple[Span, ...]
    width: float
    space: Span | None = None
    gap: float = 0.0  # the width of the space

    @classmethod
    def of(cls, pieces: Sequence[Span], space: Span | None = None) -> _Box:
        """The box of adjacent pieces of text."""
        spans = _joined(pieces)
        wide = _width(spans[0]) if len(spans) == 1 else sum(map(_width, spans))
        return cls(spans, wide, space, _width(space) if space is not None else 0.0)


class Line(Struct, frozen=True, gc=False):
    """A broken line."""

    spans: tuple[Span, ...]
    width: float
    size: float  # of the largest type in it

    @classmethod
    def of(cls, spans: Iterable[Span]) -> Line:
        """A line of these spans, whatever its length."""
        pieces = _ordered(_joined([Span(typefaces.clean(span.text), raised(span.style)) for span in spans]))
        return cls(pieces, sum(map(_width, pieces)), max((span.style.size for span in pieces), default=0.0))

    def draw(self, canvas: Canvas, x: float, baseline: float) -> None:
        """Draws the line with its left edge at ``x``."""
        pen.write(canvas, x, baseline, self.spans)


def raised(style: Style) -> Style:
    """The style, as large as type has to be in this context."""
    least = _least.get()
    return replace(style, size=least) if style.size < least else style


def _raised(spans: Sequence[Span]) -> Sequence[Span]:
    if not _least.get():
        return spans
    return [replace(span, style=raised(span.style)) for span in spans]


def _width(span: Span) -> float:
    style = span.style
    return typefaces.width(span.text, style.strong, style.size) + style.tracking * len(span.text)


def text_width(text: str, style: Style) -> float:
    """The width of a text set on one line."""
    return _width(Span(typefaces.clean(text), raised(style)))


def _may_break(before: str, after: str, following: str) -> bool:
    if after in _CLOSING or before in _OPENING:
        return False
    if typefaces.is_han(before) or typefaces.is_han(after):
        return True
    return (before in "/-" and after.isalpha() and following.isalpha()) or before == "—"


def _joined(pieces: Sequence[Span]) -> tuple[Span, ...]:
    """Merges adjacent spans of one style, so that words stay whole in copied text."""
    if len(pieces) < 2:
        return tuple(pieces)
    return tuple(
        Span("".join([piece.text for piece in run]), style) for style, run in groupby(pieces, key=attrgetter("style"))
    )


def _ordered(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """The spans of a line from left to right."""
    if not any(bidi.RIGHT_TO_LEFT.search(span.text) for span in spans):
        return spans
    signs = [(sign, number) for number, span in enumerate(spans) for sign in span.text]
    return tuple(Span(one.text, spans[one.style].style, said=one.said) for one in bidi.ordered(signs))


@lru_cache(_MOST_KEPT)
def _boxes(spans: tuple[Span, ...]) -> tuple[_Box, ...]:
    return tuple(_cut(spans))


def _cut(spans: tuple[Span, ...]) -> Iterator[_Box]:
    texts = [typefaces.clean(span.text) for span in spans]
    current: list[Span] = []
    gap: Span | None = None  # the spaces behind the current pieces
    before = " "
    for number, (span, text) in enumerate(zip(spans, texts, strict=True)):
        for found in _WORDS.finditer(text):
            word = found[0]
            if word[0] == " ":
                gap = Span((gap.text if gap is not None else "") + word, span.style)
                continue
            if gap is not None:
                if current:
                    yield _Box.of(current, gap)
                current, before, gap = [], " ", None
            after = text[found.end()] if found.end() < len(text) else _first(texts, number + 1)
            start = 0
            for place in _breaks(word, before, after, at_start=bool(current), solid=span.solid):
                if place:
                    current.append(Span(word[start:place], span.style))
                yield _Box.of(current)
                current, start = [], place
            current.append(Span(word[start:], span.style) if start or len(word) != len(span.text) else span)
            before = word[-1]
    if current:
        yield _Box.of(current)


def _first(texts: Sequence[str], number: int) -> str:
    """The first character from that text on."""
    return next((text[0] for text in texts[number:] if text), " ")


def _breaks(word: str, before: str, after: str, *, at_start: bool, solid: bool) -> list[int]:
    """Before which characters of a word a line may end; before the first one where something stands before it."""
    places = [0] if at_start and _may_break(before, word[0], word[1] if len(word) > 1 else after) else []
    if solid or not _BREAKABLE.search(word):
        return places
    around = word + after
    places += (at for at in range(1, len(word)) if _may_break(word[at - 1], word[at], around[at + 1]))
    return places


def _fitting(box: _Box, width: float) -> Iterator[_Box]:
    """A box that is wider than a line, cut between characters."""
    current: list[Span] = []
    used = 0.0
    for span in box.spans:
        for char in span.text:
            piece = Span(char, span.style)
            wide = _width(piece)
            if current and used + wide > width:
                yield _Box.of(current)
                current, used = [], 0.0
            current.append(piece)
            used += wide
    yield _Box.of(current, box.space)


def _line(boxes: Sequence[_Box], width: float) -> Line:
    pieces: list[Span] = []
    last = len(boxes) - 1
    for index, box in enumerate(boxes):
        pieces += box.spans
        if box.space is not None and index < last:
            pieces.append(box.space)
    spans = _ordered(_joined(pieces))
    return Line(spans, width, max((span.style.size for span in spans), default=0.0))


def with_whole_words(spans: Sequence[Span], width: float) -> Sequence[Span]:
    """The spans with no word wider than ``width``, so that none is broken: set without space between letters, then in smaller
    type, which is never below the floor, and at last shortened with a full stop."""
    spans = _raised(spans)
    if _widest(spans) <= width:
        return spans
    close = [replace(span, style=replace(span.style, tracking=0.0)) for span in spans]
    widest = _widest(close)
    if widest <= width:
        return close
    factor = 0.999 * width / widest
    smaller = [replace(span, style=_scaled(span.style, factor)) for span in close]
    return [replace(span, text=_shortened(span, width)) for span in smaller]


def _widest(spans: Sequence[Span]) -> float:
    return max((box.width for box in _boxes(tuple(spans))), default=0.0)


def _scaled(style: Style, factor: float) -> Style:
    return replace(style, size=max(style.size * factor, min(max(FLOOR, _least.get()), style.size)))


def _shortened(span: Span, width: float) -> str:
    """The text with a full stop for the end of each word that is too wide."""
    words = []
    for word in typefaces.clean(span.text).split(" "):
        kept = word
        while (
            len(kept) > _LEAST_LETTERS + 1 and _width(Span(kept, span.style)) > width and not typefaces.is_han(kept[0])
        ):
            kept = kept.rstrip(".")[:-1].rstrip("-.") + "."
        words.append(kept)
    return " ".join(words)


def break_lines(spans: Sequence[Span], width: float) -> tuple[Line, ...]:
    """The text in lines no wider than ``width``; always at least one line."""
    return _broken(tuple(_raised(spans)), width)


@lru_cache(_MOST_KEPT)
def _broken(spans: tuple[Span, ...], width: float) -> tuple[Line, ...]:
    lines: list[Line] = []
    current: list[_Box] = []
    used = gap = 0.0
    for whole in _boxes(spans):
        for box in (whole,) if whole.width <= width else _fitting(whole, width):
            if current and used + gap + box.width > width + 0.01:
                lines.append(_line(current, used))
                current, used, gap = [], 0.0, 0.0
            current.append(box)
            used += gap + box.width
            gap = box.gap
    return (*lines, _line(current, used)) if current or not lines else tuple(lines)
