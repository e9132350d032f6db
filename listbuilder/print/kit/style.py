"""How characters look."""

from __future__ import annotations

from msgspec import Struct

from listbuilder.replacing import replace

Ink = float | tuple[float, float, float]  # a grey (0 is black, 1 is paper), or red, green and blue
BLACK = 0.0
WHITE = 1.0


class Style(Struct, frozen=True, gc=False):
    """How characters look: size in points, weight, and ink. ``tracking``: points between letters, none between signs of scripts
    without spaces. ``halo``: white letters get a black outline below them, so that the raster of a printer cannot eat them."""

    size: float
    strong: bool = False
    ink: Ink = BLACK
    tracking: float = 0.0
    halo: bool = False

    def bold(self) -> Style:
        return replace(self, strong=True)
