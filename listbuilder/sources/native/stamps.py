"""The hash of files whose sizes and times of change are those that were hashed before, without reading them."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from listbuilder.sources.cache import Cache

MIN_AGE = (
    2_000_000_000  # nanoseconds; a file that changed just before it was read may change again within its time stamp
)


class Stamps(msgspec.Struct, frozen=True):
    """Files with their sizes and times of change (nanoseconds), and the hash of all."""

    files: tuple[tuple[str, int, int], ...]
    sha256: str


def of_contents(contents: Sequence[tuple[Path, bytes]]) -> str:
    """The hash of files by the names of their folders, their own names and their contents, in hexadecimal."""
    import hashlib  # which loads OpenSSL: only where files changed

    found = hashlib.sha256()
    for path, data in contents:
        found.update(f"{path.parent.name}/{path.name}\0{len(data)}\0".encode() + data)
    return found.hexdigest()


def known(cache: Cache, name: str, paths: Sequence[Path]) -> str:
    """The hash of the files as it was remembered under a name; empty where one of them may have changed since."""
    found = cache.get(name, "", Stamps)
    try:
        is_current = found is not None and found.files == _stamps(paths)
    except OSError:
        return ""
    return found.sha256 if found is not None and is_current else ""


def remember(cache: Cache, name: str, paths: Sequence[Path], sha256: str, before: int) -> None:
    """Keeps the hash of files that were read since ``before`` (nanoseconds), unless one of them changed shortly before."""
    try:
        files = _stamps(paths)
    except OSError:
        return
    if all(changed + MIN_AGE < before for _path, _size, changed in files):
        cache.put(name, "", Stamps(files, sha256))


def _stamps(paths: Sequence[Path]) -> tuple[tuple[str, int, int], ...]:
    statuses = ((path, path.stat()) for path in paths)
    return tuple((str(path), status.st_size, status.st_mtime_ns) for path, status in statuses)
