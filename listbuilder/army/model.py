"""One evaluated list, its units, detachments, forces and points: immutable records without references to the selection tree.

Rules, text, PDF and UI read only these records. Names are English, or as the data set has them; `Army.localise` translates
them for display.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from itertools import count
from operator import attrgetter

from msgspec import Struct, field

from listbuilder.army.halves import halves
from listbuilder.army.records import UNGRANTED, Ability, Unit
from listbuilder.catalogue.base import Names, Number
from listbuilder.catalogue.facts import (
    Effect,
    Match,
    Needed,
    Stratagem,
)
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.printed import Granted
from listbuilder.catalogue.system import Currency
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.errors import Place
from listbuilder.i18n import Localised, Text
from listbuilder.roster.declarations import Declarations

POINTS = "points"  # sort of the finding that the army costs too many points
NO_DETACHMENT = "detachment"  # sort of the finding that the army has no detachment
TAG = "detachment-tag"  # sort of the finding that too many of the army's detachments have a tag


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
    rules: tuple[Ability, ...] = ()  # what the data say about it


class Chosen(Struct, frozen=True):
    """What an army has chosen of a kind that its system states, such as a lore. ``kind``: the kind's id; ``label``: its name in
    the data. ``node`` and ``holder``: the ids of its selection and of that which holds it."""

    kind: str
    label: str
    id: str
    name: str
    points: Number = 0
    place: Place | None = None
    node: str = ""
    holder: str = ""
    rules: tuple[Ability, ...] = ()  # what the data say about it


class RuleGroup(Struct, frozen=True):
    """What data say about an army as a whole, under the name of what brings it: a force, or a choice of the army."""

    name: str
    rules: tuple[Ability, ...]


class BattleSizeView(Struct, frozen=True):
    """The chosen battle size; ``name`` is that of the data, ``names`` those of the system in several languages, if it has any."""

    id: str
    name: str
    points: Number
    place: Place | None = None
    names: Names = {}

    def __hash__(self) -> int:
        return hash((self.id, self.points))  # the names are a dictionary

    @property
    def title(self) -> Localised:
        """The name in messages."""
        return Localised(self.names or self.name)


class SubfactionView(Struct, frozen=True):
    """A subfaction that a force may have."""

    id: str
    name: str


class ForceView(Struct, frozen=True):
    """A force, detachment or regiment of the army, in the order of the roster; ``parent`` empty at the top. ``kind``: what the
    data call it, ``kind_id`` their id of it; ``faction``, with its id and keyword: whose units it has, empty where they are the
    army's own; ``inside``: whether it is a part of an army of native data, ``frame``: whether it is the army of such parts.
    ``subfactions``: those that its faction offers it, ``subfaction``: the one that it has. ``points``: its own price, without
    those of its units, and what these cost beyond their prices."""

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
    subfaction: SubfactionView | None = None
    subfactions: tuple[SubfactionView, ...] = ()
    points: Number = 0
    place: Place | None = None


class TreeFinding(Struct, frozen=True):
    """A constraint of the data that the roster violates. ``kind``: min, max, exactly, hidden, cost-limit and others of the
    engine. ``subject``: name of the constrained entry, group, category, force or cost; ``sort``: ``datasheet``,
    ``enhancement``, ``warlord`` (the mark), ``model`` or ``wargear`` when it is one, `POINTS` for the limit of points,
    `NO_DETACHMENT` and `TAG`."""

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
    whole: Number | None = None  # what the bound is a share of, where that grows with the army


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
    currencies: tuple[Currency, ...] = ()  # of the game, besides points
    bounded: bool = True  # whether the data constrain anything in the list
    other_keywords: tuple[str, ...] = ()  # that make a unit one of the faction, besides the faction keyword
    unlimited: bool = False  # it has chosen something for which the points limit of its size does not hold
    unmarked: frozenset[str] = frozenset()  # ids of units of the faction that the data give no faction keyword
    slots: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)  # that the faction states for the army
    slot_places: Mapping[str, Mapping[str, int]] = field(
        default_factory=dict
    )  # slot -> keyword -> places of a unit with it
    exclusive_keywords: tuple[str, ...] = ()
    extends: str = ""  # id of the wider faction that the army's is a part of
    part_of: str = ""  # name of the faction that the army's may be a part of: Armies of Renown have data of their own
    subfaction: str = ""  # the one of these that the army has, whether a unit has it or not
    forbids: tuple[Match, ...] = ()  # units that the faction does not have
    detachments: tuple[Detachment, ...] = ()
    offers_detachments: bool = True  # whether the data have any for the faction, and show them in its force
    hides_detachments: str = ""  # name of the army's force where the data hide them in it
    choices: tuple[Chosen, ...] = ()
    rules: tuple[RuleGroup, ...] = ()  # besides those of detachments and choices
    notes: str = ""  # the player's
    declarations: Declarations = field(default_factory=Declarations)
    forces: tuple[ForceView, ...] = ()
    settings: frozenset[str] = frozenset()  # case-folded names of what is chosen in its settings
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
        parts = (halves(unit, split[unit.id]) if unit.id in split else (unit,) for unit in self.units)
        return tuple(part for both in parts for part in both)

    @cached_property
    def terms(self) -> frozenset[str]:
        """Case-folded names of what decides which rules apply: its settings, its faction and the kinds of its forces."""
        return self.settings.union((self.faction_name.casefold(),), (force.kind.casefold() for force in self.forces))

    @cached_property
    def _by_id(self) -> dict[str, Unit]:
        fielded = {} if self.fielded is self.units else {unit.id: unit for unit in self.fielded}
        return fielded | {unit.id: unit for unit in self.units}

    @cached_property
    def positions(self) -> dict[str, int]:
        """Unit id -> a number that grows in the order of the army, in which they stand here."""
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
            if not moved:
                self._follow_positions(before, gone, come)

    def _follow_positions(self, before: Army, gone: Collection[str], come: Mapping[str, Unit]) -> None:
        """Takes the positions over, unless units came between others."""
        added, lost = [one for one in come if one not in gone], [one for one in gone if one not in come]
        last = [unit.id for unit in self.units[len(self.units) - len(added) :]]
        if set(last) != set(added):
            return
        known = before.positions
        if added or lost:
            known = dict(known)
            for unit_id in lost:
                del known[unit_id]
            end = next(reversed(known.values()), -1)
            known.update(zip(last, count(end + 1)))
        self.__dict__["positions"] = known

    def unit(self, unit_id: str) -> Unit | None:
        """The unit of that id, or the half of a unit."""
        return self._by_id.get(unit_id)

    def localise(self, text: str, language: str) -> str:
        """The name in the language, when the data have it; also with a number behind it, which tells forces apart."""
        if not self.glossary or language == "en":
            return text
        name, _, place = text.rpartition(" ") if text[-1:].isdecimal() else (text, "", "")
        found = self.glossary(text, language)
        if found == text and name and place.isdecimal() and (known := self.glossary(name, language)) != name:
            return f"{known} {place}"
        return found
