"""The units of one army at a glance, and those of two armies beside each other."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.prices import price_word
from listbuilder.i18n import _, number
from listbuilder.print.briefing import Briefing
from listbuilder.print.glance import glance
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


def units_table(briefing: Briefing) -> GlanceTable:
    """The units of an army at a glance, all in one table."""
    return GlanceTable.of(briefing.once(glance), units_title(briefing))


def add_glance(flow: Flow, table: GlanceTable) -> None:
    """The units with their figures, in two columns where the page is wide; the rest goes on on the next page."""
    below = _notes(table.glance.notes)
    while table.start < table.stop:
        if flow.room < GLANCE_HEAD + min(table.stop - table.start, _LEAST_ROWS) * GLANCE_ROW:
            flow.turn_page()
        columns = 2 if flow.frame.width > NARROW else 1
        parts, table = _columns(table, flow, columns)
        beside = Beside(parts, [0.0] * len(parts), BETWEEN) if columns == 2 else parts[0]
        flow.add(beside if table.rows else Stack([beside, *below]))


def _notes(notes: Sequence[str]) -> list[Block]:
    return [Padded(prose(note, KEYWORDS), top=mm) for note in notes]


def _columns(table: GlanceTable, flow: Flow, columns: int) -> tuple[list[Block], GlanceTable]:
    """As many rows as fit on the page in so many columns of about the same height, and those that do not."""
    width = (flow.frame.width - BETWEEN * (columns - 1)) / columns
    room = flow.room - GLANCE_HEAD - Stack(_notes(table.glance.notes)).height(flow.frame.width)
    high = min(room, sum(table.row_heights(width)) / columns)
    while True:
        blocks: list[Block] = []
        rest = table
        for _column in range(columns):
            part, rest = _cut(rest, width, high)
            blocks.append(part if part.rows else EMPTY)
        if not rest.rows or high >= room:
            return blocks, rest
        high = min(room, high + GLANCE_ROW / 2)


def _cut(table: GlanceTable, width: float, high: float) -> tuple[GlanceTable, GlanceTable]:
    """The rows that are no higher than that, at least one of them, and the others, which do not begin with a further statline
    of a unit."""
    rows, heights = table.glance.rows, table.measures.heights(width)
    stop, used = table.start, 0.0
    while stop < table.stop and (used := used + heights[stop]) <= high + 0.01:
        stop += 1
    stop = max(stop, min(table.start + 1, table.stop))
    while table.start + 1 < stop < table.stop and rows[stop].further:
        stop -= 1
    return table.part(table.start, stop), table.part(stop, table.stop)


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
    rests = [GlanceTable.of(glance(one), units_title(one), named=True) for one in sides]
    width = (flow.frame.width - BETWEEN) / 2
    notes = Stack(_notes(tuple(dict.fromkeys(note for table in rests for note in table.glance.notes))))
    while any(table.rows for table in rests):
        high = flow.room - GLANCE_HEAD - notes.height(flow.frame.width)
        cut = [_cut(table, width, high) for table in rests]
        rests = [rest for _part, rest in cut]
        both = Beside([part if part.rows else EMPTY for part, _rest in cut], [0.0, 0.0], BETWEEN)
        goes_on = any(table.rows for table in rests)
        flow.add(both if goes_on else Stack([both, notes]))
        if goes_on:
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
