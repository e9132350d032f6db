"""Annotations of GitHub's workflows: one command a finding, which shows it at its line of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings
from listbuilder.report.record import FindingRecord, ListReport, Summary
from listbuilder.report.text import summary_text
from listbuilder.terminal import clean


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    verdicts = []
    for record in records:
        verdicts.append(record.verdict)
        for one in record.findings:
            yield _command(record, one, settings)
    yield summary_text(Summary.of(verdicts))


def _command(record: ListReport, one: FindingRecord, settings: Settings) -> str:
    inside = bool(record.container) and not one.file  # lines of an archive's member are none of the archive
    place = {"file": record.container if inside else one.file or record.file}
    if one.line and not inside:
        place |= {"line": str(one.line), "col": str(one.column or 1)}
    place["title"] = f"{one.rule}: {record.file}" if inside else one.rule
    properties = ",".join(f"{key}={_property(value)}" for key, value in place.items())
    text = "\n".join([one.message, *(f"fix: {fix}" for fix in one.fixes[:1])])
    level = settings.level(record, one) or "notice"
    return f"::{level} {properties}::{_data(text)}\n"


def _data(text: str) -> str:
    """The text as the message of a command."""
    return clean(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The text as the value of a property."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")


REPORT = Report("github", (), render, for_programs=True)
