"""The classes that screens have in windows of one size or another; the style sheet does the rest."""

from __future__ import annotations

from textual.geometry import Size

WIDTHS = [(0, "-narrow"), (100, "-medium"), (160, "-wide")]
HEIGHTS = [(0, "-short"), (32, "-tall")]


def layout_classes(size: Size) -> tuple[str, ...]:
    """Those for this size: for the first picture, which is drawn before the window's size is announced."""
    extents = ((size.width, WIDTHS), (size.height, HEIGHTS))
    return tuple(max(step for step in steps if extent >= step[0])[1] for extent, steps in extents)
