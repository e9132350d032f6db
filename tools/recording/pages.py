"""The picture of printed pages that the README shows: two pages of a sample beside each other."""

from __future__ import annotations

import io
from pathlib import Path

import pymupdf
from PIL import Image

PICTURE = "docs/images/page.png"
OF = "exports/samples/space-marines-gladius.pdf"
SHOWN = (1, 2)  # pages
HEIGHT = 877  # pixels of a page
AROUND = 10  # pixels of the ground around each page
GROUND = (0.82, 0.82, 0.82)
COLOURS = 64  # of the picture: pages have few


def drawn(sample: Path) -> bytes:
    """The picture, as PNG. Its pixels are points of the page that it is laid out on."""
    with pymupdf.open(sample) as pages, pymupdf.open() as laid:
        paper = pages[0].rect
        width = HEIGHT * paper.width / paper.height
        ground = laid.new_page(width=len(SHOWN) * (width + AROUND) + AROUND, height=HEIGHT + 2 * AROUND)
        ground.draw_rect(ground.rect, color=None, fill=GROUND)
        for place, number in enumerate(SHOWN):
            left = AROUND + place * (width + AROUND)
            where = pymupdf.Rect(left, AROUND, left + width, AROUND + HEIGHT)
            ground.draw_rect(where, color=None, fill=(1, 1, 1))
            ground.show_pdf_page(where, pages, number - 1)
        pixels = ground.get_pixmap(alpha=False)
    picture = Image.frombytes("RGB", (pixels.width, pixels.height), pixels.samples).quantize(COLOURS)
    picture.save(written := io.BytesIO(), "PNG", optimize=True)
    return written.getvalue()
