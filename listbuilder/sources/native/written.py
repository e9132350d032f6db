"""Which texts of a game's files give units and abilities a name, and which mean them by one, as the schemas of the files say.

``gives`` in a schema stands for all texts below: names and keywords that units have, or names of abilities. ``words`` stands for
all texts and keys below by which filters, slots and transports mean them. The value of both is the sort: ``unit`` or ``ability``;
words may also mean ``numbered`` keywords, to which a number in brackets does not belong.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from listbuilder import schemas
from listbuilder.strictyaml import Source

UNIT, ABILITY, NUMBERED = SORTS = ("unit", "ability", "numbered")
GIVES, WORDS = "gives", "words"
TYPES: dict[type, str] = {dict: "object", list: "array", str: "string"}
Schema = dict[str, Any]


class Written(NamedTuple):
    """A text of a file: the value that a container holds below a key, or that key itself."""

    container: Any
    key: Any
    text: str
    at_key: bool = False


def given(kind: str, source: Source, sort: str = UNIT) -> Iterator[str]:
    """The names and keywords that a file (system, faction or datasheet) gives."""
    return (one.text for one in _Marked(kind, GIVES, sort).below({"": source.value}, "") if not one.at_key)


def meant(kind: str, source: Source, sort: str = UNIT) -> Iterator[Written]:
    """The words by which a file means units or abilities."""
    return _Marked(kind, WORDS, sort).below({"": source.value}, "")


class _Marked:
    """The texts below a mark of a schema."""

    def __init__(self, kind: str, mark: str, sort: str) -> None:
        self.root: Schema = schemas.read(kind)
        self.mark, self.sort = mark, sort

    def below(self, container: Any, key: Any, schema: Schema | None = None, marked: bool = False) -> Iterator[Written]:
        """Those of the value below a key, of which the schema is left out at the root of a file."""
        value = container[key]
        parts = list(self._parts(self.root if schema is None else schema, value))
        marked = marked or any(part.get(self.mark) == self.sort for part in parts)
        if any(part.get("const") == value for part in parts):
            return  # a word of the schema's own
        if isinstance(value, str) and marked:
            yield Written(container, key, value)
        elif isinstance(value, list):
            for place in range(len(value)):
                yield from self.below(value, place, _first(parts, "items"), marked)
        elif isinstance(value, dict):
            known = {name: one for part in parts for name, one in part.get("properties", {}).items()}
            for name in value:
                if marked and not known and isinstance(name, str):
                    yield Written(value, name, name, at_key=True)
                yield from self.below(value, name, known.get(name) or _first(parts, "additionalProperties"), marked)

    def _parts(self, schema: Schema, value: Any) -> Iterator[Schema]:
        """What the schema says of such a value: itself, what it refers to, and those of its alternatives that fit."""
        kind = TYPES.get(type(value))
        yield schema
        if "$ref" in schema:
            yield from self._parts(self.root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value)
        for one in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
            if one.get("type", kind) == kind:
                yield from self._parts(one, value)


def _first(parts: list[Schema], key: str) -> Schema:
    return next((part[key] for part in parts if isinstance(part.get(key), dict)), {})
