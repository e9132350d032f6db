"""Style classes of screens by the size of the window."""

from __future__ import annotations

from textual.geometry import Size

WIDTHS = [(0, "-narrow"), (100, "-medium"), (160, "-wide")]
HEIGHTS = [(0, "-short"), (32, "-tall")]


def layout_classes(size: Size) -> tuple[str, ...]:
    """The classes for a size: needed for the first drawing, which comes before the first resize event."""
    extents = ((size.width, WIDTHS), (size.height, HEIGHTS))
    return tuple(max(step for step in steps if extent >= step[0])[1] for extent, steps in extents)
