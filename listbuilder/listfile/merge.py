"""Applies a change between two machine-made texts to the text a person wrote, line by line, touching nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

Blocks = Sequence[tuple[str, int, int, int, int]]


def merged(own: str, before: str, after: str) -> str:
    """The user's own text with the difference between ``before`` and ``after``.

    ``before`` is the own text as the machine writes it: the same values, but perhaps laid out otherwise. Where the layouts
    cannot be compared line for line, a change takes the machine's lines for the whole passage.
    """
    own_lines, before_lines, after_lines = (text.splitlines(keepends=True) for text in (own, before, after))
    layout = SequenceMatcher(None, before_lines, own_lines, autojunk=False).get_opcodes()
    changes = SequenceMatcher(None, before_lines, after_lines, autojunk=False).get_opcodes()
    out: list[str] = []
    done = 0  # lines of the own text already dealt with
    reached = 0  # lines of ``before`` already dealt with
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
    """Comments in the user's lines that the machine cannot keep where they are, as lines of their own."""
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
    """A changed range of ``before``, grown until it cuts through no passage that is laid out otherwise and no change."""
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
    """The lines of the own text that stand for a range of ``before``; for an empty one, where its lines would stand."""
    if start == end:
        line = _line(layout, start, at_end=start > 0)
        return line, line
    return _line(layout, start, at_end=False), _line(layout, end, at_end=True)


def _after(changes: Blocks, line: int, *, at_end: bool) -> int:
    """The line of ``after`` that a line of ``before`` became, at the edge of a change."""
    for kind, low, high, new_low, new_high in changes:
        if kind != "equal" and (line == high if at_end else line == low):
            return new_high if at_end else new_low
        if kind == "equal" and low <= line <= high:
            inserted = any(other != "equal" and first == last == line for other, first, last, _, _ in changes)
            if not (inserted and line == high and at_end):
                return new_low + line - low
    return changes[-1][4] if changes else 0


def _line(blocks: Blocks, line: int, *, at_end: bool) -> int:
    """The line of the second text that stands where this line of the first does; ``at_end``: where the line before ends."""
    for _, low, high, other_low, other_high in blocks:
        if at_end and line == high and low < high:
            return other_high
        if low <= line < high:
            return other_low + min(line - low, other_high - other_low)
    return blocks[-1][4] if blocks else 0
