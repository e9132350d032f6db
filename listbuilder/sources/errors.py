"""Errors of reading game data."""

from __future__ import annotations

from listbuilder.errors import InputError
from listbuilder.i18n import Text


class SourceError(InputError):
    """Game data that cannot be read: a message for the user, and where. ``line`` and ``column`` count from 1; 0 is unknown."""

    def __init__(self, message: Text, path: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message, path, line, column)
        self.text = message
        self.path = path
        self.line = line
        self.column = column

    @property
    def message(self) -> str:
        """The message alone, in the language in use."""
        return str(self.text)


class NotDataError(SourceError):
    """A file that is neither a game system nor a catalogue."""
