"""The head of the compact pages."""

from __future__ import annotations

from listbuilder.army.prices import price_word
from listbuilder.i18n import _, number
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit.blocks import Beside, Block, HairRule, Prose, Stack
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import BODY, NOTE, SUBTITLE, prose
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.verdicts import message, severity_words
from listbuilder.rules.diagnostic import Diagnostic


def masthead(briefing: Briefing, title: Style, big: Style) -> Block:
    """Name, faction, detachment and size on the left, points on the right."""
    army = briefing.army
    line = "  ·  ".join(briefing.facts_below_title)
    left = Stack([prose(briefing.title, title, leading=1.1), prose(line, SUBTITLE)])
    if not army.has_points:
        return Stack([left, HairRule(1.6, above=4, below=3), totals(briefing)])
    points, limit = number(army.points, grouped=True), str(briefing.vocabulary.terms.points)
    if army.limit is not None:
        limit = _("of {points}").format(points=f"{number(army.limit, grouped=True)} {price_word(army)}")
    right = Stack([prose(points, big, "right", leading=1.1), prose(limit, SUBTITLE, "right")])
    width = max(text_width(points, big), text_width(limit, SUBTITLE), 60.0) + 2
    return Stack([Beside([left, right], [0, width], 14), HairRule(1.6, above=4, below=3), totals(briefing)])


def totals(briefing: Briefing) -> Block:
    """Totals of the army, and the data it was checked against."""
    words = prose("  ·  ".join((*briefing.totals(), *briefing.spent)), BODY)
    return Beside([words, prose(briefing.data_line, NOTE, "right")], [0, 0], 10)


def finding_line(briefing: Briefing, finding: Diagnostic, style: Style = BODY) -> Block:
    """Severity, unit, message and the rule's id."""
    severity = Span(severity_words(finding.severity) + "  ", style.bold())
    return Prose([severity, Span(message(briefing, finding), style), Span("  " + finding.rule, NOTE)])
