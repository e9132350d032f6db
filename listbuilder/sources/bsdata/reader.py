"""Reads a data file, or a message of the conformance protocol, into catalogues."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.catalogue.inside import texts_of
from listbuilder.catalogue.model import Catalogue
from listbuilder.i18n import Text
from listbuilder.sources.bsdata import jsontree, xmltree
from listbuilder.sources.bsdata.builder import BadValueError, Builder
from listbuilder.sources.bsdata.loading import load_bytes
from listbuilder.sources.bsdata.migration import migrate
from listbuilder.sources.cache import without_gc
from listbuilder.sources.errors import SourceError
from listbuilder.strictjson import position


def read_file(path: Path | str) -> Catalogue:
    """Reads a ``.gst``, ``.cat``, ``.gstz``, ``.catz`` or ``.json`` file."""
    return read_bytes(load_bytes(Path(path)), str(path))


def read_bytes(data: bytes, path: str = "") -> Catalogue:
    """Reads the bytes of a data file: zip, XML or JSON, as the bytes show. ``path`` is for messages."""
    data = unpack(data, path)
    with without_gc():
        unknown: Counter[str] = Counter()
        if is_json(data):
            kind, root = jsontree.parse(data, path)
        else:
            kind, root, unknown = xmltree.parse(data, path)
        builder = Builder(unknown)
        try:
            migrate(kind, root, path)
            catalogue = builder.catalogue(kind, root)
        except BadValueError as bad:
            raise SourceError(bad.message, path, *_place(data, bad.id)) from None
        except RecursionError:
            raise SourceError(jsontree.TOO_DEEP, path) from None
        name, texts = catalogue.name or catalogue.id, texts_of(catalogue)
        named = msgspec.structs.replace(catalogue, name=name, texts=texts)
        return with_unknown(named, builder)


def from_setup(message: Mapping[str, Any]) -> list[Catalogue]:
    """The game system and the catalogues of a ``setup`` message of the conformance protocol, in this order."""
    builder = Builder()
    nodes = [("gameSystem", message.get("gameSystem"))]
    nodes += [("catalogue", node) for node in message.get("catalogues") or ()]
    try:
        catalogues = [builder.catalogue(kind, node) for kind, node in nodes]
    except BadValueError as bad:
        named = Text("{message} (id {id})", {"message": bad.message, "id": repr(bad.id)})
        raise SourceError(named if bad.id else bad.message, "setup") from None
    return [with_unknown(catalogues[0], builder), *catalogues[1:]]


def with_unknown(catalogue: Catalogue, builder: Builder) -> Catalogue:
    """The catalogue with the unknown vocabulary that the builder has counted."""
    unknown, undeclared = builder.finish()
    if not unknown and not undeclared:
        return catalogue
    return msgspec.structs.replace(catalogue, unknown=unknown, undeclared=undeclared)


def is_json(data: bytes) -> bool:
    """Whether unpacked bytes are New Recruit's JSON; everything else is treated as XML."""
    return data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def unpack(data: bytes, path: str) -> bytes:
    """The one file in a ``.gstz`` or ``.catz``; other bytes are returned as they are."""
    if not data.startswith(b"PK\x03\x04"):
        return data
    from listbuilder.sources.bsdata.packed import only_member  # few files are packed

    return only_member(data, path)


def _place(data: bytes, id: str) -> tuple[int, int]:
    """Line and column of an id, near the wrong value of its element."""
    offset = data.find(f'"{id}"'.encode()) if id else -1
    return position(data, offset) if offset >= 0 else (0, 0)
