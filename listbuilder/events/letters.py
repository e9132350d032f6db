"""The result of one list as a text that can be sent to its player as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder import naming
from listbuilder.i18n import _
from listbuilder.report.record import FindingRecord, ListReport
from listbuilder.report.text import beside, severity_word, verdict_word
from listbuilder.terminal import clean, one_line


def letter(record: ListReport) -> str:
    """The text: which list, the verdict, and each finding with its line, its source and what would mend it."""
    lines = [_title(record), f"{_('Verdict')}: {verdict_word(record)}{beside(record)}"]
    lines += (
        [f"{_('Data')}: {record.data.set} {record.data.date or record.data.revision}".rstrip()] if record.data else []
    )
    for number, one in enumerate(record.findings, 1):
        lines += ["", *_finding(number, one)]
    if not record.findings:
        lines += ["", _("Nothing has to be changed.")]
    return "\n".join(map(clean, lines)) + "\n"


def files(records: Iterable[ListReport]) -> Iterator[tuple[str, str]]:
    """File names and texts of the letters; the names are those of the lists, and each is there once."""
    distinct = naming.Distinct()
    for record in records:
        stem = naming.file_name(record.file.replace("/", "-").lstrip(".-") or "list")
        yield f"{distinct.name(stem)}.txt", letter(record)


def _title(record: ListReport) -> str:
    parts = [record.name or ("" if record.player else record.file)]
    parts += [record.faction_name, ", ".join(record.detachments)]
    if record.points is not None:
        number = record.points if record.limit is None else f"{record.points}/{record.limit}"
        parts.append(_("{number} points").format(number=number))
    parts += [one.text for one in record.spent]
    title = one_line(", ".join(part for part in parts if part))
    return ": ".join(part for part in (one_line(record.player), title) if part)


def _finding(number: int, one: FindingRecord) -> Iterator[str]:
    place = _("line {number}").format(number=one.line) if one.line else ""
    unit = "" if one.message.startswith(one.unit_name) else one_line(one.unit_name)
    where = ", ".join(part for part in (place, unit) if part)
    yield f"{number}. {severity_word(one.severity)}{f' ({where})' if where else ''}: {one_line(one.message)}"
    if one.source:
        yield f"   {_('source')}: {one_line(one.source)}"
    for fix in one.hints:
        yield f"   {_('fix')}: {one_line(fix)}"
