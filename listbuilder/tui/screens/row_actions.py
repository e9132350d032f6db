"""What the keys do to the line under the cursor of the unit editor."""

from __future__ import annotations

from listbuilder.i18n import _
from listbuilder.session import Row
from listbuilder.tui.screens.session_screen import SessionScreen
from listbuilder.tui.widgets.unit_pane import UnitPane


class RowActions(SessionScreen):
    """Counts, toggles, picks, splits."""

    @property
    def unit_pane(self) -> UnitPane:
        return self.query_one(UnitPane)

    async def action_row_pick(self) -> None:
        """Picks or toggles the row; runs the action of a line that is no row."""
        pane = self.unit_pane
        if pane.asked:
            await self.run_action(pane.asked.replace("-", "_"))
        elif pane.row is not None and pane.row.kind == "count":
            self.set_count(pane.row, pane.row.count + 1)
        elif pane.row is not None:
            row = pane.row
            self.edit(lambda: self.session.pick(self.holder_id, row.key))

    async def action_row_more(self) -> None:
        row = self.unit_pane.row
        if row is None or (row.kind != "count" and not row.chosen):
            await self.action_row_pick()
        elif row.kind == "count":
            self.set_count(row, row.count + 1)

    async def action_row_less(self) -> None:
        row = self.unit_pane.row
        if row is not None and row.chosen and row.kind != "pick":
            self.set_count(row, row.count - 1)

    def action_row_split(self) -> None:
        row = self.unit_pane.row
        if row is not None and row.split:
            self.edit(lambda: self.session.split(self.holder_id, row.key))
        else:
            self.tell(_("There are no models to split off here."))

    def set_count(self, row: Row, count: int) -> None:
        """Sets the row's count, or the nearest one that the data allow."""
        low = row.minimum or 0
        high = count if row.maximum is None else row.maximum
        wanted = max(low, min(count, high))
        if wanted != row.count:
            self.edit(lambda: self.session.set_count(self.holder_id, row.key, wanted))
        elif count != wanted:
            self.app.bell()
