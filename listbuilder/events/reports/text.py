"""All findings with their places, sources and fixes, as a compiler shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import TEXT, Report, Settings, shown
from listbuilder.report.record import ListReport, Summary
from listbuilder.report.text import list_text, summary_text


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    verdicts: list[str] = []
    gap = ""
    for record in records:
        verdicts.append(record.verdict)
        if shown(record, settings):
            yield gap + list_text(record, settings.terminal)
            gap = "\n"
    if len(verdicts) > 1:
        yield gap + summary_text(Summary.of(verdicts), settings.terminal)


REPORT = Report(TEXT, (".txt",), render)
