"""Keys that a JSON object states twice: programs differ in which of the values they take, so what strangers write has none."""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\],:]')


class Twin(NamedTuple):
    """A key that its object has already, and where it is stated again."""

    key: str
    line: int
    column: int


class TwinError(ValueError):
    """An object states a key twice."""


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these members, for `json.loads`. Raises `TwinError`."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise TwinError
    return found


def first_twin(data: bytes) -> Twin:
    """The first key that is stated again. ``data``: JSON in which there is one."""
    open_ones: list[set[str] | None] = []
    last = None
    for token in _TOKEN.finditer(data):
        match token[0][:1]:
            case b"{" | b"[":
                open_ones.append(set() if token[0] == b"{" else None)
            case b"}" | b"]":
                open_ones.pop()
            case b":" if last is not None and (known := open_ones[-1]) is not None:
                key: str = json.loads(last[0])
                if key in known:
                    return Twin(key[:100], *position(data, last.start()))
                known.add(key)
        last = token if token[0][:1] == b'"' else None
    return Twin("", 0, 0)


def position(data: bytes, offset: int) -> tuple[int, int]:
    """Line and column of a byte, from 1."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode(errors="replace")) + 1
