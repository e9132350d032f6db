"""What the keys do to the line under the cursor of the unit editor."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from listbuilder.i18n import _
from listbuilder.session import Row
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.refusals import name_of, said
from listbuilder.tui.unit_marks import moves_with
from listbuilder.tui.unit_rows import is_closed
from listbuilder.tui.widgets.unit_pane import UnitPane
from listbuilder.tui.wording import leaders_of


class RowCommands:
    """Counts and options; a line that is no row runs the action that it stands for."""

    def __init__(self, desk: Desk, pane: UnitPane) -> None:
        self._desk = desk
        self._session = desk.session
        self._pane = pane

    def handlers(self) -> Handlers:
        return {
            "row-more": self.more,
            "row-less": self.less,
            "row-clear": self.clear,
            "row-pick": self.pick,
            "row-split": self.split,
            "size-more": partial(self.resize, 1),
            "size-less": partial(self.resize, -1),
        }

    def pick(self) -> None:
        """Picks or toggles the row, opens a choice; runs the action of a line that is no row."""
        row = self._pane.row
        if self._pane.asked:
            self._desk.host.do(self._pane.asked)
        elif self._pane.open_choice():
            return
        elif row is not None and row.kind != "count" and is_closed(row):
            self._desk.tell(self._pane.why_not)
        elif row is not None and row.kind == "pick" and self._pane.close_choice() and row.chosen:
            return  # it stays as it is
        elif row is not None and row.kind == "count":
            self.set_count(row, row.count + 1)
        elif row is not None:
            self._desk.edit(lambda: self._session.pick(self._desk.holder_id, row.key))

    def more(self) -> None:
        row = self._pane.row
        if row is None or (row.kind != "count" and not row.chosen):
            self.pick()
        elif row.kind == "count":
            self.set_count(row, row.count + 1)

    def less(self) -> None:
        row = self._pane.row
        if row is not None and row.chosen and row.kind != "pick":
            self.set_count(row, row.count - 1)

    def clear(self) -> None:
        """Takes back what the line under the cursor says: as few of it as the data allow, or no mark or declaration."""
        row, unit = self._pane.row, self._desk.unit
        clearing = self._clearing.get(self._pane.asked)
        if row is not None and row.kind == "count":
            self.set_count(row, 0)
        elif row is not None and row.chosen:
            steps = self._session.steps
            self._desk.edit(lambda: self._session.pick(self._desk.holder_id, row.key))
            if self._session.steps == steps:
                self._desk.tell(_("One of these has to be chosen."))
        elif unit is not None and clearing is not None:
            self._desk.edit(lambda: clearing(unit.id))

    @property
    def _clearing(self) -> dict[str, Callable[[str], object]]:
        """What takes back the choice of a line that opens a dialog, by its action."""
        session = self._session
        return {
            "toggle-warlord": lambda unit: session.set_warlord(unit, False),
            "choose-enhancement": lambda unit: session.set_enhancement(unit, ""),
            "attach-leader": self._part,
            "annotate": lambda unit: session.annotate("", unit),
            "embark": lambda unit: session.embark(self._placed(unit), ""),
            "choose-reserves": lambda unit: session.set_reserves(self._placed(unit), ""),
            "toggle-hover": lambda unit: session.set_hover(unit, False),
        }

    def _part(self, unit_id: str) -> None:
        """From the unit that it leads; else from those that lead it, or are parts of it where nobody does."""
        army = self._session.army
        joined = leaders_of(army, unit_id)
        others = [one.id for one in joined if not one.is_part] or [one.id for one in joined]
        for one in [unit_id] if unit_id in army.declarations.attach else others:
            self._session.attach(one, "")

    def _placed(self, unit_id: str) -> str:
        unit = self._session.army.unit(unit_id)
        return moves_with(self._session.army, unit).id if unit is not None else unit_id

    def split(self) -> None:
        row = self._pane.row
        if row is not None and row.split:
            self._desk.edit(lambda: self._session.split(self._desk.holder_id, row.key))
        elif self._pane.has_squads:
            self._pane.take_apart()
        else:
            self._desk.tell(_("There are no models to split off here."))

    def resize(self, models: int) -> None:
        """So many more models in the unit, on the line of its size."""
        line = self._pane.size_line
        if line is None or line.row is None:
            self._desk.tell(_("The size of it cannot be changed."))
            return
        self._pane.point_at(line.id)
        self.set_count(line.row, line.row.count + models)

    def typed(self, key: str, count: int) -> None:
        """A number was typed on the row of that key."""
        row = self._pane.row_of(key)
        if row is not None:
            self.set_count(row, count)

    def set_count(self, row: Row, count: int) -> None:
        """Sets the row's count, or the nearest one that the data allow."""
        low = row.minimum or 0
        high = count if row.maximum is None else row.maximum
        wanted = max(low, min(count, high))
        turned = (wanted - row.count) * (count - row.count) < 0  # one fewer of too few adds none
        against = self._session.said_against(self._desk.holder_id, row, wanted) if wanted > row.count else None
        if against is not None:
            self._desk.tell(said(self._session, against, name_of(self._desk.unit)))
        elif wanted != row.count and not turned:
            self._desk.edit(lambda: self._session.set_count(self._desk.holder_id, row.key, wanted))
        elif count != wanted:
            self._desk.tell(self._pane.why_not if count > row.count else self._pane.why_no_fewer)
