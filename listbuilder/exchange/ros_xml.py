"""The XML of BattleScribe's roster file, out of its archive and within limits."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
import zipfile
import zlib
from collections import Counter
from typing import NoReturn
from xml.parsers import expat

from listbuilder.errors import TOO_LARGE, InputError
from listbuilder.exchange.reading.astray import ASTRAY, INSIDE, WRAPPED
from listbuilder.exchange.ros_migration import migrate
from listbuilder.files import open_member
from listbuilder.i18n import Text

NAMESPACE = "http://www.battlescribe.net/schema/rosterSchema"
MAX_LEVELS = 256  # elements inside elements
MAX_ELEMENTS = 500_000


def unpacked(content: bytes, name: str, limit: int) -> bytes:
    """The XML of a file, out of its archive where it is in one."""
    if not content.startswith(b"PK"):
        return content
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            inside = [item for item in archive.infolist() if item.filename.lower().endswith(".ros")]
            if len(inside) != 1:
                raise InputError(Text("the archive does not hold exactly one .ros file"), name)
            with open_member(archive, inside[0]) as stream:
                data = stream.read(limit + 1)  # what the archive says of its size is not trusted
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError) as error:
        raise InputError(Text("not a readable ZIP archive: {error}", {"error": str(error)}), name) from None
    if len(data) > limit:
        raise InputError(Text("the file is larger than {limit} bytes", {"limit": limit}), name, rule=TOO_LARGE)
    return data


def parse_roster(data: bytes, name: str = "") -> ET.Element:
    """The root of a roster's XML. Raises `InputError` for anything else, for document types, and for absurd sizes."""
    reader = _XmlReader(name)
    try:
        root = reader.read(data)
    except expat.ExpatError as error:
        text = Text("not XML: {error}", {"error": expat.ErrorString(error.code)})
        raise InputError(text, name, error.lineno, error.offset + 1) from None
    except (LookupError, ValueError) as error:  # an encoding that does not exist, or is none of text
        raise InputError(Text("not XML: {error}", {"error": str(error)}), name) from None
    if root.tag != "roster" or root.get("xmlns") != NAMESPACE:
        raise InputError(Text("this XML is not a BattleScribe roster"), name, rule="unknown-format")
    migrate(root, name)
    tags = Counter(one.tag for one in root.iter())
    astray = sum(number for tag, number in tags.items() if _is_part(tag)) - _placed(root)
    if astray:
        raise InputError(Text(ASTRAY.template, {"number": astray}), name)
    return root


def _is_part(tag: str) -> bool:
    """Whether an element is a force or a selection, however it is spelt."""
    return tag.rpartition(":")[2].lower() in WRAPPED.values()


def _placed(root: ET.Element) -> int:
    """How many forces and selections stand where programs look for them."""
    number, waiting = 0, [root]
    while waiting:
        one = waiting.pop()
        found = [inner for place in INSIDE[one.tag] for inner in one.iterfind(f"{place}/{WRAPPED[place]}")]
        number += len(found)
        waiting += found
    return number


class _XmlReader:
    """Builds elements within limits. Names keep their prefixes: rosters have none."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.builder = ET.TreeBuilder()
        self.levels = self.elements = 0
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartDoctypeDeclHandler = lambda *_: self._refuse(Text("document types are not allowed"))
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self.builder.data

    def read(self, data: bytes) -> ET.Element:
        parser = self.parser
        try:
            parser.Parse(data, True)
        finally:  # without the circle of parser and handlers, elements are freed as soon as they are not used
            parser.StartDoctypeDeclHandler = parser.StartElementHandler = None
            parser.EndElementHandler = parser.CharacterDataHandler = None
        return self.builder.close()

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self.levels += 1
        self.elements += 1
        if self.levels > MAX_LEVELS or self.elements > MAX_ELEMENTS:
            limits = {"limit": MAX_ELEMENTS, "levels": MAX_LEVELS}
            text = Text("more elements than a roster can have: at most {limit}, in {levels} levels", limits)
            self._refuse(text, TOO_LARGE)
        self.builder.start(tag, attributes)

    def _end(self, tag: str) -> None:
        self.levels -= 1
        self.builder.end(tag)

    def _refuse(self, message: Text, rule: str = "unreadable") -> NoReturn:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        raise InputError(message, self.name, line, column, rule=rule)
