"""Which datasheet the words of a unit mean: one of its force or of the army, else one of another faction, or of the faction that
the unit names itself, as an ally whose name the army's faction has as well needs it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue
from listbuilder.listfile.foreign import lacks
from listbuilder.listfile.names import NameIndex
from listbuilder.naming import fold
from listbuilder.roster.tree import Force


def names_of(options: Iterable[Option], library: Library) -> NameIndex[Option]:
    """The options by their ids in files and names."""
    return NameIndex(((option.local_id, option.name, option) for option in options), library)


def datasheets(library: Library, catalogue_id: str) -> NameIndex[Option]:
    """The datasheets of a catalogue; one index for all lists over the library."""
    return names_of((option for option in library.root_options(catalogue_id) if option.type == "unit"), library)


def datasheet(library: Library, force: Force, word: str) -> Option | None:
    """The datasheet that a word means in a force where the unit names no faction. Where no ally rule allows the army to have it,
    rules report it. None where the faction has a unit of that name which the data lack."""
    for catalogue_id in dict.fromkeys((force.catalogue_id, army_of(force).catalogue_id)):
        found = library.kept_of(datasheets, catalogue_id).find(word)
        if found is not None:
            return found
    return _elsewhere(library, army_of(force).catalogue_id, word)


def _elsewhere(library: Library, army_id: str, word: str) -> Option | None:
    """A datasheet of another faction of the system."""
    if lacks(library, army_id, word):
        return None
    for catalogue in chain(library.factions_with(word), _others(library)):
        found = library.kept_of(datasheets, catalogue.id).find(word)
        if found is not None:
            return found
    return None


def _others(library: Library) -> Iterator[Catalogue]:
    """Every other faction of the game, read when there is need."""
    yield from library.kept(Library.other_factions)


def army_of(force: Force) -> Force:
    """The army that a force stands in; itself where it stands in none."""
    while isinstance(force.parent, Force):
        force = force.parent
    return force


def stated_faction(force: Force, option: Option) -> str:
    """The id of the catalogue that a unit in this force has to name so that its datasheet is meant; empty where it need not."""
    usual = datasheet(option.library, force, option.local_id)
    return "" if usual is not None and usual.catalogue.id == option.catalogue.id else option.catalogue.id


def faction_named(library: Library, word: str) -> Catalogue | None:
    """The faction of the game that a word means."""
    own = [item for item in library.catalogues.values() if not item.library]
    known = {item.id: item for item in (*own, *library.factions((word,)))}
    found = known.get(word) or factions(known.values(), library).find(word)
    if found is None:
        found = factions(every_faction(library), library).find(word)
    return found


def every_faction(library: Library) -> tuple[Catalogue, ...]:
    """The army's faction and all others of the game."""
    own = [item for item in library.catalogues.values() if not item.library]
    return tuple({item.id: item for item in (*own, *library.kept(Library.other_factions))}.values())


def factions(known: Iterable[Catalogue], library: Library) -> NameIndex[Catalogue]:
    """Catalogues by the ids and names, in any language, that list files call factions by."""
    things = ((item.local_id or item.id, name, item) for item in known for name in (item.name, *item.names.values()))
    return NameIndex(things, library)


def narrowest(library: Library, found: Catalogue) -> Catalogue:
    """The army's faction where that extends the one found: what a list calls the wider one."""
    army = next((item for item in library.catalogues.values() if not item.library), found)
    return army if army.extends and fold(army.extends) in (fold(found.id), fold(found.local_id)) else found
