"""Findings for programs: the contract of ``schemas/report.schema.json``. The same input gives the same bytes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import asdict

from listbuilder.catalogue.pin import DataPin
from listbuilder.expressions import expression
from listbuilder.report.record import FindingRecord, ListReport, Summary, shown_path
from listbuilder.report.spool import Spool
from listbuilder.terminal import CONTROL
from listbuilder.validation import Pack

VERSION = 1
INDENT = "  "
_COMMAND = expression(r"(##\w{0,20})\[")  # to CI services

Team = tuple[str, str, Sequence[str], Sequence[FindingRecord]]  # name, verdict, files of its lists, findings


def pieces(
    records: Iterable[ListReport],
    left_out: Iterable[tuple[str, str]] = (),
    pack: Pack | None = None,
    teams: Callable[[], Sequence[Team]] = tuple,
) -> Iterator[str]:
    """The whole report as text, piece by piece, without keeping the records. ``left_out``: files that were not taken for lists,
    and why. ``pack``: the event that they were judged for; ``teams``: what its rules for teams found, asked for at the end."""
    verdicts: Counter[str] = Counter()
    lists = Array(level=2)
    for record in records:
        verdicts[record.verdict] += 1
        lists.add(_list(record))
    found = teams()
    head = {"version": VERSION, "summary": asdict(Summary.of(verdicts.elements()))}
    rest = {
        "left_out": [{"file": shown_path(file), "reason": reason} for file, reason in left_out],
        **({"pack": {"name": str(pack.name), "sha256": pack.sha256}} if pack is not None else {}),
        **({"teams": [_team(*team) for team in found]} if found else {}),
    }
    yield encoded(head).removesuffix("\n}\n") + ',\n  "lists": '
    yield from lists.texts()
    yield ",\n" + encoded(rest).removeprefix("{\n")


class Array:
    """An array of JSON whose items are encoded as they come. ``level``: in how many others its items stand."""

    def __init__(self, level: int) -> None:
        self._items = Spool()
        self._indent = "\n" + INDENT * level

    def add(self, item: object) -> None:
        """Encodes one more item. No text has line breaks of its own: they are escaped."""
        text = self._indent + encoded(item).removesuffix("\n").replace("\n", self._indent)
        self._items.add("," + text if self._items else text)

    def texts(self) -> Iterator[str]:
        """The array, as `json.dumps` writes it at that level."""
        if not self._items:
            yield "[]"
            return
        yield "["
        yield from self._items.texts()
        yield self._indent.removesuffix(INDENT) + "]"


def encoded(content: object) -> str:
    """The value as JSON; characters that would control a terminal or reorder a line are escaped."""
    text = json.dumps(content, ensure_ascii=False, indent=INDENT) + "\n"
    text = _COMMAND.sub(r"\1\\u005b", text) if "##" in text else text
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _list(record: ListReport) -> dict[str, object]:
    data = record.data
    return {
        "file": record.file,
        **_present(record, "name", "system", "faction"),
        "verdict": record.verdict,
        "state": record.state,
        **{key: value for key, value in (("player", record.player), ("team", record.team)) if value},
        **_present(record, "points", "limit"),
        **({"spent": {one.id: one.number for one in record.spent}} if record.spent else {}),
        **({"figures": {one.id: one.number for one in record.figures}} if record.figures else {}),
        **({"terms": list(record.terms)} if record.terms else {}),
        "data": _data(data) if data else None,
        "findings": [_finding(entry) for entry in record.findings],
        **({"fixed": list(record.fixed)} if record.fixed else {}),
    }


def _data(pin: DataPin) -> dict[str, object]:
    """The data that the list was judged by, with the points document that went over them."""
    found = {"set": pin.set, **_present(pin, "date", "sha256")}
    return {**found, "points": pin.document} if pin.document else found


def _team(name: str, verdict: str, lists: Sequence[str], findings: Sequence[FindingRecord]) -> dict[str, object]:
    found = [_finding(entry) for entry in findings]
    return {"team": name or None, "verdict": verdict, "lists": list(lists), "findings": found}


def _finding(entry: FindingRecord) -> dict[str, object]:
    return {
        "rule": entry.rule,
        "severity": entry.severity,
        "message": entry.message,
        **_present(entry, "unit", "line", "column", "found", "bound", "source"),
        "fixes": list(entry.fixes),
        **({"unsought": True} if entry.unsought else {}),
        **({"left": entry.left} if entry.left else {}),
        **({"file": entry.file} if entry.file else {}),
    }


def _present(record: object, *names: str) -> dict[str, object]:
    """The values of these fields; what is empty or 0 is null."""
    return {name: getattr(record, name) or None for name in names}
