"""The roster: summary, a card for each attached unit, reference."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import measures
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Bookmark, Flow, heading
from listbuilder.print.layouts.card import Card
from listbuilder.print.layouts.findings import FEW, FindingRows, has_more
from listbuilder.print.layouts.looks import look_of, page_frame
from listbuilder.print.layouts.reference import add_reference
from listbuilder.print.layouts.sealed import seal_block
from listbuilder.print.layouts.summary import add_summary
from listbuilder.print.layouts.units import army_cards, card_title
from listbuilder.print.options import PrintOptions

_TIGHT = 2 * mm  # between cards that would not fit else


def roster_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The summary, the cards in the order of the list, the reference."""
    look = look_of(briefing, options)
    flow = Flow(page_frame(options.paper), gap=measures.CARD_GAP)
    pages: dict[str, int] = {}
    add_summary(flow, briefing, look, pages)
    found = army_cards(briefing, look, options.text, flow.frame.width)
    if found:
        flow.turn_page()
    for number, (copies, card) in enumerate(found):
        chapter = () if number else (Bookmark(_("Units")),)
        add_card(flow, card, *chapter, Bookmark(card_title(briefing, copies), 1))
    add_reference(flow, briefing)
    if has_more(briefing):
        most = len(briefing.findings)
        flow.add(heading(_("Findings"), FindingRows(briefing, look, most, FEW)), Bookmark(_("Findings")))
    if briefing.seal is not None:
        flow.add(seal_block(briefing.seal))
    pages.update(_pages_of(flow))
    return flow


def _pages_of(flow: Flow) -> Iterator[tuple[str, int]]:
    """The number of the page of each card, by the names of places in it."""
    for number, page in enumerate((page for page in flow.pages if page), 1):
        for placed in page:
            if isinstance(placed.block, Card):
                yield from ((key, number) for key in placed.block.keys)


def add_card(flow: Flow, card: Card, *bookmarks: Bookmark) -> None:
    """Places a card; one that is taller than a page goes on on the next one."""
    width = flow.frame.width
    rest: Card | None = card
    while rest is not None:
        if rest.height(width) <= flow.frame.height:
            flow.add(rest, *bookmarks)
            return
        flow.turn_page()
        first, rest = rest.split(width, flow.room)
        if first is None:
            assert rest is not None
            flow.add(rest, *bookmarks)  # not even its first rows fit: it is made smaller
            return
        flow.add(first, *bookmarks)
        bookmarks = ()
