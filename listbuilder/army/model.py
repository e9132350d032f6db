"""Units, models, wargear and points of one evaluated list: immutable records without references to the selection tree.

Rules, text, PDF and UI read only these records. Names are English, or as the data set has them; `Army.localise` translates
them for display.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from operator import attrgetter

from msgspec import Struct, field

from listbuilder.army.halves import halves
from listbuilder.catalogue.base import Names, Number
from listbuilder.catalogue.facts import (
    Allowance,
    BearerRule,
    Bodyguard,
    Effect,
    Followers,
    Leader,
    Match,
    Needed,
    Passenger,
    Split,
    Stratagem,
    TransportBay,
)
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.printed import Granted
from listbuilder.catalogue.vocabulary import NEUTRAL, State, Vocabulary
from listbuilder.errors import Place
from listbuilder.i18n import Localised, Text
from listbuilder.roster.declarations import Declarations

UNGRANTED = Granted()
POINTS = "points"  # sort of the finding that the army costs too many points


class Profile(Struct, frozen=True):
    """A row of a datasheet: statline, weapon …; ``count`` is how many of a weapon the unit carries."""

    name: str
    type: str  # Unit, Ranged Weapons, Melee Weapons, Abilities, Transport … as the data set calls it
    values: tuple[tuple[str, str], ...]  # (characteristic, value) in order, e.g. ("M", '6"')
    count: int = 0
    item: str = ""  # the wargear item it belongs to; several profiles of one item are used one at a time

    def value(self, name: str) -> str:
        """The characteristic of that name, empty when there is none."""
        return next((value for key, value in self.values if key == name), "")


class WargearItem(Struct, frozen=True):
    """An item that models carry; ``count`` is the total over the models of the line."""

    name: str
    count: int
    id: str = ""


class ModelLine(Struct, frozen=True):
    """Models of one kind with the same wargear."""

    id: str  # of the selection
    name: str
    count: int
    wargear: tuple[WargearItem, ...] = ()
    kind: str = ""  # id of the model entry
    local_id: str = ""  # what list files and datasheets call the kind of model
    keywords: tuple[str, ...] = ()  # those of the whole unit among them


class Enhancement(Struct, frozen=True):
    """An enhancement of a unit. ``detachment``: id of the detachment it belongs to, empty when the data name none. ``model``: id
    of the model line that has it, empty when the roster names none."""

    id: str
    name: str
    points: Number
    detachment: str = ""
    bearer: BearerRule | None = None
    model: str = ""
    effects: tuple[Effect, ...] = ()
    type: str = ""  # id of its type of items, empty when the data name none


class Ability(Struct, frozen=True):
    """A named ability; ``kind``: core, faction, unit or wargear. ``text`` is empty unless the data set has rules texts."""

    name: str
    kind: str = "unit"
    text: str = ""


def fits(words: frozenset[str], match: Match) -> bool:
    """Whether these words, which are case-folded, meet the filter."""
    return words.issuperset(map(str.casefold, match.keywords)) and words.isdisjoint(map(str.casefold, match.excludes))


@dataclass(frozen=True)
class Unit:
    """One unit of the army. Declarations and findings refer to its ``id``, which is stable over edits."""

    id: str
    name: str  # datasheet name, or the player's own name
    datasheet: str  # datasheet name: copies are counted by it
    datasheet_id: str
    role: str
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    models: tuple[ModelLine, ...]
    points: Number  # with enhancements
    costs: tuple[tuple[str, Number], ...] = ()  # in the other currencies of the game, by their ids
    wounds: int = 0  # of one model, the largest of its statlines; 0 when there is none
    wargear: tuple[WargearItem, ...] = ()  # carried by the unit, not by a model
    profiles: tuple[Profile, ...] = ()  # statlines
    weapons: tuple[Profile, ...] = ()  # with counts
    abilities: tuple[Ability, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    allowances: tuple[Allowance, ...] | None = None  # what items it may have; None: the data bound them
    warlord: bool = False
    warlord_model: str = ""
    leader: Leader | None = None
    leader_unread: bool = False  # its Leader text could not be read
    bodyguard: Bodyguard | None = None
    followers: Followers | None = None  # whom a force that it leads may hold; None: the data bound that themselves
    force_role: str = (
        ""  # `facts.LEADER`: it always leads its force; `facts.FOLLOWER`: it never does and is in none of its own
    )
    known_as: tuple[str, ...] = ()  # words that mean it besides its keywords
    never_with: tuple[Match, ...] = ()
    transport: tuple[TransportBay, ...] = ()
    transport_unread: bool = False
    passenger: Passenger | None = None
    hover: bool = False  # may choose to hover
    must_be_warlord: bool = False
    never_warlord: bool = False
    never_enhanced: bool = False
    starts_in_reserves: bool = False
    reserves_uncounted: bool = False
    split: Split | None = None
    split_unread: bool = False  # the data do not state whether it may be split
    effects: tuple[Effect, ...] = ()  # of its abilities
    granted: Granted = UNGRANTED  # abilities that its texts give under terms which are not read
    legends: bool = False
    force: str = ""  # id of its force
    allied: bool = False  # an ally by the data
    place: Place | None = None
    half_of: str = ""  # id of the unit of which it is one half

    @cached_property
    def model_count(self) -> int:
        return sum(line.count for line in self.models)

    @cached_property
    def changes(self) -> dict[int, tuple[Effect, Unit]]:
        """The unit with effects that were applied to it, by the ids of their records."""
        return {}

    @cached_property
    def _halves(self) -> dict[tuple[str, ...], tuple[Unit, ...]]:
        return {}

    def halves(self, names: tuple[str, ...]) -> tuple[Unit, ...]:
        """The units that it becomes when it is split, by these names: the same records each time."""
        if names not in self._halves:
            self._halves[names] = halves(self, names)
        return self._halves[names]

    @cached_property
    def _keywords(self) -> frozenset[str]:
        return frozenset(word.casefold() for word in (*self.keywords, *self.faction_keywords, self.datasheet))

    @cached_property
    def words(self) -> frozenset[str]:
        """Keywords, datasheet name, role and whatever else means the unit, case-folded."""
        return self._keywords.union(map(str.casefold, (self.role, *self.known_as)))

    @cached_property
    def words_of_models(self) -> tuple[frozenset[str], ...]:
        """For each line of models its keywords, those of the faction and the datasheet's name, case-folded."""
        shared = frozenset(word.casefold() for word in (*self.faction_keywords, self.datasheet))
        return tuple(
            shared.union(map(str.casefold, line.keywords)) if line.keywords else self._keywords for line in self.models
        )

    def has(self, keyword: str) -> bool:
        """Whether the unit has the keyword, ignoring case; the datasheet's name counts as one."""
        return keyword.casefold() in self._keywords

    def has_all(self, keywords: Iterable[str]) -> bool:
        return all(self.has(word) for word in keywords)

    @cached_property
    def _core(self) -> frozenset[str]:
        return frozenset(ability.name.casefold() for ability in self.abilities)

    def has_ability(self, name: str) -> bool:
        """Whether it has the ability; a number behind the name does not count ("Firing Deck" finds "Firing Deck 2")."""
        wanted = name.casefold()
        return any(ability == wanted or ability.startswith(wanted + " ") for ability in self._core)

    @cached_property
    def held(self) -> frozenset[str]:
        """Names and ids, case-folded, of all wargear of the unit and its models."""
        items = (*self.wargear, *(item for line in self.models for item in line.wargear))
        return frozenset(word.casefold() for item in items for word in (item.name, item.id))

    def cost(self, currency: str) -> Number:
        """What it costs in a currency other than points."""
        return next((value for name, value in self.costs if name == currency), 0)

    def may_start(self, state: State) -> bool:
        """Whether the state is offered to the unit: it has the ability and the keyword that the state asks for."""
        able = not state.ability or self.has_ability(state.ability)
        return able and (not state.keyword or self.has(state.keyword))


