"""The names of files in ZIP archives, which seldom say what encoding they are in.

A name that says it is UTF-8 is. Otherwise an extra field may state it in UTF-8 (Info-ZIP, 7-Zip, WinRAR), and programs on macOS
and Linux write UTF-8 without saying so. Windows writes names in the encoding of its language: all names of an archive together
tell which, by what is plausible in it:

- Chinese (GBK): every character beyond ASCII is a pair of bytes, and nearly all are everyday ones;
- Russian (cp866, seldom cp1251): every one is a Cyrillic letter, and no word has Latin letters, too; of the two that which gives
  more of the commonest letters;
- else Western (cp437), which the format itself prescribes.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterable, Sequence

from listbuilder.exchange.reading.text import is_everyday_chinese

UTF8 = 0x800  # flag of a member: its name is UTF-8
WRITTEN_AS = "cp437"  # what `zipfile` takes all other names for
_UNICODE_PATH = 0x7075  # extra field: a version, the checksum of the name in the header, and the name in UTF-8
_CYRILLIC = re.compile(r"[А-Яа-яЁё]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_MIXED = re.compile(r"[A-Za-z][А-Яа-яЁё]|[А-Яа-яЁё][A-Za-z]")
_COMMON = frozenset("оеаинтсрвлкмдпуОЕАИНТСРВЛКМДПУ")  # four of five letters of a Russian text


def names_of(members: Iterable[zipfile.ZipInfo]) -> list[str]:
    """The names of the members, in their order."""
    members = list(members)
    raw = [b"" if member.flag_bits & UTF8 else member.orig_filename.encode(WRITTEN_AS) for member in members]
    stated = [_stated(member, name) or _unicode(name) for member, name in zip(members, raw, strict=True)]
    codec = _codec([name for name, known in zip(raw, stated, strict=True) if not known])
    return [
        member.filename if member.flag_bits & UTF8 else known or name.decode(codec, "replace")
        for member, name, known in zip(members, raw, stated, strict=True)
    ]


def _stated(member: zipfile.ZipInfo, name: bytes) -> str:
    """The name that an extra field states; empty where none does, or one that is of another name."""
    extra = member.extra
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<HH", extra)
        field, extra = extra[4 : 4 + length], extra[4 + length :]
        if kind == _UNICODE_PATH and len(field) > 5 and field[0] == 1:
            (checksum,) = struct.unpack_from("<I", field, 1)
            return _unicode(field[5:]) if checksum == zlib.crc32(name) else ""
    return ""


def _unicode(name: bytes) -> str:
    """The name where it is UTF-8, else nothing."""
    try:
        return name.decode()
    except UnicodeDecodeError:
        return ""


def _codec(names: Sequence[bytes]) -> str:
    """The encoding of names that are not UTF-8."""
    together = b"\n".join(names)
    if _decoded_well(together, "gb18030"):
        return "gb18030"
    russian = [codec for codec in ("cp866", "cp1251") if _decoded_well(together, codec)]
    return max(russian, key=lambda codec: _common(together.decode(codec)), default=WRITTEN_AS)


def _decoded_well(names: bytes, codec: str) -> bool:
    """Whether names are plausible in the encoding of a language."""
    try:
        text = names.decode(codec)
    except UnicodeDecodeError:
        return False
    if codec == "gb18030":
        return is_everyday_chinese(text)
    beyond = _BEYOND_ASCII.findall(text)
    return len(beyond) > 1 and all(map(_CYRILLIC.match, beyond)) and not _MIXED.search(text)


def _common(text: str) -> int:
    return sum(char in _COMMON for char in text)
