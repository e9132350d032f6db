"""Signals that end the program, as exceptions: what it started is ended and what it left half done is removed."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType

from listbuilder.errors import Stopped

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextlib.contextmanager
def noticed(before: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Raises `Stopped` at a signal, after doing what has to be done first. Other threads than the main one notice none."""

    def stop(number: int, _frame: FrameType | None) -> None:
        before()
        raise Stopped(number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    known = {number: signal.getsignal(number) for number in SIGNALS}
    own = [number for number, handler in known.items() if handler is signal.SIG_DFL]  # not where nohup ignores it
    for number in own:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number in own:
            signal.signal(number, known[number])
