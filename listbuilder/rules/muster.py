"""The army as the rules see it; facts that several rules need are computed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from listbuilder.army import Army, ForceView, Unit, fits
from listbuilder.catalogue.allies import AllyHosts
from listbuilder.catalogue.base import Names, Number
from listbuilder.catalogue.facts import Match
from listbuilder.catalogue.system import System
from listbuilder.errors import Place
from listbuilder.i18n import Text
from listbuilder.naming import nearest
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.formation import Formation, FormationOptions, formation
from listbuilder.rules.named import SizeName
from listbuilder.rules.where import Where

ANY = Where()


class Uncounted(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """For each unit of the army that matches ``per``, one of ``units`` does not count towards a quota."""

    units: Where
    per: Where


class Quota(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A maximum number of matching units. ``at_most``: a number, or battle size -> number."""

    where: Where = Where()
    at_most: int | dict[SizeName, int]
    name: str | Names = ""
    uncounted: tuple[Uncounted, ...] = ()


class AllyRule(AllyHosts, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which allied units an army may include, and how many.

    ``hosts``: faction keywords of the armies that may include them (or keywords of those armies' own units); ``not_hosts``:
    faction keywords of armies that may not; ``detachments``: only with one of these detachments; ``without_detachments``: only
    without all of these. ``group``: the allied units; ``factions``: the folders of native data that hold their datasheets, which
    the builder then offers. ``points``: battle size -> most points; ``quotas``: limits on numbers of units.
    ``limit_unknown``: the data offer them, but no source states how many, so an army with some is unjudged.
    ``never_warlord``, ``never_enhanced``: none of them can be the Warlord, or bear an enhancement.
    """

    name: str | Names
    group: Where
    points: dict[str, Number] = {}
    quotas: tuple[Quota, ...] = ()
    limit_unknown: bool = False
    never_warlord: bool = False
    never_enhanced: bool = False
    source: str = ""


class Muster:
    """One army under one system. ``units`` are in roster order."""

    def __init__(self, army: Army, system: System, options: FormationOptions, allies: Iterable[AllyRule] = ()) -> None:
        self.army = army
        self.system = system
        self.vocabulary = system.vocabulary
        self.options = options
        self.units = army.units
        self.asked = False  # whether anything was asked that depends on declarations other than hovering and splitting
        self._all_allies = allies
        self._hover_removes = frozenset(word.casefold() for word in options.hover_removes)
        self._hovering = frozenset(army.declarations.hover)
        self._bearers: dict[str, tuple[Unit, ...]] = {}
        self._own = {word.casefold() for word in (army.faction_keyword, *army.other_keywords) if word}
        self._faction = {word.casefold() for word in (army.faction_keyword, army.faction, army.faction_name) if word}

    @property
    def declarations(self) -> Declarations:
        """What the player declares; rules ask for it here, never `army`, so that it is known which depend on it."""
        self.asked = True
        return self.army.declarations

    @property
    def declared(self) -> bool:
        """Whether anything is declared."""
        return not self.declarations.is_empty()

    @property
    def formation(self) -> Formation:
        """Attached units, passengers and reserves, as declared."""
        self.asked = True
        return self._formation

    @cached_property
    def _formation(self) -> Formation:
        return formation(self.army, self.options)

    @cached_property
    def size(self) -> str:
        """Id of the battle size in the system's table: the chosen one, else the smallest whose points are at least the limit (the
        largest when none is, empty without a limit)."""
        sizes = self.system.battle_sizes
        chosen = self.army.battle_size
        if chosen and any(size.id == chosen.id for size in sizes):
            return chosen.id
        limit = self.limit
        if limit is None:
            return ""
        fitting = [size for size in sizes if size.points >= limit]
        return min(fitting, key=lambda size: size.points).id if fitting else (sizes[-1].id if sizes else "")

    @property
    def limit(self) -> Number | None:
        """The points limit agreed on."""
        if self.army.limit is not None:
            return self.army.limit
        return self.army.battle_size.points if self.army.battle_size else None

    @cached_property
    def warlords(self) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.units if unit.warlord)

    @cached_property
    def detachment_names(self) -> frozenset[str]:
        """Names and ids of the chosen detachments, case-folded."""
        return frozenset(name.casefold() for one in self.army.detachments for name in (one.id, one.name))

    @cached_property
    def allies(self) -> tuple[AllyRule, ...]:
        """The ally rules that this army may use."""
        return tuple(rule for rule in self._all_allies if self._hosts(rule))

    def words(self, unit: Unit) -> frozenset[str]:
        """The unit's keywords, datasheet name and role, case-folded, without the keywords that hovering removes."""
        if unit.hover and unit.id in self._hovering:
            return unit.words - self._hover_removes
        return unit.words

    def bearers(self, word: str) -> tuple[Unit, ...]:
        """The units that have the keyword, datasheet name or role. Cached for each word."""
        folded = word.casefold()
        found = self._bearers.get(folded)
        if found is None:
            known = folded in self._all_words
            found = tuple(unit for unit in self.units if folded in self.words(unit)) if known else ()
            self._bearers[folded] = found
        return found

    @cached_property
    def _all_words(self) -> frozenset[str]:
        """The words of all units."""
        return frozenset[str]().union(*(unit.words for unit in self.units))

    def has(self, unit: Unit, word: str) -> bool:
        """Whether the unit has the keyword, datasheet name or role."""
        return word.casefold() in self.words(unit)

    def fits(self, unit: Unit, match: Match) -> bool:
        """Whether the unit meets the filter."""
        return fits(self.words(unit), match)

    def meeting(self, match: Match) -> tuple[Unit, ...]:
        """The units that meet the filter."""
        first = self.bearers(match.keywords[0]) if match.keywords else self.units
        return tuple(unit for unit in first if self.fits(unit, match))

    def of_faction(self, unit: Unit) -> bool:
        """Whether the unit is one of the army's own: it has the faction keyword or another one that such units may have instead,
        or it has none in data that define it for this faction."""
        return unit.id in self.army.unmarked or not self._own.isdisjoint(map(str.casefold, unit.faction_keywords))

    def is_allied(self, unit: Unit) -> bool:
        """Whether the unit is an ally: the data mark it as one, or it lacks the army's faction keyword."""
        return unit.allied or (bool(self.army.faction_keyword) and not self.of_faction(unit))

    def ally_rule(self, unit: Unit) -> AllyRule | None:
        """The first ally rule that allows the unit."""
        return next((rule for rule in self.allies if rule.group.matches(unit, self)), None)

    def matching(self, where: Where) -> Iterator[Unit]:
        """The units that match the filter."""
        if where == ANY:
            return iter(self.units)
        if where.any_keywords and self._all_words.isdisjoint(where.any_keywords):
            return iter(())
        first = self.bearers(where.keywords[0]) if where.keywords else self.units
        return (unit for unit in first if where.matches(unit, self))

    def within(self, quota: Quota, units: Iterable[Unit]) -> tuple[list[Unit], int]:
        """Those of the units that a quota is about, and how many of them count."""
        found = [unit for unit in units if quota.where.matches(unit, self)]
        free = 0
        for one in quota.uncounted:
            exempt = sum(one.units.matches(unit, self) for unit in found)
            free += min(exempt, sum(1 for _ in self.matching(one.per))) if exempt else 0
        return found, len(found) - free

    def by_size(self, value: Number | Mapping[str, Any] | None) -> Any:
        """The value for the battle size: a plain number as it is, None when the table has no entry."""
        return value.get(self.size) if isinstance(value, Mapping) else value

    def forces(self, kind: str) -> tuple[ForceView, ...]:
        """The forces of that kind or name, ignoring case."""
        folded = kind.casefold()
        return tuple(one for one in self.army.forces if folded in {one.kind.casefold(), one.name.casefold()})

    def unknown_reserves(self) -> Iterator[tuple[Unit, Text]]:
        """Units declared in a kind of reserves that the game does not have, and what is wrong."""
        known = self.vocabulary.reserves
        for unit_id, state in self.declarations.reserves.items():
            unit = self.army.unit(unit_id)
            if unit is not None and state not in known:
                names: dict[str, object] = {"unit": unit.name, "state": state, "known": known}
                names["nearest"] = nearest(state, known)
                text = Text("{unit}: {state} is not a kind of reserves; known kinds: {known}", names)
                if names["nearest"]:
                    text = Text("{unit}: {state} is not a kind of reserves; did you mean {nearest}?", names)
                yield unit, text

    def place(self, *keys: str) -> Place | None:
        """The place in the roster file of the first of these keys that has one."""
        return next((self.army.places[key] for key in keys if key in self.army.places), None)

    def name(self, unit_id: str) -> str:
        """The name of the unit, or the id when there is none."""
        unit = self.army.unit(unit_id)
        return unit.name if unit else unit_id

    def _hosts(self, rule: AllyRule) -> bool:
        return rule.allowed_with(self.detachment_names) and rule.hosted_by(self._faction, self._host_words)

    @cached_property
    def _host_words(self) -> set[str]:
        """The names of the army's faction and the keywords of its own units, case-folded."""
        return self._faction.union(*(self.words(unit) for unit in self.units if self.of_faction(unit)))
