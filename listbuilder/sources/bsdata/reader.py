"""From the bytes of a data file, or a message of the conformance protocol, to catalogues."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.catalogue.model import Catalogue
from listbuilder.sources.bsdata import jsontree, xmltree
from listbuilder.sources.bsdata.builder import BadValueError, Builder
from listbuilder.sources.cache import without_gc
from listbuilder.sources.errors import SourceError

SUFFIXES = frozenset({".gst", ".cat", ".gstz", ".catz", ".json"})
MAX_BYTES = 48 * 1024 * 1024  # of one file, unpacked; the largest of the community has 15 MB


def read_file(path: Path | str) -> Catalogue:
    """Reads a ``.gst``, ``.cat``, ``.gstz``, ``.catz`` or ``.json`` file."""
    return read_bytes(load_bytes(Path(path)), str(path))


def read_bytes(data: bytes, path: str = "") -> Catalogue:
    """Reads a data file's bytes; what they are (zip, XML or JSON) is seen from the bytes. ``path`` is for messages."""
    data = unpack(data, path)
    with without_gc():
        strange: Counter[str] = Counter()
        if is_json(data):
            kind, root = jsontree.parse(data, path)
        else:
            kind, root, strange = xmltree.parse(data, path)
        builder = Builder(strange)
        try:
            catalogue = builder.catalogue(kind, root)
        except BadValueError as bad:
            raise SourceError(bad.message, path, *_place(data, bad.id)) from None
        except RecursionError:
            raise SourceError("too many levels of lists within lists", path) from None
        return with_unknown(catalogue, builder)


def from_setup(message: Mapping[str, Any]) -> list[Catalogue]:
    """The game system and the catalogues of a ``setup`` message of the conformance protocol, in this order."""
    builder = Builder()
    nodes = [("gameSystem", message.get("gameSystem"))]
    nodes += [("catalogue", node) for node in message.get("catalogues") or ()]
    try:
        catalogues = [builder.catalogue(kind, node) for kind, node in nodes]
    except BadValueError as bad:
        raise SourceError(f"{bad.message} (id {bad.id!r})" if bad.id else bad.message, "setup") from None
    return [with_unknown(catalogues[0], builder), *catalogues[1:]]


def with_unknown(catalogue: Catalogue, builder: Builder) -> Catalogue:
    """The catalogue with the builder's list of what it did not know."""
    unknown = builder.finish()
    return msgspec.structs.replace(catalogue, unknown=unknown) if unknown else catalogue


def is_json(data: bytes) -> bool:
    """Whether unpacked bytes are New Recruit's JSON; anything else is taken for XML."""
    return data[:64].removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")


def load_bytes(path: Path) -> bytes:
    """The file's bytes, refused when there are too many."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror or error}", str(path)) from None
    if len(data) > MAX_BYTES:
        raise SourceError(f"larger than {MAX_BYTES >> 20} MB", str(path))
    return data


def unpack(data: bytes, path: str) -> bytes:
    """The one file in a ``.gstz`` or ``.catz``; other bytes are returned as they are."""
    if not data.startswith(b"PK\x03\x04"):
        return data
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            if len(members) != 1:
                raise SourceError(f"a packed catalogue holds one file, this one {len(members)}", path)
            return read_member(archive, members[0], path)
    except (zipfile.BadZipFile, EOFError) as error:
        raise SourceError(f"broken zip file: {error}", path) from None


def read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: str) -> bytes:
    """A member's bytes; never more than the limit is unpacked, whatever the archive says about its size."""
    too_large = SourceError(f"larger than {MAX_BYTES >> 20} MB when unpacked", path)
    if member.file_size > MAX_BYTES:
        raise too_large
    try:
        with archive.open(member) as file:
            data = file.read(MAX_BYTES + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, OSError) as error:
        raise SourceError(f"broken zip file: {error}", path) from None
    if len(data) > MAX_BYTES:
        raise too_large
    return data


def _place(data: bytes, id: str) -> tuple[int, int]:
    """Where the element with this id begins to be named; a wrong value stands in it."""
    offset = data.find(f'"{id}"'.encode()) if id else -1
    return jsontree.position(data, offset) if offset >= 0 else (0, 0)
