"""All findings for programs, as `schemas/report.schema.json` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings
from listbuilder.report.json import document
from listbuilder.report.record import ListReport


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    found = list(records)
    yield document(
        found,
        [(one.name, one.reason.value) for one in settings.left_out],
        pack=settings.pack,
        teams=[(one.team, one.verdict, one.lists, one.findings) for one in settings.judged_teams(found)],
    )


REPORT = Report("json", (".json",), render, for_programs=True)
