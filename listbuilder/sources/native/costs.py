"""Prices of anything that can be chosen: `points`, and `costs` in the other currencies of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.model import Cost
from listbuilder.catalogue.system import System
from listbuilder.sources.native.parse import DataFile


@dataclass(frozen=True, slots=True)
class Currencies:
    """The ids of what prices are in: the points, and the other currencies of the game."""

    points: str
    others: tuple[str, ...] = ()

    @classmethod
    def of(cls, system: System) -> Currencies:
        return cls(system.points_name, tuple(currency.id for currency in system.currencies))

    def prices(self, points: Number, costs: Iterable[tuple[str, Number]]) -> tuple[Cost, ...]:
        """A price in points and one in each of the other currencies, those that are nothing left out."""
        found = ((self.points, points), *costs)
        return tuple(Cost(type_id=name, value=value) for name, value in found if value and name)

    def stated(self, file: DataFile, record: dict[str, Any]) -> tuple[Cost, ...]:
        """The `points` and `costs` of a record."""
        return self.prices(record.get("points") or 0, self.known(file, record))

    def known(self, file: DataFile, record: dict[str, Any]) -> Iterator[tuple[str, Number]]:
        """The `costs` of a record; currencies that the game does not have are noted as problems."""
        costs = record.get("costs") or {}
        for name, value in costs.items():
            if name in self.others:
                yield name, value
            else:
                file.unknown(costs, name, "currency", str(name), self.others, at_key=True)
