"""Reports without a player's own words: only what the program and the data say is left in texts.

A text is its template, which is the program's, and names. A name is shown when the data know it; what a player called a unit, and
what stands in a list that the data do not know, is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import to_builtins

from listbuilder.army import Army, roles
from listbuilder.catalogue.library import Library
from listbuilder.exchange.reading.personal import HIDDEN
from listbuilder.i18n import language
from listbuilder.listfile.bound import BoundList
from listbuilder.naming import fold
from listbuilder.sources.store.audit import walk
from listbuilder.validation import Validated

_LETTER = re.compile(r"[^\W\d_]")
_JOINED = re.compile(r" \+ | / |, ")  # several names in one
_NUMBERED = re.compile(r"(?: \d+| \([^()]*\))$")  # "Regiment 2", "Boyz (first half)"


def without_own_names(bound: BoundList) -> BoundList:
    """The list, with units and forces called as the data call them. It is changed in place: such a list is not for saving."""
    roster = bound.roster
    roster.name = roster.notes = ""
    for node in (*roster.walk_forces(), *roster.walk()):
        node.custom_name = node.custom_notes = ""
    return bound


def nothing(text: str) -> str:
    """What is shown in place of a name where no data tell whose it is: figures only."""
    return HIDDEN if _LETTER.search(text) else text


class Known:
    """Shows names that the data, the game and the army's own records have, in the language in use; others are hidden."""

    def __init__(self, validated: Validated) -> None:
        self._army = validated.army
        self._library = validated.bound.roster.library
        self._near = {fold(name) for name in (*_of_army(self._army), *_texts(to_builtins(validated.system)))}

    def __call__(self, text: str) -> str:
        whole = _NUMBERED.sub("", text)
        if self._knows(text) or self._knows(whole) or all(map(self._knows, _JOINED.split(whole))):
            return self._army.localise(text, language())
        return nothing(text)

    def _knows(self, text: str) -> bool:
        folded = fold(text)
        return folded in self._near or folded in self._library.kept(_names)


def _names(library: Library) -> frozenset[str]:
    """The folded names of everything in the data, in every language."""
    found: set[str] = set()
    for file in library.files:
        for record in walk(file):  # of any kind, with a name or without
            name = str(getattr(record, "name", ""))
            found |= {name, roles.plain_name(name), roles.plain_title(name)}
        found |= {kind.name for kind in file.cost_types} | {link.name for link in file.catalogue_links}
    for glossary in (*(file.glossary for file in library.files), library.glossary):
        for names in glossary.values():
            found |= {*names, *names.values()}
    return frozenset(map(fold, found))


def _of_army(army: Army) -> Iterator[str]:
    """The names in the army's records, which come from the data once the player's own are gone."""
    yield from (army.faction, army.faction_name, army.faction_keyword, *army.other_keywords)
    yield from (detachment.name for detachment in army.detachments)
    yield from (word for one in army.choices for word in (one.label, one.name))
    yield from (force.name for force in army.forces)
    if army.data is not None:
        yield from (army.data.set, army.data.date, army.data.revision, army.data.document)
    for unit in army.units:
        yield from (unit.name, unit.datasheet, *unit.keywords, *unit.faction_keywords)
        yield from (enhancement.name for enhancement in unit.enhancements)
        yield from (ability.name for ability in unit.abilities)
        yield from (item.name for item in unit.wargear)
        for line in unit.models:
            yield from (line.name, *(item.name for item in line.wargear))


def _texts(value: object) -> Iterator[str]:
    """All texts in plain values, keys among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for pair in value.items() for part in pair for text in _texts(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in _texts(part))
