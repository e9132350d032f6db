"""The turn sheet: what a player writes down and minds during a battle, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.glance import glance
from listbuilder.print.kit.bar import Bar
from listbuilder.print.kit.blocks import Beside, Block, Stack
from listbuilder.print.kit.forms import SectionHead, Ticks, WriteLines, small_head
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Bookmark, Flow
from listbuilder.print.kit.theme import BAR_SECOND, PAGE_TITLE
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.looks import look_of, page_frame
from listbuilder.print.layouts.turn_blocks import (
    PhaseHeads,
    PhaseRow,
    RoundsTable,
)
from listbuilder.print.layouts.turn_units import BETWEEN, add_glance, add_versus, points_words, units_table
from listbuilder.print.options import PrintOptions
from listbuilder.print.turn_sheet import PhaseLines, Rounds, TurnSheet, turn_sheet
from listbuilder.replacing import replace

_GAP = 1.6 * mm
_ABOVE = 4 * mm  # a title that is not the first on its page
_BAR_ROOM = 17 * mm  # of a bar, that its edges and what parts its words take
_LEAST_NOTES = 18 * mm
_MOST_WAITING = 16  # units in one table of rounds
_DENSITIES = (1.0, 0.9, 0.8)  # of the rows to write in
_WAYS = tuple((density, roomy) for roomy in (True, False) for density in _DENSITIES)


def turn_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The turn sheet alone."""
    flow = Flow(page_frame(options.paper))
    add_turn_sheet(flow, briefing, look_of(briefing, options), options.versus)
    return flow


def add_turn_sheet(
    flow: Flow,
    briefing: Briefing,
    look: Look,
    versus: Briefing | None = None,
    *,
    below: Sequence[float] = (),
    with_units: bool = True,
) -> None:
    """Adds the turn sheet on a page of its own; nothing where nothing is known of the units and the game. With ``versus`` the
    units of both sides stand beside each other on a page behind it. ``below``: how high the blocks are that follow, which stand
    at its foot as far as they fit, in points. ``with_units``: whether the units at a glance stand on it."""
    sheet, units = briefing.once(turn_sheet), briefing.once(glance)
    if sheet.rounds is None and not (units.tough or units.best):
        return
    flow.turn_page()
    usual, flow.gap = flow.gap, _GAP
    tries = []
    for way in _WAYS:  # the most spacious first
        tries.append(flow.copy())
        _fill(tries[-1], briefing, look, way, sheet, with_units=with_units and not versus)
        if len(tries[-1].pages) == len(flow.pages):
            break
    best = min(tries, key=lambda trial: len(trial.pages))  # the first of equal ones
    _add_notes(best, [one + usual for one in below])
    flow.pages, flow.used = best.pages, best.used
    if versus is not None:
        add_versus(flow, briefing, versus, look)
    flow.gap = usual


def add_units_at_foot(flow: Flow, briefing: Briefing) -> bool:
    """Adds the units at a glance below what stands on the page, where all of them have room there; whether they have."""
    table, trial = briefing.once(units_table), flow.copy()
    if not table.rows or not flow.pages[-1]:
        return False
    add_glance(trial, table)
    if len(trial.pages) > len(flow.pages):
        return False
    flow.pages, flow.used = trial.pages, trial.used
    return True


def add_turn_sheet_below(flow: Flow, briefing: Briefing, look: Look, below: Sequence[float]) -> bool:
    """Adds the turn sheet below what stands on the page, where all of it and what follows it (``below``, heights in points) has
    room there; whether it has."""
    sheet, units = briefing.once(turn_sheet), briefing.once(glance)
    if sheet.rounds is None and not (units.tough or units.best):
        return False
    for way in _WAYS:
        trial, follows = flow.copy(), [one + flow.gap for one in below]
        trial.gap = _GAP
        trial.used += _ABOVE
        _fill(trial, briefing, look, way, sheet, with_units=True)
        if len(trial.pages) == len(flow.pages) and trial.room >= sum(follows):
            _add_notes(trial, follows)
            flow.pages, flow.used = trial.pages, trial.used
            return True
    return False


def _fill(
    flow: Flow, briefing: Briefing, look: Look, way: tuple[float, bool], sheet: TurnSheet, *, with_units: bool
) -> None:
    """Fills pages. ``way``: the height of the rows to write in, of the usual one, and whether phases have room for signs."""
    density, roomy = way
    title = _("Turn sheet")
    flow.add(_title(briefing, look, title, flow.frame.width), Bookmark(title))
    if sheet.rounds is not None:
        for part in _tables(sheet.rounds):
            flow.add(RoundsTable(part, density))
    _add_phases(flow, sheet, look, roomy=roomy)
    if boxes := _boxes(sheet):
        flow.add(boxes)
    if with_units:
        add_glance(flow, briefing.once(units_table))


