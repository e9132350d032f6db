"""What goes wrong while reading game data."""

from __future__ import annotations

from listbuilder.errors import InputError
from listbuilder.i18n import Text


class SourceError(InputError):
    """A source that cannot be read: a message for people, and where. ``line`` and ``column`` count from 1; 0 is unknown."""

    def __init__(self, message: Text | str, path: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message, path, line, column)
        self.text = message
        self.path = path
        self.line = line
        self.column = column

    @property
    def message(self) -> str:
        """The message alone, in the language in use."""
        return str(self.text)
