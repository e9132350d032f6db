"""Sizes, greys and weights of rules, chosen for black-and-white printers."""

from __future__ import annotations

from listbuilder.print.kit.blocks import Prose
from listbuilder.print.kit.typeset import Span, Style

QUIET = 0.32  # ink of labels; dark enough for poor printers
BAND = 0.91  # ground of title bands
SHADE = 0.86  # ground of what is shaded
HAIR = 0.4
FRAME = 0.6

TITLE = Style(25, strong=True)
SUBTITLE = Style(11.5)
BIG = Style(19, strong=True)
SECTION = Style(10.5, strong=True)
NAME = Style(12.5, strong=True)
BODY = Style(8.6)
SMALL = Style(7.4)
LABEL = Style(6.6, strong=True, ink=QUIET)
FIGURE = Style(12.5, strong=True)
CELL = Style(8.2)
NOTE = Style(7.4, ink=QUIET)
FOOT = Style(7.2, ink=QUIET)


def prose(text: str, style: Style, align: str = "left", leading: float = 1.2) -> Prose:
    """A wrapped text of one style."""
    return Prose([Span(text, style)], align, leading)


def label(text: str, align: str = "left") -> Prose:
    """A small grey heading in capitals, whose words are never broken."""
    return Prose([Span(text.upper(), LABEL)], align, 1.2, whole_words=True)


def labelled(pairs: list[tuple[str, str]], style: Style = SMALL) -> list[Span]:
    """Runs of "HEADING words" in one paragraph."""
    spans: list[Span] = []
    for heading, words in pairs:
        if spans:
            spans.append(Span("   ", style))
        spans += [
            Span(heading.upper().replace(" ", "\u00a0") + "\u00a0", LABEL, solid=True),
            Span(" ", style),
            Span(words, style),
        ]
    return spans
