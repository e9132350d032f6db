"""What each alternative of a wargear option costs: the price of a unit that uses it once, less that of the unit without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from listbuilder.catalogue.base import Number
from tools.native_data.alike import together
from tools.native_data.bench import Pick
from tools.native_data.composition import Composition, Counts
from tools.native_data.limited import Option, UnitOption
from tools.native_data.loadouts import Inexpressible
from tools.native_data.units import UnitReader


@dataclass
class PriceFinder:
    """``sizes``: the numbers of models that are tried, one for each size of the unit. Raises `Inexpressible`."""

    units: UnitReader
    found: Composition
    sizes: Sequence[Counts]

    def of(self, option: Option) -> tuple[Number, ...]:
        """The points of one use of each alternative, below 0 where it costs less than what it replaces; empty where all are
        free."""
        prices = tuple(self._price(option, number) for number in range(len(option.change.take)))
        return prices if any(prices) else ()

    def _price(self, option: Option, number: int) -> Number:
        """The price of an alternative. One that no unit uses by itself is free, or else a unit that uses it will differ."""
        ends = dict.fromkeys((self.sizes[0], self.sizes[-1]))
        known = {price for counts in ends for price in self._differences(option, number, counts)}
        if len(known) > 1:
            raise Inexpressible(f"a price that depends on the unit: {' + '.join(option.change.take[number])}")
        return known.pop() if known else 0

    def _differences(self, option: Option, number: int, counts: Counts) -> Iterator[Number]:
        """By how much units of these models cost more when they use the alternative, for one use."""
        for pick, uses in self._using(option, number, counts):
            price = self.units.price(self.found, pick)
            if price is not None:
                more = price - self.found.prices[counts]
                yield more // uses if more % uses == 0 else Decimal(more) / uses
                return

    def _using(self, option: Option, number: int, counts: Counts) -> Iterator[tuple[Pick, int]]:
        """Units that use the alternative, each with how often."""
        if isinstance(option, UnitOption):
            wanted = option.change.take[number]
            for item in self.found.unit_sites[option.site]:
                if item.items == wanted:
                    yield self.found.with_unit_item(self.units.unit(self.found, counts), option.site, item), 1
            return
        for variant, parts in option.loadouts[number][:1] if counts[option.kind] else ():
            for models in dict.fromkeys((1, counts[option.kind])):
                picks = {option.kind: [variant.pick(parts, models)]}
                yield self.units.unit_with(self.found, counts, picks), models
            armed = together(self.found, counts, option.kind, (variant, parts))
            every = {kind: [one.pick(chosen, models)] for kind, (one, chosen), models in armed}
            yield self.units.unit_with(self.found, counts, every), sum(models for _, _, models in armed)
