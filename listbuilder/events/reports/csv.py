"""One row a list, for spreadsheets; then one a team, whose ``state`` is ``team``. No cell is ever read as a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence

from listbuilder.events.reports import Report, Settings
from listbuilder.expressions import expression
from listbuilder.report.record import FindingRecord, ListReport
from listbuilder.terminal import one_line

HEAD = (
    "file", "player", "team", "name", "system", "faction", "detachments", "points", "limit", "terms", "verdict", "state",
    "errors", "open", "warnings", "notes", "rules", "messages",
)  # fmt: skip
TEAM = "team"  # the state of a row about a team
MARK = "\ufeff"  # spreadsheet programs know UTF-8 by it
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")  # what a formula starts with
# where a cell begins: also behind a semicolon, which parts the cells of a table where numbers have decimal commas
_BEGINNING = expression(rf"(?:^|;)\s*(?=[{re.escape(''.join(FORMULAS))}])")


def render(records: Iterable[ListReport], settings: Settings) -> Iterator[str]:
    found: list[ListReport] = []
    yield MARK + _line(HEAD)
    for record in records:
        found += [record] if settings.teams else []
        yield _line(map(cell, _row(record)))
    for team in settings.judged_teams(found):
        row = dict.fromkeys(HEAD, "") | {"team": team.team, "verdict": team.verdict, "state": TEAM}
        yield _line(map(cell, (row | _counted(team.findings)).values()))


def cell(text: str) -> str:
    """The text on one line, such that no spreadsheet takes it for a formula."""
    return _BEGINNING.sub(r"\g<0>'", one_line(text))


def _row(record: ListReport) -> tuple[str, ...]:
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
        "; ".join(record.terms),
        record.verdict,
        record.state,
        *_counted(record.findings).values(),
    )


def _counted(findings: Sequence[FindingRecord]) -> dict[str, str]:
    """The columns about findings."""
    severities = [one.severity for one in findings]
    numbers = (str(severities.count(severity)) for severity in ("error", "unjudged", "warning", "info"))
    rules = "; ".join(dict.fromkeys(one.rule for one in findings))
    return dict(zip(HEAD[-6:], (*numbers, rules, "; ".join(one.message for one in findings)), strict=True))


def _line(cells: Iterable[str]) -> str:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerow(list(cells))
    return stream.getvalue()


REPORT = Report("csv", (".csv",), render, for_programs=True, fixes=False)
