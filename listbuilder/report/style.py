"""Colours, and the widths of text on a terminal."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

_CODES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "unjudged": "1;35",
    "illegal": "1;31",
    "legal": "1;32",
    "bold": "1",
    "dim": "2",
    "frame": "1;34",
}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Style(NamedTuple):
    """How text goes out: with colours or without, and how wide the terminal is (0: not a terminal, never cut or wrap)."""

    colour: bool = False
    width: int = 0

    def paint(self, text: str, what: str) -> str:
        """The text in the colour of a severity, a verdict or a part of the page."""
        return f"\x1b[{_CODES[what]}m{text}\x1b[0m" if self.colour and text else text


PLAIN = Style()


def clean(text: str) -> str:
    """The text without characters that would steer the terminal or reorder the line; others' files are not trusted."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def columns(text: str) -> int:
    """How many columns the text takes on a terminal."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def pad(text: str, width: int) -> str:
    """The text, filled with spaces up to that many columns."""
    return text + " " * (width - columns(text))


def clip(text: str, width: int) -> str:
    """The text, cut to that many columns."""
    if columns(text) <= width:
        return text
    used, kept = 1, ""
    for char in text:
        used += _columns_of(char)
        if used > width:
            break
        kept += char
    return kept + "\N{HORIZONTAL ELLIPSIS}"


def wrap(text: str, width: int, indent: str = "") -> str:
    """The text on lines of at most that many columns; lines after the first are indented. A width of 0 leaves it alone."""
    if not width:
        return text
    lines: list[str] = []
    line = ""
    for word in _pieces(text):
        lead = indent if lines else ""
        if line.strip() and columns(lead + line + word.rstrip()) > width:
            lines.append((lead + line).rstrip())
            line = word.lstrip()
        else:
            line += word
    lines.append((indent if lines else "") + line)
    return "\n".join(lines)


def _columns_of(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def _pieces(text: str) -> Iterator[str]:
    """Where a line may be broken: behind spaces, and between the wide characters of Chinese."""
    word = ""
    for char in text:
        wide = _columns_of(char) == 2
        if wide and word and not unicodedata.category(char).startswith("P"):
            yield word
            word = ""
        word += char
        if char == " ":
            yield word
            word = ""
    if word:
        yield word
