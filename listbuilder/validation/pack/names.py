"""The names that the data of a game system have: what a pack names is looked up here, and said as the data say it.

Factions are loaded one after the other until a name is found, those of the native set first. A name is found in any of its
spellings and languages.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from listbuilder.army import roles
from listbuilder.army.faction import SEPARATOR, faction_keywords
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError
from listbuilder.naming import fold
from listbuilder.sources.dataset import DataSet, Loaded, Offer

Found = dict[str, str]  # folded spelling -> the name in the data
MOST_GROUPS = 6  # levels of a datasheet in which enhancements are looked for


@dataclass
class FactionNames:
    """The names of one faction, by their spellings."""

    factions: Found = field(default_factory=dict)
    detachments: Found = field(default_factory=dict)
    datasheets: Found = field(default_factory=dict)
    keywords: Found = field(default_factory=dict)
    enhancements: Found = field(default_factory=dict)


class KnownNames:
    """See the module. ``sets``: the data that lists of the event may be judged by."""

    def __init__(self, system: System, sets: Sequence[DataSet]) -> None:
        self.system = system
        self._offers = [(data, offer) for data in sets for offer in _offers(data, system)]
        self._waiting = list(self._offers)
        self._loaded: list[FactionNames] = []

    @property
    def has_data(self) -> bool:
        return bool(self._offers)

    def factions(self, word: str) -> tuple[str, ...]:
        """The names of the factions that are called this, which are one for each set; none where there is no such faction."""
        named = [offer.names.get("en", offer.id) for _, offer in self._offers if fold(word) in _spellings(offer)]
        return tuple(dict.fromkeys(named)) or self.find("factions", word)

    def faction_names(self) -> list[str]:
        return [word for _, offer in self._offers for word in (offer.names.get("en", offer.id), offer.id)]

    def find(self, what: str, *words: str) -> tuple[str, ...]:
        """The name of a detachment, datasheet, keyword … as the data have it; empty where no faction has it."""
        wanted = [fold(word) for word in words]
        for known in self._all():
            found: Found = getattr(known, what)
            for word in wanted:
                if word in found:
                    return (found[word],)
        return ()

    def word(self, word: str) -> str:
        """The keyword, datasheet or role of this name, as filters of rules compare it; empty where there is none."""
        found = self.find("keywords", word) or self.find("datasheets", word)
        if found:
            return found[0]
        wanted = fold(word)
        known = self.system.vocabulary.roles
        return next((r.id for r in known if wanted in map(fold, (r.id, *r.name.values(), *r.aliases))), "")

    def names(self, *whats: str) -> list[str]:
        """All names of these sorts, once everything is loaded."""
        return [name for known in self._all() for what in whats for name in getattr(known, what).values()]

    def _all(self) -> Iterator[FactionNames]:
        yield from self._loaded
        while self._waiting:
            data, offer = self._waiting.pop(0)
            with contextlib.suppress(InputError):  # what cannot be loaded is reported where a list needs it
                found = _names_of(data.load(self.system.id, offer.id), self.system)
                self._loaded.append(found)
                yield found


def _offers(data: DataSet, system: System) -> list[Offer]:
    try:
        return data.factions(system.id)
    except InputError:
        return []


def _spellings(offer: Offer) -> set[str]:
    """What the faction may be called: community data put headings before the name."""
    names = (offer.id, *offer.names.values())
    return {fold(spelling) for name in names for spelling in (name, name.split(SEPARATOR)[-1])}


def _names_of(loaded: Loaded, system: System) -> FactionNames:
    library, found = loaded.library, FactionNames()
    _note(found.factions, faction_keywords(loaded.faction, library, system))
    for root in library.root_options(loaded.faction.id):
        if roles.is_detachment(root):
            for option in root.entries:
                _note_option(found.detachments, option)
        elif roles.is_unit(root):
            _note_option(found.datasheets, root, roles.plain_name(root.name))
            _note(found.keywords, _keywords(root, library))
            for option in _enhancements(root, MOST_GROUPS):
                _note_option(found.enhancements, option)
    for known in (found.detachments, found.datasheets, found.keywords, found.enhancements):
        _translate(known, library)
    return found


def _note(found: Found, names: Iterable[str]) -> None:
    for name in names:
        found.setdefault(fold(name), name)


def _note_option(found: Found, option: Option, name: str = "") -> None:
    name = name or option.name
    for spelling in (name, option.local_id):
        found.setdefault(fold(spelling), name)


def _keywords(root: Option, library: Library) -> Iterator[str]:
    for link in root.merged.category_links:
        category = library.categories.get(link.target_id)
        name = category.name if category is not None else link.name
        yield roles.faction_of(name) or name
    if root.facts is not None:
        yield from root.facts.faction_keywords


def _enhancements(option: Option, levels: int) -> Iterator[Option]:
    for below in option.entries if levels else ():
        if roles.is_enhancement(below):
            yield below
        else:
            yield from _enhancements(below, levels - 1)


def _translate(found: Found, library: Library) -> None:
    """Adds the names in other languages."""
    for glossary in (*(catalogue.glossary for catalogue in library.files), library.glossary):
        for words in glossary.values():
            for name, other in words.items():
                if fold(name) in found:
                    found.setdefault(fold(other), found[fold(name)])
