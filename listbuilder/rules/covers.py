"""Keeps a fact from being told twice: community data check some of what the rules of their game check as well.

A finding of the data gives way to one of a rule only where both say the same: about the same thing, and the rule at least as
strictly. Where the data are stricter, or the rule saw nothing, theirs stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from listbuilder.army import Army, TreeFinding
from listbuilder.catalogue.system import Cover
from listbuilder.rules.diagnostic import Diagnostic


def uncovered(army: Army, said: Sequence[Diagnostic], covers: Iterable[Cover]) -> Iterator[TreeFinding]:
    """The army's findings by the data that no finding of a rule stands for."""
    by_name: dict[str, set[str]] = {}
    by_sort: dict[str, set[str]] = {}
    for cover in covers:
        for name in cover.what:
            by_name.setdefault(name.casefold(), set()).update(cover.rules)
        if cover.of:
            by_sort.setdefault(cover.of, set()).update(cover.rules)
    for finding in army.tree_findings:
        rules = by_name.get(finding.subject.casefold(), set()) | by_sort.get(finding.sort, set())
        if not any(one.rule in rules and _same(one, finding, army) for one in said):
            yield finding


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
