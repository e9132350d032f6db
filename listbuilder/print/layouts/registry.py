"""The layouts by name. A layout's module, and reportlab with it, is imported when its pages are made."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from listbuilder.i18n import N_
from listbuilder.print.kit.sheets import Arrangement
from listbuilder.print.options import PAPERS, Paper

if TYPE_CHECKING:
    from listbuilder.print.briefing import Briefing
    from listbuilder.print.kit.pages import Flow
    from listbuilder.print.options import PrintOptions

_LARGE: tuple[Paper, ...] = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to print an army. ``called``: its name for players, in English; ``title``: what it is. ``maker``:
    ``module:function`` below this package, of a function that takes a `Briefing` and `PrintOptions` and returns the pages as a
    `Flow`. ``sheets``: how the pages are put on paper. ``footed``: whether each page has a line at its foot that names list,
    verdict and page. ``papers``: those that it has room on. ``meets``: whether it shows the army that this one meets.
    ``least``: points of the smallest type on a page, before that is enlarged; 0 where each place has its own."""

    name: str
    called: str
    title: str
    maker: str
    sheets: Arrangement = "plain"
    footed: bool = True
    papers: tuple[Paper, ...] = PAPERS
    meets: bool = False
    least: float = 0.0

    def flow(self, briefing: Briefing, options: PrintOptions) -> Flow:
        """The pages of an army."""
        from listbuilder.print.kit.typeset import at_least

        module, _colon, function = self.maker.partition(":")
        with at_least(self.least):
            made: Flow = getattr(import_module(f"listbuilder.print.layouts.{module}"), function)(briefing, options)
        return made


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout(
            "roster",
            N_("Roster"),
            N_("a summary, a card for each unit, a reference, a turn sheet"),
            "roster:roster_flow",
            meets=True,
        ),
        Layout("compact", N_("Compact roster"), N_("everything on as few pages as possible"), "compact:compact_flow"),
        Layout(
            "submission",
            N_("Page to hand in"),
            N_("one page to hand in: the list, its verdict and hash, a code to scan, signatures"),
            "submission:submission_flow",
            papers=_LARGE,
        ),
        Layout(
            "booklet",
            N_("Booklet"),
            N_("the roster as a booklet: print on both sides, turn over the short edge, fold"),
            "smaller:booklet_flow",
            "stapled",
            papers=_LARGE,
            meets=True,
        ),
        Layout(
            "turn",
            N_("Turn sheet"),
            N_("a sheet to keep track of a battle, phase by phase"),
            "turn:turn_flow",
            meets=True,
        ),
        Layout(
            "open",
            N_("Open roster"),
            N_("the roster for the opponent: without notes, declarations and reserves"),
            "open_list:open_flow",
        ),
        Layout(
            "tokens",
            N_("Tokens"),
            N_("tokens to cut out: units, states, objectives"),
            "token_sheet:token_flow",
            footed=False,
        ),
        Layout(
            "cards",
            N_("Pocket cards"),
            N_("pocket cards to cut out, with backs where they are needed"),
            "pocket:pocket_flow",
            footed=False,
        ),
        Layout(
            "large",
            N_("Large type"),
            N_("the roster in large type"),
            "smaller:large_flow",
            "enlarged",
            papers=_LARGE,
            meets=True,
            least=8.5,  # 12 when it is enlarged
        ),
    )
}
