"""Plain text in columns and paragraphs for terminals, where a Chinese character is two cells wide."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

_WORDS = re.compile(
    r"\s*[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|\s*[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef][，。、；：！？）」』》]*"
)


def cells(text: str) -> int:
    """How many cells of a terminal the text fills."""
    return sum(_cells(char) for char in text)


def _cells(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def plain(text: str) -> str:
    """The text on one line and without control characters, so that it cannot move a terminal's cursor."""
    return "".join(char for char in " ".join(text.split()) if unicodedata.category(char) not in ("Cc", "Cs"))


def pad(text: str, width: int, right: bool = False) -> str:
    """The text filled up to ``width`` cells."""
    space = " " * max(width - cells(text), 0)
    return space + text if right else text + space


def wrap(text: str, width: int, first: str = "", rest: str = "") -> list[str]:
    """The text in lines of at most ``width`` cells, with an indent for the first line and one for the others."""
    lines: list[str] = []
    line, used = first, cells(first)
    empty = True
    for word in _pieces(plain(text), max(width - max(cells(first), cells(rest)), 8)):
        bare = word.lstrip() if empty else word
        if not empty and used + cells(bare) > width:
            lines.append(line)
            line, used, bare = rest, cells(rest), word.lstrip()
        line += bare
        used += cells(bare)
        empty = False
    return [*lines, line]


def _pieces(text: str, longest: int) -> Iterator[str]:
    """Words with the space before them; one longer than a line comes in parts."""
    for match in _WORDS.finditer(text):
        part, used = "", 0
        for char in match[0]:
            if used + _cells(char) > longest:
                yield part
                part, used = "", 0
            part += char
            used += _cells(char)
        yield part


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = (), indent: str = "  ") -> list[str]:
    """Rows with their columns aligned; ``right``: columns that are aligned at their right edge."""
    clean = [[plain(value) for value in row] for row in rows]
    widths = [max(cells(row[index]) for row in clean) for index in range(len(clean[0]))] if clean else []
    ends = set(right)
    return [
        (indent + "  ".join(pad(value, widths[index], index in ends) for index, value in enumerate(row))).rstrip()
        for row in clean
    ]
