"""Where the values of a made record stand in the text that it was made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

Facts = dict[str, Any]


class Mark(NamedTuple):
    """Where a value stands, counted from 0, as YAML's marks do."""

    line: int
    column: int = 0


class Marks:
    """The lines of the values that are made here, by the identity of their containers."""

    def __init__(self) -> None:
        self.found: dict[int, Any] = {}

    def set(self, container: Facts | list[Any], line: int) -> None:
        """Says that a container and all it holds stand in that line."""
        mark = Mark(max(0, line - 1))
        pair = (mark, mark)
        if isinstance(container, list):
            self.found[id(container)] = [mark] * len(container)
        else:
            self.found[id(container)] = dict.fromkeys(container, pair)

    def set_key(self, container: Facts, key: str, line: int) -> None:
        """Says that one value of a container stands in another line."""
        mark = Mark(max(0, line - 1))
        self.found[id(container)][key] = (mark, mark)

    def lines(self, container: list[Any], lines: Iterable[int]) -> None:
        """Says in which lines the items of a list stand."""
        self.found[id(container)] = [Mark(max(0, line - 1)) for line in lines]
