"""Data files in a .zip: never more than data may have is unpacked."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from listbuilder.files import open_member
from listbuilder.i18n import Text
from listbuilder.sources.bsdata.loading import MAX_BYTES
from listbuilder.sources.errors import SourceError

RATIO = 200  # bytes out of one byte of a .zip; catalogues give at most 30
FREE = 1 << 20  # bytes that a member may have at any ratio
BROKEN_ZIP = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    RuntimeError,
    NotImplementedError,
    OSError,
    ValueError,
)


def only_member(data: bytes, path: str) -> bytes:
    """The one file in a ``.gstz`` or ``.catz``."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if not member.filename.endswith("/")]
            if len(members) != 1:
                message = Text("a packed catalogue holds one file, this one {count}", {"count": len(members)})
                raise SourceError(message, path)
            return read_member(archive, members[0], path)
    except BROKEN_ZIP as error:
        raise SourceError(Text("broken zip file: {why}", {"why": str(error)}), path) from None


def check_ratio(member: zipfile.ZipInfo, path: str) -> None:
    """Raises `SourceError` for a member that holds more of nothing than data do."""
    if member.file_size > max(FREE, RATIO * member.compress_size):
        raise SourceError(Text("unpacked it is more than {ratio} times its size", {"ratio": RATIO}), path)


def read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, path: str) -> bytes:
    """A member's bytes; never more than the limit is unpacked, even if the archive states a smaller size."""
    too_large = SourceError(Text("larger than {size} MB when unpacked", {"size": MAX_BYTES >> 20}), path)
    if member.file_size > MAX_BYTES:
        raise too_large
    check_ratio(member, path)
    try:
        with open_member(archive, member) as file:
            data = file.read(MAX_BYTES + 1)
    except BROKEN_ZIP as error:
        raise SourceError(Text("broken zip file: {why}", {"why": str(error)}), path) from None
    if len(data) > MAX_BYTES:
        raise too_large
    return data
