"""The names that the data of a game system have: what a pack names is looked up here, and said as the data say it.

Factions are loaded one after the other until a name is found, those of the native set first. A name is found in any of its
spellings and languages.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from listbuilder.army import abilities, roles
from listbuilder.army.faction import SEPARATOR, faction_keywords
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, Container, ForceEntry
from listbuilder.catalogue.system import System
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.sources.dataset import DataSet, Loaded, Offer

Found = dict[str, str]  # folded spelling -> the name in the data


class Shared:
    """What catalogues that several factions link to have, read once."""

    def __init__(self) -> None:
        self._enhancements: dict[str, list[Container]] = {}
        self._abilities: dict[str, list[str]] = {}

    def enhancements(self, file: Catalogue) -> list[Container]:
        if file.id not in self._enhancements:
            self._enhancements[file.id] = list(roles.named_enhancements(file))
        return self._enhancements[file.id]

    def abilities(self, file: Catalogue) -> list[str]:
        if file.id not in self._abilities:
            self._abilities[file.id] = list(abilities.names(file))
        return self._abilities[file.id]


class FactionNames:
    """The names of one faction, by their spellings; each sort is read when it is asked for."""

    def __init__(self, loaded: Loaded, system: System, shared: Shared) -> None:
        self._shared = shared
        self._library = loaded.library
        self._faction = loaded.faction
        self._system = system

    @cached_property
    def factions(self) -> Found:
        return _spelt((name, (name,)) for name in faction_keywords(self._faction, self._library, self._system))

    @cached_property
    def _roots(self) -> tuple[Option, ...]:
        return self._library.root_options(self._faction.id)

    @cached_property
    def _units(self) -> list[Option]:
        return [root for root in self._roots if roles.is_unit(root)]

    @cached_property
    def detachments(self) -> Found:
        options = (option for root in self._roots if roles.is_detachment(root) for option in root.entries)
        return self._translated(_spelt((option.name, (option.name, option.local_id)) for option in options))

    @cached_property
    def datasheets(self) -> Found:
        named = ((roles.plain_name(root.name), root) for root in self._units)
        return self._translated(_spelt((name, (name, root.local_id)) for name, root in named))

    @cached_property
    def keywords(self) -> Found:
        borne = (word for root in self._units for word in _keywords(root, self._library))
        words = (*borne, *self._faction.exclusive_keywords)
        return self._translated(_spelt((word, (word,)) for word in dict.fromkeys(words)))

    @cached_property
    def enhancements(self) -> Found:
        records = (record for file in self._library.files for record in self._shared.enhancements(file))
        return self._translated(_spelt((one.name, (one.name, one.local_id)) for one in records if one.name))

    @cached_property
    def abilities(self) -> Found:
        """Those with a number behind the name are known without it, too, as filters find them."""
        names = [name for file in self._library.files for name in self._shared.abilities(file)]
        return self._translated(_spelt((name, (name,)) for one in names for name in (one, abilities.unnumbered(one))))

    @cached_property
    def forces(self) -> Found:
        titles = (roles.plain_title(one.name) for file in self._library.files for one in _forces(file))
        return self._translated(_spelt((title, (title,)) for title in titles))

    def _translated(self, found: Found) -> Found:
        """The names, in other languages as well."""
        library = self._library
        for glossary in (*(catalogue.glossary for catalogue in library.files), library.glossary):
            for words in glossary.values():
                for name, other in words.items():
                    if fold(name) in found:
                        found.setdefault(fold(other), found[fold(name)])
        return found


class KnownNames:
    """See the module. ``sets``: the data that lists of the event may be judged by."""

    def __init__(self, system: System, sets: Sequence[DataSet]) -> None:
        self.system = system
        self._offers = [(data, offer) for data in sets for offer in _offers(data, system)]
        self._waiting = list(self._offers)
        self._loaded: list[FactionNames] = []
        self._shared = Shared()
        self._named: dict[tuple[str, ...], list[str]] = {}  # by the sorts that were asked for

    @property
    def has_data(self) -> bool:
        return bool(self._offers)

    def no_data(self, word: str) -> Text:
        """Why a name cannot be looked up."""
        text = Text("no game data of {system} are installed, so that {name} cannot be looked up")
        return Text(text.template, {"system": self.system.id, "name": word})

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
        if whats not in self._named:
            found = (name for known in self._all() for what in whats for name in getattr(known, what).values())
            self._named[whats] = list(dict.fromkeys(found))
        return self._named[whats]

    def _all(self) -> Iterator[FactionNames]:
        yield from self._loaded
        while self._waiting:
            data, offer = self._waiting.pop(0)
            with contextlib.suppress(InputError):  # what cannot be loaded is reported where a list needs it
                found = FactionNames(data.load(self.system.id, offer.id), self.system, self._shared)
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


def _spelt(named: Iterable[tuple[str, Iterable[str]]]) -> Found:
    """Names by their spellings; the first of several that are spelt alike."""
    found: Found = {}
    for name, spellings in named:
        for spelling in spellings:
            found.setdefault(fold(spelling), name)
    return found


def _forces(of: Catalogue | ForceEntry) -> Iterator[ForceEntry]:
    """The kinds of force of a catalogue, with those that they contain."""
    own = (*of.force_entries, *(of.shared_force_entries if isinstance(of, Catalogue) else ()))
    for force in own:
        yield force
        yield from _forces(force)


def _keywords(root: Option, library: Library) -> Iterator[str]:
    for link in root.merged.category_links:
        category = library.categories.get(link.target_id)
        name = category.name if category is not None else link.name
        yield roles.faction_of(name) or name
    if root.facts is not None:
        yield from root.facts.faction_keywords
