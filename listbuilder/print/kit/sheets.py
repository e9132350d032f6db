"""How pages are put on the sheets of paper that are printed. All lengths are points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Size = tuple[float, float]
Arrangement = Literal["plain", "enlarged", "stapled"]
LARGE = 2**0.5  # rules text of 8.5 is 12, and a page of A5 fills A4


@dataclass(frozen=True, slots=True)
class PageOnSheet:
    """A page, by its index, with its lower left corner on the sheet."""

    page: int
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of a sheet of paper."""

    paper: Size
    pages: tuple[PageOnSheet, ...]


def arranged(how: Arrangement, count: int, page: Size) -> tuple[Sheet, ...]:
    """The sides of paper that so many pages of this size are printed on, in the order of printing."""
    match how:
        case "stapled":
            return stapled(count, page)
        case "enlarged":
            return plain(count, page, LARGE)
        case "plain":
            return plain(count, page)


def plain(count: int, page: Size, scale: float = 1.0) -> tuple[Sheet, ...]:
    """A side for each page, which is so many times as large."""
    paper = (page[0] * scale, page[1] * scale)
    return tuple(Sheet(paper, (PageOnSheet(number, scale=scale),)) for number in range(count))


def stapled(count: int, page: Size) -> tuple[Sheet, ...]:
    """Two pages beside each other on each side, so that the pile, printed on both sides and turned over the short edge, is a
    booklet when it is folded. ``count``: a multiple of four."""
    width, height = page
    sides = []
    for near in range(count // 2):
        pair = (near, count - 1 - near) if near % 2 else (count - 1 - near, near)  # the first page is on the right
        sides.append(Sheet((2 * width, height), tuple(PageOnSheet(one, x=width * at) for at, one in enumerate(pair))))
    return tuple(sides)
