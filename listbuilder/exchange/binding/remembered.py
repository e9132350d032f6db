"""What binding worked out before: units that state the same mean the same, in one list and in the next."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from listbuilder.catalogue.library import Library

Result = TypeVar("Result")
MOST = 20_000  # results that are kept per library


class _Remembered:
    """Results by everything that they follow from."""

    def __init__(self, _library: Library) -> None:
        self.by_key: dict[Hashable, Any] = {}


def remembered(library: Library, key: Hashable, work: Callable[[], Result]) -> Result:
    """The result of some work over a library, which is done once per key. Nobody may change the result."""
    known = library.kept(_Remembered).by_key
    if key not in known:
        if len(known) >= MOST:
            known.clear()
        known[key] = work()
    result: Result = known[key]
    return result
