"""Facts that a data set states only in printed sentences: how the army asks for them.

A unit's texts are known only after its modifiers have been applied, so the army hands the effective texts to the reader that
the data set's loader has put into the `Library`. Native data state these facts in fields and have no reader.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from listbuilder.catalogue.facts import Bodyguard, Leader, Passenger, TransportBay
from listbuilder.expressions import expression


class PrintedText(Struct, frozen=True):
    """One characteristic of a profile of a unit: the profile's type and name, and the characteristic's value."""

    type: str
    name: str
    text: str


class PrintedSave(Struct, frozen=True):
    """An invulnerable save. ``against``: what it counts against: ``ranged`` or ``melee`` attacks, other words of the data, or
    nothing where it counts against all; `CONDITIONAL` where the data mark it with an asterisk and do not say more."""

    value: str
    against: str = ""


RANGED, MELEE = "ranged", "melee"
CONDITIONAL = "*"
_SAVE = expression(rf"(?P<value>\d\+{{1,2}})(?:(?P<mark>\*)| (?P<against>{RANGED}|{MELEE})\b)?")


def stated_saves(value: str) -> tuple[PrintedSave, ...]:
    """The saves that stand in a column of a statline: ``4+``, ``5+ ranged``, ``6+, 4+ melee``, ``5+*``."""
    return tuple(
        PrintedSave(found["value"], found["against"] or (CONDITIONAL if found["mark"] else ""))
        for found in _SAVE.finditer(value)
    )


class PrintedSaves(Struct, frozen=True):
    """What an ability says about invulnerable saves. ``whose``: ``unit`` (all its models), ``model`` (the one that has the
    ability) or ``named``: those of the ``names``; ``excludes``: names of models that do not have it. ``more``: the text says
    more than that, and has to be shown besides."""

    saves: tuple[PrintedSave, ...]
    whose: str = "unit"
    names: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    more: bool = False


class Granted(Struct, frozen=True):
    """Abilities, case-folded, that sentences give under conditions which are not read: to their ``own`` unit, or to others of the
    ``army``."""

    own: frozenset[str] = frozenset()
    army: frozenset[str] = frozenset()


class TextReader(Protocol):
    """Reads the effective texts of one unit. A text is read as a whole or not at all, never guessed."""

    def leader(self, texts: Sequence[PrintedText]) -> tuple[Leader | None, bool]:
        """Which units it may join, and whether part of that cannot be read."""

    def bodyguard(self, texts: Sequence[PrintedText]) -> Bodyguard | None:
        """Which leaders may join it although their own texts do not name it."""

    def transport(self, texts: Sequence[PrintedText], faction: str) -> tuple[tuple[TransportBay, ...], bool]:
        """What it may carry, and whether part of that cannot be read. ``faction``: the unit's own faction keyword."""

    def passenger(self, texts: Sequence[PrintedText]) -> Passenger | None:
        """How it rides in transports, where its texts say anything about that."""

    def invulnerable_saves(self, ability: PrintedText) -> PrintedSaves | None:
        """The saves that an ability states, and whose they are."""

    def damaged(self, texts: Sequence[PrintedText], wounds: int) -> tuple[int, ...]:
        """The numbers of wounds left from which on a model of so many wounds is worse, the highest first."""

    def granted(self, texts: Sequence[PrintedText]) -> Granted:
        """The core abilities that its texts give to units."""

    def reserves(self, texts: Sequence[PrintedText]) -> tuple[bool, bool]:
        """Whether it must start the battle in reserves, and whether limits on reserves then leave it and its passengers out."""

    def borne_by_units(self, texts: Sequence[PrintedText]) -> bool:
        """Whether the texts of an enhancement say that units bear it, Characters or not."""
