"""The army as the rules see it; facts that several rules need are computed once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import Any

from listbuilder.army import ForceView, Unit, fits
from listbuilder.army.alike import called
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import Match
from listbuilder.errors import Place
from listbuilder.i18n import Localised, Text
from listbuilder.naming import nearest
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.answers import FORMATION, Answers
from listbuilder.rules.formation import Formation
from listbuilder.rules.quotas import AllyRule, Quota
from listbuilder.rules.where import ANY, Where

WARLORD = Where(warlord=True)


class Muster(Answers):
    """One army under one system. ``units`` are in roster order. Whatever a rule asks is recorded (see `reading`)."""

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units of the army."""
        found: tuple[Unit, ...] = self.read("army", "units")
        return found

    @property
    def declarations(self) -> Declarations:
        """What the player declares."""
        found: Declarations = self.read("army", "declarations")
        return found

    @property
    def declared(self) -> bool:
        """Whether anything is declared."""
        return bool(self.read("declared"))

    @property
    def formation(self) -> Formation:
        """Attached units, passengers and reserves, as declared."""
        found: Formation = self.read(*FORMATION)
        return found

    @property
    def joined(self) -> tuple[tuple[Unit, Unit], ...]:
        """The units that are declared to join another one of the army, each with that one, in the order of the army."""
        found: tuple[tuple[Unit, Unit], ...] = self.read("joined")
        return found

    @property
    def boarded(self) -> frozenset[str]:
        """The ids of what a unit of the army is declared to embark in, validly or not."""
        found: frozenset[str] = self.read("boarded")
        return found

    @property
    def size(self) -> str:
        """Id of the battle size in the system's table: the chosen one, else the smallest whose points are at least the limit (the
        largest when none is, empty without a limit)."""
        return str(self.read("size"))

    @property
    def limit(self) -> Number | None:
        """The points limit agreed on."""
        found: Number | None = self.read("limit")
        return found

    @property
    def warlords(self) -> tuple[Unit, ...]:
        """The units that are marked as the Warlord."""
        return tuple(self.matching(WARLORD))

    @property
    def detachment_names(self) -> frozenset[str]:
        """Names and ids of the chosen detachments, case-folded."""
        found: frozenset[str] = self.read("detachment_names")
        return found

    @property
    def allies(self) -> tuple[AllyRule, ...]:
        """The ally rules that this army may use."""
        found: tuple[AllyRule, ...] = self.read("allies")
        return found

    def bearers(self, word: str) -> tuple[Unit, ...]:
        """The units that have the keyword, datasheet name or role."""
        return self._units("word", word.casefold())

    def those(self, test: Callable[[Unit], bool]) -> tuple[Unit, ...]:
        """The units that pass a test, which must be a function of a module that looks at the unit alone."""
        return self._units("test", test)

    def _units(self, *what: Hashable) -> tuple[Unit, ...]:
        found: tuple[Unit, ...] = self.read("units", *what)
        return found

    def has(self, unit: Unit, word: str) -> bool:
        """Whether the unit has the keyword, datasheet name or role."""
        return word.casefold() in self.words(unit)

    def fits(self, unit: Unit, match: Match) -> bool:
        """Whether the unit meets the filter."""
        return fits(self.words(unit), match)

    def meeting(self, match: Match) -> tuple[Unit, ...]:
        """The units that meet the filter."""
        return self._units("match", match)

    def ally_rule(self, unit: Unit) -> AllyRule | None:
        """The first ally rule that allows the unit."""
        return next((rule for rule in self.allies if rule.group.matches(unit, self)), None)

    def matching(self, where: Where) -> Iterator[Unit]:
        """The units that match the filter."""
        return iter(self.units if where == ANY else self._units("where", where))

    def within(self, quota: Quota, units: Iterable[Unit]) -> tuple[list[Unit], int]:
        """Those of the units that a quota is about, and how many of them count."""
        found = [unit for unit in units if quota.where.matches(unit, self)]
        free = 0
        for one in quota.uncounted:
            exempt = sum(one.units.matches(unit, self) for unit in found)
            free += min(exempt, sum(1 for _ in self.matching(one.per))) if exempt else 0
        return found, len(found) - free

    def saving(self, unit: Unit) -> Number:
        """What the army costs less without the unit: its points, and what it costs beyond them."""
        savings: dict[str, Number] = self.read("savings")
        return unit.points + savings.get(unit.force, 0)

    def by_size(self, value: Number | Mapping[str, Any] | None) -> Any:
        """The value for the battle size: a plain number as it is, None when the table has no entry."""
        return value.get(self.size) if isinstance(value, Mapping) else value

    def forces(self, kind: str) -> tuple[ForceView, ...]:
        """The forces of that kind or name, ignoring case."""
        found: tuple[ForceView, ...] = self.read("forces", kind)
        return found

    def word(self, word: str) -> object:
        """A word of the rules as messages show it: a role by its name."""
        role = self.vocabulary.role(word)
        return Localised(role.name) if role is not None else word

    def unknown_reserves(self) -> Iterator[tuple[Unit, Text]]:
        """Units declared in a kind of reserves that the game does not have, and what is wrong."""
        known = self.vocabulary.reserves
        for unit_id, state in self.declarations.reserves.items():
            unit = self.army.unit(unit_id)
            if unit is not None and state not in known:
                names: dict[str, object] = {"unit": unit.name, "state": state, "known": known}
                names["nearest"] = nearest(state, known)
                text = Text("{unit}: {state} is not a kind of reserves; known kinds: {known}", names)
                if not known:
                    text = Text("{unit}: {state} is not a kind of reserves; this game has none", names)
                elif names["nearest"]:
                    text = Text("{unit}: {state} is not a kind of reserves; did you mean {nearest}?", names)
                yield unit, text

    def place(self, *keys: str) -> Place | None:
        """The place in the roster file of the first of these keys that has one."""
        return next((self.army.places[key] for key in keys if key in self.army.places), None)

    def called(self, unit: Unit) -> object:
        """What a message calls a unit besides the one that it is about, which is shown beside it."""
        return called(unit, self.read("letter", unit.id))

    def name(self, unit_id: str) -> object:
        """The same of the unit of that id, or the id when there is none."""
        unit = self.army.unit(unit_id)
        return self.called(unit) if unit is not None else unit_id
