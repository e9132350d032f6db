"""What goes wrong while reading game data."""

from __future__ import annotations


class SourceError(Exception):
    """A source that cannot be read: a message for people, and where. ``line`` and ``column`` count from 1; 0 is unknown."""

    def __init__(self, message: str, path: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = self.path
        if self.line:
            place += f":{self.line}:{self.column}" if self.column else f":{self.line}"
        return f"{place}: {self.message}" if place else self.message
