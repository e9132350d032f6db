"""Places blocks on pages and renders pages as a PDF: frame, flow, bookmarks, footers.

All blocks are placed before the first is drawn, because the footer states the number of pages.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print import typefaces
from listbuilder.print.blocks import Block, Gap, HairRule, Prose, Scaled, Stack, draw_rule
from listbuilder.print.grid import Grid
from listbuilder.print.theme import FOOT, HAIR, QUIET, SECTION, prose

SIZES = {"a4": A4, "letter": LETTER}


@dataclass(frozen=True, slots=True)
class Frame:
    """The printed part of the paper; all lengths in points."""

    paper: tuple[float, float]
    side: float = 14 * mm
    above: float = 12 * mm
    below: float = 16 * mm

    @property
    def width(self) -> float:
        return self.paper[0] - 2 * self.side

    @property
    def height(self) -> float:
        return self.paper[1] - self.above - self.below

    @property
    def top(self) -> float:
        return self.paper[1] - self.above


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline."""

    title: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its position; ``top`` is measured upwards from the lower edge of the paper."""

    block: Block
    x: float
    top: float
    width: float
    bookmarks: tuple[Bookmark, ...] = ()


@dataclass(frozen=True, slots=True)
class Imprint:
    """The metadata of the document and the texts of its footer."""

    title: str
    subject: str
    keywords: str
    verdict: str
    language: str


@dataclass
class Flow:
    """Fills pages from the top; a block that does not fit goes to the next page."""

    frame: Frame
    gap: float = 9.0
    pages: list[list[Placed]] = field(default_factory=lambda: [[]])
    used: float = 0.0

    @property
    def room(self) -> float:
        return self.frame.height - self.used

    def turn_page(self) -> None:
        """Starts a new page unless this one is still empty."""
        if self.pages[-1]:
            self.pages.append([])
        self.used = 0.0

    def add(self, block: Block, *bookmarks: Bookmark) -> None:
        """Places a block undivided; one taller than a page is scaled down."""
        height = block.height(self.frame.width)
        if height > self.frame.height:
            block = Scaled(block, _fitting_factor(block, self.frame))
            height = block.height(self.frame.width)
        if self.pages[-1] and height > self.room + 0.01:
            self.turn_page()
        self._put(block, height, bookmarks)
        self.used += self.gap

    def add_grid(self, grid: Grid) -> None:
        """Places a table; rows that do not fit go to the next page."""
        rest: Grid | None = grid
        while rest is not None:
            first, others = rest.split(self.frame.width, self.room)
            if first is None:
                if not self.pages[-1]:
                    self.add(rest)  # a single row taller than a page
                    return
                self.turn_page()
                continue
            self._put(first, first.height(self.frame.width), ())
            rest = others
            if rest is not None:
                self.turn_page()
        self.used += self.gap

    def _put(self, block: Block, height: float, bookmarks: tuple[Bookmark, ...]) -> None:
        self.pages[-1].append(Placed(block, self.frame.side, self.frame.top - self.used, self.frame.width, bookmarks))
        self.used += height


def _fitting_factor(block: Block, frame: Frame) -> float:
    factor = 1.0
    while factor > 0.2 and Scaled(block, factor).height(frame.width) > frame.height:
        factor -= 0.04
    return factor


def heading(text: str, *below: Block) -> Stack:
    """A section's title with the blocks that stay on the same page."""
    return Stack([prose(text, SECTION), HairRule(0.9, above=1.0, below=2.0), Gap(1), *below])


def render(pages: Sequence[Sequence[Placed]], frame: Frame, imprint: Imprint) -> bytes:
    """The PDF. Its bytes do not depend on the time or the machine."""
    buffer = io.BytesIO()
    canvas = Canvas(
        buffer,
        pagesize=frame.paper,
        invariant=1,
        pageCompression=1,
        lang=imprint.language,
        initialFontName=typefaces.register(typefaces.TEXT),
    )
    canvas.setTitle(imprint.title)
    canvas.setSubject(imprint.subject)
    canvas.setKeywords(imprint.keywords)
    canvas.setAuthor("listbuilder")
    canvas.setCreator("listbuilder")
    canvas.setProducer("listbuilder")
    canvas.showOutline()
    marks = 0
    for number, page in enumerate(pages, 1):
        for placed in page:
            for bookmark in placed.bookmarks:
                marks += 1
                canvas.bookmarkHorizontalAbsolute(f"mark{marks}", placed.top, left=0, fit="XYZ")
                canvas.addOutlineEntry(bookmark.title, f"mark{marks}", bookmark.level, closed=False)
            placed.block.draw(canvas, placed.x, placed.top, placed.width)
        _footer(canvas, frame, imprint, number, len(pages))
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _footer(canvas: Canvas, frame: Frame, imprint: Imprint, number: int, total: int) -> None:
    line = frame.paper[1] - frame.above - frame.height - 9
    draw_rule(canvas, frame.side, line, frame.width, HAIR, QUIET)
    count = prose(_("page {number} of {total}").format(number=number, total=total), FOOT, "right")
    right = 70.0
    verdict = prose(imprint.verdict, FOOT, "centre")
    middle = frame.width * 0.36
    name = _one_line(imprint.title, frame.width - right - middle - 12)
    name.draw(canvas, frame.side, line - 3, frame.width - right - middle - 12)
    verdict.draw(canvas, frame.side + frame.width - right - middle, line - 3, middle)
    count.draw(canvas, frame.side + frame.width - right, line - 3, right)


def _one_line(text: str, width: float) -> Prose:
    """The text on one line, cut with an ellipsis where it is too long."""
    whole = prose(text, FOOT)
    while len(whole.lines(width)) > 1:
        text = text[: max(len(text) - max(len(text) // 12, 2), 0)].rstrip("… ") + "…"
        whole = prose(text, FOOT)
    return whole
