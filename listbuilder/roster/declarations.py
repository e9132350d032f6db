"""What a player declares before a game in addition to the list: hover, attached leaders, passengers, reserves.

Keys and values are ids of units (root selections) of the roster.
"""

from __future__ import annotations

from msgspec import Struct


class Declarations(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The declarations of a roster. Immutable: an edit replaces the whole record.

    ``attach``: leader -> bodyguard unit. ``embark``: passenger -> transport. ``reserves``: unit -> ``deep-strike``,
    ``aircraft`` or ``other``. ``split``: units that a transport's rule splits into two halves. ``marks``: a note that a
    rule requires on the roster -> the units with it.
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
