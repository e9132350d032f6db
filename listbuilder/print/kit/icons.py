"""Icons of our own, of one colour in a square. They carry meaning where colour is missing, and each stands beside a word."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit.blocks import circle
from listbuilder.print.kit.measures import mm

IconName = Literal[
    "target", "swords", "shield", "boot", "flag", "transport", "star", "diamond", "crown", "chevrons", "deep-strike",
    "table-edge", "drop", "attached", "warning", "error",
]  # fmt: skip
ICON_NAMES: tuple[IconName, ...] = IconName.__args__  # type: ignore[attr-defined]

_STROKE = 0.085  # of the side
_LEAST = 0.5  # points
Points = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in a square of ``side`` points, black or white."""

    name: IconName
    side: float = 3.5 * mm
    white: bool = False

    def height(self, width: float) -> float:
        return self.side

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        canvas._code.append(f"q 1 0 0 1 {x:.3f} {top - self.side:.3f} cm {_operators(self)} Q")


@lru_cache(256)
def _operators(icon: Icon) -> str:
    """What draws the icon with its lower left corner where the page begins."""
    pen = _Pen(icon.side, 1.0 if icon.white else 0.0, [])
    _DRAWN[icon.name](pen)
    return " ".join(pen.code)


@dataclass(frozen=True, slots=True)
class _Pen:
    """Draws in a square from (0, 0), its lower left corner, to (1, 1). ``code``: the operators of the page."""

    side: float
    ink: float
    code: list[str]

    def _path(self, points: Points) -> str:
        first, *others = [f"{x * self.side:.3f} {y * self.side:.3f}" for x, y in points]
        return " ".join([f"{first} m", *(f"{point} l" for point in others)])

    def stroke(
        self, lines: Iterable[Points], weight: float = _STROKE, *, closed: bool = False, rounded: bool = False
    ) -> None:
        paths = " ".join(self._path(points) + " h" * closed for points in lines)
        joined = "1 j" if rounded else "0 j"
        self.code.append(f"{self.ink:g} G {max(weight * self.side, _LEAST):.3f} w {joined} n {paths} S")

    def fill(self, *shapes: Points, ink: float | None = None) -> None:
        paths = " ".join(f"{self._path(points)} h" for points in shapes)
        self.code.append(f"{self.ink if ink is None else ink:g} g n {paths} f*")

    def curves(self, start: tuple[float, float], *curves: Points) -> None:
        """Fills what is between curves that each go on from the last one: two handles and an end."""
        first, *rest = [
            " ".join(f"{x * self.side:.3f} {y * self.side:.3f}" for x, y in points) for points in ((start,), *curves)
        ]
        self.code.append(f"{self.ink:g} g n {first} m {' '.join(f'{one} c' for one in rest)} h f*")

    def circle(self, centre: tuple[float, float], radius: float, *, filled: bool, weight: float = _STROKE) -> None:
        shape = circle(centre[0] * self.side, centre[1] * self.side, radius * self.side)
        ink = f"{self.ink:g}"
        self.code.append(
            f"{ink} g n {shape} f*" if filled else f"{ink} G {max(weight * self.side, _LEAST):.3f} w n {shape} S"
        )

    def hole(self, centre: tuple[float, float], radius: float) -> None:
        """Takes a disc away: black in a white icon, else white."""
        self.code.append(
            f"{1.0 - self.ink:g} g n {circle(centre[0] * self.side, centre[1] * self.side, radius * self.side)} f*"
        )


def _target(pen: _Pen) -> None:
    pen.circle((0.5, 0.5), 0.35, filled=False, weight=0.09)
    pen.circle((0.5, 0.5), 0.1, filled=True)
    pen.stroke(
        [[(0.5, 0.72), (0.5, 1)], [(0.5, 0), (0.5, 0.28)], [(0, 0.5), (0.28, 0.5)], [(0.72, 0.5), (1, 0.5)]], weight=0.1
    )


def _swords(pen: _Pen) -> None:
    def turned(points: Points) -> list[tuple[float, float]]:
        return [(1 - x, y) for x, y in points]

    blade: Points = [(0.04, 0.96), (0.82, 0.18)]
    guard: Points = [(0.56, 0.2), (0.8, 0.44)]
    grip: Points = [(0.76, 0.24), (0.95, 0.05)]
    pen.stroke([blade, turned(blade)], weight=0.09)
    pen.stroke([guard, turned(guard)], weight=0.09)
    pen.stroke([grip, turned(grip)], weight=0.18)


SHIELD: Points = ((0.1, 0.86), (0.5, 0.97), (0.9, 0.86), (0.9, 0.45), (0.5, 0.03), (0.1, 0.45))


def _shield(pen: _Pen) -> None:
    pen.stroke([SHIELD], weight=0.1, closed=True)


