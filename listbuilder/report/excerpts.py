"""The lines of a list that its findings point at."""

from __future__ import annotations

from collections.abc import Callable
from string import whitespace

from msgspec.structs import replace

from listbuilder.exchange.reading.personal import masked
from listbuilder.exchange.reading.text import BULLETS
from listbuilder.report.record import FindingRecord, ListReport

_BEFORE_TEXT = f"{whitespace}{BULLETS}\N{NO-BREAK SPACE}"


def with_excerpts(record: ListReport, line_of: Callable[[str, int], str]) -> ListReport:
    """The record with the lines that the findings point at, without what is personal in them; ``line_of`` reads a line of a
    file. Columns become those where there is something to point at."""

    excerpts: dict[str, str] = {}  # many findings may point at one long line

    def shown(entry: FindingRecord) -> FindingRecord:
        line = line_of(entry.file or record.file, entry.line)
        rest = line[max(0, entry.column - 1) :]
        text = rest.lstrip(_BEFORE_TEXT)
        blank = len(rest) - len(text) if text else 0
        if line not in excerpts:
            excerpts[line] = masked(line)
        return replace(entry, excerpt=excerpts[line], column=entry.column + blank)

    return replace(record, findings=tuple(shown(entry) if entry.line else entry for entry in record.findings))
