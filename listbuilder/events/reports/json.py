"""All findings for programs, as `schemas/report.schema.json` describes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings
from listbuilder.report.json import document
from listbuilder.report.record import ListReport


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    yield document(list(records), [(one.name, one.reason.value) for one in settings.left_out])


REPORT = Report("json", (".json",), render, for_programs=True)
