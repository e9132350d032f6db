"""Compares printed documents with descriptions of their pages. LISTBUILDER_UPDATE_SNAPSHOTS=1 writes these anew.

A description has a line for everything on the paper, from its upper left corner: texts with the start of their baseline, size,
font and grey; shapes with their box, the grey of their ground and the width of their line. All numbers are points.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator
from pathlib import Path

import pymupdf

FOLDER = Path(__file__).parent / "layouts"
UPDATE = bool(os.environ.get("LISTBUILDER_UPDATE_SNAPSHOTS"))


def describe(data: bytes) -> str:
    """The whole document: metadata, outline, pages."""
    with pymupdf.open(stream=data, filetype="pdf") as document:
        keys = ("title", "subject", "keywords", "author", "creator", "producer")
        lines = [f"{key}: {document.metadata[key]}" for key in keys]
        for level, title, page, target in document.get_toc(simple=False):
            lines.append(f"outline {level}: {title}, page {page} at {_round(target['to'].y)}")
        for page in document:
            lines += ["", f"page {page.number + 1}", *_texts(page), *_shapes(page)]
    return "\n".join(lines) + "\n"


def _texts(page: pymupdf.Page) -> Iterator[str]:
    for span in page.get_texttrace():
        x, y = span["chars"][0][2]
        words = "".join(chr(char[0]) for char in span["chars"])
        font = span["font"].removeprefix("FiraSansCondensed-")
        outline = f" stroked {span['linewidth']:.2f}" if span["type"] == 1 else ""
        yield f"  {_round(x)} {_round(y)} {_round(span['size'])} {font} {_grey(span['color'])}{outline} {words!r}"


def _shapes(page: pymupdf.Page) -> Iterator[str]:
    for shape in page.get_drawings():
        box = " ".join(map(_round, shape["rect"]))
        ground = f" ground {_grey(shape['fill'])}" if shape["fill"] else ""
        line = f" line {_grey(shape['color'])} of {_round(shape['width'])}" if shape["color"] else ""
        yield f"  [{box}]{ground}{line}"


def _grey(colour: tuple[float, ...]) -> str:
    return f"{colour[0]:.2f}"


def _round(value: float) -> str:
    return f"{value + 0.0:.1f}".replace("-0.0", "0.0")


def compare(found: str, name: str) -> None:
    """Fails with the lines in which a text differs from the one that was kept under that name."""
    path = FOLDER / f"{name}.txt"
    if UPDATE:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8", newline="\n")
        return
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    if found != known:
        lines = "\n".join(
            difflib.unified_diff(known.splitlines(), found.splitlines(), path.name, "printed", lineterm="", n=1)
        )
        raise AssertionError(f"{lines}\nLook at the page; LISTBUILDER_UPDATE_SNAPSHOTS=1 writes the descriptions anew.")


def words(page: pymupdf.Page) -> list[tuple[pymupdf.Rect, str]]:
    """The words that a reader sees with their boxes, in the order in which they are drawn: without the outlines below white
    letters, and without what is turned."""
    return [word for span in _seen(page) if span["dir"][1] == 0 for word in _words_of(span)]


def text(page: pymupdf.Page) -> str:
    """What a reader sees, in the order in which it is drawn: a line for each text."""
    return "\n".join("".join(chr(char[0]) for char in span["chars"]) for span in _seen(page))


def turned(page: pymupdf.Page) -> list[pymupdf.Rect]:
    """The boxes of words that do not stand straight."""
    return [pymupdf.Rect(span["bbox"]) for span in _seen(page) if span["dir"][1] != 0]


def _seen(page: pymupdf.Page) -> Iterator[dict]:
    return (span for span in page.get_texttrace() if span["type"] == 0)


def _words_of(span: dict) -> Iterator[tuple[pymupdf.Rect, str]]:
    letters, box = "", pymupdf.Rect()
    for char in span["chars"]:
        if chr(char[0]).isspace():
            if letters:
                yield box, letters
            letters, box = "", pymupdf.Rect()
        else:
            letters += chr(char[0])
            box = pymupdf.Rect(char[3]) | box if letters[1:] else pymupdf.Rect(char[3])
    if letters:
        yield box, letters
