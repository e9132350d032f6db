"""The weapons of a card: one table with a head where all types share their columns, else one with a head for each type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _, clauses
from listbuilder.print.bearers import title_of_modes
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import WeaponTable as Columns
from listbuilder.print.datasheet import said_of, weapon_heading, weapon_table
from listbuilder.print.groups import Arms
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.blocks import Prose, draw_rule
from listbuilder.print.kit.forms import dotted
from listbuilder.print.kit.icons import Icon, IconName
from listbuilder.print.kit.inline import cut_text
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.tags import tagged
from listbuilder.print.kit.theme import prose, small_label
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.replacing import replace

_MINUS = re.compile(r"(?<![A-Za-z])-(?=\d)")
_BETWEEN = re.compile(r"^(\d+[\"”″]?)-(?=\d)")  # two figures, as of a range
_LEAST_FIGURE, _NARROWEST, _APART = (
    9 * mm,
    6.4 * mm,
    1.2 * mm,
)  # a column of figures, and what is free beside the widest
_LEAST_NAME, _WORDS = 34 * mm, 36 * mm  # the narrowest name of a weapon beside its words
_MOST_BESIDE = 2  # lines of words beside the figures; more stand below, where they have the width of the table
_INDENT = 3.5 * mm  # of another mode of a weapon
_ICONS: dict[str, IconName] = {"ranged": "target", "melee": "swords"}  # by their reach
_ABOVE, _MORE_BELOW = 0.36 * mm, 0.4 * mm  # the text of a row; what one of several lines has below it


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a table. ``starts_bearer``, ``starts_type``: it is the first of its bearer, of its type. ``is_mode``: it is
    another mode of the weapon above it."""

    bearer: str
    icon: IconName | None
    count: str
    name: tuple[Span, ...]
    figures: tuple[str, ...]
    words: str
    starts_bearer: bool = False
    starts_type: bool = False
    is_mode: bool = False

    @property
    def indent(self) -> float:
        """How far its name is from the edge of the names."""
        return _INDENT if self.is_mode else 0.0


@dataclass(frozen=True, slots=True)
class Head:
    """The heads of the columns. ``prose``: that of the words behind the figures."""

    title: str
    figures: tuple[str, ...]
    prose: str


@dataclass(frozen=True, slots=True)
class _Measures:
    """Where the columns are, from the left edge of a table."""

    icon: float
    bearer: float
    count: float  # its right edge
    name: float
    figures: tuple[tuple[float, float], ...]  # left edge and width of each
    words: float  # 0: below the name
    right: float

    @property
    def name_width(self) -> float:
        return (self.figures[0][0] if self.figures else self.words or self.right) - self.name - 1 * mm

    def words_at(self, words: Prose) -> tuple[float, float, bool]:
        """Left edge and width of the words of a row, and whether they stand below its name."""
        if self.words and len(words.lines(self.right - self.words)) <= _MOST_BESIDE:
            return self.words, self.right - self.words, False
        return self.name, self.right - self.name, True


