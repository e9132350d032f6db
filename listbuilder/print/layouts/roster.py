"""The roster: summary, a card for each attached unit, reference, turn sheet."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import measures
from listbuilder.print.kit.blocks import Block, Stack
from listbuilder.print.kit.forms import SectionHead
from listbuilder.print.kit.look import Look
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Bookmark, Flow, Placed
from listbuilder.print.layouts.card import Card
from listbuilder.print.layouts.columns import Columns
from listbuilder.print.layouts.findings import FEW, FINDINGS, FindingRows, has_more
from listbuilder.print.layouts.looks import look_of, page_frame
from listbuilder.print.layouts.reference import add_reference
from listbuilder.print.layouts.sealed import seal_block
from listbuilder.print.layouts.summary import add_summary, army_level, fill_with_lines, noted_lines
from listbuilder.print.layouts.turn import add_turn_sheet, add_turn_sheet_below, add_units_at_foot
from listbuilder.print.layouts.units import army_cards, card_title, rule_entry
from listbuilder.print.options import PrintOptions, TextLevel
from listbuilder.print.rules_text import shared_rules
from listbuilder.print.verdicts import printed_findings, unprinted_words

_LEAST_RULES = 25 * mm  # of a section that goes on on the next page
_WIDE = 160 * mm  # pages with three columns of text
_FEW_FINDINGS = 3  # at the foot of a page are too few, if there are more
_EMPTY = 0.28  # of a page is too much to leave empty before a card that can begin there
_LESS_EMPTY = 0.15  # is too much as well where a page is saved by it
_MUCH = 0.4  # of a page is room for notes
_BARE = 0.5  # of a page that is saved if it can be


def roster_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The summary, the cards in the order of the list, the reference, the turn sheet: on fewer pages where one would have little
    on it, and more cards that go on over the next page spare it."""
    flow = _flow(briefing, options, _EMPTY)
    if any(one >= _BARE for one in flow.empty()[:-1]):
        closer = _flow(briefing, options, _LESS_EMPTY)
        if len(closer.empty()) < len(flow.empty()):
            flow = closer
    if options.layout != "open":
        line_bare_pages(flow)
    return flow


def _flow(briefing: Briefing, options: PrintOptions, empty: float) -> Flow:
    """The same, with a card begun at the foot of a page of which so much would be left empty."""
    look = look_of(briefing, options)
    flow = Flow(page_frame(options.paper), gap=measures.CARD_GAP)
    pages: dict[str, int] = {}
    add_summary(flow, briefing, look, pages)
    found = army_cards(briefing, look, options.text, flow.frame.width)
    if found and len(flow.pages) == 1:  # the summary's own; what runs over it is only the beginning of the next one
        flow.turn_page()
    elif found and not goes_on(flow, found[0][1], empty):
        fill_with_lines(flow, briefing)
    for number, (copies, card) in enumerate(found):
        chapter = () if number else (Bookmark(_("Units")),)
        add_card(flow, card, *chapter, Bookmark(card_title(briefing, copies), 1), empty=empty)
    add_rules(flow, briefing, options.text)
    pages.update(_add_shorter_tail(flow, briefing, look, options))
    pages.update(_pages_of(flow))
    return flow


def line_bare_pages(flow: Flow) -> None:
    """Lines to write on where much of a page behind the first is left empty in one piece."""
    for page in flow.pages[1:]:
        low, free = flow.frame.top, []
        for place, one in enumerate(page):
            free.append((low - one.top, low, place))
            low = one.top - one.block.height(one.width)
        free.append((low - flow.frame.below, low, len(page)))
        high, top, place = max(free)
        if high >= _MUCH * flow.frame.height and page:
            block = noted_lines(flow.frame.width, high - 2 * flow.gap)
            page.insert(place, Placed(block, flow.frame.side, top - flow.gap, flow.frame.width))


