"""What lists may write for a record of community data and for what it holds.

Asked of records with their links, not of each place at which they stand: an armoury is shared by all units of a faction.
"""

from __future__ import annotations

from collections import Counter

from listbuilder import budget
from listbuilder.army import roles
from listbuilder.catalogue.held import held, type_of
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.merged import Merged
from listbuilder.catalogue.model import Profile
from listbuilder.exchange.binding.names import spellings, stem


class Item:
    """What lists may write for a record, and for anything below it."""

    def __init__(self, library: Library, merged: Merged) -> None:
        self._library = library
        self._merged = merged
        self.spellings = () if type_of(merged) == "group" else _spellings(library, merged)
        self._below: frozenset[str] | None = None
        self._inside: frozenset[str] | None = None

    @property
    def inside(self) -> frozenset[str]:
        """Every stem that means it or something below it."""
        if self._inside is None:
            self._inside = self.below.union(*self.spellings)
        return self._inside

    @property
    def below(self) -> frozenset[str]:
        """Every stem that means something below it, models and what they hold apart."""
        if self._below is None:
            found: set[str] = set()
            waiting, seen = [self._merged], {self._merged}
            while waiting:
                for merged in held(self._library, waiting.pop()):
                    if merged in seen or type_of(merged) in roles.MODEL_TYPES:
                        continue
                    seen.add(merged)
                    item = self._library.kept_of(Item, merged)
                    if item._below is None:
                        found.update(*item.spellings)
                        waiting.append(merged)
                    else:
                        found |= item.inside
            self._below = frozenset(found)
        return self._below


def item_of(library: Library, option: Option) -> Item:
    """The item of an option; kept with the library."""
    return library.kept_of(Item, option.merged)


def names_within(library: Library, holder: Merged) -> Counter[str]:
    """How many entries of each name, by its stem, may be chosen directly below a record, those in its groups included; kept with
    the library."""
    return library.kept_of(_names_within, holder)


def _names_within(library: Library, holder: Merged) -> Counter[str]:
    found, number = Counter[str](), 0
    waiting = [(holder, frozenset((holder.parts[-1].id,)))]
    while waiting:
        merged, around = waiting.pop()
        for below in held(library, merged):
            number += 1
            budget.allow("choices", number)  # groups in groups make many of few records
            if type_of(below) != "group":
                found[stem(below.name)] += 1
            elif (group := below.parts[-1].id) not in around:
                waiting.append((below, around | {group}))
    return found


def _spellings(library: Library, merged: Merged) -> tuple[Counter[str], ...]:
    own = spellings(merged.name, _weapons(library, merged))
    others = [counts for name in renamed(merged) for counts in spellings(name) if counts not in own]
    return own + tuple(counts for place, counts in enumerate(others) if counts not in others[:place])


def renamed(merged: Merged) -> tuple[str, ...]:
    """The names that the data give it under conditions, such as that it is chosen; lists show these."""
    modifiers, groups = list(merged.modifiers), list(merged.modifier_groups)
    for group in groups:  # grows during the loop
        modifiers.extend(group.modifiers)
        groups.extend(group.groups)
    return tuple(
        dict.fromkeys(one.value for one in modifiers if one.field == "name" and one.type == "set" and not one.affects)
    )


def _weapons(library: Library, merged: Merged) -> tuple[str, ...]:
    """Names of its weapon profiles."""
    linked = (library.info(link.target_id) for link in merged.info_links)
    profiles = [*merged.profiles, *(info for info in linked if isinstance(info, Profile))]
    types = library.profile_types
    return tuple(
        one.name for one in profiles if one.type_id in types and "weapon" in types[one.type_id].name.casefold()
    )
