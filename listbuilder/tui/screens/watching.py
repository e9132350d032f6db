"""Folders that other programs may change while a screen shows what is in them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

from textual.screen import Screen
from textual.timer import Timer

from listbuilder.tui.later import later

WATCHED, SELDOM = 3.0, 20  # seconds between two looks whether the folders changed; times what a look takes, at least


class Watch:
    """Looks again and again, while the screen is seen. ``look`` gives what the folders hold now in one number, and runs in a
    thread; ``changed`` is called when it is another one."""

    def __init__(self, screen: Screen[None], look: Callable[[], int], changed: Callable[[], object]) -> None:
        self._screen, self._look, self._changed = screen, look, changed
        self._timer: Timer | None = None
        self._known: int | None = None

    def begin(self, took: float = 0.0) -> None:
        """Looks after a while, the longer the more there is in the folders; ``took``: seconds of the last look."""
        if self._timer is not None:
            self._timer.stop()
        self._timer = later(self._screen, max(WATCHED, took * SELDOM), self._again)

    async def see(self) -> None:
        """What the folders hold now is known."""
        self._known = await asyncio.to_thread(self._look)

    def _again(self) -> None:
        self._screen.run_worker(self._compare(), exclusive=True, group="watch")

    async def _compare(self) -> None:
        if self._screen.app.screen is not self._screen:
            return
        began = perf_counter()
        found = await asyncio.to_thread(self._look)
        if self._known not in (None, found):
            self._changed()
        self._known = found
        self.begin(perf_counter() - began)
