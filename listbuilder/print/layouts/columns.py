"""Rules text in columns: each ability behind its name, as even as whole lines allow, and divisible over pages."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from reportlab.pdfgen.canvas import Canvas

from listbuilder import budget
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.typeset import Line, Span
from listbuilder.replacing import replace

GUTTER = 4 * mm
_INDENT = 2.6 * mm  # of a part of a list
_BEHIND = 0.9 * mm  # a bullet
_ASCENT = 0.80  # of the size
_KEPT = 2  # lines of a text that are never left alone
_FEW = 2  # lines of the whole width that need no columns
_ANNOUNCING = 3  # lines that each announce the next: so many are a list of short lines, which may be parted
_MOST_WIDTHS = 8  # whose lines are kept


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words on lines of one measure; ``bullet`` stands before the first of them, ``level`` says how far it is set in."""

    spans: tuple[Span, ...]
    bullet: str = ""
    level: int = 0


Entry = tuple[Paragraph, ...]  # an ability, never without words


@dataclass(frozen=True, slots=True)
class _Row:
    """A line with its height; ``sign``: where its bullet stands; ``gap``: what is free above it unless it begins a column.
    ``first`` and ``last``: how many lines of its entry are before and behind it; ``within`` and ``left``: of its paragraph.
    ``leads``: the next line is what it announces."""

    line: Line
    shift: float
    sign: float
    bullet: Line | None
    high: float
    gap: float
    first: int
    last: int
    within: int
    left: int
    leads: bool


@dataclass(frozen=True)
class Columns:
    """Entries in ``count`` columns. ``start`` and ``end``: which lines of them, where they are parted over pages."""

    entries: Sequence[Entry]
    count: int = 2
    gap: float = measures.ABILITY_GAP
    start: int = 0
    end: int | None = None
    _known: dict[float, list[_Row]] = field(default_factory=dict, repr=False, compare=False)
    _ends: dict[float, list[int]] = field(default_factory=dict, repr=False, compare=False)
    _counts: dict[float, int] = field(default_factory=dict, repr=False, compare=False)
    _heights: dict[tuple[float, int, int | None], float] = field(default_factory=dict, repr=False, compare=False)

    def tightened(self, gap: float) -> Columns:
        """The same with another space between the entries."""
        return Columns(self.entries, self.count, gap, self.start, self.end)

    def _measure(self, width: float) -> float:
        count = self._count(width)
        return (width - GUTTER * (count - 1)) / count

    def _count(self, width: float) -> int:
        """How many columns: one, where all that there is needs few lines of the whole width."""
        if width not in self._counts:
            alone = self.count > 1 and len(self.entries) == 1 and len(self._lines(self.entries[0], width)) <= _FEW
            self._counts[width] = 1 if alone else self.count
        return self._counts[width]

    def _rows(self, width: float) -> list[_Row]:
        if width not in self._known:
            if len(self._known) >= _MOST_WIDTHS:
                self._known.clear()
                self._ends.clear()
            self._known[width] = [row for entry in self.entries for row in self._lines(entry, self._measure(width))]
        return self._known[width][self.start : self.end]

    def _lines(self, entry: Entry, measure: float) -> list[_Row]:
        found: list[_Row] = []
        for number, paragraph in enumerate(entry):
            words = theme.rules_text(paragraph.spans)
            style = paragraph.spans[0].style
            bullet = Line.of([Span(paragraph.bullet, style)]) if paragraph.bullet else None
            left = _INDENT * (paragraph.level - 1)
            shift = left + max(_INDENT, bullet.width + _BEHIND if bullet is not None else 0.0)
            lines = words.lines(measure - shift)
            for index, line in enumerate(lines):
                sign = bullet if not index else None
                high = words.line_height(line)
                gap = self.gap if number == 0 and index == 0 else 0.0
                behind = len(lines) - index - 1
                leads = not behind and _announces(paragraph, lines)
                found.append(_Row(line, shift, left, sign, high, gap, 0, 0, index, behind, leads))
        return [replace(row, first=at, last=len(found) - at - 1) for at, row in enumerate(found)]

    def _breaks(self, width: float) -> list[int]:
        """Before which of its lines a column may end."""
        rows = self._rows(width)
        if width not in self._ends:
            self._ends[width] = _breaks(self._known[width])
        ends, first = self._ends[width], self.start + _ANNOUNCING
        late = ends[bisect_left(ends, first) : bisect_left(ends, self.start + len(rows))]
        return [*_breaks(rows[:_ANNOUNCING]), *(at - self.start for at in late)]

    def _parted(self, width: float) -> list[Sequence[_Row]]:
        """The lines of each column: the shortest height that all of them keep."""
        budget.look()
        rows: Sequence[_Row] = self._rows(width)
        count = self._count(width)
        if count == 1 or len(rows) < 2:
            return [rows]
        breaks = [*self._breaks(width), len(rows)]
        used = _used(rows)
        high = _height(rows)
        low = high / count
        best = [rows]
        for _try in range(24):
            middle = (low + high) / 2
            found = _filled(rows, used, breaks, middle, count)
            if found is None:
                low = middle
            else:
                best, high = found, middle
        return best

    def height(self, width: float) -> float:
        known = (width, self.start, self.end)
        if known not in self._heights:
            self._heights[known] = max((_height(column) for column in self._parted(width)), default=0.0)
        return self._heights[known]

    def split(self, width: float, room: float) -> tuple[Columns | None, Columns | None]:
        """What fits into ``room`` points of height, and the rest."""
        if self.height(width) <= room:
            return self, None
        rows, breaks = self._rows(width), self._breaks(width)
        # all columns together have room for so much, and for the space above the first line of each; of a text of many pages the
        # rest need not be parted
        most = self._count(width) * (room + self.gap) + 1
        breaks = breaks[: bisect_right(breaks, bisect_right(_used(rows), most))]
        # the more lines, the higher
        fitting = bisect_left(breaks, True, key=lambda at: replace(self, end=self.start + at).height(width) > room)
        if not fitting:
            return None, self
        kept = breaks[fitting - 1]
        return replace(self, end=self.start + kept), replace(self, start=self.start + kept)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for column in self._parted(width):
            y = top
            for number, row in enumerate(column):
                y -= row.gap if number else 0.0
                size = row.line.size
                base = y - (row.high - size * _ASCENT) * 0.42 - size * _ASCENT
                if row.bullet is not None:
                    row.bullet.draw(canvas, x + row.sign, base)
                row.line.draw(canvas, x + row.shift, base)
                y -= row.high
            x += self._measure(width) + GUTTER


