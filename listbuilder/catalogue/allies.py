"""Units of other factions: which armies may have them, and where a data set that keeps factions apart finds them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from listbuilder.catalogue.model import Catalogue


class AllyHosts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The part of an ally rule that says which armies may have the allies (``hosts``, ``not_hosts``, ``detachments``,
    ``without_detachments``) and where native data have them (``factions``: ids; empty where no faction has them)."""

    id: str
    hosts: tuple[str, ...] = ()
    not_hosts: tuple[str, ...] = ()
    detachments: tuple[str, ...] = ()
    without_detachments: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("hosts", "not_hosts", "detachments", "without_detachments"):  # compared ignoring case
            force_setattr(self, name, tuple(word.casefold() for word in getattr(self, name)))

    def hosted_by(self, faction: Collection[str], words: Collection[str]) -> bool:
        """Whether an army may have the allies, with the right detachment. ``faction``: its names and keyword; ``words``: these
        and the keywords of its own units. All are case-folded."""
        if any(map(faction.__contains__, self.not_hosts)):
            return False
        return not self.hosts or any(map(words.__contains__, self.hosts))

    def allowed_with(self, detachments: Collection[str]) -> bool:
        """Whether an army with these detachments (ids and names, case-folded) may have the allies."""
        if self.detachments and not any(map(detachments.__contains__, self.detachments)):
            return False
        return not any(map(detachments.__contains__, self.without_detachments))


class OtherFactions(Protocol):
    """The other factions of a game, each read when it is needed. Those whose files have mistakes are left out."""

    def every(self) -> Iterable[Catalogue]:
        """All of them, those first that ally rules name for the army."""

    def named(self, ids: Iterable[str]) -> Iterable[Catalogue]:
        """Those of these ids."""

    def allied(self, detachments: Collection[str]) -> Iterable[Catalogue]:
        """Those that ally rules name for an army with these detachments (ids and names, case-folded)."""

    def holding(self, word: str) -> Iterable[Catalogue]:
        """Those that have a datasheet of this id, or whose id is made of this name, in the order of `every`."""
