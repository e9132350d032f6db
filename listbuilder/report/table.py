"""Columns of plain text, by the width that the characters take on a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.report.style import clean, columns, pad


def table(rows: Iterable[Sequence[str]], indent: str = "", gap: str = "  ") -> str:
    """The rows as lines; every column as wide as its widest cell."""
    cells = [[clean(cell) for cell in row] for row in rows]
    if not cells:
        return ""
    widths = [max(columns(row[number]) for row in cells if number < len(row)) for number in range(max(map(len, cells)))]
    lines = (indent + gap.join(pad(cell, widths[number]) for number, cell in enumerate(row)) for row in cells)
    return "".join(line.rstrip() + "\n" for line in lines)
