"""The JSON front end (New Recruit's files), whose shape is the neutral form."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

import msgspec

from listbuilder.i18n import Text
from listbuilder.sources.errors import NotDataError, SourceError
from listbuilder.strictjson import first_twin, position

MAX_PARTS = 1_500_000  # objects, lists and values; the largest files of the best-known sets have 90,000

NO_ROOT = Text('not a game system or catalogue: no "gameSystem" or "catalogue" at the top')
TOO_DEEP = Text("too many levels of nested lists")

_BYTE = re.compile(r"\(byte (\d+)\)")
_decoder = msgspec.json.Decoder(float_hook=Decimal)


def parse(data: bytes, path: str) -> tuple[str, dict[str, Any]]:
    """The root's name and the root element."""
    check_size(data, path)
    document = decode(_decoder, data, path)
    refuse_twins(data, path)
    if isinstance(document, dict):
        for kind in ("gameSystem", "catalogue"):
            if isinstance(root := document.get(kind), dict):
                return kind, root
    raise NotDataError(NO_ROOT, path, 1)


def refuse_twins(data: bytes, path: str) -> None:
    """Refuses an object that states a key twice, without keeping any of it. ``data``: what was decoded."""
    twins = 0

    def members(pairs: list[tuple[str, object]]) -> None:
        nonlocal twins
        twins += len(pairs) - len(dict(pairs))

    try:
        json.loads(data, object_pairs_hook=members, parse_int=str, parse_float=str)
    except RecursionError:
        raise SourceError(TOO_DEEP, path) from None
    if twins:
        key, line, column = first_twin(data)
        raise SourceError(Text("duplicate key {key}", {"key": key or "“”"}), path, line, column)


def check_size(data: bytes, path: str) -> None:
    """Refuses data that would need too much memory when decoded."""
    if data.count(b",") + data.count(b"{") + data.count(b"[") > MAX_PARTS:
        raise SourceError(Text("more than {count} values", {"count": f"{MAX_PARTS:,}"}), path)


def decode(decoder: msgspec.json.Decoder[Any], data: bytes, path: str) -> Any:
    """The decoded bytes. Raises `SourceError`, with line and column, for bytes that are no JSON."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return decoder.decode(data)
    except RecursionError:
        raise SourceError(TOO_DEEP, path) from None
    except UnicodeDecodeError as error:
        raise SourceError(Text("broken JSON: byte {byte} is not UTF-8", {"byte": error.start}), path) from None
    except msgspec.MsgspecError as error:
        found = _BYTE.search(str(error))
        line, column = position(data, int(found[1])) if found else (0, 0)
        why = str(error).partition(" (byte")[0]
        raise SourceError(Text("broken JSON: {why}", {"why": why}), path, line, column) from None
