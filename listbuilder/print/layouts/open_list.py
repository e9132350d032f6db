"""The roster for the opponent."""

from __future__ import annotations

from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import Flow, Placed
from listbuilder.print.kit.theme import FOOT_NAME, prose
from listbuilder.print.layouts.roster import roster_flow
from listbuilder.print.opened import opened
from listbuilder.print.options import PrintOptions
from listbuilder.replacing import replace

_NOTICE_AT = 5.4 * mm  # from the upper edge of the paper


def open_flow(briefing: Briefing, options: PrintOptions) -> Flow:
    """The roster without declarations, reserves and notes, which says so on each page."""
    flow = roster_flow(opened(briefing), replace(options, layout="open", versus=None))
    notice = prose(_("For the opponent: without notes, declarations and reserves"), FOOT_NAME)
    frame = flow.frame
    for page in flow.pages:
        if page:
            page.append(Placed(notice, frame.side, frame.paper[1] - _NOTICE_AT, frame.width))
    return flow
