"""Keys that come while data are being read: they belong to what is shown next."""

from __future__ import annotations

from typing import Any

from textual import events
from textual.screen import Screen
from textual.timer import Timer

PATIENCE = 0.3  # seconds of reading before anything says so
KEPT = {"enter", "space", "backspace", "up", "down", "home", "end", "pageup", "pagedown"}  # besides what is typed
BOX = "#wizard"  # what is covered while data are read


class EarlyKeys:
    """Takes the focus away while data are read, so that the keys come to the screen, and sends them again."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._keys: list[events.Key] = []
        self._timer: Timer | None = None
        self.holds = False

    def hold(self) -> None:
        self.holds = True
        self._screen.set_focus(None)
        if self._timer is None:
            self._timer = self._screen.set_timer(PATIENCE, self._cover)

    def _cover(self) -> None:
        self._screen.query_one(BOX).loading = self.holds

    def keep(self, key: events.Key) -> bool:
        """Whether the key waits."""
        if not self.holds or not (key.is_printable or key.key in KEPT):
            return False
        again = events.Key(key.key, key.character)
        again.set_sender(self._screen.app)  # as for those of the terminal: a key goes no further up than who sent it
        self._keys.append(again)
        return True

    def release(self) -> None:
        """The keys in their order, to what has the focus now. Where one of them begins to read again, the others wait anew."""
        keys, self._keys = self._keys, []
        self._stop()
        for key in keys:
            self._screen.app.post_message(key)

    def forget(self) -> None:
        self._keys.clear()
        self._stop()

    def _stop(self) -> None:
        self.holds = False
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._screen.query_one(BOX).loading = False
