"""The lists of the library as a table: verdict, name, game, faction, points, date."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content

from listbuilder.i18n import _, ngettext
from listbuilder.shelf.kept import Kept
from listbuilder.terminal import clip, one_line, pad
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.shelf_rows import Grouping, Row, counts, grouped, points_of, shortened, since
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import SEVERITY_STYLES, both_ends, literal

SYSTEM_FROM, FACTION_FROM, DATE_FROM = 64, 50, 40  # cells of a line from which on there is room for a column
MOST_SYSTEM, MOST_FACTION = 14, 24
GAP, NEWER = 2, 4
LEAST_NAME = 8
LEAST_TAG = 3  # cells, with the blank before it
MOST_COUNTED = 99  # prices that changed
GONE = "!gone:"


class Widths(NamedTuple):
    """Cells of a line and of its columns, 0 for a column that is not shown."""

    line: int = 0
    system: int = 0
    faction: int = 0
    newer: int = 0
    points: int = 0
    date: int = 0


class ShelfTable(ListPane):
    """The lists to walk through. A click moves the cursor, another one opens."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("G", "screen.do('more-games')", show=False),  # in place of the last line, which end goes to
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
    ]

    def __init__(self) -> None:
        super().__init__(id="shelf")
        self.rows: Sequence[Row] = ()
        self.marked: Sequence[str] = ()
        self.gone: Sequence[str] = ()
        self.full: Sequence[str] = ()
        self.grouping = Grouping.FOLDER
        self.empty = Content()  # what stands there when there is no list
        self.reading = 0  # lists of which nothing is known yet
        self._widths = Widths()
        self._drawn: dict[str, tuple[object, ListLine]] = {}

    def show(self) -> None:
        """Draws the rows as they are now."""
        lists, illegal, newer = counts(self.rows)
        self.border_title = literal(_("Lists"))
        parts = [ngettext("{n} list", "{n} lists", lists).format(n=lists)] if lists else []
        if self.marked:
            parts.append(ngettext("{n} marked", "{n} marked", len(self.marked)).format(n=len(self.marked)))
        if illegal:
            parts.append(ngettext("{n} with errors", "{n} with errors", illegal).format(n=illegal))
        if newer:
            parts.append(ngettext("{n} with newer data", "{n} with newer data", newer).format(n=newer))
        if self.reading:
            parts.append(_("reading {n}").format(n=self.reading))
        room = max(0, self.size.width - 6)
        while len(parts) > 1 and cell_len(" · ".join(parts)) > room:
            parts.pop(1 if not self.marked else -1)
        self.border_subtitle = literal(" · ".join(parts))
        self.redraw()

    def row(self, row_id: str) -> Row | None:
        return next((row for row in self.rows if row.id == row_id), None)

    @property
    def pointed_row(self) -> Row | None:
        """The list under the cursor."""
        return self.row(self.pointed)

    def lines(self) -> list[ListLine]:
        if all(row.is_other for row in self.rows) and not self.gone:
            return [ListLine("!empty", self.empty, heading=True)]
        now = time.time()
        widths = self._fitted(self.line_width, now)
        if self._widths != widths:
            self._widths = widths
            self._drawn.clear()
        lines: list[ListLine] = []
        for name, inside in grouped(self.rows, self.grouping):
            if not any(row.is_list or not row.is_other for row in inside):
                continue
            if name:
                lines.append(self._heading(name, inside, is_first=not lines))
            lines += [self._line(row, now) for row in inside if row.is_list]
            lines += [self._line(row, now) for row in inside if not row.is_list and not row.is_other]
        lines += self._gone_lines()
        return lines

    def _gone_lines(self) -> Iterator[ListLine]:
        for name in self.gone:
            hint = Content.assemble(("d", "bold $footer-key-foreground"), " ", (_("forget it"), "$text-muted"))
            said = _("{folder} is not there.")
            room = self.line_width - hint.cell_length - cell_len(said.format(folder="")) - 1
            text = said.format(folder=_end_of(shortened(name), room))
            yield ListLine(GONE + name, both_ends(Content.styled(text, "$text-warning"), hint, self.line_width))
        for name in self.full:
            text = _("{folder} holds too many files: only the first were looked at.").format(folder=one_line(name))
            yield ListLine(f"!full:{name}", Content.styled(clip(text, self.line_width), "$text-muted"), heading=True)

    def _heading(self, name: str, rows: Sequence[Row], *, is_first: bool) -> ListLine:
        number = sum(row.is_list for row in rows)
        count = ngettext("{n} list", "{n} lists", number).format(n=number)
        if others := sum(row.is_other for row in rows):
            count += ", " + ngettext("{n} other file", "{n} other files", others).format(n=others)
        folder = _end_of(name, self.line_width - cell_len(count) - 1)
        left, right = Content.styled(folder, "bold $secondary"), Content.styled(count, "$text-muted")
        text = both_ends(left, right, self.line_width)
        return ListLine(f"#{name}", text if is_first else Content.assemble("\n", text), heading=True)

    def _fitted(self, width: int, now: float) -> Widths:
        """The columns that lists in so many cells need; no game where all are of one."""
        systems = {row.system for row in self.rows if row.system}
        factions = {row.kept.faction for row in self.rows if row.kept is not None}
        system = min(MOST_SYSTEM, _widest(systems)) if len(systems) > 1 and width >= SYSTEM_FROM else 0
        faction = min(MOST_FACTION, width // 4, _widest(factions)) if width >= FACTION_FROM else 0
        newer = NEWER if any(row.kept is not None and row.kept.newer is not None for row in self.rows) else 0
        points = _widest(points_of(row.kept) for row in self.rows)
        date = _widest(since(row.found.changed, now) for row in self.rows) if width >= DATE_FROM else 0
        return Widths(width, system, faction, newer, points + GAP if points else 0, date + GAP if date else 0)

    def _line(self, row: Row, now: float) -> ListLine:
        """Drawn anew only where something of it is other than before: there may be hundreds."""
        state = (row, row.id in self.marked, since(row.found.changed, now))
        drawn = self._drawn.get(row.id)
        if drawn is None or drawn[0] != state:
            drawn = self._drawn[row.id] = (state, ListLine(row.id, self._drawn_line(row, now)))
        return drawn[1]

    def _drawn_line(self, row: Row, now: float) -> Content:
        widths, sign = self._widths, glyphs()
        width = widths.line
        mark = (sign.picked if row.id in self.marked else " ", "bold $warning")
        verdict, style = verdict_sign(row.kept)
        start = Content.assemble(mark, (pad(verdict, cell_len(sign.legal)), style), " ")  # in ASCII some take two cells
        right = Content()
        if widths.date:
            right = Content.styled(since(row.found.changed, now).rjust(widths.date), "$text-muted")
        room = width - start.cell_length - right.cell_length
        if not row.is_list:
            return both_ends(Content.assemble(start, _reason(row, room)), right, width)
        newer = _newer(row.kept) if widths.newer else ""
        points = Content.assemble((newer, "$text-warning"), points_of(row.kept).rjust(widths.points))
        beside = self._beside(row)
        name = self._titled(row, max(LEAST_NAME, room - points.cell_length - beside.cell_length))
        return Content.assemble(start, name, beside, points, right)

    @staticmethod
    def _titled(row: Row, room: int) -> Content:
        """The name, cut before what tells it from a list of the same name; then marks and tags, as far as there is room."""
        apart = f" {one_line(row.apart)}" if row.apart else ""
        own = clip(one_line(row.own_name), max(LEAST_NAME, room - cell_len(apart)))
        name = Content(own + apart)
        if row.unsaved:
            name = Content.assemble(name, (f" {glyphs().modified}", "$text-warning"))
        if row.tags and (left := room - name.cell_length) > LEAST_TAG:  # else they would take the end of the name
            tags = Content.styled(f" #{one_line(' #'.join(row.tags))}", "$text-muted")
            name = Content.assemble(name, tags.truncate(left, ellipsis=True))
        return name.truncate(room, ellipsis=True, pad=True)

    def _beside(self, row: Row) -> Content:
        """Game and faction, where there is room."""
        found, widths = Content(), self._widths
        if widths.system:
            found = Content.styled("  " + pad(clip(row.system, widths.system), widths.system), "$text-muted")
        if widths.faction:
            faction = clip(row.kept.faction if row.kept is not None else "", widths.faction)
            found = Content.assemble(found, "  ", pad(faction, widths.faction))
        return found

    async def _on_click(self, event: events.Click) -> None:
        """The first click on a list shows it, another one opens it."""
        clicked = self.line_at(event)
        if clicked is not None and clicked != self.highlighted and not self.options[clicked].disabled:
            self.highlighted = clicked
            event.prevent_default()
            event.stop()


def _widest(texts: Iterable[str]) -> int:
    return max(map(cell_len, texts), default=0)


def _end_of(folder: str, room: int) -> str:
    """A folder, cut at its start where there is no room: its end says more."""
    text = one_line(folder)
    if cell_len(text) <= room:
        return text
    while text and cell_len(text) >= room:
        text = text[1:]
    return f"…{text}"


def verdict_sign(kept: Kept | None) -> tuple[str, str]:
    """What is thought of a list, and its style."""
    sign = glyphs()
    if kept is None:
        return sign.info, "$text-muted"
    if not kept.was_read:
        return sign.unjudged, "$text-muted"
    match kept.verdict:
        case "legal":
            return sign.legal, "$text-success"
        case "illegal":
            return sign.error, SEVERITY_STYLES["error"]
    return sign.unjudged, SEVERITY_STYLES["unjudged"]


def _newer(kept: Kept | None) -> str:
    """Whether there are newer data, and how many prices they change, in four cells."""
    newer = kept.newer if kept is not None else None
    if newer is None:
        return " " * NEWER
    return f"{glyphs().warning}{min(newer.prices or 0, MOST_COUNTED) or ''}".rjust(NEWER)


def _reason(row: Row, room: int) -> Content:
    """The file and why it is no list."""
    message = row.kept.message if row.kept is not None else ""
    name = clip(one_line(row.file_name), max(8, room // 2))
    return Content.assemble(name, (f"  {clip(one_line(message), max(0, room - cell_len(name) - 3))}", "$text-muted"))
