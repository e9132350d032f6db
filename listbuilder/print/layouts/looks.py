"""How the pages of an army look, and what of the paper they use."""

from __future__ import annotations

from listbuilder.print.briefing import Briefing
from listbuilder.print.kit import measures
from listbuilder.print.kit.look import NO_FACTION, Look, accent_of
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.pages import SIZES, Frame
from listbuilder.print.options import Paper, PrintOptions

_BELOW = 14 * mm
_SMALL, _LARGE = 500, 600  # points: narrower than the first is A5, wider than the second is Letter


def look_of(briefing: Briefing, options: PrintOptions) -> Look:
    """The accent that a player asked for, else that of the faction; and whether ink is saved. Raises `InputError` for what is no
    colour."""
    army = briefing.army
    asked = options.accent or briefing.vocabulary.accent((army.faction_keyword, army.faction_name, army.faction))
    return Look(accent_of(asked)[0] if asked else NO_FACTION, options.ink == "save")


def page_frame(paper: Paper) -> Frame:
    """The printed part of the paper: as wide on Letter as on A4."""
    size = SIZES[paper]
    side = measures.SIDE_MARGIN if size[0] < _LARGE else measures.LETTER_SIDE_MARGIN
    return Frame(size, measures.A5_SIDE_MARGIN if size[0] < _SMALL else side, measures.CONTENT_TOP, _BELOW)
