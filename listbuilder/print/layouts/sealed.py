"""The seal of a printed list: as a QR code, and as text for those who have no camera."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.kit.blocks import Beside, Block, Stack
from listbuilder.print.kit.theme import FOOT, prose, small_label
from listbuilder.validation.seal import Seal

_MOST = 800  # characters of a code
_SIDE = 58.0  # about 20 mm: a telephone reads it from a hand's breadth


@dataclass(frozen=True, slots=True)
class QrCode:
    """A square with a text in it."""

    text: str
    side: float

    def height(self, width: float) -> float:
        return self.side

    def draw(self, canvas: Canvas, x: float, top: float, width: float) -> None:
        code = QrCodeWidget(self.text, barLevel="M").qr
        code.make()
        size = self.side / code.getModuleCount()
        path = canvas.beginPath()  # drawn as one shape: no hair lines between the modules
        for row, modules in enumerate(code.modules):
            for start, length in _runs(modules):
                path.rect(x + start * size, top - (row + 1) * size, length * size, size)
        canvas.setFillGray(0)
        canvas.drawPath(path, stroke=0, fill=1)


def _runs(modules: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Start and length of each run of dark modules in a row."""
    start = 0
    for dark, run in groupby(modules):
        length = len(list(run))
        if dark:
            yield start, length
        start += length


def seal_block(seal: Seal) -> Block:
    """The code, the same as text, and what it is for."""
    words = Stack([
        small_label(_("Seal")),
        prose(_("listbuilder verify LIST PDF says whether the list, the data or the verdict were changed."), FOOT),
        *(prose(line, FOOT) for line in seal.lines()),
    ])  # fmt: skip
    if len(str(seal)) > _MOST:  # the modules would be too small to be read: the properties of the PDF have it
        return words
    return Beside([QrCode(str(seal), _SIDE), words], [_SIDE, 0], 10)
