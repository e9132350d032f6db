"""One line a list: its file, name, points and verdict, with the numbers of findings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings, shown
from listbuilder.report.record import ListReport, Summary
from listbuilder.report.text import summary_text, verdict_line


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    verdicts: list[str] = []
    for record in records:
        verdicts.append(record.verdict)
        if shown(record, settings):
            yield verdict_line(record, settings.terminal) + "\n"
    if len(verdicts) > 1:
        yield summary_text(Summary.of(verdicts), settings.terminal)


REPORT = Report("line", (), render, fixes=False)
