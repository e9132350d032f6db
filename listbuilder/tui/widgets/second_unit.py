"""A unit that is kept in view beside the one under the cursor."""

from __future__ import annotations

from listbuilder.session import Session
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.sheet_pane import SheetPane
from listbuilder.tui.wording import bare_price, literal


class SecondUnit(SheetPane):
    """Its sheet, to read, as the list is now; empty once the unit is gone."""

    def __init__(self, session: Session, unit_id: str) -> None:
        super().__init__(id="second")
        self._session = session
        self.unit_id = unit_id

    def on_mount(self) -> None:
        self._session.listeners.append(self._changed)
        self.show_again()

    def on_unmount(self) -> None:
        if self._changed in self._session.listeners:
            self._session.listeners.remove(self._changed)

    def _changed(self, _session: Session) -> None:
        self.show_again()

    def show_again(self) -> None:
        """The list or the language has changed."""
        army, unit = self._session.army, self._session.unit(self.unit_id)
        self.show(army, unit)
        self.border_title = literal(told_name(army, unit)) if unit is not None else ""
        self.border_subtitle = literal(bare_price(army, unit.points)) if unit is not None else ""
