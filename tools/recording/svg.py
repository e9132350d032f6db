"""Screens of a terminal as one animated SVG: each piece of a line that is ever shown once, each screen the pieces that it has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from rich.cells import cell_len, chop_cells

CELL, LINE, SIZE = 8.4, 17, 14  # width of a cell, height of a line and of the letters, in pixels
BASE = 13  # pixels from the top of a line to the foot of its letters
EDGE = 10  # pixels around the screen
PIECE = 22  # cells: panes that stay as they are beside others that change are not written again
FONTS = "ui-monospace, 'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
WIDE = r"\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60"
PARTS = re.compile(rf"[{WIDE}]+|[^\s{WIDE}]+(?: [^\s{WIDE}]+)*|\s+")


class Run(NamedTuple):
    """Letters of one look. ``cells``: how wide they are; colours as ``#rrggbb``."""

    text: str
    cells: int
    colour: str
    ground: str
    bold: bool = False
    italic: bool = False


Line = tuple[Run, ...]


class Screen(NamedTuple):
    """What is shown, and for how many seconds."""

    lines: tuple[Line, ...]
    seconds: float

    @property
    def text(self) -> str:
        return "\n".join("".join(run.text for run in line).rstrip() for line in self.lines)


def animated(screens: Sequence[Screen], ground: str) -> str:
    """The picture. Where nothing moves, the last screen is shown."""
    ids: dict[Line, str] = {}
    drawn = ["".join(_placed(screen, ids, ground)) for screen in screens]
    columns = max(sum(run.cells for run in line) for screen in screens for line in screen.lines)
    width, height = columns * CELL + 2 * EDGE, max(len(screen.lines) for screen in screens) * LINE + 2 * EDGE
    total = sum(screen.seconds for screen in screens)
    looks = _looks(ids)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        f' font-family="{escape(FONTS)}" font-size="{SIZE}">'
    )
    parts = [
        head,
        f"<style>text{{white-space:pre}}{''.join(looks.values())}{''.join(_rules(screens, total))}</style>",
        f'<rect width="100%" height="100%" rx="6" fill="{ground}"/>',
        "<defs>",
        *(f'<g id="{name}">{"".join(_drawn(piece, ground, looks))}</g>' for piece, name in ids.items()),
        "</defs>",
        *(f'<g class="s{number}">{uses}</g>' for number, uses in enumerate(drawn)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _placed(screen: Screen, ids: dict[Line, str], ground: str) -> Iterator[str]:
    """The pieces of a screen where they stand. ``ids``: of the pieces, new ones are added."""
    for row, line in enumerate(screen.lines):
        for column, piece in enumerate(_pieces(line)):
            if any(run.text.strip() or run.ground != ground for run in piece):
                name = ids.setdefault(piece, f"p{len(ids)}")
                yield f'<use href="#{name}" x="{EDGE + column * PIECE * CELL:g}" y="{EDGE + row * LINE + BASE}"/>'


def _pieces(line: Line) -> Iterator[Line]:
    """A line in pieces of `PIECE` cells."""
    piece: list[Run] = []
    room = PIECE
    for run in line:
        rest = run
        while rest.cells > room:
            left, right = divide(rest.text, room)
            if left:
                piece.append(rest._replace(text=left, cells=room))
            yield tuple(piece)
            rest, piece, room = rest._replace(text=right, cells=rest.cells - room), [], PIECE
        piece.append(rest)
        room -= rest.cells
    yield tuple(piece)


def divide(text: str, cells: int) -> tuple[str, str]:
    """A text cut after so many cells; a wide letter that does not fit stands with the rest."""
    taken = chop_cells(text, cells)[0] if cells else ""
    return taken, text[len(taken) :]


def _rules(screens: Sequence[Screen], total: float) -> Iterable[str]:
    """When each screen is shown; without animation only the last."""
    start, last = 0.0, len(screens) - 1
    for number, screen in enumerate(screens):
        end = start + screen.seconds
        shown = f"{100 * start / total:.3f}%{{visibility:visible}}"
        before = "0%{visibility:hidden}" if number else ""
        after = f"{100 * end / total:.3f}%{{visibility:hidden}}" if number < last else ""
        yield f"@keyframes k{number}{{{before}{shown}{after}}}"
        rest = "visible" if number == last else "hidden"
        yield f".s{number}{{visibility:{rest};animation:k{number} {total:g}s step-end infinite}}"
        start = end


def _looks(pieces: Iterable[Line]) -> dict[tuple[str, bool, bool], str]:
    """The rules of the style for every look of letters: colour, bold, italic."""
    found: dict[tuple[str, bool, bool], str] = {}
    for run in (run for piece in pieces for run in piece):
        look = (run.colour, run.bold, run.italic)
        if look not in found:
            bold, italic = ";font-weight:bold" if run.bold else "", ";font-style:italic" if run.italic else ""
            found[look] = f".t{len(found)}{{fill:{run.colour}{bold}{italic}}}"
    return found


def _drawn(piece: Line, ground: str, looks: Mapping[tuple[str, bool, bool], str]) -> Iterator[str]:
    """Grounds first, then letters, each run as wide as its cells."""
    place = 0
    for run in piece:
        if run.ground != ground:
            yield f'<rect x="{place * CELL:g}" y="-{BASE}" width="{run.cells * CELL:g}" height="{LINE}" fill="{run.ground}"/>'
        place += run.cells
    place, names = 0, {look: f"t{number}" for number, look in enumerate(looks)}
    for run in piece:
        name = names[run.colour, run.bold, run.italic]
        for start, text, cells in _words(run.text):
            at, length = (place + start) * CELL, f' textLength="{cells * CELL:g}"' if cells > 1 else ""
            yield f'<text class="{name}" x="{at:g}"{length}>{escape(text)}</text>'
        place += run.cells


def _words(text: str) -> Iterator[tuple[int, str, int]]:
    """What stands together, with the cell where it begins and how many it has: spaces that follow spaces may be dropped, and wide
    letters are not exactly as wide as two others."""
    place = 0
    for part in PARTS.findall(text):
        cells = cell_len(part)
        if not part.isspace():
            yield place, part, cells
        place += cells
