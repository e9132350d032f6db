"""Annotations of GitHub's workflows: one command a finding, which shows it at its line of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings
from listbuilder.report.record import FindingRecord, ListReport
from listbuilder.report.text import summary_text
from listbuilder.terminal import clean


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    seen = settings.tally()
    for record in records:
        seen.add(record)
        for one in record.findings:
            yield _command(_place(record, one), one, settings.level(one, read=record.was_read))
    for team in settings.judged_teams(seen.records):
        for one in team.findings:
            first = team.members[0]
            place = {"file": first.container or first.file, "title": f"{one.rule}: {team.title}"}
            yield _command(place, one, settings.level(one))
    if settings.imposed:
        yield f"::notice title=settings::{_data(settings.imposed)}\n"
    yield summary_text(seen.summary)


def _place(record: ListReport, one: FindingRecord) -> dict[str, str]:
    """The properties of a command about a list."""
    inside = bool(record.container) and not one.file  # lines of an archive's member are none of the archive
    place = {"file": record.container if inside else one.file or record.file}
    if one.line and not inside:
        place |= {"line": str(one.line), "col": str(one.column or 1)}
    return place | {"title": f"{one.rule}: {record.file}" if inside else one.rule}


def _command(place: dict[str, str], one: FindingRecord, level: str) -> str:
    properties = ",".join(f"{key}={_property(value)}" for key, value in place.items())
    text = "\n".join([one.message, *(f"fix: {fix}" for fix in one.hints[:1])])
    return f"::{level or 'notice'} {properties}::{_data(text)}\n"


def _data(text: str) -> str:
    """The text as the message of a command."""
    return clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The text as the value of a property."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


REPORT = Report("github", (), render, for_programs=True)
