"""Findings as rows: errors first, with a filled mark, warnings with an open one, behind a bar that holds them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import ngettext
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import theme
from listbuilder.print.kit.blocks import Prose, draw_box
from listbuilder.print.kit.icons import Icon, IconName
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.typeset import Span
from listbuilder.print.verdicts import message, printed_findings, severity_words, unprinted_words
from listbuilder.rules.diagnostic import Diagnostic

FEW = 8  # on the first page; all others stand behind the cards
FINDINGS = "findings"  # the place of the others
_BAR = 1.6 * mm
_ICON = 3.8 * mm
_TEXT = 9 * mm
_ROW, _LEAD = 5.5 * mm, 1.15 * mm
FINDING_ICONS: dict[str, IconName] = {"error": "error", "warning": "warning", "unjudged": "warning"}


@dataclass(frozen=True)
class FindingRows:
    """The findings of an army in the order of their weight, from ``start`` on and at most ``most``; how many more there are,
    unless it is the ``last`` place for them."""

    briefing: Briefing
    look: Look
    most: int
    start: int = 0
    last: bool = False
    pages: Mapping[str, int] = field(default_factory=dict)  # the page of the others, known when all are placed

    @property
    def _shown(self) -> tuple[Diagnostic, ...]:
        return printed_findings(self.briefing)[self.start : self.start + self.most]

    def _prose(self, finding: Diagnostic) -> Prose:
        severity = Span(f"{severity_words(finding.severity).capitalize()}.  ", theme.RULES_NAME)
        rule = Span(f"  {finding.rule}", theme.KEYWORDS)
        return Prose([severity, Span(sentence(message(self.briefing, finding)), theme.RULES), rule], leading=1.2)

    def _more(self) -> str:
        rest = len(printed_findings(self.briefing)) - self.start - self.most
        if rest > 0:
            return "" if self.last else more_words(rest, self.pages.get(FINDINGS, 0))
        return unprinted_words(self.briefing)

    def _rows(self, width: float) -> list[tuple[Diagnostic | None, Prose, float]]:
        rows: list[tuple[Diagnostic | None, Prose, float]] = []
        for finding in self._shown:
            words = self._prose(finding)
            rows.append((finding, words, max(_ROW, words.height(width - _TEXT) + _LEAD)))
        if more := self._more():
            rows.append((None, Prose([Span(more, theme.RULES_NAME)], leading=1.2), _ROW))
        return rows

    def fitting(self, width: float, room: float) -> int:
        """How many of them fit into ``room`` points of height."""
        return sum(1 for used in accumulate(high for _finding, _words, high in self._rows(width)) if used <= room)

    def height(self, width: float) -> float:
        return sum(high for _finding, _words, high in self._rows(width))

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        height = self.height(width)
        saved = self.look.save_ink
        draw_box(canvas, x, top - height, _BAR, height, ground=None if saved else 0.0, frame=0.6 if saved else 0.0)
        for finding, words, high in self._rows(width):
            icon = FINDING_ICONS.get(finding.severity) if finding is not None else None
            if icon is not None:
                Icon(icon, _ICON).draw(canvas, x + 3 * mm, top - (_ROW - _ICON) / 2, _ICON)
            words.draw(canvas, x + _TEXT, top - _LEAD, width - _TEXT)
            top -= high


def sentence(words: str) -> str:
    """Words that stand as a sentence of their own."""
    return words[:1].upper() + words[1:]


def has_more(briefing: Briefing) -> bool:
    """Whether not all findings stand on the first page."""
    return len(briefing.findings) > FEW


def more_words(count: int, page: int = 0) -> str:
    """Where so many more findings stand: on the last page, unless another is known."""
    if page:
        text = ngettext("{count} more finding on page {page}", "{count} more findings on page {page}", count)
        return text.format(count=count, page=page)
    text = ngettext("{count} more finding on the last page", "{count} more findings on the last page", count)
    return text.format(count=count)
