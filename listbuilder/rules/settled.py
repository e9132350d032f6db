"""Findings that hold however an army is declared, so that their rules need not be asked again while declarations are tried."""

from __future__ import annotations

from dataclasses import fields
from operator import eq

from listbuilder.army import Army
from listbuilder.rules.diagnostic import Diagnostic

OTHERS = {field.name for field in fields(Army)} - {"units", "mustered", "declarations"}


class Settled:
    """What rules found in ``army`` without asking `Muster.declarations`, by the ids of the rules: they find the same in an army
    that differs only in declarations, as long as these change neither units nor their words."""

    def __init__(self, army: Army) -> None:
        self.army = army
        self.found: dict[str, tuple[Diagnostic, ...]] = {}

    def hold_for(self, army: Army) -> bool:
        """Whether the findings are also those of this army."""
        ours, theirs = self.army.declarations, army.declarations
        return (
            all(getattr(self.army, name) is getattr(army, name) for name in OTHERS)
            and (ours.hover, ours.split) == (theirs.hover, theirs.split)
            and len(self.army.units) == len(army.units)
            and all(map(eq, self.army.units, army.units))
        )
