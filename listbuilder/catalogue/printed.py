"""Facts that a data set states only in printed sentences: how the army asks for them.

A unit's texts are known only after its modifiers have been applied, so the army hands the effective texts to the reader that
the data set's loader has put into the `Library`. Native data state these facts in fields and have no reader.
"""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from listbuilder.catalogue.facts import Bodyguard, Leader, Passenger, TransportBay


class PrintedText(Struct, frozen=True):
    """One characteristic of a profile of a unit: the profile's type and name, and the characteristic's value."""

    type: str
    name: str
    text: str


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

    def invulnerable_save(self, ability: PrintedText) -> tuple[str, bool] | None:
        """The save (``4+``) that an ability states, and whether every model of the unit has it."""

    def granted(self, texts: Sequence[PrintedText]) -> Granted:
        """The core abilities that its texts give to units."""

    def reserves(self, texts: Sequence[PrintedText]) -> tuple[bool, bool]:
        """Whether it must start the battle in reserves, and whether limits on reserves then leave it and its passengers out."""

    def borne_by_units(self, texts: Sequence[PrintedText]) -> bool:
        """Whether the texts of an enhancement say that units bear it, Characters or not."""
