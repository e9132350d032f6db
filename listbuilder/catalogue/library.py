"""Binds the ids of a data set's catalogues to records, as a compiler binds names to symbols.

A `Library` holds the game system and the catalogues that one roster needs. Links are followed lazily: an `Option` is a
choice at one place of the tree, that is its target record together with the links that lead to it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

from listbuilder import budget
from listbuilder.catalogue import imports
from listbuilder.catalogue.allies import OtherFactions
from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.forces import Forces
from listbuilder.catalogue.glossary import Glossary, translated
from listbuilder.catalogue.loadout import FixedItem, ItemAdditions, ItemChoice, ItemSlot
from listbuilder.catalogue.merged import Merged, name_of
from listbuilder.catalogue.model import (
    Catalogue,
    CatalogueLink,
    Container,
    Entry,
    EntryGroup,
    EntryLink,
)
from listbuilder.catalogue.printed import TextReader
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.records import Info, Records

MAX_LINK_DEPTH = 64
Kept = TypeVar("Kept")
Key = TypeVar("Key")


class Option:
    """A choice at one place: an entry or group, seen through the links that lead to it.

    ``id`` is composite: the ids of all links on the path from the root inwards, then the record's own id, joined by ``::``.
    ``parts`` are its records, links first (outermost first), the target last; the constraints, modifiers, categories, costs …
    of all of them belong to the option.
    """

    __slots__ = (
        "__dict__",
        "catalogue",
        "depth",
        "group",
        "id",
        "is_group",
        "library",
        "parent",
        "parts",
        "path",
        "target",
    )

    def __init__(
        self,
        library: Library,
        parts: tuple[Container, ...],
        path: tuple[str, ...],
        catalogue: Catalogue,
        parent: Option | None,
        group: Option | None,
    ) -> None:
        budget.step()
        self.library = library
        self.parts = parts
        target = self.target = parts[-1]
        self.is_group = isinstance(target, EntryGroup)
        if len(parts) > 1:
            path += tuple([part.id for part in parts[:-1]])
        self.path = path  # ids of the links that lead here
        self.id = "::".join((*path, target.id)) if path else target.id
        self.catalogue = catalogue  # the file the choice is offered by
        self.parent = parent  # the entry (not group) that holds it; None at the root of a force
        self.group = group  # the immediate group, None outside groups
        around = group or parent
        self.depth: int = around.depth + 1 if around is not None else 0  # entries and groups around it

    def __repr__(self) -> str:
        return f"<Option {self.name!r} {self.id}>"

    @cached_property
    def merged(self) -> Merged:
        """What its parts have together: not asked for of most options that nobody chose."""
        return self.library.merge(self.parts)

    @property
    def type(self) -> str:
        """unit, model, upgrade …; ``group`` for groups."""
        return self.target.type if isinstance(self.target, Entry) else "group"

    @cached_property
    def types(self) -> frozenset[str]:
        """Its type, and its subtype where it has one: what queries may call it."""
        subtype = self.target.subtype if isinstance(self.target, Entry) else ""
        return frozenset({self.type, subtype} - {""})

    @cached_property
    def name(self) -> str:
        return name_of(self.parts)

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id by which queries may name this option: its own, its links' and its target's."""
        return frozenset((self.id, *(part.id for part in self.parts)))

    @cached_property
    def group_chain(self) -> tuple[Option, ...]:
        """The groups around it, innermost first, up to the entry that holds them."""
        chain: list[Option] = []
        group = self.group
        while group is not None:
            chain.append(group)
            group = group.group
        return tuple(chain)

    @cached_property
    def keys(self) -> frozenset[str]:
        """Everything a query may count it by, categories apart: its ids, those of the groups around it, its types."""
        return self.ids.union({"any"}, self.types, *(group.ids for group in self.group_chain))

    @property
    def local_id(self) -> str:
        """What a list file calls its target (a datasheet, an item …); the target's id where the data name nothing else."""
        return self.target.local_id or self.target.id

    @property
    def purpose(self) -> EntryPurpose | None:
        return self.target.purpose

    @property
    def loadout(self) -> ItemSlot | ItemAdditions | FixedItem | ItemChoice | None:
        """What it is to the loadout of a model, in native data: stated by the link or group that stands at this place."""
        part = self.parts[0]
        return part.loadout if isinstance(part, EntryLink | EntryGroup) else None

    @property
    def facts(self) -> Facts | None:
        return self.target.facts if isinstance(self.target, Entry) else None

    @cached_property
    def default_id(self) -> str:
        return self.target.default_id if isinstance(self.target, EntryGroup) else ""

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Direct choices below: entries and groups, in the order of the file, the target's before the links' own. Raises
        `TooLarge` where data nest without end."""
        holder = self.parent if self.is_group else self
        group = self if self.is_group else None
        found: list[Option] = []
        prefix = len(self.path) - len(self.parts) + 1  # links above this option's own
        for depth, part in reversed(list(enumerate(self.parts))):
            path = self.path[: prefix + depth + 1]
            found.extend(self.library.bind(part, path, self.catalogue, holder, group))
        if found:
            budget.allow("levels", self.depth + 1)
        return tuple(found)

    @cached_property
    def entries(self) -> tuple[Option, ...]:
        """The selectable choices below, those in groups included, depth first."""
        return tuple(option for option in self._below if not option.is_group)

    @cached_property
    def groups(self) -> tuple[Option, ...]:
        """Every group below, nested ones too, up to the next entries."""
        return tuple(option for option in self._below if option.is_group)

    @property
    def _below(self) -> Iterator[Option]:
        """Entries and groups below, down to the next entries. Raises `TooLarge` where groups make too many of few records; a
        group in groups counts as one more for each, because their ids are parts of its own."""
        number = 0
        for option in self._walk():
            number += 1 + (len(option.group_chain) if option.is_group else 0)
            budget.allow("choices", number)
            yield option

    def _walk(self) -> Iterator[Option]:
        """Entries and groups below, depth first, down to the next entries."""
        for option in self.options:
            yield option
            if option.is_group:
                yield from option._walk()


class Library:
    """The game system and the catalogues that a roster needs, bound. ``problems`` lists what could not be bound, once each.
    ``others`` reads the other factions of the system, for lists that hold units of theirs; ``foreign`` a catalogue by id or name
    with those that it links to, for lists with a force of it (no catalogues: there is none)."""

    def __init__(
        self,
        game_system: Catalogue,
        catalogues: Iterable[Catalogue] = (),
        others: OtherFactions | None = None,
        foreign: Callable[[str], Sequence[Catalogue]] | None = None,
    ) -> None:
        self.game_system = game_system
        self.text_reader: TextReader | None = None  # of data that state facts only in sentences
        self.glossary: Glossary = {}  # of the rules, for data that have none
        self.offering: Callable[[str], tuple[str, ...]] | None = None  # a unit's name or id -> catalogues that offer it
        self.part_of = ""  # the faction of the same data that the army's is a part of, where only its name says so
        self._others = others
        self._foreign = foreign
        self.has_included = False  # a catalogue for a force of one list: no other list may be judged over it
        self.catalogues = {item.id: item for item in catalogues if item.id != game_system.id}
        self.problems: list[str] = []
        self._records = Records()
        self.forces = Forces(game_system, self.catalogues, self._records)
        self.categories = self._records.categories
        self.publications = self._records.publications
        self.profile_types = self._records.profile_types
        self.cost_types = self._records.cost_types
        self._roots: dict[str, tuple[Option, ...]] = {}
        self._merged: dict[tuple[int, ...], Merged] = {}
        self._kept: dict[Any, Any] = {}
        for catalogue in self.files:
            self._records.add(catalogue)

    def apart(self) -> Library:
        """Another one over the same catalogues, for another thread. It finds units of other factions where this one did, which
        has read these by then."""
        return Library(self.game_system, self.catalogues.values(), self._others)

    def other_factions(self) -> tuple[Catalogue, ...]:
        """Every other faction of the system, those first that may be allies; none where the data set keeps them apart."""
        return tuple(self._opened(self._others.every())) if self._others is not None else ()

    def factions(self, ids: Iterable[str]) -> tuple[Catalogue, ...]:
        """The other factions of these ids, as far as the data set can read them."""
        return tuple(self._opened(self._others.named(ids))) if self._others is not None else ()

    def allied_factions(self, detachments: Collection[str]) -> Iterator[Catalogue]:
        """The other factions of which ally rules let the army have units with these detachments (ids and names, case-folded)."""
        return self._opened(self._others.allied(detachments)) if self._others is not None else iter(())

    def factions_with(self, datasheet: str) -> Iterator[Catalogue]:
        """The other factions that have a datasheet of this id, or one whose id is made of this name; each is read only when it is
        asked for. Names in other languages are not recognised: `other_factions` has the rest."""
        return self._opened(self._others.holding(datasheet)) if self._others is not None else iter(())

    def _opened(self, catalogues: Iterable[Catalogue]) -> Iterator[Catalogue]:
        for catalogue in catalogues:
            self._add((catalogue,))
            yield self.catalogues[catalogue.id]

    def include(self, word: str) -> Catalogue | None:
        """The catalogue of an id or name, of which a list has a force; read and added where it is not known yet. None where the
        data set has none of that name."""
        known = self.catalogue(word)
        if known is not None or self._foreign is None:
            return known
        found = self._foreign(word)
        self.has_included = self.has_included or bool(found)
        self._add(found)
        return self.catalogue(found[0].id) if found else None

    def _add(self, catalogues: Iterable[Catalogue]) -> None:
        new = [one for one in catalogues if one.id not in self.catalogues and one.id != self.game_system.id]
        for catalogue in new:
            self.catalogues[catalogue.id] = catalogue
            self._records.add(catalogue)
        if new:
            self._kept.clear()  # categories may have got names
            self.forces.forget()

    @property
    def files(self) -> tuple[Catalogue, ...]:
        return (self.game_system, *self.catalogues.values())

    def catalogue(self, catalogue_id: str) -> Catalogue | None:
        return self.game_system if catalogue_id == self.game_system.id else self.catalogues.get(catalogue_id)

    def target(self, entry_id: str) -> Container | None:
        """The entry or group that links of that target refer to."""
        return self._records.target(entry_id)

    def missing_links(self) -> tuple[CatalogueLink, ...]:
        """The links to catalogues that the library does not have."""
        return tuple(
            link for file in self.files for link in file.catalogue_links if self.catalogue(link.target_id) is None
        )

    def offered_only_by(self, unit: str) -> tuple[str, ...]:
        """The names of the other catalogues of the data set that offer a unit of this name or id, for one that the army is not
        offered. Empty where a catalogue is missing, which could be the one that offers it to the army."""
        return self.offering(unit) if self.offering is not None and not self.missing_links() else ()

    def info(self, info_id: str) -> Info | None:
        return self._records.info(info_id)

    def root_options(self, catalogue_id: str) -> tuple[Option, ...]:
        """Choices of a force of this catalogue: its own, the game system's and those of linked catalogues. Cached."""
        if catalogue_id not in self._roots:
            self._roots[catalogue_id] = tuple(self._bind_roots(catalogue_id))
        return self._roots[catalogue_id]

    def _bind_roots(self, catalogue_id: str) -> Iterator[Option]:
        own = self.catalogue(catalogue_id)
        if own is not None and own is not self.game_system:
            yield from self._root_of(own, imported=False)
        yield from self._root_of(self.game_system, imported=False)
        if own is not None:
            for catalogue in self.imported(own):
                yield from self._root_of(catalogue, imported=True)

    def _root_of(self, catalogue: Catalogue, *, imported: bool) -> Iterator[Option]:
        for record in (*catalogue.entries, *catalogue.links):
            if imported and not record.exported:
                continue
            option = self._bind_one(record, (), catalogue, None, None)
            if option is not None and not option.is_group:
                yield option

    def imported(self, catalogue: Catalogue) -> list[Catalogue]:
        """Catalogues whose root entries it imports, transitively, each once, in the order of the links."""
        return imports.imported(catalogue, self.catalogues, self._report)

    def bind(
        self,
        holder: Container,
        path: tuple[str, ...],
        catalogue: Catalogue,
        parent: Option | None,
        group: Option | None,
    ) -> Iterator[Option]:
        """Options for what ``holder`` directly contains; ``path`` are the ids of the links that lead to it."""
        for record in (*holder.entries, *holder.groups):
            yield Option(self, (record,), path, catalogue, parent, group)
        for link in holder.links:
            option = self._bind_one(link, path, catalogue, parent, group)
            if option is not None:
                yield option

    def _bind_one(
        self,
        record: Container,
        path: tuple[str, ...],
        catalogue: Catalogue,
        parent: Option | None,
        group: Option | None,
    ) -> Option | None:
        parts = self.parts(record)
        last = parts[-1]
        around = (group, *group.group_chain) if group is not None and isinstance(last, EntryGroup) else ()
        if any(one.target.id == last.id for one in around):
            self._report(f"link {record.name!r} ({record.id}) of {catalogue.name!r} leads to a group that holds it")
            return None
        if not isinstance(last, EntryLink):
            return Option(self, parts, path, catalogue, parent, group)
        if self.target(last.target_id) is None:
            self._report(f"link {last.name!r} ({last.id}) of {catalogue.name!r} has no target ({last.target_id})")
        else:
            self._report(f"link {record.name!r} ({record.id}) of {catalogue.name!r} leads in a circle")
        return None

    def parts(self, record: Container) -> tuple[Container, ...]:
        """A record and, where it is a link, what it leads to; the last one is a link where that has no target or leads in a
        circle."""
        parts = [record]
        while isinstance(link := parts[-1], EntryLink) and len(parts) <= MAX_LINK_DEPTH:
            target = self.target(link.target_id)
            if target is None:
                break
            parts.append(target)
        return tuple(parts)

    def merge(self, parts: tuple[Container, ...]) -> Merged:
        """What the records of a chain of links have together; cached by chain."""
        key = tuple(map(id, parts))
        found = self._merged.get(key)
        if found is None:
            found = self._merged[key] = Merged(parts)
        return found

    def kept(self, kind: Callable[[Library], Kept]) -> Kept:
        """What another room derives from the library alone: made once, shared by all rosters over the library."""
        found: Kept | None = self._kept.get(kind)
        if found is None:
            found = self._kept[kind] = kind(self)
        return found

    def kept_of(self, kind: Callable[[Library, Key], Kept], key: Key) -> Kept:
        """As `kept`, for each option or id."""
        try:
            found: Kept = self._kept[kind][key]  # most often it is there, and nothing else is to be asked
        except KeyError:
            known: dict[Key, Kept] = self._kept.setdefault(kind, {})
            found = known[key] = kind(self, key)
        return found

    def _report(self, problem: str) -> None:
        if problem not in self.problems:
            self.problems.append(problem)

    def localise(self, text: str, language: str) -> str:
        """The name in that language as far as the data have it, else the text itself."""
        return translated(text, language, (*(catalogue.glossary for catalogue in self.files), self.glossary))
