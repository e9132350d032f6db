"""A unit with its models and wargear: immutable records without references to the selection tree."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from msgspec import Struct

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import (
    Allowance,
    BearerRule,
    Bodyguard,
    Effect,
    Followers,
    Leader,
    Match,
    Passenger,
    Split,
    TransportBay,
)
from listbuilder.catalogue.printed import Granted, PrintedSave
from listbuilder.catalogue.states import State
from listbuilder.errors import Place

UNGRANTED = Granted()


class Profile(Struct, frozen=True):
    """A row of a datasheet: statline, weapon …; ``count`` is how many of a weapon the unit carries."""

    name: str
    type: str  # Unit, Ranged Weapons, Melee Weapons, Abilities, Transport … as the data set calls it
    values: tuple[tuple[str, str], ...]  # (characteristic, value) in order, e.g. ("M", '6"')
    count: int = 0
    item: str = ""  # the wargear item it belongs to; several profiles of one item are used one at a time
    saves: tuple[PrintedSave, ...] = ()  # invulnerable saves of the models with this statline

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
    notes: str = ""  # the player's
    inside: bool = False  # they are parts of other models of the unit, such as mounts and crews
    promoted: bool = False  # one of the models of another line, such as its standard bearer


class Ability(Struct, frozen=True):
    """Something with a name that data say about a unit or an army. ``kind``: core, faction, unit or wargear; ``enhancement``
    for what one gives, ``glossary`` for what is only explained, ``weapon`` for a keyword of weapons, ``transport`` for who may
    embark. ``text``, as the data mark it, is empty unless the data set has rules texts; ``parts``: the same in pieces with
    names, where the data have it so. ``sort``: what the data call such things, other than abilities; ``page``: book and page;
    ``damaged``: it says what a damaged model lacks."""

    name: str
    kind: str = "unit"
    text: str = ""
    parts: tuple[tuple[str, str], ...] = ()
    sort: str = ""
    page: str = ""
    damaged: bool = False


class Enhancement(Struct, frozen=True):
    """An enhancement of a unit. ``detachment``: id of the detachment it belongs to, empty when the data name none. ``model``: id
    of the model line that has it, empty when the roster names none. ``local_id``: what datasheets and list files call it.
    ``instead_of``: name of the wargear that its bearer gave up for it, where it replaces any."""

    id: str
    name: str
    points: Number
    detachment: str = ""
    bearer: BearerRule | None = None
    model: str = ""
    effects: tuple[Effect, ...] = ()
    type: str = ""  # id of its type of items, empty when the data name none
    local_id: str = ""
    page: str = ""  # where it is printed: book and page
    instead_of: str = ""
    rules: tuple[Ability, ...] = ()  # what the data say about it


def fits(words: frozenset[str], match: Match) -> bool:
    """Whether these words, which are case-folded, meet the filter."""
    return words.issuperset(map(str.casefold, match.keywords)) and words.isdisjoint(map(str.casefold, match.excludes))


class Unit(Struct, frozen=True, dict=True):
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
    weapon_rules: tuple[Ability, ...] = ()  # what the data say about the keywords of its weapons
    damaged: tuple[int, ...] = ()  # wounds left of a model, from which on it is worse, the highest first
    notes: str = ""  # the player's
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
    unprinted: frozenset[str] = frozenset()  # of its keywords those that are none for players
    subfactions: tuple[str, ...] = ()  # ids of those of a force that it may stand in; empty: any
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

    @property
    def is_part(self) -> bool:
        """Whether it joins another unit as a part of it, not as its leader."""
        return self.leader is not None and self.leader.retinue

    @property
    def shown_keywords(self) -> tuple[str, ...]:
        """The keywords that players know, without those of its faction."""
        return tuple(word for word in self.keywords if word not in self.unprinted)

    @cached_property
    def model_count(self) -> int:
        """How many it has; mounts and crews are parts of others."""
        return sum(line.count for line in self.models if not line.inside)

    @cached_property
    def changes(self) -> dict[int, tuple[Effect, Unit]]:
        """The unit with effects that were applied to it, by the ids of their records."""
        return {}

    @cached_property
    def halves(self) -> dict[tuple[str, ...], tuple[Unit, ...]]:
        """The units that it became when it was split, by their names (see `army.halves`)."""
        return {}

    @cached_property
    def _keywords(self) -> frozenset[str]:
        return frozenset(word.casefold() for word in (*self.keywords, *self.faction_keywords, self.datasheet))

    @cached_property
    def faction_words(self) -> frozenset[str]:
        """The faction keywords, case-folded."""
        return frozenset(map(str.casefold, self.faction_keywords))

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
