"""The fonts of the printed roster, and the choice of a font for each character.

All are TrueType files that travel with the package (licences beside them in ``fonts/``) and are embedded as subsets:

* Fira Sans Condensed, regular and semibold: Latin, Greek and Cyrillic, with figures of one width so that columns align;
* Droid Sans Fallback: Chinese, Japanese kana and Korean;
* DejaVu Sans Condensed: other characters that players use in names.

A text is split into runs of one font each. The fallback fonts have one weight, so their semibold is drawn with a fine
outline. They are large and are opened only when a character needs them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from listbuilder.print.kit.bidi import joined

_FOLDER = Path(__file__).parent / "fonts"
TEXT = "FiraSansCondensed-Regular"
STRONG = "FiraSansCondensed-SemiBold"
HAN = "DroidSansFallback"
SYMBOLS = "DejaVuSansCondensed"
UNPRINTABLE = "?"

# scripts that are written without spaces, and their punctuation
HAN_SCRIPTS = re.compile("[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]")


@dataclass(frozen=True, slots=True)
class Run:
    """Characters in one font; ``outline``: drawn with an outline to look semibold; ``lost``: what no font has and ``text``
    stands for."""

    font: str
    text: str
    outline: bool = False
    lost: str = ""


@lru_cache
def face(name: str) -> TTFont:
    """The font, registered with reportlab."""
    font = TTFont(name, str(_FOLDER / f"{name}.ttf"))
    pdfmetrics.registerFont(font)
    return font


def _holds(name: str, char: str) -> bool:
    return ord(char) in face(name).face.charToGlyph


def is_han(char: str) -> bool:
    """Whether the character belongs to a script that is written without spaces, or to its punctuation."""
    return bool(HAN_SCRIPTS.match(char))


@lru_cache(maxsize=8192)
def _font_of(char: str, strong: bool) -> str:
    main = STRONG if strong else TEXT
    order = (main, HAN, SYMBOLS) if is_han(char) else (main, SYMBOLS, HAN)
    return next((name for name in order if _holds(name, char)), "")


def _settable(char: str) -> str:
    if char.isspace():
        return char if char == "\u00a0" else " "
    if unicodedata.category(char) in ("Cc", "Cf", "Cs") or "\ufe00" <= char <= "\ufe0f":
        return ""
    return "" if unicodedata.category(char) == "Mn" and not _font_of(char, False) else char


@lru_cache(maxsize=8192)
def clean(text: str) -> str:
    """The printable text: composed, on one line, without invisible characters, Arabic letters joined."""
    if text.isascii() and text.isprintable():
        return text
    return joined("".join(map(_settable, unicodedata.normalize("NFC", text))))


@lru_cache(maxsize=8192)
def runs(text: str, strong: bool = False) -> tuple[Run, ...]:
    """Splits a clean text into runs of one font; ``?`` stands for each character that no font has."""
    main = STRONG if strong else TEXT
    if text.isascii():
        return (Run(main, text),)
    found = []
    for font, chars in groupby(text, key=lambda char: _font_of(char, strong)):
        part = "".join(chars)
        if font:
            found.append(Run(font, part, strong and font != main))
        else:
            found.append(Run(main, UNPRINTABLE * len(part), lost=part))
    return tuple(found)


class _Widths(dict[str, float]):
    """Of each character, in thousandths of the size; found when it is first asked for."""

    def __init__(self, strong: bool) -> None:
        self._strong = strong
        super().__init__()

    def __missing__(self, char: str) -> float:
        (run,) = runs(char, self._strong)
        self[char] = wide = float(face(run.font).face.getCharWidth(ord(run.text)))
        return wide


_WIDTHS = {strong: _Widths(strong) for strong in (False, True)}


@lru_cache(maxsize=16384)
def width(text: str, strong: bool, size: float) -> float:
    """The width of a clean text in points."""
    return sum(map(_WIDTHS[strong].__getitem__, text)) * 0.001 * size
