"""The roster on pages of half the size: folded to a booklet, or enlarged again to large type."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit.pages import Bookmark, Flow, heading
from listbuilder.print.layouts.roster import roster_flow
from listbuilder.print.options import Paper, PrintOptions
from listbuilder.replacing import replace

_HALF: dict[Paper, Paper] = {"a4": "half-a4", "letter": "half-letter"}
_SMALL: dict[Paper, Paper] = {"a4": "small-a4", "letter": "small-letter"}
_FOLDED = 4  # pages on a sheet of a booklet
_LINE = 8 * mm  # between lines to write on


def large_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The roster on small pages, which are enlarged."""
    return roster_flow(briefing, replace(options, paper=_SMALL[options.paper]))


def booklet_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The roster on pages of half the paper, with pages for notes up to a whole number of sheets."""
    flow = roster_flow(briefing, replace(options, paper=_HALF[options.paper]))
    flow.pages = [page for page in flow.pages if page] or [[]]
    while len(flow.pages) % _FOLDED:
        flow.turn_page()
        flow.add(heading(_("Notes"), Lines(flow.frame.height - 2 * _LINE)), Bookmark(_("Notes")))
    return flow


@dataclass(frozen=True, slots=True)
class Lines:
    """Dotted lines to write on."""

    tall: float

    def height(self, width: float) -> float:
        return self.tall

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        canvas.saveState()
        canvas.setLineWidth(0.4)
        canvas.setLineCap(1)
        canvas.setDash(0.4, 1.6)
        for number in range(1, int(self.tall / _LINE) + 1):
            canvas.line(x, top - number * _LINE, x + width, top - number * _LINE)
        canvas.restoreState()
