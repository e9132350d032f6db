"""Writes the structure of a tagged document, its links and its XMP metadata as objects of the PDF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from xml.sax.saxutils import escape

from reportlab.pdfbase import pdfdoc

from listbuilder.print.kit.packing import packed
from listbuilder.print.kit.tags import Annotation, Part, TaggedCanvas
from listbuilder.terminal import one_line

_UNFIT = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # what XML cannot hold
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Keywords>{keywords}</pdf:Keywords><pdf:Producer>{producer}</pdf:Producer>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>"""


class _Object(pdfdoc.PDFObject):  # type: ignore[misc]  # reportlab has no types
    """An object of the PDF that is written as it is."""

    def __init__(self, text: str = "") -> None:
        self.text = text

    def format(self, document: pdfdoc.PDFDocument) -> bytes:
        return self.text.encode("latin-1")


def finish(canvas: TaggedCanvas) -> None:
    """Adds structure, links and metadata, and has the file packed; called once, when all pages are drawn and before the document
    is saved."""
    document = canvas._doc
    _add_metadata(canvas)
    canvas.setViewerPreference("DisplayDocTitle", "true")
    document.Catalog.MarkInfo = _Object("<</Marked true>>")
    _Tree(canvas).write()
    document.format = partial(packed, document)


class _Tree:
    """The objects of the structure, numbered in reading order."""

    def __init__(self, canvas: TaggedCanvas) -> None:
        self.canvas = canvas
        self.document = canvas._doc
        self.pages = [self._number(f"Page{index}") for index in range(1, len(canvas.marked))]
        self.numbers: dict[int, int] = {}  # id of a part -> number of its object
        self.objects: dict[int, _Object] = {}
        self.links = [link for link in canvas.links if link.target in canvas.targets]

    def write(self) -> None:
        root, parents = _Object(), _Object()
        top, below = self._added(root), self._added(parents)
        for part in _parts(self.canvas.root):
            self.objects[id(part)] = made = _Object()
            self.numbers[id(part)] = self._added(made)
        annotations = self._annotations()
        for part, parent in _with_parents(self.canvas.root):
            above = self.numbers[id(parent)] if parent is not None else top
            self.objects[id(part)].text = self._part(part, above, annotations)
        own = [
            f"{page} [{' '.join(f'{self.numbers[id(part)]} 0 R' for part in marked)}]"
            for page, marked in enumerate(self.canvas.marked[:-1])
        ]
        owners = {
            id(kid): part for part in _parts(self.canvas.root) for kid in part.kids if isinstance(kid, Annotation)
        }
        linked = [f"{link.number} {self.numbers[id(owners[id(link)])]} 0 R" for link in self.links]
        parents.text = f"<</Nums[{chr(10).join((*own, *linked))}]>>"
        root.text = (
            f"<</Type/StructTreeRoot/K {self.numbers[id(self.canvas.root)]} 0 R/ParentTree {below} 0 R"
            f"/ParentTreeNextKey {len(own) + len(linked)}>>"
        )
        self.document.Catalog.StructTreeRoot = pdfdoc.PDFObjectReference(f"R{top}")

    def _added(self, made: _Object) -> int:
        """The number of a new object; what `Reference` of the document does, without asking what kind of object it is."""
        document = self.document
        document.objectcounter += 1
        number: int = document.objectcounter
        name = f"R{number}"
        document.idToObjectNumberAndVersion[name] = (number, 0)
        document.numberToId[number] = name
        document.idToObject[name] = made
        return number

    def _number(self, name: str) -> int:
        number: int = self.document.idToObjectNumberAndVersion[name][0]
        return number

    def _annotations(self) -> dict[int, int]:
        """Adds the links to their pages: id of a link -> number of its object."""
        numbers: dict[int, int] = {}
        on_page: dict[int, list[int]] = {}
        for index, link in enumerate(self.links):
            link.number = len(self.pages) + index
            target = self.canvas.targets[link.target]
            rect = " ".join(f"{value:.2f}" for value in link.rect)
            place = f"[{self.pages[target.page]} 0 R/XYZ {target.x:.2f} {target.y:.2f} null]"
            made = _Object(
                f"<</Type/Annot/Subtype/Link/Rect[{rect}]/Border[0 0 0]/F 4/Dest {place}"
                f"/Contents {_string(one_line(link.words))}/StructParent {link.number}/P {self.pages[link.page]} 0 R>>"
            )
            numbers[id(link)] = self._added(made)
            on_page.setdefault(link.page, []).append(numbers[id(link)])
        for page, found in on_page.items():
            self.document.idToObject[f"Page{page + 1}"].Annots = _Object(f"[{' '.join(f'{one} 0 R' for one in found)}]")
        return numbers

    def _part(self, part: Part, above: int, annotations: dict[int, int]) -> str:
        kids = []
        for kid in part.kids:
            if isinstance(kid, Part):
                kids.append(f"{self.numbers[id(kid)]} 0 R")
            elif isinstance(kid, int):
                kids.append(str(kid))
            elif id(kid) in annotations:
                kids.append(f"<</Type/OBJR/Obj {annotations[id(kid)]} 0 R>>")
        page = f"/Pg {self.pages[part.page]} 0 R" if part.tag != "Document" and self.pages else ""
        alt = f"/Alt {_string(one_line(part.alt))}" if part.alt else ""
        scope = f"/Scope/{part.scope}" if part.scope else ""
        wide = f"/ColSpan {part.columns}" if part.columns > 1 else ""
        cell = f"/A<</O/Table{scope}{wide}>>" if scope or wide else ""
        held = kids[0] if len(kids) == 1 and not kids[0].startswith("<") else f"[{' '.join(kids)}]"
        return f"<</S/{part.tag}/P {above} 0 R{page}{alt}{cell}" + (f"/K {held}>>" if kids else ">>")


def _parts(part: Part) -> Iterator[Part]:
    yield part
    for kid in part.kids:
        if isinstance(kid, Part):
            yield from _parts(kid)


def _with_parents(part: Part, parent: Part | None = None) -> Iterator[tuple[Part, Part | None]]:
    yield part, parent
    for kid in part.kids:
        if isinstance(kid, Part):
            yield from _with_parents(kid, part)


def _string(text: str) -> str:
    """A text of the PDF, of any characters."""
    return f"<FEFF{text.encode('utf-16-be', 'replace').hex().upper()}>"


def _add_metadata(canvas: TaggedCanvas) -> None:
    document, info = canvas._doc, canvas._doc.info
    facts = {
        key: escape(_UNFIT.sub("", str(getattr(info, key) or "")))
        for key in ("title", "subject", "author", "keywords", "producer", "creator")
    }
    stream = pdfdoc.PDFStream(pdfdoc.PDFDictionary({"Type": "/Metadata", "Subtype": "/XML"}))
    stream.content = _XMP.format(**facts, language=escape(canvas.language)).encode("utf-8")
    stream.filters = []
    document.Catalog.Metadata = stream
