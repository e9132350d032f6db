"""The forces that a roster may have: at its root and below each other, in the order in which the data offer them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from listbuilder.catalogue.model import Catalogue, EntryLink, ForceEntry
from listbuilder.catalogue.records import Records

UNSORTED = 10**6  # sort index: after everything that the authors gave one


class Forces:
    """The force entries of a game system and of catalogues, to which more may come."""

    def __init__(self, game_system: Catalogue, catalogues: Mapping[str, Catalogue], records: Records) -> None:
        self._game_system = game_system
        self._catalogues = catalogues
        self._records = records
        self._below: dict[int, tuple[ForceEntry, tuple[ForceEntry, ...]]] = {}  # by identity of the entry

    def forget(self) -> None:
        """Looks links up again: a catalogue was added that may have their targets."""
        self._below.clear()

    def entry(self, entry_id: str) -> ForceEntry | None:
        """The force entry of that id, wherever the data offer it."""
        return self._records.force_entries.get(entry_id)

    def at_root(self, catalogue_id: str) -> tuple[ForceEntry, ...]:
        """Forces that a roster of this catalogue may have at its root."""
        own = self._catalogues.get(catalogue_id)
        return (*self._game_system.force_entries, *(own.force_entries if own else ()))

    def below(self, entry: ForceEntry) -> tuple[ForceEntry, ...]:
        """Forces that a force may contain: its entry's own and those it links to, merged with the links."""
        known = self._below.get(id(entry))
        if known is None:
            linked = ((link, self._records.force_entries.get(link.target_id)) for link in entry.force_links)
            through = (_through(link, target) for link, target in linked if target is not None)
            known = self._below[id(entry)] = (entry, (*entry.force_entries, *through))
        return known[1]

    def rank(self, entry: ForceEntry, catalogue_id: str, parent: ForceEntry | None) -> tuple[int, int]:
        """Sorts forces beside each other as New Recruit does: as the data offer them, at the root or below a force."""
        offered = self.below(parent) if parent is not None else self.at_root(catalogue_id)
        places = (place for place, other in enumerate(offered) if other.id == entry.id)
        return UNSORTED if entry.sort_index is None else entry.sort_index, next(places, len(offered))

    def offered(self, composite_id: str, catalogue_id: str, parent: ForceEntry | None = None) -> ForceEntry | None:
        """The force of that id, offered by a force or at the root of a roster. ``composite_id``: its own id, after that of the
        link that leads to it where there is one, joined by ``::``."""
        link_id, _, entry_id = composite_id.rpartition("::")
        offered = self.below(parent) if parent else self.at_root(catalogue_id)
        found = [force for force in offered if force.id == entry_id]
        exact = (force for force in found if force.link_id == link_id)
        return next(exact, None) or (found[0] if found else self.entry(entry_id))


def _through(link: EntryLink, target: ForceEntry) -> ForceEntry:
    """A force entry as seen through a link to it. Queries name it by the id of the entry, not the link."""
    return replace(
        target,
        link_id=link.id,
        hidden=link.hidden or target.hidden,
        category_links=target.category_links + link.category_links,
        constraints=target.constraints + link.constraints,
        modifiers=target.modifiers + link.modifiers,
        modifier_groups=target.modifier_groups + link.modifier_groups,
    )
