"""What a pack says of the rules of the system: which are on and off, what is changed, and what is added."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from listbuilder.catalogue.system import ENGINE, RuleSpec, System
from listbuilder.i18n import Text
from listbuilder.rules.covers import LIMIT
from listbuilder.rules.kind import RuleError, bind
from listbuilder.sources.native.parse import typed
from listbuilder.validation.pack.layer import Layer, merged
from listbuilder.validation.pack.notes import OF_KEYS, Notes
from listbuilder.validation.pack.permits import OF_PERMITS, PERMITTED
from listbuilder.validation.pack.words import Words

RESERVED = "event-"  # how the ids of rules begin that follow from other keys of a pack


class Changes:
    """Reads ``rules``. ``readings``: those that are on, as `rule=reading`."""

    def __init__(self, notes: Notes, system: System, words: Words) -> None:
        self.notes = notes
        self.system = system
        self.words = words
        self.specs = {spec.id: spec for spec in system.rules}
        self.stated = notes.part("rules")
        self.readings: list[str] = []

    def layer(self, permits: tuple[RuleSpec, ...]) -> Layer:
        """What the event does to the rules of the system, rules that follow from other keys included."""
        on, off = set(self._switched_on()), set(self._switched_off())
        changed = dict(self._changed(on, off))
        added = (*permits, *self._added())
        sources = {rule: self.notes.cited(rule, *place) for rule, place in self._places(on, changed).items()}
        self._unused_sources({*self.specs, *(spec.id for spec in added)})
        return Layer(on, off, changed, added, sources)

    # --- on and off -----------------------------------------------------------------------------------------------------

    def _switched_on(self) -> Iterator[str]:
        """The ids of the rules that are switched on; those of readings go into `readings`."""
        names = self.stated.get("on") or ()
        chosen: dict[tuple[str, str], str] = {}
        for number, name in enumerate(map(str, names)):
            rule, given, reading = name.partition("=")
            if not given and name in self.specs:
                yield name
                continue
            bearers = [rule] if given else [spec.id for spec in self.system.rules if name in spec.readings]
            reading = reading if given else name
            if not bearers or any(bearer not in self.specs for bearer in bearers):
                self._unknown_rule(names, number, rule)
                continue
            for bearer in bearers:
                spec = self.specs[bearer]
                if reading not in spec.readings:
                    text = Text("rule {rule} has no reading {name}", {"rule": bearer, "name": reading})
                    self.notes.unknown(names, number, text, reading, spec.readings)
                    continue
                self._clash(names, number, spec, reading, chosen)
                self.readings.append(f"{bearer}={reading}")
                yield bearer

    def _clash(self, names: Any, number: int, spec: RuleSpec, reading: str, chosen: dict[tuple[str, str], str]) -> None:
        """Notes that a reading changes what another reading or ``change`` changes as well."""
        for key in spec.readings[reading]:
            other = chosen.setdefault((spec.id, key), reading)
            words = {"rule": spec.id, "first": other, "second": reading}
            if other != reading:
                self.notes.problem(names, number, Text("rule {rule}: {first} and {second} exclude each other", words))
            elif key in self._stated_changes().get(spec.id, {}):
                words["key"] = key
                self.notes.problem(
                    names, number, Text("rule {rule}: both the reading {second} and change set {key}", words)
                )

    def _switched_off(self) -> Iterator[str]:
        names = self.stated.get("off") or ()
        switched_on = {str(name).partition("=")[0] for name in self.stated.get("on") or ()}
        for number, name in enumerate(map(str, names)):
            if name not in self.specs:
                self._unknown_rule(names, number, name)
            elif self._is_judged(names, number, name):
                if name in switched_on:
                    self.notes.problem(names, number, Text("rule {rule} is switched on and off", {"rule": name}))
                yield name

    def _is_judged(self, container: Any, key: Any, rule: str, *, at_key: bool = False) -> bool:
        """Whether the rule is judged here and not by the data, which no pack can change."""
        if self.specs[rule].kind != ENGINE:
            return True
        text = Text(
            "rule {rule} is checked by the data, so that no pack can change it or switch it off", {"rule": rule}
        )
        self.notes.problem(container, key, text, at_key=at_key)
        return False

    def _unknown_rule(self, container: Any, key: Any, name: str, *, at_key: bool = False) -> None:
        text = Text("{system} has no rule or reading {name}", {"system": self.system.id, "name": name})
        known = [*self.specs, *(reading for spec in self.system.rules for reading in spec.readings)]
        self.notes.unknown(container, key, text, name, known, at_key=at_key)

    # --- changed --------------------------------------------------------------------------------------------------------

    def _stated_changes(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = self.stated.get("change") or {}
        return found

    def _changed(self, on: set[str], off: set[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        stated = self._stated_changes()
        for rule, new in stated.items():
            if rule not in self.specs:
                self._unknown_rule(stated, rule, rule, at_key=True)
                continue
            if not self._is_judged(stated, rule, rule, at_key=True):
                continue
            spec = self.specs[rule]
            if rule in off or not (spec.enabled or rule in on):
                text = Text("rule {rule} is changed, but the event does not play it", {"rule": rule})
                hint = Text("add it to on") if rule not in off else Text("take it from off")
                self.notes.problem(stated, rule, text, hint, at_key=True)
            resolved = self.words.resolved(spec.kind, new)
            if self._accepted(spec, merged(spec.params, resolved), stated, rule):
                yield rule, resolved

    def _accepted(self, spec: RuleSpec, params: dict[str, Any], container: Any, key: Any) -> bool:
        """Whether the kind of the rule takes these parameters."""
        try:
            bind(spec, params)
        except RuleError as error:
            text = Text("{error}", {"error": error.problems[0].message})
            self.notes.problem(container, key, text, error.problems[0].hint, at_key=isinstance(container, dict))
            return False
        return True

    # --- added ----------------------------------------------------------------------------------------------------------

    def _added(self) -> Iterator[RuleSpec]:
        records = self.stated.get("add") or ()
        seen = set(self.specs)
        for number, record in enumerate(records):
            name = str(record["id"])
            if name in seen:
                text = Text("duplicate rule: {name}", {"name": name})
                self.notes.problem(record, "id", text, Text("rules of the system are changed below change"))
                continue
            if name.startswith(RESERVED):
                text = Text("ids that begin with {prefix} are those of the program", {"prefix": RESERVED})
                self.notes.problem(record, "id", text)
            seen.add(name)
            params = self.words.resolved(str(record["kind"]), record.get("params") or {})
            source = self.notes.cited(name, record, "id", record.get("source"))
            spec = typed(RuleSpec, {"name": name, **record}, params=params, source=source)
            self._check_added(record, spec)
            if self._accepted(spec, params, records, number):
                yield spec

    def _check_added(self, record: dict[str, Any], spec: RuleSpec) -> None:
        if spec.kind == PERMITTED:
            text = Text("what is allowed or denied by name stands below allow and deny")
            self.notes.problem(record, "kind", text)
        if not spec.enabled:
            text = Text("rule {rule} is added, but not enabled", {"rule": spec.id})
            self.notes.problem(record, "enabled", text, Text("leave enabled out"))
        for number, size in enumerate(spec.sizes):
            self.words.size(record["sizes"], number, size)
        for number, rule in enumerate(spec.replaces):
            if rule not in self.specs:
                self._unknown_rule(record["replaces"], number, rule)

    # --- sources --------------------------------------------------------------------------------------------------------

    def _places(self, on: set[str], changed: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
        """Id of a rule of the system -> what of the pack states it."""
        names = self.stated.get("on") or ()
        found: dict[str, tuple[Any, Any]] = {}
        for number, name in enumerate(map(str, names)):
            rule = name.partition("=")[0]
            bearers = [rule] if rule in self.specs else [s.id for s in self.system.rules if rule in s.readings]
            found.update({bearer: (names, number) for bearer in bearers if bearer in on})
        facts = self.notes.facts
        limit = next((key for key in ("points", "battle_size") if key in facts), "")
        limited = [spec.id for spec in self.system.rules if limit and spec.params.get("at_most") == LIMIT]
        found.update(dict.fromkeys(limited, (facts, limit)))
        return found | {rule: (self._stated_changes(), rule) for rule in changed}

    def _unused_sources(self, known: set[str]) -> None:
        sources = self.notes.part("sources")
        every = (*known, *OF_KEYS, *OF_PERMITS)
        for rule in sources:
            if rule not in every:
                text = Text("unknown rule: {name}", {"name": rule})
                self.notes.unknown(sources, rule, text, rule, every, at_key=True)
