"""An army that both descriptions of a game can state: the plan of it, and how each of the two judges it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from msgspec import structs

from listbuilder.army import Army, roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.system import ChoiceKind
from listbuilder.engine import Engine, actions
from listbuilder.exchange.binding.names import stem
from listbuilder.listfile import bound, document
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert, Remove, SetCostLimit
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.session.editor import UnitEditor
from listbuilder.sources.dataset import Loaded
from listbuilder.validation import Validated, validate
from tools.native_data.compare import Comparer
from tools.native_data.composition import Composition, slug
from tools.native_data.samples import Sample, english

NOTHING = "–"  # what the native data call nothing in place of an item


@dataclass(frozen=True)
class Datasheet:
    """A unit in both descriptions. ``facts``: its native file; ``found``: its composition by the community data."""

    option: Option
    facts: dict[str, Any]
    found: Composition

    @property
    def id(self) -> str:
        return str(self.facts["id"])


@dataclass(frozen=True)
class Member:
    """One unit of a plan. ``gifts``: native ids of its enhancements, as ``detachment/enhancement``, or of items. ``force``: its
    place in the plan's ``forces``."""

    id: str
    sheet: Datasheet
    sample: Sample
    warlord: bool = False
    gifts: tuple[str, ...] = ()
    force: int = 0


@dataclass(frozen=True)
class Plan:
    """An army. ``forces``: native ids of the kinds of its forces; none where all units stand in the army itself; ``subfactions``:
    that of each, none where the game has none; ``choices``: what the army chooses of the kinds that its system states: the kind's
    id and the name of the choice.

    ``size`` and ``detachments``: native ids; ``limit``: points agreed on instead of those of the size; ``foreign``: native ids of
    datasheets of other factions, of which each description proposes a unit.
    """

    size: str
    detachments: tuple[str, ...]
    units: tuple[Member, ...] = ()
    declared: Declarations = field(default_factory=Declarations)
    limit: Number | None = None
    foreign: tuple[str, ...] = ()
    forces: tuple[str, ...] = ()
    subfactions: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()

    @property
    def setting(self) -> str:
        """The detachment; empty without one."""
        return self.detachments[0] if self.detachments else ""

    def member(self, unit_id: str) -> Member:
        return next(unit for unit in self.units if unit.id == unit_id)

    def having(self, *members: Member) -> Plan:
        """The plan with these units in place of those of the same ids."""
        changed = {member.id: member for member in members}
        return replace(self, units=tuple(changed.get(unit.id, unit) for unit in self.units))

    def declaring(self, **changes: Any) -> Plan:
        """The plan with these declarations in place of its own."""
        return replace(self, declared=structs.replace(self.declared, **changes))


