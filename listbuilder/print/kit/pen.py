"""Writes lines of text as operators of the page. Each text is encoded once a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

from reportlab.pdfgen.canvas import Canvas

from listbuilder.print.kit import typefaces
from listbuilder.print.kit.scripts import language_of
from listbuilder.print.kit.tags import TaggedCanvas, content

if TYPE_CHECKING:
    from listbuilder.print.kit.typeset import Ink, Style

_HALO = 1.1  # points of the line around white letters
_OUTLINED = 10.0  # from this size on, type of one weight is drawn with an outline to look semibold: smaller type clogs
_OUTLINE = 0.022  # of the size
_FILL, _STROKE, _BOTH, _HIDDEN = 0, 1, 2, 3  # modes of text
_Encoded = dict[
    tuple[str, str], tuple[tuple[str, str], ...]
]  # font and text -> names of the font's parts and operators


class _Piece(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def style(self) -> Style: ...


_encoded: WeakKeyDictionary[object, _Encoded] = WeakKeyDictionary()


def write(canvas: Canvas, x: float, baseline: float, pieces: Iterable[_Piece]) -> None:
    """Writes pieces of text next to each other; white ones with a halo are outlined first."""
    known = _encoded.setdefault(canvas._doc, {})
    pieces = tuple(pieces)
    if any(piece.style.halo for piece in pieces):  # an artifact, which cannot stand within content
        canvas._code.append(_text(canvas, known, x, baseline, pieces, halo=True))
    with content(canvas):
        canvas._code.append(_text(canvas, known, x, baseline, pieces, halo=False))


def _text(canvas: Canvas, known: _Encoded, x: float, baseline: float, pieces: Iterable[_Piece], *, halo: bool) -> str:
    """One text object. Modes and spaces between letters outlive it, so they are put back."""
    code = [f"BT 1 0 0 1 {x:.3f} {baseline:.3f} Tm"]
    font, mode, tracking = "", _FILL, 0.0
    ink: Ink | None = None
    if halo:
        code.append(f"0 G 1 j {_HALO} w")
    usual = canvas.language if not halo and isinstance(canvas, TaggedCanvas) and canvas.is_content else ""
    for piece in pieces:
        style = piece.style
        spoken = language_of(piece.text, usual) if usual else ""
        if spoken != usual:
            code.append(f"/Span <</Lang ({spoken})>> BDC")
        if not halo and style.ink != ink:
            ink = style.ink
            code.append(_colour(ink, "g", "rg"))
        if style.tracking != tracking:
            tracking = style.tracking
            code.append(f"{tracking:g} Tc")
        for run in typefaces.runs(piece.text, style.strong):
            wanted = _mode(run, style, halo=halo)
            if wanted != mode:
                mode = wanted
                code.append(f"{mode} Tr")
            if mode == _BOTH:
                code.append(f"{_OUTLINE * style.size:.3f} w {_colour(style.ink, 'G', 'RG')}")
            for name, shown in _encode(canvas, known, run.font, run.text):
                if (chosen := f"{name} {style.size:g} Tf") != font:
                    font = chosen
                    code.append(chosen)
                code.append(shown)
        if spoken != usual:
            code.append("EMC")
    code.append("0 Tr" * (mode != _FILL) + " 0 Tc" * (tracking != 0.0) + " ET")
    return " ".join(code)


def _mode(run: typefaces.Run, style: Style, *, halo: bool) -> int:
    if halo:
        return _STROKE if style.halo else _HIDDEN  # what has no halo only moves the others on
    return _BOTH if run.outline and style.size >= _OUTLINED else _FILL


def _encode(canvas: Canvas, known: _Encoded, font: str, text: str) -> tuple[tuple[str, str], ...]:
    """The names of the font's parts with the operators that show the text in them."""
    found = known.get((font, text))
    if found is None:
        face, document = typefaces.face(font), canvas._doc
        found = known[font, text] = tuple(
            (face.getSubsetInternalName(subset, document), f"({canvas._escape(part)}) Tj")
            for subset, part in face.splitString(text, document)
        )
    return found


def _colour(ink: Ink | None, grey: str, colour: str) -> str:
    if isinstance(ink, tuple):
        return f"{ink[0]:.3f} {ink[1]:.3f} {ink[2]:.3f} {colour}"
    return f"{ink or 0.0:g} {grey}"
