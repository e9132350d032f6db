"""Which cost types of the data are the points of the game, and which are its other currencies."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import System
from listbuilder.roster.tree import Roster

POINTS_NAMES = ("pts", "points", "pt")


class PriceTypes(Struct, frozen=True):
    """Ids of cost types. ``points`` is empty where the game has no points; ``others``: id of a currency of the game and of the
    cost type that it is."""

    points: str
    others: tuple[tuple[str, str], ...] = ()

    @property
    def shown(self) -> str:
        """The one that prices are shown in: points, else the first other currency."""
        return self.points or next((kind for _, kind in self.others), "")

    def others_of(self, costs: Mapping[str, Number]) -> tuple[tuple[str, Number], ...]:
        """What is spent of the other currencies, by their ids."""
        return tuple((currency, costs[kind]) for currency, kind in self.others if costs.get(kind))


def price_types(roster: Roster, system: System) -> PriceTypes:
    """What the data of a list call the points and currencies of the game."""
    types = roster.library.cost_types.values()
    others = (
        (currency.id, kind.id)
        for currency in system.currencies
        for kind in types
        if currency.has_name(kind.id) or currency.has_name(kind.name)
    )
    return PriceTypes(points_type(roster, system), tuple(others))


def points_type(roster: Roster, system: System) -> str:
    """The id of the cost type that is the points of the game; empty where it has none."""
    if not system.points_name:
        return ""
    types = roster.library.cost_types.values()
    wanted = (system.points_name.casefold(), *POINTS_NAMES)
    found = next((t.id for name in wanted for t in types if t.id.casefold() == name or t.name.casefold() == name), None)
    return found or next((t.id for t in types if not t.hidden), "")
