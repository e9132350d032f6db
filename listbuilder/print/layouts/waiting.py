"""What is not on the table at the start: units in reserves, each with a box for the round in which it arrives, and transports
with their passengers."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.catalogue.battle import NEUTRAL_BATTLE
from listbuilder.i18n import _
from listbuilder.print import declared
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import measures, theme
from listbuilder.print.kit.blocks import Beside, Block, Gap, Padded, Prose, Stack
from listbuilder.print.kit.forms import TICK, SectionHead, TickBox
from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.theme import prose
from listbuilder.print.kit.typeset import Span, text_width
from listbuilder.print.layouts.gauge import ReserveGauge
from listbuilder.print.layouts.places import state_icon

_ICON, _ICON_ROOM = 3.2 * mm, 4 * mm
_APART, _BELOW = 1.2 * mm, 0.5 * mm


def waiting_section(briefing: Briefing) -> Block | None:
    """Reserves with their limit, transports with their passengers; None where nothing of it is declared."""
    if not briefing.declared:
        return None
    declares = briefing.vocabulary.declares
    lines = [*_reserves(briefing), *_transports(briefing)]
    if declared.reserves_line(briefing) and (lines or any(map(declares, declared.RESERVES))):
        at = len(declared.arriving(briefing))
        lines[at:at] = [ReserveGauge(briefing), Gap(_APART)]
    if not lines:
        return None
    return Stack([SectionHead(_("Not on the table at the start"), "deep-strike"), Gap(0.8 * mm), *lines])


def _reserves(briefing: Briefing) -> Iterator[Block]:
    """A row for each group in reserves: how it comes, what it is, what it costs, and a box for the round of its arrival."""
    label = _("Round") if briefing.vocabulary.battle != NEUTRAL_BATTLE else ""
    rows = declared.arriving(briefing)
    amounts = max((text_width(one.points, theme.RULES_NAME) for one in rows), default=0.0)
    for one in rows:
        icon = state_icon(briefing, one.state)
        words = theme.rules_text([Span(one.name, theme.RULES)])
        blocks: list[Block] = [Icon(icon, _ICON) if icon else Gap(0), words]
        widths = [_ICON_ROOM, 0.0]
        if amounts:
            blocks.append(prose(one.points, theme.RULES_NAME, "right"))
            widths.append(amounts + 1)
        if label:
            blocks += [prose(label, theme.KEYWORDS, "right"), TickBox(TICK)]
            widths += [text_width(label, theme.KEYWORDS) + 1 * mm, TICK]
        yield Padded(Beside(blocks, widths, 0.8 * mm, middle=True), bottom=_BELOW)


def _transports(briefing: Briefing) -> Iterator[Block]:
    """Each transport with the places that are taken, and its passengers below it."""
    for one in declared.carriers(briefing):
        name, room = Prose([Span(one.name, theme.RULES_NAME)]), prose(one.room, theme.RULES, "right")
        wide = text_width(one.room, theme.RULES) + 1
        blocks: list[Block] = [Icon("transport", _ICON), name, *([room] if one.room else [])]
        head = Beside(blocks, [_ICON_ROOM, 0, *([wide] if one.room else [])], 0.8 * mm)
        riders = Padded(theme.rules_text([Span(one.riders, theme.RULES)]), left=_ICON_ROOM + 0.8 * mm)
        yield Padded(Stack([head, riders]), bottom=measures.ABILITY_GAP)
