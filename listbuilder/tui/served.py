"""A builder that is served to a browser ends when its server is gone, however that one ended."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.driver import Driver

_OF_SERVERS = "WebDriver"  # Textual's, which is not imported elsewhere


def leaving(driver: type[Driver]) -> type[Driver]:
    """The driver, where it talks to a server, noticing that this is gone: one that was killed says nothing, and reading comes to
    an end in a thread of its own."""
    if driver.__name__ != _OF_SERVERS:
        return driver

    class ServedDriver(driver):  # type: ignore[valid-type, misc]
        _write: Callable[[bytes], object]

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self._write = partial(_unless_gone, self._write)

        @property
        def is_gone(self) -> bool:
            thread = self._key_thread
            return thread.ident is not None and not thread.is_alive()

    return ServedDriver


def _unless_gone(write: Callable[[bytes], object], data: bytes) -> None:
    with contextlib.suppress(BrokenPipeError):
        write(data)
