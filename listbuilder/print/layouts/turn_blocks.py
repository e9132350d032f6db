"""The parts of a turn sheet: the table of rounds, and a phase with what is done in it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext as nothing
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.kit.blocks import Block, Prose, draw_box, draw_rule
from listbuilder.print.kit.forms import Disc, Square, draw_tick
from listbuilder.print.kit.icons import Icon, IconName
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import CARD_FRAME, COLUMN_RULE, TABLE_RULE, mm
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.tags import tagged
from listbuilder.print.kit.theme import (
    BAR_LARGE_SECOND,
    KEYWORDS,
    LEGEND,
    ROW_TEXT,
    RULES,
    RULES_NAME,
    WEAPON_NAME,
    prose,
    rules_text,
    small_label,
)
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.turn_sheet import Line, PhaseLines, Rounds
from listbuilder.replacing import replace

_ICONS: dict[str, IconName] = {
    "command": "crown",
    "movement": "boot",
    "shooting": "target",
    "charge": "chevrons",
    "fight": "swords",
    "end": "flag",
}
_ROUND = Style(10.5, strong=True)
_BESIDE = 10 / 12  # of the size of a phase's name: where its sign is beside it
_WIDE = 1e6
NARROW = 160 * mm  # pages of this width and less have narrower columns


# --- rounds -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundsTable:
    """A column for each round and one for the sum; a row for each thing to write down, with dashes where that is only a sum, and
    for each unit in reserves with boxes from the round in which it may arrive."""

    rounds: Rounds
    density: float = 1.0  # of the rows to write in

    _HEAD, _ROW, _ARRIVAL, _BOX, _PAD = 5 * mm, 6.4 * mm, 5.6 * mm, 3.8 * mm, 2 * mm

    def _first(self, width: float) -> float:
        return (46 if width > NARROW else 34) * mm

    def _rows(self, width: float) -> list[tuple[Block, float, bool]]:
        """The words of each row, its height, and whether a strong rule is above it."""
        room = self._first(width) - 2 * self._PAD
        mine = (*self.rounds.mine, *self.rounds.once)
        words: list[tuple[Prose, bool]] = [(prose(text, WEAPON_NAME), False) for text in mine]
        words += [(prose(text, ROW_TEXT), not index) for index, text in enumerate(self.rounds.theirs)]
        rows = [(block, max(self._ROW * self.density, block.height(room) + 1.6 * mm), first) for block, first in words]
        for index, one in enumerate(self.rounds.arriving):
            block = Prose([Span(one.name, WEAPON_NAME), Span(f"  {one.where}", KEYWORDS)], leading=1.1)
            rows.append((block, max(self._ARRIVAL * self.density, block.height(room) + 1.2 * mm), not index))
        return list(rows)

    def height(self, width: float) -> float:
        return self._HEAD + sum(high for _words, high, _strong in self._rows(width))

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        rows, first = self._rows(width), self._first(width)
        columns = (width - first) / (len(self.rounds.numbers) + 1)
        draw_rule(canvas, x, top, width, TABLE_RULE)
        with tagged(canvas, "Table"):
            self._heads(canvas, x, top, first, columns)
            y = top - self._HEAD
            for index, (words, high, strong) in enumerate(rows):
                draw_rule(canvas, x, y, width, TABLE_RULE if strong else COLUMN_RULE)
                room = first - 2 * self._PAD
                arriving = index - (len(rows) - len(self.rounds.arriving))
                with tagged(canvas, "TR"):
                    with tagged(canvas, "TH", scope="Row"):
                        words.draw(canvas, x + self._PAD, y - (high - words.height(room)) / 2, room)
                    if arriving >= 0:
                        self._boxes(
                            canvas, x + first, y, columns, high, (*self.rounds.arriving[arriving].rounds, False)
                        )
                    elif len(self.rounds.mine) <= index < len(self.rounds.mine) + len(self.rounds.once):
                        self._boxes(canvas, x + first, y, columns, high, (False,) * len(self.rounds.numbers))
                        with tagged(canvas, "TD"):
                            pass  # to write in
                    else:
                        with tagged(canvas, "TD", columns=len(self.rounds.numbers) + 1):
                            pass  # to write in
                y -= high
        draw_rule(canvas, x, y, width, COLUMN_RULE)
        canvas.setLineWidth(COLUMN_RULE)
        for index in range(len(self.rounds.numbers) + 1):
            canvas.line(x + first + index * columns, top, x + first + index * columns, y)

    def _heads(self, canvas: Canvas, x: float, top: float, first: float, columns: float) -> None:
        name = prose(self.rounds.title, WEAPON_NAME)
        heads = [prose(text, _ROUND, "centre") for text in self.rounds.numbers]
        heads.append(prose(_("Total"), WEAPON_NAME, "centre"))
        with tagged(canvas, "TR"):
            with tagged(canvas, "TH", scope="Column"):
                name.draw(canvas, x + self._PAD, top - (self._HEAD - name.height(first)) / 2, first - self._PAD)
            for index, head in enumerate(heads):
                left = x + first + index * columns
                with tagged(canvas, "TH", scope="Column"):
                    head.draw(canvas, left, top - (self._HEAD - head.height(columns)) / 2, columns)

    def _boxes(self, canvas: Canvas, x: float, top: float, columns: float, high: float, boxed: Sequence[bool]) -> None:
        for index, may in enumerate(boxed):
            left = x + index * columns
            with tagged(canvas, "TD"):
                if may:
                    edge = left + (columns - self._BOX) / 2
                    draw_tick(canvas, edge, top - (high - self._BOX) / 2, self._BOX, "square")
                else:
                    dash = prose("–", ROW_TEXT, "centre")
                    dash.draw(canvas, left, top - (high - dash.height(columns)) / 2, columns)


# --- phases -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Circle:
    """An empty circle: once in a battle."""

    side: float = 3.9 * mm

    def height(self, width: float) -> float:
        return self.side

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        draw_tick(canvas, x, top, self.side, "circle")


@dataclass(frozen=True)
class Deeds:
    """Lines of a phase, each behind its sign."""

    lines: Sequence[Line]
    look: Look

    _CELL, _GAP = 5.4 * mm, 0.5 * mm

    def _words(self, line: Line) -> Prose:
        spans = [Span(line.title, RULES_NAME)] if line.title else []
        if line.detail:
            spans.append(Span(f": {line.detail}" if spans else line.detail, RULES))
        return rules_text(spans)

    def _sign(self, line: Line) -> Block:
        match line.sign:
            case "stratagem":
                return Disc(str(line.cost), self.look)
            case "once":
                return Circle()
            case _:
                return Square()

    def height(self, width: float) -> float:
        room = width - self._CELL
        high = (max(self._words(line).height(room), 3.9 * mm) + self._GAP for line in self.lines)
        return max(sum(high) - self._GAP, 0.0)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        room = width - self._CELL
        with tagged(canvas, "L") if self.lines else nothing():
            for line in self.lines:
                words, sign = self._words(line), self._sign(line)
                baseline = words.first_baseline(room)
                middle = baseline - 0.345 * RULES.size  # of the capitals
                with tagged(canvas, "LI"), tagged(canvas, "LBody"):
                    sign.draw(canvas, x, top - middle + sign.height(self._CELL) / 2, self._CELL)
                    words.draw(canvas, x + self._CELL, top, room)
                top -= max(words.height(room), 3.9 * mm) + self._GAP


@dataclass(frozen=True)
class PhaseRow:
    """A phase: a tab with its sign and name, what is done in one's own turn, and in the opponent's. ``above``: the sign stands
    above the name where there is room, and there always is in a ``roomy`` row. ``beside``: it may stand beside a smaller name,
    else a name without that room stands alone."""

    phase: PhaseLines
    look: Look
    alternate: bool
    above: bool = True
    beside: bool = True
    roomy: bool = False

    _PAD, _SIGN, _SMALL = 2.4 * mm, 8 * mm, 5 * mm

    def widths(self, width: float) -> tuple[float, float, float]:
        """Of the tab, of what is mine, of what is theirs."""
        tab = (27 if width > NARROW else 21) * mm
        mine = (width - tab) * 0.565 if self.alternate else width - tab
        return tab, mine, width - tab - mine

    def height(self, width: float) -> float:
        _tab, mine, theirs = self.widths(width)
        high = Deeds(self.phase.mine, self.look).height(mine - 2 * self._PAD)
        if self.alternate:
            high = max(high, Deeds(self.phase.theirs, self.look).height(theirs - 2 * self._PAD))
        return max(high + 2.8 * mm, self._least(width))

    def _title(self, size: float = 1.0) -> Prose:
        style = replace(BAR_LARGE_SECOND, size=BAR_LARGE_SECOND.size * size)
        return Prose([Span(self.phase.title, self.look.on_bar(style))], "centre", 1.05, whole_words=True, tag="H2")

    def _least(self, width: float) -> float:
        tab = self.widths(width)[0]
        if not self.beside:
            words = self._title().height(tab - 2 * mm)
            sign = self._SMALL + 1.5 * mm + 4.4 * mm if self.roomy and self.phase.sort in _ICONS else 2 * mm
            return words + sign + 0.1
        return max(self._title(_BESIDE).height(tab - self._SMALL - 4 * mm) + 2 * mm, self._SMALL + 3 * mm)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        tab, mine, theirs = self.widths(width)
        high = self.height(width)
        self.look.draw_ground(canvas, x, top, tab, high)
        self._draw_tab(canvas, x, top, tab, high)
        draw_box(canvas, x, top - high, width, high, frame=CARD_FRAME)
        canvas.setLineWidth(COLUMN_RULE)
        canvas.line(x + tab, top, x + tab, top - high)
        Deeds(self.phase.mine, self.look).draw(canvas, x + tab + self._PAD, top - 1.4 * mm, mine - 2 * self._PAD)
        if self.alternate:
            canvas.setStrokeGray(0.0)
            canvas.setLineWidth(COLUMN_RULE)
            canvas.line(x + tab + mine, top, x + tab + mine, top - high)
            left = x + tab + mine + self._PAD
            Deeds(self.phase.theirs, self.look).draw(canvas, left, top - 1.4 * mm, theirs - 2 * self._PAD)

    def _side(self, width: float) -> float:
        """Of the sign above the name."""
        words = self._title().height(self.widths(width)[0] - 2 * mm)
        return min(self._SIGN, self.height(width) - words - 4.4 * mm)

    def has_sign_above(self, width: float) -> bool:
        """Whether there is room for the sign above the name, or none is there."""
        return self.phase.sort not in _ICONS or self._side(width) >= self._SMALL + 1.5 * mm

    def fits_beside(self, width: float) -> bool:
        """Whether the longest word of the name is not cut beside the sign."""
        style = replace(BAR_LARGE_SECOND, size=BAR_LARGE_SECOND.size * _BESIDE)
        room = self.widths(width)[0] - self._SMALL - 4 * mm
        return all(text_width(word, style) <= room for word in self.phase.title.split())

    def _draw_tab(self, canvas: Canvas, x: float, top: float, width: float, high: float) -> None:
        """The sign above the name where there is room, else beside it."""
        name, white = _ICONS.get(self.phase.sort), not self.look.save_ink
        title, room = self._title(), width - 2 * mm
        words = title.height(room)
        side = min(self._SIGN, high - words - 4.4 * mm)
        is_above = self.above and side >= self._SMALL + 1.5 * mm
        if name is None or not (is_above or self.beside):
            title.draw(canvas, x + mm, top - (high - words) / 2, room)
        elif is_above:
            drop = (high - words - side - 1.4 * mm) / 2
            Icon(name, side, white).draw(canvas, x + (width - side) / 2, top - drop, side)
            title.draw(canvas, x + mm, top - drop - side - 1.4 * mm, room)
        else:
            title, room = self._title(_BESIDE), width - self._SMALL - 4 * mm
            Icon(name, self._SMALL, white).draw(canvas, x + 1.8 * mm, top - (high - self._SMALL) / 2, self._SMALL)
            title.draw(canvas, x + self._SMALL + 3 * mm, top - (high - title.height(room)) / 2, room)


@dataclass(frozen=True)
class PhaseHeads:
    """What stands above the phases: whose turn, and what the ``signs`` mean that these have; on narrow pages on two lines."""

    look: Look
    alternate: bool
    signs: frozenset[str]

    _LINE = 5 * mm

    def _keys(self) -> list[tuple[Block, str]]:
        keys: list[tuple[str, Block, str]] = [
            ("once", Circle(3.4 * mm), _("once per battle")),
            ("acts", Square(), _("unit that acts")),
            ("stratagem", Disc("1", self.look), _("with its cost")),
        ]
        return [(sign, text) for kind, sign, text in keys if kind in self.signs]

    def _is_split(self, width: float) -> bool:
        """Whether the signs have a line of their own."""
        return width <= NARROW and self.alternate and bool(self._keys())

    def height(self, width: float) -> float:
        return 2 * self._LINE if self._is_split(width) else self._LINE

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        row = PhaseRow(PhaseLines("", "", (), ()), self.look, self.alternate)
        tab, mine, theirs = row.widths(width)
        keys = self._keys()
        if not self.alternate:
            self._part(canvas, x + tab, top, mine, "", keys)
            return
        beside = len(keys) - ("stratagem" in self.signs)  # the costs of stratagems stand where most of them are
        if self._is_split(width):
            self._part(canvas, x, top, width, "", keys)
            top, keys = top - self._LINE, []
        self._part(canvas, x + tab, top, mine, _("My turn"), keys[:beside])
        self._part(canvas, x + tab + mine, top, theirs, _("Opponent's turn"), keys[beside:])

    def _part(
        self, canvas: Canvas, x: float, top: float, width: float, head: str, keys: Sequence[tuple[Block, str]]
    ) -> None:
        """A head, and behind it the signs with what they mean, as far as there is room."""
        words = small_label(head)
        words.draw(canvas, x + 2.4 * mm, top - 0.9 * mm, width)
        lines = words.lines(width)
        at, end = x + 2.4 * mm + (lines[0].width + 5 * mm if head else 0.0), x + width
        for sign, text in keys:
            legend = prose(text, LEGEND)
            wide = legend.lines(width)[0].width
            if at + 5 * mm + wide > end:
                break
            sign.draw(canvas, at, top - (4.4 * mm - sign.height(width)) / 2, width)
            legend.draw(canvas, at + 5 * mm, top - (4.4 * mm - legend.height(width)) / 2, wide + 1)
            at += 5 * mm + wide + 4 * mm
