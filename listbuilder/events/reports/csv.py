"""One row a list, for spreadsheets. No cell is ever read as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from listbuilder.events.reports import Report, Settings
from listbuilder.report.record import ListReport
from listbuilder.terminal import one_line

HEAD = (
    "file", "player", "team", "name", "system", "faction", "detachments", "points", "limit", "verdict", "state", "errors",
    "open", "warnings", "notes", "rules", "messages",
)  # fmt: skip
MARK = "\ufeff"  # spreadsheet programs know UTF-8 by it
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # what a formula starts with


def render(records: Iterable[ListReport], _settings: Settings) -> Iterator[str]:
    yield MARK + _line(HEAD)
    for record in records:
        yield _line(map(cell, _row(record)))


def cell(text: str) -> str:
    """The text on one line, such that no spreadsheet takes it for a formula."""
    text = one_line(text)
    return f"'{text}" if text.startswith(FORMULAS) else text


def _row(record: ListReport) -> tuple[str, ...]:
    severities = [one.severity for one in record.findings]
    return (
        record.file,
        record.player,
        record.team,
        record.name,
        record.system,
        record.faction_name or record.faction,
        "; ".join(record.detachments),
        record.points or "",
        record.limit or "",
        record.verdict,
        record.state,
        *(str(severities.count(severity)) for severity in ("error", "unjudged", "warning", "info")),
        "; ".join(dict.fromkeys(one.rule for one in record.findings)),
        "; ".join(one.message for one in record.findings),
    )


def _line(cells: Iterable[str]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerow(list(cells))
    return stream.getvalue()


REPORT = Report("csv", (".csv",), render, for_programs=True, fixes=False)
