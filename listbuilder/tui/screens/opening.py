"""What stands on the screen while the list that the program was started with is read: nothing, unless that takes a while."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.terminal import one_line
from listbuilder.tui.actions import BY_ID
from listbuilder.tui.later import later
from listbuilder.tui.screens.unpainted import Unpainted

SLOW = 0.4  # seconds after which it is said what takes so long


class Opening(Unpainted):
    """Keeps the keys that are pressed before the list is there."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._keys: list[events.Key] = []

    def on_mount(self) -> None:
        later(self, SLOW, self._say)

    async def _say(self) -> None:
        if self.is_current:
            await self.mount(Static(f"{_('Reading …')} {one_line(self._path.name)}", markup=False))
            self.paint()

    def on_key(self, event: events.Key) -> None:
        if not self.is_current or (not self._keys and event.key in BY_ID["leave"].keys.split(",")):
            return
        self._keys.append(event)
        event.stop()
        event.prevent_default()

    def kept(self) -> tuple[events.Key, ...]:
        """The keys that were pressed until now; they are forgotten here."""
        keys, self._keys = tuple(self._keys), []
        return keys
