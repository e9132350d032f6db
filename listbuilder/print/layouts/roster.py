"""An army as a PDF: summary, datasheet cards, reference; or all of it on two pages.

All blocks are placed before the first is drawn, because the footer states the number of pages.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _, in_language
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import distinct
from listbuilder.print.kit import typefaces
from listbuilder.print.kit.blocks import EMPTY, Block, Prose, Scaled, draw_rule
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame
from listbuilder.print.kit.theme import FOOT, HAIR, NOTE, QUIET, prose
from listbuilder.print.layouts.card import card, card_name
from listbuilder.print.layouts.compact import compact_flow
from listbuilder.print.layouts.reference import add_reference
from listbuilder.print.layouts.sealed import seal_block
from listbuilder.print.layouts.summary import add_summary

_SIZES = (1.0, 0.96, 0.92)  # cards may be a little smaller where that saves a page
_MANY = 100  # cards, of which the smallest always save one: they are measured once
_COUNT = 70.0  # width of the page number in the footer


def compose(briefing: Briefing, paper: str, *, compact: bool) -> bytes:
    """The PDF of an army in the language in use. The same input gives the same bytes."""
    frame = Frame(SIZES[paper])
    flow = compact_flow(briefing, frame) if compact else full_flow(briefing, frame)
    if compact and briefing.seal is not None:
        flow.add_below(
            seal_block(briefing.seal)
        )  # where there is no room, the footer and the properties of the PDF have it
    return _render(flow, briefing)


def full_flow(briefing: Briefing, frame: Frame) -> Flow:
    """Summary, one card for each distinct unit, reference."""
    first = Flow(frame)
    add_summary(first, briefing)
    groups = distinct(briefing.army.units)
    if groups:
        rule = briefing.vocabulary.half_strength
        if hint := in_language(rule.boxes) if rule else "":
            first.add(prose(hint, NOTE))
    sealed = seal_block(briefing.seal) if briefing.seal is not None else EMPTY
    fits = first.add_below(sealed)
    if groups:
        first.turn_page()
    cards = [(card(briefing, copies), card_name(briefing, copies)) for copies in groups]
    last = () if fits else (sealed,)
    flows = [
        _followed(first.copy(), briefing, cards, factor, last)
        for factor in (_SIZES if len(cards) < _MANY else _SIZES[-1:])
    ]
    return min(flows, key=lambda flow: len(flow.pages))  # the first, which is the largest, of equal ones


def _followed(
    flow: Flow, briefing: Briefing, cards: Sequence[tuple[Block, str]], factor: float, last: Iterable[Block]
) -> Flow:
    """The summary with what follows it: scaled cards, reference, last blocks."""
    for index, (block, name) in enumerate(cards):
        chapter = () if index else (Bookmark(_("Units")),)
        flow.add(Scaled(block, factor), *chapter, Bookmark(name, 1))
    add_reference(flow, briefing)
    for block in last:
        flow.add(block)
    return flow


def _render(flow: Flow, briefing: Briefing) -> bytes:
    """The bytes of the PDF; they do not depend on the time or the machine."""
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer,
        pagesize=flow.frame.paper,
        invariant=1,
        pageCompression=1,
        lang=briefing.language,
        initialFontName=typefaces.face(typefaces.TEXT).fontName,
    )
    canvas.setTitle(briefing.title)
    canvas.setSubject(" · ".join(filter(None, (briefing.faction, briefing.detachments, briefing.points_line))))
    sealed = str(briefing.seal) if briefing.seal is not None else ""
    canvas.setKeywords(", ".join(filter(None, (briefing.army.system, briefing.army.faction_keyword, sealed))))
    canvas.setAuthor("listbuilder")
    canvas.setCreator("listbuilder")
    canvas.setProducer("listbuilder")
    canvas.showOutline()
    pages = [page for page in flow.pages if page] or [[]]
    marks = 0
    for number, page in enumerate(pages, 1):
        for placed in page:
            for bookmark in placed.bookmarks:
                marks += 1
                canvas.bookmarkHorizontalAbsolute(f"mark{marks}", placed.top, left=0, fit="XYZ")
                canvas.addOutlineEntry(bookmark.title, f"mark{marks}", bookmark.level, closed=False)
            placed.block.draw(canvas, placed.x, placed.top, placed.width)
        _footer(canvas, flow.frame, briefing, _("page {number} of {total}").format(number=number, total=len(pages)))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _footer(canvas: Canvas, frame: Frame, briefing: Briefing, count: str) -> None:
    """The title and the game on the left, the verdict and the code of the seal in the middle, the page on the right."""
    line = frame.below - 9
    draw_rule(canvas, frame.side, line, frame.width, HAIR, QUIET)
    words = " ".join(filter(None, (briefing.verdict_words, briefing.points_line)))
    verdict = f"{words}  ·  {briefing.code}" if briefing.code else words
    middle = frame.width * 0.36
    left = frame.width - _COUNT - middle
    named = " · ".join(filter(None, (briefing.title, briefing.game)))
    _one_line(named, left - 12).draw(canvas, frame.side, line - 3, left - 12)
    prose(verdict, FOOT, "centre").draw(canvas, frame.side + left, line - 3, middle)
    prose(count, FOOT, "right").draw(canvas, frame.side + left + middle, line - 3, _COUNT)


def _one_line(text: str, width: float) -> Prose:
    """The text on one line, cut with an ellipsis where it is too long."""
    whole = prose(text, FOOT)
    while len(whole.lines(width)) > 1:
        text = text[: max(len(text) - max(len(text) // 12, 2), 0)].rstrip("… ") + "…"
        whole = prose(text, FOOT)
    return whole
