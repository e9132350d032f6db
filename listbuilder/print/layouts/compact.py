"""The whole army on two pages where it fits: two columns of small cards under a short heading.

Type is never smaller than its floor: where that takes more room, keywords are left out, then the reference, then the army takes
more pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, tee
from typing import NamedTuple

from reportlab.lib.units import mm

from listbuilder.catalogue.facts import Stratagem
from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.declared import reserves_line
from listbuilder.print.groups import cards
from listbuilder.print.kit.blocks import Block, Gap, Padded, Prose, Scaled, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame, Placed
from listbuilder.print.kit.parting import parted
from listbuilder.print.kit.style import Style
from listbuilder.print.kit.theme import FRAME, SECTION, SMALL, prose
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.findings import FEW, has_more, more_words
from listbuilder.print.layouts.looks import look_of
from listbuilder.print.layouts.reference import stratagems_title, when
from listbuilder.print.layouts.sealed import seal_block
from listbuilder.print.layouts.small_card import SMALLEST, BelowCut, SmallCards, small_bar
from listbuilder.print.layouts.small_head import finding_line, masthead
from listbuilder.print.layouts.units import card_title
from listbuilder.print.options import PrintOptions
from listbuilder.print.stratagems import usable_stratagems
from listbuilder.print.verdicts import printed_findings, unprinted_words, verdict_words
from listbuilder.rules.formation import Group

PAGES = 2
FLOOR = 6.0  # points of the smallest type
_GUTTER = 8.0
_BELOW = 5.6  # between cards
_TITLE = Style(17, strong=True)
_POINTS = Style(15, strong=True)
_MOST_COPIES = 10  # on one card
_TOLERANCE = 0.01


@dataclass(frozen=True, slots=True)
class Density:
    """How small the cards are, and what is printed."""

    factor: float
    keywords: bool = True
    reference: bool = True


_TIGHT = FLOOR / SMALLEST
_DENSITIES = (
    Density(1.0),
    Density(_TIGHT),
    Density(_TIGHT, keywords=False),
    Density(_TIGHT, keywords=False, reference=False),
)


def compact_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The army on two pages where it fits, then the findings that the first has no room for, and the seal where there is room:
    the footer and the properties of the PDF have it as well."""
    frame = Frame(SIZES[options.paper], side=9 * mm, above=8 * mm, below=13 * mm)
    flow = _densest(briefing, frame, SmallCards(briefing, look_of(briefing, options)))
    if has_more(briefing):
        flow.used += _BELOW
        flow.add_grid(_more_findings(briefing))
    if briefing.seal is not None:
        flow.add_below(seal_block(briefing.seal))
    return flow


def _densest(briefing: Briefing, frame: Frame, made: SmallCards) -> Flow:
    """The first density that fits two pages, else the last with as many pages as it takes."""
    begun = _begun(briefing, frame)
    groups = [some for copies in cards(briefing) for some in _parted(copies)]
    for density in _DENSITIES:
        blocks, again = tee(_blocks(briefing, made, groups, density))
        flow = _arrange(begun, blocks, density.factor, PAGES)
        if len(flow.pages) <= PAGES:
            return flow
    return _arrange(begun, again, density.factor)


def _parted(copies: tuple[Group, ...]) -> Iterator[tuple[Group, ...]]:
    return (copies[start : start + _MOST_COPIES] for start in range(0, len(copies), _MOST_COPIES))


def _begun(briefing: Briefing, frame: Frame) -> Flow:
    """The first page with its heading."""
    flow = Flow(frame, gap=5.0)
    flow.add(_head(briefing), Bookmark(_("Summary")))
    return flow


def _blocks(
    briefing: Briefing, made: SmallCards, groups: Iterable[tuple[Group, ...]], density: Density
) -> Iterator[tuple[Block, str]]:
    for copies in groups:
        yield made.card(copies, keywords=density.keywords), card_title(briefing, copies)
    if density.reference and (found := usable_stratagems(briefing)):
        yield _reference(briefing, made, [one for _source, group in found for one in group]), _("Reference")


class _Card(NamedTuple):
    """A card with its height and the space below it; without a name it goes on from the one before."""

    block: Block
    name: str
    height: float


def _arrange(begun: Flow, blocks: Iterable[tuple[Block, str]], factor: float, most: int | None = None) -> Flow:
    """The blocks in two columns behind what begins the first page. No more of them are made and measured than are needed for
    ``most`` pages and one card more."""
    flow = begun.copy()
    frame = flow.frame
    width = (frame.width - _GUTTER) / 2
    coming = (card for block, name in blocks for card in _whole(block, name, factor, width, frame.height))
    cards: list[_Card] = []
    while True:
        room = flow.room + _BELOW
        _measure(cards, coming, room)
        left, right = _columns([card.height for card in cards], room)
        lowest = flow.used
        for x, column in ((0.0, cards[:left]), (width + _GUTTER, cards[left : left + right])):
            used = flow.used
            for card in column:
                marks = (Bookmark(card.name, 1),) if card.name else ()
                place = Placed(card.block, frame.side + x, frame.top - used, width, marks)
                flow.pages[-1].append(place)
                used += card.height
            lowest = max(lowest, used)
        cards = cards[left + right :]
        if not cards:
            flow.used = lowest
            return flow
        flow.turn_page()
        if most is not None and len(flow.pages) > most:
            return flow


