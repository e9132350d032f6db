"""Writes lines of text as operators of the page. Each text is encoded once a document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakKeyDictionary

from reportlab.pdfgen.canvas import Canvas

from listbuilder.i18n import _
from listbuilder.print.kit import typefaces
from listbuilder.print.kit.notices import note
from listbuilder.print.kit.scripts import language_of
from listbuilder.print.kit.tags import TaggedCanvas, content

if TYPE_CHECKING:
    from listbuilder.print.kit.style import Ink, Style

_HALO = 1.1  # points of the line around white letters
_OUTLINED = 10.0  # from this size on, type of one weight is drawn with an outline to look semibold: smaller type clogs
_OUTLINE = 0.022  # of the size
_CLOSE = 0.05  # points
_FILL, _STROKE, _BOTH, _HIDDEN = 0, 1, 2, 3  # modes of text


class _Piece(Protocol):
    @property
    def text(self) -> str: ...
    @property
    def style(self) -> Style: ...
    @property
    def said(self) -> str: ...


_lines: WeakKeyDictionary[object, dict[Any, str]] = WeakKeyDictionary()  # document -> the operators of each line


def write(canvas: Canvas, x: float, baseline: float, pieces: tuple[_Piece, ...]) -> None:
    """Writes pieces of text next to each other; white ones with a halo are outlined first."""
    known = _lines.setdefault(canvas._doc, {})
    if any(piece.style.halo for piece in pieces):  # an artifact, which cannot stand within content
        canvas._code.append(_placed(x, baseline, _operators(canvas, known, pieces, "", halo=True)))
    if isinstance(canvas, TaggedCanvas):
        _watch(canvas, pieces)
    with content(canvas):
        usual = canvas.language if isinstance(canvas, TaggedCanvas) and canvas.is_content else ""
        canvas._code.append(_placed(x, baseline, _operators(canvas, known, pieces, usual, halo=False)))


def _watch(canvas: TaggedCanvas, pieces: tuple[_Piece, ...]) -> None:
    """Tells once a document where type is smaller than can be read."""
    if canvas.is_told or not pieces:
        return
    across, turned, _c, up, _e, _f = canvas._currentMatrix
    scale = min(abs(across), abs(up))
    if turned or all(piece.style.size * scale >= canvas.floor - _CLOSE for piece in pieces):
        return
    canvas.is_told = True
    words = "".join(piece.text for piece in pieces).strip()
    told = _("page {number}: “{words}” is printed smaller than {floor} points")
    note(told.format(number=canvas.page_index + 1, words=words, floor=f"{canvas.floor:g}"))


def _placed(x: float, baseline: float, operators: str) -> str:
    return f"BT 1 0 0 1 {x:.3f} {baseline:.3f} Tm {operators} ET"


def _operators(canvas: Canvas, known: dict[Any, str], pieces: tuple[_Piece, ...], usual: str, *, halo: bool) -> str:
    key = (pieces, usual, halo)
    found = known.get(key)
    if found is None:
        line = _Line(canvas, halo)
        for piece in pieces:
            line.add(piece, usual)
        found = known[key] = line.finished()
    return found


class _Line:
    """The operators of a line. Modes and spaces between letters outlive a text, so they are put back."""

    def __init__(self, canvas: Canvas, halo: bool) -> None:
        self._canvas = canvas
        self._halo = halo
        self._code = [f"0 G 1 j {_HALO} w"] if halo else []
        self._font = ""
        self._mode = _FILL
        self._tracking = 0.0
        self._ink: Ink | None = None

    def add(self, piece: _Piece, usual: str) -> None:
        facts = _said(piece, usual) if usual else ""
        if facts:
            self._code.append(f"/Span <<{facts}>> BDC")
        style = piece.style
        if not self._halo and style.ink != self._ink:
            self._ink = style.ink
            self._code.append(_colour(style.ink, "g", "rg"))
        if style.tracking != self._tracking:
            self._tracking = style.tracking
            self._code.append(f"{style.tracking:g} Tc")
        for run in typefaces.runs(piece.text, style.strong):
            if run.lost:
                _tell(piece.text, run.lost)
            self._show(run, style)
        if facts:
            self._code.append("EMC")

    def _show(self, run: typefaces.Run, style: Style) -> None:
        mode = _mode(run, style, halo=self._halo)
        if mode != self._mode:
            self._mode = mode
            self._code.append(f"{mode} Tr")
        if mode == _BOTH:
            self._code.append(f"{_OUTLINE * style.size:.3f} w {_colour(style.ink, 'G', 'RG')}")
        document = self._canvas._doc
        face = typefaces.face(run.font)
        for subset, part in face.splitString(run.text, document):
            font = f"{face.getSubsetInternalName(subset, document)} {style.size:g} Tf"
            if font != self._font:
                self._font = font
                self._code.append(font)
            self._code.append(f"({self._canvas._escape(part)}) Tj")

    def finished(self) -> str:
        if self._mode != _FILL:
            self._code.append("0 Tr")
        if self._tracking:
            self._code.append("0 Tc")
        return " ".join(self._code)


def _mode(run: typefaces.Run, style: Style, *, halo: bool) -> int:
    if halo:
        return _STROKE if style.halo else _HIDDEN  # what has no halo only moves the others on
    return _BOTH if run.outline and style.size >= _OUTLINED else _FILL


def _said(piece: _Piece, usual: str) -> str:
    """What a reader has to know of a text: its language where it is not the document's, and its letters in the order of reading
    where they stand in another."""
    spoken = language_of(piece.text, usual)
    language = f"/Lang ({spoken})" if spoken != usual else ""
    if not piece.said:
        return language
    return f"{language}/ActualText <FEFF{piece.said.encode('utf-16-be', 'replace').hex().upper()}>"


def _tell(text: str, lost: Iterable[str]) -> None:
    signs = " ".join(dict.fromkeys(lost))
    told = _("{name}: no font of this program has {signs}; it is printed as {mark}")
    name = text.strip()
    note(told.format(name=name, signs=signs, mark=typefaces.UNPRINTABLE), name)


def _colour(ink: Ink | None, grey: str, colour: str) -> str:
    if isinstance(ink, tuple):
        return f"{ink[0]:.3f} {ink[1]:.3f} {ink[2]:.3f} {colour}"
    return f"{ink or 0.0:g} {grey}"
