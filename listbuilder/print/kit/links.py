"""Links within the document: from the summary to a card and back."""

from __future__ import annotations

from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import Block
from listbuilder.print.kit.tags import Annotation, TaggedCanvas, Target, tagged


@dataclass(frozen=True, slots=True)
class Anchor:
    """A block that links lead to by its name."""

    block: Block
    name: str

    def height(self, width: float) -> float:
        return self.block.height(width)

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        if isinstance(canvas, TaggedCanvas):
            left, upper = canvas.absolutePosition(x, top)
            canvas.targets.setdefault(canvas.scope + self.name, Target(canvas.page_index, left, upper))
        self.block.draw(canvas, x, top, width)


@dataclass(frozen=True, slots=True)
class LinkTo:
    """A block that leads to the anchor of that name; one without an anchor leads nowhere. ``words``: what is said of the link to
    whom cannot see it."""

    block: Block
    name: str
    words: str

    def height(self, width: float) -> float:
        return self.block.height(width)

    def first_baseline(self, width: float) -> float:
        """Distance of the first baseline of its text from the top."""
        first = getattr(self.block, "first_baseline", None)
        return first(width) if first is not None else 0.0

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        if not isinstance(canvas, TaggedCanvas):
            self.block.draw(canvas, x, top, width)
            return
        with tagged(canvas, "Link"):
            self.block.draw(canvas, x, top, width)
            left, upper = canvas.absolutePosition(x, top)
            right, lower = canvas.absolutePosition(x + width, top - self.height(width))
            link = Annotation(canvas.page_index, (left, lower, right, upper), canvas.scope + self.name, self.words)
            canvas.add_link(link)
