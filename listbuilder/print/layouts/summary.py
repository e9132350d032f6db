"""The first page: the army, its verdict, units and declarations."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.army.prices import price_of, price_word
from listbuilder.army.records import Unit
from listbuilder.catalogue.base import Number
from listbuilder.i18n import _, ngettext, number
from listbuilder.print import declared
from listbuilder.print.briefing import Briefing, severity_words
from listbuilder.print.datasheet import control, meaning_heading, unit_title
from listbuilder.print.kit.blocks import EMPTY, Beside, Block, Gap, HairRule, Padded, Prose, Stack, draw_box
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.pages import Bookmark, Flow, heading
from listbuilder.print.kit.theme import BAND, BIG, BODY, HAIR, NOTE, SMALL, SUBTITLE, TITLE, label, prose
from listbuilder.print.kit.typeset import Span, Style, text_width
from listbuilder.print.layouts.card import title_words
from listbuilder.rules.diagnostic import Diagnostic

_UNIT_COLUMNS = (Column(share=1.0), Column(width=38.0), Column(share=1.2), Column(width=26.0), Column(width=40.0))
_ALIGN = ("left", "right", "left", "right", "right")
_ROOMY = 30  # up to so many rows have wide spacing
_VERDICT = Style(11, strong=True)


def add_summary(flow: Flow, briefing: Briefing) -> None:
    """Adds the summary; a long list continues on the next page."""
    flow.add(masthead(briefing), Bookmark(_("Summary")))
    flow.add(verdict(briefing))
    if briefing.army.units:
        flow.add_grid(units(briefing))
    else:
        flow.add(
            prose(_("There are no {units} in this list yet.").format(units=briefing.vocabulary.terms.unit.many), BODY)
        )
    if briefing.declared and (declared.sections(briefing) or declared.reserves_line(briefing)):
        flow.add(declarations(briefing), Bookmark(_("Declarations"), 1))


def masthead(briefing: Briefing, title: Style = TITLE, big: Style = BIG) -> Block:
    """Name, faction, detachment and size on the left, points on the right."""
    army = briefing.army
    line = "  ·  ".join(briefing.facts_of_army)
    left = Stack([prose(briefing.title, title, leading=1.1), prose(line, SUBTITLE)])
    if not army.has_points:
        return Stack([left, HairRule(1.6, above=4, below=3), totals(briefing)])
    points, limit = number(army.points), str(briefing.vocabulary.terms.points)
    if army.limit is not None:
        limit = _("of {points}").format(points=briefing.points(army.limit))
    right = Stack([prose(points, big, "right", leading=1.1), prose(limit, SUBTITLE, "right")])
    width = max(text_width(points, big), text_width(limit, SUBTITLE), 60.0) + 2
    return Stack([Beside([left, right], [0, width], 14), HairRule(1.6, above=4, below=3), totals(briefing)])


def totals(briefing: Briefing) -> Block:
    """Totals of the army, and the data it was checked against."""
    words = prose("  ·  ".join((*briefing.totals(), *briefing.spent)), BODY)
    return Beside([words, prose(briefing.data_line, NOTE, "right")], [0, 0], 10)


def verdict(briefing: Briefing) -> Block:
    """The verdict in a frame, with every finding."""
    errors = sum(1 for finding in briefing.findings if finding.severity == "error")
    head = [Span(briefing.verdict_words, _VERDICT)]
    if errors:
        count = ngettext("{count} error", "{count} errors", errors).format(count=errors)
        head.append(Span("   " + count, BODY))
    if not briefing.findings:
        head.append(Span("   " + _("no findings"), BODY))
    body = Stack([Prose(head), *(finding_line(briefing, finding) for finding in briefing.ranked_findings)])
    legal = briefing.verdict == "legal"
    return Padded(body, 7, 4, 7, 5, ground=None if legal else BAND, frame=0.8 if legal else 1.6)


def finding_line(briefing: Briefing, finding: Diagnostic, style: Style = BODY) -> Block:
    """Severity, unit, message and the rule's id."""
    severity = Span(severity_words(finding.severity) + "  ", style.bold())
    return Prose([severity, Span(briefing.message(finding), style), Span("  " + finding.rule, NOTE)])


