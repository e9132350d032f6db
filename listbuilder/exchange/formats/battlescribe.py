"""BattleScribe's roster file: ``.ros`` (XML) and ``.rosz`` (the same in a ZIP archive), as New Recruit writes it, too."""

from __future__ import annotations

import codecs

from listbuilder.exchange.formats import LIMIT, Format
from listbuilder.listfile.bound import BoundList

_ZIP = b"PK\x03\x04"
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def _fits(head: bytes) -> bool:
    for mark in _MARKS:
        head = head.removeprefix(mark)
    return head.startswith(_ZIP) or head.lstrip(b" \t\r\n\0").startswith(b"<")


def _read(content: bytes, name: str) -> BoundList:
    from listbuilder.exchange import ros_read

    return ros_read.read_list(content, name, LIMIT)


def _write(of: BoundList) -> str:
    from listbuilder.engine import Engine
    from listbuilder.exchange import ros

    return ros.write(Engine(of.roster))


FORMATS = (Format("ros", (".ros", ".rosz"), _fits, _read, _write),)
