"""The pages of an army as a PDF.

All blocks are placed before the first is drawn, because the footer states the number of pages.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _, language
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import sheets, typefaces
from listbuilder.print.kit.blocks import draw_rule
from listbuilder.print.kit.inline import Piece, cut_pieces, cut_text, draw_pieces, pieces_width
from listbuilder.print.kit.measures import COLUMN_RULE
from listbuilder.print.kit.pages import Flow, Frame, Placed
from listbuilder.print.kit.structure import finish
from listbuilder.print.kit.tags import TaggedCanvas, tagged
from listbuilder.print.kit.theme import FOOT_LINE, FOOT_NAME
from listbuilder.print.kit.typeset import FLOOR, Span, at_least, text_width
from listbuilder.print.layouts.registry import Layout
from listbuilder.print.verdicts import verdict_lines
from listbuilder.terminal import one_line

_FOOT_RULE, _FOOT_BASE = 9.0, 10.5  # below what is printed, and from the rule to the words
_FOOT_GAP = 12.0
_LEAST_TITLE = 0.25  # of the room that it shares with the verdict
_COMPACT_FLOOR = 6.0  # points
Mark = tuple[str, float]  # a destination on a page: its name, how far up it is


def render(flow: Flow, briefing: Briefing, layout: Layout) -> bytes:
    """The bytes of the PDF of one army, in the language in use; they do not depend on the time or the machine."""
    document = Document(layout)
    canvas = document.canvas
    canvas.setTitle(one_line(briefing.title))  # which programs show on one line, or in a terminal
    subject = " · ".join(filter(None, (briefing.faction, briefing.detachments, briefing.points_line)))
    canvas.setSubject(one_line(subject))
    sealed = str(briefing.seal) if briefing.seal is not None else ""
    keywords = ", ".join(filter(None, (briefing.army.system, briefing.army.faction_keyword, sealed)))
    canvas.setKeywords(one_line(keywords))
    document.add(flow, briefing)
    return document.content()


class Document:
    """A PDF that armies are added to, all of them in one layout. ``title``: of a document of several armies, each of which is a
    chapter of its outline."""

    def __init__(self, layout: Layout, title: str = "") -> None:
        self.layout = layout
        self._is_collection = bool(title)
        self._marks = 0
        self._buffer = io.BytesIO()
        self.canvas = TaggedCanvas(
            self._buffer,
            invariant=1,
            pageCompression=1,
            lang=language(),
            initialFontName=typefaces.face(typefaces.TEXT).fontName,
        )
        self.canvas.floor = _floor(layout)
        self.canvas.setTitle(one_line(title))
        self.canvas.setAuthor("listbuilder")
        self.canvas.setCreator("listbuilder")
        self.canvas.setProducer("listbuilder")
        self.canvas.showOutline()

    def add(self, flow: Flow, briefing: Briefing) -> None:
        """Draws the pages of an army."""
        with at_least(self.layout.least):
            self._add(flow, briefing)

    def _add(self, flow: Flow, briefing: Briefing) -> None:
        pages = [page for page in flow.pages if page] or [[]]
        if flow.is_two_sided and self.canvas.getPageNumber() % 2 == 0:
            self.canvas.showPage()  # the back of what stands before, so that this begins a sheet
        marks = self._outlined(briefing, flow.frame, pages)
        for sheet in sheets.arranged(self.layout.sheets, len(pages), flow.frame.paper):
            self.canvas.setPageSize(sheet.paper)
            for place in sheet.pages:
                for key, top in marks[place.page]:
                    top = place.y + place.scale * top
                    self.canvas.bookmarkHorizontalAbsolute(key, top, left=place.x, fit="XYZ")
                self.canvas.saveState()
                self.canvas.transform(place.scale, 0, 0, place.scale, place.x, place.y)
                for placed in pages[place.page]:
                    placed.block.draw(self.canvas, placed.x, placed.top, placed.width)
                if self.layout.footed:
                    count = _("page {number} of {total}").format(number=place.page + 1, total=len(pages))
                    with tagged(self.canvas, "Artifact"):
                        _footer(self.canvas, flow.frame, briefing, count)
                self.canvas.restoreState()
            self.canvas.showPage()

    def content(self) -> bytes:
        """The finished PDF."""
        finish(self.canvas)
        self.canvas.save()
        return self._buffer.getvalue()

    def _outlined(self, briefing: Briefing, frame: Frame, pages: Sequence[Sequence[Placed]]) -> list[list[Mark]]:
        """Adds an army to the outline, in reading order whatever sheets its pages are on: the marks on each page."""
        found: list[list[Mark]] = []
        for index, page in enumerate(pages):
            chapter = [(briefing.title, 0, frame.top)] if self._is_collection and index == 0 else []
            own = (
                (one.title, one.level + self._is_collection, placed.top) for placed in page for one in placed.bookmarks
            )
            marks: list[Mark] = []
            for title, level, top in (*chapter, *own):
                self._marks += 1
                marks.append((f"mark{self._marks}", top))
                closed = level < self._is_collection
                self.canvas.addOutlineEntry(one_line(title), marks[-1][0], level, closed=closed)
            found.append(marks)
        return found


def _floor(layout: Layout) -> float:
    """Points on paper of the smallest type that can be read."""
    if layout.name == "compact":
        return _COMPACT_FLOOR
    return max(layout.least * sheets.LARGE, FLOOR) if layout.sheets == "enlarged" else FLOOR


def _footer(canvas: Canvas, frame: Frame, briefing: Briefing, count: str) -> None:
    """The title and the game on the left, the verdict and the code of the seal in the middle, the page on the right. The title is
    cut where they leave it no room; a game that has none is left out."""
    line = frame.below - _FOOT_RULE
    draw_rule(canvas, frame.side, line, frame.width, COLUMN_RULE)
    code = f"  ·  {briefing.code}" if briefing.code else ""
    lines = [f"{words}{code}" for words in verdict_lines(briefing, " ")]
    right = text_width(count, FOOT_LINE)
    room = frame.width - right - 2 * _FOOT_GAP
    most = room * (1 - _LEAST_TITLE)
    verdict = next((line for line in lines if text_width(line, FOOT_LINE) <= most), lines[-1])
    middle = cut_text(Span(verdict, FOOT_LINE), most) or Span("", FOOT_LINE)
    wide = text_width(middle.text, FOOT_LINE)
    left = min(
        max((frame.width - wide) / 2, right + _FOOT_GAP), room - wide
    )  # in the middle of the page where it can be
    game = [Span(f" · {briefing.game}", FOOT_LINE)] if briefing.game else []
    named: list[Piece] = [Span(briefing.title, FOOT_NAME), *game]
    pieces = cut_pieces(named if pieces_width(named) <= left else named[:1], left)
    base = line - _FOOT_BASE
    draw_pieces(canvas, frame.side, base, pieces)
    draw_pieces(canvas, frame.side + left + _FOOT_GAP, base, [middle])
    draw_pieces(canvas, frame.side + frame.width - right, base, [Span(count, FOOT_LINE)])
