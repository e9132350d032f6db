"""How much room there is: style classes of screens by the size of the window, and how wide the army is."""

from __future__ import annotations

from fractions import Fraction

from textual.geometry import Size

TINY, SINGLE, NARROW, MEDIUM, WIDE = "-tiny", "-single", "-narrow", "-medium", "-wide"
FLAT, LOW, SHORT, MIDDLE, TALL, HIGH = "-flat", "-low", "-short", "-middle", "-tall", "-high"
WIDTHS = [(0, TINY), (40, SINGLE), (70, NARROW), (120, MEDIUM), (200, WIDE)]
HEIGHTS = [(0, FLAT), (10, LOW), (16, SHORT), (24, MIDDLE), (40, TALL), (50, HIGH)]
LEAST = Size(WIDTHS[1][0], HEIGHTS[1][0])  # in a smaller window nothing can be shown

SHARES = {NARROW: Fraction(41, 100), MEDIUM: Fraction(37, 100), WIDE: Fraction(3, 10)}  # of the army in the width
MOST_ARMY = {
    NARROW: 44,
    MEDIUM: 60,
}  # cells; what is wider starts with as many, so that a wider window never makes it narrower
LEAST_ARMY, LEAST_UNIT = 24, 34  # cells
STEP = 2  # cells by which a key moves the border


def layout_classes(size: Size) -> tuple[str, ...]:
    """The classes for a size: needed for the first drawing, which comes before the first resize event."""
    extents = ((size.width, WIDTHS), (size.height, HEIGHTS))
    return tuple(max(step for step in steps if extent >= step[0])[1] for extent, steps in extents)


def is_too_small(size: Size) -> bool:
    """Whether nothing can be shown."""
    return size.width < LEAST.width or size.height < LEAST.height


def has_one_pane(size: Size) -> bool:
    """Whether there is room for one pane only, with tabs above it."""
    width, height = layout_classes(size)
    return width in {TINY, SINGLE} or height in {FLAT, LOW}


def army_width(size: Size, chosen: int | None) -> int:
    """Cells of the army beside the unit: as chosen, else its share, within what both need."""
    layout = layout_classes(size)[0]
    share = int(size.width * SHARES.get(layout, SHARES[NARROW]) + Fraction(1, 2))
    usual = min(share, MOST_ARMY.get(layout, share))
    return max(LEAST_ARMY, min(usual if chosen is None else chosen, size.width - LEAST_UNIT))
