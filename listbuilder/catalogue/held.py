"""What records hold, without binding a choice for each place at which they stand."""

from __future__ import annotations

from listbuilder import budget
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.merged import Merged
from listbuilder.catalogue.model import Entry, EntryLink


def held(library: Library, merged: Merged) -> tuple[Merged, ...]:
    """The entries and groups that a record and the links to it directly hold, each with its own links; kept with the library.
    Links without a target hold nothing. Groups may lead in a circle here."""
    return library.kept_of(_held, merged)


def _held(library: Library, merged: Merged) -> tuple[Merged, ...]:
    found = []
    for holder in reversed(merged.parts):
        for record in (*holder.entries, *holder.groups, *holder.links):
            budget.step()
            parts = library.parts(record)
            if not isinstance(parts[-1], EntryLink):
                found.append(library.merge(parts))
    return tuple(found)


def type_of(merged: Merged) -> str:
    """unit, model, upgrade …; ``group`` for groups."""
    target = merged.parts[-1]
    return target.type if isinstance(target, Entry) else "group"


def reaches(library: Library, merged: Merged, types: frozenset[str]) -> bool:
    """Whether it is, or holds at any depth, an entry of these types; kept with the library."""
    known = library.kept_of(_known, types)
    if merged in known:
        return known[merged]
    seen, waiting = {merged}, [merged]
    found = False
    while waiting and not found:
        one = waiting.pop()
        found = known.get(one, type_of(one) in types)
        if one not in known and not found:
            new = [below for below in held(library, one) if below not in seen]
            seen.update(new)
            waiting += new
    known.update({merged: True} if found else dict.fromkeys(seen, False))
    return found


def _known(_library: Library, _types: frozenset[str]) -> dict[Merged, bool]:
    return {}
