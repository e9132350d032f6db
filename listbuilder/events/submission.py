"""How and when a list was handed in, held against an event pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from msgspec.structs import replace

from listbuilder.errors import UNJUDGED, InputError
from listbuilder.events.moments import moment_of
from listbuilder.exchange import formats
from listbuilder.i18n import Text
from listbuilder.report.entry import Entry
from listbuilder.report.record import FindingRecord, ListReport
from listbuilder.validation.pack import Pack


def judged(pack: Pack, entries: Iterable[Entry], records: Iterable[ListReport]) -> Iterator[ListReport]:
    """The records of the lists, with what is wrong with how they were handed in."""
    for entry, record in zip(entries, records, strict=True):
        found = tuple(findings(pack, entry)) if record.was_read else ()
        severities = {one.severity for one in found}
        verdict = record.verdict
        if "error" in severities:
            verdict = "illegal"
        elif verdict == "legal":
            verdict = UNJUDGED
        yield replace(record, findings=(*record.findings, *found), verdict=verdict) if found else record


def undated(pack: Pack, entries: Iterable[Entry]) -> int:
    """Of how many lists nobody says when they were handed in, where there is a deadline."""
    return sum(not entry.submitted for entry in entries) if pack.deadline is not None else 0


def findings(pack: Pack, entry: Entry) -> Iterator[FindingRecord]:
    """What is wrong with how the list was handed in."""
    if pack.formats and entry.problem is None:
        yield from _format(pack, entry)
    if pack.deadline is not None and entry.submitted:
        yield from _late(pack, entry, pack.deadline)


def _format(pack: Pack, entry: Entry) -> Iterator[FindingRecord]:
    try:
        names = formats.called(entry.text(), entry.path.suffix if entry.path is not None else entry.suffix)
    except InputError:
        return  # the list itself has that problem
    if not set(names).intersection(pack.formats):
        words = {"format": names[-1] if names else "", "formats": pack.formats, "event": pack.name}
        text = Text("the list was handed in as {format}; {event} takes {formats}", words)
        yield _finding(pack, "event-format", text)


def _late(pack: Pack, entry: Entry, deadline: datetime) -> Iterator[FindingRecord]:
    moment = moment_of(entry.submitted, deadline.tzinfo)
    words = {"moment": entry.submitted, "deadline": str(deadline), "event": pack.name}
    if moment is None:
        text = Text("handed in at {moment}, which is no date and time that can be compared with the deadline", words)
        yield _finding(pack, "event-deadline", text, UNJUDGED)
    elif moment > deadline:
        yield _finding(pack, "event-deadline", Text("handed in at {moment}, after the deadline {deadline}", words))


def _finding(pack: Pack, rule: str, text: Text, severity: str = "error") -> FindingRecord:
    return FindingRecord(rule, severity, str(text), source=str(pack.source(rule)))
