"""Points in reserve as a bar against their limit."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print import declared
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.blocks import Prose, draw_box
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.theme import prose
from listbuilder.print.whereabouts import reserves_used

_BAR = 2.2 * mm


@dataclass(frozen=True, slots=True)
class ReserveGauge:
    """The bar below its words."""

    briefing: Briefing

    def _words(self) -> Prose:
        return prose(declared.reserves_line(self.briefing), theme.RULES_NAME)

    def height(self, width: float) -> float:
        return self._words().height(width) + _BAR + 1.2 * mm

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        words = self._words()
        words.draw(canvas, x, top, width)
        y = top - words.height(width) - _BAR - 0.6 * mm
        used, allowed = reserves_used(self.briefing), self.briefing.quota.allowed if self.briefing.quota else 0
        full = min(float(used) / float(allowed), 1.0) if allowed else 0.0
        draw_box(canvas, x, y, width * full, _BAR, ground=0.0 if full else None)
        draw_box(canvas, x, y, width, _BAR, frame=measures.BOX_RULE)
