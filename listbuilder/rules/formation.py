"""The formation of an army, from its declarations: attached units, passengers, reserves, starting strengths.

Declarations apply in the order of the game: hover, attach, embark, reserves. Without declarations each unit is on its own and
deployed. Nothing is checked here: a forbidden declaration is applied as stated, and the rules report it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field

from listbuilder.army import Army, Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.states import DEPLOYED, EMBARKED, STRATEGIC, UNDECLARED
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.transport import BayLoad, Rider, fill


class FormationOptions(Struct, frozen=True):
    """A system's settings: the keywords that a hovering unit loses, and the number of models from which on each model of a unit
    must be in coherency with two others (0: no such rule)."""

    hover_removes: tuple[str, ...] = ()
    coherency_from: int = 0


class Group(Struct, frozen=True, dict=True):
    """A unit on the battlefield: a single unit, or a bodyguard unit with its leaders. Each half of a split unit is one.

    ``below_half`` is the largest remaining number at which the unit is below half strength, counted in ``counted_by``: models,
    or wounds for a single model. ``coherency``: each model must be in coherency with two others.
    """

    id: str  # of the bodyguard or single unit
    units: tuple[Unit, ...]  # the bodyguard, then the leaders in the order of the army
    models: int
    points: Number
    state: str
    transport: str = ""  # unit id of the transport when embarked
    below_half: int = 0
    counted_by: str = "models"
    coherency: bool = False
    lost: dict[str, frozenset[str]] = field(default_factory=dict)  # id of a unit that hovers -> keywords, case-folded

    @property
    def bodyguard(self) -> str:
        """Id of the unit that is led, or of the single unit."""
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
    def keywords(self) -> tuple[str, ...]:
        """Those of all parts, with the names of their datasheets, and without those that hovering removes."""
        words = (
            (word, self.lost.get(unit.id, ()))
            for unit in self.units
            for word in (*unit.keywords, *unit.faction_keywords, unit.datasheet)
        )
        return tuple(dict.fromkeys(word for word, lost in words if word.casefold() not in lost))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word.casefold() for word in self.keywords)

    def has(self, keyword: str) -> bool:
        """Whether any part has the keyword: an attached unit has the keywords of all its parts."""
        return keyword.casefold() in self._words

    def __hash__(self) -> int:
        return hash(self.id)


class Load(Struct, frozen=True):
    """A transport and its passengers. ``refused``: units that no bay admits."""

    carrier: Unit
    groups: tuple[Group, ...]
    bays: tuple[BayLoad, ...] = ()
    refused: tuple[Unit, ...] = ()

    @property
    def transport(self) -> str:
        """Id of the transport."""
        return self.carrier.id

    @property
    def places(self) -> tuple[int, int]:
        """How many places are taken, and how many there are."""
        return sum(bay.used for bay in self.bays), sum(bay.capacity for bay in self.bays)

    def is_told(self, *, counted: bool) -> bool:
        """Whether its places are worth telling: somebody is in it, or the game counts who is."""
        return bool(self.groups or (counted and self.bays))


class Formation(Struct, frozen=True, dict=True):
    """The army as declared."""

    groups: tuple[Group, ...]
    loads: dict[str, Load] = field(default_factory=dict)  # by the unit id of the transport; every transport has one
    hovering: frozenset[str] = frozenset()

    @cached_property
    def attached(self) -> tuple[Group, ...]:
        """The groups of several units."""
        return tuple(group for group in self.groups if len(group.units) > 1)

    @cached_property
    def by_lead(self) -> dict[str, Group]:
        """The groups by their ids."""
        return {group.id: group for group in self.groups}

    @cached_property
    def _by_unit(self) -> dict[str, tuple[Group, ...]]:
        found: dict[str, tuple[Group, ...]] = {}
        for group in self.groups:
            for unit in group.units:
                for name in filter(None, (unit.id, unit.half_of)):
                    found[name] = (*found.get(name, ()), group)
        return found

    def group_of(self, unit_id: str) -> Group | None:
        """The group that the unit is part of; the first half of a split unit."""
        found = self._by_unit.get(unit_id)
        return found[0] if found else None

    def halves_of(self, unit_id: str) -> tuple[Group, ...]:
        """All groups that the unit is part of: two for a split unit."""
        return self._by_unit.get(unit_id, ())

    def carrier_of(self, group: Group) -> Group:
        """The outermost transport that the group starts in; the group itself when it is in none."""
        known, path = self._carriers, dict[str, None]()
        while group.state == EMBARKED and group.id not in path:
            if group.id in known:
                group = known[group.id]
                break
            path[group.id] = None
            carrier = self.by_lead.get(group.transport) or self.group_of(group.transport)
            if carrier is None:
                break
            group = carrier
        known.update(dict.fromkeys(path, group))
        return group

    @cached_property
    def _carriers(self) -> dict[str, Group]:
        """What `carrier_of` has found: long chains are followed once."""
        return {}

    def starts_in(self, group: Group) -> str:
        """The state in which the group starts the battle; passengers start in the state of their transport."""
        return self.carrier_of(group).state

    def is_uncounted(self, group: Group) -> bool:
        """Whether limits on reserves do not count the group, or what it starts in."""
        return any(unit.reserves_uncounted for one in (group, self.carrier_of(group)) for unit in one.units)

    def starting_in(self, states: Collection[str], passengers: bool = True) -> Iterator[Group]:
        """Groups that start the battle in one of the states, by default with the passengers of such transports."""
        rides = EMBARKED if passengers else None
        groups = self.groups if DEPLOYED in states else self._elsewhere
        return (g for g in groups if (self.starts_in(g) if g.state == rides else g.state) in states)

    @cached_property
    def _elsewhere(self) -> tuple[Group, ...]:
        """The groups that are not declared to start on the table."""
        return tuple(group for group in self.groups if group.state != DEPLOYED)

    def points_in(self, states: Collection[str], passengers: bool = True) -> Number:
        """Points that start the battle in one of the states and count for limits on reserves."""
        groups = (group for group in self.starting_in(states, passengers) if not self.is_uncounted(group))
        return whole(sum((group.points for group in groups), 0))


def formation(army: Army, options: FormationOptions | None = None) -> Formation:
    """The formation of the army."""
    arranged = Arranged(army, options or FormationOptions())
    groups = {unit.id: arranged.group(unit) for unit in army.fielded if unit.id not in arranged.led}
    return Formation(tuple(groups.values()), _loads(army, groups), arranged.hovering)


class Arranged:
    """How the declarations of an army put its units together."""

    def __init__(self, army: Army, options: FormationOptions) -> None:
        self.declared = army.declarations
        self.options = options
        declared = (army.unit(one) for one in self.declared.hover if one in army.positions)
        self.hovering = frozenset(unit.id for unit in declared if unit is not None and unit.hover)
        self.lost = dict.fromkeys(self.hovering, frozenset(word.casefold() for word in options.hover_removes))
        self.led = led_in(army)
        self.leaders: dict[str, list[Unit]] = {}
        joined = (army.unit(one) for one in self.led)
        place = {} if self.declared.split else army.positions
        fielded = sorted((one for one in joined if one), key=lambda one: place[one.id]) if place else army.fielded
        for unit in fielded if self.led else ():
            if unit.id in self.led:
                self.leaders.setdefault(self.led[unit.id], []).append(unit)
        # when the declarations list what is deployed they are complete; otherwise an unlisted unit is deployed
        self.unstated = (UNDECLARED if self.declared.deployed else DEPLOYED, "")

    def group(self, unit: Unit) -> Group:
        """The group of a unit that joined no other."""
        places = stated_places(self.declared, unit.id)
        parts = (unit, *self.leaders.get(unit.id, ()))
        return _group(parts, places[0] if places else self.unstated, self.lost, self.options)


def stated_places(declared: Declarations, unit_id: str) -> tuple[tuple[str, str], ...]:
    """Every (state, transport id) that the declarations name for the unit, in the order embark, reserves, deployed. What they
    say of a whole unit holds for both halves; of two such places each half has one."""
    places = _own_places(declared, unit_id)
    if places or not declared.split:
        return places
    whole = declared.whole(unit_id)
    if whole == unit_id:
        return places
    of_whole = _own_places(declared, whole)
    number = declared.split[whole].index(unit_id)
    return of_whole[number : number + 1] if len(of_whole) == len(declared.split[whole]) else of_whole


def _own_places(declared: Declarations, unit_id: str) -> tuple[tuple[str, str], ...]:
    places: list[tuple[str, str]] = []
    if unit_id in declared.embark:
        places.append((EMBARKED, declared.embark[unit_id]))
    if unit_id in declared.reserves:
        places.append((declared.reserves[unit_id], ""))
    if unit_id in declared.strategic_reserves:
        places.append((STRATEGIC, ""))
    if unit_id in declared.deployed:
        places.append((DEPLOYED, ""))
    return tuple(places)


def led_in(army: Army) -> dict[str, str]:
    """Leader id -> id of the unit at the end of its chain of attachments; cycles and unknown ids are left out."""
    first = {unit: names[0] for unit, names in army.declarations.split.items()}  # where a leader joined the whole unit
    pairs = army.declarations.attach.items()
    attach = {a: first.get(b, b) for a, b in pairs if army.unit(a) and army.unit(b)}
    ends: dict[str, str] = {}  # "" in a cycle
    for leader in attach:
        path, at = dict[str, None](), leader
        while at in attach and at not in path and at not in ends:
            path[at] = None
            at = attach[at]
        ends.update(dict.fromkeys(path, "" if at in path else ends.get(at, at)))
    return {leader: ends[leader] for leader in attach if ends[leader]}


def whole(amount: Number) -> Number:
    """The same number, as an int when it is integral."""
    return int(amount) if amount == int(amount) else amount


def _group(
    units: tuple[Unit, ...], place: tuple[str, str], lost: dict[str, frozenset[str]], options: FormationOptions
) -> Group:
    models = sum(unit.model_count for unit in units)
    points: Number = sum((unit.points for unit in units), 0)
    wounds = models == 1
    strength = max(unit.wounds for unit in units) if wounds else models
    return Group(
        id=units[0].id,
        units=units,
        models=models,
        points=points,
        state=place[0],
        transport=place[1],
        below_half=max(strength - 1, 0) // 2,
        counted_by="wounds" if wounds else "models",
        coherency=0 < options.coherency_from <= models,
        lost={unit.id: lost[unit.id] for unit in units if unit.id in lost} if lost else {},
    )


def _loads(army: Army, groups: Mapping[str, Group]) -> dict[str, Load]:
    return {key: load_of(army, key, tuple(found)) for key, found in inside_each(army, groups).items()}


def inside_each(army: Army, groups: Mapping[str, Group]) -> dict[str, list[Group]]:
    """What is in each transport, and in each other unit that something is declared to be in."""
    inside: dict[str, list[Group]] = {unit.id: [] for unit in army.units if unit.transport or unit.transport_unread}
    for group in groups.values():
        if group.state == EMBARKED and army.unit(group.transport):
            inside.setdefault(group.transport, []).append(group)
    return inside


def load_of(army: Army, key: str, groups: tuple[Group, ...]) -> Load:
    """What a transport carries of these groups."""
    transport = army.unit(key)
    assert transport is not None
    riders = [
        Rider(unit, group.units[0] if number else None) for group in groups for number, unit in enumerate(group.units)
    ]
    bays, refused = fill(transport, riders)
    return Load(transport, groups, bays, refused)
