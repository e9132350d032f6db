"""Reads the QR codes of a page as a telephone does: from a picture of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pymupdf

LEAST_SIDE = 40.0  # points of a code; smaller drawings are none
LEAST_MODULES = 60
QUIET = 6.0  # points of the picture around a code
SCALES = (3.0, 4.0, 6.0)  # pixels of a point, in the order in which they are tried
_CONTROLS = {"LF": "\n", "CR": "\r", "HT": "\t"}
_ESCAPED = re.compile(r"<(LF|CR|HT|U\+([0-9A-F]{1,6}))>")
_NUMBERED = re.compile(r"(\d)/(\d)\n")


def codes(document: pymupdf.Document) -> Iterator[tuple[int, str]]:
    """Page and text of each code, which is empty where it cannot be read."""
    for number, page in enumerate(document, 1):
        for shape in page.get_drawings():
            box = shape["rect"]
            is_square = abs(box.width - box.height) < 1 and box.width >= LEAST_SIDE
            if is_square and shape["fill"] and len(shape["items"]) >= LEAST_MODULES:
                yield number, _read(page, box + (-QUIET, -QUIET, QUIET, QUIET))  # noqa: RUF005 - a rectangle, no tuple


def _read(page: pymupdf.Page, clip: pymupdf.Rect) -> str:
    for scale in SCALES:
        picture = page.get_pixmap(
            matrix=pymupdf.Matrix(scale, scale), clip=clip, colorspace=pymupdf.csGRAY, alpha=False
        )
        text, _kind = pymupdf.mupdf.fz_decode_barcode_from_pixmap(picture.this, 0)
        if text:
            return _ESCAPED.sub(_unescaped, text)
    return ""


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[2], 16)) if found[2] else _CONTROLS[found[1]]


def joined(texts: list[str]) -> str:
    """One text of those of several codes, each of which begins with its number, whatever their order."""
    parts = sorted((found[1], text[found.end() :]) for text in texts if (found := _NUMBERED.match(text)))
    return "".join(text for _number, text in parts) if len(texts) > 1 and len(parts) == len(texts) else "".join(texts)
