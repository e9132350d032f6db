"""The units of one army at a glance, and those of two armies beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from listbuilder.army.prices import price_word
from listbuilder.i18n import _, number
from listbuilder.print.briefing import Briefing
from listbuilder.print.glance import Glance, Row, glance
from listbuilder.print.kit.bar import Bar
from listbuilder.print.kit.blocks import EMPTY, Beside, Block, Padded, Stack
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Bookmark, Flow
from listbuilder.print.kit.theme import BAR_SECOND, KEYWORDS, PAGE_TITLE, SECTION_HEAD, prose
from listbuilder.print.kit.typeset import Span
from listbuilder.print.layouts.glance_table import GLANCE_HEAD, GLANCE_ROW, GlanceTable
from listbuilder.print.layouts.turn_blocks import NARROW

BETWEEN = 4 * mm
_LEAST_ROWS = 4  # of units on a page that goes on on the next one


def units_title(briefing: Briefing) -> str:
    """The head of the units in a table."""
    return _("{units} at a glance").format(units=briefing.vocabulary.terms.unit.many.title)


def add_glance(flow: Flow, units: Glance, title: str) -> None:
    """The units with their figures, in two columns where the page is wide; the rest goes on on the next page."""
    rows, below = list(units.rows), _notes(units.notes)
    while rows:
        if flow.room < GLANCE_HEAD + min(len(rows), _LEAST_ROWS) * GLANCE_ROW:
            flow.turn_page()
        columns = 2 if flow.frame.width > NARROW else 1
        tables, rows = _columns(units, rows, title, flow, columns)
        table = Beside(tables, [0.0] * len(tables), BETWEEN) if columns == 2 else tables[0]
        flow.add(table if rows else Stack([table, *below]))


def _notes(notes: Sequence[str]) -> list[Block]:
    return [Padded(prose(note, KEYWORDS), top=mm) for note in notes]


def _columns(units: Glance, rows: list[Row], title: str, flow: Flow, columns: int) -> tuple[list[Block], list[Row]]:
    """As many rows as fit on the page in so many columns of about the same height, and those that do not."""
    width = (flow.frame.width - BETWEEN * (columns - 1)) / columns
    room = flow.room - GLANCE_HEAD - Stack(_notes(units.notes)).height(flow.frame.width)
    heights = GlanceTable(units, rows, title).row_heights(width)
    high = min(room, sum(heights) / columns)
    while True:
        tables: list[Block] = []
        rest = rows
        for _column in range(columns):
            part, rest = _cut(rest, GlanceTable(units, rest, title).row_heights(width), high)
            tables.append(GlanceTable(units, part, title) if part else EMPTY)
        if not rest or high >= room:
            return tables, rest
        high = min(room, high + GLANCE_ROW / 2)


def _cut(rows: list[Row], heights: Sequence[float], high: float) -> tuple[list[Row], list[Row]]:
    """The rows that are no higher than that, at least one of them, and the others, which do not begin with a further statline
    of a unit."""
    count = max(sum(used <= high + 0.01 for used in accumulate(heights)), min(len(rows), 1))
    while 1 < count < len(rows) and rows[count].further:
        count -= 1
    return rows[:count], rows[count:]


# --- both sides -------------------------------------------------------------------------------------------------------


def add_versus(flow: Flow, briefing: Briefing, other: Briefing, look: Look) -> None:
    """The units of two armies beside each other, from a new page on."""
    flow.turn_page()
    title = _("Both armies")
    names = _("{one} against {other}").format(one=briefing.title, other=other.title)
    flow.add(Bar(look, 12 * mm, [Span(title, PAGE_TITLE), Span(names, BAR_SECOND)], tag="H1"), Bookmark(title))
    sides = (briefing, other)
    heads = [prose(_named(one), SECTION_HEAD) for one in sides]
    flow.add(Beside(heads, [0.0, 0.0], BETWEEN))
    tables = [glance(one) for one in sides]
    rests = [list(table.rows) for table in tables]
    width = (flow.frame.width - BETWEEN) / 2
    notes = Stack(_notes(tuple(dict.fromkeys(note for table in tables for note in table.notes))))
    while any(rests):
        high = flow.room - GLANCE_HEAD - notes.height(flow.frame.width)
        blocks: list[Block] = []
        for index, (one, table) in enumerate(zip(sides, tables, strict=True)):
            title, rows = units_title(one), rests[index]
            part, rests[index] = _cut(rows, GlanceTable(table, rows, title, named=True).row_heights(width), high)
            blocks.append(GlanceTable(table, part, title, named=True) if part else EMPTY)
        both = Beside(blocks, [0.0, 0.0], BETWEEN)
        flow.add(both if any(rests) else Stack([both, notes]))
        if any(rests):
            flow.turn_page()


def points_words(briefing: Briefing) -> str:
    """What the army costs, with thousands apart; nothing where the data know no points."""
    army = briefing.army
    return f"{number(army.points, grouped=True)} {price_word(army)}".strip() if army.has_points else ""


def _named(briefing: Briefing) -> str:
    """A list with its faction, detachments and points."""
    return " · ".join(
        filter(None, (briefing.title, briefing.faction_beside, briefing.detachments, points_words(briefing)))
    )
