"""The table of all units on the first page: attached units below those that they joined, with the figures that players ask for,
the page of the card, points and a box to tick when the unit is lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.blocks import EMPTY, Block, Prose, draw_rule
from listbuilder.print.kit.forms import GroupKey, dotted, draw_tick
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.inline import Piece, pieces_width
from listbuilder.print.kit.links import LinkTo
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.tags import tagged
from listbuilder.print.kit.theme import prose, small_label
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.wrapped import wrapped_height, write_wrapped
from listbuilder.replacing import replace

_COUNT_END, _NAME, _INDENT, _LOWER = 9.3 * mm, 12 * mm, 6 * mm, 1 * mm
_BELOW = 0.9 * mm  # a name of several lines
_FIGURE, _CARD, _POINTS, _LOST = 7.2 * mm, 9.5 * mm, 13 * mm, 11 * mm
_APART = 1.2 * mm  # what is free in a column beside the widest figure
_BOX = 4.6 * mm
_NOTES = 52 * mm  # the width that notes about units have at most
_LEAST_NOTES, _LEAST_NAME = 34 * mm, 54 * mm  # narrower: they stand below the name
_HEAD = 4.2 * mm
_MORE, _LESS = 3.7 * mm, 0.7 * mm  # a further line of notes; what a row of several needs less
_ELBOW = 2.8 * mm
_LETTERS = 2  # that tell copies of a unit apart


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit. ``key``: the place in the document that its name leads to; ``joined``: it stands below the one it joined."""

    key: str
    models: str
    name: str
    sheet: str
    notes: tuple[tuple[Piece, ...], ...]
    figures: tuple[str, ...]
    points: str
    joined: bool = False


@dataclass(frozen=True, slots=True)
class HeadRow:
    """The head of a group of units: its points, and between which points these have to lie."""

    title: str
    points: str
    bounds: str


@dataclass(frozen=True, slots=True)
class TotalRow:
    """What all units cost, and words beside it."""

    words: str
    points: str


Row = UnitRow | HeadRow | TotalRow


