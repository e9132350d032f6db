"""The whole army on two pages: two columns of small cards under a short heading.

The largest type that fits is used; when it would be too small, keywords are left out, then the reference, then the models.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, tee
from typing import NamedTuple

from reportlab.lib.units import mm

from listbuilder.army.records import Unit
from listbuilder.catalogue.facts import Stratagem
from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import (
    distinct,
    meaning_heading,
    models_words,
    statlines,
    weapon_tables,
)
from listbuilder.print.declared import reserves_line
from listbuilder.print.kit.blocks import Beside, Block, Gap, HairRule, Padded, Prose, Scaled, Stack
from listbuilder.print.kit.grid import Column, Grid, Row
from listbuilder.print.kit.pages import SIZES, Bookmark, Flow, Frame, Placed
from listbuilder.print.kit.theme import BAND, FRAME, HAIR, LABEL, NOTE, SECTION, SMALL, prose
from listbuilder.print.kit.typeset import Span, Style, text_width
from listbuilder.print.layouts.reference import stratagems_title, when
from listbuilder.print.layouts.sealed import seal_block
from listbuilder.print.layouts.small_armoury import small_weapons
from listbuilder.print.layouts.small_card import (
    abilities,
    card_name,
    composition,
    keywords,
    price,
    shaded_boxes,
    title_words,
)
from listbuilder.print.layouts.small_head import finding_line, masthead
from listbuilder.print.options import PrintOptions
from listbuilder.print.stratagems import usable_stratagems

PAGES = 2
_GUTTER = 8.0
_BELOW = 5.6  # between cards
_NAME = Style(9.4, strong=True)
_TITLE = Style(17, strong=True)
_POINTS = Style(15, strong=True)
_TRIALS = 5
_TOLERANCE = 0.01


@dataclass(frozen=True, slots=True)
class Density:
    """What is printed, and the smallest scale allowed for it."""

    smallest: float
    reference: bool = True
    keywords: bool = True
    makeup: bool = True


_DENSITIES = (
    Density(0.80),
    Density(0.76, keywords=False),
    Density(0.72, reference=False, keywords=False),
    Density(0.56, reference=False, keywords=False, makeup=False),
)


def compact_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The army on two pages where it fits, with the seal where there is room: the footer and the properties of the PDF have it
    as well."""
    flow = _densest(briefing, Frame(SIZES[options.paper], side=9 * mm, above=8 * mm, below=13 * mm))
    if briefing.seal is not None:
        flow.add_below(seal_block(briefing.seal))
    return flow


def _densest(briefing: Briefing, frame: Frame) -> Flow:
    """The first density that fits two pages."""
    begun = _begun(briefing, frame)
    groups = distinct(briefing.army.units)
    for density in _DENSITIES:
        made = _blocks(briefing, groups, density)
        for trial in range(_TRIALS):
            factor = 1.0 - (1.0 - density.smallest) * trial / (_TRIALS - 1)
            made, blocks = tee(made)
            flow = _arrange(begun, blocks, factor, PAGES)
            if len(flow.pages) <= PAGES:
                return flow
    return _arrange(begun, made, factor)


def _begun(briefing: Briefing, frame: Frame) -> Flow:
    """The first page with its heading."""
    flow = Flow(frame, gap=5.0)
    flow.add(_head(briefing), Bookmark(_("Summary")))
    return flow


def _blocks(briefing: Briefing, groups: Iterable[Sequence[Unit]], density: Density) -> Iterator[tuple[Block, str]]:
    for copies in groups:
        yield small_card(briefing, copies, density), card_name(briefing, copies)
    if density.reference and (found := usable_stratagems(briefing)):
        yield _reference(briefing, [one for _source, group in found for one in group]), _("Reference")


class _Card(NamedTuple):
    """A card with its height and the space below it."""

    block: Block
    name: str
    height: float


def _arrange(begun: Flow, blocks: Iterable[tuple[Block, str]], factor: float, most: int | None = None) -> Flow:
    """The blocks in two columns behind what begins the first page. No more of them are made and measured than are needed for
    ``most`` pages and one card more."""
    flow = begun.copy()
    frame = flow.frame
    width = (frame.width - _GUTTER) / 2
    coming = (_card(block, name, factor, width, frame.height) for block, name in blocks)
    cards: list[_Card] = []
    while True:
        room = flow.room + _BELOW
        _measure(cards, coming, room)
        left, right = _columns([card.height for card in cards], room)
        for x, column in ((0.0, cards[:left]), (width + _GUTTER, cards[left : left + right])):
            used = flow.used
            for card in column:
                place = Placed(card.block, frame.side + x, frame.top - used, width, (Bookmark(card.name, 1),))
                flow.pages[-1].append(place)
                used += card.height
        cards = cards[left + right :]
        if not cards:
            return flow
        flow.turn_page()
        if most is not None and len(flow.pages) > most:
            return flow


