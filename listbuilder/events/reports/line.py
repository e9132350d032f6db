"""One line a list: its file, name, points and verdict, with the numbers of findings. Then one line a finding of a team."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings, shown
from listbuilder.report.record import ListReport
from listbuilder.report.text import summary_text, verdict_line, verdict_name
from listbuilder.terminal import one_line


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    seen = settings.tally()
    for record in records:
        seen.add(record)
        if shown(record, settings):
            yield verdict_line(record, settings.terminal) + "\n"
    for team in settings.judged_teams(seen.records):
        verdict = settings.terminal.paint(verdict_name(team.verdict), team.verdict)
        if not team.findings and not settings.quiet:
            yield f"{team.title}: {verdict}\n"
        for one in team.findings:
            yield f"{team.title}: {verdict}: {one_line(one.message)}\n"
    if len(seen) > 1:
        yield summary_text(seen.summary, settings.terminal)


REPORT = Report("line", (), render, fixes=False)
