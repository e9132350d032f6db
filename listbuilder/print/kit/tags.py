"""What drawn things are, for screen readers and for copied text: headings, paragraphs, tables, links. Text belongs to the
innermost part that is open where it is drawn; all else is an artifact. A plain canvas makes no tags.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

Tag = Literal[
    "Document", "P", "H1", "H2", "H3", "Table", "TR", "TH", "TD", "L", "LI", "LBody", "Sect", "Figure", "Link", "Artifact"
]  # fmt: skip
_HOLDERS = frozenset({"Document", "Sect", "Table", "TR", "L", "LI"})  # of other parts: text in them is a paragraph
SMALLEST = 6.0  # points
_ARTIFACT = "/Artifact BMC"
_END = "EMC"


@dataclass(slots=True)
class Annotation:
    """The place of a link on its page, in points of the paper."""

    page: int
    rect: tuple[float, float, float, float]
    target: str
    words: str
    number: int = 0  # of the annotation among the parents


@dataclass(slots=True)
class Part:
    """A part of the document's structure. ``kids``: parts, numbers of marked content on the part's page, links."""

    tag: Tag
    page: int
    kids: list[Part | int | Annotation] = field(default_factory=list)
    alt: str = ""
    scope: str = ""  # of a table's head: Column or Row
    columns: int = 1  # that a cell of a table takes


class Target(NamedTuple):
    """Where on which page a link leads to."""

    page: int
    x: float
    y: float


class TaggedCanvas(Canvas):  # type: ignore[misc]  # reportlab has no types
    """A canvas that knows what its contents are. ``root``: the whole structure; ``marked``: of each page, the part that each of
    its marked contents belongs to. ``scope``: before the names of targets, so that several lists in a file keep apart. ``floor``:
    points of the smallest type that goes unmentioned."""

    def __init__(self, *arguments: Any, lang: str = "en", **options: Any) -> None:
        self.root = Part("Document", 0)
        self.marked: list[list[Part]] = [[]]
        self.targets: dict[str, Target] = {}
        self.links: list[Annotation] = []
        self.scope = ""
        self.floor = SMALLEST
        self.is_told = False  # that type is smaller
        self.language = lang
        self._parts: list[Part] = [self.root]
        self._is_open = False
        super().__init__(*arguments, lang=lang, **options)

    # --- parts -------------------------------------------------------------------------------------------------------------
    @property
    def page_index(self) -> int:
        """The page being drawn, from 0."""
        return len(self.marked) - 1

    def begin_part(self, tag: Tag, alt: str = "", scope: str = "", columns: int = 1) -> None:
        """Opens a part within the one that is open; everything within an artifact is one."""
        parent = self._parts[-1]
        part = Part(
            tag if parent.tag != "Artifact" else "Artifact", self.page_index, alt=alt, scope=scope, columns=columns
        )
        if part.tag != "Artifact":
            parent.kids.append(part)
        self._parts.append(part)

    def end_part(self) -> None:
        self._parts.pop()

    @property
    def holds_parts(self) -> bool:
        """Whether the open part holds other parts, and no text itself."""
        return self._parts[-1].tag in _HOLDERS

    def add_link(self, link: Annotation) -> None:
        """Adds a link to the open part."""
        if self._parts[-1].tag != "Artifact":
            self._parts[-1].kids.append(link)
            self.links.append(link)

    # --- contents ----------------------------------------------------------------------------------------------------------
    def begin_content(self) -> bool:
        """Marks what follows as content of the open part; False within an artifact and within content."""
        part = self._parts[-1]
        if self._is_open or part.tag == "Artifact":
            return False
        if part.tag in _HOLDERS:
            part = Part("P", self.page_index)
            self._parts[-1].kids.append(part)
        number = len(self.marked[-1])
        self.marked[-1].append(part)
        part.kids.append(number)
        self._close_artifact()
        self._code.append(f"/{part.tag} <</MCID {number}>> BDC")
        self._is_open = True
        return True

    def end_content(self) -> None:
        self._is_open = False
        self._code += (_END, _ARTIFACT)

    @property
    def is_content(self) -> bool:
        """Whether what is drawn now belongs to a part."""
        return self._is_open

    def _close_artifact(self) -> None:
        if self._code and self._code[-1] == _ARTIFACT:
            self._code.pop()
        elif self._code:
            self._code.append(_END)

    def _setAnnotations(self, page: Any) -> None:  # noqa: N802 - reportlab calls this when a page ends
        super()._setAnnotations(page)
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents", "Tabs"]
        page.StructParents = self.page_index
        page.Contents = contents = pdfdoc.PDFStream()  # reportlab would write it as text, a quarter longer
        contents.content = page.stream
        contents.filters = [pdfdoc.PDFZCompress] if page.compression else []
        page.Tabs = "/S"
        self.marked.append([])

    def showPage(self) -> None:  # noqa: N802
        """Ends the page; what is not marked on it is an artifact."""
        if self._code and not self._code[0].endswith("BDC"):
            self._code.insert(0, _ARTIFACT)
        self._close_artifact()
        super().showPage()


class tagged:  # noqa: N801 - it reads as the function that it stands for; one made by `contextmanager` is slow
    """What is drawn inside is that part of the document. ``alt``: words for a figure; ``scope``: of a table's head, Column or
    Row; ``columns``: that a cell takes."""

    __slots__ = ("_alt", "_canvas", "_columns", "_scope", "_tag")

    def __init__(self, canvas: Canvas, tag: Tag, *, alt: str = "", scope: str = "", columns: int = 1) -> None:
        self._canvas = canvas if isinstance(canvas, TaggedCanvas) else None
        self._tag: Tag = tag
        self._alt = alt
        self._scope = scope
        self._columns = columns

    def __enter__(self) -> None:
        if self._canvas is not None:
            self._canvas.begin_part(self._tag, self._alt, self._scope, self._columns)

    def __exit__(self, *_error: object) -> None:
        if self._canvas is not None:
            self._canvas.end_part()


class content:  # noqa: N801
    """What is drawn inside is one content of the open part: several lines of a text, the lines of a figure."""

    __slots__ = ("_begun", "_canvas")

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._begun = False

    def __enter__(self) -> None:
        self._begun = isinstance(self._canvas, TaggedCanvas) and self._canvas.begin_content()

    def __exit__(self, *_error: object) -> None:
        if self._begun:
            self._canvas.end_content()


class text_part:  # noqa: N801
    """The lines drawn inside are a text: a heading, or a paragraph where no other part holds them, such as a cell. ``one``: they
    are one content; else each line is one."""

    __slots__ = ("_begun", "_canvas", "_one", "_parted", "_tag")

    def __init__(self, canvas: Canvas, tag: Tag, *, one: bool = True) -> None:
        tags = isinstance(canvas, TaggedCanvas) and not canvas.is_content
        self._canvas = canvas
        self._tag: Tag = tag
        self._parted = tags and (tag != "P" or canvas.holds_parts)
        self._one = tags and one
        self._begun = False

    def __enter__(self) -> None:
        if self._parted:
            self._canvas.begin_part(self._tag)
        self._begun = self._one and self._canvas.begin_content()

    def __exit__(self, *_error: object) -> None:
        if self._begun:
            self._canvas.end_content()
        if self._parted:
            self._canvas.end_part()