@dataclass(frozen=True)
class Judged:
    """What one description says of a plan. ``reasons``: what is wrong, or leaves it unjudged. ``rules``: the rules of the game
    that find errors, as far as they are named: bounds of the data have no name. ``holders``: unit -> stems of the names of its
    choices that hold others, which the program lists by what they hold."""

    verdict: str
    points: Number
    reasons: tuple[str, ...]
    rules: frozenset[str]
    army: Army = field(compare=False, repr=False)
    holders: Mapping[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        return (
            f"{self.verdict} ({'; '.join(self.reasons)})" if self.reasons else f"{self.verdict}, {self.points} points"
        )


def judged(validated: Validated) -> Judged:
    found = [f for f in validated.findings if f.severity in {"error", "unjudged"}]
    reasons = tuple(sorted({f"{finding.rule}: {finding.message}" for finding in found}))
    named = {rule.id for rule in validated.system.rules}
    rules = frozenset(finding.rule for finding in found if finding.severity == "error" and finding.rule in named)
    return Judged(validated.verdict, validated.army.points, reasons, rules, validated.army)


def contents(
    army: Army, bundles: Collection[str] = (), unnamed: Mapping[str, frozenset[str]] | None = None
) -> dict[str, tuple[Any, ...]]:
    """What an army holds, in words that do not depend on the description: unit -> datasheet, models, wargear, price, marks.
    ``bundles``: ids of entries that only hold models and are no wargear; ``unnamed``: unit -> stems of items to leave out."""
    unnamed = unnamed or {}
    return {
        unit.id: (
            stem(unit.datasheet).replace("armor", "armour"),
            unit.model_count,
            tuple(sorted(_items(unit, bundles, unnamed.get(unit.id, ())).items())),
            unit.points,
            unit.warlord,
            tuple(sorted(stem(one.name) for one in unit.enhancements)),
        )
        for unit in army.units
    }


def _items(unit: Any, bundles: Collection[str], unnamed: Collection[str]) -> Counter[str]:
    found: Counter[str] = Counter()
    for line in unit.models:
        for item in line.wargear:
            found[stem(item.name)] += item.count
    for item in unit.wargear:
        if item.id not in bundles:
            found[stem(item.name)] += item.count
    return Counter({name: count for name, count in found.items() if name not in {stem(NOTHING), *unnamed}})


class NativeSide:
    """Judges plans by the native data."""

    def __init__(self, comparer: Comparer) -> None:
        self.comparer = comparer
        self.data = comparer.native

    def facts(self, plan: Plan) -> dict[str, Any]:
        """The plan as a native roster."""
        facts: dict[str, Any] = {
            "name": "army",
            "system": self.comparer.system,
            "data": {"set": "native"},
            "faction": self.comparer.folder.name,
            "battle_size": plan.size,
            "declarations": _declared(plan.declared),
        }
        units = [(member.force, self._unit(member)) for member in plan.units]
        if plan.forces:
            facts["forces"] = [
                {"force": kind, "units": [unit for force, unit in units if force == place]}
                for place, kind in enumerate(plan.forces)
            ]
            for force_facts, subfaction in zip(facts["forces"], plan.subfactions, strict=False):
                force_facts["subfaction"] = subfaction
        else:
            facts["units"] = [unit for _, unit in units] + [{"datasheet": name} for name in plan.foreign]
        if plan.detachments:
            facts["detachment"] = list(plan.detachments)
        if plan.choices:
            kinds = dict.fromkeys(kind for kind, _ in plan.choices)
            facts["choices"] = {kind: [name for one, name in plan.choices if one == kind] for kind in kinds}
        if plan.limit is not None:
            facts["limits"] = {self.data.system.points_name: plan.limit}
        return facts

    def judge(self, plan: Plan) -> Judged:
        read = document.load(json.dumps(self.facts(plan)).encode(), "-")
        return judged(validate(bound.bind_to(read, self.data)))

    def _unit(self, member: Member) -> dict[str, Any]:
        sheet = member.sheet
        facts = self.comparer.entry(sheet.facts, sheet.found, member.id, member.sample)
        if member.warlord:
            facts["warlord"] = True
        if member.gifts:
            facts["enhancement"] = list(member.gifts)
        return facts


def _declared(declared: Declarations) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for key in ("attach", "embark", "reserves"):
        if getattr(declared, key):
            facts[key] = getattr(declared, key)
    for key in ("hover", "strategic_reserves"):
        if getattr(declared, key):
            facts[key] = list(getattr(declared, key))
    if declared.split:
        facts["split"] = {unit: list(halves) for unit, halves in declared.split.items()}
    return facts


class Untranslatable(Exception):
    """The community data have nothing to state a part of a plan with."""


class NotOffered(Exception):
    """The community data do not offer this at all: they refuse it."""


class CommunitySide:
    """Judges plans by the community data. ``detachments``, ``gifts``: native id -> name."""

    def __init__(self, comparer: Comparer, detachments: Mapping[str, str], gifts: Mapping[str, str]) -> None:
        self.comparer = comparer
        self.data: Loaded = comparer.maker.bench.loaded
        self.library = self.data.library
        self.detachments = detachments
        self.gifts = gifts
        self.points_type = comparer.maker.bench.points_type

    def judge(self, plan: Plan) -> Judged:
        """Raises `Untranslatable` and `NotOffered`."""
        made = bound.empty(self.data, "army")
        roster = made.roster
        force = actions.copied(self._bare)
        Insert(force, roster).apply(roster)
        size = next(one for one in self.data.system.battle_sizes if one.id == plan.size)
        self._clear(force, roles.is_battle_size)
        self._clear(force, roles.is_detachment)
        if any(map(roles.is_battle_size, self.library.root_options(self.data.faction.id))):
            self._choose(force, roles.is_battle_size, lambda option: english(size.name) in option.name)
        for detachment in plan.detachments:
            name = stem(self.detachments[detachment])
            self._choose(
                force, roles.is_detachment, lambda option, name=name: stem(roles.plain_title(option.name)) == name
            )
        for kind in (kind for kind in self.data.system.choices if not self.is_needed(kind)):
            self._clear(force, lambda option, kind=kind: kind.has_name(option.name))
            self._take(force, kind, {stem(name) for one, name in plan.choices if one == kind.id})
        places = [self._force(kind, force) for kind in plan.forces] or [force]
        for member in plan.units:
            Insert(self._unit(member), places[member.force]).apply(roster)
        for name in plan.foreign:
            self._foreign(force, name)
        if plan.limit is not None:
            SetCostLimit(self.points_type, plan.limit).apply(roster)
        roster.declarations = plan.declared
        holders = {unit.id: frozenset(_holders(unit)) for place in (force, *force.forces) for unit in place.selections}
        return replace(judged(validate(made)), holders=holders)

    def is_needed(self, kind: ChoiceKind) -> bool:
        """Whether the data ask for a choice of that kind, which native data let an army do without."""
        roots = (root for root in self.library.root_options(self.data.faction.id) if kind.has_name(root.name))
        bounds = (one for root in roots for group in root.groups for part in group.parts for one in part.constraints)
        return any(one.type == "min" and one.value > 0 for one in bounds)

    @cached_property
    def _bare(self) -> Force:
        """The army's force with the settings that the data require."""
        engine = Engine(bound.empty(self.data, "army").roster)
        edit, force = actions.add_force(engine, self.comparer.maker.bench.force.entry, self.data.faction.id)
        edit.apply(engine.roster)
        editor = UnitEditor(engine, History(engine.roster), self.points_type)
        for setting in list(force.selections):
            if roles.is_unit(setting.option):
                Remove(setting).apply(engine.roster)
            else:
                editor.complete(setting)
        copy = actions.copied(force)
        engine.close()
        return copy

    def _force(self, kind: str, army: Force) -> Force:
        """A new force of a native kind inside the army; the army itself where the data have none of that name."""
        known = self.data.system.force_kind(kind)
        names = (known.name["en"], *known.aliases) if known is not None else (kind,)
        entries = (one for one in self.library.forces.below(army.entry) if one.name in names)
        entry = next(entries, None)
        if entry is None:
            return army
        force = Force(entry, army.catalogue_id)
        Insert(force, army).apply(self._roster(army))
        return force

    def _clear(self, force: Force, is_holder: Any) -> None:
        """Takes back what the data chose for a setting of the army."""
        for holder in force.selections:
            if is_holder(holder.option):
                for chosen in list(holder.selections):
                    Remove(chosen).apply(self._roster(force))

    def _choose(self, force: Force, is_holder: Any, is_wanted: Any) -> None:
        """Selects a setting of the army."""
        for root in self.library.root_options(self.data.faction.id):
            wanted = next(filter(is_wanted, root.entries), None) if is_holder(root) else None
            if wanted is None:
                continue
            holder = next((node for node in force.selections if node.option is root), None)
            if holder is None:
                holder = Selection(root)
                Insert(holder, force).apply(self._roster(force))
            Insert(Selection(wanted), holder).apply(self._roster(force))
            return
        raise Untranslatable("a setting that the data do not have")

    def _take(self, force: Force, kind: ChoiceKind, names: set[str]) -> None:
        """Selects the choices of a kind that have these stems, with what belongs to them."""
        for root in self.library.root_options(self.data.faction.id):
            wanted = [one for one in root.entries if stem(one.name) in names] if kind.has_name(root.name) else []
            holder = next((node for node in force.selections if node.option is root), None)
            if wanted and holder is None:
                holder = Selection(root)
                Insert(holder, force).apply(self._roster(force))
            for one in wanted:
                assert holder is not None
                edit, _ = actions.select(Engine.of(self._roster(force)), holder, one)
                edit.apply(self._roster(force))
            names = names - {stem(one.name) for one in wanted}
        if names:
            raise Untranslatable(", ".join(sorted(names)))

    @staticmethod
    def _roster(force: Force) -> Any:
        assert force.parent is not None
        return force.parent

    def _unit(self, member: Member) -> Selection:
        pick = self.comparer.pick(member.sheet.found, member.sample)
        if pick is None:
            raise Untranslatable(f"{member.sheet.id}: {member.sample}")
        root = pick.build()
        root.id = member.id
        root.selections = [
            node for node in root.selections if not roles.is_warlord_mark(node.option)
        ]  # of those who must be
        if member.warlord:
            _put(root, next((o for o in _below(member.sheet.option) if roles.is_warlord_mark(o)), None), "Warlord")
        for gift in member.gifts:
            name = self.gifts[gift]
            _put(root, next(self._gifts(member.sheet.option, name, gift), None), name)
        return root

    def _gifts(self, unit: Option, name: str, gift: str) -> Iterator[Option]:
        """The enhancements of that name, those in a group of the detachment first."""
        tables = self.comparer.maker.bench.tables
        gifts = (o for o in _below(unit) if roles.is_enhancement(o) or any(g.name in tables for g in o.group_chain))
        found = [o for o in gifts if stem(roles.plain_name(o.name)) == stem(name)]
        detachment = stem(self.detachments.get(gift.split("/", 1)[0], gift))
        found.sort(key=lambda o: not any(detachment in stem(group.name) for group in o.group_chain))
        yield from found

    def _foreign(self, force: Force, name: str) -> None:
        """A unit that the army is not offered stays in the roster as the program keeps it."""
        options = self.comparer.maker.bench.units()
        found = next((option for option in options if slug(roles.plain_name(option.name)) == name), None)
        if found is None:
            raise NotOffered(f"{name} is not offered")
        root = actions.copied(self.comparer.maker.bench.default(found))
        Insert(root, force).apply(self._roster(force))


def _holders(unit: Selection) -> Iterator[str]:
    """The stems of the names of choices that hold others."""
    for node in unit.walk():
        if node.option.type == "upgrade" and any(child.option.type == "upgrade" for child in node.selections):
            yield stem(node.option.name)


def _below(option: Option) -> Iterator[Option]:
    """The entries below a unit, nearest first."""
    waiting = list(option.entries)
    seen: set[str] = set()
    while waiting:
        one = waiting.pop(0)
        if one.id in seen:
            continue
        seen.add(one.id)
        yield one
        waiting.extend(one.entries)


def _put(root: Selection, option: Option | None, name: str) -> None:
    """Selects an entry below a unit, with the entries around it."""
    if option is None:
        raise NotOffered(f"{root.option.name} is not offered {name}")
    chain = [option]
    while chain[0].parent is not None and chain[0].parent is not root.option:
        chain.insert(0, chain[0].parent)
    parent = root
    for one in chain:
        node = next((child for child in parent.selections if child.option is one), None)
        if node is None or one is option:
            node = Selection(one)
            node.parent = parent
            parent.selections.append(node)
        parent = node
