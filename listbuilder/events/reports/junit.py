"""JUnit's XML, which CI systems show: one test case a list; an illegal list fails, one that is not judged is an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings
from listbuilder.events.reports._markup import attributes, xml
from listbuilder.report.record import FindingRecord, ListReport

SUITE = "listbuilder"


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    found = list(records)
    outcomes = [_outcome(record, settings) for record in found]
    counts = {"tests": len(found), "failures": outcomes.count("failure"), "errors": outcomes.count("error")}
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites{attributes(name=SUITE, **counts)}>\n"
    yield f"  <testsuite{attributes(name=settings.title or SUITE, **counts, skipped=0)}>\n"
    for record, outcome in zip(found, outcomes, strict=True):
        yield from _case(record, outcome)
    yield "  </testsuite>\n</testsuites>\n"


def _outcome(record: ListReport, settings: Settings) -> str:
    """The element of a list that does not pass; empty for one that does."""
    if record.verdict == "unjudged":
        return "error"
    return "failure" if record.fails(strict=settings.strict) else ""


def _case(record: ListReport, outcome: str) -> Iterator[str]:
    faction = "/".join(part for part in (record.system, record.faction) if part)
    start = f"    <testcase{attributes(classname=faction or SUITE, name=record.file)}"
    text = "\n\n".join(map(_text, record.findings))
    if outcome:
        worst = next((one for one in record.findings if one.severity == _SEVERITY[outcome]), None) or next(
            iter(record.findings), None
        )
        message = worst.message if worst else record.verdict
        rule = worst.rule if worst else record.state
        yield f"{start}>\n      <{outcome}{attributes(message=message, type=rule)}>{xml(text)}</{outcome}>\n    </testcase>\n"
    elif text:
        yield f"{start}>\n      <system-out>{xml(text)}</system-out>\n    </testcase>\n"
    else:
        yield f"{start}/>\n"


_SEVERITY = {"failure": "error", "error": "unjudged"}


def _text(one: FindingRecord) -> str:
    place = f" (line {one.line})" if one.line else ""
    lines = [f"{one.severity}[{one.rule}]{place}: {one.message}"]
    if one.source:
        lines.append(f"  source: {one.source}")
    lines += [f"  fix: {fix}" for fix in one.fixes]
    return "\n".join(lines)


REPORT = Report("junit", (".xml",), render, for_programs=True)