def _card(block: Block, name: str, factor: float, width: float, highest: float) -> _Card:
    limited = _limited(Scaled(block, factor), width, highest)
    return _Card(limited, name, limited.height(width) + _BELOW)


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
    evenest = min(range(left + 1), key=lambda count: max(sum(heights[:count]), total - sum(heights[:count])))
    return evenest, len(heights) - evenest


def _fitting(heights: Sequence[float], room: float) -> int:
    """How many of the blocks fit below each other."""
    return sum(1 for used in accumulate(heights) if used <= room + _TOLERANCE)


def _head(briefing: Briefing) -> Block:
    """Title and verdict; findings only where there are some."""
    verdict = [Span(briefing.verdict_words, SECTION)]
    if reserves := reserves_line(briefing):
        verdict.append(Span("   " + reserves, SMALL))
    lines: list[Block] = [masthead(briefing, _TITLE, _POINTS), Gap(1), Prose(verdict)]
    lines += [finding_line(briefing, finding, SMALL) for finding in briefing.ranked_findings]
    return Stack([*lines, Gap(2)])


def small_card(briefing: Briefing, copies: Sequence[Unit], density: Density) -> Block:
    """A unit in half the width of the page."""
    unit = copies[0]
    body: list[Block] = [Prose(line) for line in _statlines(briefing, unit)]
    tables = weapon_tables(unit, briefing.vocabulary)
    if tables:
        body += [Gap(1.5), small_weapons(briefing, tables)]
    elif density.makeup:
        body.append(Prose(composition(briefing, unit)))
    words = abilities(briefing, unit)
    if density.keywords:
        words += [Span("   ", SMALL), *keywords(briefing, unit)]
    body.append(Prose(words))
    parts = [
        _title(briefing, copies),
        Padded(Stack(body), 4, 2, 4, 2),
        HairRule(HAIR),
        Padded(_copies(briefing, copies), 4, 2, 4, 3),
    ]
    return Padded(Stack(parts), frame=FRAME)


def _title(briefing: Briefing, copies: Sequence[Unit]) -> Block:
    models = Span("  " + models_words(copies[0].model_count), NOTE)
    cost = price(briefing, copies)
    parts = [Prose([*title_words(briefing, copies, _NAME), models]), prose(cost, SMALL.bold(), "right")]
    row = Beside(parts, [0, text_width(cost, SMALL.bold()) + 2], 6, middle=True)
    return Padded(row, 4, 1.5, 4, 1.5, ground=BAND)


def _statlines(briefing: Briefing, unit: Unit) -> Iterator[list[Span]]:
    """Each statline on one line: small headings, strong figures."""
    heads, lines = statlines(unit, briefing.vocabulary, briefing.local, "–")
    save = meaning_heading(briefing.vocabulary, "invulnerable")
    for line in lines:
        spans: list[Span] = []
        for head, value in (*zip(heads, line.values, strict=True), (save, line.save_words)):
            if value:
                figure = Span(value.replace(" ", "\u00a0"), _NAME)
                spans += [Span(head.upper() + "\u00a0", LABEL), figure, Span("   ", SMALL)]
        if len(lines) > 1:
            spans.append(Span(line.name, SMALL.bold()))
        yield spans


def _copies(briefing: Briefing, copies: Sequence[Unit]) -> Block:
    rows = []
    for unit in copies:
        name = [Span(briefing.label(unit) + "  ", SMALL.bold())] if len(copies) > 1 else []
        group = briefing.formation.group_of(unit.id)
        strength = briefing.strength_words(group) if group else ()
        words = " · ".join(filter(None, (*briefing.facts(unit), *strength)))
        rows.append(Row([Prose([*name, Span(words, SMALL)]), shaded_boxes(briefing, unit, 7.0)], pad=1.0))
    return Grid([Column(share=1.0), Column(width=131.0)], rows, gutter=6.0)


def _reference(briefing: Briefing, found: Sequence[Stratagem]) -> Block:
    rows = [
        Row([
            prose(str(one.cp), SMALL.bold(), "centre"),
            prose(briefing.local(one.name), SMALL.bold()),
            prose(when(briefing, one), SMALL),
        ], rule=0.25)
        for one in found
    ]  # fmt: skip
    title = Padded(prose(stratagems_title(briefing), _NAME), 4, 1.5, 4, 1.5, ground=BAND)
    grid = Grid([Column(width=12.0), Column(share=1.0), Column(share=1.3)], rows, gutter=5.0, pad=0.6)
    return Padded(Stack([title, Padded(grid, 4, 2, 4, 3)]), frame=FRAME)
