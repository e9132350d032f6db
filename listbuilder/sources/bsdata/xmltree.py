"""The XML front end: a file's bytes to the neutral form, in one pass of expat.

Expat rather than lxml: its handlers see a document type declaration or the hundredth level before anything is built of it,
and making plain dicts this way takes two thirds of the time.
"""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.parsers import expat

from listbuilder.sources.bsdata.vocabulary import LISTS, TEXTS
from listbuilder.sources.errors import SourceError

MAX_LEVELS = 256  # elements within elements
# About ten times what the largest file of the three best-known sets has.
MAX_ELEMENTS = 500_000
MAX_ATTRIBUTES = 1_000_000
MAX_PIECE = 256 * 1024  # bytes from one tag to the next, in files that are all attributes: expat is slow on such
MANY_ATTRIBUTES = 20_000
ROOTS = frozenset({"gameSystem", "catalogue"})

Element = dict[str, Any]


class _List(list[Element]):
    """The items of a list element; ``item`` is the element that belongs there."""

    __slots__ = ("item",)
    item: str


class _Handlers:
    """Collects the tree while expat reads; ``strange`` counts what stands where nothing should."""

    def __init__(self, parser: expat.XMLParserType, path: str) -> None:
        self.parser = parser
        self.path = path
        self.root: tuple[str, Element] | None = None
        self.strange: Counter[str] = Counter()
        self.stack: list[Any] = [{}]
        self.names: list[str] = [""]
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = lambda *_: refuse_doctype(parser, path)

    def release(self) -> None:
        """Undoes the cycle with the parser, so that the tree goes as soon as nobody needs it."""
        parser = self.parser
        parser.StartElementHandler = parser.EndElementHandler = None
        parser.CharacterDataHandler = parser.StartDoctypeDeclHandler = None

    def error(self, message: str) -> SourceError:
        return SourceError(message, self.path, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def start(self, name: str, attributes: Element) -> None:
        stack = self.stack
        top = stack[-1]
        if top.__class__ is _List:
            if name == top.item:
                top.append(attributes)
            else:
                self.strange[f"{self.names[-1]}/{name}"] += 1
            stack.append(attributes)
        elif name in LISTS:
            stack.append(self.open_list(name, top, attributes))
        else:
            held = top.setdefault(name, [])
            if held.__class__ is list:
                held.append(attributes)
            else:
                self.strange[f"{self.names[-1]}/{name}"] += 1
            stack.append(attributes)
        self.names.append(name)
        if len(stack) == 2:
            self.begin(name, attributes)
        elif len(stack) > MAX_LEVELS:
            raise self.error(f"more than {MAX_LEVELS} levels of elements")

    def begin(self, name: str, attributes: Element) -> None:
        """The root element."""
        if name not in ROOTS:
            raise self.error(f"not a game system or catalogue: the root element is {name}")
        self.root = (name, attributes)

    def open_list(self, name: str, owner: Element, attributes: Element) -> _List:
        for attribute in attributes:
            self.strange[f"{name}@{attribute}"] += 1
        items = owner.get(name)
        if items.__class__ is not _List:
            if items is not None:  # an attribute of the same name
                self.strange[f"{self.names[-1]}@{name}"] += 1
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
        """A text element becomes a plain text of its owner; ``alias`` may be there more than once."""
        text = node.pop("$text", "").strip()
        for key in node:
            self.strange[f"{name}@{key}"] += 1
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
            self.strange[f"{self.names[-1]}/$text"] += 1


def parse(data: bytes, path: str) -> tuple[str, Element, Counter[str]]:
    """The root's name, the root element in the neutral form, and what was out of place."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    handlers = _Handlers(parser, path)
    try:
        run(parser, data, path)
    finally:
        handlers.release()
    assert handlers.root is not None  # expat insists on a root element
    return *handlers.root, handlers.strange


def run(parser: expat.XMLParserType, data: bytes, path: str) -> None:
    """Lets a parser with handlers read the bytes; its complaints become ours."""
    check_size(data, path)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        raise _syntax_error(error, data, path) from None


def check_size(data: bytes, path: str) -> None:
    """Refuses what would take too much time or memory to read."""
    attributes = data.count(b"=")
    if data.count(b"<") > MAX_ELEMENTS * 2 or attributes > MAX_ATTRIBUTES:
        raise SourceError(f"more than {MAX_ELEMENTS:,} elements or {MAX_ATTRIBUTES:,} attributes", path)
    if attributes > MANY_ATTRIBUTES and max(map(len, data.split(b"<"))) > MAX_PIECE:
        raise SourceError(f"an element of more than {MAX_PIECE >> 10} kB", path)


def refuse_doctype(parser: expat.XMLParserType, path: str) -> None:
    """A declaration could define entities: bombs, or names of other files."""
    message = "a document type declaration (DTD, entities) is not allowed here"
    raise SourceError(message, path, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)


def _syntax_error(error: expat.ExpatError, data: bytes, path: str) -> SourceError:
    message = f"broken XML: {expat.ErrorString(error.code)}"
    declaration = data[:100].lower()
    if b"utf-8" in declaration or b"encoding" not in declaration:
        try:
            data.decode()
        except UnicodeDecodeError as wrong:
            message = f"broken XML: byte {wrong.start} is not UTF-8"
    return SourceError(message, path, error.lineno, error.offset + 1)
