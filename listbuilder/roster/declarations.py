"""What a player declares before a game, apart from the list: hover, attached leaders, passengers and reserves.

Keys and values are ids of units (root selections) of the roster.
"""

from __future__ import annotations

from msgspec import Struct


class Declarations(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One declaration. Immutable; an edit replaces it whole.

    ``attach``: leader -> bodyguard unit. ``embark``: passenger -> transport. ``reserves``: unit -> ``deep-strike``,
    ``aircraft`` or ``other``. ``split``: units a transport's rule splits in two halves. ``marks``: what a rule has a player
    note on the roster -> the units noted.
    """

    hover: tuple[str, ...] = ()
    attach: dict[str, str] = {}
    embark: dict[str, str] = {}
    reserves: dict[str, str] = {}
    strategic_reserves: tuple[str, ...] = ()
    split: tuple[str, ...] = ()
    deployed: tuple[str, ...] = ()
    marks: dict[str, tuple[str, ...]] = {}

    def is_empty(self) -> bool:
        return self == Declarations()
