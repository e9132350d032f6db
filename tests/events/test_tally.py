"""What a check counts, and that it keeps no records which nobody needs at its end."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from listbuilder.events.reports import Settings, report
from listbuilder.events.tally import Tally
from listbuilder.report.record import FindingRecord, ListReport, Summary

WARNED = FindingRecord("rule", "warning", "it is odd")
RECORDS = [
    ListReport("a.yaml", "legal"),
    ListReport("b.yaml", "legal", findings=(WARNED,)),
    ListReport("c.yaml", "illegal"),
    ListReport("d.yaml", "unjudged", findings=(WARNED,)),
]


def counted(**settings: bool) -> Tally:
    tally = Tally(**settings)
    for record in RECORDS:
        tally.add(record)
    return tally


def test_verdicts_are_counted() -> None:
    tally = counted()
    assert (len(tally), tally.summary) == (4, Summary(4, 2, 1, 1))
    assert (tally.failed, tally.warned, tally.records) == (1, 0, [])


def test_strictly_warnings_make_lists_fail() -> None:
    tally = counted(strict=True)
    assert (tally.failed, tally.warned) == (3, 1)


def test_records_are_kept_where_they_are_looked_at_again() -> None:
    assert counted(whole=True).records == RECORDS


@pytest.mark.parametrize("name", ["text", "line", "github"])
def test_a_report_forgets_what_it_has_shown(name: str) -> None:
    references: list[int] = []

    def records() -> Iterator[ListReport]:
        for number in range(3):
            record = ListReport(f"{number}.yaml", "legal")
            yield record
            references.append(sys.getrefcount(record))

    for _record in records():
        pass
    without, references[:] = list(references), []
    "".join(report(name).render(records(), Settings()))

    assert references == without
