"""The parts of a pocket card: its bar, its statlines, a weapon, a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.kit.blocks import CAP_HEIGHT, Block, Padded, Prose, Stack, draw_box, draw_rule
from listbuilder.print.kit.forms import dotted
from listbuilder.print.kit.icons import Icon, IconName
from listbuilder.print.kit.inline import cut_text
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import BOX_RULE, SHIELD_RULE, TABLE_RULE, THIN, mm
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.tags import tagged
from listbuilder.print.kit.theme import (
    POCKET_FIGURE,
    POCKET_KEYWORDS,
    POCKET_TITLE,
    POCKET_WEAPON,
    POCKET_WEAPON_FIGURE,
    POCKET_WIDE_FIGURE,
    prose,
    small_label,
)
from listbuilder.print.kit.typeset import Line, Span, break_lines, text_width
from listbuilder.replacing import replace

BAR = 10.4 * mm
_SECOND, _POINTS = Style(8.5, strong=True), Style(14, strong=True)
_PAD = 1.6 * mm
_TITLES = (12.0, 11.0, 10.0)
_LABELS, _BOX, _ROW_APART = 3.6 * mm, 7.0 * mm, 0.7 * mm
_STAT_NAME = replace(POCKET_KEYWORDS, strong=True)
_SPACE = Span(" ", Style(8.5))
_BETWEEN = " · "  # facts of the second line
_WIDEST_BOX, _GAP = 7.6 * mm, 0.5 * mm
_LEAST_FIGURE = 8.0
_ROW, _WORDS = 3.6 * mm, 2.9 * mm  # a line of a weapon, and of its words
_ICON, _ICON_ROOM = 3.2 * mm, 4.2 * mm
_MODE_INDENT = 2 * mm


def label_width(label: str) -> float:
    """How wide the head of a column is."""
    return sum(text_width(span.text, span.style) for span in small_label(label).spans)


def fitting_label(label: str, room: float) -> str:
    """The head of a column as far as it fits on one line: figures stand below it."""
    end = len(label)
    while end > 1 and label_width(label[:end]) > room:
        end -= 1
    return label[:end]


@dataclass(frozen=True)
class PocketBar:
    """Name and a second line on the left; what it costs with the unit of it on the right. A name that is too long for one line
    takes both."""

    look: Look
    title: str
    second: str
    points: str = ""
    unit: str = ""

    def height(self, width: float) -> float:
        return BAR

    def parted(self, facts: Sequence[str], width: float) -> tuple[PocketBar, str]:
        """The bar with as many facts as its second line has room for, and the others in words. A long name leaves room for
        none."""
        room = 0.0 if self.is_long(width) else self._room(width)
        kept = len(facts)
        while kept and text_width(_BETWEEN.join(facts[:kept]), _SECOND) > room:
            kept -= 1
        return replace(self, second=_capital(_BETWEEN.join(facts[:kept]))), _capital(_BETWEEN.join(facts[kept:]))

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        self.look.draw_ground(canvas, x, top, width, BAR)
        for words, style, base in ((self.points, _POINTS, 5.2), (self.unit, _SECOND, 8.9)):
            line = Line.of([Span(words, self.look.on_bar(style))])
            line.draw(canvas, x + width - _PAD - line.width, top - base * mm)
        room = self._room(width)
        size = self._size(width)
        title = Span(self.title, self.look.on_bar(replace(POCKET_TITLE, size=size)))
        if self.is_long(width):
            lines = break_lines([title], room)
            spans = [
                lines[0].spans[0],
                Span("".join(one.text for line in lines[1:] for one in (*line.spans, _SPACE)), title.style),
            ]
        else:
            spans = [title, Span(self.second, self.look.on_bar(_SECOND))]
        for span, base in zip(spans, (4.9, 8.9), strict=True):
            fitting = cut_text(span, room) if span.text else None
            if fitting is not None:
                Line.of([fitting]).draw(canvas, x + _PAD, top - base * mm)

    def _room(self, width: float) -> float:
        right = max(text_width(self.points, _POINTS), text_width(self.unit, _SECOND))
        return width - 2 * _PAD - (right + 2 * mm if right else 0.0)

    def _size(self, width: float) -> float:
        room = self._room(width)
        return next(
            (one for one in _TITLES if text_width(self.title, replace(POCKET_TITLE, size=one)) <= room), _TITLES[-1]
        )

    def is_long(self, width: float) -> bool:
        """Whether the name takes the second line, too."""
        return text_width(self.title, replace(POCKET_TITLE, size=_TITLES[-1])) > self._room(width)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class PocketStat:
    """Figures of a statline; ``save``: the invulnerable save, ``condition``: when it counts; ``name`` where there are several."""

    values: Sequence[str]
    save: str = ""
    condition: str = ""
    name: str = ""


_MOST_TAKEN = 0.3  # of the other boxes, for figures that have no room in one


@dataclass(frozen=True)
class PocketStats:
    """Statlines in boxes below their labels, all as wide as the card; names stand above their boxes, conditions below."""

    labels: Sequence[str]
    rows: Sequence[PocketStat]
    save_label: str = ""

    def _note(self, row: PocketStat) -> str:
        return f"{self.save_label.upper()} {row.save} {row.condition}" if row.condition else ""

    def _above(self, index: int, width: float) -> float:
        """From the top of a row to its boxes: its name, and the labels above the first."""
        lines = len(prose(self.rows[index].name, _STAT_NAME).lines(width)) if self.rows[index].name else 0
        return lines * _WORDS + 0.3 * mm * (lines > 0) + (_LABELS if index == 0 else 0.0)

    def _high(self, index: int, width: float) -> float:
        below = _WORDS + 0.3 * mm if self._note(self.rows[index]) else 0.0
        return self._above(index, width) + _BOX + below + _ROW_APART

    def _uppers(self, top: float, width: float) -> list[float]:
        """The upper edges of the rows."""
        return [top - sum(self._high(at, width) for at in range(index)) for index in range(len(self.rows))]

    def _box(self, width: float, count: int) -> float:
        """How wide a box is: as its label needs, where there is room."""
        needed = max(label_width(label) + 1.4 for label in (*self.labels, self.save_label))
        return min((width - _GAP * (count - 1)) / count, max(needed, _WIDEST_BOX))

    def widths(self, width: float) -> list[float]:
        """Of the boxes: equal, but for figures that have no room in one, which take it from the others."""
        count = len(self.labels) + any(row.save for row in self.rows)
        box = self._box(width, count)
        least = replace(POCKET_WIDE_FIGURE, size=_LEAST_FIGURE)
        needed = [0.0] * count
        for row in self.rows:
            for at, value in enumerate([*row.values, row.save][:count]):
                needed[at] = max(needed[at], text_width(value, least) + 1 * mm)
        more = sum(one - box for one in needed if one > box)
        others = sum(1 for one in needed if one <= box)
        if more > _MOST_TAKEN * others * box:
            return [box] * count
        return [one if one > box else box - more / others for one in needed]

    def height(self, width: float) -> float:
        return sum(self._high(index, width) for index in range(len(self.rows)))

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        saves = any(row.save for row in self.rows)
        boxes = self.widths(width)
        lefts = [x + sum(boxes[:number]) + number * _GAP for number in range(len(boxes))]
        uppers = self._uppers(top, width)
        for row, upper in zip(self.rows, uppers, strict=True):
            if row.name:
                prose(row.name, _STAT_NAME, leading=_WORDS / _STAT_NAME.size).draw(canvas, x, upper, width)
        with tagged(canvas, "Table"):
            labels = top - self._above(0, width) + _LABELS if self.rows else top
            with tagged(canvas, "TR"):
                heads = [*self.labels, *([self.save_label] if saves else [])]
                for left, box, words in zip(lefts, boxes, heads, strict=True):
                    with tagged(canvas, "TH", scope="Column"):
                        shown = small_label(fitting_label(words, box + _GAP), "centre")
                        shown.draw(canvas, left - _GAP / 2, labels - 0.5 * mm, box + _GAP)
            for index, (row, upper) in enumerate(zip(self.rows, uppers, strict=True)):
                with tagged(canvas, "TR"):
                    self._draw_row(canvas, upper - self._above(index, width), boxes, lefts, row)
        for index, (row, upper) in enumerate(zip(self.rows, uppers, strict=True)):
            if note := self._note(row):
                below = upper - self._above(index, width) - _BOX - 0.3 * mm
                prose(note, POCKET_KEYWORDS).draw(canvas, x, below, width)

    @staticmethod
    def _draw_row(
        canvas: Canvas, upper: float, boxes: Sequence[float], lefts: Sequence[float], row: PocketStat
    ) -> None:
        for left, box, value in zip(lefts, boxes, row.values, strict=False):
            with tagged(canvas, "TD"):
                draw_box(canvas, left, upper - _BOX, box, _BOX, frame=BOX_RULE)
                _figure(canvas, left, upper, box, value)
        if len(lefts) > len(row.values):
            with tagged(canvas, "TD"):
                if row.save:
                    _shield(canvas, lefts[-1], upper, boxes[-1])
                    _figure(canvas, lefts[-1], upper, boxes[-1], row.save)


def _figure(canvas: Canvas, left: float, upper: float, box: float, value: str) -> None:
    style, room = POCKET_FIGURE, box - 1 * mm
    if text_width(value, style) > room:
        style = POCKET_WIDE_FIGURE
    if (wide := text_width(value, style)) > room:
        style = replace(style, size=max(style.size * room / wide, _LEAST_FIGURE))
    line = Line.of([Span(value, style)])
    line.draw(canvas, left + (box - line.width) / 2, upper - (_BOX + CAP_HEIGHT * style.size) / 2)


def _shield(canvas: Canvas, left: float, upper: float, box: float) -> None:
    path = canvas.beginPath()
    points = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.68), (0.5, 1.08), (0.0, 0.68)]
    for index, (across, down) in enumerate(points):
        (path.lineTo if index else path.moveTo)(left + across * box, upper - down * _BOX)
    path.close()
    canvas.setStrokeGray(0.0)
    canvas.setLineWidth(SHIELD_RULE)
    canvas.drawPath(path, stroke=1, fill=0)


@dataclass(frozen=True, slots=True)
class WeaponColumns:
    """Widths of the columns of figures, which the weapons of a card share; they end at the right edge."""

    widths: tuple[float, ...]

    def write(self, canvas: Canvas, right: float, baseline: float, figures: Sequence[str], style: Style) -> None:
        """The figures, centred in the last of the columns."""
        x = right - self.width_of(figures)
        for value, width in zip(figures, self.widths[len(self.widths) - len(figures) :], strict=True):
            line = Line.of([Span(value, style)])
            with tagged(canvas, "TD"):
                line.draw(canvas, x + (width - line.width) / 2, baseline)
            x += width

    def width_of(self, figures: Sequence[str]) -> float:
        """Of the last columns, which these figures stand in."""
        return sum(self.widths[len(self.widths) - len(figures) :])


@dataclass(frozen=True, slots=True)
class WeaponHead:
    """The heads of the columns between two rules."""

    columns: WeaponColumns
    title: str
    headings: Sequence[str]

    def height(self, width: float) -> float:
        return 4.0 * mm

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        draw_rule(canvas, x, top - TABLE_RULE / 2, width, TABLE_RULE)
        with tagged(canvas, "TR"):
            self._draw_cells(canvas, x, top, width)
        draw_rule(canvas, x, top - 4 * mm + THIN, width, THIN)

    def _draw_cells(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        widths = self.columns.widths[len(self.columns.widths) - len(self.headings) :]
        room = width - sum(widths) - _ICON_ROOM
        title = self.title if label_width(self.title) <= room else _("Weapon")
        words = cut_text(Span(title.upper(), small_label("x").spans[0].style), room)
        with tagged(canvas, "TH", scope="Column", columns=1 + len(self.columns.widths) - len(widths)):
            if words is not None:
                Line.of([words]).draw(canvas, x + _ICON_ROOM, top - 3 * mm)
        left = x + width - sum(widths)
        for heading, wide in zip(self.headings, widths, strict=True):
            with tagged(canvas, "TH", scope="Column"):
                small_label(heading, "centre").draw(canvas, left, top - 0.75 * mm, wide)
            left += wide


@dataclass(frozen=True)
class WeaponRow:
    """A weapon: its name and figures on one line, and its words below; a name without room runs over the whole row, and its
    figures stand beside the words. ``rule``: what parts it from the one above."""

    columns: WeaponColumns
    name: str
    figures: Sequence[str]
    words: str = ""
    icon: IconName | None = None
    rule: str = ""  # strong, fine, dotted
    mode: bool = False
    _known: dict[float, list[str]] = field(default_factory=dict, repr=False, compare=False)

    def _style(self) -> Style:
        return replace(POCKET_WEAPON, strong=not self.mode)

    def _room(self, width: float) -> float:
        return width - self.columns.width_of(self.figures) - _ICON_ROOM - 0.6 * mm

    @property
    def _indent(self) -> float:
        return _MODE_INDENT if self.mode else 0.0

    def _is_wide(self, width: float) -> bool:
        return text_width(self.name, self._style()) > self._room(width) - self._indent

    def _name_room(self, width: float) -> float:
        return (width - _ICON_ROOM if self._is_wide(width) else self._room(width)) - self._indent

    def _name(self, width: float) -> Prose:
        return prose(self.name, self._style(), leading=_ROW / self._style().size)

    def _name_height(self, width: float) -> float:
        return max(self._name(width).height(self._name_room(width)), _ROW)

    def _beside(self, width: float) -> Prose | None:
        """The words that stand before the figures of a wide name, where they fit on one line there."""
        words = prose(self.words, POCKET_KEYWORDS, leading=_WORDS / POCKET_KEYWORDS.size)
        fits = self.words and len(words.lines(self._room(width))) == 1
        return words if fits and self._is_wide(width) else None

    def _below(self, width: float) -> Prose | None:
        words = prose(self.words, POCKET_KEYWORDS, leading=_WORDS / POCKET_KEYWORDS.size)
        return words if self.words and self._beside(width) is None else None

    def height(self, width: float) -> float:
        below = self._below(width)
        figures = _ROW if self._is_wide(width) else 0.0
        words = below.height(width - _ICON_ROOM) if below is not None else 0.0
        return 0.5 * mm + self._name_height(width) + figures + words + 0.3 * mm

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        if self.rule == "dotted":
            dotted(canvas, x + _ICON_ROOM, top, width - _ICON_ROOM)
        elif self.rule:
            weight = TABLE_RULE if self.rule == "strong" else THIN
            draw_rule(canvas, x, top - weight / 2, width, weight)
        if self.icon:
            Icon(self.icon, _ICON).draw(canvas, x, top - 0.6 * mm, _ICON)
        with tagged(canvas, "TR"):
            self._draw_cells(canvas, x, top - 0.5 * mm, width)

    def _draw_cells(self, canvas: Canvas, x: float, y: float, width: float) -> None:
        left, wide = x + _ICON_ROOM, self._is_wide(width)
        line = y - self._name_height(width) + (0.0 if wide else _ROW)
        with tagged(canvas, "TH", scope="Row", columns=1 + len(self.columns.widths) - len(self.figures)):
            self._name(width).draw(canvas, left + self._indent, y, self._name_room(width))
            y -= self._name_height(width)
            if (beside := self._beside(width)) is not None:
                beside.draw(canvas, left, y - (_ROW - _WORDS) / 2, self._room(width))
            y -= _ROW if wide else 0.0
            if (below := self._below(width)) is not None:
                below.draw(canvas, left, y, width - _ICON_ROOM)
        figure = replace(POCKET_WEAPON_FIGURE, strong=True)
        self.columns.write(canvas, x + width, line - 0.76 * _ROW, self.figures, figure)


def ability(paragraphs: Sequence[Sequence[Span]], leading: float, apart: float = 0.9 * mm) -> Block:
    """An ability in type with this leading, in points; each paragraph on lines of its own."""
    found = [Prose(spans, leading=leading / max(spans[0].style.size, 1.0)) for spans in paragraphs if spans]
    return Padded(Stack(found), bottom=apart)


def high(blocks: Sequence[Block], width: float) -> float:
    """How high blocks below each other are."""
    return sum(block.height(width) for block in blocks)
