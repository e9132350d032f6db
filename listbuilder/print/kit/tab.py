"""The tab of the bar at half strength, and words that keep off it."""

from __future__ import annotations

from listbuilder.print.kit.inline import cut_label
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.typeset import Line, Span

BETWEEN = 1.4 * mm  # models
TAB = (3.9 * mm, 3.2 * mm)  # width and height; it stands before the bar


def off_tab(begin: float, words: Line, bar: float, width: float) -> tuple[float, Line]:
    """Where words begin that would lie on the tab of the bar, and the words: behind it, else before it; cut where there is more
    room where neither has enough."""
    tab = bar - TAB[0]
    if begin + words.width <= tab or begin >= bar:
        return begin, words
    behind, before = bar + BETWEEN / 2, tab - BETWEEN / 2
    if behind + words.width <= width:
        return behind, words
    if words.width <= before:
        return before - words.width, words
    short = Line.of([one for one in cut_label(words.spans, max(before, width - behind)) if isinstance(one, Span)])
    return (behind if width - behind >= before else before - short.width), short
