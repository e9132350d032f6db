"""What a player declares before a game in addition to the list: hover, attached leaders, passengers, reserves.

Keys and values are ids of units (root selections) of the roster.
"""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct


def half_names(unit: str) -> tuple[str, str]:
    """The names of the halves of a unit that a player does not name."""
    return f"{unit}/1", f"{unit}/2"


class Declarations(Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """The declarations of a roster. Immutable: an edit replaces the whole record.

    ``attach``: leader -> bodyguard unit. ``embark``: passenger -> transport. ``reserves``: unit -> ``deep-strike``,
    ``aircraft`` or ``other``. ``split``: unit -> the names of its two halves, which all other declarations may name. ``marks``: a
    note that a rule requires on the roster -> the units with it.
    """

    hover: tuple[str, ...] = ()
    attach: dict[str, str] = {}
    embark: dict[str, str] = {}
    reserves: dict[str, str] = {}
    strategic_reserves: tuple[str, ...] = ()
    split: dict[str, tuple[str, ...]] = {}
    deployed: tuple[str, ...] = ()
    marks: dict[str, tuple[str, ...]] = {}

    def whole(self, unit: str) -> str:
        """The unit of which the one named is a half; itself when it is none."""
        return self._wholes.get(unit, unit)

    @cached_property
    def _wholes(self) -> dict[str, str]:
        """The unit of each half, by the name of that; of units whose halves have one name the first."""
        return {name: one for one, names in reversed(self.split.items()) for name in names}

    def is_empty(self) -> bool:
        return self == Declarations()