def units(briefing: Briefing) -> Grid:
    """All units by role with models, marks, control and points."""
    held = meaning_heading(briefing.vocabulary, "control") if briefing.control is not None else ""
    cost = _("Points") if briefing.army.has_points else price_word(briefing.army)
    titles = (unit_title(briefing.vocabulary), _("Models"), _("Notes"), held, cost)
    head = Row(list(map(label, titles, _ALIGN)), rule=0.9, rule_ink=0.0)
    rows: list[Row] = []
    for role, members in briefing.roles():
        if role:
            points, bounds = briefing.share_of(members)
            beside = (EMPTY, prose(bounds, SMALL), EMPTY, prose(points, SMALL.bold(), "right"))
            rows.append(Row([prose(role, SMALL.bold()), *beside], heading=True, ground=BAND))
        rows += [_unit_row(briefing, unit) for unit in members]
    if cost:
        total = prose(number(_total(briefing)), BODY.bold(), "right")
        rows.append(Row([prose(_("Total"), BODY.bold()), EMPTY, EMPTY, EMPTY, total]))
    return Grid(_UNIT_COLUMNS, rows, [head], gutter=8.0, pad=2.4 if len(rows) <= _ROOMY else 1.2)


def _total(briefing: Briefing) -> Number:
    army = briefing.army
    return army.points if army.has_points else dict(army.spent).get(army.currencies[0].id, 0)


def _unit_row(briefing: Briefing, unit: Unit) -> Row:
    notes: list[Span] = []
    for words, style in ((briefing.marks(unit), BODY.bold()), (briefing.whereabouts(unit), BODY)):
        for word in words:
            notes += [Span(", ", BODY), Span(word, style)] if notes else [Span(word, style)]
    held, amount = control(unit, briefing.vocabulary), price_of(briefing.army, unit)
    cells: list[Block] = [
        Prose(title_words(briefing, [unit], BODY)),
        prose(str(unit.model_count or ""), BODY, "right"),
        Prose(notes),
        prose("" if held is None else str(held), BODY, "right"),
        prose("" if amount is None else number(amount), BODY, "right"),
    ]
    return Row(cells, rule=0.25)


def declarations(briefing: Briefing) -> Block:
    """Attached units, transports and reserves."""
    gauge = (ReserveGauge(briefing), Gap(4)) if declared.reserves_line(briefing) else ()
    blocks = [
        _section(one.title, one.entries, *(gauge if one.declarations == declared.RESERVES else ()))
        for one in declared.sections(briefing)
    ]
    return heading(_("Declared before the battle"), Beside(blocks, [0] * len(blocks), 16))


def _section(title: str, entries: declared.Entries, *first: Block) -> Block:
    lines: list[Block] = [
        Padded(Stack([prose(name, SMALL.bold()), prose(facts, SMALL)]), bottom=3) for name, facts in entries
    ]
    return Stack([label(title), Gap(1.5), *first, *(lines or [prose(_("none"), NOTE)])])


@dataclass(frozen=True, slots=True)
class ReserveGauge:
    """Points in Strategic Reserves as a bar against the limit."""

    briefing: Briefing
    bar: float = 6.0

    def _words(self) -> Prose:
        return prose(declared.reserves_line(self.briefing), SMALL.bold())

    def height(self, width: float) -> float:
        return self._words().height(width) + self.bar + 2

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        words = self._words()
        words.draw(canvas, x, top, width)
        y = top - words.height(width) - self.bar - 1
        used, allowed = self.briefing.reserves_used, self.briefing.quota.allowed if self.briefing.quota else 0
        full = min(float(used) / float(allowed), 1.0) if allowed else 0.0
        draw_box(canvas, x, y, width * full, self.bar, ground=0.35 if full else None)
        draw_box(canvas, x, y, width, self.bar, frame=HAIR)
