"""Which lines of a unit's sheet findings are about."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from listbuilder.rules.diagnostic import (
    Action,
    Attach,
    ClearEnhancement,
    ClearWarlord,
    Deploy,
    Detach,
    Diagnostic,
    Embark,
    Fix,
    SetHover,
    SetReserves,
    SetWarlord,
    Several,
)
from listbuilder.session import Row, Session
from listbuilder.terminal import one_line
from listbuilder.tui.unit_marks import ASKS, ENHANCE, moves_with
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
    if not found and any(rows[key].setting == "enhancement" for key in taken):
        return ASKS + ENHANCE
    return found or _mark_at_fault(session, finding)


def _mark_at_fault(session: Session, finding: Diagnostic) -> str:
    """The line of what is declared of the unit, or marked on it, which fixes of the finding change; empty for none."""
    unit = session.unit(finding.unit) if finding.unit else None
    if unit is None:
        return ""
    meant = {unit.id, moves_with(session.army, unit).id}
    actions = (one for fix in finding.fixes if isinstance(fix, Fix) for one in _steps(fix.action))
    return next((ASKS + mark for one in actions if (mark := _mark(session, one, meant))), "")


def _steps(action: Action) -> Iterator[Action]:
    if not isinstance(action, Several):
        yield action
        return
    for one in action.actions:
        yield from _steps(one)


def _mark(session: Session, action: Action, units: Collection[str]) -> str:
    """The action behind the line that says what an action of a fix changes of one of the units; empty for none."""
    match action:
        case Attach(leader=unit) | Detach(leader=unit):
            mark = "attach-leader"
        case Deploy(unit=unit):
            mark = "embark" if unit in session.army.declarations.embark else "choose-reserves"
        case Embark(unit=unit):
            mark = "embark"
        case SetReserves(unit=unit):
            mark = "choose-reserves"
        case SetHover(unit=unit):
            mark = "toggle-hover"
        case SetWarlord(unit=unit) | ClearWarlord(unit=unit):
            mark = "toggle-warlord"
        case ClearEnhancement(unit=unit):
            mark = ENHANCE
        case _:
            return ""
    return mark if unit in units else ""


def faults(
    session: Session, unit_id: str, rows: Rows, lines: Collection[SheetLine], force_id: str = ""
) -> dict[str, Fault]:
    """What is wrong on which line, by the ids of the lines: of several findings what tells the right number. ``force_id``: in
    place of a unit."""
    drawn, found = {line.id: line for line in lines}, dict[str, Fault]()
    for finding in session.findings:
        line = line_at_fault(session, finding, rows, lines, force_id) if finding.unit == unit_id else ""
        if line and (line not in found or found[line].right is None):
            found[line] = fault_of(finding, drawn[line]) if line in drawn else Fault(one_line(str(finding.message)))
    return found
