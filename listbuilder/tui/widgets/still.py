"""Boxes that hold the panes of a screen."""

from __future__ import annotations

from textual.containers import Container
from textual.geometry import Size
from textual.reactive import Reactive
from textual.widget import Widget


class Still(Widget):
    """Mixed into a box that fills its place and never scrolls: what it holds is painted when its size changes. Textual would
    paint the whole box once more, and lay out the screen for that. Named last, because style sheets follow the first base."""

    BLANK = True  # what it holds covers it: its own rows are the background and nothing else
    virtual_size = Reactive(Size(0, 0), repaint=False)


class StillContainer(Container, Still):
    """A box for panes."""
