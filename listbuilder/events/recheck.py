"""Lists judged by older and by newer data: which break, which cost something else now, and why."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import asdict, replace

from listbuilder.army import Army
from listbuilder.army.difference import points, repriced
from listbuilder.i18n import Text, _, language, ngettext
from listbuilder.report import checking, parallel
from listbuilder.report.entry import Entry
from listbuilder.report.record import FindingRecord, ListReport, number
from listbuilder.report.text import beside, finding_text, verdict_word
from listbuilder.terminal import PLAIN, Terminal, one_line

VERSION = 1
FACTS = ("rule", "severity", "message", "unit", "line", "column", "found", "bound", "source")
SEVERE = frozenset(("error", "unjudged"))


class Twice(Struct, frozen=True):
    """How each list is judged: by the data from before, and by those from after."""

    before: checking.Job
    after: checking.Job


class Price(Struct, frozen=True):
    """What a unit cost and costs; None where one of the data sets does not have it."""

    unit: str
    before: str | None
    after: str | None


class Rechecked(Struct, frozen=True):
    """One list under both data sets. ``prices``: of the units that cost something else now; ``news``: findings that the data from
    before did not give."""

    before: ListReport
    after: ListReport
    prices: tuple[Price, ...] = ()
    news: tuple[FindingRecord, ...] = ()

    @property
    def breaks(self) -> bool:
        """Whether the list was legal and is not any more."""
        return self.before.verdict == "legal" != self.after.verdict

    @property
    def changed(self) -> bool:
        """Whether anything about it is different."""
        return bool(self.prices or self.news) or (
            (self.before.verdict, self.before.points) != (self.after.verdict, self.after.points)
        )


def recheck(entries: Sequence[Entry], job: Twice, *, jobs: int = 0) -> Iterator[Rechecked]:
    """The lists in their order, on ``jobs`` cores (0: chosen by their number)."""
    return parallel.in_parallel(recheck_one, entries, job, _lost, jobs=jobs, named=_words)


def _words(result: Rechecked) -> tuple[str, str]:
    return checking.faction_words(result.after)


def _lost(entry: Entry, job: Twice, reason: Text) -> Rechecked:
    return Rechecked(checking.lost(entry, job.before, reason), checking.lost(entry, job.after, reason))


def recheck_one(entry: Entry, job: Twice) -> Rechecked:
    """One list under both data sets."""
    before, old = checking.check_army(entry, replace(job.before, offers=False))
    after, new = checking.check_army(entry, job.after)
    known = {_finding(one) for one in before.findings}
    news = (one for one in after.findings if one.severity in SEVERE and _finding(one) not in known)
    return Rechecked(before, after, tuple(_prices(old, new)) if old and new else (), tuple(news))


def _finding(finding: FindingRecord) -> tuple[str, str, str]:
    return finding.rule, finding.unit_name, finding.message


def _prices(before: Army, after: Army) -> Iterator[Price]:
    for change in repriced(before, after):
        unit = change.after or change.before
        if unit is not None:
            yield Price(after.localise(unit.name, language()), *map(number, points(change)))


# --- reports ------------------------------------------------------------------------------------------------------------------


def text(found: Rechecked, terminal: Terminal = PLAIN) -> str:
    """One list: its verdict and points, the units that cost something else, and what is wrong that was not before."""
    after = found.after
    parts = [one_line(after.name)] if after.name else []
    if after.points is not None or found.before.points is not None:
        total = _arrow(found.before.points, after.points)
        parts.append(_("{number} points").format(number=total if after.limit is None else f"{total}/{after.limit}"))
    parts.append(_verdicts(found, terminal) + beside(after))
    lines = [f"{one_line(after.file)}: {', '.join(parts)}"]
    lines += [f"  {one_line(price.unit)}: {_arrow(price.before, price.after)}" for price in found.prices]
    blocks = ["\n".join(lines), *(finding_text(one, after.file, terminal) for one in found.news)]
    return "\n\n".join(blocks) + "\n"


def _arrow(before: str | None, after: str | None) -> str:
    none = "–"
    return before or none if before == after else f"{before or none} → {after or none}"


def _verdicts(found: Rechecked, terminal: Terminal) -> str:
    records = {one.verdict: one for one in (found.before, found.after)}
    words = [terminal.paint(verdict_word(one), verdict) for verdict, one in records.items()]
    return " → ".join(words) if found.changed else f"{words[0]} ({_('unchanged')})"


def summary(found: Sequence[Rechecked]) -> str:
    """All lists in one line."""
    breaking = sum(one.breaks for one in found)
    dearer = sum(one.before.points != one.after.points for one in found)
    lists = ngettext("{number} list", "{number} lists", len(found)).format(number=len(found))
    parts = [
        (breaking, ngettext("{number} breaks", "{number} break", breaking)),
        (dearer, ngettext("{number} costs something else", "{number} cost something else", dearer)),
        (sum(not one.changed for one in found), _("{number} unchanged")),
    ]
    return f"{lists}: {', '.join(words.format(number=count) for count, words in parts)}\n"


def document(found: Sequence[Rechecked]) -> str:
    """The contract of ``schemas/recheck.schema.json``: the same input gives the same bytes."""
    content = {
        "version": VERSION,
        "summary": {
            "lists": len(found),
            "broken": sum(one.breaks for one in found),
            "unchanged": sum(not one.changed for one in found),
        },
        "lists": [_record(one) for one in found],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _record(found: Rechecked) -> dict[str, object]:
    return {
        "file": found.after.file,
        "name": found.after.name or found.before.name or None,
        "limit": found.after.limit,
        "before": _side(found.before),
        "after": _side(found.after),
        "prices": [asdict(price) for price in found.prices],
        "news": [
            {name: getattr(one, name) or None for name in FACTS}
            | {"fixes": list(one.fixes)}
            | ({"unsought": True} if one.unsought else {})
            for one in found.news
        ],
    }


def _side(record: ListReport) -> dict[str, object]:
    data = record.data
    return {
        "verdict": record.verdict,
        "points": record.points,
        "data": {"set": data.set, "date": data.date or None, "sha256": data.sha256 or None} if data else None,
    }
