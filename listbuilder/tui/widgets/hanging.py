"""Texts whose lines go on further in than they begin."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widgets import Static

from listbuilder.terminal import wrap

STEP = 2  # cells


class Hanging(Static):
    """A text as `hanging` has it."""

    DEFAULT_CSS = "Hanging { width: 1fr; }"

    def __init__(self, text: Content) -> None:
        super().__init__(text)
        self._text = text
        self._width = 0

    def on_resize(self, event: events.Resize) -> None:
        if event.size.width != self._width:  # else it is only higher now
            self._width = event.size.width
            self.update(hanging(self._text, self._width))


def hanging(text: Content, width: int, step: int = STEP) -> Content:
    """The text in lines of so many cells: what has no room on a line goes on ``step`` cells further in than the line begins."""
    return Content("\n").join(one for line in text.split("\n", allow_blank=True) for one in _hanging(line, width, step))


def _hanging(line: Content, width: int, step: int) -> list[Content]:
    plain = line.plain
    indent = plain[: len(plain) - len(plain.lstrip())]
    found: list[Content] = []
    place = 0
    for piece in wrap(plain, width, indent, indent + " " * step):
        start = plain.find(piece.strip(), place)
        if start < 0:  # blanks that follow each other, which it has as one
            return [line]
        place = start + len(piece.strip())
        found.append(Content.assemble(indent + " " * step if found else indent, line[start:place]))
    return found
