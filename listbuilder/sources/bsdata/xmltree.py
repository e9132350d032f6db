"""The XML front end: reads a file's bytes into the neutral form, in one pass of expat.

Expat rather than lxml: its handlers can refuse a document type declaration or too many levels before anything is built, and
building plain dicts this way takes two thirds of the time.
"""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.parsers import expat

from listbuilder.i18n import Text
from listbuilder.sources.bsdata.vocabulary import LISTS, TEXTS
from listbuilder.sources.errors import NotDataError, SourceError

MAX_LEVELS = 256  # nested elements
# About ten times as many as in the largest file of the three best-known sets.
MAX_ELEMENTS = 500_000
MAX_ATTRIBUTES = 1_000_000
MAX_PIECE = 256 * 1024  # bytes of one tag in files with many attributes, on which expat is slow
MANY_ATTRIBUTES = 20_000
LONGEST = 1 << 20  # bytes without a tag in any file: expat takes ten times as many to read them
ROOTS = frozenset({"gameSystem", "catalogue"})

Element = dict[str, Any]


class _List(list[Element]):
    """The items of a list element; ``item`` is the name of the elements that it may hold."""

    __slots__ = ("item",)
    item: str


class _Handlers:
    """Collects the tree while expat reads; ``unknown`` counts what is in the wrong place."""

    def __init__(self, parser: expat.XMLParserType, path: str) -> None:
        self.parser = parser
        self.path = path
        self.root: tuple[str, Element] | None = None
        self.unknown: Counter[str] = Counter()
        self.stack: list[Any] = [{}]
        self.names: list[str] = [""]
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = lambda *_: refuse_doctype(parser, path)

    def release(self) -> None:
        """Breaks the reference cycle with the parser, so that the tree is freed as soon as it is no longer used."""
        parser = self.parser
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CharacterDataHandler = parser.StartDoctypeDeclHandler = None

    def start(self, name: str, attributes: Element) -> None:
        stack = self.stack
        top = stack[-1]
        if top.__class__ is _List:
            if name == top.item:
                top.append(attributes)
            else:
                self.unknown[f"{self.names[-1]}/{name}"] += 1
            stack.append(attributes)
        elif name in LISTS:
            stack.append(self.open_list(name, top, attributes))
        else:
            held = top.setdefault(name, [])
            if held.__class__ is list:
                held.append(attributes)
            else:
                self.unknown[f"{self.names[-1]}/{name}"] += 1
            stack.append(attributes)
        self.names.append(name)
        if len(stack) == 2:
            self.begin(name, attributes)
        elif len(stack) > MAX_LEVELS:
            message = Text("more than {count} levels of elements", {"count": MAX_LEVELS})
            raise SourceError(message, self.path, *_position(self.parser))

    def begin(self, name: str, attributes: Element) -> None:
        """The root element."""
        if name not in ROOTS:
            raise wrong_root(name, self.path, self.parser)
        self.root = (name, attributes)

    def open_list(self, name: str, owner: Element, attributes: Element) -> _List:
        for attribute in attributes:
            self.unknown[f"{name}@{attribute}"] += 1
        items = owner.get(name)
        if items.__class__ is not _List:
            if items is not None:  # an attribute of the same name
                self.unknown[f"{self.names[-1]}@{name}"] += 1
            items = owner[name] = _List()
            items.item = LISTS[name]
        return items

    def end(self, name: str) -> None:
        node = self.stack.pop()
        self.names.pop()
        if node.__class__ is dict and "$text" in node:
            node["$text"] = "".join(node["$text"])
        if name in TEXTS:
            owner = self.stack[-1]
            held = owner.get(name) if owner.__class__ is dict else None
            if held.__class__ is list:
                self.fold(name, owner, node)

    def fold(self, name: str, owner: Element, node: Element) -> None:
        """Turns a text element into a plain text of its owner; ``alias`` may occur more than once."""
        text = node.pop("$text", "").strip()
        for key in node:
            self.unknown[f"{name}@{key}"] += 1
        if name == "alias":
            owner[name][-1] = text
        else:
            owner[name] = text

    def text(self, data: str) -> None:
        node = self.stack[-1]
        if node.__class__ is dict:
            if "$text" in node:
                node["$text"].append(data)
            elif not data.isspace():
                node["$text"] = [data]
        elif not data.isspace():
            self.unknown[f"{self.names[-1]}/$text"] += 1


def parse(data: bytes, path: str) -> tuple[str, Element, Counter[str]]:
    """The root's name, the root element in the neutral form, and what was in the wrong place, with counts."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    handlers = _Handlers(parser, path)
    try:
        run(parser, data, path)
    finally:
        handlers.release()
    assert handlers.root is not None  # expat refuses a file without root element
    return *handlers.root, handlers.unknown


def run(parser: expat.XMLParserType, data: bytes, path: str) -> None:
    """Lets a parser with handlers read the bytes. Raises `SourceError`, with line and column, for bytes that are no XML."""
    check_size(data, path)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise _syntax_error(error, data, path) from None
    except (LookupError, ValueError) as error:  # an encoding that does not exist, or none that can be read
        raise SourceError(Text("broken XML: {why}", {"why": str(error)}), path, 1) from None


def check_size(data: bytes, path: str) -> None:
    """Refuses data that would need too much time or memory to read."""
    attributes = data.count(b"=")
    if data.count(b"<") > MAX_ELEMENTS * 2 or attributes > MAX_ATTRIBUTES:
        params: dict[str, object] = {"elements": f"{MAX_ELEMENTS:,}", "attributes": f"{MAX_ATTRIBUTES:,}"}
        raise SourceError(Text("more than {elements} elements or {attributes} attributes", params), path)
    if attributes > MANY_ATTRIBUTES and max(map(len, data.split(b"<"))) > MAX_PIECE:
        raise SourceError(Text("an element of more than {size} kB", {"size": MAX_PIECE >> 10}), path)
    for start in range(0, len(data) - LONGEST, LONGEST):
        if data.find(b"<", start, start + LONGEST) < 0:
            line = data.count(b"\n", 0, start) + 1
            raise SourceError(Text("an element of more than {size} kB", {"size": LONGEST >> 10}), path, line)


def refuse_doctype(parser: expat.XMLParserType, path: str) -> None:
    """Refuses a declaration: it could define entities that grow without bound or name other files."""
    message = Text("a document type declaration (DTD, entities) is not allowed here")
    raise SourceError(message, path, *_position(parser))


def wrong_root(name: str, path: str, parser: expat.XMLParserType) -> NotDataError:
    """The error for a file with a root element of another kind."""
    message = Text("not a game system or catalogue: the root element is {name}", {"name": name})
    return NotDataError(message, path, *_position(parser))


def _position(parser: expat.XMLParserType) -> tuple[int, int]:
    """Line and column that the parser is at, from 1."""
    return parser.CurrentLineNumber, parser.CurrentColumnNumber + 1


def _syntax_error(error: expat.ExpatError, data: bytes, path: str) -> SourceError:
    message = Text("broken XML: {why}", {"why": expat.ErrorString(error.code)})
    declaration = data[:100].lower()
    if b"utf-8" in declaration or b"encoding" not in declaration:
        try:
            data.decode()
        except UnicodeDecodeError as wrong:
            message = Text("broken XML: byte {byte} is not UTF-8", {"byte": wrong.start})
    return SourceError(message, path, error.lineno, error.offset + 1)
