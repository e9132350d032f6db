"""The JSON front end (New Recruit's files): its shape is the neutral form already."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import msgspec

from listbuilder.sources.errors import SourceError

MAX_PARTS = 1_500_000  # objects, lists and values; the largest files of the best-known sets have 90,000

_BYTE = re.compile(r"\(byte (\d+)\)")
_decoder = msgspec.json.Decoder(float_hook=Decimal)


def parse(data: bytes, path: str) -> tuple[str, dict[str, Any]]:
    """The root's name and the root element."""
    check_size(data, path)
    document = decode(_decoder, data, path)
    if isinstance(document, dict):
        for kind in ("gameSystem", "catalogue"):
            if isinstance(root := document.get(kind), dict):
                return kind, root
    raise SourceError('not a game system or catalogue: no "gameSystem" or "catalogue" at the top', path, 1)


def check_size(data: bytes, path: str) -> None:
    """Refuses what would take too much memory once it is decoded."""
    if data.count(b",") + data.count(b"{") + data.count(b"[") > MAX_PARTS:
        raise SourceError(f"more than {MAX_PARTS:,} values", path)


def decode(decoder: msgspec.json.Decoder[Any], data: bytes, path: str) -> Any:
    """What the decoder makes of the bytes; its complaints become ours, with line and column."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        return decoder.decode(data)
    except RecursionError:
        raise SourceError("too many levels of lists within lists", path) from None
    except UnicodeDecodeError as error:
        raise SourceError(f"broken JSON: byte {error.start} is not UTF-8", path) from None
    except msgspec.MsgspecError as error:
        found = _BYTE.search(str(error))
        line, column = position(data, int(found[1])) if found else (0, 0)
        raise SourceError(f"broken JSON: {str(error).partition(' (byte')[0]}", path, line, column) from None


def position(data: bytes, offset: int) -> tuple[int, int]:
    """Line and column of a byte, from 1."""
    start = data.rfind(b"\n", 0, offset) + 1
    return data.count(b"\n", 0, offset) + 1, len(data[start:offset].decode(errors="replace")) + 1
