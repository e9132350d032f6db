"""Tokens on sheets to cut: squares without gaps between them, marks outside to lay a ruler on, crosses at the corners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit.blocks import Block, Prose, draw_box
from listbuilder.print.kit.cutting import draw_cut_marks
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.inline import ELLIPSIS
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import BOX_RULE, mm
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import KEYWORDS, WEAPON_NAME, prose
from listbuilder.print.kit.typefaces import is_han
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.looks import look_of
from listbuilder.print.options import PrintOptions
from listbuilder.print.tokens import Token, tokens
from listbuilder.replacing import replace

SIDE = 25 * mm
_SAFE = 2 * mm  # from the cut: home cutters miss by 1
_FRAME = 1.6 * mm  # of a state, from the cut
_SIGN = 5.5 * mm
_EDGE = 11 * mm  # of the paper, for the marks
_NAME_SIZES = (8.5, 8.0, 7.5, 7.0)
_FEW_LINES, _MOST_LINES = 4, 5
_NUMBER = Style(22.0, strong=True)


def token_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The tokens of an army, as many sheets as they need."""
    look = look_of(briefing, options)
    paper = SIZES[options.paper]
    columns, rows = (int((length - 2 * _EDGE) // SIDE) for length in paper)
    frame = Frame(paper, (paper[0] - columns * SIDE) / 2, (paper[1] - rows * SIDE) / 2, (paper[1] - rows * SIDE) / 2)
    flow = Flow(frame, gap=0.0)
    found, most = tokens(briefing), columns * rows
    for start in range(0, len(found), most):
        flow.turn_page()
        sheet = TokenSheet([TokenBlock(one, look) for one in found[start : start + most]], columns)
        flow.add(sheet, *(() if start else (Bookmark(_("Tokens")),)))
    return flow


@dataclass(frozen=True)
class TokenSheet:
    """Tokens in rows, with the marks to cut them by."""

    blocks: Sequence[Block]
    columns: int

    @property
    def rows(self) -> int:
        return -(-len(self.blocks) // self.columns)

    def height(self, width: float) -> float:
        return self.rows * SIDE

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for index, block in enumerate(self.blocks):
            row, column = divmod(index, self.columns)
            block.draw(canvas, x + column * SIDE, top - row * SIDE, SIDE)
        draw_cut_marks(canvas, x, top, self.columns, self.rows, (SIDE, SIDE))


@dataclass(frozen=True)
class TokenBlock:
    """One token, in its square."""

    token: Token
    look: Look

    def height(self, width: float) -> float:
        return SIDE

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        room = width - 2 * _SAFE
        left, token = x + _SAFE, self.token
        if token.sort == "unit":
            self.look.draw_ground(canvas, left, top - _SAFE, room, 1.6 * mm)
        elif token.sort == "state":
            inner = width - 2 * _FRAME
            draw_box(canvas, x + _FRAME, top - width + _FRAME, inner, inner, frame=BOX_RULE * 2)
        parts = self._parts(room)
        high = sum(block.height(room) for block in parts)
        at = top - (width - high) / 2
        for block in parts:
            block.draw(canvas, left, at, room)
            at -= block.height(room)

    def _parts(self, room: float) -> list[Block]:
        token = self.token
        parts: list[Block] = []
        match token.sort:
            case "once":
                parts.append(Sign("circle"))
            case "destroyed":
                parts.append(Sign("cross"))
            case "objective":
                parts.append(Sign("flag"))
        if token.grave:
            parts.append(Sign("warning"))
        is_number = token.sort == "objective"
        parts.append(prose(token.title, _NUMBER, "centre", 1.0) if is_number else self._name(room))
        if token.sort == "once":
            parts.append(prose(token.detail or _("once per battle"), KEYWORDS, "centre", 1.1))
        elif token.detail:
            parts.append(prose(token.detail, KEYWORDS, "centre", 1.1))
        return parts

    def _name(self, room: float) -> Prose:
        """The title in the largest type in which its words fit and it takes no more than four lines; else in the smallest, cut
        after five lines."""
        title, words = self.token.title, self.token.title.split()
        for size in _NAME_SIZES:
            style = replace(WEAPON_NAME, size=size)
            found = Prose([Span(title, style)], "centre", 1.12)
            fits = all(text_width(word, style) <= room or is_han(word[0]) for word in words)
            if fits and len(found.lines(room)) <= _FEW_LINES:
                return found
        for end in range(len(title), 0, -1):
            if len(found.lines(room)) <= _MOST_LINES:
                break
            found = Prose([Span(title[:end].rstrip() + ELLIPSIS, style)], "centre", 1.12)
        return found


@dataclass(frozen=True, slots=True)
class Sign:
    """The sign of a token: an icon, the circle of what is used once, or a cross."""

    name: Literal["circle", "cross", "flag", "warning"]

    def height(self, width: float) -> float:
        return _SIGN + 1.2 * mm

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        left, low = x + (width - _SIGN) / 2, top - _SIGN
        if self.name in {"flag", "warning"}:
            Icon(self.name, _SIGN).draw(canvas, left, top, _SIGN)
            return
        canvas.setStrokeGray(0.0)
        if self.name == "circle":
            canvas.setLineWidth(BOX_RULE)
            canvas.circle(x + width / 2, top - _SIGN / 2, _SIGN / 2, stroke=1, fill=0)
            return
        canvas.setLineWidth(3.0)
        canvas.line(left, low, left + _SIGN, top)
        canvas.line(left, top, left + _SIGN, low)
