"""Short notes with icons, several on a line while they fit: a note is broken only where it is wider than the line."""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.icons import Icon
from listbuilder.print.kit.inline import Piece, draw_pieces, pieces_width
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.typeset import Span, break_lines

_APART = 2.4 * mm
_DROP = 2.35 * mm  # from the upper edge to the baseline
Notes = Sequence[Sequence[Piece]]


def _lines(notes: Notes, width: float) -> list[list[tuple[float, Sequence[Piece]]]]:
    """The notes on lines, each with its distance from the left; one that is broken goes on behind its icon."""
    lines: list[list[tuple[float, Sequence[Piece]]]] = []
    x = 0.0
    for note in notes:
        parts = _parts(note, width)
        indent = pieces_width([piece for piece in note if isinstance(piece, Icon)])
        for number, part in enumerate(parts):
            wide = pieces_width(part)
            if not lines or number or x + wide > width + 0.01:
                lines.append([])
                x = indent if number else 0.0
            lines[-1].append((x, part))
            x += wide + _APART
    return lines


def _parts(note: Sequence[Piece], width: float) -> list[Sequence[Piece]]:
    """A note in parts that fit on a line."""
    if pieces_width(note) <= width:
        return [note]
    icons = [piece for piece in note if isinstance(piece, Icon)]
    spans = [piece for piece in note if isinstance(piece, Span)]
    shift = pieces_width(icons)
    lines = break_lines(spans, width - shift)
    return [[*(icons if number == 0 else ()), *line.spans] for number, line in enumerate(lines)]


def wrapped_height(notes: Notes, width: float) -> int:
    """How many lines they need."""
    return len(_lines(notes, width))


def write_wrapped(canvas: Canvas, x: float, top: float, width: float, notes: Notes, pitch: float) -> None:
    """Writes the notes from ``top`` downwards."""
    for number, line in enumerate(_lines(notes, width)):
        for shift, part in line:
            draw_pieces(canvas, x + shift, top - _DROP - number * pitch, part)