def _add_notes(flow: Flow, below: Sequence[float]) -> None:
    """Lines to write on where room for some is left on the page, down to its foot, or to what follows and fits on it."""
    head = SectionHead(_("Notes"), "flag")
    kept = max((used for used in accumulate(below) if used <= flow.room), default=0.0)
    room = flow.room - head.height(flow.frame.width) - kept
    if room >= _LEAST_NOTES:
        flow.add(Stack([head, WriteLines(room - 1)]))


def _title(briefing: Briefing, look: Look, title: str, width: float) -> Block:
    """The bar, with as much of what the army is called as it has room for."""
    points = points_words(briefing)
    room = width - text_width(title, PAGE_TITLE) - text_width(points, BAR_SECOND) - _BAR_ROOM
    facts = [*filter(None, (briefing.title, briefing.faction_beside, briefing.detachments))]
    while len(facts) > 1 and text_width(" · ".join(facts), BAR_SECOND) > room:
        facts.pop()
    right = [Span(points, BAR_SECOND)] if points else []
    return Bar(look, 12 * mm, [Span(title, PAGE_TITLE), Span(" · ".join(facts), BAR_SECOND)], right, tag="H1")


def _tables(rounds: Rounds) -> list[Rounds]:
    """The table of rounds, in parts where more units wait than a page has room for."""
    waiting = rounds.arriving
    others = [waiting[start : start + _MOST_WAITING] for start in range(_MOST_WAITING, len(waiting), _MOST_WAITING)]
    first = replace(rounds, arriving=waiting[:_MOST_WAITING])
    return [first, *(replace(rounds, mine=(), once=(), theirs=(), arriving=some) for some in others)]


# --- phases -----------------------------------------------------------------------------------------------------------


def _add_phases(flow: Flow, sheet: TurnSheet, look: Look, *, roomy: bool) -> None:
    """The phases, where anything is done in one of them; one that is taller than a page goes on on the next."""
    if not any(phase.mine or phase.theirs for phase in sheet.phases):
        return
    signs = frozenset(line.sign for phase in sheet.phases for line in (*phase.mine, *phase.theirs))
    head: list[Block] = [PhaseHeads(look, sheet.alternate, signs)]
    rows = [PhaseRow(phase, look, sheet.alternate) for phase in sheet.phases]
    width = flow.frame.width
    alike = all(
        row.fits_beside(width) for row in rows
    )  # the signs stand in the same place in all of them, where they can
    above = not alike or all(row.has_sign_above(width) for row in rows)
    for phase in sheet.phases:
        for part in _parts(phase, look, flow, alternate=sheet.alternate):
            flow.add(Stack([*head, PhaseRow(part, look, sheet.alternate, above, alike, roomy)]))
            head = []


def _parts(phase: PhaseLines, look: Look, flow: Flow, *, alternate: bool) -> list[PhaseLines]:
    """The phase in parts that each fit on a page."""
    width, most = flow.frame.width, flow.frame.height - 8 * mm
    if PhaseRow(phase, look, alternate).height(width) <= most:
        return [phase]
    half = (max(len(phase.mine), len(phase.theirs)) + 1) // 2
    if half < 2:
        return [phase]
    parts = (
        replace(phase, mine=phase.mine[:half], theirs=phase.theirs[:half]),
        replace(phase, mine=phase.mine[half:], theirs=phase.theirs[half:]),
    )
    return [small for part in parts for small in _parts(part, look, flow, alternate=alternate)]


def _boxes(sheet: TurnSheet) -> Block | None:
    """What is used once, and what to do when a turn or round ends."""
    once = (
        Stack(
            [
                small_head(_("Once per battle")),
                Ticks("", [str(one) for one in sheet.once], "circle", 2, times=[one.count for one in sheet.once]),
            ]
        )
        if sheet.once
        else None
    )
    ends = Stack([small_head(sheet.ends_title), Ticks("", sheet.ends, "square", 1)]) if sheet.ends else None
    found: list[Block] = [one for one in (once, ends) if one is not None]
    if not found:
        return None
    return Beside(found, [0.0] * len(found), BETWEEN) if len(found) > 1 else found[0]
