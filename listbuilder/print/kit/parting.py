"""Parts blocks that are taller than the room for them: between blocks, rows and lines, never within one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import EMPTY, Beside, Block, Padded, Prose, Stack
from listbuilder.print.kit.grid import Grid
from listbuilder.print.kit.typeset import Line
from listbuilder.replacing import replace

_LEAST_LINES = 2  # of a paragraph that stand together at the end and the beginning of a page
_CLOSE = 0.01
Parts = tuple[Block | None, Block | None]


def parted(block: Block, width: float, room: float) -> Parts:
    """The part of the block that fits into ``room`` points of height, None where nothing does, and the rest, None where all
    fits."""
    if block.height(width) <= room + _CLOSE:
        return block, None
    if isinstance(block, Grid):
        return block.split(width, room)
    if isinstance(block, Stack):
        return _stack(block, width, room)
    if isinstance(block, Padded):
        return _padded(block, width, room)
    if isinstance(block, Beside):
        return _beside(block, width, room)
    if isinstance(block, Prose):
        return _prose(block, width, room)
    return None, block


def _stack(stack: Stack, width: float, room: float) -> Parts:
    used = 0.0
    for index, block in enumerate(stack.blocks):
        height = block.height(width)
        if used + height <= room + _CLOSE:
            used += height
            continue
        first, rest = parted(block, width, room - used)
        before = [*stack.blocks[:index], *([first] if first is not None else [])]
        after = [*([rest] if rest is not None else []), *stack.blocks[index + 1 :]]
        return (Stack(before) if before and used + (0 if first is None else 1) else None), Stack(after)
    return stack, None


def _padded(padded: Padded, width: float, room: float) -> Parts:
    inner = width - padded.left - padded.right
    first, rest = parted(padded.block, inner, room - padded.top - padded.bottom)
    if first is None or rest is None:
        return None, padded
    return replace(padded, block=first), replace(padded, block=rest)


def _beside(beside: Beside, width: float, room: float) -> Parts:
    parts = [parted(block, part, room) for block, part in zip(beside.blocks, beside.column_widths(width), strict=True)]
    if any(first is None for first, _rest in parts):
        return None, beside
    firsts = [first or EMPTY for first, _rest in parts]
    rests = [rest or EMPTY for _first, rest in parts]
    return replace(beside, blocks=firsts, middle=False), replace(beside, blocks=rests, middle=False)


def _prose(prose: Prose, width: float, room: float) -> Parts:
    lines = prose.lines(width)
    heights = [prose.line_height(line) for line in lines]
    count, used = 0, 0.0
    while count < len(lines) and used + heights[count] <= room + _CLOSE:
        used += heights[count]
        count += 1
    count = min(count, len(lines) - _LEAST_LINES)
    if count < _LEAST_LINES:
        return None, prose
    return _Lines(prose, lines[:count]), _Lines(prose, lines[count:])


@dataclass(frozen=True, slots=True)
class _Lines:
    """Some lines of a text, as they were broken."""

    prose: Prose
    lines: Sequence[Line]

    def height(self, width: float) -> float:
        return sum(map(self.prose.line_height, self.lines))

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        self.prose.draw_lines(canvas, x, top, width, self.lines)
