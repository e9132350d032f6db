"""What a player fills in or reads at a glance: boxes and circles to tick, lines to write on, boxes with facts, heads of sections,
keys of groups, discs with a cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import Block, Prose, draw_box, draw_circle
from listbuilder.print.kit.icons import Icon, IconName
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import BOX_RULE, DOTS, TABLE_RULE, mm
from listbuilder.print.kit.style import WHITE, Style
from listbuilder.print.kit.tags import tagged
from listbuilder.print.kit.theme import FACT, LEGEND, SECTION_HEAD, SMALL_HEAD, prose, small_label
from listbuilder.print.kit.typeset import Line, Span, text_width
from listbuilder.replacing import replace

GROUP = Style(9.0, strong=True)
TICK, TICK_PITCH = 4.2 * mm, 4.9 * mm
SIGN_GAP = 0.5 * mm  # between circles before one word
MOST_SIGNS = 6  # before one word
WRITE_PITCH = 6.5 * mm
_FACT_LEADING = 1.0  # of the figure in a box: it has nothing below its baseline
Shape = Literal["square", "circle"]


def dotted(canvas: Canvas, x: float, y: float, width: float) -> None:
    """A dotted rule: between what belongs together, and to write on."""
    on, off = DOTS
    canvas._code.append(f"q 0 G 0.8 w [{on:g} {off:g}] 0 d n {x:.3f} {y:.3f} m {x + width:.3f} {y:.3f} l S Q")


@dataclass(frozen=True, slots=True)
class WriteLines:
    """Lines to write on, as many as fit into ``least`` points of height; at least one."""

    least: float
    pitch: float = WRITE_PITCH

    @property
    def count(self) -> int:
        return max(int((self.least + 0.01) // self.pitch), 1)

    def height(self, width: float) -> float:
        return self.count * self.pitch

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for line in range(1, self.count + 1):
            dotted(canvas, x, top - line * self.pitch, width)


def draw_tick(canvas: Canvas, x: float, top: float, side: float, shape: Shape) -> None:
    """An empty square or circle."""
    if shape == "circle":
        draw_circle(canvas, x + side / 2, top - side / 2, side / 2, frame=BOX_RULE)
    else:
        draw_box(canvas, x, top - side, side, side, frame=BOX_RULE)


@dataclass(frozen=True, slots=True)
class Ticks:
    """Squares (states, what is lost, scores) or circles (once per battle) with their words, in columns, below a small head."""

    title: str
    words: Sequence[str]
    shape: Shape = "square"
    columns: int = 2
    style: Style = LEGEND
    side: float = TICK
    pitch: float = TICK_PITCH
    times: Sequence[int] = ()  # how many to tick there are of each, where not one

    _HEAD = 3.6 * mm

    def _signs(self, index: int) -> int:
        """How many to tick stand before a word: of very many one, whose word says how many they are."""
        count = self.times[index] if index < len(self.times) else 1
        return count if 0 < count <= MOST_SIGNS else 1

    def _before(self, index: int) -> float:
        """The room that they take, with what parts them from the word."""
        signs = self._signs(index)
        return signs * self.side + (signs - 1) * (SIGN_GAP if self.shape == "circle" else 0.0) + 1.2 * mm

    def _top(self) -> float:
        return self._HEAD if self.title else 0.0

    def _cells(self, width: float) -> list[tuple[int, int, float, str]]:
        """Row, first column, width and words of each; words too long for a column take two."""
        column, cells, at = width / self.columns, [], 0
        for index, word in enumerate(self.words):
            room = column - self._before(index) - 0.4 * mm
            needs = 1 if text_width(word, self.style) <= room or self.columns == 1 else 2
            if at % self.columns + needs > self.columns:
                at += self.columns - at % self.columns
            cells.append((at // self.columns, at % self.columns, column * needs, word))
            at += needs
        return cells

    def height(self, width: float) -> float:
        cells = self._cells(width)
        rows = cells[-1][0] + 1 if cells else 0
        return self._top() + rows * self.pitch

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        if self.title:
            small_label(self.title).draw(canvas, x, top, width)
        with tagged(canvas, "L"):
            for index, (row, column, wide, word) in enumerate(self._cells(width)):
                left = x + column * width / self.columns
                upper = top - self._top() - row * self.pitch
                step = self.side + (SIGN_GAP if self.shape == "circle" else 0.0)
                for number in range(self._signs(index)):
                    draw_tick(canvas, left + number * step, upper, self.side, self.shape)
                words = prose(word, self.style, leading=1.05)
                before = self._before(index)
                room = wide - before
                with tagged(canvas, "LI"), tagged(canvas, "LBody"):
                    words.draw(canvas, left + before, upper - (self.side - words.height(room)) / 2, room)


@dataclass(frozen=True, slots=True)
class TickBox:
    """One empty square or circle, at the right or left of its cell."""

    side: float = TICK
    shape: Shape = "square"
    align: Literal["left", "right"] = "right"

    def height(self, width: float) -> float:
        return self.side

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        draw_tick(canvas, x + (width - self.side) * (self.align == "right"), top, self.side, self.shape)


@dataclass(frozen=True, slots=True)
class FactBoxes:
    """Figures in boxes with their labels below them."""

    facts: Sequence[tuple[str, str]]  # figure, label
    box: tuple[float, float] = (25 * mm, 12 * mm)
    gap: float = 2 * mm

    def height(self, width: float) -> float:
        return self.box[1]

    def _needs(self, width: float) -> list[float]:
        return [
            max(small_label(label).lines(width)[0].width + 1.6 * mm, text_width(figure, FACT) + 2 * mm)
            for figure, label in self.facts
        ]

    def has_room(self, width: float) -> bool:
        """Whether all labels stand on one line in blocks of that width."""
        return sum(self._needs(width)) <= width - self.gap * (len(self.facts) - 1)

    def _widths(self, width: float) -> list[float]:
        """All alike, unless there is too little room for the longest label: then as each needs it."""
        count = max(len(self.facts), 1)
        free = width - self.gap * (count - 1)
        alike = min(self.box[0], free / count)
        needs = self._needs(width)
        if max(needs, default=0.0) <= alike or sum(needs) > free:
            return [alike] * count
        return [need + (free - sum(needs)) / count for need in needs]

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for (figure, label), wide in zip(self.facts, self._widths(width), strict=False):
            draw_box(canvas, x, top - self.box[1], wide, self.box[1], frame=BOX_RULE)
            words = small_label(label, "centre")
            inner = wide - mm
            low = words.height(inner) + 1.2 * mm
            high = (self.box[1] - low - 0.7 * mm) / _FACT_LEADING  # less where the label takes two lines
            size = min(FACT.size, high, FACT.size * (wide - 2 * mm) / max(text_width(figure, FACT), 0.01))
            prose(figure, replace(FACT, size=size), "centre").draw(canvas, x, top - 0.7 * mm, wide)
            words.draw(canvas, x + 0.5 * mm, top - self.box[1] + low, inner)
            x += wide + self.gap


@dataclass(frozen=True, slots=True)
class SectionHead:
    """The title of a section with its icon, and a rule below."""

    title: str
    icon: IconName | None = None
    style: Style = SECTION_HEAD
    side: float = 3.6 * mm

    _ROW, _BELOW = 5 * mm, 1 * mm

    def height(self, width: float) -> float:
        return self._words(width).height(self._room(width)) + 1.4 * mm + TABLE_RULE + self._BELOW

    def _room(self, width: float) -> float:
        return width - (5 * mm if self.icon else 0.0)

    def _words(self, width: float) -> Block:
        return Prose([Span(self.title, self.style)], leading=1.2, tag="H3")

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        words = self._words(width)
        room = self._room(width)
        high = words.height(room)
        if self.icon:
            Icon(self.icon, self.side).draw(canvas, x, top - (high - self.side) / 2, self.side)
        words.draw(canvas, x + width - room, top, room)
        y = top - high - 1.4 * mm - TABLE_RULE / 2
        canvas.setStrokeGray(0.0)
        canvas.setLineWidth(TABLE_RULE)
        canvas.line(x, y, x + width, y)


def small_head(text: str) -> SectionHead:
    """A small head in capitals with a rule below."""
    return SectionHead(text.upper(), style=SMALL_HEAD)


@dataclass(frozen=True, slots=True)
class GroupKey:
    """The head of a group of rows: a key of the accent, words, and a figure at the right; as high as its words need."""

    look: Look
    words: str
    figure: str = ""
    tall: float = 4.6 * mm
    style: Style = GROUP

    def _room(self, width: float) -> float:
        return width - 24 * mm

    def height(self, width: float) -> float:
        words = prose(self.words, self.style)
        return self.tall + words.height(self._room(width)) - words.height(1e6)  # which is that of one line

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        ink, high = self.look.accent_ink, self.height(width)
        canvas.setFillColorRGB(*(ink if isinstance(ink, tuple) else (ink, ink, ink)))
        canvas.rect(x, top - high, 1.6 * mm, high, stroke=int(self.look.save_ink), fill=1)
        figure = prose(self.figure, replace(self.style, strong=False), "right")
        words = prose(self.words, self.style)
        drop = (self.tall - words.height(1e6)) / 2
        words.draw(canvas, x + 4 * mm, top - drop, self._room(width))
        figure.draw(canvas, x, top - drop, width - 2 * mm)


@dataclass(frozen=True, slots=True)
class Disc:
    """A black disc with a figure: what a stratagem costs. Only its outline where ink is saved."""

    figure: str
    look: Look
    side: float = 3.9 * mm

    def height(self, width: float) -> float:
        return self.side

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        saved = self.look.save_ink
        radius = self.side / 2
        draw_circle(canvas, x + radius, top - radius, radius, None if saved else 0.0, BOX_RULE if saved else 0.0)
        style = Style(8.0, strong=True, ink=0.0 if saved else WHITE)
        line = Line.of([Span(self.figure, style)])
        line.draw(canvas, x + (self.side - line.width) / 2, top - (self.side + 0.69 * style.size) / 2)


@dataclass(frozen=True, slots=True)
class Square:
    """A filled square: a unit that acts."""

    side: float = 1.9 * mm
    cell: float = 3.9 * mm

    def height(self, width: float) -> float:
        return self.cell

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        margin = (self.cell - self.side) / 2
        draw_box(canvas, x + margin, top - margin - self.side, self.side, self.side, ground=0.0)
