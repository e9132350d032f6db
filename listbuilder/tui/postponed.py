"""What several steps ask for and is done once, after the last of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Postponed:
    """Does something when it is asked for; while it is `held`, once at the end of that."""

    def __init__(self, do: Callable[[], None]) -> None:
        self._do = do
        self._holders = 0
        self._is_due = False

    def ask(self) -> None:
        self._is_due = True
        self._settle()

    @contextmanager
    def held(self) -> Iterator[None]:
        self._holders += 1
        try:
            yield
        finally:
            self._holders -= 1
            self._settle()

    def _settle(self) -> None:
        if self._is_due and not self._holders:
            self._is_due = False
            self._do()
