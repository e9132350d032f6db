"""What is done a while later."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer


def later(pump: MessagePump, seconds: float, do: Callable[[], object]) -> Timer:
    """Has a widget, screen or app do something after so many seconds, once, unless it is closed by then or what is returned is
    stopped.

    `set_timer` alone skips what could not be done in time: when a busy machine keeps the process waiting at the wrong moment
    for longer than those seconds, an autosave or a price that waits for it would never come.
    """
    timer = pump.set_timer(seconds, do)
    timer._skip = False  # it begins to run only after this
    return timer
