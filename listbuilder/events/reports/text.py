"""All findings with their places, sources and fixes, as a compiler shows them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import TEXT, Report, Settings, shown
from listbuilder.report.record import ListReport
from listbuilder.report.text import list_text, summary_text


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    seen = settings.tally()
    gap = ""
    for record in records:
        seen.add(record)
        if shown(record, settings):
            yield gap + list_text(record, settings.terminal)
            gap = "\n"
    for team in settings.judged_teams(seen.records):
        if team.findings:
            from listbuilder.events import teams

            yield gap + teams.text_of(team, settings.terminal)
            gap = "\n"
    if len(seen) > 1:
        yield gap + summary_text(seen.summary, settings.terminal)


REPORT = Report(TEXT, (".txt",), render)
