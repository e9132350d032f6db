"""Where the cursor goes by keys: to the unit, to the settings of the army, after the prefix; and the order of the units."""

from __future__ import annotations

from collections.abc import Callable

from listbuilder.i18n import _
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.prefix import Prefix
from listbuilder.tui.screens.room import Room
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.army_pane import SETTINGS, ArmyPane, role_order


class GoingCommands:
    """``army``: the pane whose cursor it is; ``stay``: has it stay there when what covers the unit is left."""

    def __init__(self, desk: Desk, room: Room, settings: Settings, army: ArmyPane, stay: Callable[[], object]) -> None:
        self._desk, self._room, self._settings, self._army = desk, room, settings, army
        self._stay = stay

    def handlers(self) -> Handlers:
        return {
            "edit-unit": self.edit_unit,
            "go": self.go,
            "next-order": self.next_order,
            "settings": self.edit_settings,
        }

    def edit_unit(self) -> None:
        if self._desk.force_id or self._desk.need_unit() is not None:
            self._stay()
            self._room.focus("unit")

    async def go(self) -> None:
        """After the prefix: to what the second key means."""
        chosen = await self._desk.ask(Prefix(self._desk.vocabulary))
        if chosen:
            self._desk.host.do(chosen)

    def edit_settings(self) -> None:
        """To the settings of the first army."""
        force = next((line.id for line in self._desk.session.forces.lines() if not line.depth), "")
        if not force:
            self._desk.tell(_("The army has no settings."))
            return
        self._desk.host.select_unit(force + SETTINGS)
        self._room.focus("unit")

    def next_order(self) -> None:
        self._army.order = self._settings.order = self._army.order.next
        self._settings.save()
        self._army.show(role_order(self._desk.session.army))