class Detachment(Struct, frozen=True):
    """A chosen detachment. ``faction``: the faction keyword it belongs to, empty when the data name none."""

    id: str
    name: str
    faction: str = ""
    rule: str = ""
    requires: tuple[Needed, ...] = ()
    forbids: tuple[Match, ...] = ()
    warlord: tuple[Match, ...] = ()
    never_warlords: tuple[Match, ...] = ()
    effects: tuple[Effect, ...] = ()
    stratagems: tuple[Stratagem, ...] = ()
    granted: Granted = UNGRANTED
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class BattleSizeView:
    """The chosen battle size; ``name`` is that of the data, ``names`` those of the system in several languages, if it has any."""

    id: str
    name: str
    points: Number
    place: Place | None = None
    names: Names = dataclasses.field(default_factory=dict, compare=False)

    @property
    def title(self) -> Localised:
        """The name in messages."""
        return Localised(self.names or self.name)


class ForceView(Struct, frozen=True):
    """A force, detachment or regiment of the army, in the order of the roster; ``parent`` empty at the top. ``kind``: what the
    data call it, ``kind_id`` their id of it; ``faction``, with its id and keyword: whose units it has, empty where they are the
    army's own; ``inside``: whether it is a part of an army of native data, ``frame``: whether it is the army of such parts."""

    id: str
    name: str
    kind: str
    parent: str = ""
    kind_id: str = ""
    faction: str = ""
    faction_id: str = ""
    faction_keyword: str = ""
    inside: bool = False
    frame: bool = False
    place: Place | None = None


