"""The roster: summary, datasheet cards, reference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.i18n import _, in_language
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import distinct
from listbuilder.print.kit.blocks import EMPTY, Block, Scaled
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame
from listbuilder.print.kit.theme import NOTE, prose
from listbuilder.print.layouts.card import card, card_name
from listbuilder.print.layouts.reference import add_reference
from listbuilder.print.layouts.sealed import seal_block
from listbuilder.print.layouts.summary import add_summary
from listbuilder.print.options import PrintOptions

_SIZES = (1.0, 0.96, 0.92)  # cards may be a little smaller where that saves a page
_MANY = 100  # cards, of which the smallest always save one: they are measured once


def roster_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """Summary, one card for each distinct unit, reference."""
    frame = Frame(SIZES[options.paper])
    first = Flow(frame)
    add_summary(first, briefing)
    groups = distinct(briefing.army.units)
    if groups:
        rule = briefing.vocabulary.half_strength
        if hint := in_language(rule.boxes) if rule else "":
            first.add(prose(hint, NOTE))
    sealed = seal_block(briefing.seal) if briefing.seal is not None else EMPTY
    fits = first.add_below(sealed)
    if groups:
        first.turn_page()
    cards = [(card(briefing, copies), card_name(briefing, copies)) for copies in groups]
    last = () if fits else (sealed,)
    flows = [
        _followed(first.copy(), briefing, cards, factor, last)
        for factor in (_SIZES if len(cards) < _MANY else _SIZES[-1:])
    ]
    return min(flows, key=lambda flow: len(flow.pages))  # the first, which is the largest, of equal ones


def _followed(
    flow: Flow, briefing: Briefing, cards: Sequence[tuple[Block, str]], factor: float, last: Iterable[Block]
) -> Flow:
    """The summary with what follows it: scaled cards, reference, last blocks."""
    for index, (block, name) in enumerate(cards):
        chapter = () if index else (Bookmark(_("Units")),)
        flow.add(Scaled(block, factor), *chapter, Bookmark(name, 1))
    add_reference(flow, briefing)
    for block in last:
        flow.add(block)
    return flow
