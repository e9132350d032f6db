"""The army's faction keywords: those that make a unit one of the army's own; every other unit is an ally or does not belong.

Native data state the main one; others that its units may have instead are in the game's table (`System.faction_keywords`). For
community data that table is asked first, then the catalogue: its name, if that or only its last part is a faction keyword of
the data ("Imperium - Grey Knights"), else the datasheets that it defines itself, if all of them share one keyword. What it
merely offers says nothing: allies are among it. Where none of this gives one answer there is none.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army import roles
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.system import System
from listbuilder.naming import fold

SEPARATOR = " - "  # between the parts of a catalogue's name


class Identity:
    """What makes a unit one of an army's own. ``keywords``: any of them, the main one first; empty where neither data nor
    table name them."""

    def __init__(self, faction: Catalogue, library: Library, system: System) -> None:
        self._library = library
        self._system = system
        self.keywords = faction_keywords(faction, library, system)

    def defines(self, option: Option) -> bool:
        """Whether the datasheet is written in a catalogue of the army's faction, and not in one of its allies."""
        home = self._library.kept(_homes).get(option.target.id)
        stated = faction_keywords(home, self._library, self._system) if home is not None else ()
        return not set(self.keywords).isdisjoint(stated)


def _homes(library: Library) -> dict[str, Catalogue]:
    """Id of each entry at the top of a catalogue -> the catalogue."""
    return {
        entry.id: file
        for file in library.files
        if not file.is_game_system
        for entry in (*file.entries, *file.shared_entries)
    }


def faction_keywords(faction: Catalogue, library: Library, system: System) -> tuple[str, ...]:
    """The keywords of an army of this catalogue, the main one first; empty where neither data nor table name them."""
    stated = _stated(faction, system)
    if faction.faction_keyword:
        return tuple(dict.fromkeys((faction.faction_keyword, *stated)))
    if stated:
        return stated
    named = library.kept_of(
        _named, (faction.name, len(library.categories))
    )  # which grow with a force of another catalogue
    found = named or _shared(faction, library)
    return (found,) if found else ()


def _stated(faction: Catalogue, system: System) -> tuple[str, ...]:
    """The keywords that the game's table has for the catalogue's name, else for a part of it."""
    table = {fold(name): entry.keywords for entry in system.faction_keywords for name in entry.of}
    names = map(fold, (faction.name, *faction.name.split(SEPARATOR)))
    return next((table[name] for name in names if name in table), ())


def _named(library: Library, catalogue: tuple[str, int]) -> str:
    """The faction keyword that a catalogue is called by. Parts of its name before the last one are headings, which can be
    keywords that several factions share; where one of them is a keyword, too, the name does not decide."""
    name, _ = catalogue
    words = (roles.faction_of(category.name) for category in library.categories.values())
    known = {fold(word): word for word in words if word}
    whole = known.get(fold(name))
    if whole is not None:
        return whole
    *headings, last = map(fold, name.split(SEPARATOR))
    return known.get(last, "") if known.keys().isdisjoint(headings) else ""


def _shared(faction: Catalogue, library: Library) -> str:
    """The only faction keyword that all datasheets have that the catalogue defines itself, unless it is a heading, too."""
    defined = {entry.id for entry in (*faction.entries, *faction.shared_entries)}
    own = (
        option for option in library.root_options(faction.id) if option.target.id in defined and roles.is_unit(option)
    )
    borne = [set(_words(option, library)) for option in own]
    shared = set[str].intersection(*borne) if borne else set()
    headings = set(map(fold, faction.name.split(SEPARATOR)[:-1]))
    return next((word for word in shared if len(shared) == 1 and fold(word) not in headings), "")


def _words(option: Option, library: Library) -> Iterator[str]:
    """The faction keywords of a datasheet."""
    for link in option.merged.category_links:
        category = library.categories.get(link.target_id)
        word = roles.faction_of(category.name) if category is not None else ""
        if word:
            yield word
