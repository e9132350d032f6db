"""A wargear option as native data state it: the change, who may make it, and how often."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from listbuilder.catalogue.base import Number
from listbuilder.replacing import replace
from tools.native_data.composition import Variant
from tools.native_data.loadouts import Alternative, Inexpressible
from tools.native_data.options import Change

Loadout = tuple[Variant, tuple[Alternative, ...]]
Fit = tuple[tuple[str, Any], ...]  # limit, per_models, per, min_models, max_models, limit_each, each_per_models
Most = tuple[Any, ...]  # for each size of the unit: so many models, or ("all", so many) when all or none may


@dataclass(eq=False)
class Option:
    """A native option: the change, who may use it, which loadouts use it, and its limits."""

    kind: int
    change: Change
    loadouts: list[list[Loadout]]  # for each alternative of the change
    limits: Fit = ()
    all: bool = False
    kinds: tuple[int, ...] = ()  # the kinds of models all of which use it or none does, where they are several
    shares: Option | None = None  # the option whose limit counts this one, too
    after: Option | None = None  # the option that gives what this one gives up
    each: Most = ()  # of each single alternative
    together: Most = ()  # of all of them
    prices: tuple[Number, ...] = ()  # of one use of each alternative; empty where all are free

    def part(self, places: Iterable[int]) -> Option:
        """The option with these alternatives only. One model takes one of all alternatives, of whatever part."""
        kept = sorted(places)
        take = tuple(self.change.take[n] for n in kept)
        change = replace(self.change, take=take)
        if self.change.is_addition and len(kept) < len(self.change.take):
            if self.change.times > 1:
                raise Inexpressible("additions that have different limits")
            others = {item for n, items in enumerate(self.change.take) if n not in kept for item in items}
            excludes = others - {item for items in take for item in items}
            change = replace(change, excludes=tuple(sorted({*self.change.excludes, *excludes})))
        return replace(self, change=change, loadouts=[self.loadouts[n] for n in kept])


@dataclass(eq=False)
class UnitOption(Option):
    """Wargear of the unit as a whole; ``site``: its place among those of the unit."""

    site: int = 0
