"""A text as a QR code with a quiet zone; as two codes where the modules of one would be too small for a telephone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.barcode.qrencoder import QRRSBlock
from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.kit.measures import mm
from listbuilder.print.kit.tags import content, tagged

LEAST_MODULE = 0.4 * mm
MOST_CODES = 4
_APART = 3 * mm


@dataclass(frozen=True)
class QrCode:
    """A square of ``side`` points with a text in it, or several of that size beside and below each other. ``least``: points of
    the smallest module; ``levels``: how much of a code may be unreadable, M for 15 %, L for 7 %, in the order in which they are
    tried; ``most``: of codes. `fits` says whether the text can be read."""

    text: str
    side: float = 56 * mm
    quiet: float = 2 * mm
    levels: tuple[str, ...] = ("M", "L")
    least: float = LEAST_MODULE
    most: int = MOST_CODES

    @cached_property
    def parts(self) -> tuple[tuple[str, ...], str]:
        """The text of each code, as few codes as have large enough modules, and the level of all; none where it does not fit."""
        for count in range(1, self.most + 1):
            texts = tuple(_parts(self.text, count))
            for level in self.levels:
                across = [_across(text, level) for text in texts]
                if len(texts) == count and all(many and self._module(many) >= self.least for many in across):
                    return texts, level
        return (), ""

    @cached_property
    def codes(self) -> tuple[Sequence[Sequence[bool]], ...]:
        """The rows of modules of each code. Working them out takes long; how many there are is known without."""
        texts, level = self.parts
        return tuple(_modules(text, level) for text in texts)

    @property
    def fits(self) -> bool:
        return bool(self.parts[0])

    def _module(self, across: int) -> float:
        return (self.side - 2 * self.quiet) / across

    def _beside(self, width: float) -> int:
        return max(int((width + _APART) // (self.side + _APART)), 1)

    def height(self, width: float) -> float:
        rows = -(-len(self.parts[0]) // self._beside(width))
        return rows * self.side + max(rows - 1, 0) * _APART

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        for index, code in enumerate(self.codes):
            row, column = divmod(index, self._beside(width))
            left = x + column * (self.side + _APART)
            with tagged(canvas, "Figure", alt=_("QR code")), content(canvas):
                self._draw(canvas, left + self.quiet, top - row * (self.side + _APART) - self.quiet, code)

    def _draw(self, canvas: Canvas, x: float, top: float, code: Sequence[Sequence[bool]]) -> None:
        size = self._module(len(code))
        shape = [  # one for all: no hair lines between the modules
            f"{x + start * size:.3f} {top - (row + 1) * size:.3f} {length * size:.3f} {size:.3f} re"
            for row, modules in enumerate(code)
            for start, length in _runs(modules)
        ]
        canvas._code.append(f"0 g n {' '.join(shape)} f")


@lru_cache(32)  # the same text is tried in several sizes
def _across(text: str, level: str) -> int:
    """How many modules a side of the code has; 0 where the text is too long for one."""
    code = QrCodeWidget(text, barLevel=level).qr
    version = code.calculate_version()  # the greatest that reportlab has, where none is large enough
    room = 8 * sum(block.dataCount for block in QRRSBlock.getRSBlocks(version, code.errorCorrectLevel))
    needed = sum(4 + data.getLengthBits(version) + data.bitlength for data in code.dataList)
    return 17 + 4 * version if needed <= room else 0


def _modules(text: str, level: str) -> Sequence[Sequence[bool]]:
    """The rows of dark modules."""
    code = QrCodeWidget(text, barLevel=level).qr
    code.make()
    return [list(map(bool, row)) for row in code.modules]


def _parts(text: str, count: int) -> list[str]:
    """The text in so many parts of about the same length, cut at the ends of lines; each begins with its number."""
    if count == 1:
        return [text]
    lines = text.splitlines(keepends=True)
    parts: list[str] = []
    rest = len(text)
    for number in range(count, 0, -1):
        part = ""
        while lines and (number == 1 or not part or len(part) + len(lines[0]) / 2 <= rest / number):
            part += lines.pop(0)
        rest -= len(part)
        parts.append(part)
    return [f"{number}/{count}\n{part}" for number, part in enumerate(parts, 1) if part]


def _runs(modules: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Start and length of each run of dark modules in a row."""
    start = 0
    for dark, run in groupby(modules):
        length = len(list(run))
        if dark:
            yield start, length
        start += length
