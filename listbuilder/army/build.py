"""Builds the army from an evaluated roster, reading again only the units whose evaluation changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, compress
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct, field

from listbuilder.army import roles
from listbuilder.army.currencies import price_types
from listbuilder.army.data_findings import DataFindings
from listbuilder.army.effects import Applied, applied
from listbuilder.army.faction import Identity
from listbuilder.army.forces import force_views
from listbuilder.army.gaps import Gaps
from listbuilder.army.keeping import Kept, unchanged
from listbuilder.army.last_counted import UnitsRead
from listbuilder.army.model import Army, BattleSizeView
from listbuilder.army.paid import with_items
from listbuilder.army.pattern import KnownUnits, Pattern
from listbuilder.army.records import Unit
from listbuilder.army.settings import SettingsReader
from listbuilder.army.surcharges import surcharged
from listbuilder.army.unit import UnitReader, place_of
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import BattleSize, System
from listbuilder.errors import Place
from listbuilder.roster.tree import Roster, Selection

if TYPE_CHECKING:
    from listbuilder.engine import Engine
    from listbuilder.engine.shape_cache import UnitShape

UNIT, SETTING = 1, 2


class ArmyContext(Struct, frozen=True):
    """What an army needs besides its roster. ``places``: key -> where the file states it (see `Army.places`)."""

    system: System
    faction: Catalogue
    data: DataPin | None = None
    file: str = ""
    places: dict[str, Place] = field(default_factory=dict)
    glossary: Callable[[str, str], str] | None = None
    agreed_size: BattleSize | None = None  # of the event, which goes before that of the list


class _Read(NamedTuple):
    """The units that were read, and what they were read from."""

    of: UnitsRead
    units: tuple[Unit, ...]
    unmarked: frozenset[str] = frozenset()  # ids of units of the faction that the data give no faction keyword


class ArmyBuilder:
    """Keeps each unit that was read until its evaluation changes."""

    def __init__(self, engine: Engine, context: ArmyContext) -> None:
        self.engine = engine
        self.context = context
        self.prices = price_types(engine.roster, context.system)
        self.points_type = self.prices.points
        gaps = Gaps(engine.roster.library, context.faction)
        self.data_findings = DataFindings(
            engine, gaps, self.points_type, context.places, context.system.vocabulary.terms
        )
        self.identity = Identity(context.faction, engine.roster.library, context.system)
        self._units = _Read(UnitsRead([], []), ())
        self._applied = Applied()
        self.settings: list[Selection] = []  # of the army built last: its roots that are no units
        self._settings = SettingsReader(engine, context.system, context.faction, self.points_type)
        self._sorts = Kept()
        self._roots: list[Selection] = []
        self._sorted: list[list[Selection]] = [[], []]
        self._learns = True  # until the first edit: lists that are only checked often share units

    @property
    def roster(self) -> Roster:
        return self.engine.roster

    def build(self) -> Army:
        """The army as it stands now."""
        roots, settings = self._sorted_roots()
        self.settings = settings
        size = self._battle_size(settings)
        unlimited = any(
            one.option.facts is not None and one.option.facts.unlimited for root in settings for one in root.selections
        )
        self.engine.limit_by_size(self.points_type, size.points if size is not None and not unlimited else None)
        units = self._read(roots)
        for root in settings if self._learns else ():
            if not roles.is_unit(root.option) and self.engine.shape(root) is None:
                self._learn(root)
        self._learns = False
        context, detachments = self.context, self._settings.detachments(settings)
        hides = "" if detachments else self._hides_detachments()
        forces, surcharge = surcharged(force_views(self.engine, self.points_type), units, context.system)
        army = Army(
            name=self.roster.name,
            system=context.system.id,
            faction=context.faction.local_id or context.faction.id,
            faction_keyword=next(iter(self.identity.keywords), ""),
            other_keywords=self.identity.keywords[1:],
            unlimited=unlimited,
            unmarked=self._units.unmarked,
            faction_name=context.faction.names.get("en") or context.faction.name,
            units=units,
            points=self.engine.totals().get(self.points_type, 0) + surcharge,
            spent=with_items(self.prices.others_of(self.engine.totals()), units, context.system.vocabulary),
            battle_size=self._agreed_size() or size or self._size_by_limit(),
            stated_size=size,
            stated_limit=self.roster.own_limits.get(self.points_type),
            slots=context.faction.slots,
            slot_places=context.faction.slot_places,
            exclusive_keywords=context.faction.exclusive_keywords,
            extends=context.faction.extends,
            part_of=self.roster.library.part_of,
            subfaction=context.faction.subfaction,
            forbids=context.faction.forbids,
            limit=self.roster.limit_of(self.points_type),
            has_points=bool(self.points_type),
            currencies=context.system.currencies,
            bounded=self._is_bounded(),
            detachments=detachments,
            offers_detachments=not hides and bool(self.roster.library.kept_of(_detachment_roots, context.faction.id)),
            hides_detachments=hides,
            choices=self._settings.choices(settings),
            rules=tuple(self._settings.rules(settings)),
            notes=self.roster.notes,
            declarations=self.roster.declarations,
            forces=forces,
            settings=frozenset(one.option.name.casefold() for root in settings for one in root.selections),
            tree_findings=tuple(self.data_findings.all(self._units.of, forces, settings)),
            data=context.data,
            file=context.file,
            places=context.places,
            glossary=context.glossary or self.roster.library.localise,
            vocabulary=context.system.vocabulary,
        )
        return applied(army, self._applied)

    def _sorted_roots(self) -> tuple[list[Selection], list[Selection]]:
        """The root selections that are units, and those that are not or that hold sizes or detachments; the same lists as long as
        these are the same."""
        roots = list(chain.from_iterable(force.selections for force in self.roster.walk_forces()))
        if roots != self._roots:
            sorts = self._sorts.of(roots, _sort)
            self._roots = roots
            self._sorted = [list(compress(roots, map(wanted.__and__, sorts))) for wanted in (UNIT, SETTING)]
        units, settings = self._sorted
        return units, settings

    @contextmanager
    def excursion(self) -> Iterator[None]:
        """For edits that are all reverted by the end: units that were read before need not be read again."""
        units = self._units
        try:
            with self.engine.excursion():
                yield
        finally:
            self._units = units

    # --- units ------------------------------------------------------------------------------------------------------------

    def _read(self, roots: list[Selection]) -> tuple[Unit, ...]:
        """The units; one is read again only when its revision changed."""
        known, units, unmarked = self._units
        revisions = list(map(self.engine.revisions().get, roots))
        start, end = unchanged(known.revisions, revisions)
        stop, tail = len(roots) - end, len(known.roots) - end
        before = dict(zip(known.roots[start:tail], units[start:tail], strict=True))
        stamps = dict(zip(before, known.revisions[start:tail], strict=True))
        middle: list[Unit] = []
        come: dict[Selection, Unit] = {}
        for root, revision in zip(roots[start:stop], revisions[start:stop], strict=True):
            unit = before.get(root)
            if unit is None or stamps[root] != revision:
                unit = come[root] = self._unit(root)
            middle.append(unit)
        stayed = [root for root in roots[start:stop] if root not in come]
        gone = before.keys() - set(stayed)
        moved = stayed != [root for root in before if root not in gone]
        read = UnitsRead(roots, revisions, known.roots, None if moved else come, gone)
        unmarked = self._still_unmarked(unmarked, gone, come)
        self._units = _Read(read, (*units[:start], *middle, *units[tail:]), unmarked)
        return self._units.units

    def _still_unmarked(
        self, known: frozenset[str], gone: Iterable[Selection], come: Mapping[Selection, Unit]
    ) -> frozenset[str]:
        """The units of the faction that the data give no faction keyword, after some went and others came."""
        left = known.difference(root.id for root in gone)
        bare = (root for root, unit in come.items() if not unit.faction_keywords)
        return left.union(root.id for root in bare if self.identity.defines(root.option))

    def reader(self, root: Selection) -> UnitReader:
        """What reads the unit at a root selection."""
        return UnitReader(self.engine, root, self.prices, self.context.system.vocabulary)

    def _unit(self, root: Selection) -> Unit:
        """A unit; where one like it was read before, in any list, a copy of that with other ids."""
        shape = self.engine.shape(root)
        if shape is None:
            unit = self.roster.library.kept(KnownUnits).read(self.reader(root))
            shape = self._learn(root)
        else:
            pattern: Pattern | None = shape.derived.get(self.prices)
            if pattern is not None:
                return pattern.of(root, self.roster)
            unit = self.reader(root).read()
        if shape is not None:
            shape.derived[self.prices] = Pattern(unit, root, shape.states[0].name)
        return unit

    def _learn(self, root: Selection) -> UnitShape | None:
        if not self._learns:
            return None
        return self.engine.learn(root, [self.engine.state(node) for node in root.walk()])

    def _is_bounded(self) -> bool:
        """Whether the data constrain anything that the list has, or lacks."""
        forces = list(self.roster.walk_forces())
        holders = (
            *(force.entry for force in forces),
            *(link for force in forces for link in force.entry.category_links),
        )
        parts = (part for selection in self.roster.walk() for part in selection.option.parts)
        return any(one.constraints for one in holders) or any(part.constraints for part in parts)

    # --- configuration ----------------------------------------------------------------------------------------------------

    def _battle_size(self, roots: list[Selection]) -> BattleSizeView | None:
        for root in roots:
            if not roles.is_battle_size(root.option):
                continue
            for chosen in root.selections:
                name = self.engine.state(chosen).name
                points = self.size_points(chosen.option)
                if points is not None:
                    size = self._size_of(points)
                    if size is None:
                        return BattleSizeView(name, name, points, place_of(chosen))
                    return BattleSizeView(size.id, size.name["en"], points, place_of(chosen), size.name)
        return None

    def _agreed_size(self) -> BattleSizeView | None:
        """The size that the event plays, whatever the list says."""
        size = self.context.agreed_size
        return _view(size)

    def _size_by_limit(self) -> BattleSizeView | None:
        """The system's size with the roster's own points limit, where the data have no choice of sizes."""
        size = self._size_of(self.roster.limit_of(self.points_type))
        return _view(size)

    def _size_of(self, points: Number | None) -> BattleSize | None:
        return next((size for size in self.context.system.battle_sizes if size.points == points), None)

    def size_points(self, option: Option) -> Number | None:
        """The points limit of a battle size: stated by the data or in its name, else that of the system's size."""
        if option.facts is not None and option.facts.size is not None:
            return option.facts.size
        name = option.name
        stated = re.search(r"(?<![\d,.])[,.]*+(\d[\d,.]{0,20}+)\s*+(?:point|pts)", name, re.IGNORECASE)
        if stated:
            return int(re.sub(r"\D", "", stated.group(1)))
        size = self.context.system.size_called(name)
        return size.points if size is not None else None

    def _hides_detachments(self) -> str:
        """The name of the army's force, where the data hide the choice of a detachment in it: an order of battle has none."""
        roster = self.roster
        for force in roster.forces:
            roots = roster.library.kept_of(_detachment_roots, force.catalogue_id)
            if not roots or not all(self.engine.choice(force, root).hidden for root in roots):
                return ""
        return self.engine.state(roster.forces[0]).name if roster.forces else ""


def _detachment_roots(library: Library, faction: str) -> tuple[Option, ...]:
    """The choices of a force that hold detachments. Looking into the others would decode all units of the faction."""
    return tuple(root for root in library.root_options(faction) if roles.is_detachment(root) and root.entries)


def _sort(root: Selection) -> int:
    """Whether a root selection is a unit, a setting or both."""
    is_unit = roles.is_unit(root.option)
    setting = not is_unit or roles.is_battle_size(root.option) or roles.is_detachment(root.option)
    return UNIT * is_unit | SETTING * setting


def _view(size: BattleSize | None) -> BattleSizeView | None:
    return BattleSizeView(size.id, size.name["en"], size.points, names=size.name) if size is not None else None
