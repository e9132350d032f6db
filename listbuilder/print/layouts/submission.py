"""The sheet that is handed in: the list, its verdict, what it was judged by, its text as a code to scan, and lines to sign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder import __version__
from listbuilder.army.prices import price_word
from listbuilder.i18n import _, ngettext, number
from listbuilder.print.bearers import models_of
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import models_words, units_words
from listbuilder.print.kit.bar import Banner
from listbuilder.print.kit.blocks import Beside, Block, Gap, HairRule, Padded, Prose, Stack, draw_box
from listbuilder.print.kit.forms import WRITE_PITCH, TickBox, WriteLines, small_head
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.inline import cut_text
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import BOX_RULE, THIN, mm
from listbuilder.print.kit.pages import Bookmark, Flow, Placed
from listbuilder.print.kit.qr import MOST_CODES, QrCode
from listbuilder.print.kit.stamp import Stamp
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import KEYWORDS, LEGEND, prose, small_label
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.findings import FINDING_ICONS, sentence
from listbuilder.print.layouts.looks import look_of, page_frame
from listbuilder.print.layouts.submitted import DENSITIES, Density, filled, set_list, set_text
from listbuilder.print.options import PrintOptions, Submission
from listbuilder.print.verdicts import message, printed_findings, severity_words, unprinted_words, verdict_word
from listbuilder.rules.diagnostic import Diagnostic

_RIGHT, _APART, _GUTTER = 60 * mm, 6 * mm, 4 * mm
_SIGNED = 14 * mm  # what is signed, above the foot
_BAR = 18 * mm
_TITLE, _TOTAL, _BELOW = Style(20, strong=True), Style(24, strong=True), Style(10.5, strong=True)
_FIELD, _FACT = Style(10), Style(8.5)
_LEAST_LINES, _MOST_LINES = 2, 6  # to write on
_LEAST_GAP = 2.6 * mm
_SIDES = tuple(side * mm for side in (60, 58, 56, 54, 52))  # of codes beside the list: the first with room
_LARGE_SIDE = 86 * mm  # of codes on a page of their own
_MOST_LARGE = 6  # that stand on it
_MOST_FINDINGS = 6  # that are worth more than codes on the first page
_MORE = 4 * mm  # the line that says how many findings follow
_MORE_COLUMNS = 3  # of a list that goes on


def submission_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """One page where the list fits on it; a longer list, and findings that are too many, go on on the next one."""
    flow = Flow(page_frame(options.paper), gap=4 * mm)
    look = look_of(briefing, options)
    given = options.submission or Submission("")
    flow.add(_bar(briefing, look), Bookmark(_("Army list for submission")))
    flow.add(
        Fields((
            (_("Player"), given.player, 62.0),
            (_("Team or club"), given.team, 44.0),
            (_("Event"), given.event, 54.0),
            (_("Date"), "", 24.0),
        ))
    )  # fmt: skip
    room = flow.room - _SIGNED
    width = flow.frame.width - _RIGHT - _APART
    columns, rest, density = _columns(briefing, look, given, width, room)
    wide = _column_width(width, density.columns)
    free = room - sum(block.height(wide) for block in columns[0]) if len(columns) == 1 and not rest else 0.0
    right = _right(briefing, look, given, room, (wide, free))
    _put(flow, flow.frame.width - _RIGHT, _RIGHT, right.blocks)
    columns[0] += right.below
    for index, column in enumerate(columns):
        _put(flow, index * (wide + _GUTTER), wide, column)
    flow.add_below(_signatures())
    _go_on(flow, rest, right)
    return flow


def _put(flow: Flow, x: float, width: float, blocks: Iterable[Block]) -> None:
    """Places blocks below each other beside what else is on the page."""
    used = flow.used
    for block in blocks:
        flow.pages[-1].append(Placed(block, flow.frame.side + x, flow.frame.top - used, width))
        used += block.height(width)


def _column_width(width: float, columns: int) -> float:
    return (width - _GUTTER * (columns - 1)) / columns


def _columns(
    briefing: Briefing, look: Look, given: Submission, width: float, room: float
) -> tuple[list[list[Block]], list[Block], Density]:
    """The list in the loosest density in which it fits; what does not fit even in the densest is left over."""
    columns: list[list[Block]] = []
    rest: list[Block] = []
    for density in DENSITIES:
        rest = set_text(given.text, density) if given.shown else set_list(briefing, look, density)
        wide = _column_width(width, density.columns)
        columns = []
        for _index in range(density.columns):
            column, rest = filled(rest, wide, room)
            columns.append(column)
        if not rest:
            break
    return columns, rest, density


def _go_on(flow: Flow, rest: list[Block], right: _Column) -> None:
    """What had no room on the first page: the list in three columns, findings, codes."""
    wide = _column_width(flow.frame.width, _MORE_COLUMNS)
    while rest:
        flow.turn_page()
        for index in range(_MORE_COLUMNS):
            column, rest = filled(rest, wide, flow.room)
            _put(flow, index * (wide + _GUTTER), wide, column)
    if right.findings or right.code is not None:
        flow.turn_page()
    if right.findings:
        flow.gap = 0.6 * mm
        for block in (small_head(_("Findings of the check")), *right.findings):
            flow.add(block)
    if right.code is not None:
        flow.add(_captioned(right.code))


# --- the head and the foot --------------------------------------------------------------------------------------------------


def _bar(briefing: Briefing, look: Look) -> Block:
    army = briefing.army
    words = Stack([
        prose(_("Army list for submission"), look.on_bar(_TITLE), leading=1.15),
        prose("  ·  ".join(briefing.facts_of_army), look.on_bar(_BELOW), leading=1.25),
    ])  # fmt: skip
    if not army.has_points:
        return Banner(look, Padded(words, bottom=2.5 * mm), least=_BAR, above=2.5 * mm)
    word = price_word(army)
    limit = f"{number(army.limit, grouped=True)} {word}" if army.limit is not None else ""
    of = _("of {points}").format(points=limit) if limit else word
    total = number(army.points, grouped=True)
    right = Stack([
        prose(total, look.on_bar(_TOTAL), "right", 1.0), prose(of, look.on_bar(_BELOW), "right", 1.25),
    ])  # fmt: skip
    width = max(text_width(total, _TOTAL), text_width(of, _BELOW)) + 2
    return Banner(look, Padded(Beside([words, right], [0, width], 4 * mm), bottom=2.5 * mm), least=_BAR, above=2.5 * mm)


@dataclass(frozen=True, slots=True)
class Fields:
    """Boxes beside each other, each with a label, and with words or room to write. Widths are shares."""

    fields: Sequence[tuple[str, str, float]]
    tall: float = 11 * mm

    def height(self, width: float) -> float:
        return self.tall

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        total = sum(share for _label, _words, share in self.fields)
        for name, words, share in self.fields:
            wide = width * share / total
            draw_box(canvas, x, top - self.tall, wide, self.tall, frame=BOX_RULE)
            room = wide - 4 * mm
            small_label(name).draw(canvas, x + 2 * mm, top - 1.2 * mm, room)
            fitting = cut_text(Span(words, _FIELD), room) if words else None
            if fitting is not None:
                Prose([fitting]).draw(canvas, x + 2 * mm, top - 5.6 * mm, room)
            x += wide


def _signatures() -> Block:
    """Lines for those who sign."""
    people = (_("Player"), _("Opponent"), _("Referee"))
    return Beside([
        Stack([
            prose("×", _FACT), HairRule(THIN, above=0.5 * mm, below=1 * mm),
            Beside([small_label(one), prose(_("signature, date"), KEYWORDS, "right")], [0, 0], 2),
        ])
        for one in people
    ], [0, 0, 0], 4 * mm)  # fmt: skip


# --- the right column ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Column:
    """What stands in the right column, what of it stands ``below`` the list, and what goes on on the next page."""

    blocks: list[Block]
    code: QrCode | None
    findings: list[Block]
    below: list[Block]


def _right(briefing: Briefing, look: Look, given: Submission, room: float, below_list: tuple[float, float]) -> _Column:
    """The column of what is not the list. Codes stand in it where it has room for the first findings, too. ``below_list``: width
    and height of what is free there, for findings that it has no room for."""
    blocks = [
        _below(block) for block in (_stamp(briefing, look), _facts(briefing, given), *_attached(briefing), _referee())
    ]
    head = _below(small_head(_("Findings of the check")))
    findings = [_finding(briefing, finding) for finding in printed_findings(briefing)]
    if unprinted := unprinted_words(briefing):
        findings.append(prose(unprinted, LEGEND.bold()))
    needed = _high(blocks) + (_high([head, *findings[:_MOST_FINDINGS]]) if findings else 0.0)
    codes = [code for code in (_code(given.text, side) for side in _SIDES) if code is not None]
    fitting = next((code for code in codes if _high([_below(_captioned(code))]) + needed <= room), None)
    later_code = None if fitting is not None else _code(given.text, _LARGE_SIDE, _MOST_LARGE)
    if fitting is not None:
        blocks.insert(0, _below(_captioned(fitting)))
    elif later_code is not None:
        blocks.insert(0, _below(prose(_("The code with the whole list is on the last page."), LEGEND)))
    elif given.text:
        blocks.insert(0, _below(prose(_("The list is too long for a code."), LEGEND)))
    left = room - _high(blocks)
    shown, later = filled(findings, _RIGHT, left - _high([head]) - _MORE)
    if shown:
        blocks += [head, *shown]
    wide, free = below_list
    below = [Gap(_LEAST_GAP), head, *later] if later else []
    if sum(block.height(wide) for block in below) > free:
        below = []
    if later:
        rest = max(1, len(later) - bool(unprinted))
        many = ngettext("{number} more on the next page", "{number} more on the next page", rest)
        if below:
            many = ngettext("{number} more below the list", "{number} more below the list", rest)
        blocks.append(_below(prose(many.format(number=rest), KEYWORDS)))
        later = [] if below else later
    title = small_head(_("Corrections by the referee"))
    lines = int((room - _high([*blocks, title]) - _LEAST_GAP) // WRITE_PITCH)
    if lines >= _LEAST_LINES:
        blocks += [Gap(_LEAST_GAP), title, WriteLines(min(lines, _MOST_LINES) * WRITE_PITCH)]
    return _Column(blocks, later_code, later, below)


def _below(block: Block) -> Block:
    return Padded(block, bottom=_LEAST_GAP)


def _high(blocks: Sequence[Block]) -> float:
    return sum(block.height(_RIGHT) for block in blocks)


def _code(text: str, side: float, most: int = MOST_CODES) -> QrCode | None:
    """The text as at most so many codes of this side; None where it is too long for them."""
    code = QrCode(text, side, most=most)
    return code if text and code.fits else None


def _captioned(code: QrCode) -> Block:
    number = len(code.parts[0])
    caption = _("The whole list as text: scan to read it")
    if number > 1:
        many = ngettext(
            "The whole list as {number} text: scan it", "The whole list as {number} texts: scan all", number
        )
        caption = many.format(number=number)
    return Stack([code, Gap(0.8 * mm), prose(caption, LEGEND)])


def _stamp(briefing: Briefing, look: Look) -> Block:
    """The verdict with the numbers of errors, warnings and what was not judged."""
    found = Counter(finding.severity for finding in briefing.findings)
    errors, warnings, unjudged = (found[severity] for severity in ("error", "warning", "unjudged"))
    counts = (
        (errors, ngettext("{number} error", "{number} errors", errors)),
        (warnings, ngettext("{number} warning", "{number} warnings", warnings)),
        (unjudged, ngettext("{number} not judged", "{number} not judged", unjudged)),
    )
    small = " · ".join(words.format(number=many) for many, words in counts if many) or _("no findings")
    return Stamp(look, verdict_word(briefing), small, legal=briefing.verdict == "legal")


def _facts(briefing: Briefing, given: Submission) -> Block:
    """What the list was judged by and when, in rows."""
    army = briefing.army
    data, seal = army.data, briefing.seal
    models = models_words(sum(models_of(unit, briefing.vocabulary) for unit in army.units))
    rows = [
        (_("Checked"), f"{given.checked} · listbuilder {__version__}"),
        (_("Game"), briefing.game),
        (_("Data"), f"{data.set} {data.dated}".strip() if data else ""),
        (_("Hash"), seal.code if seal is not None else ""),
        (_("Units"), f"{units_words(len(army.units), briefing.vocabulary)} · {models}"),
    ]
    found: list[Block] = []
    label = max(text_width(name, _FACT) for name, words in rows if words) + 1
    for name, words in rows:
        if words:
            found += [
                Beside([prose(name, _FACT), prose(words, _FACT.bold(), "right")], [label, 0], 2 * mm),
                HairRule(THIN, 0.6 * mm, 0.6 * mm),
            ]
    return Stack(found)


def _attached(briefing: Briefing) -> Iterator[Block]:
    """Who joins whom."""
    lines = [
        f"{briefing.label(leader)} → {briefing.label(group.units[0])}"
        for group in briefing.formation.groups
        for leader in group.units[1:]
    ]
    part = briefing.vocabulary.terms.part
    if lines:
        title = part.many.title if part else _("Attached units")
        yield Stack([small_head(title), *(prose(line, LEGEND, leading=1.15) for line in lines)])


def _referee() -> Block:
    """What the referee ticks off."""
    points = (
        _("List read and points added up"),
        _("Models and wargear as built"),
        _("Declarations handed in separately"),
    )
    rows = [Beside([TickBox(align="left"), prose(line, _FACT)], [6 * mm, 0], 0, middle=True) for line in points]
    return Stack([small_head(_("For the referee")), *(Padded(row, bottom=0.8 * mm) for row in rows)])


def _finding(briefing: Briefing, finding: Diagnostic) -> Block:
    """A finding behind its mark and how grave it is; errors stand out."""
    icon = FINDING_ICONS.get(finding.severity)
    style = LEGEND.bold() if finding.severity == "error" else LEGEND
    said = [
        Span(f"{severity_words(finding.severity).capitalize()}. ", LEGEND.bold()),
        Span(sentence(message(briefing, finding)), style),
    ]
    mark = Icon(icon, 3.2 * mm) if icon is not None else Gap(0)
    return Padded(Beside([mark, Prose(said, leading=1.15)], [3.6 * mm, 0], 1 * mm), bottom=0.8 * mm)