def _announces(paragraph: Paragraph, lines: Sequence[Line]) -> bool:
    """Whether a paragraph is a title, which data set strong or in capitals, or the beginning of a list."""
    words = "".join(one.text for one in paragraph.spans).rstrip()
    is_title = words.isupper() or all(one.style.strong for one in paragraph.spans)
    return words.endswith((":", "：")) or (len(lines) == 1 and is_title)


def _breaks(rows: Sequence[_Row]) -> list[int]:
    """Before which lines a column may end: before an entry; within one where lines of it and of its paragraph stay together,
    and what announces something with what it announces."""
    return [
        at
        for at, row in enumerate(rows)
        if at
        and (
            row.first == 0
            or (
                min(row.first, row.last + 1) >= _KEPT
                and (row.within == 0 or min(row.within, row.left + 1) >= _KEPT)
                and not (rows[at - 1].leads and any(not one.leads for one in rows[max(at - _ANNOUNCING, 0) : at]))
            )
        )
    ]


def _used(rows: Sequence[_Row]) -> list[float]:
    """How much room the first lines take, one after the other."""
    return list(accumulate((row.gap + row.high for row in rows), initial=0.0))


def _height(rows: Sequence[_Row]) -> float:
    return sum(row.high + (row.gap if at else 0.0) for at, row in enumerate(rows))


def _filled(
    rows: Sequence[_Row], used: Sequence[float], breaks: Sequence[int], height: float, count: int
) -> list[Sequence[_Row]] | None:
    """The lines in so many columns of that height; None where they do not fit."""
    found: list[Sequence[_Row]] = []
    start = 0
    for _column in range(count):
        most = used[start] + rows[start].gap + height + 0.01  # the first line of a column has no gap above it
        index = bisect_right(breaks, most, key=used.__getitem__)
        if not index or breaks[index - 1] <= start:
            return None
        end = breaks[index - 1]
        found.append(rows[start:end])
        start = end
        if start == len(rows):
            return found
    return None
