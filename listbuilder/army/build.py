"""Builds the army from an evaluated roster, reading again only the units whose evaluation changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.effects import applied
from listbuilder.army.faction import Identity
from listbuilder.army.gaps import Gaps
from listbuilder.army.model import POINTS, Army, BattleSizeView, Detachment, ForceView, TreeFinding, Unit
from listbuilder.army.pattern import Pattern
from listbuilder.army.unit import NO_FACTS, UnitReader, last_counted, place_of
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.purpose import ConstraintPurpose, Demand
from listbuilder.catalogue.system import BattleSize, System
from listbuilder.errors import Place
from listbuilder.i18n import N_, Text
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.engine import Engine, Violation
    from listbuilder.engine.shape_cache import UnitShape

STATING_LIMIT = ("limits", "battle_size")  # keys of the list file
POINTS_NAMES = ("pts", "points", "pt")


@dataclass(frozen=True, slots=True)
class ArmyContext:
    """What an army needs besides its roster. ``places``: key -> where the file states it (see `Army.places`)."""

    system: System
    faction: Catalogue
    data: DataPin | None = None
    file: str = ""
    places: dict[str, Place] = field(default_factory=dict)
    glossary: Callable[[str, str], str] | None = None


class ArmyBuilder:
    """Keeps each unit that was read until its evaluation changes."""

    def __init__(self, engine: Engine, context: ArmyContext) -> None:
        self.engine = engine
        self.context = context
        self.points_type = points_type(engine.roster, context.system)
        self.gaps = Gaps(engine.roster.library, context.faction)
        self.identity = Identity(context.faction, engine.roster.library, context.system)
        self._units: dict[Selection, tuple[tuple[int, object], Unit]] = {}
        self._learns = True  # until the first edit: lists that are only checked often share units

    @property
    def roster(self) -> Roster:
        return self.engine.roster

    def build(self) -> Army:
        """The army as it stands now."""
        roots = [root for force in self.roster.walk_forces() for root in force.selections]
        size = self._battle_size(roots)
        self.engine.limit_by_size(self.points_type, size.points if size is not None else None)
        units = self._read(root for root in roots if roles.is_unit(root.option))
        for root in roots if self._learns else ():
            if not roles.is_unit(root.option) and self.engine.shape(root) is None:
                self._learn(root)
        self._learns = False
        context = self.context
        army = Army(
            name=self.roster.name,
            system=context.system.id,
            faction=context.faction.local_id or context.faction.id,
            faction_keyword=next(iter(self.identity.keywords), ""),
            other_keywords=self.identity.keywords[1:],
            unmarked=self._unmarked(units),
            faction_name=context.faction.names.get("en") or context.faction.name,
            units=units,
            points=self.engine.totals().get(self.points_type, 0),
            battle_size=size or self._agreed_size(),
            exclusive_keywords=context.faction.exclusive_keywords,
            limit=self.roster.limits.get(self.points_type),
            has_points=bool(self.points_type),
            bounded=self._is_bounded(),
            detachments=tuple(self._detachments(roots)),
            offers_detachments=self._offers_detachments(),
            declarations=self.roster.declarations,
            forces=tuple(self._forces()),
            tree_findings=tuple(self._findings()),
            data=context.data,
            file=context.file,
            places=context.places,
            glossary=context.glossary or self.roster.library.localise,
            vocabulary=context.system.vocabulary,
        )
        return applied(army)

    # --- units ------------------------------------------------------------------------------------------------------------

    def _read(self, roots: Iterable[Selection]) -> tuple[Unit, ...]:
        """The units; one is read again only when its revision changed."""
        known, self._units = self._units, {}
        revision = self.engine.revisions()
        for root in roots:
            stamp = (revision(root), root.place)
            found = known.get(root)
            self._units[root] = found if found is not None and found[0] == stamp else (stamp, self._unit(root))
        return tuple(unit for _, unit in self._units.values())

    def reader(self, root: Selection) -> UnitReader:
        """What reads the unit at a root selection."""
        return UnitReader(self.engine, root, self.points_type, self.context.system.vocabulary)

    def _unit(self, root: Selection) -> Unit:
        """A unit; where one of the same shape was read before, in any list, a copy of that with other ids."""
        shape = self.engine.shape(root)
        if shape is None:
            unit = self.reader(root).read()
            shape = self._learn(root)
        else:
            pattern: Pattern | None = shape.derived.get(self.points_type)
            if pattern is not None:
                return pattern.of(root)
            unit = self.reader(root).read()
        if shape is not None:
            shape.derived[self.points_type] = Pattern(unit, root, shape.states[0].name)
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

    def _unmarked(self, units: tuple[Unit, ...]) -> frozenset[str]:
        """The units of the faction that the data give no faction keyword."""
        bare = (unit for unit in units if not unit.faction_keywords)
        return frozenset(unit.id for unit in bare if self.identity.defines(self.roster.nodes[unit.id].option))  # type: ignore[union-attr]

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
                    known = (size.id, size.name["en"]) if size is not None else (name, name)
                    return BattleSizeView(*known, points, place_of(chosen))
        return None

    def _agreed_size(self) -> BattleSizeView | None:
        """The system's size with the roster's own points limit, where the data have no choice of sizes."""
        size = self._size_of(self.roster.limits.get(self.points_type))
        return BattleSizeView(size.id, size.name["en"], size.points) if size is not None else None

    def _size_of(self, points: Number | None) -> BattleSize | None:
        return next((size for size in self.context.system.battle_sizes if size.points == points), None)

    def size_points(self, option: Option) -> Number | None:
        """The points limit of a battle size: stated by the data or in its name, else that of the system's size."""
        if option.facts is not None and option.facts.size is not None:
            return option.facts.size
        name = option.name
        stated = re.search(r"(\d[\d,.]*)\s*(?:point|pts)", name, re.IGNORECASE)
        if stated:
            return int(re.sub(r"\D", "", stated.group(1)))
        sizes = self.context.system.battle_sizes
        return next((size.points for size in sizes if size.name["en"].casefold() in name.casefold()), None)

    def _detachments(self, roots: list[Selection]) -> Iterator[Detachment]:
        for root in roots:
            if not roles.is_detachment(root.option):
                continue
            for chosen in root.selections:
                facts = chosen.option.facts or NO_FACTS
                yield Detachment(
                    id=chosen.option.local_id,
                    name=self.engine.state(chosen).name,
                    faction=facts.faction,
                    rule=facts.rule_name,
                    requires=facts.requires,
                    forbids=facts.forbids,
                    warlord=facts.warlord,
                    never_warlords=facts.never_warlords,
                    effects=facts.effects,
                    stratagems=facts.stratagems,
                    place=place_of(chosen),
                )

    def _offers_detachments(self) -> bool:
        """Whether the data have any detachment for the faction."""
        roots = self.roster.library.root_options(self.context.faction.id)
        return any(root.entries for root in roots if roles.is_detachment(root))

    def _forces(self) -> Iterator[ForceView]:
        for force in self.roster.forces_in_order():
            parent = force.parent.id if isinstance(force.parent, Force) else ""
            yield ForceView(force.id, force_title(self.engine, force), roles.plain_title(force.entry.name), parent)

    # --- what the data forbid ---------------------------------------------------------------------------------------------

    def _violations(self) -> list[Violation]:
        """What the engine found. Where a model has an unlisted item, the slots that are empty for it are left out: one finding
        is enough."""
        found = list(self.engine.violations())
        holders = {id(holder_of(one.node)) for one in found if _purpose(one) is ConstraintPurpose.UNLISTED}
        return [one for one in found if not (_is_empty_slot(one) and id(holder_of(one.node)) in holders)]

    def _findings(self) -> Iterator[TreeFinding]:
        """What the data forbid, each finding once: entries in groups of the same name often repeat a constraint."""
        seen: set[tuple[object, ...]] = set()
        for violation in self._violations():
            finding = self.gaps.doubted(self._finding(violation), violation)
            fact = (finding.node or finding.unit, finding.kind, str(finding.message))
            if fact not in seen and not roles.NOTE.match(finding.subject):
                seen.add(fact)
                yield finding

    def _finding(self, violation: Violation) -> TreeFinding:
        node = violation.node if isinstance(violation.node, Selection) else None
        constraint = violation.constraint
        rule = constraint.rule if constraint is not None and constraint.rule else f"data-{violation.kind}"
        subject, option = self._subject(violation, node)
        unit = node.root if node is not None else last_counted(self.engine, violation)
        return TreeFinding(
            rule=rule,
            by_rule=bool(constraint is not None and constraint.rule),
            message=self._message(violation, node, subject),
            kind=violation.kind,
            subject=subject,
            sort=self._sort(violation, option),
            unit=unit.id if unit is not None and roles.is_unit(unit.option) else "",
            severity=violation.kind if violation.kind in ("warning", "info") else "error",
            found=violation.found,
            bound=violation.bound,
            place=place_of(violation.node) or self._place_of_limit(violation),
            node=violation.node.id if violation.node is not None else "",
            entry=violation.entry_id,
            constraint=violation.constraint_id,
        )

    def _place_of_limit(self, violation: Violation) -> Place | None:
        """Where the list states the limit that is exceeded."""
        stating = STATING_LIMIT if violation.kind == "cost-limit" else ()
        return next((self.context.places[key] for key in stating if key in self.context.places), None)

    def _sort(self, violation: Violation, option: Option | None) -> str:
        if violation.kind == "cost-limit" and violation.constraint_id == self.points_type:
            return POINTS
        return roles.sort_of(option) if option is not None else ""

    def _message(self, violation: Violation, node: Selection | None, what: str | Text) -> Text:
        """The data's own message where they have one, else what is counted, how many there are and the limit."""
        where = self.engine.state(node.root).name if node is not None else ""
        if isinstance(violation.node, Force) and isinstance(violation.node.parent, Force):
            where = force_title(self.engine, violation.node)
            if violation.constraint is not None and violation.constraint.scope == "self":
                what = _UNITS
        what = self._counted(violation) or what
        params: dict[str, object] = {"where": where, "what": what, "found": violation.found, "bound": violation.bound}
        if violation.kind == "cost-limit" and violation.found is not None and violation.bound is not None:
            params["over"] = violation.found - violation.bound
        inner = bool(where) and where != what
        if violation.whole is not None:
            params |= {"percent": violation.percent, "whole": violation.whole, "unit": self._unit_of(violation)}
        by_purpose = _wording(violation)
        if by_purpose is not None:
            return Text(by_purpose.template, {**params, **by_purpose.params, "model": self._model_name(node)})
        constraint = violation.constraint
        own_text = violation.kind in ("error", "warning", "info") or (constraint and constraint.message)
        if violation.message and own_text:
            stated = violation.message.replace("{", "{{").replace("}", "}}")
            return Text("{where}: " + stated, {"where": where}) if where else Text(stated, {"where": ""})
        templates = _TEMPLATES if violation.whole is None else _SHARES
        return Text(templates[violation.kind][inner], params)

    def _unit_of(self, violation: Violation) -> str | Text:
        """What a share is measured in: the name of the cost, else selections."""
        cost = self.roster.library.cost_types.get(violation.measured)
        return cost.name.strip() if cost is not None else _SELECTIONS

    def _counted(self, violation: Violation) -> str | Text:
        """What a constraint of native data counts: uses of an option by its title, the models of a unit; else empty."""
        constraint = violation.constraint
        if constraint is None or constraint.purpose is None:
            return ""
        if constraint.purpose is ConstraintPurpose.UNIT_SIZE:
            return _MODELS
        counted = self.roster.library.categories.get(constraint.child_id)
        return counted.name if counted is not None else ""

    def _model_name(self, node: Selection | None) -> str:
        while isinstance(node, Selection):
            if roles.is_model(node) or not isinstance(node.parent, Selection):
                return self.engine.state(node).name
            node = node.parent
        return ""

    def _subject(self, violation: Violation, node: Selection | None) -> tuple[str, Option | None]:
        """The name of the entry or group that the constraint is about, and its option where there is one."""
        wanted = violation.entry_id
        spent = self.roster.library.cost_types.get(violation.constraint.field if violation.constraint else "")
        if spent is not None and node is None and wanted not in self.roster.library.categories:
            return spent.name, None
        current = node
        while isinstance(current, Selection):
            option = current.option
            if wanted in option.ids:
                return roles.plain_name(self.engine.state(current).name), option
            below = next((o for o in (*option.entries, *option.groups) if wanted in o.ids), None)
            if below is not None:
                return below.name, below
            current = current.parent if isinstance(current.parent, Selection) else None
        library = self.roster.library
        category = library.categories.get(wanted)
        cost = library.cost_types.get(violation.constraint_id)
        force = library.force_entry(wanted)
        if isinstance(violation.node, Force) and wanted and violation.node.entry.link_id == wanted:
            force = violation.node.entry
        named = category or cost or force
        if named is not None:
            return roles.plain_title(named.name), self._called(named.name) if category else None
        roots = (o for f in self.roster.walk_forces() for o in library.root_options(f.catalogue_id) if wanted in o.ids)
        found = next(roots, None)
        return (found.name if found is not None else wanted), found

    def _called(self, name: str) -> Option | None:
        """A unit with the name of a category: data may limit copies of a datasheet by such a category."""
        roots = (root for force in self.roster.walk_forces() for root in force.selections)
        return next((root.option for root in roots if roles.plain_name(root.option.name) == name), None)


