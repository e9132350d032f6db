"""Text for terminals: colours, widths, padding, clipping, wrapping and tables. A Chinese character is two columns wide.

Widths come from `wcwidth`. Lines are broken behind spaces and between Chinese characters, but never before closing or after
opening punctuation.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from listbuilder.expressions import expression

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
CONTROL = expression(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]"
)
_UNPAINTED = expression(rf"(?!\x1b\[[0-9;]*m){CONTROL.pattern}")  # all but colours, which this program writes itself
COMMAND = expression(
    r"^(?=[^\S\n]*::)|(?<=##)(?=\w{0,20}\[)", re.MULTILINE
)  # what CI services obey in what a step says
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_OPENING = "（「『《【〈〔［｛“‘"
_CLOSING = "，。、；：！？）」』》】〉〕］｝”’…,.;:!?)\\]}"
# what stays on one line: a Chinese character or a word, with the punctuation around it and the spaces behind it
_GROUPED = expression(r"(?<=\d)\u00a0(?=\d)")  # the space between digits of one number
_PIECE = expression(rf"[{_OPENING}]*(?:(?:[^\s{_WIDE}]|{_GROUPED.pattern})+|[{_WIDE}])?[{_CLOSING}]*\s*")
# printable characters of one column each: most texts, also in Russian, have no others
_NARROW = expression(
    r"[ -~\u00a1-\u00ac\u00ae-\u02ff\u0400-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]*"
)
# what makes one picture of several signs, or a wide one of a narrow one, in some terminals only: columns behind it move there.
# A joiner between letters, which writes them otherwise in some scripts, stays
_MERGING = expression(
    r"(?<=[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff])\u200d|[\ufe0e\ufe0f\u20e3]|[\U0001f3fb-\U0001f3ff]"
)
_NARROWEST = 8  # columns that are left for text, however deep it is indented


class Terminal(NamedTuple):
    """Where text is shown: with colours or without, and how many columns wide (0: not a terminal, never clip or wrap)."""

    colour: bool = False
    width: int = 0

    def paint(self, text: str, what: str) -> str:
        """The text in the colour of a severity, a verdict or a part of the page."""
        return f"\x1b[{_CODES[what]}m{text}\x1b[0m" if self.colour and text else text


PLAIN = Terminal()


def clean(text: str) -> str:
    """The text without characters that would control the terminal or reorder the line, and without commands to CI services:
    others' files are not trusted."""
    return shielded(text if text.isprintable() else CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))


def shielded(text: str) -> str:
    """A painted page such that nothing but colours controls the terminal, and no line is a command to a CI service, as
    ``::error::``, ``##[error]`` and ``##vso[task.complete]`` are."""
    if not text.replace(
        "\n", ""
    ).isprintable():  # as few texts are: compiling the expression takes longer than using it
        text = _UNPAINTED.sub("\N{REPLACEMENT CHARACTER}", text)
    return COMMAND.sub("\N{REPLACEMENT CHARACTER}", text) if "::" in text or "##" in text else text


def one_line(text: str) -> str:
    """The text on one line, without control characters, each sign as wide as all terminals show it."""
    return clean(" ".join((text if text.isascii() else _MERGING.sub("", text)).split()))


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    if _NARROW.fullmatch(text):
        return len(text)
    import wcwidth  # its tables take a while, and most texts need none

    return wcwidth.width(text, control_codes="ignore")


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text with spaces up to that many columns: behind it, or before it (``right``)."""
    space = " " * (width - columns(text))
    return space + text if right else text + space


def clip(text: str, width: int) -> str:
    """The text, cut to that many columns; an ellipsis shows where something is missing."""
    if columns(text) <= width:
        return text
    return _head(text, width - 1) + "\N{HORIZONTAL ELLIPSIS}" if width > 0 else ""


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most that many columns; ``first`` indents the first line, ``rest`` the others. A word longer
    than a line is cut. A width of 0 leaves the text as it is."""
    if not width:
        return [first + text]
    is_named = bool(first.strip())  # what does not fit behind that stands below it
    longest = max(width - (columns(rest) if is_named else max(columns(first), columns(rest))), _NARROWEST)
    lines, line, empty = [], first, not is_named
    whole = "\u00a0".join(map(one_line, _GROUPED.split(text))) if "\u00a0" in text else one_line(text)
    for piece in _pieces(whole, longest):
        if not empty and columns(line + piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = rest
        line += piece
        empty = False
    return [*lines, line.rstrip()]


def packed_lines(parts: Iterable[str], width: int, rest: str = "") -> list[str]:
    """Parts beside one another in lines of at most that many columns: each whole where a line is long enough for it, else with
    its further lines indented by ``rest``."""
    lines: list[str] = []
    for part in parts:
        if lines and columns(lines[-1]) + columns(part) + 3 <= width:
            lines[-1] += f" · {part}"
        else:
            lines += wrap(part, width, "", rest)
    return lines


def _pieces(text: str, longest: int) -> Iterator[str]:
    for match in _PIECE.finditer(text):
        piece = match[0]
        while columns(piece.rstrip()) > longest:
            head = _head(piece, longest)
            yield head
            piece = piece[len(head) :]
        if piece:
            yield piece


def _head(text: str, width: int) -> str:
    """As much of the text as that many columns hold."""
    if _NARROW.fullmatch(text):
        return text[:width]
    import wcwidth

    kept, used = 0, 0
    for grapheme in wcwidth.iter_graphemes(text):
        used += columns(grapheme)
        if used > width:
            break
        kept += len(grapheme)
    return text[:kept]


def table(rows: Iterable[Sequence[str]], indent: str = "", right: Collection[int] = ()) -> str:
    """The rows as lines; every column is as wide as its widest cell, those in ``right`` are aligned at the right."""
    cells = [[one_line(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    widths = [max(columns(row[number]) for row in cells if number < len(row)) for number in range(max(map(len, cells)))]
    lines = (
        indent + "  ".join(pad(cell, widths[number], right=number in right) for number, cell in enumerate(row))
        for row in cells
    )
    return "".join(line.rstrip() + "\n" for line in lines)
