"""What whoever checks lists asks for without an event's pack: a limit, a size of game, a system, a faction."""

from __future__ import annotations

from msgspec import Struct

from listbuilder.catalogue.base import Number
from listbuilder.hashing import sha256


class Asked(Struct, frozen=True):
    """What lists are judged by, whatever they say: the points limit, and names or ids of the size of game, the system and the
    factions, of which a list has one. Empty parts leave it to the lists."""

    limit: Number | None = None
    size: str = ""
    system: str = ""
    factions: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != Asked()

    @property
    def identity(self) -> tuple[str, str]:
        """What a seal says of it: its words and their hash; empty where nothing is asked for."""
        if not self:
            return "", ""
        words = (str(self.limit or ""), self.size, self.system, *self.factions)
        return " ".join(filter(None, words)), sha256("\n".join(words).encode())
