"""The layouts by name. A layout's module, and reportlab with it, is imported when its pages are made."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from listbuilder.i18n import N_

if TYPE_CHECKING:
    from listbuilder.print.briefing import Briefing
    from listbuilder.print.kit.pages import Flow
    from listbuilder.print.options import PrintOptions


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to print an army. ``title``: what it is, in English. ``maker``: ``module:function`` below this package, of a
    function that takes a `Briefing` and `PrintOptions` and returns the pages as a `Flow`."""

    name: str
    title: str
    maker: str

    def flow(self, briefing: Briefing, options: PrintOptions) -> Flow:
        """The pages of an army."""
        module, _colon, function = self.maker.partition(":")
        made: Flow = getattr(import_module(f"listbuilder.print.layouts.{module}"), function)(briefing, options)
        return made


LAYOUTS = {
    layout.name: layout
    for layout in (
        Layout("roster", N_("a summary, a card for each unit and a reference"), "roster:roster_flow"),
        Layout("compact", N_("everything on as few pages as possible"), "compact:compact_flow"),
    )
}
