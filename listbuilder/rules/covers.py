"""Removes duplicate findings: community data check some of what the rules of their game check, too.

A finding of the data is dropped only when a rule's finding is about the same thing and at least as strict. When the data are
stricter, or the rule found nothing, the finding of the data stays. Findings of the data that belong to a rule of kind
``engine`` are reported under that rule's id.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.army import Army, TreeFinding
from listbuilder.catalogue.system import System
from listbuilder.rules.diagnostic import Diagnostic

ENGINE = "engine"


class Covers:
    """A system's table: names used in the data -> the rules that check the same."""

    def __init__(self, system: System) -> None:
        left_to_data = {spec.id for spec in system.rules if spec.kind == ENGINE}
        self._by_name: dict[str, set[str]] = {}
        self._by_sort: dict[str, set[str]] = {}
        self._engine_rules: dict[str, str] = {}
        for cover in system.covers:
            keys = [*(name.casefold() for name in cover.what), *([_sort(cover.of)] if cover.of else ())]
            for name in cover.what:
                self._by_name.setdefault(name.casefold(), set()).update(cover.rules)
            if cover.of:
                self._by_sort.setdefault(cover.of, set()).update(cover.rules)
            engine_rule = next((rule for rule in cover.rules if rule in left_to_data), "")
            if engine_rule:
                self._engine_rules.update((key, engine_rule) for key in keys)

    def rule(self, finding: TreeFinding) -> str:
        """The id of the rule that a finding of the data is reported under."""
        if not finding.rule.startswith("data-"):
            return finding.rule
        return (
            self._engine_rules.get(finding.subject.casefold())
            or self._engine_rules.get(_sort(finding.sort))
            or finding.rule
        )

    def uncovered(self, army: Army, judged: Sequence[Diagnostic]) -> Iterator[TreeFinding]:
        """The findings of the data that no finding of a rule duplicates."""
        for finding in army.tree_findings:
            rules = self._by_name.get(finding.subject.casefold(), set()) | self._by_sort.get(finding.sort, set())
            if not any(one.rule in rules and _same(one, finding, army) for one in judged):
                yield finding


def _sort(name: str) -> str:
    return f"/{name}"  # cannot be the name of an entry


def _same(one: Diagnostic, finding: TreeFinding, army: Army) -> bool:
    return _as_strict(one, finding) and _about(one, finding, army)


def _as_strict(one: Diagnostic, finding: TreeFinding) -> bool:
    if one.bound is None or finding.bound is None:
        return True
    return one.bound >= finding.bound if finding.kind == "min" else one.bound <= finding.bound


def _about(one: Diagnostic, finding: TreeFinding, army: Army) -> bool:
    subject = finding.subject.casefold()
    if finding.sort == "datasheet":
        unit = army.unit(one.unit)
        return unit is not None and unit.datasheet.casefold() == subject
    if finding.sort == "enhancement":
        return str(one.message.params.get("enhancement", "")).casefold() == subject
    return not one.unit or not finding.unit or one.unit == finding.unit
