"""Lines of a battle on which something is counted: what it is, the signs for one fewer and one more, how much of how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from listbuilder.i18n import _
from listbuilder.terminal import columns, pad, wrap
from listbuilder.tui.widgets.battle_pane import stepper
from listbuilder.tui.widgets.list_pane import ListLine

NOTED_FROM = 50  # cells of a line from which on there is room for a note beside a count
MIN_TITLE = 16  # cells of what is counted
BELOW = "    "  # before what goes on below a row


class Told(NamedTuple):
    """A row, and the same with the whole text that it has a part of."""

    line: ListLine
    whole: ListLine | None = None


class Count(NamedTuple):
    """A line on which something is counted: the id of its row, what it is, how much of how much is left, and a remark."""

    row: str
    title: str
    left: int
    whole: int
    style: str = "bold"
    note: Content = Content()


def counted_lines(counts: Sequence[Count], width: int) -> Iterator[Told]:
    """The lines with their figures in one column; a note stands below where there is no room for it, and the figures stand
    below a name that there is none for."""
    wholes = [_("of {n}").format(n=one.whole) for one in counts]
    right = max(map(columns, wholes)) + stepper(0).cell_length + 1
    beside = max(one.note.cell_length for one in counts)
    is_wide, longest = width >= NOTED_FROM, max(columns(one.title) for one in counts)
    room = width - right - (beside + 2 if beside and is_wide else 0)
    start = max(MIN_TITLE, min(max(longest + 1, width * 11 // 20 - 8), room)) if is_wide else room
    for one, whole in zip(counts, wholes, strict=True):
        name = Content(one.title).truncate(max(4, start - 1), ellipsis=True)
        gap = " " * max(1, start - name.cell_length)
        figures = Content.assemble(stepper(one.left, one.style), " ", (whole, "$dim"))
        if one.note:
            blank = " " * (right - figures.cell_length + 2) if is_wide else "\n"
            figures = Content.assemble(figures, blank, one.note)
        line = ListLine(one.row, Content.assemble(name, gap, figures))
        if columns(one.title) < start:
            yield Told(line)
            continue
        indent = one.title[: len(one.title) - len(one.title.lstrip())]
        names = wrap(one.title, width, indent, BELOW)
        last = pad(names.pop() if columns(names[-1]) < start else "", start)
        yield Told(line, ListLine(one.row, Content.assemble(*(f"{text}\n" for text in names), last, figures)))
