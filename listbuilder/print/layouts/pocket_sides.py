"""How the parts of a pocket card go on its sides: weapons below their heads, modes with their weapon, texts parted where that
saves a card."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import groupby

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import Block, Gap
from listbuilder.print.kit.icons import IconName
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.parting import parted
from listbuilder.print.kit.tags import tagged
from listbuilder.print.layouts.pocket_parts import WeaponHead, WeaponRow, high
from listbuilder.replacing import replace

SAFE = 3 * mm  # a home cutter misses by a millimetre: nothing stands nearer to a cut
APART = 0.8 * mm  # between the parts of a card
LEAST_PARTS = (14 * mm, 8 * mm)  # of a side that the beginning of a text goes on; less only where that saves a card
_CLOSE = 0.01


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: ``top`` and what follows it, and ``foot`` at its lower edge."""

    top: Sequence[Block]
    body: Sequence[Block]
    foot: Block | None = None
    title: str = ""  # in the outline, of the first side of a unit

    def draw(self, canvas: Canvas, x: float, top: float, width: float, height: float) -> None:
        """Draws it within a card of this size."""
        inner, y = width - 2 * SAFE, top - SAFE
        for is_table, blocks in groupby((*self.top, *self.body), lambda one: isinstance(one, WeaponHead | WeaponRow)):
            with tagged(canvas, "Table") if is_table else nullcontext():
                for block in blocks:
                    block.draw(canvas, x + SAFE, y, inner)
                    y -= block.height(inner)
        if self.foot is not None:
            self.foot.draw(canvas, x + SAFE, top - height + SAFE + self.foot.height(inner), inner)


Card = tuple[Face, Face | None]  # its front, and its back where something stands on it


@dataclass(frozen=True, slots=True)
class Room:
    """The inner size of a side, and what stands at its top: on the first side, and on those that go on."""

    width: float
    height: float
    first: Sequence[Block]
    again: Sequence[Block]

    def faces(self, blocks: Sequence[Block], foot: Block, title: str, least: float) -> list[Face]:
        """As many sides as the blocks fill, in their order; ``foot`` is on the first. ``least``: so much of a side the beginning
        of a text needs."""
        faces: list[Face] = []
        rest = [*blocks]
        empty = self.height - high(self.again, self.width)
        head: WeaponHead | None = None
        icon: IconName | None = None
        while rest or not faces:
            above = self.again if faces else self.first
            room = self.height - high(above, self.width) - (0.0 if faces else foot.height(self.width))
            rest = _headed(rest, head, icon)
            taken, rest = self._fitting(rest, room, empty, least)
            for block in taken:
                head = block if isinstance(block, WeaponHead) else head
                icon = (block.icon or icon) if isinstance(block, WeaponRow) else icon
            faces.append(Face(above, taken, None if faces else foot, "" if faces else title))
            while rest and isinstance(rest[0], Gap):
                rest = rest[1:]
        return faces

    def _fitting(self, blocks: list[Block], room: float, empty: float, least: float) -> tuple[list[Block], list[Block]]:
        """The blocks that fit, and the rest. One that is taller than an ``empty`` side is parted, and a text where there is
        room."""
        used = 0.0
        for index, block in enumerate(blocks):
            tall = block.height(self.width)
            if used + tall <= room + _CLOSE:
                used += tall
                continue
            before, after = blocks[:index], blocks[index + 1 :]
            parts = tall > empty or (room - used >= least and not isinstance(block, WeaponHead | WeaponRow))
            first, rest = parted(block, self.width, room - used) if parts else (None, block)
            if first is not None:
                return [*before, first], [*([rest] if rest is not None else []), *after]
            end = _whole(blocks, index) or (0 if room < empty else index)
            return (blocks[:end], blocks[end:]) if end or room < empty else ([block], after)
        return blocks, []


def cards_of(faces: Sequence[Face]) -> list[Card]:
    """Sides as cards."""
    return [(faces[at], faces[at + 1] if at + 1 < len(faces) else None) for at in range(0, len(faces), 2)]


def _whole(blocks: Sequence[Block], end: int) -> int:
    """Where a side ends, at or before ``end``, so that no head is its last and modes stay with their weapon; 0 where nothing is
    left of it."""
    while end and (_is_mode(blocks[end]) or isinstance(blocks[end - 1], WeaponHead)):
        end -= 1
    return end


def _is_mode(block: Block) -> bool:
    return isinstance(block, WeaponRow) and block.mode


def _headed(blocks: list[Block], head: WeaponHead | None, icon: IconName | None) -> list[Block]:
    """The blocks of a further side: weapons that go on there have their head, and the sign of their type, again."""
    if head is None or not blocks or not isinstance(first := blocks[0], WeaponRow):
        return blocks
    return [head, replace(first, rule="", icon=first.icon or icon), *blocks[1:]]
