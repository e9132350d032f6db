"""All findings for programs, as `schemas/report.schema.json` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from listbuilder.events.reports import Report, Settings
from listbuilder.report.json import Team, pieces
from listbuilder.report.record import ListReport


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    seen = settings.tally()

    def counted() -> Iterator[ListReport]:
        for record in records:
            seen.add(record)
            yield record

    def teams() -> Sequence[Team]:
        return [(one.team, one.verdict, one.lists, one.findings) for one in settings.judged_teams(seen.records)]

    left_out = [(one.name, one.reason.value) for one in settings.left_out]
    yield from pieces(counted(), left_out, pack=settings.pack, teams=teams)


REPORT = Report("json", (".json",), render, for_programs=True)
