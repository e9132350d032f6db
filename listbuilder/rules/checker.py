"""Checks an army: the findings of the data and of every rule of the system, in a stable order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from listbuilder.army import Army, TreeFinding, Unit
from listbuilder.army.model import NO_DETACHMENT
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.errors import UNJUDGED, Place
from listbuilder.i18n import Localised, Text
from listbuilder.naming import suggestion
from listbuilder.rules.diagnostic import Decide, Diagnostic
from listbuilder.rules.formation import Formation, FormationOptions, formation
from listbuilder.rules.gauges import Gauge, gauges
from listbuilder.rules.judgement import Judgement
from listbuilder.rules.kind import UNKNOWN, BoundRule, RuleError, bind
from listbuilder.rules.muster import Muster
from listbuilder.rules.quotas import AllyRule

if TYPE_CHECKING:
    from listbuilder.rules.covers import Covers

MOST_SHARED = 50  # size of the cache of rule sets
# keys of the list file; the first that a list has stands for the whole army
OF_THE_ARMY = ("units", "forces", "faction", "name")


class Ruleset(Struct, frozen=True, dict=True):
    """A system's rules with the enabled options and readings. Build it once and check any number of armies with it."""

    system: System
    rules: tuple[BoundRule[Any], ...]
    options: FormationOptions
    allies: tuple[AllyRule, ...]
    enabled: tuple[str, ...] = ()  # the optional rules and readings, as they were named

    @classmethod
    def from_system(cls, system: System, enabled: Iterable[str] = (), disabled: Iterable[str] = ()) -> Ruleset:
        """``enabled``: ids of optional rules, readings as ``rule=reading``, or only the name of a reading, which then applies
        to every rule that has it. ``disabled``: ids of rules to leave out. Raises `RuleError` for unknown names."""
        named = tuple(enabled)
        switched, readings = options(system, named)
        off = {_rule(system, name).id for name in disabled}
        active = [spec for spec in system.rules if spec.id not in off and (spec.enabled or spec.id in switched)]
        rules = tuple(bind(spec, _params(spec, readings), tuple(readings.get(spec.id, ()))) for spec in active)
        return cls(system, rules, _formation_options(rules), _ally_rules(system), named)

    @classmethod
    def shared(cls, system: System, enabled: Iterable[str] = ()) -> Ruleset:
        """As `from_system`, but cached for each system; systems and rule sets are immutable."""
        key = (id(system), tuple(enabled))
        found = _shared.get(key)
        if found is None or found.system is not system:  # an id can be reused after its object is freed
            if len(_shared) >= MOST_SHARED:
                _shared.clear()
            found = _shared[key] = cls.from_system(system, key[1])
        return found

    def formation(self, army: Army) -> Formation:
        """The formation of the army under this system's options."""
        return formation(army, self.options)

    @cached_property
    def order(self) -> dict[str, int]:
        """Index of each rule in the system."""
        return {spec.id: number for number, spec in enumerate(self.system.rules)}

    @cached_property
    def covers(self) -> Covers:
        """Which findings of the data duplicate findings of rules."""
        from listbuilder.rules.covers import Covers  # a legal list has none

        return Covers(self.system)

    @cached_property
    def overruled(self) -> tuple[BoundRule[Any], ...]:
        """Rules as they were before an event changed them or switched them off."""
        return tuple(bind(spec, spec.params) for spec in self.system.overruled)

    @cached_property
    def _known(self) -> dict[tuple[str, frozenset[str]], tuple[BoundRule[Any], ...]]:
        return {}

    @cached_property
    def _exempting(self) -> frozenset[str]:
        """The settings, forces and factions with which some rule does not apply, case-folded."""
        return frozenset(name.casefold() for rule in self.rules for name in rule.spec.unless)

    def active(self, size: str, terms: frozenset[str] = frozenset()) -> tuple[BoundRule[Any], ...]:
        """The rules that apply in the battle size with these settings, forces and faction (`Army.terms`): those meant for them
        that no other of them replaces."""
        key = size, terms & self._exempting
        if key not in self._known:
            meant = [rule for rule in self.rules if not rule.spec.sizes or size in rule.spec.sizes]
            meant = [rule for rule in meant if key[1].isdisjoint(map(str.casefold, rule.spec.unless))]
            replaced = {old for rule in meant for old in rule.spec.replaces}
            self._known[key] = tuple(rule for rule in meant if rule.id not in replaced)
        return self._known[key]


