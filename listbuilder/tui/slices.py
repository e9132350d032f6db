"""Work that is done between keys, a few milliseconds at a time."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from textual.timer import Timer
from textual.widget import Widget

from listbuilder.tui.later import later

SLICE = 0.008  # seconds that are worked before keys are looked at again
BREATH = 0.004  # seconds between two slices
COVERED = 0.2  # seconds until it is looked again whether another screen, which may read the session, is gone


class Slices:
    """``work`` gets the time until which it may begin something more, and returns whether anything is left to do."""

    def __init__(self, host: Widget, work: Callable[[float], bool]) -> None:
        self._host = host
        self._work = work
        self._timer: Timer | None = None

    @property
    def is_working(self) -> bool:
        """Whether something is still to be worked out."""
        return self._timer is not None

    def soon(self, seconds: float = BREATH) -> None:
        """The work begins or goes on after so many seconds."""
        self.stop()
        self._timer = later(self._host, seconds, self._do)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def _do(self) -> None:
        """One slice. Keys go before the next one."""
        self._timer = None
        if self._host.app.screen is not self._host.screen:
            self.soon(COVERED)
        elif self._work(perf_counter() + SLICE):
            self.soon()