@dataclass(frozen=True)
class WeaponTable:
    """Weapons by their bearers with heads where the columns change. Its rows may be parted over pages."""

    sections: tuple[tuple[Head, tuple[Line, ...]], ...]

    @property
    def count(self) -> int:
        """How many rows it has."""
        return sum(len(lines) for _head, lines in self.sections)

    def part(self, start: int, end: int) -> WeaponTable:
        """Some of its rows, with their heads."""
        found, before = [], 0
        for head, lines in self.sections:
            some = lines[max(start - before, 0) : max(end - before, 0)]
            before += len(lines)
            if some:
                first = replace(some[0], starts_bearer=True, starts_type=True)
                found.append((head, (first, *some[1:])))
        return WeaponTable(tuple(found))

    # --- measures --------------------------------------------------------------------------------------------------------
    @cached_property
    def _figure_widths(self) -> list[float]:
        """Of the columns from the right, which all sections share."""
        return [max(wide, _LEAST_FIGURE) for wide in self._needed_widths]

    @cached_property
    def _needed_widths(self) -> list[float]:
        """The same, no wider than the figures."""
        widths: list[float] = []
        for head, lines in self.sections:
            for row in (tuple(head.figures), *(line.figures for line in lines)):
                style = theme.SMALL_LABEL if row is head.figures else theme.WEAPON_FIGURE
                texts = reversed([text.upper() for text in row] if row is head.figures else row)
                found = [text_width(text, style) + 2 * _APART for text in texts]
                widths = [max(pair) for pair in zip_longest(widths, found, fillvalue=_NARROWEST)]
        return widths

    def _measures(self, width: float, count: int) -> _Measures:
        right = width - measures.CARD_PAD
        all_figures = self._figure_widths
        beside = right - _WORDS - sum(all_figures) - measures.WEAPON_AT >= _LEAST_NAME
        if not beside:  # a narrow page: names have what figures do not need
            all_figures = self._needed_widths
        words = right - _WORDS if beside else 0.0
        at, figures = (words or right) - 1.5 * mm * beside, []
        for wide in all_figures[:count]:
            at -= wide
            figures.append((at, wide))
        return _Measures(
            measures.ICON_AT,
            measures.BEARER_AT,
            measures.COUNT_END,
            measures.WEAPON_AT,
            tuple(reversed(figures)),
            words,
            right,
        )

    def _text_of(self, line: Line, at: _Measures) -> tuple[Prose, Prose, Prose]:
        """Bearer, name and words of a row."""
        bearer = Prose([Span(line.bearer if line.starts_bearer else "", theme.ROW_TEXT)], leading=1.06)
        name = Prose([Span(line.count and "", theme.WEAPON_NAME), *line.name], leading=1.06)
        return bearer, name, prose(line.words, theme.ROW_TEXT, leading=1.06)

    def _row_height(self, line: Line, at: _Measures) -> float:
        _bearer, name, words = self._text_of(line, at)
        lines = [len(name.lines(at.name_width - line.indent))]
        if line.words:
            _left, wide, below = at.words_at(words)
            lines.append(lines[0] * below + len(words.lines(wide)))
        return measures.WEAPON_ROW + (max(lines) - 1) * measures.WEAPON_ROW_MORE + _MORE_BELOW * (max(lines) > 1)

    def _bearer_height(self, line: Line, at: _Measures) -> float:
        """What the name of a bearer needs; it may go on beside the next rows of theirs."""
        bearer = self._text_of(line, at)[0]
        return measures.WEAPON_ROW + (len(bearer.lines(self._bearer_width(line, at))) - 1) * measures.WEAPON_ROW_MORE

    def _bearer_width(self, line: Line, at: _Measures) -> float:
        return at.count - at.bearer - text_width(line.count or "10×", theme.WEAPON_NAME) - 2 * mm

    @cached_property
    def _heights(self) -> dict[float, float]:
        return {}

    def height(self, width: float) -> float:
        if width not in self._heights:
            self._heights[width] = sum(high for high, _draw in self._rows(width))
        return self._heights[width]

    def _rows(self, width: float) -> Iterator[tuple[float, Head | Line]]:
        for head, lines in self.sections:
            at = self._measures(width, len(head.figures))
            yield measures.WEAPON_ROW, head
            for theirs in _by_bearer(lines):
                heights = [self._row_height(line, at) for line in theirs]
                heights[-1] += max(self._bearer_height(theirs[0], at) - sum(heights), 0.0)
                yield from zip(heights, theirs, strict=True)

    # --- drawing ---------------------------------------------------------------------------------------------------------
    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        with tagged(canvas, "Table"):
            self._draw_rows(canvas, x, top, width)

    def _draw_rows(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        at = self._measures(width, 0)
        first = fresh = True
        for high, row in self._rows(width):
            if isinstance(row, Head):
                at = self._measures(width, len(row.figures))
                if not first:
                    draw_rule(canvas, x, top, width, measures.TABLE_RULE)
                with tagged(canvas, "TR"):
                    self._draw_head(canvas, x, top, row, at)
                draw_rule(canvas, x, top - high, width, measures.COLUMN_RULE)
                fresh = True
            else:
                if not fresh:
                    _draw_rule_above(canvas, x, top, at, row, width)
                with tagged(canvas, "TR"):
                    self._draw_line(canvas, x, top, row, at)
                fresh = False
            first = False
            top -= high

    def _draw_head(self, canvas: Canvas, x: float, top: float, head: Head, at: _Measures) -> None:
        top -= 0.75 * mm
        cells = [
            (small_label(_("Bearer")), at.bearer, at.count - at.bearer),
            (small_label(head.title), at.name, at.name_width),
            *(
                (small_label(text, "centre"), left, wide)
                for (left, wide), text in zip(at.figures, head.figures, strict=True)
            ),
        ]
        if at.words:
            label = small_label(head.prose)
            fitting = cut_text(label.spans[0], at.right - at.words) if head.prose else None
            cells.append(
                (replace(label, spans=[fitting or Span("", theme.SMALL_LABEL)]), at.words, at.right - at.words)
            )
        for words, left, wide in cells:
            with tagged(canvas, "TH", scope="Column"):
                words.draw(canvas, x + left, top, wide)

    def _draw_line(self, canvas: Canvas, x: float, top: float, line: Line, at: _Measures) -> None:
        if line.icon and line.starts_type:
            Icon(line.icon, 3.3 * mm).draw(canvas, x + at.icon, top - 0.4 * mm, 3.3 * mm)
        bearer, name, words = self._text_of(line, at)
        top -= _ABOVE
        with tagged(canvas, "TD"):
            if line.starts_bearer:
                bearer.draw(canvas, x + at.bearer, top, self._bearer_width(line, at))
        with tagged(canvas, "TH", scope="Row"):
            if line.count:
                count = prose(line.count, theme.WEAPON_NAME, "right", leading=1.1)
                count.draw(canvas, x + at.bearer, top, at.count - at.bearer)
            name.draw(canvas, x + at.name + line.indent, top, at.name_width - line.indent)
            if line.words and not at.words:
                self._draw_words(canvas, x, top, words, at, len(name.lines(at.name_width - line.indent)))
        for number, ((left, wide), figure) in enumerate(zip(at.figures, line.figures, strict=True)):
            style = theme.WEAPON_FIGURE if number not in _plain(len(line.figures)) else theme.WEAPON_RANGE
            with tagged(canvas, "TD"):
                prose(figure, style, "centre", leading=1.1 * 8.5 / 9).draw(canvas, x + left, top, wide)
        if at.words:
            with tagged(canvas, "TD"):
                if line.words:
                    self._draw_words(canvas, x, top, words, at, len(name.lines(at.name_width - line.indent)))

    @staticmethod
    def _draw_words(canvas: Canvas, x: float, top: float, words: Prose, at: _Measures, names: int) -> None:
        """Draws the words of a row beside or below a name of so many lines."""
        left, wide, below = at.words_at(words)
        drop = names * measures.WEAPON_ROW_MORE if below else 0.0
        words.draw(canvas, x + left, top - drop, wide)


def _by_bearer(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The rows below each name of a bearer."""
    found: list[Line] = []
    for line in lines:
        if line.starts_bearer and found:
            yield found
            found = []
        found.append(line)
    if found:
        yield found


def _plain(count: int) -> tuple[int, ...]:
    """Which figures are not stressed: of the usual six the range and the skill."""
    return (0, 2) if count == 6 else ()


def _draw_rule_above(canvas: Canvas, x: float, y: float, at: _Measures, line: Line, width: float) -> None:
    if line.starts_type:
        draw_rule(canvas, x, y, width, measures.TABLE_RULE)
    elif line.starts_bearer and line.bearer:
        draw_rule(canvas, x + at.bearer, y, at.right - at.bearer, measures.THIN)
    else:
        dotted(canvas, x + at.name, y, at.right - at.name)


# --- from the army to rows ---------------------------------------------------------------------------------------------------


def weapon_rows(briefing: Briefing, arms: Sequence[Arms]) -> WeaponTable | None:
    """The table of the weapons of a group; None where it has none."""
    made = [(_head(briefing, one), tuple(_lines(briefing, one))) for one in arms]
    if not made:
        return None
    if len({bearer for one in arms for bearer, _weapon in one.weapons}) == 1:  # whose they are need not be said twice
        made = [made[0], *((head, tuple(replace(line, bearer="") for line in lines)) for head, lines in made[1:])]
    merged = _merged_head([head for head, _lines_of in made])
    if merged is None:
        return WeaponTable(tuple(made))
    wide = len(merged.figures)
    lines = tuple(
        replace(line, figures=("–",) * (wide - len(line.figures)) + line.figures)
        for _head_of, some in made
        for line in some
    )
    return WeaponTable(((merged, lines),))


def _table_of(briefing: Briefing, arms: Arms) -> Columns:
    profiles = tuple(mode for _bearer, weapon in arms.weapons for mode in weapon.modes)
    return weapon_table(arms.type, profiles, briefing.vocabulary)


def _head(briefing: Briefing, arms: Arms) -> Head:
    table = _table_of(briefing, arms)

    def heading(name: str) -> str:
        return weapon_heading(briefing.vocabulary, name, briefing.local)

    words = [heading(name) for name in table.prose]
    return Head(heading(arms.type), tuple(heading(name) for name in table.figures), " / ".join(words))


def _merged_head(heads: Sequence[Head]) -> Head | None:
    """One head for all, aligned at the right, where they differ in one column at most; None where they differ in more."""
    if len(heads) == 1:
        return heads[0]
    columns = [
        list(dict.fromkeys(found)) for found in zip_longest(*(reversed(head.figures) for head in heads), fillvalue="")
    ]
    named = [[name for name in column if name] for column in columns]
    if sum(1 for names in named if len(names) > 1) > 1 or max(map(len, named), default=0) > 2:
        return None
    words = list(dict.fromkeys(head.prose for head in heads if head.prose))
    figures = tuple("/".join(names) for names in reversed(named))
    return Head(_("Weapon"), figures, " / ".join(words))


def _lines(briefing: Briefing, arms: Arms) -> Iterator[Line]:
    table = _table_of(briefing, arms)
    last = ""
    for number, (bearer, weapon) in enumerate(arms.weapons):
        names = title_of_modes(weapon.modes, briefing.local)
        for index, (profile, (name, mode)) in enumerate(zip(weapon.modes, names, strict=True)):
            words = clauses(said_of(profile, table.prose, briefing.local))
            yield Line(
                bearer,
                _icon(briefing, arms.type),
                f"{weapon.count}×" if index == 0 and weapon.count else "",
                tuple(_name(name, mode, index)),
                tuple(weapon_figure(briefing, arms.type, profile.value(column)) for column in table.figures),
                words,
                starts_bearer=index == 0 and bearer != last,
                starts_type=index == 0 and number == 0,
                is_mode=index > 0,
            )
        last = bearer


def _name(name: str, mode: str, index: int) -> Iterator[Span]:
    """The weapon's name and its mode; behind "or" that of another mode."""
    if index == 0:
        yield Span(name, theme.WEAPON_NAME)
        if mode:
            yield Span(f" {mode}", theme.WEAPON_MODE)
        return
    yield Span(_("or {mode}").format(mode=mode or name), theme.WEAPON_MODE)


def _icon(briefing: Briefing, kind: str) -> IconName | None:
    known = briefing.vocabulary.weapon_type(kind)
    return _ICONS.get(known.reach) if known else None


def weapon_figure(briefing: Briefing, kind: str, value: str) -> str:
    """The value as `figure` has it; a dash where it only repeats how such weapons are used."""
    known = briefing.vocabulary.weapon_type(kind)
    return figure("" if known and value.strip().casefold() == known.reach else value)


def figure(value: str) -> str:
    """The value with a true minus sign, or a dash between two figures; a dash when it is empty."""
    return "–" if value.strip() in {"", "-"} else _MINUS.sub("\u2212", _BETWEEN.sub(r"\1–", value))
