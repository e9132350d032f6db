"""Pocket cards on sheets to cut: cards without gaps, marks outside of them, small crosses where four meet, and backs that meet
their fronts when the sheet is printed on both sides and turned over the long edge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.groups import in_list_order
from listbuilder.print.kit.cutting import draw_cut_marks
from listbuilder.print.kit.inline import cut_text
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame, Placed
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import FOOT_LINE, FOOT_NAME
from listbuilder.print.kit.typeset import Line, Span, text_width
from listbuilder.print.layouts.looks import look_of
from listbuilder.print.layouts.pocket_card import pocket_cards
from listbuilder.print.layouts.pocket_sides import Card, Face
from listbuilder.print.options import CardSize, PrintOptions
from listbuilder.print.verdicts import verdict_lines

SIZES_OF_CARDS: dict[CardSize, tuple[float, float]] = {
    "63x88": (63 * mm, 88 * mm),
    "70x120": (70 * mm, 120 * mm),
    "a7": (74 * mm, 105 * mm),
}
_ABOVE, _BELOW = 5.5 * mm, 7.5 * mm  # from the cards to the words above and below them
_HIGH, _DEEP = 1.9 * mm, 0.5 * mm  # of these words above and below their line
_EDGE = 4 * mm  # that printers leave white


def pocket_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """Sheets of cards, each followed by its back where anything stands on that or on a later one."""
    paper, size = SIZES[options.paper], SIZES_OF_CARDS[options.card_size]
    look = look_of(briefing, options)
    cards = [
        card for unit in in_list_order(briefing) for card in pocket_cards(briefing, unit, look, options.text, size)
    ]
    columns, rows = (int((paper[at] - 2 * _EDGE) // size[at]) for at in (0, 1))
    flow = Flow(Frame(paper, (paper[0] - columns * size[0]) / 2, (paper[1] - rows * size[1]) / 2))
    most = columns * rows
    sheets = [cards[start : start + most] for start in range(0, len(cards), most)]
    turned = max((index for index, sheet in enumerate(sheets, 1) if any(back for _front, back in sheet)), default=0)
    flow.is_two_sided = both = turned > 0
    for index, sheet in enumerate(sheets, 1):
        for faces, is_back in _sides(sheet, columns, both=index <= turned):
            flow.turn_page()
            what = (_("backs") if is_back else _("fronts")) if both else ""
            title = _("{side}, sheet {index} of {total}") if what else _("sheet {index} of {total}")
            words = title.format(side=what, index=index, total=len(sheets))
            block = CardSheet(faces, columns, rows, size, _heads(briefing, options, words), flow.frame.above - _EDGE)
            marks = tuple(Bookmark(face.title) for face in faces if face is not None and face.title)
            flow.pages[-1].append(Placed(block, flow.frame.side, flow.frame.top, flow.frame.width, marks))
    return flow


def _sides(cards: Sequence[Card], columns: int, *, both: bool) -> list[tuple[list[Face | None], bool]]:
    """The faces of a sheet, and those of its back, in rows from the left: mirrored, so that each is behind its front."""
    fronts: list[Face | None] = [front for front, _back in cards]
    if not both:
        return [(fronts, False)]
    backs: list[Face | None] = []
    for start in range(0, len(cards), columns):
        row: list[Face | None] = [back for _front, back in cards[start : start + columns]]
        backs += reversed([*row, *[None] * (columns - len(row))])
    return [(fronts, False), (backs, True)]


@dataclass(frozen=True, slots=True)
class _Heads:
    """Words beside the cards: above them left, in the middle and right, and below them."""

    above: tuple[str, str, str]
    below: tuple[str, str, str]


def _heads(briefing: Briefing, options: PrintOptions, side: str) -> _Heads:
    size = (
        options.card_size.replace("x", " × ") + " mm" if options.card_size[0].isdigit() else options.card_size.upper()
    )
    room = SIZES_OF_CARDS[options.card_size][0] - 6 * mm
    lines = verdict_lines(briefing, " · ")
    verdict = next((line for line in lines if text_width(line, FOOT_LINE) <= room), lines[-1])
    scale = _("{size}, print at 100 %").format(size=size)
    return _Heads((briefing.title, side, scale), (verdict, _("cut on the marks"), briefing.code))


@dataclass(frozen=True)
class CardSheet:
    """Faces in rows, with the marks to cut them by and words outside of them, for which there is so much ``room`` above and
    below."""

    faces: Sequence[Face | None]
    columns: int
    rows: int
    size: tuple[float, float]
    heads: _Heads
    room: float

    def height(self, width: float) -> float:
        return self.rows * self.size[1]

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for index, face in enumerate(self.faces):
            row, column = divmod(index, self.columns)
            if face is not None:
                face.draw(canvas, x + column * self.size[0], top - row * self.size[1], *self.size)
        draw_cut_marks(canvas, x, top, self.columns, self.rows, self.size)
        self._words(canvas, x, top)

    def _words(self, canvas: Canvas, x: float, top: float) -> None:
        low = top - self.rows * self.size[1]
        width = self.columns * self.size[0]
        lines: tuple[tuple[Sequence[str], float, Style], ...] = (
            (self.heads.above, top + min(_ABOVE, self.room - _HIGH), FOOT_NAME),
            (self.heads.below, low - min(_BELOW, self.room - _DEEP), FOOT_LINE),
        )
        for words, baseline, first in lines:
            if self.columns % 2 == 0:  # the mark in the middle would cross what stands there
                words = (" · ".join(filter(None, words[:2])), words[2])
            _write(canvas, x, baseline, width, words, (first, FOOT_LINE, FOOT_LINE)[: len(words)])


def _write(
    canvas: Canvas, x: float, baseline: float, width: float, words: Sequence[str], styles: Sequence[Style]
) -> None:
    """Words in three parts of a line, each in the middle of its part, between the marks."""
    part = width / len(words)
    for at, (text, style) in enumerate(zip(words, styles, strict=True)):
        fitting = cut_text(Span(text, style), part - 4 * mm) if text else None
        if fitting is not None:
            line = Line.of([fitting])
            line.draw(canvas, x + at * part + (part - line.width) / 2, baseline)