_UNITS, _MODELS, _SELECTIONS = Text("units"), Text("models"), Text("selections")
_EMPTY_SLOT = {ConstraintPurpose.SLOT, ConstraintPurpose.FIXED_ITEM}
_OF_OPTIONS = {ConstraintPurpose.UNIT_LIMIT, ConstraintPurpose.MINIMUM_SIZE, ConstraintPurpose.PER_ALTERNATIVE}
_TEMPLATES: dict[str, tuple[str, str]] = {  # kind -> (about the unit or army itself, about something inside)
    "max": (N_("{what}: {found} taken, at most {bound}"), N_("{where}: {what}: {found} taken, at most {bound}")),
    "min": (N_("{what}: {found} taken, at least {bound}"), N_("{where}: {what}: {found} taken, at least {bound}")),
    "exactly": (
        N_("{what}: {found} taken, exactly {bound} needed"),
        N_("{where}: {what}: {found} taken, exactly {bound} needed"),
    ),
    "hidden": (N_("{what} is not available to this army"), N_("{where}: {what} is not available to it")),
    "cost-limit": (
        N_("{what}: {found}, at most {bound} ({over} too many)"),
        N_("{where}: {what}: {found}, at most {bound} ({over} too many)"),
    ),
    "error": (N_("{what}: the game data do not allow this"), N_("{where}: {what}: the game data do not allow this")),
    "warning": (N_("{what}: the game data warn about this"), N_("{where}: {what}: the game data warn about this")),
    "info": (N_("{what}"), N_("{where}: {what}")),
}
_SHARES: dict[str, tuple[str, str]] = {  # the same for a percentage of the limit or of everything
    "max": (
        N_("{what}: {found} {unit}, at most {percent}% of {whole} ({bound} {unit})"),
        N_("{where}: {what}: {found} {unit}, at most {percent}% of {whole} ({bound} {unit})"),
    ),
    "min": (
        N_("{what}: {found} {unit}, at least {percent}% of {whole} ({bound} {unit})"),
        N_("{where}: {what}: {found} {unit}, at least {percent}% of {whole} ({bound} {unit})"),
    ),
    "exactly": (
        N_("{what}: {found} {unit}, exactly {percent}% of {whole} ({bound} {unit}) needed"),
        N_("{where}: {what}: {found} {unit}, exactly {percent}% of {whole} ({bound} {unit}) needed"),
    ),
}


