"""What the lists of an event have in common: numbers of factions, detachments, units, findings by rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from listbuilder.report.record import ListReport


class RuleTotal(Struct, frozen=True):
    """How often a rule was found broken, in how many lists, and the worst severity that it had."""

    rule: str
    severity: str
    findings: int
    lists: int


SEVERITIES = ("error", "unjudged", "warning", "info")  # the worst first


def by_rule(records: Iterable[ListReport]) -> list[RuleTotal]:
    """The findings of all lists by their rules: those in most lists first, notes last."""
    findings: Counter[str] = Counter()
    lists: Counter[str] = Counter()
    worst: dict[str, str] = {}
    for record in records:
        for one in record.findings:
            findings[one.rule] += 1
            worst[one.rule] = min(worst.get(one.rule, "info"), one.severity, key=SEVERITIES.index)
        lists.update({one.rule for one in record.findings})
    totals = [RuleTotal(rule, worst[rule], findings[rule], lists[rule]) for rule in findings]
    return sorted(totals, key=lambda one: (one.severity == "info", -one.lists, -one.findings, one.rule))


def factions(records: Sequence[ListReport]) -> list[tuple[str, int]]:
    """Factions with the number of their lists, the most frequent first."""
    return _ranked(record.faction_name or record.faction for record in records if record.faction)


def detachments(records: Sequence[ListReport]) -> list[tuple[str, int]]:
    """Detachments with the number of lists that have them, the most frequent first."""
    return _ranked(name for record in records for name in dict.fromkeys(record.detachments))


def units(records: Sequence[ListReport]) -> list[tuple[str, int]]:
    """Datasheets with the number of units of them in all lists, the most frequent first."""
    return _ranked(unit.datasheet for record in records for unit in record.units)


def _ranked(names: Iterable[str]) -> list[tuple[str, int]]:
    return sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
