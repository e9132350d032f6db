"""Reads YAML strictly: YAML 1.2 scalars, no aliases, tags or duplicate keys, and the place of every value is known.

libyaml parses; the events are turned into plain values here, without recursion, so that no nesting can exhaust the stack.
`no`, `on`, `12:30`, `010`, `1e3` and dates stay text; whole numbers become `int`, decimals `Decimal`. Keys are always text.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from msgspec import Struct, field

from listbuilder.errors import TOO_LARGE, InputError, Place, Problem
from listbuilder.expressions import compiled_on_use, expression
from listbuilder.i18n import Text

with compiled_on_use("yaml"):
    import yaml

Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the pure one reads the same, slower

NUMBER = expression(r"-?(?:0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?")
CONSTANTS = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
NUMERIC = frozenset("-0123456789")
MAX_PROBLEMS = 50
UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Limits(Struct, frozen=True):
    """Limits on the size of a file."""

    size: int = 8_000_000  # bytes
    nodes: int = 400_000
    depth: int = 48


DEFAULT_LIMITS = Limits()


class Source(Struct):
    """A file that was read: its value, its text, and where each value stands.

    ``marks`` holds, by the identity of each mapping or sequence in ``value``, the marks of its keys and values.
    """

    value: Any
    text: str
    file: str = ""
    marks: dict[int, Any] = field(default_factory=dict)
    start: tuple[int, int] = (1, 1)

    def place(self, container: Any, key: Any = None) -> Place:
        """File, line and column of the value that a mapping or sequence of this source holds under a key or index."""
        pair = self._pair(container, key)
        if pair is None:
            return Place(self.file, *self.start)
        mark = pair[1]
        return Place(self.file, mark.line + 1, mark.column + 1)

    def key_place(self, container: Any, key: Any) -> Place:
        """The same of the key itself; of a sequence, the item."""
        pair = self._pair(container, key)
        if pair is None:
            return Place(self.file, *self.start)
        mark = pair[0]
        return Place(self.file, mark.line + 1, mark.column + 1)

    def locate(self, path: Iterable[Any], *, key: bool = False) -> Place:
        """The place of the value (or of its key) at a path of keys and indices; as near as the path leads."""
        container, found = self.value, Place(self.file, *self.start)
        for step in path:
            if self._pair(container, step) is None:
                break
            found = self.key_place(container, step) if key else self.place(container, step)
            container = container[step]
        return found

    def _pair(self, container: Any, key: Any) -> tuple[Any, Any] | None:
        marks = self.marks.get(id(container))
        if isinstance(marks, dict):
            return marks.get(key)
        if isinstance(marks, list) and isinstance(key, int) and 0 <= key < len(marks):
            return marks[key], marks[key]
        return None


def _position(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column + 1


def load(data: bytes | str, file: str = "", limits: Limits = DEFAULT_LIMITS) -> Source:
    """The one document of a file. Raises `InputError` with every problem that was found."""
    text = decode(data, file, limits)
    builder = _Builder(file, limits)
    try:
        builder.read(Loader(text))
    except yaml.YAMLError as error:
        builder.problems.append(_syntax_problem(error, file, text))
    except _Stop:
        pass
    if builder.problems:
        raise InputError(problems=builder.problems)
    if not builder.documents:
        raise InputError(Text("the file is empty"), file, 1, 1, rule="empty-file")
    return Source(builder.root, text, file, builder.marks, builder.start)


def decode(data: bytes | str, file: str = "", limits: Limits = DEFAULT_LIMITS) -> str:
    """The text of a file, without its byte order mark. Raises `InputError` for anything but UTF-8 text."""
    if len(data) > limits.size:
        raise InputError(
            Text("the file is too large: {size} bytes, at most {limit}", {"size": len(data), "limit": limits.size}),
            file,
            rule=TOO_LARGE,
        )
    if isinstance(data, str):
        return data.encode("utf-8", "replace").decode("utf-8").removeprefix("\ufeff")
    if data.startswith(UTF16):
        raise InputError(Text("the file is written in UTF-16"), file, 1, 1, Text("save it as UTF-8"))
    if b"\0" in data:
        raise InputError(Text("this is a binary file, not text"), file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = Text("the text is not valid UTF-8 (byte {byte})", {"byte": f"0x{data[error.start]:02x}"})
        raise InputError(message, file, line, column, Text("save it as UTF-8")) from None


class _Stop(Exception):
    """Reading cannot continue; the problem is recorded."""


class _Builder:
    """Turns parser events into values, marks and problems.

    ``container`` is the mapping or sequence being filled, ``inside`` what is around it, outermost first; ``key`` is the key of
    a mapping whose value is due, with its mark.
    """

    def __init__(self, file: str, limits: Limits) -> None:
        self.file = file
        self.limits = limits
        self.problems: list[Problem] = []
        self.marks: dict[int, Any] = {}
        self.root: Any = None
        self.start = (1, 1)
        self.documents = 0
        self.nodes = 0
        self.container: Any = None
        self.container_marks: Any = None
        self.key: tuple[str, Any] | None = None
        self.inside: list[tuple[Any, Any]] = []

    def read(self, parser: Any) -> None:
        next_event = parser.get_event
        handlers = {
            yaml.ScalarEvent: self._scalar,
            yaml.MappingStartEvent: self._mapping,
            yaml.SequenceStartEvent: self._sequence,
            yaml.MappingEndEvent: self._end,
            yaml.SequenceEndEvent: self._end,
            yaml.AliasEvent: self._alias,
            yaml.DocumentStartEvent: self._document,
        }
        while (event := next_event()) is not None:
            handler = handlers.get(type(event))
            if handler is not None:
                handler(event)

    def _document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self._give_up(
                event, Text("the file holds more than one document"), Text("keep one list or record per file")
            )

    def _scalar(self, event: Any) -> None:
        self._count(event)
        text, plain = event.value, event.implicit[0]
        if self.key is None and type(self.container) is dict:
            self.key = (text, event.start_mark)
            if plain and text == "<<":
                self._note(event, Text("merge keys (<<) are not supported"), Text("write the values out"))
        else:
            self._put(resolve(text) if plain else text, event.start_mark)

    def _mapping(self, event: Any) -> None:
        self._open(event, {}, {})

    def _sequence(self, event: Any) -> None:
        self._open(event, [], [])

    def _alias(self, event: Any) -> None:
        self._note(
            event, Text("aliases (*{name}) are not supported", {"name": event.anchor}), Text("write the value out")
        )
        if self.key is None and type(self.container) is dict:
            self.key = (f"*{event.anchor}", event.start_mark)
        else:
            self._put(None, event.start_mark)

    def _open(self, event: Any, container: Any, marks: Any) -> None:
        self._count(event)
        if self.key is None and type(self.container) is dict:
            self._give_up(event, Text("a key must be plain text"))
        if len(self.inside) >= self.limits.depth:
            text = Text("nested too deeply, at most {limit} levels", {"limit": self.limits.depth})
            self._give_up(event, text, rule=TOO_LARGE)
        self._put(container, event.start_mark)
        self.inside.append((self.container, self.container_marks))
        self.container, self.container_marks = container, marks
        self.marks[id(container)] = marks

    def _end(self, _event: Any) -> None:
        self.container, self.container_marks = self.inside.pop()

    def _put(self, value: Any, mark: Any) -> None:
        container = self.container
        if type(container) is dict:
            assert self.key is not None
            name, key_mark = self.key
            if name in container:
                self._duplicate(name, key_mark, self.container_marks[name][0])
            container[name] = value
            self.container_marks[name] = (key_mark, mark)
            self.key = None
        elif container is None:
            self.root, self.start = value, _position(mark)
        else:
            container.append(value)
            self.container_marks.append(mark)

    # --- problems ---------------------------------------------------------------------------------------------------------

    def _count(self, event: Any) -> None:
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            text = Text("the file holds too many values, at most {limit}", {"limit": self.limits.nodes})
            self._give_up(event, text, rule=TOO_LARGE)
        if event.anchor is not None or event.tag is not None:
            self._refuse_properties(event)

    def _refuse_properties(self, event: Any) -> None:
        if event.anchor is not None:
            self._note(
                event, Text("anchors (&{name}) are not supported", {"name": event.anchor}), Text("write the value out")
            )
        if event.tag is not None and not (
            event.implicit is True or (type(event.implicit) is tuple and any(event.implicit))
        ):
            self._note(event, Text("tags ({name}) are not supported", {"name": event.tag}), Text("leave the tag out"))

    def _duplicate(self, name: str, mark: Any, first: Any) -> None:
        params = {"key": name, "line": first.line + 1}
        message = Text("duplicate key {key}, first in line {line}", params)
        self._add(mark, message, Text("keep one of them"), "duplicate-key")

    def _note(self, event: Any, message: Text, hint: Text | str = "") -> None:
        self._add(event.start_mark, message, hint)

    def _add(self, mark: Any, message: Text, hint: Text | str, rule: str = "unreadable") -> None:
        line, column = _position(mark)
        self.problems.append(Problem(message, self.file, line, column, hint, rule))
        if len(self.problems) >= MAX_PROBLEMS:
            raise _Stop

    def _give_up(self, event: Any, message: Text, hint: Text | str = "", rule: str = "unreadable") -> None:
        self._add(event.start_mark, message, hint, rule)
        raise _Stop


def resolve(text: str) -> Any:
    """The value of a plain scalar by a stricter core schema: a scalar that would not print back the same stays text."""
    if text in CONSTANTS:
        return CONSTANTS[text]
    if text[0] not in NUMERIC:
        return text
    match = NUMBER.fullmatch(text)
    if match is None or text == "-0":
        return text
    return int(text) if match.group(1) is None else Decimal(text)


def _syntax_problem(error: yaml.YAMLError, file: str, text: str) -> Problem:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        line, column = _position(mark)
        reason = getattr(error, "problem", None) or getattr(error, "context", None) or ""
        context = getattr(error, "context", None)
        message = Text("not readable as YAML: {reason}", {"reason": f"{context}: {reason}" if context else reason})
        hint: Text | str = Text("indent with spaces, not tabs") if text[mark.index : mark.index + 1] == "\t" else ""
        return Problem(message, file, line, column, hint)
    position = getattr(error, "position", None)  # of a character that YAML does not allow
    if isinstance(position, int):
        character = getattr(error, "character", 0)
        code = f"U+{character if isinstance(character, int) else ord(character[:1] or chr(0)):04X}"
        bad = next((i for i, c in enumerate(text) if not _printable(c)), 0)
        line, column = text.count("\n", 0, bad) + 1, bad - text.rfind("\n", 0, bad)
        return Problem(Text("the character {code} is not allowed in YAML", {"code": code}), file, line, column)
    return Problem(Text("not readable as YAML: {reason}", {"reason": str(error)}), file)


def _printable(char: str) -> bool:
    """Whether YAML allows the character in a file."""
    if char <= "~":
        return char >= " " or char in "\t\n\r"
    return char == "\x85" or "\xa0" <= char <= "\ud7ff" or "\ue000" <= char <= "\ufffd" or char > "\uffff"