_shared: dict[tuple[int, tuple[str, ...]], Ruleset] = {}


def check(army: Army, ruleset: Ruleset) -> list[Diagnostic]:
    """Every finding: first those about the whole army, then unit by unit; within a unit in the order of the rules."""
    return Checked(army, ruleset).findings


class Checked:
    """An army with its findings, in the order that `check` states. ``before``: the same for the army before an edit, of which
    everything is taken that still holds."""

    def __init__(self, army: Army, ruleset: Ruleset, before: Checked | None = None) -> None:
        known: Judgement | None = before._judgement if before is not None and before.ruleset is ruleset else None
        muster = Muster(army, ruleset.system, ruleset.options, ruleset.allies, known.muster if known else None)
        rules = ruleset.active(muster.size, army.terms)
        active = [rule for rule in rules if rule.spec.stage == "muster" or muster.declared]
        self.ruleset: Ruleset = ruleset
        self._rules = tuple(rules)
        self._judgement: Judgement = Judgement(muster, active, known)
        self._of_data: dict[int, Diagnostic] = {}  # by the ids of what the data found
        self.findings = _ordered(army, ruleset, self._all(before._of_data if before is not None and known else {}))

    @property
    def formation(self) -> Formation:
        """The army as its declarations arrange it."""
        return self._judgement.muster.formation

    @cached_property
    def gauges(self) -> tuple[Gauge, ...]:
        """How much of what rules allow is used, also by rules that need declarations the list does not have."""
        return tuple(gauges(self._rules, self._judgement.muster))

    def _all(self, known: dict[int, Diagnostic]) -> list[Diagnostic]:
        muster, judged, ruleset = self._judgement.muster, self._judgement.found, self.ruleset
        if not any(rule.kind.name == "states" for rule in ruleset.rules):  # which judges them itself
            judged = [*judged, *(Diagnostic("unknown-name", text, UNJUDGED, one.id) for one, text in _unknown(muster))]
        army = muster.whole
        left = tuple(ruleset.covers.uncovered(army, judged)) if army.tree_findings else ()
        if left and ruleset.overruled:
            left = _not_overruled(left, muster, ruleset)
        whole = muster.place(*OF_THE_ARMY)
        for finding in left:
            one = known.get(id(finding))
            self._of_data[id(finding)] = (
                one if one is not None and one.cause is finding else _from_tree(finding, ruleset)
            )
        found = [*self._of_data.values(), *judged]
        return found if whole is None else [one if one.unit else _placed(one, whole) for one in found]


def _unknown(muster: Muster) -> Iterator[tuple[Unit, Text]]:
    return muster.unknown_reserves() if muster.whole.declarations.reserves else iter(())


def _ordered(army: Army, ruleset: Ruleset, found: list[Diagnostic]) -> list[Diagnostic]:
    """First those about the whole army, then unit by unit; within a unit in the order of the rules."""
    if len(found) < 2:
        return found
    place, order, most = army.positions.get, ruleset.order.get, len(ruleset.order) + 1
    ranks = [place(one.unit, -1) * most + order(one.rule, -1) for one in found]
    return [found[number] for number in sorted(range(len(found)), key=ranks.__getitem__)]


