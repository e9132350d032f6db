"""How a document looks: its accent, and whether ink is saved. Colours are dark enough that white text stands on them and that a
printer of one bit draws them black."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from reportlab.pdfgen.canvas import Canvas

from listbuilder.errors import InputError
from listbuilder.i18n import _
from listbuilder.print.kit.style import BLACK, WHITE, Ink, Style
from listbuilder.replacing import replace

DARKEST_GREY = 36.0  # the grey value that an accent has at most, of 255
_HALO = 13.0  # white type up to this size needs an outline on a raster; larger type stands without
_HEX = re.compile(r"#?([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})")


class Colour(NamedTuple):
    """Red, green and blue, from 0 to 255."""

    red: int
    green: int
    blue: int

    @classmethod
    def of(cls, text: str) -> Colour:
        """The colour that ``#RRGGBB`` or ``#RGB`` means. Raises `InputError`."""
        found = _HEX.fullmatch(text.strip())
        if found is None:
            raise InputError(_("{text} is no colour: write #RRGGBB, such as #0B2349").format(text=text))
        digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
        return cls(*(int(digits[at : at + 2], 16) for at in (0, 2, 4)))

    @property
    def grey(self) -> float:
        """How light it is, from 0 to 255."""
        return 0.30 * self.red + 0.59 * self.green + 0.11 * self.blue

    @property
    def ink(self) -> tuple[float, float, float]:
        """The colour as the PDF has it."""
        return (self.red / 255, self.green / 255, self.blue / 255)

    def __str__(self) -> str:
        return f"#{self.red:02X}{self.green:02X}{self.blue:02X}"

    def darkened(self) -> Colour:
        """This colour where white text can stand on it, else the same hue as dark as is needed."""
        if self.grey <= DARKEST_GREY:
            return self
        factor = DARKEST_GREY / self.grey
        return Colour(int(self.red * factor), int(self.green * factor), int(self.blue * factor))


NO_FACTION = Colour(0x1F, 0x1F, 0x1F)


def accent_of(text: str) -> tuple[Colour, str]:
    """The accent that a player asked for, and what to tell them where it had to be darkened. Raises `InputError`."""
    asked = Colour.of(text)
    used = asked.darkened()
    if used == asked:
        return used, ""
    return used, _("{asked} is too light for white text on it: {used} is used").format(asked=asked, used=used)


@dataclass(frozen=True, slots=True)
class Look:
    """``accent``: the ground of bars and tabs. ``save_ink``: outlines only."""

    accent: Colour = NO_FACTION
    save_ink: bool = False

    @property
    def accent_ink(self) -> Ink:
        """What lines and marks of the accent are drawn in."""
        return BLACK if self.save_ink else self.accent.ink

    def on_bar(self, style: Style) -> Style:
        """The style for words in a bar: white and semibold, with an outline where a raster could eat it."""
        if self.save_ink:
            return replace(style, strong=True, ink=BLACK, halo=False)
        return replace(style, strong=True, ink=WHITE, halo=style.size <= _HALO)

    def draw_ground(self, canvas: Canvas, x: float, top: float, width: float, height: float) -> None:
        """The ground of a bar; where ink is saved, a strong rule above and a fine one below."""
        if not self.save_ink:
            canvas.setFillColorRGB(*self.accent.ink)
            canvas.rect(x, top - height, width, height, stroke=0, fill=1)
            return
        canvas.setStrokeGray(0.0)
        for y, weight in ((top - 0.8, 1.6), (top - height + 0.3, 0.6)):
            canvas.setLineWidth(weight)
            canvas.line(x, y, x + width, y)
