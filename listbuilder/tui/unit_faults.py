"""Which lines of a unit's sheet findings are about."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Row, Session
from listbuilder.tui.unit_marks import ASKS, ENHANCE
from listbuilder.tui.unit_rows import SheetLine, line_of
from listbuilder.tui.wargear_lines import Fault, fault_of

Rows = Mapping[str, Row]  # by their keys


def line_at_fault(
    session: Session, finding: Diagnostic, rows: Rows, lines: Collection[SheetLine], force_id: str = ""
) -> str:
    """The id of the line that a finding of the unit is about, or of the force; empty for none. ``rows``: also those of
    enhancements, for which one line stands that opens a dialog."""
    keys = session.at_fault(finding, tuple(rows.values()), force_id)
    taken = [key for key in keys if rows[key].chosen]
    found = next(filter(None, (line_of(lines, key) for key in (*taken, *keys))), "")
    return found or (ASKS + ENHANCE if any(rows[key].setting == "enhancement" for key in taken) else "")


def faults(
    session: Session, unit_id: str, rows: Rows, lines: Collection[SheetLine], force_id: str = ""
) -> dict[str, Fault]:
    """What is wrong on which line, by the ids of the lines. ``force_id``: in place of a unit."""
    about = [one for one in session.findings if one.unit == unit_id]
    found = ((line_at_fault(session, one, rows, lines, force_id), one) for one in about)
    return {line: fault_of(finding) for line, finding in found if line}