def force_title(engine: Engine, force: Force) -> str:
    """The title of a force, numbered where several are of the same kind."""
    name = force.custom_name or roles.plain_title(engine.state(force).name)
    siblings = force.parent.forces if force.parent is not None else [force]
    alike = [other for other in siblings if other.entry.id == force.entry.id]
    return f"{name} {alike.index(force) + 1}" if len(alike) > 1 and not force.custom_name else name


def holder_of(node: object) -> object:
    """The model or unit that a violation at one of its choices, or at itself, is about."""
    return node.parent if isinstance(node, Selection) and node.option.type == "upgrade" else node


def _purpose(violation: Violation) -> ConstraintPurpose | None:
    return violation.constraint.purpose if violation.constraint is not None else None


def _wording(violation: Violation) -> Text | None:
    """How a broken constraint on wargear of native data is worded; None where the common wording fits."""
    purpose = _purpose(violation)
    if purpose is ConstraintPurpose.UNLISTED:
        return Text("{where}: {what} is not an option of {model}")
    if purpose is ConstraintPurpose.ALL_OR_NONE:
        return Text("{where}: {what}: {found} taken, all {bound} models take it or none")
    if purpose is ConstraintPurpose.DEMAND and violation.constraint is not None:
        return _demanded(violation.constraint.demand or Demand())
    return Text(_TEMPLATES["max"][True]) if purpose in _OF_OPTIONS else None


def _demanded(demand: Demand) -> Text:
    """How a choice is worded that only models with, or without, certain items may take."""
    params = {"needed": list(demand.needed), "barred": list(demand.barred)}
    if not demand.barred:
        return Text("{where}: {what} is only for a model with {needed} ({model})", params)
    if not demand.needed:
        return Text("{where}: {what} is only for a model without {barred} ({model})", params)
    return Text("{where}: {what} is only for a model with {needed} and without {barred} ({model})", params)


def _is_empty_slot(violation: Violation) -> bool:
    return _purpose(violation) in _EMPTY_SLOT and not violation.found


def points_type(roster: Roster, system: System) -> str:
    """The id of the cost type that is the points of the game."""
    types = roster.library.cost_types.values()
    wanted = (system.points_name.casefold(), *POINTS_NAMES)
    found = next((t.id for name in wanted for t in types if t.id.casefold() == name or t.name.casefold() == name), None)
    return found or next((t.id for t in types if not t.hidden), "")
