"""JUnit's XML, which CI systems show: one test case a list; an illegal list fails, one that is not judged is an error."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.events.reports import Report, Settings
from listbuilder.events.reports._markup import attributes, xml
from listbuilder.events.teams import TeamReport
from listbuilder.i18n import _
from listbuilder.report.record import FindingRecord, ListReport
from listbuilder.terminal import one_line

SUITE = "listbuilder"


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    found = list(records)
    title = settings.title or SUITE
    suites = {title: [_of_list(record, settings) for record in found]}
    teams = settings.judged_teams(found)
    suites |= {_("{event}: teams").format(event=title): [_of_team(team) for team in teams]} if teams else {}
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites{attributes(name=SUITE, **_counts(case for cases in suites.values() for case in cases))}>\n"
    for name, cases in suites.items():
        yield f"  <testsuite{attributes(name=name, **_counts(cases), skipped=0)}>\n"
        if settings.imposed:
            setting = attributes(name="settings", value=one_line(settings.imposed))
            yield f"    <properties>\n      <property{setting}/>\n    </properties>\n"
        for case in cases:
            yield from _case(case)
        yield "  </testsuite>\n"
    yield "</testsuites>\n"


class Case(NamedTuple):
    """A test case. ``outcome``: the element of one that does not pass, ``failure`` or ``error``; empty for one that does."""

    classname: str
    name: str
    outcome: str
    verdict: str
    findings: Sequence[FindingRecord]


def _of_list(record: ListReport, settings: Settings) -> Case:
    faction = "/".join(part for part in (record.system, record.faction) if part)
    failed = "failure" if record.fails(strict=settings.strict) else ""
    outcome = "error" if record.verdict == "unjudged" else failed
    return Case(faction or SUITE, record.file, outcome, record.verdict, record.findings)


def _of_team(team: TeamReport) -> Case:
    outcome = {"illegal": "failure", "unjudged": "error"}.get(team.verdict, "")
    return Case(SUITE, team.title, outcome, team.verdict, team.findings)


def _counts(cases: Iterable[Case]) -> dict[str, int]:
    outcomes = [case.outcome for case in cases]
    return {"tests": len(outcomes), "failures": outcomes.count("failure"), "errors": outcomes.count("error")}


def _case(case: Case) -> Iterator[str]:
    start = f"    <testcase{attributes(classname=case.classname, name=case.name)}"
    text = "\n\n".join(map(_text, case.findings))
    outcome = case.outcome
    if outcome:
        worst = next((one for one in case.findings if one.severity == _SEVERITY[outcome]), None) or next(
            iter(case.findings), None
        )
        message = worst.message if worst else case.verdict
        rule = worst.rule if worst else case.verdict
        yield f"{start}>\n      <{outcome}{attributes(message=message, type=rule)}>{xml(text)}</{outcome}>\n    </testcase>\n"
    elif text:
        yield f"{start}>\n      <system-out>{xml(text)}</system-out>\n    </testcase>\n"
    else:
        yield f"{start}/>\n"


_SEVERITY = {"failure": "error", "error": "unjudged"}


def _text(one: FindingRecord) -> str:
    place = f" (line {one.line})" if one.line else ""
    lines = [f"{one.severity}[{one.rule}]{place}: {one_line(one.message)}"]
    if one.source:
        lines.append(f"  source: {one_line(one.source)}")
    lines += [f"  fix: {one_line(fix)}" for fix in one.hints]
    return "\n".join(lines)


REPORT = Report("junit", (".xml",), render, for_programs=True)
