"""The bytes of a data file, as many as one may have."""

from __future__ import annotations

from pathlib import Path

from listbuilder import files
from listbuilder.i18n import Text
from listbuilder.sources.errors import SourceError

SUFFIXES = frozenset({".gst", ".cat", ".gstz", ".catz", ".json"})
MAX_BYTES = 48 * 1024 * 1024  # of one file, unpacked; the largest of the community has 15 MB


def load_bytes(path: Path) -> bytes:
    """The file's bytes, refused when there are too many."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SourceError(Text("cannot be read: {reason}", {"reason": files.reason(error)}), str(path)) from None
    if len(data) > MAX_BYTES:
        raise SourceError(Text("larger than {size} MB", {"size": MAX_BYTES >> 20}), str(path))
    return data
