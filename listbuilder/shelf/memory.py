"""What is known of the lists on the shelf, kept between runs: by what is in a file, and by the data that it was judged by."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from listbuilder import __version__, files
from listbuilder.i18n import language
from listbuilder.shelf.kept import Kept
from listbuilder.shelf.scanning import Found
from listbuilder.sources import registry
from listbuilder.sources.cache import Cache, digest
from listbuilder.sources.native import locate

FORM = 2  # of what is kept; another one is found anew


class Memory:
    """Reads and keeps what is known. Whatever is not valid any more counts as absent."""

    def __init__(self, judged_for: str = "") -> None:
        """``judged_for``: what else verdicts follow from, such as the event."""
        self._cache = Cache()
        self._key = digest(FORM, __version__, language(), judged_for, *_data())

    def known(self, found: Found) -> Kept | None:
        """What was found out about a list of this content by these data."""
        return self._cache.get(_name(found), self._key, Kept) if found.digest else None

    def keep(self, found: Found, kept: Kept) -> None:
        if found.digest:
            self._cache.put(_name(found), self._key, kept)


def _name(found: Found) -> str:
    """By its content and by what its name says of its format, which reading it depends on."""
    suffix = Path(found.entry.name).suffix.lower()
    return f"shelf/{digest(found.digest, suffix)}"


def _data() -> Iterator[str]:
    """What tells the data of the user: installed sets by their content, native files by their size and time."""
    yield from (f"{item.name} {item.sha256}" for item in registry.store().list())
    for folder in locate.folders():
        yield from _stamps(folder)


def _stamps(folder: Path) -> Iterable[str]:
    for top, folders, names in files.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(locate.SUFFIX):
                try:
                    status = os.stat(os.path.join(top, name))  # noqa: PTH116, PTH118 - hundreds of them
                except OSError:
                    continue
                yield f"{top}/{name} {status.st_size} {status.st_mtime_ns}"
