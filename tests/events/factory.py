"""Made-up records of a check."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.catalogue.pin import DataPin
from listbuilder.events.reports import Settings, reports
from listbuilder.report.record import FindingRecord, ListReport, UnitRecord

EVIL = '=1+1"<script>alert(1)</script>&amp;\x1b[31m\u202e\x00,;\ufffe'


def finding(
    rule: str = "points-limit", severity: str = "error", message: str = "too many", **more: object
) -> FindingRecord:
    return FindingRecord(rule, severity, message, **more)  # type: ignore[arg-type]


def record(file: str = "a.yaml", verdict: str = "legal", *findings: FindingRecord, **more: object) -> ListReport:
    settings: dict[str, object] = {
        "state": "judged",
        "name": "Gladius",
        "system": "wh40k-10e",
        "faction": "orks",
        "faction_name": "Orks",
        "detachments": ("War Horde",),
        "units": (UnitRecord("Boyz", "boyz", 10, "85"), UnitRecord("Warboss", "warboss", 1, "75")),
        "points": "160",
        "limit": "1000",
        "data": DataPin("native", "2026-06-14"),
    }
    return ListReport(file, verdict, findings=findings, **(settings | more))  # type: ignore[arg-type]


LEGAL = record()
WARNED = record("b.txt", "legal", finding("points-drift", "warning", "the list says 80", line=6, column=1))
ILLEGAL = record(
    "c d/é.txt", "illegal", finding(line=7, column=3, source="Core Rules", fixes=("remove Boyz", "remove Nob"))
)
BROKEN = ListReport("e.txt", "unjudged", "empty", findings=(finding("empty-file", "unjudged", "the file is empty"),))
PACKED = record("in.zip/f.txt", "illegal", finding(line=2, column=1), container="in.zip", player="Ann", team="Reds")
ALL = (LEGAL, WARNED, ILLEGAL, BROKEN, PACKED)
NASTY = record(
    EVIL, "illegal", finding(EVIL, message=EVIL + "\nsecond", unit_name=EVIL, excerpt=EVIL, fixes=(EVIL,), source=EVIL, line=1, column=1),
    name=EVIL, player=EVIL, team=EVIL, faction_name=EVIL, detachments=(EVIL,), units=(UnitRecord(EVIL, EVIL, 1, "5"),), container=EVIL,
)  # fmt: skip


def rendered(form: str, records: Iterable[ListReport] = ALL, **settings: object) -> str:
    return "".join(reports()[form].render(iter(list(records)), Settings(**settings)))  # type: ignore[arg-type]
