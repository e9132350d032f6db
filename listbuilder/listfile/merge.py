"""Applies the change between two generated texts to the text that a person wrote, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

Blocks = Sequence[tuple[str, int, int, int, int]]


def merged(own: str, before: str, after: str) -> str:
    """The user's text with the difference between ``before`` and ``after``.

    ``before`` is the user's text as ruamel writes it: the same values, perhaps in another layout. Where the layouts differ in
    their lines, a change takes ruamel's lines for the whole passage.
    """
    own_lines, before_lines, after_lines = (text.splitlines(keepends=True) for text in (own, before, after))
    layout = SequenceMatcher(None, before_lines, own_lines, autojunk=False).get_opcodes()
    changes = SequenceMatcher(None, before_lines, after_lines, autojunk=False).get_opcodes()
    out: list[str] = []
    done = 0  # lines of the user's text that are done
    reached = 0  # lines of ``before`` that are done
    for kind, low, high, _, _ in changes:
        if kind == "equal" or high < reached or (low < reached and high <= reached):
            continue
        start, end = _widened(low, high, layout, changes)
        first, last = _own_range(layout, start, end)
        out += own_lines[done:first]
        kept = _lost_comments(own_lines[first:last], before_lines[start:end])
        new = after_lines[_after(changes, start, at_end=False) : _after(changes, end, at_end=True)]
        if new and out and not out[-1].endswith("\n"):
            out[-1] += "\n"
        out += [*kept, *new] if new else []
        done, reached = max(done, last), max(end, reached)
    return "".join(out + own_lines[done:])


def _lost_comments(own: list[str], before: list[str]) -> list[str]:
    """Comments of the user's lines that the generated text lacks, as separate lines."""
    known = "".join(before)
    indent = own[0][: len(own[0]) - len(own[0].lstrip())] if own else ""
    return [f"{indent}{comment}\n" for line in own if (comment := _comment(line)) and comment not in known]


def _comment(line: str) -> str:
    """The comment at the end of a line."""
    quote = ""
    for place, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"" and (place == 0 or line[place - 1] in " [{,:"):
            quote = char
        elif char == "#" and (place == 0 or line[place - 1].isspace()):
            return line[place:].rstrip()
    return ""


def _widened(start: int, end: int, layout: Blocks, changes: Blocks) -> tuple[int, int]:
    """A changed range of ``before``, extended to whole changes and whole passages of another layout."""
    passages = [(low, high) for kind, low, high, a, b in layout if kind != "equal" and high - low != b - a]
    passages += [(low, high) for kind, low, high, _, _ in changes if kind != "equal"]
    grown = True
    while grown:
        grown = False
        for low, high in passages:
            if start < high and end > low and (low < start or high > end):
                start, end, grown = min(start, low), max(end, high), True
    return start, end


def _own_range(layout: Blocks, start: int, end: int) -> tuple[int, int]:
    """The lines of the user's text for a range of ``before``; for an empty range, the position of its lines."""
    if start == end:
        line = _line(layout, start, at_end=start > 0)
        return line, line
    return _line(layout, start, at_end=False), _line(layout, end, at_end=True)


def _after(changes: Blocks, line: int, *, at_end: bool) -> int:
    """The line of ``after`` that a line of ``before`` became, at the edge of a change."""
    for kind, low, _, new_low, new_high in changes:
        if kind == "insert" and low == line:
            return new_high if at_end else new_low
    return _line(changes, line, at_end=at_end)


def _line(blocks: Blocks, line: int, *, at_end: bool) -> int:
    """The line of the second text for a line of the first; ``at_end``: the end of the line before it."""
    for _, low, high, other_low, other_high in blocks:
        if at_end and line == high and low < high:
            return other_high
        if low <= line < high:
            return other_low + min(line - low, other_high - other_low)
    return blocks[-1][4] if blocks else 0
