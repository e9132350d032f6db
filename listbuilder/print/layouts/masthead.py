"""The head of the first page: the bar with the name of the army and what it costs, its figures, and the verdict."""

from __future__ import annotations

from listbuilder.i18n import _, in_language, ngettext, number
from listbuilder.print.bearers import models_of
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import figure_word, wounds
from listbuilder.print.kit import theme
from listbuilder.print.kit.bar import Banner
from listbuilder.print.kit.blocks import EMPTY, Beside, Block, Gap, Prose, Stack
from listbuilder.print.kit.forms import FactBoxes
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.stamp import Stamp
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import prose
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.verdicts import beside, verdict_word
from listbuilder.replacing import replace

_BANNER = 27 * mm
_TITLES = (30.0, 24.0, 19.0, 15.0)  # of the list's name: the first in which it has few enough lines
_TOTALS = (40.0, 32.0, 26.0)
_STAMP, _STAMP_GAP = 0.36, 3 * mm  # of the page's width at most; beside it
_BETWEEN = "  ·  "  # two facts
_FACT = 19.5 * mm  # the width of a figure's label


def banner(briefing: Briefing, look: Look, width: float) -> Block:
    """Name, faction, detachment and size on the left, what it costs on the right, of a page of that width."""
    return Banner(look, _Masthead(briefing, look, width), least=_BANNER)


class _Masthead:
    """The words of the banner. The amount never moves: a long name is set smaller, on two lines at most, and is cut at last."""

    def __init__(self, briefing: Briefing, look: Look, width: float) -> None:
        self.title = briefing.title
        boxed = _figures_of(briefing, _beside_stamp(_stamp(briefing, look), width))
        told = briefing.counted if _upgrades(briefing) in boxed else ""
        self.facts = (*briefing.facts_below_title, *(one for one in briefing.spent if one != told))
        self.look = look
        army = briefing.army
        self.total = number(army.points, grouped=True) if army.has_points else ""
        word = str(briefing.vocabulary.terms.points)
        limit = f"{number(army.limit, grouped=True)} {word}" if army.limit is not None else ""
        self.limit = "" if not army.has_points else _("of {points}").format(points=limit) if limit else word

    def _styled(self, style: Style) -> Style:
        return self.look.on_bar(style)

    def _total(self, width: float) -> tuple[Style, float]:
        """The style of the amount and the width of what stands on the right."""
        small = text_width(self.limit, theme.BAR_LARGE_SECOND)
        for size in _TOTALS:
            style = replace(theme.LIST_TOTAL, size=size)
            wide = max(text_width(self.total, style), small)
            if wide <= width * 0.36:
                break
        return self._styled(style), wide + 2

    def _left(self, width: float) -> tuple[Prose, Stack]:
        """The name and the line below it."""
        room = width - self._total(width)[1] - 5 * mm
        for size in _TITLES:
            title = Prose([Span(self.title, self._styled(replace(theme.LIST_NAME, size=size)))], leading=1.05)
            most = 1 if size == _TITLES[0] else 2
            if len(title.lines(room)) <= most:
                break
        else:
            title = Prose([Span(_cut(self.title, title, room), title.spans[0].style)], leading=1.05)
        line = self._line(theme.BAR_LARGE_SECOND, room)
        if line.height(room) > 2.5 * theme.BAR_LARGE_SECOND.size:
            line = self._line(theme.BAR_SECOND, room)
        return title, line

    def _line(self, style: Style, room: float) -> Stack:
        """The facts on as few lines as they need, none of which ends with a dot between two."""
        lines: list[str] = []
        for fact in self.facts:
            longer = f"{lines[-1]}{_BETWEEN}{fact}" if lines else fact
            if lines and text_width(longer, style) <= room:
                lines[-1] = longer
            else:
                lines.append(fact)
        return Stack([Prose([Span(line, self._styled(style))], leading=1.15) for line in lines])

    def height(self, width: float) -> float:
        room = width - self._total(width)[1] - 5 * mm
        title, line = self._left(width)
        return title.height(room) + line.height(room) + 9 * mm

    def draw(self, canvas: object, x: float, top: float, width: float) -> None:
        style, wide = self._total(width)
        room = width - wide - 5 * mm
        title, line = self._left(width)
        whole = title.height(room) + line.height(room) + 1.2 * mm
        drop = max((max(_BANNER, self.height(width)) - whole) / 2, 0.0)
        title.draw(canvas, x, top - drop, room)
        line.draw(canvas, x, top - drop - title.height(room) - 1.2 * mm, room)
        if self.total:
            amount = prose(self.total, style, "right", leading=1.12)
            limit = prose(self.limit, self._styled(theme.BAR_LARGE_SECOND), "right")
            height = amount.height(wide) + limit.height(wide)
            above = max((max(_BANNER, self.height(width)) - height) / 2, 0.0)
            amount.draw(canvas, x + width - wide, top - above, wide)
            limit.draw(canvas, x + width - wide, top - above - amount.height(wide), wide)


