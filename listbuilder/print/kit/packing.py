"""Writes the file of a document with its small objects packed together and compressed, as PDF 1.5 has it: the structure of a
tagged document is thousands of them. What is said of the document, its title and seal, stays readable in the file."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from reportlab.pdfbase import pdfdoc

_HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_TOGETHER = 400  # objects in a pack
_DIRECT, _PACKED = 1, 2  # kinds of entries of the table of objects


def packed(document: Any) -> bytes:
    """The bytes of a finished document; equal ones for equal documents."""
    catalog, info = document.Reference(document.Catalog), document.Reference(document.info)
    plain = {_number(document, reference) for reference in (catalog, info)}
    direct: dict[int, bytes] = {}
    small: dict[int, bytes] = {}
    for number, body in _bodies(document):
        is_small = number not in plain and not body.rstrip().endswith(b"endstream")
        (small if is_small else direct)[number] = body.strip()
    entries: dict[int, tuple[int, int, int]] = {0: (0, 0, 65535)}
    following = max((*direct, *small)) + 1
    for pack in _packs(sorted(small)):
        direct[following] = _pack([(number, small[number]) for number in pack])
        entries.update({number: (_PACKED, following, index) for index, number in enumerate(pack)})
        following += 1
    parts = [_HEAD]
    place = len(_HEAD)
    for number in sorted(direct):
        part = b"%d 0 obj\n%b\nendobj\n" % (number, direct[number])
        entries[number] = (_DIRECT, place, 0)
        parts.append(part)
        place += len(part)
    entries[following] = (_DIRECT, place, 0)
    digest = hashlib.md5(b"".join(parts), usedforsecurity=False).hexdigest().encode()
    facts = b"/Type/XRef/W[1 4 2]/Size %d/Root %b/Info %b/ID[<%b><%b>]" % (
        following + 1,
        catalog.format(document),
        info.format(document),
        digest,
        digest,
    )
    table = b"".join(
        kind.to_bytes(1, "big") + where.to_bytes(4, "big") + which.to_bytes(2, "big")
        for kind, where, which in (entries[number] for number in range(following + 1))
    )
    parts.append(b"%d 0 obj\n%b\nendobj\nstartxref\n%d\n%%%%EOF\n" % (following, _stream(facts, table), place))
    return b"".join(parts)


def _number(document: Any, reference: Any) -> int:
    number: int = document.idToObjectNumberAndVersion[reference.name][0]
    return number


def _bodies(document: Any) -> Iterator[tuple[int, bytes]]:
    """All objects of the document by their numbers; writing one may add others."""
    number = 1
    while number in document.numberToId:
        made = document.idToObject[document.numberToId[number]]
        yield number, pdfdoc.format(made, document, toplevel=1)
        number += 1


def _packs(numbers: Iterable[int]) -> Iterator[list[int]]:
    rest = iter(numbers)
    while pack := list(islice(rest, _TOGETHER)):
        yield pack


def _pack(objects: list[tuple[int, bytes]]) -> bytes:
    """An object that holds others: where each is, then all of them."""
    heads, bodies, place = [], [], 0
    for number, body in objects:
        heads.append(b"%d %d" % (number, place))
        bodies.append(body)
        place += len(body) + 1
    head = b" ".join(heads) + b"\n"
    return _stream(b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head)), head + b"\n".join(bodies))


def _stream(facts: bytes, content: bytes) -> bytes:
    data = zlib.compress(content)
    return b"<<%b/Filter/FlateDecode/Length %d>>\nstream\n%b\nendstream" % (facts, len(data), data)
