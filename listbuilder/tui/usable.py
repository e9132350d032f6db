"""Which actions would do nothing now: the key bar does not offer them."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.tui.desk import Desk
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.widgets.unit_pane import UnitPane
from listbuilder.tui.wording import DECLARING, MARKING

OF_A_UNIT = ("duplicate-unit", *DECLARING, *MARKING)


def idle(desk: Desk, unit_pane: UnitPane, findings: FindingsPane) -> Iterator[str]:
    """The ids of the actions."""
    session, row = desk.session, unit_pane.row
    if desk.unit is None:
        yield from OF_A_UNIT
        if not desk.force_id or sum(not line.depth for line in session.forces.lines()) == 1:
            yield "remove-unit"
    if unit_pane.size_line is None:
        yield from ("size-more", "size-less")
    if not session.steps:
        yield "undo"
    if not session.undone:
        yield "redo"
    if not session.dirty:
        yield "save"
    if findings.has_focus:
        yield from (*OF_A_UNIT, "remove-unit", "print", "fight")
    else:
        yield from ("next-finding", "back")
    if findings.current is None:
        yield from ("apply-fix", "copy-finding", "jump-to-unit")
    if row is None or row.kind != "count":
        yield "row-more"
    if row is None or not row.chosen:
        yield "row-clear"
    if row is None or not (row.split or unit_pane.has_squads):
        yield "row-split"
