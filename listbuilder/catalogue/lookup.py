"""Finds a choice by its id without binding what does not hold it: data offer hundreds of choices below each unit, in groups that
few lists use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.catalogue.model import EntryGroup

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.catalogue.model import Container


def entry_below(option: Option, entry_id: str) -> Option | None:
    """The first entry below an option, in groups as well, that has exactly this id; None where there is none, and in some data
    whose groups hold each other."""
    held = option.library.kept(TargetsWithin)
    target = entry_id.rpartition("::")[2]
    for below in option.options:
        if not below.is_group:
            if below.id == entry_id:
                return below
        elif any(target in held.of(part) for part in below.parts):
            found = entry_below(below, entry_id)
            if found is not None:
                return found
    return None


class TargetsWithin:
    """The ids of the entries and groups, links followed, that a record holds down to the next entries."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[int, frozenset[str]] = {}  # by the identity of a record, which the library keeps

    def of(self, record: Container) -> frozenset[str]:
        known = self._known.get(id(record))
        if known is None:
            self._known[id(record)] = frozenset()  # ends where groups hold each other
            known = self._known[id(record)] = self._within(record)
        return known

    def _within(self, record: Container) -> frozenset[str]:
        found: set[str] = set()
        for held in (*record.entries, *record.groups, *record.links):
            parts = self._library.parts(held)
            found.add(parts[-1].id)
            if isinstance(parts[-1], EntryGroup):
                found.update(*map(self.of, parts))
        return frozenset(found)
