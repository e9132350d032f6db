"""A game system's own facts and rules, as its ``system.yaml`` states them: battle sizes, rule instances, stratagems."""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from listbuilder.catalogue.base import Names, Number, Record
from listbuilder.catalogue.facts import BearerRule, Stratagem
from listbuilder.catalogue.model import Profile
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary


class BattleSize(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A size of game: points limit, sides of the table in the unit of the game, duration in hours. ``costs``: currency -> what an
    army of this size starts with, which what costs less than nothing is paid from. ``aliases``: what community data call it,
    where that does not hold its English name. ``and_more``: games of more points are of this size, too."""

    id: str
    name: Names
    points: Number
    and_more: bool = False
    table: tuple[int, int] | None = None
    hours: Number | None = None
    costs: dict[str, Number] = {}
    aliases: tuple[str, ...] = ()

    def is_meant_by(self, name: str) -> bool:
        """Whether community data mean this size by a choice of that name."""
        if self.aliases:
            return name.casefold() in {alias.casefold() for alias in self.aliases}
        return self.name["en"].casefold() in name.casefold()


class Currency(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What a list spends besides points: command points, equipment points. ``aliases``: what community data call it. How much
    may be spent is said by a rule of the kind `total`."""

    id: str
    name: Names
    aliases: tuple[str, ...] = ()

    def has_name(self, name: str) -> bool:
        """Whether data mean this currency by that name."""
        return name.casefold() in {word.casefold() for word in (self.id, *self.aliases, *self.name.values())}


class Compulsory(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One of the roles, of the player's choice, has at least so many units in a force, and may have so many ``more`` than its
    slots say."""

    roles: tuple[str, ...]
    at_least: int
    more: int = 0


class Contingent(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A fixed group of units for one price. ``faction``: id of the native faction whose datasheets these are; ``points``: the
    price of all together; ``hosts``: faction keywords of the armies that may have it, any army's when empty; ``brings``: names
    of what lists show below it that is no unit of theirs, such as manifestations."""

    faction: str
    units: dict[str, int]  # name of a datasheet -> how many
    points: Number
    hosts: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()

    def joins(self, words: Iterable[str]) -> bool:
        """Whether an army may have it whose faction is called, or has the keyword, one of these words, in any case."""
        known = {word.casefold() for word in words}
        return not self.hosts or any(host.casefold() in known for host in self.hosts)


class Surcharge(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the units in forces of a kind cost an army beyond their prices: nothing for the first, ``step`` more for each further
    one than for the one before. ``armies``: the forces of community data that it holds for, by name; native armies always do."""

    step: Number
    armies: tuple[str, ...] = ()

    def of(self, before: int, units: int) -> Number:
        """What so many units cost behind so many others."""
        last = before + units
        return self.step * (last * (last - 1) - before * (before - 1)) // 2 if last else 0

    def applies(self, army: str) -> bool:
        """Whether it holds for an army of community data whose outermost force has that name."""
        return army.casefold() in {name.casefold() for name in self.armies}


class ForceKind(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A kind of force that the units of an army stand in: a detachment, a regiment. ``aliases``: what community data call it.
    ``inside``: ids of the kinds of force that may hold it; the army itself when empty. ``faction``: whose units it has: the
    army's ``own``, those of one ``other`` faction, or of ``any`` one. ``at_start``: how many a new list has. ``slots``: role or
    keyword -> the least and the most units of it, no most where that is None; ``*`` stands for all units together. ``costs``:
    currency -> what one costs, or refunds when below 0; nothing where it is ``free_with_warlord`` and holds the Warlord.
    ``compulsory``: which of the roles the player has to choose one of. ``note``: what distinguishes it, for the choice among
    several. ``contingents``: each force of it is one of those that factions state, which are kinds themselves: ``of`` is the id
    of this one, and ``contingent`` what they are. ``surcharge``: what its units cost beyond their prices."""

    id: str
    name: Names
    aliases: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    faction: str = "own"
    at_start: int = 0
    slots: dict[str, tuple[int, int | None]] = {}
    compulsory: Compulsory | None = None
    costs: dict[str, Number] = {}
    free_with_warlord: bool = False
    note: Names = {}
    contingents: bool = False
    surcharge: Surcharge | None = None
    of: str = ""
    contingent: Contingent | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Its id, and that of the kind that it is one of."""
        return (self.id, self.of) if self.of else (self.id,)

    @property
    def words(self) -> frozenset[str]:
        """Its id and what data or rules call it, case-folded."""
        return frozenset(map(str.casefold, (self.id, *self.aliases, *self.name.values())))

    def has_name(self, name: str) -> bool:
        """Whether data or rules mean this kind by that name, in any case."""
        return name.casefold() in self.words


class Choosable(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What an army may choose of some kind. ``costs``: currency -> what it costs besides points. ``unlimited``: an army that
    chooses it is not held to the points limit of its size."""

    id: str
    name: Names
    points: Number = 0
    costs: dict[str, Number] = {}
    unlimited: bool = False


class ChoiceKind(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A kind of choice that an army has besides its size and detachment: a lore. ``at_most``: how many of it. ``entries``: what
    armies of every faction may choose. ``aliases``: what community data call the setting that holds these choices."""

    id: str
    name: Names
    plural: Names = {}
    aliases: tuple[str, ...] = ()
    at_most: int = 1
    entries: tuple[Choosable, ...] = ()

    def has_name(self, name: str) -> bool:
        """Whether lists or data mean this kind by that name, in any case."""
        folded = name.casefold()
        return any(folded == known.casefold() for known in (self.id, *self.name.values(), *self.aliases))


class Figure(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A number that the game counts in a list and does not limit. Each force of the kinds ``forces`` counts once, as does each
    unit in a force of the kinds ``units_of``, both by id; ``other_forces``: each force of the army that is of no kind of the
    system, as community data have them, counts once."""

    id: str
    name: Names
    forces: tuple[str, ...] = ()
    units_of: tuple[str, ...] = ()
    other_forces: bool = False
    source: Names = {}


MOST_ANSWERS = 4096  # that are kept of what a points document calls names of data
ENGINE = "engine"  # the kind of rules that are constraints of the data


class ListWords(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Words in lists of other programs. ``doubled``: choices of a unit that give it twice its models; ``seasons``: lines at the
    head of a list that name the season that native data are for; ``other_seasons``: lines that name another one; ``settings``:
    labels of settings that only other data have."""

    doubled: tuple[str, ...] = ()
    seasons: tuple[str, ...] = ()
    other_seasons: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()


class RuleSpec(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One rule: an instance of a rule kind. ``params`` are the kind's own; ``enabled`` False means on request only;
    ``readings``: name of another reading -> the params it changes; ``meanings``: what each reading means, and under ``default``
    what the rule means without them; ``replaces``: ids of rules it stands for when enabled.

    ``doubted``: faction keyword, or name of a faction without one -> why the sources contradict each other for armies of that
    faction, or do not speak of them: these are unjudged where they break the rule.
    ``in_any_detachment``: what it finds holds whatever the detachment is, so that it judges lists whose detachment is unknown.
    ``sizes``: ids of the battle sizes it applies to, all when empty; it replaces others in these sizes only.
    ``unless``: names of settings, kinds of forces or factions of community data; the rule does not apply to a list that has one
    of them.
    ``examples``: ``legal`` and ``illegal`` -> one short example in each language. ``gauge``: the short name under which players
    see how much of what it allows they have used; empty where they need not. ``sign``: what it is about, for a sign before that
    name: the ``leader``, ``upgrades`` or ``reserves``; empty for none.
    """

    id: str
    kind: str
    name: Names = {}
    severity: str = "error"
    stage: str = "muster"  # or: declaration
    params: dict[str, Any] = {}
    source: Names = {}
    enabled: bool = True
    readings: dict[str, dict[str, Any]] = {}
    meanings: dict[str, Names] = {}
    replaces: tuple[str, ...] = ()
    doubted: dict[str, Names] = {}
    in_any_detachment: bool = False
    help: Names = {}
    sizes: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    examples: dict[str, Names] = {}
    gauge: Names = {}
    sign: str = ""


class Item(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """An item that units of every faction may bear, of one of the game's types of items. ``profiles``: how it is used, of one
    that is a weapon."""

    id: str
    name: Names
    type: str
    points: Number = 0
    bearer: BearerRule = BearerRule()
    profiles: tuple[Profile, ...] = ()
    page: str = ""  # where it is printed: book and page


class FactionKeywords(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The keywords that make a unit one of a faction's own, any of them, the main one first. ``of``: names of catalogues of
    community data, or parts of names between " - "."""

    of: tuple[str, ...]
    keywords: tuple[str, ...]
    source: str = ""


class Cover(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What community data check as well as rules here do: their finding about ``what`` (names of entries, groups, categories,
    forces or costs) or ``of`` (every ``datasheet``, ``enhancement``, ``model``, ``wargear``) is left out where one of ``rules``
    says the same; where a rule leaves its checking to the data, the finding carries the name of that rule. ``any_unit``: also
    where the rule says it of another unit, as of the mark that one unit of an army has."""

    rules: tuple[str, ...]
    what: tuple[str, ...] = ()
    of: str = ""
    any_unit: bool = False


class DocumentNames(Record, frozen=True, kw_only=True, gc=True, omit_defaults=True, dict=True):
    """How what a points document names is found in community data. ``pages``: id of a page -> further names of catalogues that
    it is for; ``names``: a name in the document -> what data call it; ``marks``: endings that data add to names and that are no
    part of them. ``detachment_points`` and ``enhancements``: ids of the currencies that detachments cost, and that tell
    enhancements from other choices. Without community data, ``decides``: ids of the rules that the document and the list
    decide; ``copies``: battle size -> the most units of one datasheet that any keyword allows."""

    pages: dict[str, tuple[str, ...]] = {}
    names: dict[str, tuple[str, ...]] = {}
    marks: tuple[str, ...] = ()
    detachment_points: str = ""
    enhancements: str = ""
    decides: tuple[str, ...] = ()
    copies: dict[str, int] = {}

    def of(self, name: str) -> tuple[str, ...]:
        """What data call the unit, item or enhancement of that name besides."""
        wanted = name.casefold()
        return next((found for known, found in self.names.items() if known.casefold() == wanted), ())

    def stated(self, name: str) -> str:
        """What the document calls what data call so; the name without what they add to it where it says nothing else."""
        if name not in self._answers:
            bare = self.bare(name)
            known = (self._stated.get(word) for word in (name.casefold(), bare.casefold()))
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[name] = min((one for one in known if one is not None), default=(0, bare))[1]
        return self._answers[name]

    @cached_property
    def _answers(self) -> dict[str, str]:
        """What `stated` has said: each list asks for the same names."""
        return {}

    @cached_property
    def _stated(self) -> dict[str, tuple[int, str]]:
        """What data call something, case-folded -> what the document calls it, after its place among those; of several the
        first."""
        found: dict[str, tuple[int, str]] = {}
        for place, (own, names) in enumerate(self.names.items()):
            for name in names:
                found.setdefault(name.casefold(), (place, own))
        return found

    def bare(self, name: str) -> str:
        """The name without what data add to it."""
        return next((name.removesuffix(mark).rstrip() for mark in self.marks if name.endswith(mark)), name)


class System(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A game system. ``short``: its name where there is little room. ``game_system_ids``: the ids of community data sets of the
    same game, which its rules apply to. ``collections``: names of forces of these sets that are no army of the game, so that no
    new list begins with one. ``army_rules``: what these sets call entries, before a colon and a name, whose rules every army of
    the faction has, whether or not its list names them. ``faction_groups``: what they put before the names of factions of a
    group, and a dash: ``Imperium - Grey Knights``.
    ``binds_names``: whether lists of other programs, which have names only, can be judged by native data; ``binds_saved``:
    whether these can be saved rosters as well, of which no community set has the entries.
    ``overruled``: rules as they were before an event changed them or switched them off; what data find as they did does not
    hold either."""

    id: str
    name: Names
    short: Names = {}
    game_system_ids: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    army_rules: tuple[str, ...] = ()
    faction_groups: tuple[str, ...] = ()
    battle_sizes: tuple[BattleSize, ...] = ()
    default_size: str = ""
    binds_names: bool = False
    binds_saved: bool = True
    forces: tuple[ForceKind, ...] = ()
    choices: tuple[ChoiceKind, ...] = ()
    rules: tuple[RuleSpec, ...] = ()
    overruled: tuple[RuleSpec, ...] = ()
    stratagems: tuple[Stratagem, ...] = ()
    ally_rules: tuple[dict[str, Any], ...] = ()
    covers: tuple[Cover, ...] = ()
    items: tuple[Item, ...] = ()
    faction_keywords: tuple[FactionKeywords, ...] = ()
    glossary: dict[str, dict[str, str]] = {}  # language -> English name -> name
    list_words: ListWords = ListWords()
    list_names: dict[str, str] = {}  # names of units and items in lists of other programs -> names in the data
    read_as: dict[str, str] = {}  # what texts of community data print -> what they mean
    points_name: str = "pts"  # empty: the game has no points
    currencies: tuple[Currency, ...] = ()
    figures: tuple[Figure, ...] = ()
    points_document: DocumentNames | None = None  # None: it has none
    vocabulary: Vocabulary = NEUTRAL

    def is_of_every_army(self, name: str) -> bool:
        """Whether community data call so what every army of a faction has."""
        kind = name.partition(":")[0].strip().casefold()
        return any(kind == known.casefold() for known in self.army_rules)

    def faction_title(self, name: str) -> str:
        """The name of a faction without those of the groups that community data put before it."""
        group, dash, rest = name.partition(" - ")
        return self.faction_title(rest) if dash and rest and group in self.faction_groups else name

    def force_kind(self, *names: str) -> ForceKind | None:
        """The kind of force of one of these ids or names."""
        return next((kind for kind in self.forces if any(name and kind.has_name(name) for name in names)), None)

    def size_called(self, name: str) -> BattleSize | None:
        """The size that community data mean by a choice of that name."""
        return next((size for size in self.battle_sizes if size.is_meant_by(name)), None)

    def size_for(self, points: Number) -> BattleSize | None:
        """The smallest size that has so many points; the last one where none has, None where the system has no sizes."""
        fitting = [size for size in self.battle_sizes if size.points >= points]
        return min(fitting, key=lambda size: size.points) if fitting else next(reversed(self.battle_sizes), None)