def verdict(diagnostics: Iterable[Diagnostic]) -> str:
    """``illegal`` when anything is an error, else ``unjudged`` when something could not be judged, else ``legal``."""
    severities = {one.severity for one in diagnostics}
    return "illegal" if "error" in severities else "unjudged" if "unjudged" in severities else "legal"


def _not_overruled(found: Iterable[TreeFinding], muster: Muster, ruleset: Ruleset) -> tuple[TreeFinding, ...]:
    """The findings of the data but those that a rule makes, too, which an event changed or switched off."""
    before = [finding for rule in ruleset.overruled for finding in rule.kind.check(rule, muster)]
    return tuple(finding for finding in found if not ruleset.covers.is_same(finding, before, muster.whole))


def _placed(finding: Diagnostic, whole: Place) -> Diagnostic:
    """A finding about the army as a whole, which stands where the list states its units."""
    return finding if finding.place is not None else replace(finding, place=whole)


def _from_tree(finding: TreeFinding, ruleset: Ruleset) -> Diagnostic:
    rule = ruleset.covers.rule(finding)
    rules, place = ruleset.system.rules, ruleset.order.get(rule)
    return Diagnostic(
        rule=rule,
        message=finding.message,
        severity=finding.severity,
        unit=finding.unit,
        place=finding.place,
        found=finding.found,
        bound=finding.bound,
        source=Localised(rules[place].source if place is not None else ""),
        fixes=(Decide("detachment"),) if finding.sort == NO_DETACHMENT else (),
        cause=finding,
        whole=finding.whole,
    )


def _params(spec: RuleSpec, readings: dict[str, list[str]]) -> dict[str, Any]:
    params = dict(spec.params)
    for reading in readings.get(spec.id, ()):
        params.update(spec.readings[reading])
    return params


def _rule(system: System, name: str) -> RuleSpec:
    found = next((spec for spec in system.rules if spec.id == name), None)
    if found is None:
        text = Text("{system} has no rule {name}", {"system": system.id, "name": name})
        raise RuleError(text, hint=suggestion(name, [spec.id for spec in system.rules]), rule=UNKNOWN)
    return found


def options(system: System, names: Iterable[str]) -> tuple[set[str], dict[str, list[str]]]:
    """The ids of the rules that are switched on, and the readings chosen for rules."""
    switched: set[str] = set()
    readings: dict[str, list[str]] = {}
    for name in names:
        rule_id, given, reading = name.partition("=")
        reading = reading if given else name
        bearers = [spec for spec in system.rules if reading in spec.readings]
        if given:
            spec = _rule(system, rule_id)
            if reading not in spec.readings:
                text = Text("rule {rule} has no reading {name}", {"rule": rule_id, "name": reading})
                raise RuleError(text, hint=suggestion(reading, spec.readings), rule=UNKNOWN)
            bearers = [spec]
        for spec in bearers:
            readings.setdefault(spec.id, []).append(reading)
            switched.add(spec.id)
        if not bearers:
            known = [spec.id for spec in system.rules]
            if name not in known:
                text = Text("{system} has no rule or reading {name}", {"system": system.id, "name": name})
                known += [reading for spec in system.rules for reading in spec.readings]
                raise RuleError(text, hint=suggestion(name, known), rule=UNKNOWN)
            switched.add(name)
    return switched, readings


def _formation_options(rules: Iterable[BoundRule[Any]]) -> FormationOptions:
    params = {rule.spec.kind: rule.params for rule in rules}
    return FormationOptions(
        hover_removes=params["hover"].removes if "hover" in params else (),
        coherency_from=params["coherency"].from_models if "coherency" in params else 0,
    )


def _ally_rules(system: System) -> tuple[AllyRule, ...]:
    try:
        return msgspec.convert(system.ally_rules, tuple[AllyRule, ...])
    except msgspec.ValidationError as error:
        text = Text("{system}, ally_rules: {error}", {"system": system.id, "error": str(error)})
        raise RuleError(text, rule=UNKNOWN) from error
