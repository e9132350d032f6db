"""How the file of a list is laid out: its text as ruamel writes it, and the tree that ruamel reads.

A file keeps every name exactly. What would control a terminal, turn the order of a line or command a CI service is written as its
numbers, so that a list can be shown as it is.
"""

from __future__ import annotations

import copy
import io
import warnings
from contextlib import suppress
from decimal import Decimal
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.emitter import RoundTripEmitter
from ruamel.yaml.nodes import ScalarNode
from ruamel.yaml.representer import RoundTripRepresenter

from listbuilder.expressions import expression
from listbuilder.terminal import CONTROL, shielded

ENDLESS = 1 << 26  # columns of a line: no name or note may be broken into lines that begin with what stands in it
_COMMANDS = expression(r"(?<=#)#(?=\w{0,20}\[)")


class Representer(RoundTripRepresenter):
    """ruamel's representer, which also writes `Decimal`: exactly, without an exponent."""

    def represent_decimal(self, value: Decimal) -> ScalarNode:
        return self.represent_scalar("tag:yaml.org,2002:float", f"{value:f}")


Representer.add_representer(Decimal, Representer.represent_decimal)


class Emitter(RoundTripEmitter):
    """ruamel's emitter, which quotes what would give commands and writes it as its numbers."""

    def choose_scalar_style(self) -> Any:
        text = self.event.value
        return super().choose_scalar_style() if shielded(text) == text else '"'

    def write_double_quoted(self, text: str, split: bool = True) -> None:
        if shielded(text) == text:
            super().write_double_quoted(text, split)
            return
        stream, self.stream = self.stream, io.StringIO()
        try:
            super().write_double_quoted(text, split)
            quoted = CONTROL.sub(lambda found: f"\\u{ord(found[0]):04X}", self.stream.getvalue())
        finally:
            self.stream = stream
        stream.write(_COMMANDS.sub(r"\\x23", quoted))


class Layout:
    """``text``: the file's own with the ends of lines of Unix, empty for a new one; ``written``: the same as ruamel writes it,
    empty where there is none or ruamel does not read it; ``crlf``: whether the file has the ends of lines of Windows."""

    def __init__(self, text: str) -> None:
        self.crlf = "\r\n" in text
        self.text = text.replace("\r\n", "\n")
        self._yaml = YAML()
        self._yaml.Representer = Representer
        self._yaml.Emitter = Emitter
        self._yaml.preserve_quotes = True
        self._yaml.width = ENDLESS
        offset = _dash_offset(self.text)
        self._yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
        self._read = CommentedMap()
        self.written = self._written()
        self._is_copied = self.written == (self.dump(_copied(self._read)) if self.written else "")

    def _written(self) -> str:
        for text in dict.fromkeys((self.text, self.text.replace("\t", " "))):  # ruamel refuses tabs that YAML allows
            with suppress(Exception):  # whatever it is that ruamel does not like: it raises errors of many kinds
                self._read = self._load(text)
                written = self.dump(self._read) if text.strip() else ""
                self.text = text
                return written
        return ""

    @property
    def tree(self) -> CommentedMap:
        """The file as ruamel reads it, to be changed by whoever asks."""
        return _copied(self._read) if self._is_copied else self._load(self.text)

    def _load(self, text: str) -> CommentedMap:
        with warnings.catch_warnings():  # about numbers of other versions of YAML
            warnings.simplefilter("ignore")
            found = self._yaml.load(text)
        return found if isinstance(found, CommentedMap) else CommentedMap()

    def dump(self, tree: CommentedMap) -> str:
        """A tree as text."""
        stream = io.StringIO()
        self._yaml.dump(tree, stream)
        return stream.getvalue()


def _copied(value: Any) -> Any:
    """A copy of a tree. ruamel's own copies what it knows of all items of a list with each of them."""
    if type(value) is CommentedMap:
        copied: Any = CommentedMap()
        for key in value:
            copied[key] = _copied(value[key])
    elif type(value) is CommentedSeq:
        copied = CommentedSeq()
        copied.extend(map(_copied, value))
    else:
        return copy.deepcopy(value)
    value.copy_attributes(copied, memo={})
    return copied


_KEY_ALONE = expression(r":[ \t]*+(?:#|$)")  # the end of a line whose value stands below it


def _dash_offset(text: str) -> int:
    """How far the file indents the dashes of its lists: by the first list below a key of its own line."""
    above = None  # spaces before that key
    for line in text.split("\n"):
        words = line.lstrip(" ")
        if line.strip(" \t")[:1] in ("", "#"):
            continue
        spaces = len(line) - len(words)
        if above is not None and words.startswith("- "):
            return max(0, spaces - above)
        is_key = words[0] != "-" and not words[0].isspace() and _KEY_ALONE.search(words, 1)
        above = spaces if is_key else None
    return 2
