"""A points document over the files of an installed data set: the records that it changes, for armies of one faction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.catalogue.model import Catalogue, Container, Entry
from listbuilder.catalogue.system import DocumentNames, System
from listbuilder.naming import fold
from listbuilder.sources.points.army import ArmyPages, plain
from listbuilder.sources.points.attaching import Attachments
from listbuilder.sources.points.choices import Choices, Currencies, entries_of
from listbuilder.sources.points.deviation import Deviation
from listbuilder.sources.points.rewriting import cost_of
from listbuilder.sources.points.units import Army, PricedUnit

UNITS = ("unit", "model")  # types of entries that may be a unit of the army


class Overlay:
    """``files``: the game system, the catalogue of the army, and those that it links to."""

    def __init__(self, files: Sequence[Catalogue], pages: ArmyPages, rules: System) -> None:
        self._files = files
        self._own = files[1]
        self._pages = pages
        self._currencies = _currencies(files[0], rules, pages.names)
        self._targets = {one.id: one for file in files for one in (*file.shared_entries, *file.shared_groups)}
        self._roots = {one.id for file in files for one in file.entries}
        self._roots |= {link.target_id for file in files for link in file.links}
        bare = pages.names.bare
        self._bare_units = {plain(bare(one.name)) for file in files for one in (*file.entries, *file.shared_entries)}
        self._units = {plain(one.name) for file in files for one in (*file.entries, *file.shared_entries)}
        self._attachments = Attachments(pages, self._root_names())
        self._choices = Choices(
            pages,
            self._attachments,
            self._currencies,
            (one for file in files for one in file.category_entries),
            rules.vocabulary.heroes,
        )
        self._deviations: list[Deviation] = []

    def changes(self) -> Catalogue:
        """The changed entries and groups, each in place of the one of its id, and new categories; the id of the catalogue is
        that of the army's. `deviations` is complete afterwards."""
        entries, groups = [], []
        for file in self._files:
            for entry in (*file.entries, *file.shared_entries):
                changed = self._choices.stated(self._unit(entry, file))
                if changed is not entry:
                    entries.append(changed)
            for group in (*file.shared_groups, *file.groups):
                stated = self._choices.stated(group)
                if stated is not group:
                    groups.append(stated)
        self._deviations += self._choices.deviations
        if self._is_whole():
            self._deviations += self._choices.unheard(self._names())
            self._deviations += self._without_unit()
        return Catalogue(
            id=self._own.id,
            name=self._own.name,
            category_entries=tuple(self._choices.added.values()),
            shared_entries=tuple(entries),
            shared_groups=tuple(groups),
        )

    @property
    def deviations(self) -> tuple[Deviation, ...]:
        return tuple(dict.fromkeys(self._deviations))

    def _unit(self, entry: Entry, file: Catalogue) -> Entry:
        """The entry as the document prices it, if it is a unit that it names."""
        is_current = self._is_unit(entry) and not self._is_older(entry)
        found = self._pages.line(entry.name, file.name) if is_current else None
        if found is None:
            return entry
        unit = PricedUnit(entry, *found, self._army)
        stated = unit.stated()
        self._deviations += unit.deviations
        return self._attachments.unit(stated, found[1])

    @property
    def _army(self) -> Army:
        return Army(self._pages, self._own.id, self._currencies, self._target)

    def _without_unit(self) -> Iterator[Deviation]:
        """The units of the army's page of which the data have none of the names."""
        for line in self._pages.units():
            if not self._bare_units & self._pages.names_of(line.name):
                page = self._pages.page
                yield Deviation(kind="absent", page=page.name if page else "", of=line.name)

    def _is_unit(self, entry: Entry) -> bool:
        """Whether an army may have it as a unit: data give some of these, which cost points, no type of their own."""
        return entry.id in self._roots and (entry.type in UNITS or bool(cost_of(entry, self._currencies.points)))

    def _is_older(self, entry: Entry) -> bool:
        """Whether it is a marked one beside a unit that has the bare name: the document means that one."""
        bare = self._pages.names.bare(entry.name)
        return bare != entry.name and plain(bare) in self._units

    def _root_names(self) -> Iterator[str]:
        """The names of all units."""
        for file in self._files:
            for one in (*file.entries, *file.shared_entries):
                if self._is_unit(one):
                    yield one.name

    def _is_whole(self) -> bool:
        """Whether every catalogue is there that the others link to: one that is missing may have what is not found."""
        known = {file.id for file in self._files}
        return all(link.target_id in known for file in self._files for link in file.catalogue_links)

    def _target(self, key: str) -> Container | None:
        return self._targets.get(key)

    def _names(self) -> Iterator[str]:
        """Of every choice that is no unit's own."""
        for file in self._files:
            for holder in (*file.shared_groups, *file.groups, *file.shared_entries, *file.entries):
                yield from (entry.name for entry in entries_of(holder))


def _currencies(game_system: Catalogue, rules: System, names: DocumentNames) -> Currencies:
    """The costs of the data that the document states."""

    def of(currency: str) -> str:
        known = next((one for one in rules.currencies if one.id == currency), None)
        return next((one.id for one in game_system.cost_types if known is not None and known.has_name(one.name)), "")

    points = next((one.id for one in game_system.cost_types if fold(one.name) == fold(rules.points_name)), "")
    return Currencies(points, of(names.detachment_points), of(names.enhancements))
