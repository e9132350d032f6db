"""The pages of an army as a PDF.

All blocks are placed before the first is drawn, because the footer states the number of pages.
"""

from __future__ import annotations

import io

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import typefaces
from listbuilder.print.kit.blocks import Prose, draw_rule
from listbuilder.print.kit.pages import Flow, Frame
from listbuilder.print.kit.theme import FOOT, HAIR, QUIET, prose

_COUNT = 70.0  # width of the page number in the footer


def render(flow: Flow, briefing: Briefing) -> bytes:
    """The bytes of the PDF, in the language in use; they do not depend on the time or the machine."""
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
