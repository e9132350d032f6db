"""What drawn things are, for screen readers and for copied text: headings, paragraphs, tables. What is no text is an artifact.
A canvas that makes no tags ignores this."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from reportlab.pdfgen.canvas import Canvas

Tag = Literal[
    "P", "H1", "H2", "H3", "Table", "TR", "TH", "TD", "L", "LI", "LBody", "Sect", "Figure", "Link", "Note", "Artifact"
]


@contextmanager
def tagged(canvas: Canvas, tag: Tag, *, alt: str = "") -> Iterator[None]:  # noqa: ARG001
    """What is drawn inside is that part of the document. ``alt``: words for a figure."""
    yield
