"""The seal of a printed list: as a QR code, and as text for those who have no camera."""

from __future__ import annotations

from listbuilder.i18n import _
from listbuilder.print.kit.blocks import Beside, Block, Stack
from listbuilder.print.kit.qr import QrCode
from listbuilder.print.kit.theme import FOOT, prose, small_label
from listbuilder.validation.seal import Seal

_MOST = 800  # characters of a code
_SIDE = 58.0  # about 20 mm: a telephone reads it from a hand's breadth


def seal_block(seal: Seal) -> Block:
    """The code, the same as text, and what it is for."""
    words = Stack([
        small_label(_("Seal")),
        prose(_("listbuilder verify LIST PDF says whether the list, the data or the verdict were changed."), FOOT),
        *(prose(line, FOOT) for line in seal.lines()),
    ])  # fmt: skip
    if len(str(seal)) > _MOST:  # the modules would be too small to be read: the properties of the PDF have it
        return words
    return Beside([QrCode(str(seal), _SIDE, quiet=0, levels=("M",), least=0), words], [_SIDE, 0], 10)