def _whole(block: Block, name: str, factor: float, width: float, highest: float) -> Iterator[_Card]:
    """The card, as small as it may be where it is taller than a page, and then in parts."""
    for smaller in (factor, min(factor, _TIGHT)):
        if (scaled := Scaled(block, smaller)).height(width) <= highest:
            yield _card(scaled, name, width)
            return
    rest: Block | None = block
    while rest is not None:
        first, others = parted(rest, width / scaled.factor, highest / scaled.factor)
        if first is None:  # nothing of it fits: it is set smaller
            first, others = _limited(Scaled(rest, scaled.factor), width, highest), None
            yield _card(first, name, width)
        else:
            yield _card(Scaled(first, scaled.factor), name, width)
        name, rest = "", others


def _card(block: Block, name: str, width: float) -> _Card:
    return _Card(block, name, block.height(width) + _BELOW)


def _measure(cards: list[_Card], coming: Iterator[_Card], room: float) -> None:
    """Adds cards that are coming until they fill two columns and one is left over, as far as there are any."""
    looked = 0
    for _column in range(2):
        used = 0.0
        while True:
            if looked == len(cards):
                card = next(coming, None)
                if card is None:
                    return
                cards.append(card)
            used += cards[looked].height
            if used > room + _TOLERANCE:
                break  # it begins the next column
            looked += 1


def _limited(block: Scaled, width: float, height: float) -> Scaled:
    """The block, smaller when it would be taller than a page."""
    while block.height(width) > height and block.factor > 0.1:
        block = Scaled(block.block, block.factor * 0.95)
    return block


def _columns(heights: Sequence[float], room: float) -> tuple[int, int]:
    """How many blocks go into the left and the right column; when all fit, the columns end at about the same height."""
    left = _fitting(heights, room)
    right = _fitting(heights[left:], room)
    if left + right < len(heights):
        return left, right
    total = sum(heights)
    evenest = min(range(left, -1, -1), key=lambda count: max(sum(heights[:count]), total - sum(heights[:count])))
    return evenest, len(heights) - evenest


def _fitting(heights: Sequence[float], room: float) -> int:
    """How many of the blocks fit below each other."""
    return sum(1 for used in accumulate(heights) if used <= room + _TOLERANCE)


def _head(briefing: Briefing) -> Block:
    """Title and verdict; findings only where there are some."""
    verdict = [Span(verdict_words(briefing), SECTION)]
    if reserves := reserves_line(briefing):
        verdict.append(Span("   " + reserves, SMALL))
    lines: list[Block] = [masthead(briefing, _TITLE, _POINTS), Gap(1), Prose(verdict)]
    lines += [finding_line(briefing, finding, SMALL) for finding in printed_findings(briefing)[:FEW]]
    if rest := len(printed_findings(briefing)[FEW:]):
        lines.append(prose(more_words(rest), SMALL.bold()))
    return Stack([*lines, Gap(2)])


def _more_findings(briefing: Briefing) -> Grid:
    """The findings that do not stand in the heading, which the cards would have to give way to."""
    rows = [Row([finding_line(briefing, finding, SMALL)]) for finding in printed_findings(briefing)[FEW:]]
    if unprinted := unprinted_words(briefing):
        rows.append(Row([prose(unprinted, SMALL.bold())]))
    title = prose(_("Findings"), SECTION)
    return Grid([Column(share=1.0)], [Row([title], heading=True, rule=FRAME), *rows], pad=0.5)


def _reference(briefing: Briefing, made: SmallCards, found: Sequence[Stratagem]) -> Block:
    points = briefing.vocabulary.terms.command_points.title
    wide = text_width(f"0\u00a0{points}", SMALL.bold()) + 1
    rows = [
        Row([
            prose(f"{one.cp}\u00a0{points}", SMALL.bold(), "right"),
            prose(briefing.local(one.name), SMALL.bold()),
            prose(when(briefing, one), SMALL),
        ], rule=0.25)
        for one in found
    ]  # fmt: skip
    title = small_bar(made.look, [Span(stratagems_title(briefing), SMALL)], ())
    grid = Grid(
        [Column(width=wide), Column(share=1.0), Column(share=1.3)],
        rows,
        gutter=5.0,
        pad=0.6,
    )
    whole = BelowCut(title, prose(stratagems_title(briefing), SMALL))
    return Padded(Stack([title, Padded(Stack([whole, grid]), 4, 2, 4, 3)]), frame=FRAME)
