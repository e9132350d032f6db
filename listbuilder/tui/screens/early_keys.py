"""Keys that come while data are being read: they belong to what is shown next."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from textual import events
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.timer import Timer

from listbuilder.tui.later import later

PATIENCE = 0.3  # seconds of reading before anything says so
KEPT = {"enter", "space", "backspace", "up", "down", "home", "end", "pageup", "pagedown"}  # besides what is typed
BOX = "#wizard"  # what is covered while data are read
ROUNDS = 5  # a key may send a message to where it came from, which sends another one
LOST = 2.0  # seconds after which a widget that was to answer is taken to be gone


class Keeping:
    """A screen that keeps keys; the app asks it before a key goes to the focus."""

    def keeps(self, key: events.Key) -> bool:
        """Whether it has taken the key."""
        raise NotImplementedError


class EarlyKeys:
    """Takes the focus away while data are read, so that the keys come to the screen, and plays them one after the other."""

    def __init__(self, screen: Screen[Any]) -> None:
        self._screen = screen
        self._keys: deque[events.Key] = deque()
        self._timer: Timer | None = None
        self.holds = False

    def hold(self) -> None:
        """Data are read from now on."""
        self.holds = True
        self._screen.set_focus(None)
        if self._timer is None:
            self._timer = later(self._screen, PATIENCE, self._cover)

    def _cover(self) -> None:
        self._screen.query_one(BOX).loading = self.holds

    def keep(self, key: events.Key) -> bool:
        """Whether the key waits: while data are read, and behind those that still do."""
        if not (self.holds or self._keys) or not (key.is_printable or key.key in KEPT):
            return False
        again = events.Key(key.key, key.character)
        again.set_sender(self._screen.app)  # as for those of the terminal: a key goes no further up than who sent it
        self._keys.append(again)
        return True

    def release(self) -> None:
        """Something is shown: it gets the keys. Where one of them begins to read again, the others wait anew."""
        self._stop()
        if self._keys:
            self._screen.run_worker(self._play(), group="early", exclusive=True)

    async def _play(self) -> None:
        while self._keys and not self.holds:
            target = self._screen.app.focused or self._screen
            target._forward_event(self._keys.popleft())
            for _ in range(ROUNDS):
                await self._heard(target)

    @staticmethod
    async def _heard(pump: MessagePump) -> None:
        """When all that waits on the way from there to the app has been done."""
        heard = asyncio.get_running_loop().create_future()

        def ask(one: MessagePump | None) -> None:
            while one is not None and not one.call_later(ask, one._parent):
                one = one._parent  # this one is being closed
            if one is None and not heard.done():
                heard.set_result(None)

        ask(pump)
        await asyncio.wait([heard], timeout=LOST)

    def hand_over(self) -> None:
        """The screen is left: what follows it gets the keys."""
        keys, self._keys = self._keys, deque()
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
