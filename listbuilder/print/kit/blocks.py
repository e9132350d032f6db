"""Blocks: rectangles with a height for a given width, drawn from their upper left corner. All lengths are points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.tags import Tag, text_part
from listbuilder.print.kit.typefaces import HAN_SCRIPTS
from listbuilder.print.kit.typeset import Line, Span, break_lines, with_whole_words

_ASCENT = 0.80  # of the font size, measured in these fonts
CAP_HEIGHT = 0.69


class Block(Protocol):
    """What can be placed on a page."""

    def height(self, width: float) -> float: ...

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None: ...


@dataclass(frozen=True, slots=True)
class Gap:
    """Empty space."""

    points: float

    def height(self, width: float) -> float:
        return self.points

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        """Draws nothing."""


EMPTY = Gap(0)  # a cell without content


@dataclass(frozen=True, slots=True)
class HairRule:
    """A horizontal rule with space around it."""

    weight: float
    above: float = 0.0
    below: float = 0.0

    def height(self, width: float) -> float:
        return self.above + self.weight + self.below

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        draw_rule(canvas, x, top - self.above - self.weight / 2, width, self.weight)


@dataclass(frozen=True)
class Prose:
    """Wrapped text. With ``whole_words``, a word wider than the line is set smaller or shortened instead of being broken.
    ``han_leading``: of lines with Chinese or Japanese, where it is not that of the others."""

    spans: Sequence[Span]
    align: str = "left"  # left, centre, right
    leading: float = 1.22
    whole_words: bool = False
    tag: Tag = "P"
    han_leading: float = 0.0
    _broken: dict[float, tuple[Line, ...]] = field(default_factory=dict, repr=False, compare=False)
    _heights: dict[float, float] = field(default_factory=dict, repr=False, compare=False)
    _baselines: dict[float, float] = field(default_factory=dict, repr=False, compare=False)

    def lines(self, width: float) -> tuple[Line, ...]:
        if width not in self._broken:
            spans = with_whole_words(self.spans, width) if self.whole_words else self.spans
            self._broken[width] = break_lines(spans, width)
        return self._broken[width]

    def height(self, width: float) -> float:
        if width not in self._heights:
            self._heights[width] = sum(map(self.line_height, self.lines(width)))
        return self._heights[width]

    def first_baseline(self, width: float) -> float:
        """Distance of the first baseline from the top."""
        if width not in self._baselines:
            self._baselines[width] = self._drop(self.lines(width)[0])
        return self._baselines[width]

    def _drop(self, line: Line) -> float:
        # centres the letters in the line, so that text in bands and cells looks centred
        size = self._size(line)
        return (self.line_height(line) - size * _ASCENT) * 0.42 + size * _ASCENT

    def _size(self, line: Line) -> float:
        return line.size or max((span.style.size for span in self.spans), default=0.0)

    def line_height(self, line: Line) -> float:
        """How much height a line of this text takes."""
        return self._size(line) * self._leading(line)

    def _leading(self, line: Line) -> float:
        has_han = self.han_leading and any(HAN_SCRIPTS.search(span.text) for span in line.spans)
        return self.han_leading if has_han else self.leading

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        self.draw_lines(canvas, x, top, width, self.lines(width))

    def draw_lines(self, canvas: Canvas, x: float, top: float, width: float, lines: Sequence[Line]) -> None:
        """Draws some lines of this text."""
        with text_part(canvas, self.tag, one=not any(span.style.halo for span in self.spans)):
            for line in lines:
                slack = width - line.width
                shift = {"left": 0.0, "centre": slack / 2, "right": slack}[self.align]
                line.draw(canvas, x + shift, top - self._drop(line))
                top -= self.line_height(line)


@dataclass(frozen=True, slots=True)
class Stack:
    """Blocks below each other."""

    blocks: Sequence[Block]

    def height(self, width: float) -> float:
        return sum(block.height(width) for block in self.blocks)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for block in self.blocks:
            block.draw(canvas, x, top, width)
            top -= block.height(width)


@dataclass(frozen=True, slots=True)
class Beside:
    """Blocks next to each other. ``widths``: points, or 0 for an equal share of the rest."""

    blocks: Sequence[Block]
    widths: Sequence[float]
    gutter: float = 10.0
    middle: bool = False  # centre lower blocks vertically instead of aligning all at the top

    def column_widths(self, width: float) -> list[float]:
        """How wide each block is."""
        fixed = sum(self.widths) + self.gutter * (len(self.blocks) - 1)
        flexible = sum(1 for value in self.widths if not value)
        return [value or (width - fixed) / flexible for value in self.widths]

    def height(self, width: float) -> float:
        return max(
            (block.height(part) for block, part in zip(self.blocks, self.column_widths(width), strict=True)),
            default=0.0,
        )

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        height = self.height(width)
        for block, part in zip(self.blocks, self.column_widths(width), strict=True):
            drop = (height - block.height(part)) / 2 if self.middle else 0.0
            block.draw(canvas, x, top - drop, part)
            x += part + self.gutter


@dataclass(frozen=True, slots=True)
class Padded:
    """A block with space around it, optionally on a grey ground and with a frame."""

    block: Block
    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0
    ground: float | None = None
    frame: float = 0.0

    def height(self, width: float) -> float:
        return self.block.height(width - self.left - self.right) + self.top + self.bottom

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        height = self.height(width)
        draw_box(canvas, x, top - height, width, height, ground=self.ground)
        self.block.draw(canvas, x + self.left, top - self.top, width - self.left - self.right)
        draw_box(canvas, x, top - height, width, height, frame=self.frame)


@dataclass(frozen=True, slots=True)
class Scaled:
    """A block scaled by a factor."""

    block: Block
    factor: float

    def height(self, width: float) -> float:
        return self.block.height(width / self.factor) * self.factor

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        canvas.saveState()
        canvas.translate(x, top)
        canvas.scale(self.factor, self.factor)
        self.block.draw(canvas, 0.0, 0.0, width / self.factor)
        canvas.restoreState()


def draw_rule(canvas: Canvas, x: float, y: float, width: float, weight: float, ink: float = 0.0) -> None:
    canvas._code.append(f"{ink:g} G {weight:g} w n {x:.3f} {y:.3f} m {x + width:.3f} {y:.3f} l S")


_ROUND = 0.5523  # of the radius: how far the handles of a quarter of a circle reach


def circle(x: float, y: float, radius: float) -> str:
    """The operators of a circle around a point."""
    reach = _ROUND * radius
    left, right, low, high = x - radius, x + radius, y - radius, y + radius
    west, east, south, north = x - reach, x + reach, y - reach, y + reach
    return (
        f"{right:.3f} {y:.3f} m {right:.3f} {north:.3f} {east:.3f} {high:.3f} {x:.3f} {high:.3f} c "
        f"{west:.3f} {high:.3f} {left:.3f} {north:.3f} {left:.3f} {y:.3f} c "
        f"{left:.3f} {south:.3f} {west:.3f} {low:.3f} {x:.3f} {low:.3f} c "
        f"{east:.3f} {low:.3f} {right:.3f} {south:.3f} {right:.3f} {y:.3f} c h"
    )


def draw_circle(
    canvas: Canvas, x: float, y: float, radius: float, ground: float | None = None, frame: float = 0.0
) -> None:
    """A circle around a point with a grey ground, a frame, or both."""
    shape = f"n {circle(x, y, radius)}"
    if ground is not None:
        canvas._code.append(f"{ground:g} g {shape} f")
    if frame:
        canvas._code.append(f"0 G {frame:g} w {shape} S")


def draw_box(
    canvas: Canvas, x: float, y: float, width: float, height: float, ground: float | None = None, frame: float = 0.0
) -> None:
    """A rectangle with a grey ground, a frame, or both."""
    shape = f"n {x:.3f} {y:.3f} {width:.3f} {height:.3f} re"
    if ground is not None:
        canvas._code.append(f"{ground:g} g {shape} f")
    if frame:
        canvas._code.append(f"0 G {frame:g} w {shape} S")
