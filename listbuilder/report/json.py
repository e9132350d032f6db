"""Findings for programs: the contract of ``schemas/report.schema.json``. The same input gives the same bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from listbuilder.report.record import FindingRecord, ListReport, Summary

VERSION = 1


def document(records: Sequence[ListReport]) -> str:
    """The whole report as text."""
    summary = Summary.of(record.verdict for record in records)
    content = {
        "version": VERSION,
        "summary": {
            "lists": summary.lists,
            "legal": summary.legal,
            "illegal": summary.illegal,
            "unjudged": summary.unjudged,
        },
        "lists": [_list(record) for record in records],
    }
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _list(record: ListReport) -> dict[str, object]:
    data = record.data
    return {
        "file": record.file,
        "name": record.name or None,
        "system": record.system or None,
        "faction": record.faction or None,
        "verdict": record.verdict,
        "points": record.points,
        "limit": record.limit,
        "data": {"set": data.set, "date": data.date or None, "sha256": data.sha256 or None} if data else None,
        "findings": [_finding(entry) for entry in record.findings],
    }


def _finding(entry: FindingRecord) -> dict[str, object]:
    content: dict[str, object] = {
        "rule": entry.rule,
        "severity": entry.severity,
        "message": entry.message,
        "unit": entry.unit or None,
        "line": entry.line or None,
        "column": entry.column or None,
        "found": entry.found,
        "bound": entry.bound,
        "source": entry.source or None,
        "fixes": list(entry.fixes),
    }
    if entry.file:
        content["file"] = entry.file
    return content