def _boot(pen: _Pen) -> None:
    pen.fill(
        [(0.18, 0.97), (0.56, 0.97), (0.56, 0.5), (0.86, 0.4), (0.95, 0.3), (0.95, 0.22), (0.18, 0.22)],
        [(0.15, 0.03), (0.97, 0.03), (0.97, 0.15), (0.15, 0.15)],
    )


def _flag(pen: _Pen) -> None:
    pen.stroke([[(0.16, 0.0), (0.16, 1.0)]], weight=0.1)
    pen.fill([(0.16, 0.97), (0.94, 0.7), (0.16, 0.42)])


def _transport(pen: _Pen) -> None:
    hull = [
        (0, 0.34),
        (0, 0.58),
        (0.16, 0.82),
        (0.74, 0.82),
        (0.86, 0.62),
        (1, 0.56),
        (1, 0.34),
        (0.9, 0.26),
        (0.1, 0.26),
    ]
    pen.fill(hull)
    for x in (0.2, 0.5, 0.8):
        pen.hole((x, 0.27), 0.18)
        pen.circle((x, 0.27), 0.125, filled=True)


def _star_points() -> list[tuple[float, float]]:
    turns = [math.pi / 2 + index * math.pi / 5 for index in range(10)]
    return [
        (0.5 + radius * math.cos(turn), 0.47 + radius * math.sin(turn))
        for turn, radius in zip(turns, (0.52, 0.21) * 5, strict=True)
    ]


_STAR = _star_points()


def _star(pen: _Pen) -> None:
    pen.fill(_STAR)


def _diamond(pen: _Pen) -> None:
    pen.fill([(0.5, 1), (0.85, 0.5), (0.5, 0), (0.15, 0.5)])


def _crown(pen: _Pen) -> None:
    pen.fill(
        [(0.04, 0.3), (0.0, 0.8), (0.27, 0.54), (0.5, 0.92), (0.73, 0.54), (1.0, 0.8), (0.96, 0.3)],
        [(0.04, 0.1), (0.96, 0.1), (0.96, 0.22), (0.04, 0.22)],
    )


def _chevrons(pen: _Pen) -> None:
    one = [(0.06, 0.92), (0.26, 0.92), (0.56, 0.5), (0.26, 0.08), (0.06, 0.08), (0.36, 0.5)]
    pen.fill(one, [(x + 0.4, y) for x, y in one])


def _deep_strike(pen: _Pen) -> None:
    pen.stroke([[(0.5, 1.0), (0.5, 0.45)], [(0.08, 0.06), (0.92, 0.06)]], weight=0.12)
    pen.fill([(0.5, 0.2), (0.8, 0.56), (0.2, 0.56)])


def _table_edge(pen: _Pen) -> None:
    pen.stroke([[(0.08, 0.06), (0.08, 0.94)], [(0.08, 0.5), (0.6, 0.5)]], weight=0.12)
    pen.fill([(0.98, 0.5), (0.58, 0.78), (0.58, 0.22)])


def _drop(pen: _Pen) -> None:
    pen.curves(
        (0.5, 1.0),
        [(0.56, 0.8), (0.84, 0.56), (0.84, 0.33)],
        [(0.84, 0.13), (0.69, 0), (0.5, 0)],
        [(0.31, 0), (0.16, 0.13), (0.16, 0.33)],
        [(0.16, 0.56), (0.44, 0.8), (0.5, 1.0)],
    )


def _attached(pen: _Pen) -> None:
    pen.stroke([[(0.14, 0.96), (0.14, 0.34), (0.66, 0.34)]], weight=0.11)
    pen.fill([(1.0, 0.34), (0.64, 0.58), (0.64, 0.1)])


_TRIANGLE: Points = ((0.5, 0.94), (0.96, 0.08), (0.04, 0.08))


def _warning(pen: _Pen) -> None:
    pen.stroke([_TRIANGLE], weight=0.1, closed=True, rounded=True)
    pen.fill([(0.445, 0.64), (0.555, 0.64), (0.535, 0.36), (0.465, 0.36)])
    pen.circle((0.5, 0.24), 0.065, filled=True)


def _error(pen: _Pen) -> None:
    """The warning's shape, filled."""
    pen.fill([(0.5, 1.0), (1.0, 0.04), (0.0, 0.04)])
    pen.fill([(0.435, 0.68), (0.565, 0.68), (0.54, 0.34), (0.46, 0.34)], ink=1.0 - pen.ink)
    pen.hole((0.5, 0.21), 0.075)


_DRAWN: dict[IconName, Callable[[_Pen], None]] = {
    "target": _target, "swords": _swords, "shield": _shield, "boot": _boot, "flag": _flag, "transport": _transport,
    "star": _star, "diamond": _diamond, "crown": _crown, "chevrons": _chevrons, "deep-strike": _deep_strike,
    "table-edge": _table_edge, "drop": _drop, "attached": _attached, "warning": _warning, "error": _error,
}  # fmt: skip
