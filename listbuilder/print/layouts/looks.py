"""The look of an army's pages: the accent of its faction, or the one that is asked for."""

from __future__ import annotations

from listbuilder.print.briefing import Briefing
from listbuilder.print.kit.look import NO_FACTION, Colour, Look
from listbuilder.print.options import PrintOptions


def look_of(briefing: Briefing, options: PrintOptions) -> Look:
    """The look that the options ask for. Raises `InputError` where their accent is no colour."""
    army = briefing.army
    named = options.accent or briefing.vocabulary.accent((army.faction_name, army.faction_keyword, army.faction))
    return Look(Colour.of(named).darkened() if named else NO_FACTION, options.ink == "save")
