"""Finds choices without binding what does not hold them: data offer hundreds of choices below each unit, in groups that few
lists use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from listbuilder.catalogue.model import EntryGroup

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.catalogue.model import Container

    Test = Callable[[Container], bool]


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


def entries_where(option: Option, test: Test) -> Iterator[Option]:
    """The entries below an option, in groups as well, of which a record passes a test, and all entries of groups of which one
    does; in the order of `Option.entries`. The test is a function that is always the same: its answers are kept."""
    held = option.library.kept(RecordsWithin)
    for below in option.options:
        if any(map(test, below.parts)):
            yield from below.entries if below.is_group else (below,)
        elif below.is_group and any(held.has(part, test) for part in below.parts):
            yield from entries_where(below, test)


class RecordsWithin:
    """Whether a record holds any that passes a test, links followed, down to the next entries."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[tuple[Test, int], bool] = {}  # by the identity of a record, which the library keeps

    def has(self, record: Container, test: Test) -> bool:
        key = test, id(record)
        if key not in self._known:
            self._known[key] = False  # ends where groups hold each other
            self._known[key] = any(
                self._passes(held, test) for held in (*record.entries, *record.groups, *record.links)
            )
        return self._known[key]

    def _passes(self, record: Container, test: Test) -> bool:
        parts = self._library.parts(record)
        return any(map(test, parts)) or (
            isinstance(parts[-1], EntryGroup) and any(self.has(part, test) for part in parts)
        )


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