@dataclass(frozen=True)
class UnitTable:
    """``headings``: of the columns of figures; ``points``: of that of points, empty where nothing has a price. ``pages``: the
    page of each card, known when all cards are placed. The rows from ``start`` to ``end``."""

    look: Look
    unit: str
    headings: tuple[str, ...]
    points: str
    rows: Sequence[Row]
    pages: Mapping[str, int]
    start: int = 0
    end: int | None = None
    notes: tuple[str, ...] = ()  # on marks at figures, below the last row
    _kept: dict[float, list[float]] = field(default_factory=dict, repr=False, compare=False)

    @property
    def _shown(self) -> Sequence[Row]:
        return self.rows[self.start : self.end]

    # --- measures --------------------------------------------------------------------------------------------------------
    def _columns(self, width: float) -> list[tuple[float, float, str]]:
        """Left edge, width and head of the columns from the first figure to the points."""
        left = width - _LOST - sum(wide for wide, _heading in self._widths)
        edges = accumulate((wide for wide, _heading in self._widths), initial=left)
        return [(edge, wide, heading) for edge, (wide, heading) in zip(edges, self._widths, strict=False)]

    @cached_property
    def _widths(self) -> list[tuple[float, str]]:
        """Width and head of the same columns."""
        widths = []
        for index, heading in enumerate(self.headings):
            values = [row.figures[index] for row in self.rows if isinstance(row, UnitRow)]
            least = max((text_width(value, theme.WEAPON_RANGE) for value in values), default=0.0)
            widths.append(
                (max(_FIGURE, least + _APART, text_width(heading.upper(), theme.SMALL_LABEL) + _APART), heading)
            )
        widths.append((_CARD, _("Card")))
        if self.points:
            widths.append((max(_POINTS, text_width(self.points.upper(), theme.SMALL_LABEL) + _APART), self.points))
        return widths

    def _notes(self, width: float) -> tuple[float, float]:
        """Left edge and width of the notes; no width where they stand below the names."""
        end = self._columns(width)[0][0] - 2 * mm
        start = max(min(self._longest_name + 3 * mm, end - _LEAST_NOTES), _LEAST_NAME)
        start = max(start, end - _NOTES)
        return (start, end - start) if end - start >= _LEAST_NOTES - 1 else (0.0, 0.0)

    @cached_property
    def _longest_name(self) -> float:
        """Where the longest name ends."""
        rows = (row for row in self.rows if isinstance(row, UnitRow))
        return max((_NAME + _INDENT * row.joined + pieces_width(_name(row)) for row in rows), default=0.0)

    def _group(self, row: HeadRow) -> GroupKey:
        return GroupKey(self.look, row.title, tall=measures.GROUP_HEAD)

    def _row_height(self, row: Row, width: float) -> float:
        if isinstance(row, HeadRow):
            return self._group(row).height(width)
        if isinstance(row, TotalRow):
            return measures.TOTAL_ROW
        _left, room = self._notes(width)
        names = len(self._name_lines(row, width))
        named = Prose(_name(row), leading=1.1).height(self._name_room(row, width)) + _LOWER + _BELOW
        if room:
            lines = max(names, wrapped_height(row.notes, room))
            return max(measures.UNIT_ROW + (lines - 1) * _MORE - _LESS * (lines > 1), named if names > 1 else 0.0)
        below = wrapped_height(row.notes, self._name_room(row, width)) if row.notes else 0
        return max(measures.UNIT_ROW + (names - 1) * _MORE, named if names > 1 else 0.0) + below * _MORE

    def _name_room(self, row: UnitRow, width: float) -> float:
        left, room = self._notes(width)
        end = left if room and row.notes else self._columns(width)[0][0]
        return end - 2 * mm - _NAME - _INDENT * row.joined

    def _name_lines(self, row: UnitRow, width: float) -> list[Prose]:
        words = Prose(_name(row), leading=1.0)
        return [words] * len(words.lines(self._name_room(row, width)))

    def _heights(self, width: float) -> list[float]:
        if width not in self._kept:
            self._kept[width] = [self._row_height(row, width) for row in self.rows]
        return self._kept[width][self.start : self.end]

    def height(self, width: float) -> float:
        return _HEAD + sum(self._heights(width)) + measures.TOTAL_RULE + self._foot.height(width)

    @property
    def _foot(self) -> Block:
        """What marks at figures mean, below the last of all rows."""
        is_last = self.notes and self.end in {None, len(self.rows)}
        return prose("  ".join(self.notes), theme.KEYWORDS, "right") if is_last else EMPTY

    def split(self, width: float, room: float) -> tuple[UnitTable | None, UnitTable | None]:
        """The rows that fit into ``room`` points of height, and the rest: a head stays with its first unit, a leader with the
        unit that it joined, the total with the last one."""
        if self.height(width) <= room + 0.01:
            return self, None
        shown = self._shown
        used = list(accumulate(self._heights(width), initial=_HEAD + measures.TOTAL_RULE))
        count = sum(1 for height in used[1:] if height <= room)
        while count and not _may_break(shown[count - 1], shown[count]):
            count -= 1
        if not count:
            return None, self
        return replace(self, end=self.start + count), replace(self, start=self.start + count)

    # --- drawing ---------------------------------------------------------------------------------------------------------
    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        columns = self._columns(width)
        with tagged(canvas, "Table"):
            low = self._draw_all(canvas, x, top, width, columns)
        self._foot.draw(canvas, x, low, width)

    def _draw_all(
        self, canvas: Canvas, x: float, top: float, width: float, columns: Sequence[tuple[float, float, str]]
    ) -> float:
        """Draws head and rows; where the last one ends."""
        with tagged(canvas, "TR"):
            self._draw_head(canvas, x, top, width, columns)
        y = top - _HEAD
        draw_rule(canvas, x, y, width, measures.COLUMN_RULE)
        before: Row | None = None
        for row, height in zip(self._shown, self._heights(width), strict=True):
            self._draw_rule(canvas, x, y, width, before, row)
            with tagged(canvas, "TR"):
                if isinstance(row, UnitRow):
                    self._draw_unit(canvas, x, y, width, row, columns)
                elif isinstance(row, HeadRow):
                    self._draw_group(canvas, x, y, width, row, columns)
                else:
                    self._draw_total(canvas, x, y, width, row, columns)
            y -= height
            before = row
        if not isinstance(before, TotalRow):
            draw_rule(canvas, x, y, width, measures.THIN)
        return y

    @staticmethod
    def _draw_rule(canvas: Canvas, x: float, y: float, width: float, before: Row | None, row: Row) -> None:
        """The rule between two rows: dotted within an attached unit."""
        if isinstance(row, TotalRow):
            draw_rule(canvas, x, y, width, measures.TOTAL_RULE)
        elif isinstance(row, UnitRow) and row.joined and before is not None:
            dotted(canvas, x + _NAME, y, width - _NAME)
        elif before is not None:
            draw_rule(canvas, x, y, width, measures.THIN)

    def _draw_head(
        self, canvas: Canvas, x: float, top: float, width: float, columns: Sequence[tuple[float, float, str]]
    ) -> None:
        with tagged(canvas, "TH", scope="Column"):
            left, room = self._notes(width)
            small_label(self.unit).draw(canvas, x + 4 * mm, top, (left or columns[0][0]) - 4 * mm)
            if room and any(row.notes for row in self.rows if isinstance(row, UnitRow)):
                small_label(_("Role in the list")).draw(canvas, x + left, top, room)
        for edge, wide, heading in columns:
            align = "right" if heading == self.points else "centre"
            with tagged(canvas, "TH", scope="Column"):
                small_label(heading, align).draw(canvas, x + edge - 0.5 * mm, top, wide + 1 * mm * (align == "centre"))
        with tagged(canvas, "TH", scope="Column"):
            small_label(_("Lost"), "right").draw(canvas, x + width - _LOST, top, _LOST)

    def _draw_group(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        row: HeadRow,
        columns: Sequence[tuple[float, float, str]],
    ) -> None:
        with tagged(canvas, "TH", scope="Row", columns=len(columns)):  # the rest are the points and an empty cell
            self._group(row).draw(canvas, x, y, width)
            if row.bounds:
                notes = prose(row.bounds, theme.KEYWORDS, "right")
                notes.draw(canvas, x + width * 0.3, y - 0.9 * mm, columns[0][0] - width * 0.3 + 3 * _FIGURE)
        self._draw_amount(canvas, x, y - 0.6 * mm, prose(row.points, theme.ROW_TEXT, "right"), columns)

    @staticmethod
    def _draw_amount(
        canvas: Canvas, x: float, y: float, words: Prose, columns: Sequence[tuple[float, float, str]], more: float = 0.0
    ) -> None:
        """The points of several units below those of single ones, and the cell behind them."""
        edge, wide, _heading = columns[-1]
        with tagged(canvas, "TD", columns=2):
            words.draw(canvas, x + edge - more, y, wide - 0.5 * mm + more)

    def _draw_total(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        row: TotalRow,
        columns: Sequence[tuple[float, float, str]],
    ) -> None:
        strong = replace(theme.ROW_NAME, size=11.5)
        left, _room = self._notes(width)
        start = left or _NAME + 30 * mm
        with tagged(canvas, "TH", scope="Row", columns=len(columns)):
            prose(_("Total"), strong).draw(canvas, x + 4 * mm, y - 1 * mm, 40 * mm)
            prose(row.words, theme.ROW_TEXT).draw(canvas, x + start, y - 1.6 * mm, max(columns[-1][0] - start, 10.0))
        self._draw_amount(canvas, x, y - 1 * mm, prose(row.points, strong, "right"), columns, 20 * mm)

    def _draw_unit(
        self,
        canvas: Canvas,
        x: float,
        y: float,
        width: float,
        row: UnitRow,
        columns: Sequence[tuple[float, float, str]],
    ) -> None:
        with tagged(canvas, "TH", scope="Row"):
            self._draw_name(canvas, x, y, width, row)
        figures = (*row.figures, self._page(row), *((row.points,) if self.points else ()))
        for (edge, wide, heading), figure in zip(columns, figures, strict=True):
            with tagged(canvas, "TD"):
                if heading == self.points:
                    prose(figure, theme.ROW_NAME, "right").draw(canvas, x + edge, y - _LOWER, wide - 0.5 * mm)
                    continue
                style = theme.LEGEND if heading == _("Card") else theme.WEAPON_RANGE
                words: Block = prose(figure, style, "centre")
                if heading == _("Card") and figure:
                    words = LinkTo(words, row.key, row.name)
                words.draw(canvas, x + edge, y - 1.35 * mm, wide)
        with tagged(canvas, "TD"):
            draw_tick(canvas, x + width - _BOX - 0.6 * mm, y - (measures.UNIT_ROW - _BOX) / 2, _BOX, "square")

    def _draw_name(self, canvas: Canvas, x: float, y: float, width: float, row: UnitRow) -> None:
        """The number of models, the name and the notes."""
        models = prose(row.models, theme.WEAPON_RANGE, "right")
        models.draw(canvas, x, y - 1.25 * mm, _COUNT_END)
        at = x + _NAME + _INDENT * row.joined
        if row.joined:
            Icon("attached", _ELBOW).draw(canvas, at - 4.4 * mm, y - 1.3 * mm, _ELBOW)
        name = Prose(_name(row), leading=1.1)
        room = self._name_room(row, width)
        LinkTo(name, row.key, row.name).draw(canvas, at, y - _LOWER, room)
        left, notes = self._notes(width)
        if notes:
            write_wrapped(canvas, x + left, y - 1.5 * mm, notes, row.notes, _MORE)
        else:
            lines = len(name.lines(room))
            write_wrapped(canvas, at, y - 1.5 * mm - lines * _MORE, room, row.notes, _MORE)

    def _page(self, row: UnitRow) -> str:
        number = self.pages.get(row.key)
        return _("p. {number}").format(number=number) if number else ""


def _name(row: UnitRow) -> tuple[Span, ...]:
    """The name, whose letter stays with its last word, and the datasheet."""
    words, _space, last = row.name.rpartition(" ")
    name = Span(f"{words}\u00a0{last}" if words and len(last) <= _LETTERS else row.name, theme.ROW_NAME)
    return (name, Span(f"  {row.sheet}", theme.ROW_TEXT)) if row.sheet else (name,)


def _may_break(last: Row, following: Row) -> bool:
    if isinstance(last, HeadRow) or isinstance(following, TotalRow):
        return False
    return not (isinstance(following, UnitRow) and following.joined)