def _add_shorter_tail(flow: Flow, briefing: Briefing, look: Look, options: PrintOptions) -> dict[str, int]:
    """Adds what stands behind the rules: the reference before the turn sheet, and the units at a glance on it, unless that takes
    more pages."""
    late = flow.copy()
    pages, is_late = _add_tail(late, briefing, look, options, late=True)
    best = late
    if is_late:
        usual = flow.copy()
        usual_pages, _none = _add_tail(usual, briefing, look, options, late=False)
        if len(usual.pages) <= len(late.pages):
            best, pages = usual, usual_pages
    overflows = len(best.pages) > len(flow.pages) + 1
    if overflows and flow.pages[-1] and options.layout != "open" and options.versus is None:
        early = flow.copy()
        early_pages, _none = _add_tail(early, briefing, look, options, late=False, early=True)
        if len(early.pages) < len(best.pages):
            best, pages = early, early_pages
    flow.pages, flow.used = best.pages, best.used
    return pages


def _add_tail(
    flow: Flow, briefing: Briefing, look: Look, options: PrintOptions, *, late: bool, early: bool = False
) -> tuple[dict[str, int], bool]:
    """Adds what stands behind the rules: reference, findings, turn sheet, seal. Findings and seal that have no room before the
    turn sheet stand at its foot, so does the reference with ``late``. With ``early`` the units at a glance stand before the sheet
    where they have room. Returns the page of the findings, and whether any of the reference stands there."""
    rest = add_reference(flow, briefing, late=late)
    pages: dict[str, int] = {}
    findings = has_more(briefing)
    if findings and flow.pages[-1] and all_findings(briefing, look).height(flow.frame.width) <= flow.room:
        _add_findings(flow, briefing, look, pages)
        findings = False
    seal = seal_block(briefing.seal) if briefing.seal is not None else None
    with_units = not (early and not (rest or findings) and add_units_at_foot(flow, briefing))
    if with_units and not (rest or findings) and _add_sheet_below(flow, briefing, look, options, seal):
        return pages, False
    if seal is not None and not rest and flow.add_below(seal):
        seal = None
    if briefing.army.units and options.layout != "open":
        coming = [*rest, *([all_findings(briefing, look)] if findings else []), *([seal] if seal is not None else [])]
        below = [block.height(flow.frame.width) for block in coming]
        add_turn_sheet(flow, briefing, look, options.versus, below=below, with_units=with_units)
    for block in rest:
        flow.add(block)
    if findings:
        _add_findings(flow, briefing, look, pages)
    if seal is not None:
        flow.add_anywhere(seal)
    return pages, bool(rest)


def _add_sheet_below(flow: Flow, briefing: Briefing, look: Look, options: PrintOptions, seal: Block | None) -> bool:
    """Adds turn sheet and seal where the sheet has room on a page that would be left bare; whether it has."""
    is_bare = bool(flow.pages[-1]) and flow.room >= _BARE * flow.frame.height
    if not is_bare or options.versus or options.layout == "open" or not briefing.army.units:
        return False
    trial = flow.copy()
    high = [seal.height(flow.frame.width)] if seal is not None else []
    if not add_turn_sheet_below(trial, briefing, look, high) and not add_turn_sheet_below(trial, briefing, look, []):
        return False
    if seal is not None and not trial.add_below(seal):
        if not trial.has_room_anywhere(seal):
            return False
        trial.add_anywhere(seal)
    flow.pages, flow.used = trial.pages, trial.used
    return True


def all_findings(briefing: Briefing, look: Look) -> Block:
    """The findings that the first page has no room for, together."""
    rows = FindingRows(briefing, look, len(printed_findings(briefing)), FEW, last=True)
    return Stack([SectionHead(_("Findings"), "warning"), rows])