class TreeFinding(Struct, frozen=True):
    """A constraint of the data that the roster violates. ``kind``: min, max, exactly, hidden, cost-limit and others of the
    engine. ``subject``: name of the constrained entry, group, category, force or cost; ``sort``: ``datasheet``,
    ``enhancement``, ``model`` or ``wargear`` when it is one, `POINTS` for the limit of points."""

    rule: str
    message: Text
    kind: str = ""
    subject: str = ""
    sort: str = ""
    unit: str = ""  # id of the unit, empty for the army
    severity: str = "error"
    found: Number | None = None
    bound: Number | None = None
    place: Place | None = None
    node: str = ""  # id of the selection to change
    entry: str = ""  # id of the constrained entry, group, category or force
    constraint: str = ""  # id of the constraint, or what stands for one
    by_rule: bool = True  # the data name the rule that is broken; otherwise ``rule`` only says the kind
    by_others: bool = False  # what is hidden is a unit, which others of the army may show


class Army(Struct, frozen=True, dict=True):
    """The whole list, evaluated."""

    name: str
    system: str  # id, e.g. wh40k-10e
    faction: str  # id or name of the faction / catalogue
    faction_keyword: str
    faction_name: str
    units: tuple[Unit, ...]
    points: Number
    spent: tuple[
        tuple[str, Number], ...
    ] = ()  # in the other currencies of the game, by their ids; settings and forces included
    battle_size: BattleSizeView | None = None
    limit: Number | None = None  # of points, that holds
    stated_size: BattleSizeView | None = None  # that is chosen in the list; an event may play another
    stated_limit: Number | None = None  # of points, that the list itself states
    has_points: bool = True  # whether the data know points at all
    bounded: bool = True  # whether the data constrain anything in the list
    other_keywords: tuple[str, ...] = ()  # that make a unit one of the faction, besides the faction keyword
    unmarked: frozenset[str] = frozenset()  # ids of units of the faction that the data give no faction keyword
    slots: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)  # that the faction states for the army
    exclusive_keywords: tuple[str, ...] = ()
    extends: str = ""  # id of the wider faction that the army's is a part of
    part_of: str = ""  # name of the faction that the army's may be a part of: Armies of Renown have data of their own
    subfaction: str = ""  # the one of these that the army has, whether a unit has it or not
    forbids: tuple[Match, ...] = ()  # units that the faction does not have
    detachments: tuple[Detachment, ...] = ()
    offers_detachments: bool = True  # whether the data have any for the faction
    declarations: Declarations = field(default_factory=Declarations)
    forces: tuple[ForceView, ...] = ()
    tree_findings: tuple[TreeFinding, ...] = ()
    data: DataPin | None = None
    file: str = ""
    places: dict[str, Place] = field(default_factory=dict)  # "battle_size", "declarations.attach.<unit id>" …
    glossary: Callable[[str, str], str] | None = None  # (text, language) -> name in that language
    vocabulary: Vocabulary = NEUTRAL  # what the game calls things
    mustered: tuple[Unit, ...] | None = (
        None  # the units without the effects of abilities and enhancements; None: as ``units``
    )

    @cached_property
    def fielded(self) -> tuple[Unit, ...]:
        """The units as they take the field: instead of a unit that is declared split, its halves."""
        split = self.declarations.split
        if not split:
            return self.units
        parts = (unit.halves(split[unit.id]) if unit.id in split else (unit,) for unit in self.units)
        return tuple(part for both in parts for part in both)

    @cached_property
    def _by_id(self) -> dict[str, Unit]:
        fielded = {} if self.fielded is self.units else {unit.id: unit for unit in self.fielded}
        return fielded | {unit.id: unit for unit in self.units}

    @cached_property
    def positions(self) -> dict[str, int]:
        """Unit id -> its index in the army."""
        return dict(zip(map(attrgetter("id"), self.units), count()))

    def follow(self, before: Army, gone: Collection[str], come: Mapping[str, Unit], *, moved: bool) -> None:
        """Takes the tables of units from the army before an edit, which had the same units but for these; ``moved``: in another
        order."""
        if not (self.declarations.split or before.declarations.split):
            known = dict(before._by_id)
            for unit_id in gone:
                del known[unit_id]
            known.update(come)
            self.__dict__["_by_id"] = known
            if not moved and len(gone) == len(come) and all(map(come.__contains__, gone)):
                self.__dict__["positions"] = before.positions

    def unit(self, unit_id: str) -> Unit | None:
        """The unit of that id, or the half of a unit."""
        return self._by_id.get(unit_id)

    def localise(self, text: str, language: str) -> str:
        """The name in the language, when the data have it."""
        return self.glossary(text, language) if self.glossary and language != "en" else text
