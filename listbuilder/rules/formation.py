"""What the declarations make of an army: attached units, passengers, reserves, starting strengths.

Worked out in the order of the game: hover, attach, embark, reserves, then what follows from them. Without declarations each
unit stands for itself on the table. Nothing is judged here: a forbidden declaration is carried out as stated and the rules
speak about it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property

from listbuilder.army import Army, Unit
from listbuilder.catalogue.base import Number
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.transport import BayLoad, Rider, fill

DEPLOYED = "deployed"
EMBARKED = "embarked"
ATTACHED = "attached"
STRATEGIC = "strategic-reserves"
UNDECLARED = "undeclared"
RESERVES = ("deep-strike", "aircraft", "other")
OFF_TABLE = (*RESERVES, STRATEGIC)


@dataclass(frozen=True, slots=True)
class FormationOptions:
    """What a system says about formations: keywords that a hovering unit loses; from how many models on a unit must keep
    together with two others (0: no such rule)."""

    hover_removes: tuple[str, ...] = ()
    coherency_from: int = 0


@dataclass(frozen=True)
class Group:
    """A unit as it takes the field: alone, or a bodyguard with its leaders. A split unit makes two groups.

    ``below_half`` is the largest number still left at which the unit is below half of its strength, counted in
    ``counted_by``: models, or the wounds of a lone model. ``coherency``: each model must keep near two others.
    """

    id: str  # of the bodyguard or the lone unit; its second half carries the suffix "/2"
    units: tuple[Unit, ...]  # bodyguard first, then leaders in the order of the army
    models: int
    points: Number
    state: str
    transport: str = ""  # id of the transport when embarked
    below_half: int = 0
    counted_by: str = "models"
    coherency: bool = False
    keywords: tuple[str, ...] = ()
    half: int = 0  # 0 a whole unit, 1 and 2 the halves of a split one

    @property
    def bodyguard(self) -> str:
        """Id of the unit that is led, or that stands alone."""
        return self.units[0].id

    @property
    def leaders(self) -> tuple[str, ...]:
        """Ids of the attached leaders."""
        return tuple(unit.id for unit in self.units[1:])

    @property
    def starting_strength(self) -> int:
        """Models at the start of the battle."""
        return self.models

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word.casefold() for word in self.keywords)

    def has(self, keyword: str) -> bool:
        """Whether any part has the keyword (an attached unit has those of all its parts)."""
        return keyword.casefold() in self._words

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass(frozen=True, slots=True)
class Load:
    """A transport with what rides in it. ``refused``: units for which it has no place of any kind."""

    transport: str
    groups: tuple[Group, ...]
    bays: tuple[BayLoad, ...] = ()
    refused: tuple[Unit, ...] = ()

    @property
    def used(self) -> int:
        return sum(bay.used for bay in self.bays)

    @property
    def capacity(self) -> int:
        return sum(bay.capacity for bay in self.bays)

    @property
    def overfull(self) -> bool:
        return any(bay.used > bay.capacity for bay in self.bays)


@dataclass(frozen=True)
class Formation:
    """The army as declared."""

    groups: tuple[Group, ...]
    loads: dict[str, Load] = field(
        default_factory=dict
    )  # transport id -> what rides in it; every transport has an entry
    hovering: frozenset[str] = frozenset()

    @cached_property
    def _by_unit(self) -> dict[str, tuple[Group, ...]]:
        found: dict[str, tuple[Group, ...]] = {}
        for group in self.groups:
            for unit in group.units:
                found[unit.id] = (*found.get(unit.id, ()), group)
        return found

    def group_of(self, unit_id: str) -> Group | None:
        """The (attached) unit that the unit is part of; of a split unit its first half."""
        found = self._by_unit.get(unit_id)
        return found[0] if found else None

    def halves_of(self, unit_id: str) -> tuple[Group, ...]:
        """All groups that the unit is part of: one, or two when it is split."""
        return self._by_unit.get(unit_id, ())

    def state_of(self, unit_id: str) -> str:
        """``attached`` for a leader that joined a unit, else the state of its group."""
        group = self.group_of(unit_id)
        if group is None:
            return UNDECLARED
        return group.state if group.bodyguard == unit_id else ATTACHED

    def starts_in(self, group: Group) -> str:
        """Where the group starts the battle: a passenger starts where its transport does."""
        seen: set[str] = set()
        while group.state == EMBARKED and group.transport not in seen:
            seen.add(group.transport)
            carrier = self.group_of(group.transport)
            if carrier is None:
                break
            group = carrier
        return group.state

    def starting_in(self, states: Collection[str], passengers: bool = True) -> Iterator[Group]:
        """Groups that start the battle in one of the states, with those that ride in such a transport."""
        return (g for g in self.groups if (self.starts_in(g) if passengers else g.state) in states)

    def points_in(self, states: Collection[str], passengers: bool = True) -> Number:
        """Points that start the battle in one of the states."""
        return whole(sum((group.points for group in self.starting_in(states, passengers)), 0))

    def units_in(self, states: Collection[str], passengers: bool = True) -> tuple[Unit, ...]:
        """Units of the roster that start the battle in one of the states."""
        found = {unit.id: unit for group in self.starting_in(states, passengers) for unit in group.units}
        return tuple(found.values())


def formation(army: Army, options: FormationOptions | None = None) -> Formation:
    """The army as its declarations arrange it."""
    options = options or FormationOptions()
    said = army.declarations
    hovering = frozenset(unit.id for unit in army.units if unit.id in said.hover and unit.hover)
    led = _led(army)
    leaders: dict[str, list[Unit]] = {}
    for unit in army.units:
        if unit.id in led:
            leaders.setdefault(led[unit.id], []).append(unit)
    groups: list[Group] = []
    for unit in army.units:
        if unit.id in led:
            continue
        parts = (unit, *leaders.get(unit.id, ()))
        places = stated_places(said, unit.id)
        halves = (1, 2) if unit.id in said.split else (0,)
        for number, half in enumerate(halves):
            place = places[min(number, len(places) - 1)] if places else _unstated(said)
            groups.append(_group(parts, place, half, hovering, options))
    return Formation(tuple(groups), _loads(army, groups), hovering)


def stated_places(said: Declarations, unit_id: str) -> tuple[tuple[str, str], ...]:
    """Every (state, transport) that the declarations name for the unit, in the order embark, reserves, table."""
    places: list[tuple[str, str]] = []
    if unit_id in said.embark:
        places.append((EMBARKED, said.embark[unit_id]))
    if unit_id in said.reserves:
        places.append((said.reserves[unit_id], ""))
    if unit_id in said.strategic_reserves:
        places.append((STRATEGIC, ""))
    if unit_id in said.deployed:
        places.append((DEPLOYED, ""))
    return tuple(places)


def _unstated(said: Declarations) -> tuple[str, str]:
    # who lists what is deployed has said where every unit is; otherwise what is not mentioned stands on the table
    return (UNDECLARED if said.deployed else DEPLOYED, "")


def _led(army: Army) -> dict[str, str]:
    """Leader -> the unit at the end of its chain of attachments; rings and unknown ids are left out."""
    attach = {a: b for a, b in army.declarations.attach.items() if army.unit(a) and army.unit(b)}
    led: dict[str, str] = {}
    for leader, unit in attach.items():
        seen, at = {leader}, unit
        while at in attach and at not in seen:
            seen.add(at)
            at = attach[at]
        if at not in attach:
            led[leader] = at
    return led


def whole(amount: Number) -> Number:
    """The same number, as an integer when it is one."""
    return int(amount) if amount == int(amount) else amount


def half_of(amount: Number) -> Number:
    """Exactly half."""
    return whole(Decimal(amount) / 2)


def _group(
    units: tuple[Unit, ...], place: tuple[str, str], half: int, hovering: frozenset[str], options: FormationOptions
) -> Group:
    models = sum(unit.model_count for unit in units)
    points: Number = sum((unit.points for unit in units), 0)
    if half:
        models, points = (models + 2 - half) // 2, half_of(points)  # an odd model goes with the first half
    wounds = models == 1
    strength = max((unit.wounds for unit in units), default=0) if wounds else models
    dropped = {word.casefold() for word in options.hover_removes}
    keywords = dict.fromkeys(
        word
        for unit in units
        for word in (*unit.keywords, *unit.faction_keywords, unit.datasheet)
        if unit.id not in hovering or word.casefold() not in dropped
    )
    return Group(
        id=units[0].id + ("/2" if half == 2 else ""),
        units=units,
        models=models,
        points=points,
        state=place[0],
        transport=place[1],
        below_half=max(strength - 1, 0) // 2,
        counted_by="wounds" if wounds else "models",
        coherency=0 < options.coherency_from <= models,
        keywords=tuple(keywords),
        half=half,
    )


def _loads(army: Army, groups: list[Group]) -> dict[str, Load]:
    inside: dict[str, list[Group]] = {unit.id: [] for unit in army.units if unit.transport or unit.transport_unread}
    for group in groups:
        if group.state == EMBARKED and army.unit(group.transport):
            inside.setdefault(group.transport, []).append(group)
    return {key: _load(army, key, tuple(found)) for key, found in inside.items()}


def _load(army: Army, key: str, groups: tuple[Group, ...]) -> Load:
    transport = army.unit(key)
    assert transport is not None
    riders = [
        Rider(unit, _aboard(group, unit), group.units[0] if number else None)
        for group in groups
        for number, unit in enumerate(group.units)
    ]
    bays, refused = fill(transport, riders)
    return Load(key, groups, bays, refused)


def _aboard(group: Group, unit: Unit) -> int:
    return (unit.model_count + 2 - group.half) // 2 if group.half else unit.model_count