def add_rules(flow: Flow, briefing: Briefing, detail: TextLevel) -> None:
    """The texts of what the whole army and many units of it have, each once, where the data have any."""
    shared = [rule for rule in briefing.once(shared_rules, detail) if rule.kind != "faction" and rule.paragraphs]
    of_army = [rule for rule in army_level(briefing, detail) if rule.paragraphs]
    entries = [rule_entry(rule, rule.group) for rule in (*of_army, *shared)]
    if not entries:
        return
    width = flow.frame.width
    title = _("Rules of the army") if of_army else _("Abilities and keywords")
    head = SectionHead(title, "crown")
    rest: Columns | None = Columns(entries, 3 if width > _WIDE else 2)
    bookmarks: tuple[Bookmark, ...] = (Bookmark(title),)
    while rest is not None:
        first, others = rest.split(width, flow.room - head.height(width))
        is_short = others is not None and flow.room < _LEAST_RULES
        if (first is None or is_short) and flow.pages[-1]:
            flow.turn_page()
            continue
        flow.add(Stack([head, first or rest]), *bookmarks)
        bookmarks, rest = (), others if first is not None else None


def _add_findings(flow: Flow, briefing: Briefing, look: Look, pages: dict[str, int]) -> None:
    """The findings that the first page has no room for, over as many pages as they take; the first of these is noted."""
    start, every = FEW, len(printed_findings(briefing))
    head = SectionHead(_("Findings"), "warning")
    bookmarks: tuple[Bookmark, ...] = (Bookmark(_("Findings")),)
    while start < every:
        room = flow.room - head.height(flow.frame.width)
        rows = FindingRows(briefing, look, every, start)
        count = rows.fitting(flow.frame.width, room)
        if count == every - start and unprinted_words(briefing):
            count -= 1  # the line on the others has no room behind it
        if count < min(_FEW_FINDINGS, every - start) and flow.pages[-1]:
            flow.turn_page()
            continue
        count = max(count, 1)
        flow.add(Stack([head, FindingRows(briefing, look, count, start, last=True)]), *bookmarks)
        pages.setdefault(FINDINGS, sum(1 for page in flow.pages if page))
        bookmarks, start = (), start + count


def _squeezed(flow: Flow, card: Card, width: float) -> Card:
    """The card; with less between its abilities, and then between the cards of the page, where it fits only so."""
    lacking, tight = card.height(width) - flow.room, card.tightened()
    if lacking <= 0 or not flow.pages[-1]:
        return card
    lacking -= card.height(width) - tight.height(width)
    if lacking <= 0:
        return tight
    if lacking <= (measures.CARD_GAP - measures.LEAST_CARD_GAP) * len(flow.pages[-1]):
        flow.move_closer(measures.LEAST_CARD_GAP)
        return tight
    return card


def _pages_of(flow: Flow) -> Iterator[tuple[str, int]]:
    """The number of the page of each card, by the names of places in it."""
    for number, page in enumerate((page for page in flow.pages if page), 1):
        for placed in page:
            if isinstance(placed.block, Card):
                yield from ((key, number) for key in placed.block.keys)


def goes_on(flow: Flow, card: Card, empty: float) -> bool:
    """Whether a card, or its beginning where so much of the page is empty, stands on this page."""
    width = flow.frame.width
    if card.height(width) <= flow.room:
        return True
    return flow.room >= empty * flow.frame.height and card.begun(width, flow.room)[0] is not None


def add_card(flow: Flow, card: Card, *bookmarks: Bookmark, empty: float = _EMPTY) -> None:
    """Places a card. It goes on on the next page where it is taller than one, or would leave so much of this one ``empty``."""
    width, high = flow.frame.width, flow.frame.height
    rest: Card | None = card
    while rest is not None:
        if flow.pages[-1] and flow.room >= empty * high:
            close = _squeezed(flow, rest, width)
            if close.height(width) <= flow.room:
                flow.add(close, *bookmarks)
                return
            first, others = rest.begun(width, flow.room)
            if first is not None:
                flow.add(first, *bookmarks)
                if others is not None:
                    flow.turn_page()
                bookmarks, rest = (), others
                continue
        if rest.height(width) <= high:
            flow.add(_squeezed(flow, rest, width), *bookmarks)
            return
        flow.turn_page()
        first, rest = rest.worth_parting(width, flow.room)
        if first is None:
            assert rest is not None
            flow.add(rest, *bookmarks)  # not even its first rows fit: it is made smaller
            return
        flow.add(first, *bookmarks)
        bookmarks = ()
