"""Which actions would do nothing now: the key bar does not offer them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army import Unit
from listbuilder.session import Row, Session
from listbuilder.tui.desk import Desk
from listbuilder.tui.unit_marks import says_something
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.widgets.unit_pane import UnitPane
from listbuilder.tui.wording import DECLARING, MARKING

OF_A_UNIT = ("duplicate-unit", *DECLARING, *MARKING)


def has_forces_to_add(session: Session) -> bool:
    """Whether there is any force to choose: a list with one sort of army has nothing."""
    return len(session.forces.choices()) > 1 or has_forces_below(session)


def has_forces_below(session: Session) -> bool:
    """Whether a force of the list takes others below it."""
    return any(session.forces.choices(line.id) for line in session.forces.lines())


def idle(desk: Desk, unit_pane: UnitPane, findings: FindingsPane) -> Iterator[str]:
    """The ids of the actions."""
    session = desk.session
    if desk.unit is None:
        yield from OF_A_UNIT
        if not desk.force_id or sum(not line.depth for line in session.forces.lines()) == 1:
            yield "remove-unit"
    elif not session.offers_enhancements(desk.unit.id):
        yield "choose-enhancement"
    if not session.steps:
        yield "undo"
    if not session.undone:
        yield "redo"
    if not session.dirty:
        yield "save"
    yield from _in_findings(findings)
    yield from _in_the_unit(session, unit_pane, desk.unit)


def _in_findings(pane: FindingsPane) -> Iterator[str]:
    """Beside the findings only what concerns them."""
    yield from (*OF_A_UNIT, "remove-unit", "print", "fight") if pane.has_focus else ("next-finding", "back")
    if pane.current is None:
        yield from ("copy-finding", "jump-to-unit")
    if pane.cannot_fix:
        yield "apply-fix"


def _in_the_unit(session: Session, pane: UnitPane, unit: Unit | None) -> Iterator[str]:
    """What the line under the cursor does not take."""
    row = pane.row
    is_mark = pane.has_focus and unit is not None and bool(pane.asked)
    if pane.size_line is None:
        yield from ("size-more", "size-less")
    if row is None or row.kind != "count" or row.fixed:
        yield "row-more"
    if not (
        _is_more_than_least(row) if row is not None else is_mark and unit and says_something(session, unit, pane.asked)
    ):
        yield "row-clear"
    if row is None or not (row.split or pane.has_squads):
        yield "row-split"


def _is_more_than_least(row: Row) -> bool:
    return row.count > (row.minimum or 0) if row.kind == "count" else row.chosen
