"""Texts as lines of a pane."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from textual.content import Content

from listbuilder.tui.sheet import Section
from listbuilder.tui.widgets.list_pane import ListLine

AT_ONCE = 4  # lines of a text that the cursor passes at once


def plain_lines(name: str, texts: Sequence[Content]) -> Iterator[ListLine]:
    """Texts that the cursor passes over."""
    return (ListLine(f"#{name}-{place}", text, heading=True) for place, text in enumerate(texts))


def section_lines(place: int, section: Section, width: int) -> Iterator[ListLine]:
    """A text that can be read with the cursor."""
    yield ListLine(f"#section-{place}", section.heading(width), heading=True)
    for number, paragraph in enumerate(section.paragraphs):
        lines = paragraph.split()
        for start in range(0, len(lines), AT_ONCE):
            yield ListLine(f"#text-{place}-{number}-{start}", Content("\n").join(lines[start : start + AT_ONCE]))


def spaced(groups: Sequence[Sequence[ListLine]]) -> Iterator[ListLine]:
    """The groups that have lines, with an empty line between them."""
    shown = [group for group in groups if group]
    for place, group in enumerate(shown):
        if place:
            yield ListLine(f"#space-{place}", Content(), heading=True)
        yield from group