def _cut(text: str, title: Prose, width: float) -> str:
    """The text on two lines at most, cut with an ellipsis."""
    style = title.spans[0].style
    short = text
    while len(Prose([Span(short, style)]).lines(width)) > 2:
        short = short[: max(len(short) - max(len(short) // 12, 2), 0)].rstrip("… ") + "…"
    return short


def facts(briefing: Briefing, look: Look, width: float) -> Block:
    """Figures of the army in boxes, and the verdict as a stamp."""
    stamp = _stamp(briefing, look)
    boxes = _figures_of(briefing, _beside_stamp(stamp, width))
    left = Stack([Gap(3 * mm), FactBoxes(boxes)]) if boxes else EMPTY
    below = (
        " · ".join((*beside(briefing), briefing.data_line)) if briefing.army.data or beside(briefing) else briefing.game
    )
    words: list[Block] = [Gap(1.6 * mm), prose(below, theme.KEYWORDS)] if below else []
    return Beside([Stack([left, *words]), stamp], [0, _stamp_width(stamp, width)], _STAMP_GAP, middle=True)


def _stamp(briefing: Briefing, look: Look) -> Stamp:
    return Stamp(look, verdict_word(briefing), _small_words(briefing), briefing.verdict == "legal")


def _stamp_width(stamp: Stamp, width: float) -> float:
    return min(stamp.natural_width, width * _STAMP)


def _beside_stamp(stamp: Stamp, width: float) -> float:
    """The room that the stamp leaves on a page of that width."""
    return width - _stamp_width(stamp, width) - _STAMP_GAP


def _small_words(briefing: Briefing) -> str:
    """How many findings of what weight there are."""
    errors = sum(1 for one in briefing.findings if one.severity == "error")
    warnings = sum(1 for one in briefing.findings if one.severity == "warning")
    words = [ngettext("{count} error", "{count} errors", errors).format(count=errors)] if errors else []
    words += [ngettext("{count} warning", "{count} warnings", warnings).format(count=warnings)] if warnings else []
    open_ones = sum(1 for one in briefing.findings if one.severity == "unjudged")
    if open_ones:
        words.append(ngettext("{number} open question", "{number} open questions", open_ones).format(number=open_ones))
    return " · ".join(words) or _("no findings")


def _figures_of(briefing: Briefing, room: float) -> list[tuple[str, str]]:
    """The figures with their labels, as far as there is room for them."""
    army, terms = briefing.army, briefing.vocabulary.terms
    if not army.units:
        return []
    found = [(str(len(army.units)), str(terms.unit.many))]
    models = sum(models_of(one, briefing.vocabulary) for one in army.units)
    if models != len(army.units):  # else it would be the same number twice
        found.append((str(models), _("Models")))
    if total := sum(sum(wounds(unit, briefing.vocabulary)) for unit in army.units):
        found.append((str(total), figure_word(briefing.vocabulary, "wounds") or _("Wounds")))
    if briefing.control is not None:
        column = briefing.vocabulary.meaning("control")
        words = terms.control.title
        found.append((str(briefing.control), words if _fits(words) or column is None else column.heading))
    if (taken := _upgrades(briefing)) is None:
        return found
    is_word = " " not in taken[1] and FactBoxes([*found, taken]).has_room(room)
    return [*found, taken] if is_word or _fits(taken[1]) else found


def _upgrades(briefing: Briefing) -> tuple[str, str] | None:
    """How many enhancements there are of how many that are allowed; where no rule states a number, only how many there are."""
    if (gauge := briefing.upgrades) is not None:
        used = gauge.used
        return f"{number(used.found)} / {number(used.most or 0)}", in_language(gauge.name)
    taken = sum(len(unit.enhancements) for unit in briefing.army.units)
    return (str(taken), briefing.vocabulary.terms.enhancement.many.title) if taken else None


def _fits(label: str) -> bool:
    """Whether a label stands on one line below a figure."""
    return text_width(label.upper(), theme.SMALL_LABEL) <= _FACT
