"""Removes duplicate findings: community data check some of what the rules of their game check, too.

A finding of the data is dropped only when a rule's finding is about the same thing and at least as strict. When the data are
stricter, or the rule found nothing, the finding of the data stays. Findings of the data that belong to a rule of kind
``engine`` are reported under that rule's id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from listbuilder.army import Army, TreeFinding
from listbuilder.army.model import POINTS
from listbuilder.catalogue.system import ENGINE, System
from listbuilder.errors import UNJUDGED
from listbuilder.rules.diagnostic import Diagnostic

SEVERITIES = ("info", "warning", UNJUDGED, "error")  # the mildest first
MOST_KNOWN = 1000  # names that findings are about, of which the rules are kept
OF_COPIES = {"datasheet", "enhancement"}  # sorts of which rules bound the number
WORDED = {"error", "warning", "info"}  # kinds of findings that are words of the authors
LIMIT = "limit"  # what a rule's ``at_most`` says where it means the limit of points


class _Covered(NamedTuple):
    """What the table has for something that findings of the data are about: its keys, the rules that check the same, and the rule
    that leaves it to the data, empty where none does."""

    keys: tuple[str, ...]
    rules: frozenset[str]
    engine_rule: str


class Covers:
    """A system's table: names used in the data -> the rules that check the same."""

    def __init__(self, system: System) -> None:
        left_to_data = {spec.id for spec in system.rules if spec.kind == ENGINE}
        self._rules: dict[str, set[str]] = {}
        self._engine_rules: dict[str, str] = {}
        self._of_any_unit: set[tuple[str, str]] = set()  # keys with the rules that may say it of another unit
        for cover in system.covers:
            engine_rule = next((rule for rule in cover.rules if rule in left_to_data), "")
            for key in _keys(cover.what, cover.of):
                self._rules.setdefault(key, set()).update(cover.rules)
                self._of_any_unit.update((key, rule) for rule in cover.rules if cover.any_unit)
                if engine_rule:
                    self._engine_rules[key] = engine_rule
        self._known: dict[tuple[str, str], _Covered] = {}  # by what findings are about, and its sort
        self._rules[f"/{POINTS}"] = {spec.id for spec in system.rules if spec.params.get("at_most") == LIMIT}

    def rule(self, finding: TreeFinding) -> str:
        """The id of the rule that a finding of the data is reported under."""
        if finding.by_rule or (finding.kind == "hidden" and finding.sort in OF_COPIES):  # hidden by what, nothing says
            return finding.rule
        return self._found(finding).engine_rule or finding.rule

    def is_same(self, finding: TreeFinding, judged: Sequence[Diagnostic], army: Army) -> bool:
        """Whether a finding of a rule is about the same thing and has the same limit as the finding of the data."""
        rules = self._of(finding)
        same = (one for one in judged if one.rule in rules and one.bound == finding.bound)
        return any(_about(one, finding, army) for one in same)

    def _of(self, finding: TreeFinding) -> frozenset[str]:
        """The ids of the rules that check what the finding of the data is about."""
        return self._found(finding).rules

    def _found(self, finding: TreeFinding) -> _Covered:
        """What the table has for it. Words of the authors on a datasheet are not about its number of copies."""
        sort = "" if finding.sort in OF_COPIES and finding.kind in WORDED else finding.sort
        about = finding.subject, sort
        found = self._known.get(about)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            keys = _keys((finding.subject,), sort)
            rules = frozenset[str]().union(*(self._rules.get(key, ()) for key in keys))
            engine_rule = next((self._engine_rules[key] for key in keys if key in self._engine_rules), "")
            found = self._known[about] = _Covered(keys, rules, engine_rule)
        return found

    def uncovered(self, army: Army, judged: Sequence[Diagnostic]) -> Iterator[TreeFinding]:
        """The findings of the data that no finding of a rule duplicates."""
        covered = [(finding, self._found(finding)) for finding in army.tree_findings]
        wanted = set[str]().union(*(found.rules for _, found in covered))
        by_rule: dict[str, list[Diagnostic]] = {}
        for one in judged if wanted else ():
            if one.rule in wanted:
                by_rule.setdefault(one.rule, []).append(one)
        for finding, found in covered:
            if _gives_way(finding, army):
                continue
            if found.rules.isdisjoint(by_rule):
                yield finding
                continue
            if finding.by_rule and finding.rule not in found.rules:
                yield finding  # of a rule that is none of those
                continue
            same = (one for rule in found.rules for one in by_rule.get(rule, ()))
            if not any(_as_strict(one, finding) and self._is_about(one, finding, found, army) for one in same):
                yield finding

    def _is_about(self, one: Diagnostic, finding: TreeFinding, found: _Covered, army: Army) -> bool:
        return any((key, one.rule) in self._of_any_unit for key in found.keys) or _about(one, finding, army)


def _keys(names: Sequence[str], sort: str) -> tuple[str, ...]:
    """What the tables are looked up by: names of entries, then a sort of entries, written as no name is."""
    return (*(name.casefold() for name in names), *([f"/{sort}"] if sort else ()))


def _gives_way(finding: TreeFinding, army: Army) -> bool:
    """Whether it is the limit of points that the data set for the list's size, where another goes before it: one that the list
    states, which is told beside the verdict, or that whoever judges it asks for."""
    size = army.stated_size
    return (
        finding.sort == POINTS
        and size is not None
        and army.limit not in (None, size.points)
        and finding.bound == size.points
    )


def _as_strict(one: Diagnostic, finding: TreeFinding) -> bool:
    if SEVERITIES.index(one.severity) < SEVERITIES.index(finding.severity):
        return False
    if one.bound is None or finding.bound is None:
        return True
    if finding.kind == "min":
        return one.bound >= finding.bound and not (one.found is not None and one.found > one.bound)
    return one.bound <= finding.bound and not (one.found is not None and one.found < one.bound)


def _about(one: Diagnostic, finding: TreeFinding, army: Army) -> bool:
    subject = finding.subject.casefold()
    if finding.sort == "datasheet":
        unit = army.unit(one.unit)
        return unit is not None and unit.datasheet.casefold() == subject
    if finding.sort == "enhancement":
        return str(one.message.params.get("enhancement", "")).casefold() == subject
    if not one.unit or not finding.unit or one.unit == finding.unit:
        return True
    unit = army.unit(one.unit)
    if finding.node and unit is not None and unit.force == finding.node:  # both mean the force, and name a unit in it
        return True
    return finding.sort == "warlord" and _lacks_the_mark(one, army)


def _lacks_the_mark(one: Diagnostic, army: Army) -> bool:
    """Whether it is about a unit without the Warlord's mark that should have it: why it is wrong on the one that has it."""
    unit = army.unit(one.unit)
    return unit is not None and not unit.warlord
