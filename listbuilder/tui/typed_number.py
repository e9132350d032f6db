"""A number that is typed on a line, digit by digit, before it is set."""

from __future__ import annotations


class TypedNumber:
    """``digits``: those typed so far on the line of the id ``line``."""

    def __init__(self) -> None:
        self.digits = ""
        self.line = ""

    def type(self, digit: str, line: str, most: int | None) -> bool:
        """Takes a digit; on another line than before a new number begins. Whether no further digit could follow, because the
        number is none or would be more than ``most``."""
        self.digits = (self.digits if self.line == line else "") + digit
        self.line = line
        number = int(self.digits)
        return number == 0 or (most is not None and number * 10 > most)

    def shorten(self) -> None:
        """Takes the last digit back."""
        self.digits = self.digits[:-1]

    def take(self) -> str:
        """The digits, which are forgotten; empty where none were typed."""
        digits, self.digits = self.digits, ""
        return digits

    def on(self, line: str) -> str:
        """The digits typed on a line."""
        return self.digits if self.line == line else ""
